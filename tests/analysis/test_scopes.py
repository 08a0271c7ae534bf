"""What a scope is said to state holds of a text exactly where the requirement leaves it passing."""

from __future__ import annotations

from hypothesis import HealthCheck, event, given, settings

from ifdsl.analysis.scopes import stated
from ifdsl.checking.reference import check_requirement
from ifdsl.checking.verdict import Verdict
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.walk import free_variables
from ifdsl.primitives.undecided import Undecided
from tests.ir_strategies import SpecCase, spec_cases

SLOW = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


@SLOW
@given(spec_cases())
def test_a_scope_states_just_what_it_accepts(case: SpecCase) -> None:
    (spec,) = case.program.specs
    values = {parameter.name: value for parameter, value in zip(spec.parameters, case.values, strict=True)}
    for requirement in (*spec.must, *spec.should):
        verdict, _ = check_requirement(case.program, requirement, values, case.text)
        try:
            node = stated(requirement, case.program, values)
            if verdict is Verdict.UNKNOWN or free_variables(node) - {n.RESPONSE}:
                continue
            holds = evaluate(node, {n.RESPONSE: case.text})
        except (Undecided, OverflowError, MemoryError, RecursionError):
            continue
        event(f"{requirement.kind}: {verdict}")
        assert bool(holds) is (verdict in (Verdict.PASS, Verdict.NOT_APPLICABLE))
