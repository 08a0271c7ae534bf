"""Two runs, prompt by prompt."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.report.comparing import Comparison, Paired, PairedLevel, compare
from ifdsl.report.intervals import mcnemar
from ifdsl.report.versus import comparison_dict, render_comparison
from ifdsl.store.records import ItemResult
from tests.report.items import judged, leaning, must, runs, simple


def two_runs(both: int, first_only: int, second_only: int, neither: int) -> tuple[list[ItemResult], list[ItemResult]]:
    pairs = [(True, True)] * both + [(True, False)] * first_only + [(False, True)] * second_only
    pairs += [(False, False)] * neither
    first = [simple(str(n), one) for n, (one, _) in enumerate(pairs)]
    second = [simple(str(n), other) for n, (_, other) in enumerate(pairs)]
    return first, second


@pytest.mark.parametrize(
    ("table", "low", "high", "p_value"),
    # Airway hyper-responsiveness before and after a transplantation (Bentur et al. 2009), and response to therapy (Cavo
    # et al. 2012), with the intervals by squaring and adding of Fagerland, Lydersen and Laake (2017, chapter 8).
    [((1, 1, 7, 12), 0.0256, 0.5069, 0.0703), ((59, 6, 16, 80), 0.0046, 0.1186, 0.0525)],
)
def test_the_interval_and_p_value_are_the_published_ones(
    table: tuple[int, int, int, int], low: float, high: float, p_value: float
) -> None:
    found = compare(*two_runs(*table)).prompt.strict.counted
    assert found.interval == pytest.approx((low, high), abs=5e-5)
    assert found.p_value == pytest.approx(p_value, abs=5e-5)


@settings(max_examples=50)
@given(*[st.integers(0, 12)] * 4)
def test_with_one_requirement_a_prompt_both_levels_say_the_same(a: int, b: int, c: int, d: int) -> None:
    found = compare(*two_runs(a, b, c, d))
    assert found.prompt == found.requirement
    counted = found.prompt.strict.counted
    assert counted[:4] == (a, b, c, d)
    if counted.interval is not None:
        low, high = counted.interval
        assert low <= (c - b) / (a + b + c + d) <= high
        assert low < high
        assert counted.p_value == mcnemar(b, c)


def mirrored(pair: Paired) -> tuple[object, ...]:
    low, high = pair.interval or (0.0, 0.0)
    return pair.both, pair.second_only, pair.first_only, pair.neither, pytest.approx(-high), pytest.approx(-low)


def levels(found: Comparison) -> list[PairedLevel]:
    return [found.prompt, found.requirement, *found.by_constraint.values(), *found.by_group.values()]


@settings(max_examples=50, deadline=None)
@given(runs(), runs(), st.randoms(use_true_random=False))
def test_exchanging_the_runs_mirrors_the_figures_and_order_changes_nothing(first: list, second: list, random) -> None:
    found, back = compare(first, second), compare(second, first)
    assert (found.pairs, found.first_alone, found.second_alone) == (back.pairs, back.second_alone, back.first_alone)
    for one, other in zip(levels(found)[:2], levels(back)[:2], strict=True):
        for mode, modes in zip(one, other, strict=True):
            for pair, swapped in zip(mode, modes, strict=True):
                low, high = swapped.interval or (0.0, 0.0)
                assert (*swapped[:4], low, high) == mirrored(pair)
                assert pair.p_value == swapped.p_value
    shuffled = random.sample(first, len(first))
    assert comparison_dict(compare(shuffled, random.sample(second, len(second)))) == comparison_dict(found)


@given(runs())
def test_a_run_against_itself_differs_in_nothing(run: list[ItemResult]) -> None:
    found = compare(run, run)
    assert found.pairs == len(run)
    assert (found.changed, found.first_alone, found.second_alone, found.unmatched) == (0, 0, 0, 0)
    for level in levels(found):
        for figure in level:
            for pair in figure:
                assert (pair.first_only, pair.second_only) == (0, 0)
                assert pair.p_value in (None, 1.0)
                assert pair.difference in (None, 0.0)


def test_what_cannot_be_compared_is_counted_and_left_out() -> None:
    first = [
        simple("same", True),
        judged("changed", must("a.x", "pass"), prompt="Write."),
        simple("gone", True),
        simple("same", True, repeat=1),
        judged("graded anew", must("a.x", "pass", id="old"), must("a.y", "pass", id="kept")),
        judged("lost", must("a.x", "pass")),
        judged("open", must("a.x", "unknown")),
    ]
    second = [
        simple("same", False),
        judged("changed", must("a.x", "pass"), prompt="Write!"),
        simple("new", True),
        judged("graded anew", must("a.x", "pass", id="new"), must("a.y", "fail", id="kept")),
        judged("lost", must("a.x", "pass"), text=""),
        judged("open", must("a.x", "pass")),
    ]
    found = compare(first, second)
    assert (found.pairs, found.changed, found.first_alone, found.second_alone, found.unmatched) == (4, 1, 2, 1, 2)
    assert found.prompt.strict.counted[:4] == (0, 3, 0, 0)
    assert found.prompt.strict.answered[:4] == (0, 2, 0, 0)
    assert found.requirement.strict.counted[:4] == (0, 3, 0, 0)
    assert found.by_constraint["a.y"].strict.counted[:4] == (0, 1, 0, 0)
    shown = render_comparison(found, "old\x1b", "new")
    for line in (
        "4 prompts in both: first is old?, second is new",
        "1 prompt with other messages in the second run: left out",
        "2 prompts in the first run alone: left out",
        "1 prompt in the second run alone: left out",
        "2 requirements in one of the runs alone: left out",
    ):
        assert line in shown.splitlines()


def test_a_prompt_that_stands_twice_is_an_error() -> None:
    twice = [simple("1", True), simple("1", False)]
    with pytest.raises(ValueError, match="the first run holds repeat 0 of prompt `1` twice"):
        compare(twice, [])
    with pytest.raises(ValueError, match="the second run holds"):
        compare([], twice)


def test_repeats_of_a_prompt_are_one_vote() -> None:
    """Ten answers to one prompt that all changed are no evidence of ten prompts."""
    first = [simple("1", False, repeat=n) for n in range(10)] + [simple("2", True)]
    second = [simple("1", True, repeat=n) for n in range(10)] + [simple("2", True)]
    found = compare(first, second).prompt.strict.counted
    assert found[:4] == (1, 0, 10, 0)
    assert found.p_value == 1.0
    assert mcnemar(0, 10) < 0.01
    apart = compare(*two_runs(1, 0, 10, 0)).prompt.strict.counted
    assert found.interval is not None
    assert apart.interval is not None
    assert found.interval[0] < apart.interval[0]


@pytest.mark.parametrize("gain", [0.0, 0.1])
def test_coverage_of_the_difference_is_that_which_is_claimed(gain: float) -> None:
    """Of 150 pairs of runs of 40 prompts with requirements that lean together, the claim holds in some 95 %."""
    random, held, wrong = Random(11), 0, 0
    for _ in range(150):
        first, second = [], []
        for n in range(40):
            size, chance = random.randint(1, 5), leaning(random, 0.7, 0.4)
            lift = chance + gain * (1 - chance) / 0.3
            for run, one in ((first, chance), (second, lift)):
                run.append(simple(str(n), *(random.random() < one for _ in range(size))))
        found = compare(first, second).requirement.strict.counted
        low, high = found.interval or (1.0, -1.0)
        held += low <= gain <= high
        wrong += (found.p_value or 0.0) <= 0.05
    assert 0.92 <= held / 150 <= 0.99
    if gain == 0:
        assert wrong / 150 <= 0.08
