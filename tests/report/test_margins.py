"""How far requirements were met or missed."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.checking.wording import range_phrase, wanted
from ifdsl.primitives.ranges import Range
from ifdsl.report.margins import EDGES, measure_margins, required_range
from ifdsl.store.records import ItemResult
from tests.report.items import judged, must, runs

numbers = st.integers(0, 10**6)
ranges = st.builds(lambda a, b: Range(min(a, b), max(a, b)), numbers, numbers) | st.builds(
    lambda bound, low: Range(bound, None) if low else Range(None, bound), numbers, st.booleans()
)


@given(ranges)
def test_the_words_of_the_checks_are_read_back(bounds: Range) -> None:
    read = required_range(range_phrase(bounds))
    assert read is not None
    # Nothing counted is below 0.
    assert (max(0, read.min), read.max) == (max(0, bounds.min), bounds.max)


@given(st.sampled_from(["<", "<=", "==", ">=", ">"]), st.integers(0, 99), st.integers(1, 99))
def test_the_words_of_a_comparison_are_read_back(operator: str, measured: int, bound: int) -> None:
    read = required_range(wanted(operator, bound))
    assert read is not None
    holds = {"<": measured < bound, "<=": measured <= bound, "==": measured == bound, ">=": measured >= bound}
    assert (measured in read) is holds.get(operator, measured > bound)


@pytest.mark.parametrize("expected", ["not at least 3", "at least", "`at least 3`", "any number", None, True, ["3"]])
def test_other_words_are_not_a_number(expected: object) -> None:
    assert required_range(expected) is None


def numeric(measured: float, expected: str, margin: float) -> ItemResult:
    one = must("a.n", "pass" if margin >= 0 else "fail", measured=measured, expected=expected, margin=margin)
    return judged("1", one, must("b.yes", "fail", measured=False, margin=-1.0))


def test_a_worked_example() -> None:
    found = measure_margins(
        [
            numeric(285, "at least 300", -0.05),
            numeric(1200, "at least 300", 3.0),
            numeric(12, "between 5 and 10", -0.2),
            numeric(7, "between 5 and 10", 0.3),
            judged("2", must("a.n", "fail", margin=-0.01), text=""),
        ]
    )
    assert found is not None
    assert (found.total, found.graded, found.near_misses, found.failures) == (8, 4, 1, 6)
    one, other = found.by_constraint["a.n"], found.by_constraint["b.yes"]
    assert one.mean == pytest.approx((-0.05 + 1 - 0.2 + 0.3) / 4)  # 3.0 counts as 1
    assert one.mean_failing == pytest.approx(-0.125)
    assert {EDGES[n - 1]: count for n, count in enumerate(one.bins) if count} == {-0.05: 1, -0.2: 1, 0.2: 1, 1.0: 1}
    assert one.gaps is not None
    assert (one.gaps.short, one.gaps.met, one.gaps.over) == (1, 2, 1)
    assert (one.gaps.mean, one.gaps.least, one.gaps.greatest) == ((-15 + 900 + 2 + 0) / 4, -15, 900)
    assert (other.graded, other.mean, other.near_misses, other.gaps) == (0, -1.0, 0, None)


@settings(max_examples=50, deadline=None)
@given(runs(), st.randoms(use_true_random=False))
def test_every_margin_is_counted_once_in_any_order(run: list[ItemResult], random: Random) -> None:
    found = measure_margins(run)
    margins = [
        one.margin
        for item in run
        if item.answered
        for one in item.requirements
        if one.required and one.margin is not None
    ]
    assert measure_margins(random.sample(run, len(run))) == found
    if found is None:
        assert not margins
        return
    assert found.total == len(margins)
    assert found.failures == sum(margin < 0 for margin in margins)
    assert found.near_misses == sum(-0.1 <= margin < 0 for margin in margins)
    assert sum(found.bins) == found.graded
    bounds = [float("-inf"), *EDGES, float("inf")]
    assert list(found.bins) == [
        sum(low <= margin < high for margin in margins) for low, high in zip(bounds, bounds[1:], strict=False)
    ]
    below = EDGES.index(0.0) + 1
    assert sum(found.bins[:below]) == found.failures


def test_a_number_beyond_all_measure_is_passed_over() -> None:
    found = measure_margins([numeric(10**400, "at most 5", -1e9), numeric(float("nan"), "at most 5", -1.0)])
    assert found is not None
    assert found.by_constraint["a.n"].gaps is None
    assert found.by_constraint["a.n"].mean == -1.0
