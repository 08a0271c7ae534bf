"""Cases, orders and lists: each function against what it means."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives.numerals import read
from ifdsl.primitives.rearranging import (
    alternate_case,
    first_char,
    last_char,
    read_list,
    reverse_by,
    sorted_by,
    written_list,
)
from ifdsl.primitives.segment_graphemes import spans

LATIN = st.text(alphabet="abcXYZ .,'0129")
ITEMS = st.lists(st.one_of(st.text(max_size=6), st.integers(-99, 2000).map(str), st.sampled_from(["$5", "b", "B"])))
PLAIN = st.lists(st.text(alphabet="abc XYZ09é", min_size=1).map(str.strip).filter(bool))


@given(LATIN, st.sampled_from(["upper", "lower"]), st.sampled_from(["chars", "letters"]))
def test_cases_alternate(text: str, first: str, counting: str) -> None:
    made = alternate_case(text, first, counting)
    assert made.lower() == text.lower()
    turns = [place for place, char in enumerate(made) if counting == "chars" or char.isalpha()]
    for turn, place in enumerate(turns):
        if made[place].isalpha():
            assert made[place].isupper() == ((turn % 2 == 0) == (first == "upper"))


@given(st.text(), st.sampled_from(["upper", "lower"]), st.sampled_from(["chars", "letters"]))
def test_alternating_gives_a_text_for_every_text(text: str, first: str, counting: str) -> None:
    assert len(alternate_case(text, first, counting)) >= len(text)


@given(LATIN)
def test_the_two_phases_are_opposites(text: str) -> None:
    assert alternate_case(text, "upper").swapcase() == alternate_case(text, "lower")


@given(st.text())
def test_code_points_backwards_are_a_mirror(text: str) -> None:
    assert reverse_by(text, "code_points") == text[::-1]


@given(st.text())
def test_characters_stay_whole(text: str) -> None:
    pieces = [text[start:end] for start, end in spans(text)]
    assert reverse_by(text, "graphemes") == "".join(reversed(pieces))


@given(ITEMS, st.sampled_from(["numeric", "code_points", "folded"]))
def test_sorting_is_a_permutation_that_knows_no_first_order(items: list[str], key: str) -> None:
    found = sorted_by(items, key)
    assert sorted(found) == sorted(items)
    assert found == sorted_by(items[::-1], key)


@given(ITEMS)
def test_each_order_is_its_own(items: list[str]) -> None:
    folded = [item.casefold() for item in sorted_by(items, "folded")]
    assert folded == sorted(folded)
    numeric = sorted_by(items, "numeric")
    values = [found.value for found in map(read, numeric) if found is not None]
    assert values == sorted(values)
    assert all(read(item) is None for item in numeric[len(values) :])


@given(st.text(), st.sampled_from(["alphanumeric", "letter", "digit", "visible"]))
def test_the_ends_are_of_their_class(text: str, of: str) -> None:
    tests = {"alphanumeric": str.isalnum, "letter": str.isalpha, "digit": str.isdecimal}
    belongs = tests.get(of, lambda char: not char.isspace())
    kept = [char for char in text if belongs(char)]
    assert first_char(text, of) == (kept[0] if kept else "")
    assert last_char(text, of) == (kept[-1] if kept else "")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_json_and_python_lists_are_read_back(items: list[str]) -> None:
    assert read_list(written_list(items, "json")) == items
    assert read_list(written_list(items, "python")) == items


@given(PLAIN, st.sampled_from(["comma", "lines", "json", "python"]))
def test_every_form_of_plain_items_is_read_back(items: list[str], form: str) -> None:
    assert read_list(written_list(items, form)) == items


@given(st.text())
def test_reading_a_list_is_total(text: str) -> None:
    assert all(isinstance(item, str) for item in read_list(text))


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("['a', \"it's\"]", ["a", "it's"]),
        (r"['\x41\n\\', 5]", ["A\n\\", "5"]),
        ('["3.50", 2]', ["3.50", "2"]),
        ("[a, b]", ["a", "b"]),
        ("1. a\n2) b", ["a", "b"]),
        ("- a\n* b\n", ["a", "b"]),
        ("a", ["a"]),
        ("[]", []),
        ("  ", []),
        ("[[1], 2]", ["[1]", "2"]),
    ],
)
def test_lists_in_many_forms(text: str, items: list[str]) -> None:
    assert read_list(text) == items


def test_a_letter_keeps_its_accent() -> None:
    word = unicodedata.normalize("NFD", "né")
    assert reverse_by(word) == "e\u0301n"
    assert reverse_by(word, "code_points") == "\u0301en"
