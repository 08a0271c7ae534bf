"""Take a spec and its values; give what a response must be like to pass, and what stands in the way of knowing it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ifdsl.analysis.demands import Demand, demands_of_spec
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.primitives.undecided import Undecided


class Aim(NamedTuple):
    """What all `must` requirements of one item ask, together.

    Attributes:
        demands: what each of them states.
        obstacles: why no text can be shown to pass, a clause each: a judge would have to be asked, say.
    """

    demands: tuple[Demand, ...]
    obstacles: tuple[str, ...] = ()


def aim_of(
    program: n.Program,
    spec: n.Spec,
    values: Mapping[str, Any],
    names: Sequence[str],
    *,
    allow_python: bool = False,
) -> Aim:
    """The aim of one instance of a spec.

    Args:
        program: holds the constraints of the spec.
        spec: its `must` requirements count; what it prefers (`should`) is left aside.
        values: of its parameters.
        names: what messages call its `must` requirements, in order.
        allow_python: whether checks that are written in Python are run.
    """
    try:
        obstacles = tuple(
            f"`{name}` {what}"
            for name, requirement in zip(names, spec.must, strict=True)
            for what in dict.fromkeys(_undecided(requirement, program, values, allow_python))
        )
        stated = demands_of_spec(program, spec, values)
        demands = tuple(replace(demand, name=name) for demand, name in zip(stated, names, strict=True))
        return Aim(demands, obstacles)
    except (Undecided, OverflowError) as error:
        return Aim((), (f"an argument cannot be worked out: {error}",))


def _undecided(
    requirement: n.Requirement, program: n.Program, values: Mapping[str, Any], allow_python: bool
) -> Iterator[str]:
    """Why a requirement has no verdict on any text that it applies to; nothing where it may have one."""
    match requirement:
        case n.Demand():
            check = program.constraints[requirement.constraint].check
            if isinstance(check, n.JudgeCheck):
                yield "asks a judge, and no text has its answer"
            elif isinstance(check, n.PythonCheck) and not allow_python:
                yield "is checked in Python, which is not run here"
            return
        case n.IfPresent():
            return  # a text without such parts passes
        case n.Combined(combinator="any_of"):
            reasons = [list(_undecided(inner, program, values, allow_python)) for inner in requirement.body]
            if all(reasons):
                yield from (reason for of_one in reasons for reason in of_one)
            return
        case n.When():
            body = requirement.then if evaluate(requirement.condition, values) else requirement.otherwise
        case _:
            body = requirement.body
    for inner in body:
        yield from _undecided(inner, program, values, allow_python)
