"""A task in another register asks for the same: only words at its beginning change."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.variation.asking import posed

TASKS = (
    "Write a note to the neighbours about the noise.",
    "Write a note to the neighbours. Be kind about it.",
    "Give me three names for a boat: short ones.",
    'Rewrite "The tide is out." for a child.',
    "Can you explain why bread rises?",
    "Could you please write a toast? My aunt turns ninety.",
)


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(TASKS), st.integers(0, 10_000))
def test_the_words_of_a_task_stay(task: str, seed: int) -> None:
    found = posed(task, Random(seed))
    kept = {word.strip('.,:?"').lower() for word in task.split()} - {"can", "could", "you", "please"}
    assert kept <= {word.strip('.,:?"').lower() for word in found.split()}
    assert found[0].isupper()
    assert found.rstrip()[-1] in ".?"


@given(st.text(max_size=60), st.integers(0, 100))
def test_what_begins_with_no_plain_verb_stays(text: str, seed: int) -> None:
    task = f"The harbour {text}"
    assert posed(task, Random(seed)) == task


def test_several_registers_are_had() -> None:
    made = {posed(TASKS[0], Random(seed)) for seed in range(60)}
    assert len(made) >= 6
    assert any(one.startswith("Could you write a note to the neighbours about the noise?") for one in made)
