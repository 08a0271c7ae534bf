"""Arguments are drawn as a type's `vary` lines say, near those that it has, and are others."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ifdsl.variation.redrawing import alterable, redrawn
from tests.variation.ifeval_demands import demand


@given(st.integers(0, 10_000), st.integers(60, 800))
def test_a_number_stays_between_half_and_twice_what_it_was(seed: int, words: int) -> None:
    found = redrawn(demand("number_words", words, "at least"), Random(seed))
    assert found is not None
    number, relation = found
    assert relation == "at least"
    assert number != words
    assert words / 2 <= number <= words * 2


@given(st.integers(0, 10_000), st.integers(1, 3))
def test_a_list_keeps_its_length(seed: int, count: int) -> None:
    words = ["lantern", "drum", "kite"][:count]
    found = redrawn(demand("existence", words), Random(seed))
    assert found is not None
    assert len(found[0]) == count
    assert found[0] != words


@given(st.integers(0, 10_000))
def test_a_language_becomes_another(seed: int) -> None:
    found = redrawn(demand("response_language", "hi"), Random(seed))
    assert found is not None
    assert found[0] != "hi"


def test_a_type_without_parameters_has_nothing_to_draw() -> None:
    assert alterable(demand("no_comma")) == []
    assert redrawn(demand("no_comma"), Random(0)) is None
