"""Drawing groups again: alike ones once, very many in parts, and what is said where nothing varies."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.report.intervals import wilson
from ifdsl.report.resampling import MOST_DRAWN, RESAMPLES, Units, difference, drop, mean

rows = st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([0.0, 1.0])), min_size=1, max_size=12)


@settings(max_examples=40, deadline=None)
@given(rows)
def test_groups_that_are_alike_are_one_sort(drawn: list[tuple[float, float]]) -> None:
    units = Units.of(drawn)
    assert sorted(map(tuple, units.sums.tolist())) == sorted(set(drawn))
    assert units.times.sum() == len(drawn)
    sums = units.drawn()
    assert [one.total for one in sums] == [sum(column) for column in zip(*drawn, strict=True)]
    for place, one in enumerate(sums):
        held = [row[place] for row in drawn]
        assert one.drawn.shape == (RESAMPLES,)
        assert min(held) * len(drawn) - 1e-9 <= one.drawn.min()
        assert one.drawn.max() <= max(held) * len(drawn) + 1e-9


@settings(max_examples=40, deadline=None)
@given(rows, st.randoms(use_true_random=False))
def test_the_order_of_groups_does_not_matter(drawn: list[tuple[float, float]], random: Random) -> None:
    one, other = Units.of(drawn).drawn(), Units.of(random.sample(drawn, len(drawn))).drawn()
    assert all(np.array_equal(a.drawn, b.drawn) for a, b in zip(one, other, strict=True))


def test_very_many_different_groups_are_drawn_in_parts_that_scatter_as_they_do() -> None:
    random = Random(4)
    drawn = [(random.random(), 1.0) for _ in range(3 * MOST_DRAWN)]
    units = Units.of(drawn)
    assert len(units.sums) == MOST_DRAWN
    values, counts = units.drawn()
    assert values.total == pytest.approx(sum(value for value, _ in drawn))
    low, high = mean(values, counts).interval or (1.0, 0.0)
    # A uniform variable has the variance 1/12.
    assert high - low == pytest.approx(2 * 1.96 * (1 / 12 / len(drawn)) ** 0.5, rel=0.1)


@pytest.mark.parametrize("value", [0.0, 1.0, 0.25])
def test_where_nothing_varies_the_interval_is_that_of_so_many_outcomes(value: float) -> None:
    values, counts = Units.of([(value, 1.0)] * 30).drawn()
    assert mean(values, counts) == (value, wilson(value, 30))


def test_nothing_has_no_figure() -> None:
    nothing, counts = Units.of([(0.0, 0.0)]).drawn()
    assert mean(nothing, counts) == (None, None)
    assert difference(nothing, nothing, counts) == (None, None)
    assert drop(counts, nothing, counts) == (None, None)


def test_a_drop_of_all_and_of_nothing() -> None:
    part, whole, counts = Units.of([(0.0, 1.0, 1.0)] * 20 + [(0.0, 0.0, 1.0)] * 20).drawn()
    reach = wilson(0.0, 40)[1]
    assert drop(part, whole, counts) == (1.0, (pytest.approx(1 - 2 * reach), 1.0))
    assert drop(whole, whole, counts) == (0.0, (pytest.approx(-2 * reach), pytest.approx(2 * reach)))


def test_a_drop_may_be_a_gain() -> None:
    part, whole, counts = Units.of([(1.0, 0.0, 1.0)] * 10 + [(1.0, 1.0, 1.0)] * 30).drawn()
    found = drop(part, whole, counts)
    assert found.value == pytest.approx(-1 / 3)
    assert found.interval is not None
    assert found.interval[0] < -1 / 3 < found.interval[1] < 0


def test_the_difference_is_the_second_less_the_first() -> None:
    first, second, counts = Units.of([(1.0, 0.0, 1.0)] * 10 + [(1.0, 1.0, 1.0)] * 30).drawn()
    found = difference(first, second, counts)
    assert found.value == -0.25
    low, high = found.interval or (0.0, 0.0)
    assert -0.4 < low < -0.25 < high < -0.1
    same = difference(first, first, counts)
    assert same.value == 0.0
    assert same.interval == (-wilson(0.0, 40)[1], wilson(0.0, 40)[1])
