"""Distances: what they are among whole numbers, by definition, and that their sign is the verdict for all numbers."""

from __future__ import annotations

from math import inf, isfinite, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.checking import distances
from ifdsl.ir.evaluate import compare
from ifdsl.primitives.ranges import Range

OPERATORS = ["==", "!=", "<", "<=", ">", ">="]
NUMBERS = st.one_of(
    st.integers(-10, 10), st.integers(), st.floats(), st.sampled_from([10**400, -(10**400), 1e308, 5e-324])
)
ENDS = st.one_of(st.none(), NUMBERS)


def steps(holds, value: int) -> int:  # type: ignore[no-untyped-def]
    """How far `value` may move either way and `holds` stays true; negative, how far it has to move to become true."""
    wanted = holds(value)
    distance = 0
    while all(holds(value + step) is wanted for step in (distance + 1, -distance - 1)) and distance < 50:
        distance += 1
    return distance if wanted else -distance - 1


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("bound", [-3, 0, 1, 4])
def test_among_whole_numbers_it_counts_the_steps_to_the_other_verdict(operator: str, bound: int) -> None:
    for value in range(-8, 9):
        expected = steps(lambda n: compare(operator, n, bound), value)
        assert distances.compare(operator, value, bound, 1) == expected
        assert distances.compare(operator, value, bound, 4) == expected / 4


@pytest.mark.parametrize("bounds", [Range(2, 5), Range(3, 3), Range(2, None), Range(None, 4), Range(0, 0)])
def test_a_range_is_left_and_entered_at_its_nearer_end(bounds: Range) -> None:
    for value in range(-8, 12):
        inside = steps(lambda n: n in bounds, value)
        outside = steps(lambda n: n not in bounds, value)
        assert (distances.inside(value, bounds) >= 0) is (value in bounds)
        assert (distances.outside(value, bounds) >= 0) is (value not in bounds)
        if max(abs(bounds.lo or 0), abs(bounds.hi or 0)) <= 1:  # bounds that scale nothing
            assert (distances.inside(value, bounds), distances.outside(value, bounds)) == (inside, outside)
    assert distances.inside(7, bounds) == bounds.margin(7)


def test_a_bound_that_is_excluded_is_missed_at_equality() -> None:
    assert distances.compare("<", 5, 5, 5) == -1 / 5
    assert distances.settle(False, distances.compare("<", 5.0, 5.0, 5.0)) == -distances.EDGE
    assert distances.settle(False, distances.compare("!=", 0.5, 0.5, 0.5)) == -distances.EDGE
    assert distances.compare("<=", 5.0, 5.0, 5.0) == 0


def test_a_range_that_is_open_on_both_sides() -> None:
    assert distances.inside(3, Range()) == 1.0
    assert distances.outside(3, Range()) == -1.0


@given(st.sampled_from(OPERATORS), NUMBERS, NUMBERS)
def test_the_sign_is_the_verdict_for_any_numbers(operator: str, left: float, right: float) -> None:
    for bound in (left, right):
        holds = compare(operator, left, right)
        margin = distances.settle(holds, distances.compare(operator, left, right, bound))
        assert isfinite(margin)
        assert (margin >= 0) is holds


@given(NUMBERS, ENDS, ENDS)
def test_the_sign_is_the_verdict_for_any_range(value: float, low: float | None, high: float | None) -> None:
    bounds = Range(low, high)
    inside = distances.settle(value in bounds, distances.inside(value, bounds))
    outside = distances.settle(value not in bounds, distances.outside(value, bounds))
    assert isfinite(inside)
    assert isfinite(outside)
    assert (inside >= 0) is (value in bounds)
    assert (outside >= 0) is (value not in bounds)


@pytest.mark.parametrize("distance", [inf, -inf, nan, 0.0, -0.0, 1e300])
def test_settling_gives_the_sign_whatever_the_distance(distance: float) -> None:
    assert 0 <= distances.settle(True, distance) <= distances.FARTHEST
    assert 0 > distances.settle(False, distance) >= -distances.FARTHEST
