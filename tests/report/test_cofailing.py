"""What fails together."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.report.cofailing import Cell, measure_cofailures
from ifdsl.store.records import ItemResult
from tests.report.items import judged, must, runs


def test_a_worked_example() -> None:
    verdicts = [("fail", "fail"), ("fail", "pass"), ("pass", "fail"), ("pass", "pass"), ("fail", "unknown")]
    items = [judged(str(n), must("a.x", a), must("b.y", b)) for n, (a, b) in enumerate(verdicts)]  # type: ignore[arg-type]
    items += [judged("lost", must("a.x", "fail"), must("b.y", "fail"), text=""), judged("alone", must("a.z", "fail"))]
    found = measure_cofailures(items)
    assert found.by_constraint == (Cell("a.x", "b.y", 4, 2, 2, 1, 1.0),)
    assert found.by_group == (Cell("a", "b", 4, 2, 2, 1, 1.0),)
    assert (found.groups, found.constraints) == (("a", "b"), ("a.x", "a.z", "b.y"))


@settings(max_examples=50, deadline=None)
@given(runs(), st.randoms(use_true_random=False))
def test_counts_are_bounded_by_each_other_in_any_order(run: list[ItemResult], random: Random) -> None:
    found = measure_cofailures(run)
    assert measure_cofailures(random.sample(run, len(run))) == found
    for cell in (*found.by_group, *found.by_constraint):
        assert cell.first < cell.second
        assert max(0, cell.first_failed + cell.second_failed - cell.items) <= cell.both
        assert cell.both <= min(cell.first_failed, cell.second_failed) <= cell.items
        assert 0 <= cell.expected <= min(cell.first_failed, cell.second_failed)


def test_failures_that_are_independent_come_out_as_expected() -> None:
    random = Random(5)
    items = [
        judged(str(n), *(must(name, "fail" if random.random() < 0.4 else "pass") for name in ("a.x", "b.y")))
        for n in range(3000)
    ]
    (cell,) = measure_cofailures(items).by_group
    assert cell.both == pytest.approx(cell.expected, rel=0.1)
