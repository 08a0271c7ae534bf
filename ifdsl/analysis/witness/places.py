"""Take a closed expression; say which part of the response it is: all of it, a view, an element of a view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.closing import Picked
from ifdsl.ir import nodes as n
from ifdsl.ir.walk import operands
from ifdsl.primitives.table import TABLE

_SAME_TEXT = frozenset(
    [
        "lower",
        "upper",
        "strip",
        "strip_start",
        "strip_end",
        "without_prefix",
        "without_suffix",
        "replace",
        "delete",
        "unaccented",
        "plain_digits",
    ]
)
_LISTS = frozenset(["distinct", "sorted"])


def unread(node: Any) -> f.Other:
    """What is told of an expression that is not understood: the texts that it names."""
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


def patterns_in(node: Any) -> Iterator[str]:
    """The patterns that an expression names."""
    if isinstance(node, n.Value):
        if node.type == "regex":
            yield str(node.value)
    else:
        for part in operands(node):
            yield from patterns_in(part)


def located(node: Any) -> f.Path | None:
    """Which part of the response an expression is, changes of letter case and blanks aside; None where it is none."""
    match node:
        case n.Variable():
            return () if node.name == n.RESPONSE else None
        case n.Index(index=n.Conditional(otherwise=n.Value(value=int(place)))):
            # Where the place depends on a closing mark, it is counted without one.
            return element_at(listed(node.subject), place)
        case n.Index(index=n.Value(value=int(place))):
            return element_at(listed(node.subject), place)
        case n.Call(function="first" | "last"):
            return element_at(listed(node.arguments[0]), 0 if node.function == "first" else -1)
        case n.Call(function="join", arguments=(inner, n.Value(value=""))):
            path = listed(inner)
            return path[:-1] if path and path[-1].view in ("chars", "letters") else None
        case n.Call() if node.function in _SAME_TEXT:
            return located(node.arguments[0])
        case n.Conditional():
            # Of two ways, the one that takes the text as it is asks the least of it.
            then = located(node.then)
            return () if located(node.otherwise) == () else then
    return None


def element_at(path: f.Path | None, place: int) -> f.Path | None:
    """The element at a place of a view."""
    if not path:
        return None
    last = path[-1]
    return (*path[:-1], replace(last, place=place))


def listed(node: Any) -> f.Path | None:
    """The view that a list is, elements left out or in other letter case aside."""
    match node:
        case n.Call() if node.function == "treebank_tokens":
            return _view(node.arguments, "words", "nltk")
        case n.Call(function="csv_fields"):
            return _view(node.arguments, "csv_fields", None)
        case n.Call() if TABLE[node.function].rules:
            return _view(node.arguments, node.function, node.rule)
        case n.Call() if node.function in _LISTS:
            return listed(node.arguments[0])
        case n.Quantifier(quantifier="list"):
            return listed(node.domain) if _carries(node.element, node.variable) else None
        case n.Slice():
            return listed(node.subject)
    return None


def _view(arguments: tuple[Any, ...], view: str, rule: str | None) -> f.Path | None:
    base = located(arguments[0])
    rest = tuple(argument.value for argument in arguments[1:] if isinstance(argument, n.Value))
    if base is None or len(rest) + 1 != len(arguments):
        return None
    return (*base, f.Step(view, rule, rest, folded=folds(arguments[0]), bare=_deletes(arguments[0])))


def _carries(node: Any, variable: str) -> bool:
    """Whether an expression is the variable itself, in other letter case or less some of its marks."""
    if isinstance(node, n.Call) and node.function in _SAME_TEXT:
        return _carries(node.arguments[0], variable)
    return isinstance(node, n.Variable) and node.name == variable


def folds(node: Any) -> bool:
    """Whether a text is put in lower case on the way."""
    return isinstance(node, n.Call) and (node.function == "lower" or any(map(folds, node.arguments[:1])))


def _deletes(node: Any) -> bool:
    return isinstance(node, n.Call) and (node.function == "delete" or any(map(_deletes, node.arguments[:1])))


def predicate_of(path: f.Path, variable: str, node: Any) -> f.Predicate:
    """The predicate that `node` is of the elements of a view."""
    return f.Predicate(variable, node, path[-1].folded, path[-1].bare)
