"""Compiled checks against the reference evaluator: on generated programs and texts they say the same."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import HealthCheck, given, settings

from ifdsl.checking import reference
from ifdsl.checking.compile import load
from ifdsl.checking.verdict import Outcome, Verdict
from ifdsl.checking.verifier import ConstraintChecker, verifier
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from tests.checking.building import UNDECIDABLE, ir_checker, literal
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


@pytest.mark.parametrize(("quantifier", "settled"), [("any", True), ("all", False)])
def test_a_quantifier_looks_no_further_than_what_settles_it(quantifier: str, settled: bool) -> None:
    """The second element cannot be decided; as a condition, the quantifier is a value that no margin looks into."""
    item = n.Variable(name="item", type="bool")
    operator = "or" if settled else "and"
    looked = n.Quantifier(
        quantifier=quantifier,  # type: ignore[arg-type]
        variable="item",
        domain=n.Items(items=(literal(settled), literal(not settled)), type="list[bool]"),
        element=n.Logic(operator=operator, operands=(item, UNDECIDABLE)),  # type: ignore[arg-type]
        type="bool",
    )
    value = n.Conditional(condition=looked, then=literal(settled), otherwise=literal(not settled), type="bool")
    constraint = n.Constraint(name="t.c", parameters=(), check=n.ExprCheck(value=value))
    assert reference.check_constraint(constraint, (), "x") == (Verdict.PASS, 1.0)
    checks = ir_checker(value)
    assert checks.verdict("x") is checks.check("x").verdict is Verdict.PASS
    assert evaluate(looked, {}) is settled


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
