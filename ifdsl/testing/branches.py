"""Take the check of a constraint; give its branches, and which of them a text takes.

A branch is one outcome of something that may turn out two ways: an operand of `and`, `or` and `not`, the condition of
an `if` or of a loop, what `all` and `any` ask of an element, whether there is an element at all, and the whole check.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.printer import print_expression
from ifdsl.ir.walk import operands
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.undecided import Undecided
from ifdsl.testing.judging import Arguments

_UNDECIDED = (Undecided, MissingExtra, ArithmeticError, MemoryError, RecursionError)
_BRANCHING = (n.Logic, n.Not, n.Conditional, n.Quantifier)


@dataclass(frozen=True, slots=True)
class Branch:
    """One outcome of a place of a check. `role` says what stands there, `source` how it is written."""

    place: int
    role: str
    source: str
    outcome: str


class Branches:
    """The branches of a constraint's check in order of appearance."""

    def __init__(self, constraint: n.Constraint) -> None:
        self.constraint = constraint
        self.all: list[Branch] = []
        self._places: dict[tuple[int, str], tuple[Branch, Branch]] = {}
        self._shallow: dict[int, tuple[n.Expr, list[n.Expr]] | None] = {}
        check = constraint.check
        if isinstance(check, n.ExprCheck):
            self._add(check.value, "the check", ("true", "false"))
            for let in check.lets:
                self._find(let.value)
            self._find(check.value)

    def taken(self, text: str, arguments: Arguments) -> set[Branch]:
        """The branches that a text takes; where the check cannot be decided, those up to there."""
        check = self.constraint.check
        seen: set[Branch] = set()
        if not isinstance(check, n.ExprCheck):
            return seen
        names = [parameter.name for parameter in self.constraint.parameters]
        values: dict[str, Any] = {n.RESPONSE: text, **dict(zip(names, arguments, strict=True))}
        try:
            for let in check.lets:
                values[let.name] = self._value(let.value, values, seen)
            self._mark(check.value, "the check", self._value(check.value, values, seen), seen)
        except _UNDECIDED:
            return seen
        return seen

    # ------------------------------------------------------------ where branches are

    def _find(self, node: n.Expr) -> None:
        match node:
            case n.Logic():
                for operand in node.operands:
                    if not isinstance(operand, n.Not):
                        self._add(operand, f"a part of `{node.operator}`", ("true", "false"))
            case n.Not():
                self._add(node.operand, "after `not`", ("true", "false"))
            case n.Conditional():
                self._add(node.condition, "the condition", ("true", "false"))
            case n.Quantifier():
                self._add(node.domain, "the elements", ("some", "none"))
                if node.condition is not None:
                    self._add(node.condition, "the condition", ("true", "false"))
                if node.quantifier != "list":
                    self._add(node.element, f"each element of `{node.quantifier}`", ("true", "false"))
            case _:
                pass
        for below in operands(node):
            self._find(below)

    def _add(self, node: n.Expr, role: str, outcomes: tuple[str, str]) -> None:
        if (id(node), role) in self._places:
            return
        place = len(self.all) // 2
        source = print_expression(node)
        pair = (Branch(place, role, source, outcomes[0]), Branch(place, role, source, outcomes[1]))
        self._places[id(node), role] = pair
        self.all += pair

    # ------------------------------------------------------------ what a text takes

    def _mark(self, node: n.Expr, role: str, value: Any, seen: set[Branch]) -> Any:
        pair = self._places.get((id(node), role))
        if pair is not None:
            seen.add(pair[0] if value else pair[1])
        return value

    def _value(self, node: n.Expr, values: Mapping[str, Any], seen: set[Branch]) -> Any:
        match node:
            case n.Logic():
                settling = node.operator == "or"
                for operand in node.operands:
                    found = self._value(operand, values, seen)
                    self._mark(operand, f"a part of `{node.operator}`", found, seen)
                    if bool(found) is settling:
                        return settling
                return not settling
            case n.Not():
                return not self._mark(node.operand, "after `not`", self._value(node.operand, values, seen), seen)
            case n.Conditional():
                chosen = self._mark(node.condition, "the condition", self._value(node.condition, values, seen), seen)
                return self._value(node.then if chosen else node.otherwise, values, seen)
            case n.Quantifier():
                return self._loop(node, values, seen)
            case _:
                parts = self._parts(node)
                if parts is None:
                    return evaluate(node, values)
                shell, below = parts
                inner = {f" {place}": self._value(part, values, seen) for place, part in enumerate(below)}
                return evaluate(shell, {**values, **inner})

    def _loop(self, node: n.Quantifier, values: Mapping[str, Any], seen: set[Branch]) -> Any:
        domain = self._mark(node.domain, "the elements", self._value(node.domain, values, seen), seen)
        settling = node.quantifier == "any"
        listed = []
        for item in domain:
            inner = {**values, node.variable: item}
            if node.condition is not None:
                held = self._value(node.condition, inner, seen)
                if not self._mark(node.condition, "the condition", held, seen):
                    continue
            found = self._value(node.element, inner, seen)
            if node.quantifier == "list":
                listed.append(found)
                continue
            self._mark(node.element, f"each element of `{node.quantifier}`", found, seen)
            if bool(found) is settling:
                return settling
        return listed if node.quantifier == "list" else not settling

    def _parts(self, node: n.Expr) -> tuple[n.Expr, list[n.Expr]] | None:
        """The node with variables for what is below it, where a branch is below; else None."""
        if id(node) not in self._shallow:
            below = list(operands(node))
            shell = None if not any(map(_branches, below)) else (_shell(node, below), below)
            self._shallow[id(node)] = shell
        return self._shallow[id(node)]


def _branches(node: n.Expr) -> bool:
    return isinstance(node, _BRANCHING) or any(map(_branches, operands(node)))


def _shell(node: n.Expr, below: Sequence[n.Expr]) -> n.Expr:
    holes = [n.Variable(name=f" {place}", type=part.type) for place, part in enumerate(below)]
    match node:
        case n.Call():
            return replace(node, arguments=tuple(holes))
        case n.Compare():
            return replace(node, operands=tuple(holes))
        case n.Items():
            return replace(node, items=tuple(holes))
        case n.Arithmetic():
            return replace(node, left=holes[0], right=holes[1])
        case n.Negative():
            return replace(node, operand=holes[0])
        case n.Index():
            return replace(node, subject=holes[0], index=holes[1])
        case n.FieldOf():
            return replace(node, subject=holes[0])
        case n.Slice():
            ends = iter(holes[1:])
            low = None if node.low is None else next(ends)
            return replace(node, subject=holes[0], low=low, high=None if node.high is None else next(ends))
        case n.Bounds():
            ends = iter(holes)
            low = None if node.low is None else next(ends)
            return replace(node, low=low, high=None if node.high is None else next(ends))
        case _:
            raise AssertionError("nothing else has parts below it that are not branches")
