"""Take a check with its closed parts worked out; give the facts that it asks of a text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.closing import Picked, constant
from ifdsl.ir import nodes as n
from ifdsl.ir.walk import operands
from ifdsl.primitives.primitive import Primitive
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.table import TABLE

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==", "in": "not in", "not in": "in"}
_SAME_TEXT = frozenset(
    "lower upper strip strip_start strip_end without_prefix without_suffix replace delete unaccented plain_digits".split()
)
_LISTS = frozenset(["distinct", "sorted"])


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
            yield _other(node)


def _other(node: Any) -> f.Other:
    return f.Other(tuple(dict.fromkeys(mentions(node))))


def mentions(node: Any) -> Iterator[str]:
    """The texts that an expression names."""
    if isinstance(node, n.Value):
        if isinstance(node.value, str) and node.type != "regex":
            yield node.value
        elif isinstance(node.value, list):
            yield from (item for item in node.value if isinstance(item, str))
    elif isinstance(node, Picked):
        for pair in node.options:
            for part in pair:
                yield from mentions(part)
    else:
        for part in operands(node):
            yield from mentions(part)


# ---------------------------------------------------------------- places in the text


def located(node: Any) -> f.Path | None:
    """Which part of the response an expression is, changes of letter case and blanks aside; None where it is none."""
    match node:
        case n.Variable():
            return () if node.name == n.RESPONSE else None
        case n.Index(index=n.Conditional(otherwise=n.Value(value=int(place)))):
            # Where the place depends on a closing mark, it is counted without one.
            return _at(_listed(node.subject), place)
        case n.Index(index=n.Value(value=int(place))):
            return _at(_listed(node.subject), place)
        case n.Call(function="first" | "last"):
            return _at(_listed(node.arguments[0]), 0 if node.function == "first" else -1)
        case n.Call(function="join", arguments=(inner, n.Value(value=""))):
            path = _listed(inner)
            return path[:-1] if path and path[-1].view in ("chars", "letters") else None
        case n.Call() if node.function in _SAME_TEXT:
            return located(node.arguments[0])
        case n.Conditional():
            return located(node.then)
    return None


def _at(path: f.Path | None, place: int) -> f.Path | None:
    if not path:
        return None
    last = path[-1]
    return (*path[:-1], replace(last, place=place))


def _listed(node: Any) -> f.Path | None:
    """The view that a list is, elements left out or in other letter case aside."""
    match node:
        case n.Call() if node.function == "treebank_tokens":
            return _view(node.arguments, "words", "nltk")
        case n.Call() if TABLE[node.function].rules:
            return _view(node.arguments, node.function, node.rule)
        case n.Call() if node.function in _LISTS:
            return _listed(node.arguments[0])
        case n.Quantifier(quantifier="list"):
            return _listed(node.domain) if _carries(node.element, node.variable) else None
        case n.Slice():
            return _listed(node.subject)
    return None


def _view(arguments: tuple[Any, ...], view: str, rule: str | None) -> f.Path | None:
    base = located(arguments[0])
    rest = tuple(argument.value for argument in arguments[1:] if isinstance(argument, n.Value))
    if base is None or len(rest) + 1 != len(arguments):
        return None
    return (*base, f.Step(view, rule, rest, folded=_folds(arguments[0]), bare=_deletes(arguments[0])))


def _carries(node: Any, variable: str) -> bool:
    """Whether an expression is the variable itself, in other letter case or less some of its marks."""
    if isinstance(node, n.Call) and node.function in _SAME_TEXT:
        return _carries(node.arguments[0], variable)
    return isinstance(node, n.Variable) and node.name == variable


# ---------------------------------------------------------------- comparisons


def _comparison(node: n.Compare, holds: bool) -> Iterator[f.Fact]:
    pairs = list(zip(node.operands, node.operators, node.operands[1:], strict=False))
    if not holds and len(pairs) > 1:
        yield _other(node)
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
    yield from sized(left, ranges[operator]) if operator in ranges else [_other(left)]


def _membership(left: Any, inside: bool, right: Any) -> Iterator[f.Fact]:
    if isinstance(left, n.Value) and isinstance(left.value, str) and not isinstance(right, n.Value):
        path = located(right)
        if path is not None:
            times = Range(1, None) if inside else Range(0, 0)
            yield f.Needle(left.value, times, ignore_case=_folds(right), path=path)
            return
        listed = _listed(right)
        if listed and inside:
            yield f.Size(listed, Range(1, None), _equal_to(left.value))
            return
    elif isinstance(right, n.Value) and isinstance(right.value, Range | int | float) and inside:
        yield from sized(left, Range.of(right.value))
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
            yield f.Same(tuple(right.value), path, loose=_folds(left))
            return
    yield _other(n.Compare(operators=("in",), operands=(left, right)))


def _equal_to(text: str) -> f.Predicate:
    element = n.Call(function="lower", arguments=(n.Variable(name="part", type="text"),), type="text")
    return f.Predicate("part", n.Compare(operators=("==",), operands=(element, constant(text.lower(), "text"))))


def _folds(node: Any) -> bool:
    return isinstance(node, n.Call) and (node.function == "lower" or any(map(_folds, node.arguments[:1])))


def _deletes(node: Any) -> bool:
    return isinstance(node, n.Call) and (node.function == "delete" or any(map(_deletes, node.arguments[:1])))


def _predicate(path: f.Path, variable: str, node: Any) -> f.Predicate:
    return f.Predicate(variable, node, path[-1].folded, path[-1].bare)


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
            yield f.Same((value,), path, loose=_folds(left))
            return
    if operator == "==" and isinstance(value, list):
        path = _listed(left)
        if path and value and all(isinstance(item, str) for item in value):
            yield from _parts(left, path, value)
            return
    if operator == "!=" and isinstance(value, str) and located(left) == ():
        return
    yield _other(n.Compare(operators=("==",), operands=(left, constant(value))))


def _parts(left: Any, path: f.Path, value: list[str]) -> Iterator[f.Fact]:
    """The elements of a view, or of its beginning or end, are these."""
    if isinstance(left, n.Slice):
        low = left.low.value if isinstance(left.low, n.Value) and left.low.value is not None else 0
        if left.low is None or isinstance(left.low, n.Value):
            start = low
        else:
            start = -len(value)
        for i, item in enumerate(value):
            place = _at(path, start + i)
            if place is not None:
                yield f.Same((item,), place, loose=True)
        if left.high is None and start >= 0:
            yield f.Size(path, Range(start + len(value), start + len(value)))
        return
    joint = {"find_all": ", ", "split": str(path[-1].arguments[0]) + " " if path[-1].arguments else " "}
    between = joint.get(path[-1].view, "\n" if path[-1].view in ("lines", "csv_rows") else " ")
    yield f.Same((between.join(value),))
    yield f.Size(path, Range(len(value), len(value)))


def _related(left: Any, operator: str, right: Any) -> Iterator[f.Fact]:
    """Two sides that both depend on the response."""
    for side, other in ((left, right), (right, left)):
        path = located(side)
        if operator == "==" and path and isinstance(other, n.Value):
            yield f.Same((str(other.value),), path)
            return
    yield _other(n.Compare(operators=("==",), operands=(left, right)))


# ---------------------------------------------------------------- numbers


def sized(node: Any, times: Range) -> Iterator[f.Fact]:
    """What it takes that a number is in `times`."""
    match node:
        case n.Call(function="len"):
            yield from _length(node.arguments[0], times)
        case n.Call(function="count"):
            path, needle = located(node.arguments[0]), node.arguments[1]
            if path is None or not isinstance(needle, n.Value):
                yield _other(node)
            else:
                yield _needle(node, needle.value, times, path)
        case n.Conditional():
            yield from sized(node.then, times)
        case n.Call(function="nesting_depth" | "quote_depth"):
            pairs = node.arguments[1].value if node.function == "nesting_depth" else "\"\"''"
            yield f.Nested(pairs, times)
        case n.Call(function="sum", arguments=(n.Items(items=items),)):
            # The first takes it all, and the rest none beyond it.
            yield from sized(items[0], times)
            for item in items[1:]:
                yield from sized(item, Range(0, 0))
        case n.Call(function="json_depth"):
            yield f.Data("depth", times)
        case n.Call(function="max_repeats"):
            yield _other(node)
        case n.Call(function="max", arguments=(inner, *_)):
            yield _highest(inner, times)
        case n.Arithmetic(operator="*", left=inner, right=n.Value(value=factor)) if factor > 0:
            low = None if times.lo is None else times.lo / factor
            high = None if times.hi is None else times.hi / factor
            yield from sized(inner, Range(low, high))
        case n.Arithmetic(operator="+", left=inner, right=n.Value(value=int(more))):
            low = None if times.lo is None else times.lo - more
            yield from sized(inner, Range(low, None if times.hi is None else times.hi - more))
        case n.Arithmetic(operator="+"):
            left = (*sized(node.left, times), *sized(node.right, Range(0, None)))
            right = (*sized(node.right, times), *sized(node.left, Range(0, None)))
            yield f.Chosen((left, right), Range(1, None))
        case n.Arithmetic(operator="/"):
            yield from _ratio(node, times)
        case n.Call(function="overlap", arguments=(_, n.Value(value=other), n.Value(value=int(length)))):
            by_word = any(len(item) != 1 for item in other)
            low, high = (0 if times.lo is None else times.lo), (1 if times.hi is None else times.hi)
            yield f.Shares((" " if by_word else "").join(other), length, low, high, by_word)
        case _:
            yield _other(node)


def _highest(node: Any, times: Range) -> f.Fact:
    name = node.function if isinstance(node, n.Call) else ""
    return f.Data(name, times) if name in ("heading_levels", "item_depths") else _other(node)


def _length(node: Any, times: Range) -> Iterator[f.Fact]:
    match node:
        case Picked():
            options = tuple(tuple(read(condition)) for condition, _ in node.options)
            yield f.Chosen(options, times)
            return
        case n.Call(function="distinct", arguments=(inner,)):
            if isinstance(inner, n.Call) and inner.function == "heading_levels":
                yield f.Data("distinct_levels", times)
                return
            for fact in _length(inner, times):
                if isinstance(fact, f.Size):
                    fact = f.Size(fact.path, fact.times, fact.predicate, distinct=True)
                yield fact
            return
        case n.Quantifier(quantifier="list"):
            path = _listed(node.domain)
            if path:
                condition = node.condition
                yield f.Size(path, times, None if condition is None else _predicate(path, node.variable, condition))
                return
        case _:
            path = _listed(node)
            if path:
                yield f.Size(path, times)
                return
            path = located(node)
            if path is not None:
                yield f.Size((*path, f.Step("chars", "standard")), times)
                return
    yield _other(node)


def _ratio(node: n.Arithmetic, times: Range) -> Iterator[f.Fact]:
    """A share of the elements: none of them where little is allowed, enough of them where much is asked."""
    for fact in _length(node.left.arguments[0], Range(1, None)) if _is_len(node.left) else ():
        if isinstance(fact, f.Size) and fact.predicate is not None:
            if times.lo:
                yield f.Size(fact.path, Range(2, None), fact.predicate)
            else:
                yield f.Size(fact.path, Range(0, 0), fact.predicate)
            return
    yield _other(node)


def _is_len(node: Any) -> bool:
    return isinstance(node, n.Call) and node.function == "len"


def _needle(node: n.Call, text: str, times: Range, path: f.Path) -> f.Needle:
    whole, loose, pattern = _flags(node)
    return f.Needle(text, times, whole, loose or _folds(node.arguments[0]), pattern, path)


def _flags(node: n.Call) -> tuple[bool, bool, bool]:
    primitive: Primitive = TABLE[node.function]
    named = {p.name: a for p, a in zip(primitive.params, node.arguments, strict=False)}
    return tuple(  # type: ignore[return-value]
        bool(named[name].value) if isinstance(named.get(name), n.Value) else False
        for name in ("whole_word", "ignore_case", "as_pattern")
    )


# ---------------------------------------------------------------- claims


def _called(node: n.Call, holds: bool) -> Iterator[f.Fact]:
    path = located(node.arguments[0]) if node.arguments else None
    second = node.arguments[1].value if len(node.arguments) > 1 and isinstance(node.arguments[1], n.Value) else None
    times = Range(1, None) if holds else Range(0, 0)
    match node.function:
        case "contains" if path is not None and second is not None:
            yield _needle(node, second, times, path)
        case "matches" if path is not None and second is not None:
            yield f.Needle(second, times, as_pattern=True, path=path)
        case "full_match" if path is not None and second is not None and holds:
            yield f.Shape(second, path)
        case "starts_with" | "ends_with" if path is not None and second is not None and holds:
            loose = _folds(node.arguments[0]) or _true(node.arguments[2:])
            yield (f.Start if node.function == "starts_with" else f.End)(second, loose, path)
        case "is_upper" | "is_lower" if path == () and holds:
            yield f.Case(node.function == "is_upper")
        case "in_language" if second is not None and holds:
            yield f.Language(second)
        case "is_json" | "is_xml" if holds:
            yield f.Data(node.function[3:])
        case "is_blank" if not holds:
            return
        case _:
            yield _other(node)


def _true(arguments: Any) -> bool:
    return any(isinstance(argument, n.Value) and bool(argument.value) for argument in arguments)


def _quantified(node: n.Quantifier, holds: bool) -> Iterator[f.Fact]:
    path = _listed(node.domain)
    every = (node.quantifier == "all") == holds
    element = node.element if holds else n.Not(operand=node.element)
    if path is None:
        yield _other(node)
    elif every:
        if node.condition is not None:
            element = n.Logic(operator="or", operands=(n.Not(operand=node.condition), element))
        yield f.Every(path, _predicate(path, node.variable, element))
    else:
        if node.condition is not None:
            element = n.Logic(operator="and", operands=(node.condition, element))
        yield f.Size(path, Range(1, None), _predicate(path, node.variable, element))
