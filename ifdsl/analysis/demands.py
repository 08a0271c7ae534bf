"""Take a spec and its values; give the flat set of demands that must all hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ifdsl.analysis.scopes import stated
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.ir.expressions import constant
from ifdsl.ir.parts import derived_id


@dataclass(frozen=True, slots=True)
class Demand:
    """One requirement of a flat set, all of which must hold.

    Attributes:
        name: what messages call it, such as `number_words`.
        constraint: the constraint that states it.
        arguments: a plain value for each of its parameters, in order.
    """

    name: str
    constraint: n.Constraint
    arguments: tuple[Any, ...]


def demands_of_spec(program: n.Program, spec: n.Spec, values: Mapping[str, Any]) -> tuple[Demand, ...]:
    """The requirements in `must` of a spec whose parameters have these values, in order.

    A requirement that is more than one constraint with its arguments (`each`, `in`, `any_of` and the like) becomes a
    demand that states the same by one expression, without arguments.
    """
    return tuple(_of_requirement(requirement, program, values) for requirement in spec.must)


def requirements_of(demands: Sequence[Demand]) -> tuple[n.Demand, ...]:
    """The same set as requirements of a spec, with the ids that the compiler derives for them."""
    taken: dict[str, int] = {}
    made = []
    for demand in demands:
        pairs = zip(demand.constraint.parameters, demand.arguments, strict=True)
        arguments = tuple(
            n.Pattern(pattern=str(value)) if parameter.type == "regex" else constant(value)
            for parameter, value in pairs
        )
        id_ = derived_id(demand.constraint.short_name, arguments, taken)
        made.append(n.Demand(id=id_, constraint=demand.constraint.name, arguments=arguments))
    return tuple(made)


def _of_requirement(requirement: n.Requirement, program: n.Program, values: Mapping[str, Any]) -> Demand:
    if isinstance(requirement, n.Demand):
        constraint = program.constraints[requirement.constraint]
        arguments = tuple(
            as_declared(evaluate(argument, values), parameter.type)
            for parameter, argument in zip(constraint.parameters, requirement.arguments, strict=True)
        )
        return Demand(requirement.id, constraint, arguments)
    check = n.ExprCheck(value=stated(requirement, program, values))
    return Demand(requirement.id, n.Constraint(name=requirement.id, parameters=(), check=check), ())
