"""What no person would write with some values is told from what one would."""

from __future__ import annotations

import pytest

from ifdsl.variation.sounding import joins, sounds


@pytest.mark.parametrize(
    "text",
    [
        'Include the keywords "lamp".',
        "Add a postscript starting with P.S..",
        'Use the word "lamp" at most 0 times.',
        'Let the letter "#" appear at least 4 times.',
        "Write between 3 and 3 words.",
        "Use exactly 1 bullet point, written as markdown bullets such as: * This is a point.",
        'None of the following may occur in the response: "lamp".',
    ],
)
def test_what_is_odd(text: str) -> None:
    assert not sounds(text)


@pytest.mark.parametrize(
    "text",
    [
        'Include the keywords "lamp" and "oil".',
        'Mention "lamp".',
        'Let the letter "q" appear at least 4 times.',
        'The character "#" must appear at least 4 times.',
        "Use exactly 2 bullet points, written as markdown bullets such as: * This is a point.",
        "Use at least 1 word in capital letters.",
        "Wait... then write at most 10 words.",
    ],
)
def test_what_is_not(text: str) -> None:
    assert sounds(text)


@pytest.mark.parametrize(
    "text",
    [
        "Make sure to make sure that there is no comma.",
        "Please please leave out all commas.",
        "Note that note: there is more.",
        'Answer choosing between "My answer is yes." and "My answer is no.".',
    ],
)
def test_what_is_said_twice_does_not_join(text: str) -> None:
    assert not joins(text)


def test_what_is_said_once_does() -> None:
    assert joins("Please leave out all commas. Make sure to write at least 40 words.")
