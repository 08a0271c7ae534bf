"""Compiled checks against the reference evaluator: on generated programs and texts they say the same."""

from __future__ import annotations

from math import isclose

from hypothesis import HealthCheck, given, settings

from ifdsl.checking import reference
from ifdsl.checking.compile import load
from ifdsl.checking.verdict import Outcome
from ifdsl.checking.verifier import ConstraintChecker, verifier
from ifdsl.ir import nodes as n
from tests.ir_strategies import Case, SpecCase, cases, spec_cases

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)


def checker_of(case: Case) -> ConstraintChecker:
    program = n.Program(module="t", constraints={case.constraint.name: case.constraint})
    return ConstraintChecker(load(program), case.constraint.name, case.arguments)


def same_margin(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)


@settings(max_examples=160, deadline=None, suppress_health_check=SLOW)
@given(cases())
def test_a_compiled_constraint_is_the_reference(case: Case) -> None:
    checker = checker_of(case)
    verdict, margin = reference.check_constraint(case.constraint, case.arguments, case.text)
    outcome = checker.check(case.text)
    assert checker.verdict(case.text) is verdict
    assert outcome.verdict is verdict
    assert same_margin(outcome.margin, margin)


@settings(max_examples=80, deadline=None, suppress_health_check=SLOW)
@given(spec_cases())
def test_a_compiled_spec_is_the_reference(case: SpecCase) -> None:
    if not case.text.strip():
        return
    checks = verifier(load(case.program), "s", case.values)
    expected = reference.check_spec(case.program, "s", case.values, case.text)
    report = checks.check(case.text)
    outcomes: list[Outcome] = [item.outcome for item in (*report.must, *report.should)]
    assert list(checks.verdicts(case.text)) == [verdict for verdict, _ in expected]
    assert [outcome.verdict for outcome in outcomes] == [verdict for verdict, _ in expected]
    for outcome, (_, margin) in zip(outcomes, expected, strict=True):
        assert same_margin(outcome.margin, margin)
    must = len(case.program.specs[0].must)
    assert checks.passes(case.text) is all(verdict.accepted for verdict, _ in expected[:must])
    assert report.passed is checks.passes(case.text)
