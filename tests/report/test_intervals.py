"""Intervals and exact tests."""

from fractions import Fraction
from math import comb, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.report.intervals import Spread, clustered, clustered_mean, mcnemar, paired, student, variance, wilson
from ifdsl.report.metrics import Rate
from tests.report.items import leaning

clusters = st.lists(
    st.integers(1, 6).flatmap(lambda size: st.tuples(st.integers(0, size), st.just(size))), min_size=1, max_size=30
)


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.7062), (2, 4.3027), (5, 2.5706), (10, 2.2281), (30, 2.0423), (100, 1.9840), (1000, 1.9623)],
)
def test_students_quantiles_are_those_of_the_tables(degrees: int, quantile: float) -> None:
    assert student(degrees) == pytest.approx(quantile, abs=5e-5)


def test_students_quantiles_fall_without_a_jump_to_the_normal_one() -> None:
    values = [student(degrees) for degrees in range(1, 400)]
    steps = [a - b for a, b in zip(values, values[1:], strict=False)]
    assert all(a > b > 0 for a, b in zip(steps, steps[1:], strict=False))
    assert student(10**9) == pytest.approx(1.959963984540054)


def test_the_variance_is_that_of_a_worked_example() -> None:
    # Clusters 2/2, 0/2, 1/1 and 1/3: p = 1/2, residuals 1, -1, 1/2, -1/2; 4/3 · 2.5 / 64.
    pairs = [(2, 2), (0, 2), (1, 1), (1, 3)]
    assert variance(0.5, 8, Spread.of(pairs)) == pytest.approx(4 / 3 * 2.5 / 64)


@given(st.lists(st.booleans(), min_size=2, max_size=40))
def test_over_clusters_of_one_the_variance_is_the_usual_one(outcomes: list[bool]) -> None:
    n, share = len(outcomes), sum(outcomes) / len(outcomes)
    found = variance(share, n, Spread.of([(one, 1) for one in outcomes]))
    assert found == pytest.approx(share * (1 - share) / (n - 1))


@given(clusters)
def test_an_interval_over_clusters_holds_the_share_and_is_no_narrower_than_wilsons(pairs: list) -> None:
    rate = Rate.of(pairs)
    assert rate.value is not None
    low, high = rate.interval or (1.0, 0.0)
    narrow_low, narrow_high = wilson(rate.value, rate.total)
    assert 0 <= low <= rate.value <= high <= 1
    assert high - low >= narrow_high - narrow_low - 1e-12


@given(clusters)
def test_clusters_that_are_all_of_one_mind_count_once(pairs: list) -> None:
    """Twice the outcomes, each a copy of another in its cluster, tell nothing new."""
    doubled = [(2 * a, 2 * b) for a, b in pairs]
    once = clustered(Rate.of(pairs).value or 0.0, sum(b for _, b in pairs), Spread.of(pairs), most=1e9)
    twice = clustered(Rate.of(doubled).value or 0.0, sum(b for _, b in doubled), Spread.of(doubled), most=1e9)
    assert twice == pytest.approx(once)


@given(clusters)
def test_where_all_pass_each_cluster_has_spoken_once(pairs: list) -> None:
    full = [(size, size) for _, size in pairs]
    even = [(3, 3)] * len(pairs)
    effective = sum(b for _, b in full) ** 2 / sum(b * b for _, b in full)
    assert Rate.of(full).interval == pytest.approx(wilson(1.0, effective))
    assert Rate.of(even).interval == pytest.approx(wilson(1.0, len(even)))


def test_one_cluster_of_two_minds_bounds_nothing() -> None:
    assert Rate.of([(1, 3)]).interval == (0.0, 1.0)


@given(st.lists(st.integers(0, 1), min_size=1, max_size=20))
def test_clusters_of_one_have_wilsons_interval(outcomes: list[int]) -> None:
    assert Rate.of([(one, 1) for one in outcomes]) == Rate(sum(outcomes), len(outcomes))


@pytest.mark.parametrize("rate", [0.3, 0.8, 0.95])
def test_coverage_over_clusters_is_that_which_is_claimed(rate: float) -> None:
    """Of 600 runs of 80 prompts with 1 to 6 requirements that lean together, the claim holds in some 95 %."""
    random, held, held_by_wilson = Random(7), 0, 0
    for _ in range(600):
        pairs = []
        for _ in range(80):
            size, chance = random.randint(1, 6), leaning(random, rate, 0.5)
            pairs.append((sum(random.random() < chance for _ in range(size)), size))
        found = Rate.of(pairs)
        low, high = found.interval or (1.0, 0.0)
        narrow_low, narrow_high = wilson(found.value or 0.0, found.total)
        held += low <= rate <= high
        held_by_wilson += narrow_low <= rate <= narrow_high
    assert 0.93 <= held / 600 <= 0.98
    assert held_by_wilson / 600 < 0.85


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0, 1)), max_size=12))
def test_a_mean_lies_in_its_interval(values: list) -> None:
    mean, interval = clustered_mean(values, len(values))
    if mean is None or interval is None:
        assert not values
        return
    assert mean == pytest.approx(sum(value for _, value in values) / len(values), abs=1e-12)
    assert 0 <= interval[0] <= mean <= interval[1] <= 1


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_sign_test_is_twice_the_smaller_tail(one: int, other: int) -> None:
    total = one + other
    tail = sum(Fraction(comb(total, k), 2**total) for k in range(min(one, other) + 1))
    assert mcnemar(one, other) == pytest.approx(float(min(Fraction(1), 2 * tail)))
    assert mcnemar(one, other) == mcnemar(other, one)


def test_large_counts_do_not_overflow() -> None:
    # The normal approximation with the correction for continuity, far where it is good.
    assert mcnemar(20_000, 20_400) == pytest.approx(0.0472, abs=2e-4)
    assert mcnemar(0, 5000) == 0.0


@given(st.floats(0, 1), st.floats(0, 1), st.floats(-1, 1), st.integers(1, 200))
def test_a_difference_lies_in_its_interval(a: float, b: float, correlation: float, n: int) -> None:
    first, second = wilson(a, n), wilson(b, n)
    low, high = paired(first, a, second, b, correlation)
    assert -1 <= low <= b - a <= high <= 1
    swapped = paired(second, b, first, a, correlation)
    assert swapped == pytest.approx((-high, -low))


@settings(max_examples=50)
@given(st.floats(0.05, 0.95), st.floats(0.05, 0.95), st.integers(2, 200))
def test_without_correlation_a_difference_is_joined_by_squaring_and_adding(a: float, b: float, n: int) -> None:
    first, second = wilson(a, n), wilson(b, n)
    low, _ = paired(first, a, second, b, 0.0)
    assert b - a - low == pytest.approx(min(b - a + 1, sqrt((b - second[0]) ** 2 + (first[1] - a) ** 2)))
