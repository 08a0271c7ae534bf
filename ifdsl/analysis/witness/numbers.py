"""Take a number that depends on the response and a range; give the facts by which the number is in the range."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.closing import Picked
from ifdsl.analysis.witness.places import folds, listed, located, predicate_of, unread
from ifdsl.ir import nodes as n
from ifdsl.primitives.primitive import Primitive
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.table import TABLE

Read: TypeAlias = Callable[[Any], list[f.Fact]]
"""Gives the facts that a truth value stands for."""


def sized(node: Any, times: Range, read: Read) -> Iterator[f.Fact]:
    """What it takes that the number `node` is in `times`; `read` gives the facts of a truth value."""
    match node:
        case n.Call(function="len"):
            yield from _length(node.arguments[0], times, read)
        case n.Call(function="count"):
            path, needle = located(node.arguments[0]), node.arguments[1]
            text: Any = needle.value if isinstance(needle, n.Value) else None
            yield unread(node) if path is None or text is None else needle_of(node, text, times, path)
        case n.Conditional():
            yield from sized(node.then, times, read)
        case n.Call(function="nesting_depth", arguments=(_, n.Value(value=str(pairs)), *_)):
            yield f.Nested(pairs, times)
        case n.Call(function="quote_depth"):
            yield f.Nested("\"\"''", times)
        case n.Call(function="sum", arguments=(n.Items(items=items),)):
            # The first takes it all, and the rest none beyond it.
            yield from sized(items[0], times, read)
            for item in items[1:]:
                yield from sized(item, Range(0, 0), read)
        case n.Call(function="json_depth"):
            yield f.Data("depth", times)
        case n.Call(function="first", arguments=(n.Call(function="heading_levels"), *_)):
            yield f.Data("first_level", times)
        case n.Call(function="max", arguments=(inner, *_)):
            yield _highest(inner, times)
        case n.Arithmetic(operator="*", left=inner, right=n.Value(value=int(factor) | float(factor))) if factor > 0:
            low = None if times.lo is None else times.lo / factor
            high = None if times.hi is None else times.hi / factor
            yield from sized(inner, Range(low, high), read)
        case n.Arithmetic(operator="+" | "-", left=inner, right=n.Value(value=int(term))):
            more = term if node.operator == "+" else -term
            low = None if times.lo is None else times.lo - more
            yield from sized(inner, Range(low, None if times.hi is None else times.hi - more), read)
        case n.Arithmetic(operator="+"):
            left = (*sized(node.left, times, read), *sized(node.right, Range(0, None), read))
            right = (*sized(node.right, times, read), *sized(node.left, Range(0, None), read))
            yield f.Chosen((left, right), Range(1, None))
        case n.Arithmetic(operator="/"):
            yield from _ratio(node, times, read)
        case n.Call(function="overlap"):
            yield _shares(node, times)
        case _:
            yield unread(node)


def _shares(node: Any, times: Range) -> f.Fact:
    _, reference, length = node.arguments
    if not (isinstance(reference, n.Value) and isinstance(length, n.Value)):
        return unread(node)
    others: Any = reference.value
    size: Any = length.value
    by_word = any(len(item) != 1 for item in others)
    low, high = (0 if times.lo is None else times.lo), (1 if times.hi is None else times.hi)
    return f.Shares((" " if by_word else "").join(others), size, low, high, by_word)


def _highest(node: Any, times: Range) -> f.Fact:
    if isinstance(node, n.Quantifier) and isinstance(node.element, n.Call) and node.element.function == "len":
        node = node.element.arguments[0]
    name = node.function if isinstance(node, n.Call) else ""
    if name == "xml_attributes":
        return f.Data(name, times)
    return f.Data(name, times) if name in ("heading_levels", "item_depths") else unread(node)


def _length(node: Any, times: Range, read: Read) -> Iterator[f.Fact]:
    match node:
        case Picked():
            options = tuple(tuple(read(condition)) for condition, _ in node.options)
            yield f.Chosen(options, times)
            return
        case n.Call(function="distinct", arguments=(inner,)):
            if isinstance(inner, n.Call) and inner.function == "heading_levels":
                yield f.Data("distinct_levels", times)
                return
            for fact in _length(inner, times, read):
                if isinstance(fact, f.Size):
                    fact = f.Size(fact.path, fact.times, fact.predicate, distinct=True)
                yield fact
            return
        case n.Call(function="xml_attributes"):
            yield f.Data("xml_attributes", times)
            return
        case n.Quantifier(quantifier="list"):
            path = listed(node.domain)
            if path:
                condition = node.condition
                yield f.Size(path, times, None if condition is None else predicate_of(path, node.variable, condition))
                return
        case _:
            path = listed(node)
            if path:
                yield f.Size(path, times)
                return
            path = located(node)
            if path is not None:
                yield f.Size((*path, f.Step("chars", "standard")), times)
                return
    yield unread(node)


def _ratio(node: Any, times: Range, read: Read) -> Iterator[f.Fact]:
    """A share of the elements: none of them where little is allowed, enough of them where much is asked."""
    for fact in _length(node.left.arguments[0], Range(1, None), read) if _is_len(node.left) else ():
        if isinstance(fact, f.Size) and fact.predicate is not None:
            if times.lo:
                yield f.Size(fact.path, Range(2, None), fact.predicate)
            else:
                yield f.Size(fact.path, Range(0, 0), fact.predicate)
            return
    yield unread(node)


def _is_len(node: Any) -> bool:
    return isinstance(node, n.Call) and node.function == "len"


def needle_of(node: Any, text: str, times: Range, path: f.Path) -> f.Needle:
    """The fact that what a call of `count` or `contains` looks for is there so often."""
    whole, loose, pattern = _flags(node)
    return f.Needle(text, times, whole, loose or folds(node.arguments[0]), pattern, path)


def _flags(node: Any) -> tuple[bool, bool, bool]:
    primitive: Primitive = TABLE[node.function]
    named = {p.name: a for p, a in zip(primitive.params, node.arguments, strict=False)}
    return tuple(  # type: ignore[return-value]
        bool(named[name].value) if isinstance(named.get(name), n.Value) else False
        for name in ("whole_word", "ignore_case", "as_pattern")
    )
