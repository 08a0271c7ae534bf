"""A part of a sentence is left out only where what stays is a sentence that says nothing of it."""

from __future__ import annotations

import pytest

from ifdsl.analysis.demands import Demand
from ifdsl.variation.parting import part
from tests.variation.ifeval_demands import demand


@pytest.mark.parametrize(
    ("prompt", "task", "one"),
    [
        (
            "Write a post of at least 250 words about old bridges.",
            "Write a post about old bridges.",
            demand("number_words", 250, "at least"),
        ),
        (
            "Write a 40+ word advertisement for a lamp.",
            "Write an advertisement for a lamp.",
            demand("number_words", 40, "at least"),
        ),
        (
            'Translate the following line in only Polish, no other language is allowed: "The boat is late."',
            'Translate the following line: "The boat is late."',
            demand("response_language", "pl"),
        ),
        (
            "Without using any commas, describe a ferry.",
            "Describe a ferry.",
            demand("no_comma"),
        ),
        (
            "Write the opening of a play with a title in double angular brackets, i.e. <<title>>.",
            "Write the opening of a play.",
            demand("title"),
        ),
        (
            "Write a riddle about fog, and put your whole response in double quotes.",
            "Write a riddle about fog.",
            demand("quotation"),
        ),
    ],
)
def test_what_is_left_out(prompt: str, task: str, one: Demand) -> None:
    parted = part(prompt, [one])
    assert (parted.task, parted.clean) == (task, True)


@pytest.mark.parametrize(
    ("prompt", "one"),
    [
        (
            "Write a talk between two people who try to avoid using the letter t.",
            demand("letter_frequency", "t", 1, "less than"),
        ),
        (
            "Make sure that words in all caps stand for the names of the ships.",
            demand("capital_word_frequency", 2, "at least"),
        ),
        (
            "Separate your thoughts and the result by a line with just three asterisks: ***",
            demand("number_paragraphs", 2),
        ),
        ("To make it loud, write all of it in English and in capital letters.", demand("english_capital")),
        ("Separate the essay and the poem with 6 asterisk symbols: ******", demand("two_responses")),
    ],
)
def test_what_would_leave_no_sentence_or_another_meaning_stays(prompt: str, one: Demand) -> None:
    whole = f"Write a poem about an essay on ships.\n{prompt}"
    parted = part(whole, [one])
    assert prompt in parted.task
    assert not parted.clean


def test_a_statement_that_another_sentence_goes_on_with_stays() -> None:
    prompt = "Describe a ferry. Use exactly 3 bullet points. Each of them has to name a port, a captain and a cargo."
    parted = part(prompt, [demand("number_bullet_lists", 3)])
    assert parted.task == prompt


def test_what_is_only_an_example_goes_with_its_statement() -> None:
    prompt = "Describe a ferry. Highlight at least 2 parts of the text in markdown. For example: *the engine room*."
    parted = part(prompt, [demand("number_highlighted_sections", 2)])
    assert (parted.task, parted.clean) == ("Describe a ferry.", True)


def test_a_sentence_of_a_demand_that_cannot_be_left_out_stays() -> None:
    prompt = (
        "Write a 20-line poem. Each line should contain exactly one sentence about frost and one about fire. "
        "Do not use any commas."
    )
    demands = [demand("number_sentences", 20, "at least"), demand("no_comma")]
    parted = part(prompt, demands)
    assert "Each line should contain exactly one sentence about frost and one about fire." in parted.task
    assert "commas" not in parted.task
    assert parted.covered == {1}


def test_numbers_that_a_prompt_gives_in_place_of_its_own_may_be_let_pass() -> None:
    prompt = "Describe a ferry. Your response must be at least 400 words."
    one = demand("number_words", 336, "at least")
    assert part(prompt, [one]).task == prompt
    parted = part(prompt, [one], misstated={0: frozenset({400})})
    assert (parted.task, parted.clean) == ("Describe a ferry.", True)


def test_what_no_wording_says_well_stays() -> None:
    prompt = 'Describe a ferry. Do not use the letter "e".'
    one = demand("letter_frequency", "e", 1, "less than")
    assert part(prompt, [one], firm=frozenset({0})).task == prompt
