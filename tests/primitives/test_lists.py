"""Functions on lists and numbers."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives import lists, texts
from ifdsl.primitives.undecided import Undecided

NUMBERS = st.lists(st.integers() | st.floats(allow_nan=False), max_size=8)
WORDS = st.lists(st.sampled_from(["a", "b", "B", "é", ""]), max_size=8)


@given(WORDS | st.lists(st.lists(st.integers(0, 2), max_size=2), max_size=5))
def test_distinct_keeps_the_first_of_each(items: list) -> None:
    assert lists.distinct(items) == [item for place, item in enumerate(items) if item not in items[:place]]


def test_distinct_records() -> None:
    assert lists.distinct([{"a": [1]}, {"a": [2]}, {"a": [1]}]) == [{"a": [1]}, {"a": [2]}]


@given(WORDS)
def test_order_and_repeats(items: list[str]) -> None:
    before = list(items)
    ordered = lists.in_order(items)
    assert lists.backwards(lists.backwards(items)) == items
    assert lists.max_repeats(items) == max((len(list(run)) for _, run in groupby(ordered)), default=0)
    assert lists.join(items, "|").split("|") == (items or [""])
    assert items == before


@given(NUMBERS)
def test_measures_of_numbers(numbers: list[float]) -> None:
    ordered = lists.in_order(numbers)
    assert (lists.least(numbers), lists.greatest(numbers)) == ((ordered[0], ordered[-1]) if numbers else (0, 0))
    assert isinstance(lists.total(numbers), int | float)


def test_a_sum_that_is_too_large_is_zero() -> None:
    assert lists.total([10**400, 0.5]) == 0
    assert lists.total([10**400, 1]) == 10**400 + 1


def test_first_and_last_of_nothing() -> None:
    assert lists.first([], 0) == 0
    assert lists.last([], "x") == "x"
    assert lists.first(["a", "b"], "x") == "a"
    assert lists.last(["a", "b"], "x") == "b"


@pytest.mark.parametrize(
    ("value", "places", "expected"),
    [
        (2.5, 0, 3),
        (-2.5, 0, -3),
        (0.5, 0, 1),
        (2.675, 2, 2.68),
        (1.005, 2, 1.01),
        (7, 3, 7),
        (1e300, 2, 1e300),
        (5.0, -3, 5),
    ],
)
def test_round(value: float, places: int, expected: float) -> None:
    assert lists.rounded(value, places) == expected


@given(st.floats(-1e12, 1e12), st.integers(0, 6))
def test_round_is_decimal(value: float, places: int) -> None:
    exact = Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    assert lists.rounded(value, places) == float(exact)


@given(st.floats() | st.integers(), st.integers())
def test_round_is_total(value: float, places: int) -> None:
    result = lists.rounded(value, places)
    assert isinstance(result, int | float)
    assert math.isnan(result) is math.isnan(value)


def test_join_is_bounded() -> None:
    with pytest.raises(Undecided):
        lists.join(["a" * 1_000] * 3, " " * texts.LONGEST)


@given(WORDS)
def test_indices_are_the_places_of_the_elements(items: list[str]) -> None:
    assert [items[place] for place in lists.indices(items)] == items
    assert len(lists.indices(items)) == len(items)


def test_primes() -> None:
    sieve = [number for number in range(2, 2_000) if all(number % divisor for divisor in range(2, number))]
    assert [number for number in range(-5, 2_000) if lists.is_prime(number)] == sieve
    assert lists.is_prime(10**18 + 9)
    # A strong pseudoprime to the first nine primes, and the product of two large ones.
    assert not lists.is_prime(3_825_123_056_546_413_051)
    assert not lists.is_prime((10**9 + 7) * (10**9 + 9))
    with pytest.raises(Undecided):
        lists.is_prime(10**25 + 13)
