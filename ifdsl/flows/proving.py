"""Take a built file; give what its flows ask for in vain: requirements in force that cannot hold together in a turn,
and golden answers that do not do what their turns ask for.

Both are looked at turn by turn, in each instance. A turn that hangs on what a model answers is left out where there is
no golden answer to take its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from ifdsl.checking.compile import load
from ifdsl.checking.verdict import Verdict
from ifdsl.checking.verifier import Verifier
from ifdsl.flows.history import golden_replies, values_in
from ifdsl.flows.joining import with_joined
from ifdsl.flows.turns import GradedTurn, graded_turns, with_turns
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built
from ifdsl.ir.expressions import constant
from ifdsl.ir.instances import valued
from ifdsl.ir.lower import Place
from ifdsl.ir.walk import free_variables
from ifdsl.primitives.undecided import Undecided
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Label, quoted

MOST_INSTANCES = 50
"""Instances of a flow that are looked at."""


def conflicts(built: Built, allowed: Collection[str] = ()) -> Iterator[Diagnostic]:
    """Turns whose requirements cannot hold together.

    Args:
        built: a file.
        allowed: names of flows whose requirements may be in conflict.

    Raises:
        NoSolver: the extra `smt` is not installed.
    """
    if built.program is None:
        return
    program = with_joined(built.program)
    if not program.flows:
        return
    from ifdsl.analysis.specs import findings

    specs: list[n.Spec] = []
    seen: set[str] = set()
    for turn, values in _known_turns(program):
        spec = replace(turn.spec, must=tuple(one for one in turn.spec.must if turn.roles[one.id].kind != "stale"))
        used = frozenset().union(*(_variables(one) for one in spec.must)) if spec.must else frozenset()
        key = f"{spec.name} {sorted((name, repr(values[name])) for name in used)}"
        if spec.must and turn.flow.name not in allowed and key not in seen:
            seen.add(key)
            specs.append(_valued(spec, values))
    turns = replace(built, program=replace(program, specs=tuple(specs)), places=places_of(built))
    yield from findings(turns, idle=False)


def places_of(built: Built) -> dict[Place, Label]:
    """Where what turns are graded on is written, the checks of relations among it."""
    places = dict(built.places)
    if built.program is None:
        return places
    program = with_joined(built.program)
    for flow in program.flows:
        whole = places.get(("flow", flow.name)) or _of_template(flow.name, program, places)
        if whole is None:
            continue  # it was made by a program, and stands nowhere
        for turn in graded_turns(flow, program.constraints):
            for id_ in turn.roles:
                key = "requirement", turn.spec.name, id_
                if key not in places:
                    step = turn.steps.get(id_)
                    found = ("turn", flow.name, turn.turn.name)
                    where = found if step is None else ("step", flow.name, turn.turn.name, str(step))
                    places[key] = places.get(where, whole)
    return places


def _of_template(name: str, program: n.Program, places: Mapping[Place, Label]) -> Label | None:
    """Where the template of a joined flow stands."""
    own = f"{program.module}."
    templates = [one for one in program.layouts if one.startswith(own) and name.startswith(one.removeprefix(own))]
    return places.get(("layout", max(templates, key=len))) if templates else None


def golden_faults(built: Built) -> Iterator[Diagnostic]:
    """Golden answers that fail a requirement of their own turn."""
    if built.program is None:
        return
    program = with_joined(built.program)
    if not any(turn.golden for flow in program.flows for turn in flow.turns):
        return
    module = load(with_turns(program))
    said: set[tuple[str, str, str]] = set()
    for turn, values in _known_turns(program):
        if turn.turn.golden is None:
            continue
        entry = module.specs[turn.spec.name]
        verifier = Verifier(entry, [values[name] for name in entry.parameters])
        text = golden_text(turn, values)
        for one in verifier.check(text).must:
            key = turn.flow.name, turn.turn.name, one.id
            # That a change was ignored says no more than that what it asks for fails.
            told = key in said or turn.roles[one.id].kind == "stale"
            if one.outcome.verdict is Verdict.FAIL and not told:
                said.add(key)
                yield _golden_fault(built, turn, one.id, one.outcome.message)


def golden_text(turn: GradedTurn, values: Mapping[str, Any]) -> str:
    """The golden answer of a turn."""
    from ifdsl.rendering.fill import fill

    assert turn.turn.golden is not None
    return fill(turn.turn.golden, values)


def _golden_fault(built: Built, turn: GradedTurn, id_: str, why: str) -> Diagnostic:
    places = places_of(built)
    asked = places["requirement", turn.spec.name, id_]
    label = places.get(("golden", turn.flow.name, turn.turn.name), asked)
    others = (replace(asked, message="asked for here"),)
    message = f"this golden answer fails {quoted(id_)} of its turn: {why}"
    return Diagnostic(codes.GOLDEN_FAILS, message, label, others)


def _known_turns(program: n.Program) -> Iterator[tuple[GradedTurn, dict[str, Any]]]:
    """The turns whose values are known before anything is asked, with these values."""
    for flow in program.flows:
        turns = graded_turns(flow, program.constraints)
        for _, values in islice(valued(flow), MOST_INSTANCES):
            try:
                golden = golden_replies(turns, values)
                for turn in turns:
                    if all(name in golden for name, captures in turn.captured if captures):
                        yield turn, values_in(turn, values, golden)
            except (Undecided, OverflowError, ValueError):
                continue  # what cannot be worked out is reported where the flow is asked


def _valued(spec: n.Spec, values: Mapping[str, Any]) -> n.Spec:
    """The spec with its values as defaults, so that it has one instance."""
    parameters = tuple(replace(one, default=constant(values[one.name])) for one in spec.parameters)
    return replace(spec, parameters=parameters)


def _variables(requirement: n.Requirement) -> frozenset[str]:
    match requirement:
        case n.Demand():
            return frozenset[str]().union(*map(free_variables, requirement.arguments))
        case n.When():
            own, body = free_variables(requirement.condition), (*requirement.then, *requirement.otherwise)
        case n.Combined():
            own, body = frozenset(), requirement.body
        case n.Within():
            own, body = free_variables(requirement.subject), requirement.body
        case _:
            own, body = free_variables(requirement.domain), requirement.body
    return (own - {n.RESPONSE}).union(*(_variables(one) for one in body))
