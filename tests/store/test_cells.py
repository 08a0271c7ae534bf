"""Cells: any text comes back from one, and different texts have different ones."""

import json
import math

from hypothesis import given
from hypothesis import strategies as st

from ifdsl.store.cells import count_cell, json_cell, json_of, number_cell, text_cell, text_of
from tests.store.strategies import json_values, texts


@given(texts)
def test_a_text_comes_back_and_its_cell_is_one_that_databases_take(text: str) -> None:
    cell = text_cell(text)
    cell.encode("utf-8")
    assert "\0" not in cell
    assert text_of(cell) == text


@given(texts, texts)
def test_different_texts_have_different_cells(one: str, other: str) -> None:
    assert (text_cell(one) == text_cell(other)) == (one == other)


def test_a_usual_text_is_its_own_cell() -> None:
    assert text_cell("naïve 語 😀\n") == "naïve 語 😀\n"


@given(json_values)
def test_json_comes_back_from_an_ascii_cell(value: object) -> None:
    cell = json_cell(value)
    assert json_of(cell) == value
    assert cell is None or (cell.isascii() and json.loads(cell) == value)


@given(st.floats())
def test_a_number_comes_back_unless_it_is_none(number: float) -> None:
    assert number_cell(number) == (None if math.isnan(number) else number)


def test_a_count_that_no_column_holds_is_unknown() -> None:
    assert [count_cell(n) for n in (None, 0, 2**63 - 1, 2**63, -(10**30))] == [None, 0, 2**63 - 1, None, None]
