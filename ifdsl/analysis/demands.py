"""Take a row of published instructions, or a spec and its values; give the flat set of demands that must all hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared, evaluate


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


class BadDemand(ValueError):
    """A demand that cannot be stated; the message says why."""


def demands_of_row(
    ids: Sequence[str], kwargs: Sequence[Mapping[str, Any]], known: Mapping[str, n.Constraint]
) -> tuple[Demand, ...]:
    """The demands of a published row, in order; `known` gives the constraints by the name they were published under.

    Arguments that are None count as not given, as in the published files.

    Raises:
        BadDemand: a name that is not known, or a parameter without a value.
    """
    return tuple(_of_instruction(id_, given, known) for id_, given in zip(ids, kwargs, strict=True))


def demands_of_spec(program: n.Program, spec: n.Spec, values: Mapping[str, Any]) -> tuple[Demand, ...]:
    """The requirements in `must` of a spec whose parameters have these values, in order.

    A requirement that is more than one constraint with its arguments (`each`, `in`, `any_of` and the like) becomes a
    demand of which nothing is known.
    """
    return tuple(_of_requirement(requirement, program, values) for requirement in spec.must)


def _of_instruction(id_: str, given: Mapping[str, Any], known: Mapping[str, n.Constraint]) -> Demand:
    constraint = known.get(id_)
    if constraint is None:
        raise BadDemand(f"no constraint was published as `{id_}`")
    values = tuple(_argument(id_, parameter, given.get(parameter.name)) for parameter in constraint.parameters)
    return Demand(constraint.short_name, constraint, values)


def _argument(id_: str, parameter: n.Parameter, value: Any) -> Any:
    if value is None:
        if parameter.default is None:
            raise BadDemand(f"`{id_}` needs a value for `{parameter.name}`")
        return evaluate(parameter.default, {})
    if parameter.type in ("int", "number") and isinstance(value, float) and value.is_integer():
        return int(value)
    if parameter.type == "list[text]" and isinstance(value, str):
        return list(value)
    return as_declared(value, parameter.type)


def _of_requirement(requirement: n.Requirement, program: n.Program, values: Mapping[str, Any]) -> Demand:
    if isinstance(requirement, n.Demand):
        constraint = program.constraints[requirement.constraint]
        arguments = tuple(
            as_declared(evaluate(argument, values), parameter.type)
            for parameter, argument in zip(constraint.parameters, requirement.arguments, strict=True)
        )
        return Demand(requirement.id, constraint, arguments)
    unknown = n.Variable(name=f"{requirement.kind} {requirement.id}", type="bool")
    check = n.ExprCheck(value=unknown)
    return Demand(requirement.id, n.Constraint(name=requirement.id, parameters=(), check=check), ())
