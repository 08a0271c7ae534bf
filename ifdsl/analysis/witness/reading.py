"""Take a check with its closed parts worked out; give the facts that it asks of a text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.closing import constant
from ifdsl.analysis.witness.numbers import needle_of, sized
from ifdsl.analysis.witness.places import element_at, folds, listed, located, predicate_of, unread
from ifdsl.analysis.witness.ranks import beginning, by_place
from ifdsl.analysis.witness.wrapping import row_of
from ifdsl.ir import nodes as n
from ifdsl.ir.walk import operands, replaced
from ifdsl.primitives.ranges import Range

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==", "in": "not in", "not in": "in"}


def read(node: Any, holds: bool = True) -> list[f.Fact]:
    """The facts that follow where `node` is true (or, with `holds` false, where it is not)."""
    return list(_read(node, holds))


def _read(node: Any, holds: bool) -> Iterator[f.Fact]:
    match node:
        case n.Value():
            return
        case n.Not():
            yield from _read(node.operand, not holds)
        case n.Logic():
            if (node.operator == "and") == holds:
                for part in node.operands:
                    yield from _read(part, holds)
            else:
                yield f.Chosen(tuple(tuple(_read(part, holds)) for part in node.operands), Range(1, None))
        case n.Compare():
            yield from _comparison(node, holds)
        case n.Conditional():
            first = (*_read(node.condition, True), *_read(node.then, holds))
            yield f.Chosen((first, (*_read(node.condition, False), *_read(node.otherwise, holds))), Range(1, None))
        case n.Quantifier():
            yield from _quantified(node, holds)
        case n.Call():
            yield from _called(node, holds)
        case _:
            yield unread(node)


# ---------------------------------------------------------------- comparisons


def _comparison(node: n.Compare, holds: bool) -> Iterator[f.Fact]:
    pairs = list(zip(node.operands, node.operators, node.operands[1:], strict=False))
    if not holds and len(pairs) > 1:
        yield unread(node)
        return
    for left, operator, right in pairs:
        yield from _compared(left, operator if holds else _NEGATED[operator], right)


def _compared(left: Any, operator: str, right: Any) -> Iterator[f.Fact]:
    if operator in ("in", "not in"):
        yield from _membership(left, operator == "in", right)
        return
    if isinstance(left, n.Value) and not isinstance(right, n.Value):
        left, operator, right = right, _FLIPPED[operator], left
    if not isinstance(right, n.Value):
        yield from _related(left, operator, right)
        return
    value = right.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield from _equated(left, operator, value)
        return
    ranges = {"<": Range(None, -(-value // 1) - 1), "<=": Range(None, value), ">": Range(value // 1 + 1, None),
              ">=": Range(value, None), "==": Range(value, value)}  # fmt: skip
    yield from sized(left, ranges[operator], read) if operator in ranges else [unread(left)]


def _membership(left: Any, inside: bool, right: Any) -> Iterator[f.Fact]:
    if isinstance(left, n.Value) and isinstance(right, n.Call) and right.function == "heading_levels" and inside:
        level: Any = left.value
        yield f.Data("level", Range.of(level))
        return
    if isinstance(left, n.Value) and isinstance(right, n.Call) and right.function == "json_keys" and inside:
        yield f.Data("key", key=str(left.value))
        return
    if isinstance(left, n.Value) and isinstance(left.value, str) and not isinstance(right, n.Value):
        path = located(right)
        if path is not None:
            times = Range(1, None) if inside else Range(0, 0)
            yield f.Needle(left.value, times, ignore_case=folds(right), path=path)
            return
        inner = listed(right)
        if inner and inside:
            yield f.Size(inner, Range(1, None), _equal_to(left.value))
            return
    elif isinstance(right, n.Value) and isinstance(right.value, Range | int | float) and inside:
        yield from sized(left, Range.of(right.value), read)
        return
    elif isinstance(right, n.Value) and isinstance(right.value, list) and inside and right.value:
        if isinstance(left, n.Call) and left.function == "language":
            yield f.Language(str(right.value[0]))
            return
        if isinstance(left, n.Call) and left.function == "json_kind":
            yield f.Data("json")
            return
        path = located(left)
        if path is not None and all(isinstance(item, str) for item in right.value):
            yield f.Same(tuple(right.value), path, loose=folds(left))
            return
    yield unread(n.Compare(operators=("in",), operands=(left, right)))


def _equal_to(text: str) -> f.Predicate:
    element = n.Call(function="lower", arguments=(n.Variable(name="part", type="text"),), type="text")
    return f.Predicate("part", n.Compare(operators=("==",), operands=(element, constant(text.lower(), "text"))))


def _equated(left: Any, operator: str, value: Any) -> Iterator[f.Fact]:
    if operator == "==" and isinstance(value, str):
        if isinstance(left, n.Call) and left.function == "language":
            yield f.Language(value)
            return
        if isinstance(left, n.Call) and left.function == "json_kind":
            yield f.Data(value)
            return
        path = located(left)
        if path is not None:
            yield f.Same((value,), path, loose=folds(left))
            return
    if operator == "==" and isinstance(value, list) and isinstance(left, n.Items) and len(left.items) == len(value):
        for item, wanted in zip(left.items, value, strict=True):
            yield from _compared(item, "==", constant(wanted, "text"))
        return
    if operator == "==" and isinstance(value, list):
        path = listed(left)
        if path and value and all(isinstance(item, str) for item in value):
            yield from _parts(left, path, value)
            return
    if operator == "!=" and isinstance(value, str) and located(left) == ():
        return
    yield unread(n.Compare(operators=("==",), operands=(left, constant(value))))


def _parts(left: Any, path: f.Path, value: list[str]) -> Iterator[f.Fact]:
    """The elements of a view, or of its beginning or end, are these."""
    if isinstance(left, n.Slice):
        low: Any = left.low.value if isinstance(left.low, n.Value) else 0
        # A beginning that depends on the response is the one that leaves just these.
        known = left.low is None or isinstance(left.low, n.Value)
        start = (low or 0) if known else -len(value)
        for i, item in enumerate(value):
            place = element_at(path, start + i)
            if place is not None:
                yield f.Same((item,), place, loose=True)
        if left.high is None and start >= 0:
            yield f.Size(path, Range(start + len(value), start + len(value)))
        return
    joint = {"find_all": ", ", "split": str(path[-1].arguments[0]) + " " if path[-1].arguments else " "}
    between = joint.get(path[-1].view, "\n" if path[-1].view in ("lines", "csv_rows") else " ")
    fields = path[-1].view == "csv_fields" and path[-1].arguments
    whole = row_of(value, str(path[-1].arguments[0])) if fields else between.join(value)
    yield f.Same((whole,), path[:-1])
    yield f.Size(path, Range(len(value), len(value)))


def _related(left: Any, operator: str, right: Any) -> Iterator[f.Fact]:
    """Two sides that both depend on the response."""
    for side, other in ((left, right), (right, left)):
        path = located(side)
        if operator == "==" and path and isinstance(other, n.Value):
            yield f.Same((str(other.value),), path)
            return
        ranked = beginning(side, other) if operator == "==" else None
        if ranked is not None:
            yield ranked
            return
    yield unread(n.Compare(operators=("==",), operands=(left, right)))


# ---------------------------------------------------------------- claims


def _called(node: Any, holds: bool) -> Iterator[f.Fact]:
    path = located(node.arguments[0]) if node.arguments else None
    second: Any = (
        node.arguments[1].value if len(node.arguments) > 1 and isinstance(node.arguments[1], n.Value) else None
    )
    times = Range(1, None) if holds else Range(0, 0)
    match node.function:
        case "contains" if path is not None and second is not None:
            yield needle_of(node, second, times, path)
        case "matches" if path is not None and second is not None:
            yield f.Needle(second, times, as_pattern=True, path=path)
        case "full_match" if path is not None and second is not None and holds:
            yield f.Shape(second, path)
        case "starts_with" | "ends_with" if path is not None and second is not None and holds:
            loose = folds(node.arguments[0]) or _true(node.arguments[2:])
            yield (f.Start if node.function == "starts_with" else f.End)(second, loose, path)
        case "is_upper" | "is_lower" if path == () and holds:
            yield f.Case(node.function == "is_upper")
        case "in_language" if second is not None and holds:
            yield f.Language(second)
        case "is_json" | "is_xml" if holds:
            yield f.Data(node.function[3:])
        case "is_blank" if not holds:
            return
        case "is_blank" if path and path[-1].view == "split_at" and path[-1].place == 0:
            yield f.Same(("",), path)
        case _:
            yield unread(node)


def _true(arguments: Any) -> bool:
    return any(isinstance(argument, n.Value) and bool(argument.value) for argument in arguments)


def _quantified(node: n.Quantifier, holds: bool) -> Iterator[f.Fact]:
    node = _fused(node)
    path = listed(node.domain)
    every = (node.quantifier == "all") == holds
    element = node.element if holds else n.Not(operand=node.element)
    ranked = by_place(node) if node.quantifier == "all" and holds else None
    if ranked is not None:
        yield ranked
    elif path is None:
        yield unread(node)
    elif every:
        if node.condition is not None:
            element = n.Logic(operator="or", operands=(n.Not(operand=node.condition), element))
        yield f.Every(path, predicate_of(path, node.variable, element))
    else:
        if node.condition is not None:
            element = n.Logic(operator="and", operands=(node.condition, element))
        yield f.Size(path, Range(1, None), predicate_of(path, node.variable, element))


def _fused(node: n.Quantifier) -> n.Quantifier:
    """A loop over what another loop reads of its elements, as a loop over these elements."""
    domain = node.domain
    if not isinstance(domain, n.Quantifier) or domain.quantifier != "list" or domain.condition is not None:
        return node
    inside = [part for part in (node.element, node.condition) if part is not None]
    if domain.variable != node.variable and any(domain.variable in _names(part) for part in inside):
        return node
    read = {node.variable: domain.element}
    condition = None if node.condition is None else replaced(node.condition, read)
    element = replaced(node.element, read)
    return replace(node, variable=domain.variable, domain=domain.domain, condition=condition, element=element)


def _names(node: Any) -> Iterator[str]:
    """The variables in an expression, bound ones included."""
    if isinstance(node, n.Variable):
        yield node.name
    elif isinstance(node, n.Quantifier):
        yield node.variable
    for part in operands(node):
        yield from _names(part)
