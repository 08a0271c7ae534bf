"""Take a check and its arguments; give the check with all that does not depend on the response worked out.

What is left of an expression is what the response decides. Loops over known elements are unrolled, so that
`all(word in response for word in words)` becomes one conjunct for each word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.walk import operands
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.undecided import Undecided

MOST_UNROLLED = 80
"""Elements up to which a loop over known values is unrolled."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A list of known length made by a loop: each element with the condition under which it is in the list."""

    options: tuple[tuple[Any, Any], ...]
    type: str = "list[any]"


Node: TypeAlias = Any
"""An expression of the IR, or `Picked` where a loop was unrolled whose condition the response decides."""

_ERRORS = (Undecided, ValueError, TypeError, IndexError, KeyError, AttributeError, ZeroDivisionError, OverflowError)


def closed_check(constraint: n.Constraint, arguments: Sequence[Any]) -> Node | None:
    """The check of a constraint for these arguments; None where it is no expression."""
    check = constraint.check
    if not isinstance(check, n.ExprCheck):
        return None
    known: dict[str, Node] = {
        parameter.name: constant(value, parameter.type)
        for parameter, value in zip(constraint.parameters, arguments, strict=True)
    }
    for let in check.lets:
        known[let.name] = closed(let.value, known)
    return closed(check.value, known)


def constant(value: Any, type_: str = "any") -> n.Value:
    return n.Value(value=value, type=type_)


def is_constant(node: Node) -> bool:
    return isinstance(node, n.Value)


def closed(node: n.Expr, known: Mapping[str, Node]) -> Node:
    """`node` with its variables replaced by what is known of them, and its closed parts by their values."""
    match node:
        case n.Value():
            return node
        case n.Pattern():
            return constant(node.pattern, "regex")
        case n.Variable():
            return known.get(node.name, node)
        case n.Quantifier():
            return _loop(node, known)
        case n.Logic():
            return _logic(node, known)
        case n.Not():
            inner = closed(node.operand, known)
            return constant(not inner.value, "bool") if isinstance(inner, n.Value) else replace(node, operand=inner)
        case n.Conditional():
            condition = closed(node.condition, known)
            if isinstance(condition, n.Value):
                return closed(node.then if condition.value else node.otherwise, known)
            then, otherwise = closed(node.then, known), closed(node.otherwise, known)
            return replace(node, condition=condition, then=then, otherwise=otherwise)
        case n.Items():
            items = tuple(closed(item, known) for item in node.items)
            if all(map(is_constant, items)):
                return constant([item.value for item in items], node.type)
            return replace(node, items=items)
        case n.Bounds():
            low, high = (None if end is None else closed(end, known) for end in (node.low, node.high))
            if all(end is None or is_constant(end) for end in (low, high)):
                return constant(Range(*(None if end is None else end.value for end in (low, high))), "range")
            return replace(node, low=low, high=high)
        case n.Index():
            return _index(node, known)
        case n.Slice():
            made = replace(node, subject=closed(node.subject, known),
                           low=None if node.low is None else closed(node.low, known),
                           high=None if node.high is None else closed(node.high, known))  # fmt: skip
            return _folded(made, operands(made) if not isinstance(made.subject, Picked) else (made.subject,))
        case n.Call():
            return _call(node, known)
        case n.Compare():
            return _folded_over(replace(node, operands=tuple(closed(part, known) for part in node.operands)))
        case n.Arithmetic():
            return _folded_over(replace(node, left=closed(node.left, known), right=closed(node.right, known)))
        case n.Negative():
            return _folded_over(replace(node, operand=closed(node.operand, known)))
        case n.FieldOf():
            return _folded_over(replace(node, subject=closed(node.subject, known)))


def _folded_over(node: n.Expr) -> Node:
    return _folded(node, operands(node))


def _folded(node: n.Expr, below: Sequence[Node]) -> Node:
    """The value of a node whose parts are all known, else the node."""
    if not all(map(is_constant, below)):
        return node
    try:
        return constant(evaluate(node, {}), node.type)
    except _ERRORS:
        return node


def _logic(node: n.Logic, known: Mapping[str, Node]) -> Node:
    return joined(node.operator, [closed(operand, known) for operand in node.operands])


def joined(operator: Any, parts: Sequence[Node]) -> Node:
    """`parts` joined by `and` or `or`, less those that decide nothing."""
    decisive = operator == "or"
    left = []
    for part in parts:
        if not isinstance(part, n.Value):
            left.append(part)
        elif bool(part.value) is decisive:
            return constant(decisive, "bool")
    if not left:
        return constant(not decisive, "bool")
    return left[0] if len(left) == 1 else n.Logic(operator=operator, operands=tuple(left))


def _loop(node: n.Quantifier, known: Mapping[str, Node]) -> Node:
    domain = closed(node.domain, known)
    elements: Any = domain.value if isinstance(domain, n.Value) else None
    if elements is not None and len(elements) <= MOST_UNROLLED:
        pairs = []
        for item in elements:
            inner = {**known, node.variable: constant(item)}
            condition = constant(True, "bool") if node.condition is None else closed(node.condition, inner)
            if not (isinstance(condition, n.Value) and not condition.value):
                pairs.append((condition, closed(node.element, inner)))
        return _unrolled(node, pairs)
    if isinstance(domain, n.Items):
        inner_of = [{**known, node.variable: item} for item in domain.items]
        if node.condition is None:
            return _unrolled(node, [(constant(True, "bool"), closed(node.element, inner)) for inner in inner_of])
    inner = {name: value for name, value in known.items() if name != node.variable}
    condition_ = None if node.condition is None else closed(node.condition, inner)
    if isinstance(domain, Picked):
        domain = n.Variable(name="?", type="list[any]")
    return replace(node, domain=domain, condition=condition_, element=closed(node.element, inner))


def _unrolled(node: n.Quantifier, pairs: list[tuple[Node, Node]]) -> Node:
    if node.quantifier == "list":
        if all(isinstance(condition, n.Value) for condition, _ in pairs):
            elements = tuple(element for _, element in pairs)
            if all(map(is_constant, elements)):
                return constant([element.value for element in elements], node.type)
            return n.Items(items=elements, type=node.type)
        return Picked(tuple(pairs))
    if node.quantifier == "all":
        return joined("and", [
            element if isinstance(condition, n.Value) else joined("or", [n.Not(operand=condition), element])
            for condition, element in pairs
        ])  # fmt: skip
    return joined("or", [
        element if isinstance(condition, n.Value) else joined("and", [condition, element])
        for condition, element in pairs
    ])  # fmt: skip


def _index(node: n.Index, known: Mapping[str, Node]) -> Node:
    subject, place = closed(node.subject, known), closed(node.index, known)
    at: Any = place.value if isinstance(place, n.Value) else None
    if isinstance(subject, n.Items) and at is not None and -len(subject.items) <= at < len(subject.items):
        return subject.items[at]
    return _folded_over(replace(node, subject=subject, index=place))


def _call(node: n.Call, known: Mapping[str, Node]) -> Node:
    arguments = tuple(closed(argument, known) for argument in node.arguments)
    if node.function in ("len", "indices") and isinstance(arguments[0], n.Items):
        size = len(arguments[0].items)
        return constant(size if node.function == "len" else list(range(size)), node.type)
    return _folded(replace(node, arguments=arguments), arguments)
