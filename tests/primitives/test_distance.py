"""Edits between two texts: equal to the textbook's table wherever the bound allows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives.distance import edit_distance

WORDS = st.text(alphabet="ab ", max_size=9)


def textbook(text: str, other: str, price: int) -> int:
    row = list(range(len(other) + 1))
    for down, char in enumerate(text, 1):
        made = [down]
        for across, its in enumerate(other, 1):
            made.append(min(made[-1] + 1, row[across] + 1, row[across - 1] + (0 if char == its else price)))
        row = made
    return row[-1]


@given(WORDS, WORDS, st.integers(0, 12), st.integers(1, 2))
def test_it_is_the_textbook_s_up_to_the_bound(text: str, other: str, bound: int, price: int) -> None:
    assert edit_distance(text, other, bound, price) == min(textbook(text, other, price), bound + 1)


@given(WORDS, WORDS)
def test_it_has_no_direction(text: str, other: str) -> None:
    assert edit_distance(text, other, 8) == edit_distance(other, text, 8)


def test_long_texts_cost_their_length() -> None:
    text = "ab" * 100_000
    assert edit_distance(text, "x" + text[:-1], 2) == 2
    assert edit_distance(text, text[::-1], 4) == 2
    assert edit_distance("a" * 100, "b" * 100, 99) == 33
