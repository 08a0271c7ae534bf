"""Take a requirement of a spec, scopes and alternatives included; give what it states of the response."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ifdsl.ir import nodes as n
from ifdsl.ir.emptiness import accepting
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.ir.walk import replaced

_TRUE = n.Value(value=True, type="bool")


def stated(requirement: n.Requirement, program: n.Program, values: Mapping[str, Any]) -> n.Expr:
    """What holds of the response exactly where a requirement passes or does not apply.

    Where no program decides that (a model's judgement, a Python function), and where a part may not apply in an
    `any_of` or a `none_of`, which is more than true or false, it is a variable of which nothing is known.

    Args:
        values: of the spec's parameters, by name.

    Raises:
        Undecided: an argument hits a bound of the language.
    """
    if not _is_plain(requirement, program):
        return n.Variable(name=f"{requirement.kind} {requirement.id}", type="bool")
    return _Writer(program, values).node(requirement, n.Variable(name=n.RESPONSE, type="text"), 0)


class _Writer:
    """Writes requirements of a spec whose parameters have values as expressions of a text."""

    def __init__(self, program: n.Program, values: Mapping[str, Any]) -> None:
        self._program = program
        self._values = values
        self._known: dict[str, n.Expr] = {name: n.Value(value=value, type="any") for name, value in values.items()}

    def node(self, requirement: n.Requirement, subject: n.Variable, depth: int) -> n.Expr:
        """What a requirement states of `subject`."""
        inside = {**self._known, n.RESPONSE: subject}
        # No name in a program begins with a blank, so this one hides none.
        part = n.Variable(name=f" part{depth}", type="text")
        match requirement:
            case n.Demand():
                return self._demand(requirement, subject)
            case n.Each() | n.IfPresent():
                return _every(part, replaced(requirement.domain, inside), self._all(requirement.body, part, depth))
            case n.Within():
                # One text is a list of one, so that what holds of it has a variable of its own.
                text = n.Items(items=(replaced(requirement.subject, inside),), type="list[text]")
                return _every(part, text, self._all(requirement.body, part, depth))
            case n.When():
                chosen = evaluate(requirement.condition, self._values)
                return self._all(requirement.then if chosen else requirement.otherwise, subject, depth)
            case n.Combined(combinator="all_of"):
                return self._all(requirement.body, subject, depth)
            case n.Combined():
                some = _joined("or", [self.node(inner, subject, depth + 1) for inner in requirement.body])
                return some if requirement.combinator == "any_of" else n.Not(operand=some)

    def _all(self, body: Sequence[n.Requirement], subject: n.Variable, depth: int) -> n.Expr:
        return _joined("and", [self.node(inner, subject, depth + 1) for inner in body])

    def _demand(self, demand: n.Demand, subject: n.Variable) -> n.Expr:
        constraint = self._program.constraints[demand.constraint]
        assert isinstance(constraint.check, n.ExprCheck)
        known: dict[str, n.Expr] = {n.RESPONSE: subject}
        for parameter, argument in zip(constraint.parameters, demand.arguments, strict=True):
            value = as_declared(evaluate(argument, self._values), parameter.type)
            known[parameter.name] = n.Value(value=value, type=parameter.type)
        for let in constraint.check.lets:
            known[let.name] = replaced(let.value, known)
        return replaced(accepting(constraint.check), known)


def _every(part: n.Variable, domain: n.Expr, element: n.Expr) -> n.Expr:
    return n.Quantifier(quantifier="all", variable=part.name, domain=domain, element=element, type="bool")


def _joined(operator: Literal["and", "or"], parts: Sequence[n.Expr]) -> n.Expr:
    if not parts:
        return _TRUE
    return parts[0] if len(parts) == 1 else n.Logic(operator=operator, operands=tuple(parts))


def _is_plain(requirement: n.Requirement, program: n.Program, negated: bool = False) -> bool:
    """Whether a requirement has two values: a program decides it, and what does not apply counts as what passes."""
    if isinstance(requirement, n.Demand):
        check = program.constraints[requirement.constraint].check
        return isinstance(check, n.ExprCheck) and not (negated and check.if_empty == "not_applicable")
    negated = negated or (isinstance(requirement, n.Combined) and requirement.combinator != "all_of")
    bodies = (requirement.then, requirement.otherwise) if isinstance(requirement, n.When) else (requirement.body,)
    return all(_is_plain(part, program, negated) for body in bodies for part in body) and (not negated or all(bodies))
