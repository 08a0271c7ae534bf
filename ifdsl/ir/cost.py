"""Take an expression; give a static bound on the steps that its evaluation takes, as a polynomial in the response.

A step is one visit of a node, plus what the primitives declare. The views of a text are disjoint parts of it, so a
loop over them costs its body once a character at most, not once a character times the length of the text.
"""

from __future__ import annotations

from dataclasses import dataclass

from ifdsl.ir import nodes as n
from ifdsl.ir.walk import operands
from ifdsl.primitives.table import TABLE

LIST_BOUND = 64
"""How many elements a list is taken to have that comes from a parameter; longer lists cost proportionally more."""

MAX_DEGREE = 2


@dataclass(frozen=True, slots=True)
class Bound:
    """`base + linear * n + quadratic * n**2 + higher * n**3` steps for a response of n code points."""

    base: float = 0.0
    linear: float = 0.0
    quadratic: float = 0.0
    higher: float = 0.0

    def __add__(self, other: Bound) -> Bound:
        return Bound(
            self.base + other.base,
            self.linear + other.linear,
            self.quadratic + other.quadratic,
            self.higher + other.higher,
        )

    def times(self, factor: float) -> Bound:
        return Bound(self.base * factor, self.linear * factor, self.quadratic * factor, self.higher * factor)

    def per_char(self) -> Bound:
        """Once for each character of the response."""
        return Bound(0.0, self.base, self.linear, self.quadratic + self.higher)

    def steps(self, length: int) -> float:
        return self.base + self.linear * length + self.quadratic * length**2 + self.higher * length**3


def bound_of(expression: n.Expr) -> Bound:
    """The bound on one evaluation of `expression`."""
    return _bound(expression, frozenset())


def _bound(node: n.Expr, parts: frozenset[str]) -> Bound:
    """`parts` are the variables that hold one of many disjoint parts of the response: their lengths add up to n."""
    one = Bound(1.0)
    match node:
        case n.Value() | n.Pattern() | n.Variable():
            return one
        case n.Call():
            return _call(node, parts)
        case n.Quantifier():
            return one + _bound(node.domain, parts) + _loop(node, parts)
        case _:
            total = one
            for child in operands(node):
                total += _bound(child, parts)
            return total


def _call(node: n.Call, parts: frozenset[str]) -> Bound:
    cost = TABLE[node.function].cost
    total = Bound(1.0 + cost.base, cost.per_char)
    if _part_of(node.arguments[0], parts):
        # One of many parts: the loop around it counts the characters of all of them together.
        total = Bound(1.0 + cost.base + cost.per_char)
    for argument in node.arguments:
        total += _bound(argument, parts)
    return total


def _loop(node: n.Quantifier, parts: frozenset[str]) -> Bound:
    over_text = node.domain.type == "list[text]" and _mentions_text(node.domain)
    inner = parts | {node.variable} if over_text else parts
    body = Bound(1.0) + _bound(node.element, inner)
    if node.condition is not None:
        body += _bound(node.condition, inner)
    # A part is a character or more, and a call on it costs at least its declared base, so one body a character covers
    # both many short parts and few long ones.
    return body.per_char() + body if over_text else body.times(LIST_BOUND)


def _part_of(node: n.Expr, parts: frozenset[str]) -> bool:
    return isinstance(node, n.Variable) and node.name in parts


def _mentions_text(node: n.Expr) -> bool:
    """Whether a list may be as long as the response: it comes from a call, not from a literal or a parameter."""
    return isinstance(node, n.Call | n.Slice) or any(_mentions_text(child) for child in operands(node))
