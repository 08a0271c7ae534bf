"""What a prompt does not state, or states otherwise than it is graded, is found."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.analysis.demands import Demand
from ifdsl.variation.agreeing import disagreements, misstated, of_no_demand
from tests.variation.ifeval_demands import demand


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("Describe a ferry.", demand("existence", ["lantern"])),
        ("Describe a ferry in at least 40 words.", demand("number_words", 90, "at least")),
        ("Describe a ferry in at most 40 words.", demand("number_words", 40, "at least")),
        ("Describe a ferry in Polish.", demand("response_language", "fi")),
    ],
)
def test_what_is_not_stated(text: str, one: Demand) -> None:
    assert disagreements(text, [one]) - of_no_demand(disagreements(text, [one]))


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 900), st.sampled_from(("at least", "less than")))
def test_a_number_that_is_stated_is_found(number: int, relation: str) -> None:
    said = f"at least {number}" if relation == "at least" else f"fewer than {number}"
    assert not disagreements(f"Describe a ferry. Use {said} words.", [demand("number_words", number, relation)])


def test_a_prompt_may_contradict_itself() -> None:
    text = "Describe a ferry in English and in all lowercase letters. Include the keyword LANTERN."
    found = disagreements(text, [demand("english_lowercase"), demand("existence", ["LANTERN"])])
    assert of_no_demand(found)


def test_the_numbers_in_place_of_graded_ones_are_given() -> None:
    demands = [demand("no_comma"), demand("number_words", 336, "at least")]
    assert misstated("Describe a ferry without commas. Use at least 400 words.", demands) == {1: frozenset({400})}
