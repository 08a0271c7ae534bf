"""Take a requirement of a spec, scopes and alternatives included; give it as one demand, stated by an expression."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness.closing import closed, closed_check, constant, joined
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared, evaluate

_TRUE = constant(True, "bool")


def demands_within(program: n.Program, spec: n.Spec, values: Mapping[str, Any]) -> tuple[Demand, ...]:
    """The requirements in `must` of a spec whose parameters have these values, each as one demand.

    What a model judges is not stated: such a demand is taken to hold of every text.
    """
    made = []
    for requirement in spec.must:
        known = {name: constant(value) for name, value in values.items()}
        response = n.Variable(name=n.RESPONSE, type="text")
        node = _node(requirement, program, known, response, 0)
        check = n.ExprCheck(value=node)
        examples: tuple[n.Example, ...] = ()
        if isinstance(requirement, n.Demand):
            examples = program.constraints[requirement.constraint].examples
        made.append(Demand(requirement.id, n.Constraint(name=requirement.id, parameters=(), check=check,
                                                        examples=examples), ()))  # fmt: skip
    return tuple(made)


def _node(
    requirement: n.Requirement, program: n.Program, known: Mapping[str, Any], subject: n.Variable, depth: int
) -> Any:
    inside = {**known, n.RESPONSE: subject}
    part = n.Variable(name=f"part{depth}", type="text")

    def body(requirements: Sequence[n.Requirement], of: n.Variable, operator: str = "and") -> Any:
        return joined(operator, [_node(inner, program, known, of, depth + 1) for inner in requirements])

    match requirement:
        case n.Demand():
            return _demand(requirement, program, known, subject)
        case n.Each() | n.IfPresent():
            element = body(requirement.body, part)
            if isinstance(element, n.Value):
                return element
            domain = closed(requirement.domain, inside)
            every = n.Quantifier(quantifier="all", variable=part.name, domain=domain, element=element, type="bool")
            if isinstance(requirement, n.IfPresent):
                return every
            some = n.Compare(operators=(">",), operands=(_length(domain), constant(0, "int")))
            return joined("and", [some, every])
        case n.Within():
            element = body(requirement.body, part)
            # One text is a list of one, so that what holds of it has a variable of its own.
            domain = n.Items(items=(closed(requirement.subject, inside),), type="list[text]")
            return n.Quantifier(quantifier="all", variable=part.name, domain=domain, element=element, type="bool")
        case n.Combined(combinator="any_of"):
            return body(requirement.body, subject, "or")
        case n.Combined(combinator="all_of"):
            return body(requirement.body, subject)
        case n.Combined():
            return n.Not(operand=body(requirement.body, subject, "or"))
        case n.When():
            chosen = closed(requirement.condition, known)
            taken = requirement.then if isinstance(chosen, n.Value) and chosen.value else requirement.otherwise
            return body(taken, subject)


def _length(domain: Any) -> n.Call:
    return n.Call(function="len", arguments=(domain,), type="int")


def _demand(demand: n.Demand, program: n.Program, known: Mapping[str, Any], subject: n.Variable) -> Any:
    constraint = program.constraints[demand.constraint]
    values = {name: value.value for name, value in known.items()}
    arguments = [
        as_declared(evaluate(argument, values), parameter.type)
        for parameter, argument in zip(constraint.parameters, demand.arguments, strict=True)
    ]
    node = closed_check(constraint, arguments)
    if node is None:
        return _TRUE
    return node if subject.name == n.RESPONSE else renamed(node, n.RESPONSE, subject)


def renamed(node: Any, name: str, by: n.Expr) -> Any:
    """An expression with another one in the place of a variable."""
    return closed(node, {name: by})
