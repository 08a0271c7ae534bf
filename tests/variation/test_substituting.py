"""Arguments are put in place of others only where it is sure what they stand for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.analysis.demands import Demand
from ifdsl.rendering.numerals import spelled
from ifdsl.variation.stating import unstated
from ifdsl.variation.substituting import substituted
from tests.variation.ifeval_demands import demand


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 900), st.integers(2, 900), st.booleans())
def test_a_number_is_written_as_it_was(before: int, after: int, in_words: bool) -> None:
    if before == after or (in_words and max(before, after) > 20):
        return
    shown = spelled(before, "en") if in_words else str(before)
    prompt = f"Describe a fair. Your answer must have at least {shown} words."
    found = substituted(
        prompt, [demand("number_words", before, "at least")], 0, demand("number_words", after, "at least")
    )
    expected = spelled(after, "en") if in_words else str(after)
    assert found == f"Describe a fair. Your answer must have at least {expected} words."


@pytest.mark.parametrize(
    ("prompt", "old", "new", "expected"),
    [
        (
            "Describe a fair. Include the keywords lantern and drum.",
            demand("existence", ["lantern", "drum"]),
            demand("existence", ["choice", "simple"]),
            "Describe a fair. Include the keywords choice and simple.",
        ),
        (
            "Describe a fair. Use the word drum more than 5 times.",
            demand("frequency", "drum", 6, "at least"),
            demand("frequency", "drum", 9, "at least"),
            "Describe a fair. Use the word drum more than 8 times.",
        ),
        (
            "Describe a fair. The word drum should appear at least twice.",
            demand("frequency", "drum", 2, "at least"),
            demand("frequency", "drum", 5, "at least"),
            "Describe a fair. The word drum should appear at least five times.",
        ),
        (
            "Describe a fair. Answer in Hindi only.",
            demand("response_language", "hi"),
            demand("response_language", "pl"),
            "Describe a fair. Answer in Polish only.",
        ),
    ],
)
def test_what_is_replaced(prompt: str, old: Demand, new: Demand, expected: str) -> None:
    assert substituted(prompt, [old], 0, new) == expected
    assert not unstated(expected, new)


@pytest.mark.parametrize(
    ("prompt", "old", "new"),
    [
        # The number is that of the days as well.
        (
            "Plan 5 days in Oslo. Use exactly 5 bullet points in markdown.",
            demand("number_bullet_lists", 5),
            demand("number_bullet_lists", 7),
        ),
        # The word is what the task is about.
        (
            'Describe a drum. Use the word "drum" at least 4 times.',
            demand("frequency", "drum", 4, "at least"),
            demand("frequency", "time", 4, "at least"),
        ),
        # The number is nowhere.
        ("Describe a fair in bullets.", demand("number_bullet_lists", 5), demand("number_bullet_lists", 7)),
    ],
)
def test_what_is_not_sure_stays(prompt: str, old: Demand, new: Demand) -> None:
    assert substituted(prompt, [old], 0, new) is None


def test_a_relation_is_never_changed_in_place() -> None:
    prompt = "Describe a fair. Your answer must have at least 80 words."
    old, new = demand("number_words", 80, "at least"), demand("number_words", 80, "less than")
    assert substituted(prompt, [old], 0, new) is None
