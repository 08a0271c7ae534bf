"""Take an expression and the values of its names; give its value, and how many steps it took and how large it got."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ifdsl.ir import evaluate as oracle
from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.table import TABLE
from ifdsl.primitives.undecided import Undecided

UNDECIDED = (Undecided, OverflowError)
COPIED, COMPARED = 0.05, 0.5


class Counter:
    """Evaluates as `ir.evaluate` does and counts: nodes, what primitives declare, what is copied and compared.

    `largest` is the most that any text or list held that the expression made itself.
    """

    def __init__(self) -> None:
        self.steps = 0.0
        self.largest = 0

    def value(self, node: n.Expr, environment: Mapping[str, Any]) -> Any:
        self.steps += 1
        match node:
            case n.Call():
                arguments = [self.value(argument, environment) for argument in node.arguments]
                cost = TABLE[node.function].cost
                self.steps += cost.base
                for place, (argument, value) in enumerate(zip(node.arguments, arguments, strict=True)):
                    if argument.type != "regex":
                        self.steps += reach(value) * (cost.per_char if place == 0 else COPIED)
                return oracle.call(node.function, node.rule, arguments)
            case n.Quantifier():
                return self.loop(node, environment)
            case n.Logic():
                values = (self.value(operand, environment) for operand in node.operands)
                return all(values) if node.operator == "and" else any(values)
            case n.Conditional():
                chosen = node.then if self.value(node.condition, environment) else node.otherwise
                return self.value(chosen, environment)
            case n.Compare():
                return self.chain(node, environment)
            case n.Arithmetic():
                left, right = self.value(node.left, environment), self.value(node.right, environment)
                return self.made(oracle.arithmetic(node.operator, left, right))
            case n.Slice():
                subject = self.value(node.subject, environment)
                ends = [None if end is None else self.value(end, environment) for end in (node.low, node.high)]
                self.steps += weight(subject[ends[0] : ends[1]]) * COPIED
                return subject[ends[0] : ends[1]]
            case n.Index():
                subject, position = self.value(node.subject, environment), self.value(node.index, environment)
                return oracle.index(subject, position, node.type)
            case n.Items():
                return [self.value(item, environment) for item in node.items]
            case n.Not():
                return not self.value(node.operand, environment)
            case n.Negative():
                return -self.value(node.operand, environment)
            case n.Bounds():
                return Range(*(None if end is None else self.value(end, environment) for end in (node.low, node.high)))
            case n.FieldOf():
                return getattr(self.value(node.subject, environment), node.name)
        return oracle.evaluate(node, environment)

    def loop(self, node: n.Quantifier, environment: Mapping[str, Any]) -> Any:
        def elements() -> Iterator[Any]:
            for item in self.value(node.domain, environment):
                self.steps += 1
                inner = {**environment, node.variable: item}
                if node.condition is None or self.value(node.condition, inner):
                    yield self.value(node.element, inner)

        if node.quantifier == "list":
            return self.made(list(elements()), free=True)
        return all(elements()) if node.quantifier == "all" else any(elements())

    def chain(self, node: n.Compare, environment: Mapping[str, Any]) -> bool:
        left = self.value(node.operands[0], environment)
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            right = self.value(operand, environment)
            self.steps += (reach(left) + reach(right)) * COPIED
            if operator in ("in", "not in") and isinstance(right, list):
                self.steps += len(right) * COMPARED
            if not oracle.compare(operator, left, right):
                return False
            left = right
        return True

    def made(self, value: Any, *, free: bool = False) -> Any:
        self.largest = max(self.largest, weight(value))
        self.steps += 0 if free else weight(value) * COPIED
        return value


def weight(value: Any) -> int:
    """The elements of a list with what they hold, the characters of a text, nothing of a number."""
    if isinstance(value, str):
        return len(value)
    return len(value) + sum(map(weight, value)) if isinstance(value, list) else 0


def reach(value: Any) -> int:
    return max(len(value), weight(value) - len(value)) if isinstance(value, list) else weight(value)


def count(check: n.ExprCheck, environment: Mapping[str, Any]) -> Counter:
    counter, inner = Counter(), dict(environment)
    try:
        for let in check.lets:
            inner[let.name] = counter.value(let.value, inner)
        counter.value(check.value, inner)
    except UNDECIDED:
        pass  # what it took by then counts all the same
    return counter
