"""A statement is made of words of its wordings, its arguments, examples, and words that carry any sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.rendering.prompt import sentence
from ifdsl.variation.covering import tells, uncovered
from ifdsl.variation.knowing import known
from tests.variation.ifeval_demands import demand

DEMANDS = (
    demand("no_comma"),
    demand("number_words", 120, "at least"),
    demand("number_words", 90, "less than"),
    demand("existence", ["lantern", "old harbour"]),
    demand("frequency", "drum", 4, "at least"),
    demand("letter_frequency", "!", 3, "at least"),
    demand("response_language", "fi"),
    demand("number_paragraphs", 4),
    demand("nth_paragraph_first_word", 5, 2, "nobody"),
    demand("end_checker", "That was it."),
    demand("postscript", "P.P.S"),
    demand("json_format"),
    demand("two_responses"),
    demand("english_lowercase"),
)


@settings(max_examples=80, deadline=None)
@given(st.integers(0, len(DEMANDS) - 1), st.integers(0, 40), st.sampled_from(("listing", "incorporation")))
def test_every_wording_is_covered_by_its_own_demand(place: int, way: int, pattern: str) -> None:
    one = DEMANDS[place]
    said = sentence(one.constraint, one.arguments, pattern, "en", way)
    assert uncovered(said, [known(one)]) == ()
    assert tells(said, known(one))


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Use no commas and write about herons.", ("herons",)),
        ("Use no commas in the second half.", ("second", "half")),
        ("Do not use any commas in 12 sentences.", ("12", "sentences")),
    ],
)
def test_what_else_a_sentence_says_is_left(said: str, left: tuple[str, ...]) -> None:
    assert uncovered(said, [known(demand("no_comma"))]) == left


def test_examples_of_the_form_say_nothing() -> None:
    one = known(demand("number_placeholders", 3))
    assert uncovered("Use at least 3 placeholders in square brackets, such as [heron] and [marsh].", [one]) == ()


def test_the_whole_may_be_named_but_what_is_divided_may_not() -> None:
    one = known(demand("number_paragraphs", 3))
    assert uncovered("The poem must have exactly 3 paragraphs with *** between them.", [one], {"poem"}) == ()
    assert uncovered("Separate the poem and the song with ***.", [one], {"poem", "song"}) == ("poem", "song")
