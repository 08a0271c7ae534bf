"""Groups of cousins in two runs."""

from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.report.comparing import compare
from ifdsl.report.intervals import mcnemar
from ifdsl.report.pairing import PairedReliability, PairedShare
from ifdsl.report.reliability import measure_reliability
from ifdsl.report.versus import comparison_dict, render_comparison
from ifdsl.store.records import ItemResult
from tests.report.items import judged, must, simple

KINDS = ("original", "rephrasing", "rephrasing", "distractor", "ct_alteration")
each_example = settings(max_examples=25, deadline=None)
two_runs = st.lists(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=5), min_size=1, max_size=5)
Two = list[list[tuple[bool, bool]]]


def run(drawn: Two, side: int) -> list[ItemResult]:
    return [
        judged(
            f"{group}:{number}",
            must("a.x", "pass" if both[side] else "fail"),
            meta={"base": str(group), "kind": KINDS[number]},
        )
        for group, members in enumerate(drawn)
        for number, both in enumerate(members)
    ]


def changed(first: list[ItemResult], second: list[ItemResult]) -> PairedReliability:
    found = compare(first, second).reliability
    assert found is not None
    return found


def shares(found: PairedReliability) -> list[PairedShare]:
    return [
        share
        for reading in (found.strict, found.loose)
        for share in (reading.whole, reading.original, *(point.all for point in reading.curve))
    ]


@each_example
@given(two_runs)
def test_each_side_is_what_the_run_alone_has(drawn: Two) -> None:
    first, second = run(drawn, 0), run(drawn, 1)
    found = changed(first, second)
    alone = [measure_reliability(items) for items in (first, second)]
    for side, one in enumerate(alone):
        assert one is not None
        assert (found.groups, found.members, found.sizes) == (one.groups, one.members, one.sizes)
        name = ("first", "second")[side]
        assert getattr(found.strict.whole, name) == pytest.approx(one.strict.every.whole.value)
        assert getattr(found.strict.original, name) == pytest.approx(one.strict.original.value)
        for point, expected in zip(found.strict.curve, one.strict.every.curve, strict=True):
            assert (point.k, point.all.total) == (expected.k, expected.groups)
            assert getattr(point.all, name) == pytest.approx(expected.all.value)
    whole = [(all(a for a, _ in group), all(b for _, b in group)) for group in drawn]
    counted = found.strict.whole
    assert (counted.first_only, counted.second_only) == (whole.count((True, False)), whole.count((False, True)))
    assert counted.p_value == mcnemar(counted.first_only, counted.second_only)
    assert counted.difference == pytest.approx(mean(b - a for a, b in whole))


@each_example
@given(two_runs, st.randoms(use_true_random=False))
def test_exchanging_the_runs_mirrors_the_figures_and_order_changes_nothing(drawn: Two, random: Random) -> None:
    first, second = run(drawn, 0), run(drawn, 1)
    found = changed(first, second)
    for one, other in zip(shares(found), shares(changed(second, first)), strict=True):
        assert (one.total, one.first_only, one.second_only) == (other.total, other.second_only, other.first_only)
        assert one.p_value == other.p_value
        assert one.difference == pytest.approx(-(other.difference or 0.0))
        low, high = one.interval or (1.0, -1.0)
        assert -1 <= low <= (one.difference or 0.0) <= high <= 1
        assert low < high
    assert changed(random.sample(first, len(first)), random.sample(second, len(second))) == found


@each_example
@given(two_runs)
def test_a_run_against_itself_differs_in_nothing(drawn: Two) -> None:
    first = run(drawn, 0)
    for share in shares(changed(first, first)):
        assert (share.first_only, share.second_only, share.p_value, share.difference) == (0, 0, 1.0, 0.0)


def test_a_difference_in_every_group_is_known_better_than_either_figure() -> None:
    """Of 100 groups half pass whole in the first run, and all but one of these in the second."""
    drawn: Two = [[(group % 2 == 0, group % 2 == 0 and group > 0)] * 3 for group in range(100)]
    found = changed(run(drawn, 0), run(drawn, 1)).strict.whole
    assert (found.first, found.second, found.difference) == (0.5, 0.49, pytest.approx(-0.01))
    low, high = found.interval or (-1.0, 1.0)
    assert -0.05 < low < -0.01
    assert high == 0.0


def test_only_members_that_both_runs_have_are_compared() -> None:
    drawn: Two = [[(True, True), (True, True), (False, True)], [(True, True), (True, False)]]
    first, second = run(drawn, 0), run(drawn, 1)
    other = [item for item in first if item.prompt_id != "0:2"]
    found = changed(other, second)
    assert (found.groups, found.members, found.sizes) == (2, 4, {2: 2})
    assert (found.strict.whole.first, found.strict.whole.second) == (1.0, 0.5)
    undecided = [item._replace(strict=None) if item.prompt_id == "1:0" else item for item in second]
    found = changed(first, undecided)
    assert (found.strict.undecided, found.strict.whole.total) == (1, 1)
    assert (found.loose.undecided, found.loose.whole.total) == (0, 2)
    shown = render_comparison(compare(first, undecided))
    assert "1 group with an undecided prompt (strict): left out" in shown


def test_what_is_printed_and_its_json() -> None:
    drawn: Two = [[(True, n > 3 or group > 0) for n in range(5)] for group in range(4)]
    found = compare(run(drawn, 0), run(drawn, 1))
    shown = render_comparison(found).splitlines()
    start = shown.index("4 groups of 5 prompts that both have, means over groups")
    assert shown[start + 2].split()[:5] == ["reliable@5,", "strict", "1.0000", "0.7500", "-0.2500"]
    figures = comparison_dict(found)["reliability"]
    assert figures["strict"]["whole"]["difference"] == -0.25
    assert [point["k"] for point in figures["strict"]["curve"]] == [1, 2, 3, 4, 5]


def test_without_groups_nothing_is_said_of_them() -> None:
    found = compare([simple("1", True)], [simple("1", False)])
    assert found.reliability is None
    assert comparison_dict(found)["reliability"] is None
    assert "groups" not in render_comparison(found)
