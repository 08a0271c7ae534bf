"""Verdicts, outcomes and reports: Kleene logic, scores and rewards, and what they are as JSON."""

from __future__ import annotations

import json
from itertools import product
from math import inf

import pytest

from ifdsl.checking import quick
from ifdsl.checking.verdict import (
    Evidence,
    Outcome,
    Report,
    RequirementOutcome,
    Verdict,
    conjunction,
    credit,
    disjunction,
    negation,
)

PASS, FAIL, UNKNOWN, NOT_APPLICABLE = Verdict.PASS, Verdict.FAIL, Verdict.UNKNOWN, Verdict.NOT_APPLICABLE
QUICK = {PASS: True, FAIL: False, UNKNOWN: UNKNOWN, NOT_APPLICABLE: NOT_APPLICABLE}
TUPLES = [verdicts for length in range(4) for verdicts in product(Verdict, repeat=length)]

# Strong Kleene logic as numbers: unknown lies between false and true.
TRUTH = {FAIL: 0.0, UNKNOWN: 0.5, PASS: 1.0}
BACK = {truth: verdict for verdict, truth in TRUTH.items()}


@pytest.mark.parametrize("verdicts", TUPLES)
def test_and_is_the_least_and_or_the_greatest_of_what_applies(verdicts: tuple[Verdict, ...]) -> None:
    truths = [TRUTH[verdict] for verdict in verdicts if verdict is not NOT_APPLICABLE]
    assert conjunction(verdicts) is (BACK[min(truths)] if truths else NOT_APPLICABLE)
    assert disjunction(verdicts) is (BACK[max(truths)] if truths else NOT_APPLICABLE)


@pytest.mark.parametrize("verdicts", TUPLES)
def test_quick_verdicts_combine_as_verdicts_do(verdicts: tuple[Verdict, ...]) -> None:
    found = [QUICK[verdict] for verdict in verdicts]
    assert quick.verdict_of(quick.all_of(found)) is conjunction(verdicts)
    assert quick.verdict_of(quick.any_of(found)) is disjunction(verdicts)
    assert quick.verdict_of(quick.none_of(found)) is negation(disjunction(verdicts))
    assert quick.verdict_of(quick.none_of(found)) is conjunction([negation(verdict) for verdict in verdicts])


def test_a_combination_stops_where_it_is_settled() -> None:
    def verdicts(first: bool):  # type: ignore[no-untyped-def]
        yield first
        raise AssertionError("asked for another verdict")

    assert quick.all_of(verdicts(False)) is False
    assert quick.any_of(verdicts(True)) is True
    assert quick.none_of(verdicts(True)) is False
    assert quick.all_hold(verdicts(False), True) is False


def test_all_over_nothing_is_what_it_is_told() -> None:
    for empty in (True, False, NOT_APPLICABLE):
        assert quick.all_hold([], empty) is empty
        assert quick.all_hold([True, True], empty) is True
        assert quick.all_hold([True, False], empty) is False


def outcome(verdict: Verdict, margin: float | None = None) -> Outcome:
    return Outcome(verdict, margin, "words")


def report(*outcomes: Outcome, should: tuple[Outcome, ...] = ()) -> Report:
    must, rest = (
        tuple(RequirementOutcome(f"{name}{i}", "std.c", item) for i, item in enumerate(items))
        for name, items in (("m", outcomes), ("s", should))
    )
    return Report("spec", must, rest)


def test_should_counts_in_the_score_and_not_in_the_verdict() -> None:
    found = report(outcome(PASS, 1.0), should=(outcome(FAIL, -1.0),))
    assert found.verdict is PASS
    assert found.passed
    assert found.score == 0.5
    assert found.reward == pytest.approx(2 / 3)


def test_an_unknown_is_neither_a_pass_nor_left_out() -> None:
    found = report(outcome(PASS, 1.0), outcome(UNKNOWN))
    assert found.verdict is UNKNOWN
    assert not found.passed
    assert (found.score, found.reward) == (0.5, 0.5)


def test_what_does_not_apply_is_left_out_of_the_score_and_not_missed_in_the_reward() -> None:
    found = report(outcome(NOT_APPLICABLE), outcome(FAIL, -0.5))
    assert (found.score, found.reward) == (0.0, 0.625)
    nothing = report(outcome(NOT_APPLICABLE))
    assert nothing.passed
    assert (nothing.score, nothing.reward) == (1.0, 1.0)


def test_the_reward_rises_with_the_margin_and_no_failure_earns_half() -> None:
    margins = [-1e9, -2.0, -1.0, -0.75, -0.5, -0.01, -1e-9, -1e-300]
    credits = [credit(outcome(FAIL, margin)) for margin in margins]
    assert credits == sorted(credits)
    assert credits[0] == 0.0
    assert max(credits) < 0.5 < credit(outcome(PASS, 0.0)) == 1.0


def test_a_report_is_json() -> None:
    evidence = (Evidence("counted", 0, 3), Evidence("missing", -1, -1, "delve"))
    full = Outcome(FAIL, -0.5, "1 word; at least 2 were asked for", inf, "at least 2", evidence)
    child = RequirementOutcome("a", "std.c", full)
    data = Report("spec", (RequirementOutcome("p", "each", full, (child,)),)).to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["verdict"] == "fail"
    assert data["must"][0]["measured"] == "inf"
    assert data["must"][0]["children"][0]["evidence"] == [
        {"kind": "counted", "start": 0, "end": 3},
        {"kind": "missing", "text": "delve"},
    ]
