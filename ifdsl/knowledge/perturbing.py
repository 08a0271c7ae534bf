"""Take what is expected of an answer, as an expression; give the ways in which somebody may fail to do as told.

Each is the expression with one thing about it changed: a step left out, done the other way round, with another setting,
for the wrong case, or in another order; or what there is before the last steps. Whether a change shows on a row is
found out by evaluating it: where it gives what is expected, it is no mistake there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ifdsl.ir import nodes as n
from ifdsl.ir.walk import operands, replaced, size
from ifdsl.primitives.primitive import Param
from ifdsl.primitives.table import TABLE

MOST = 120
"""Mistakes of one spec; what a stranger writes may have hundreds of steps."""

LARGEST = 200
"""Nodes of a `given` line that is written out."""

_OPPOSITES = {
    "upper": "lower",
    "lower": "upper",
    "first": "last",
    "last": "first",
    "first_char": "last_char",
    "last_char": "first_char",
    "min": "max",
    "max": "min",
}


class Mistake(NamedTuple):
    """One way to fail: the name of what is not done as told, and what comes of it."""

    name: str
    value: n.Expr


def inlined(knowledge: n.Knowledge, keep: set[str]) -> n.Expr:
    """What is expected, with the `given` lines but those of `keep` written out."""
    by: dict[str, n.Expr] = {}
    for given in knowledge.given:
        value = replaced(given.value, by)
        # A line that stays a name is one whose steps are not taken apart.
        if given.name not in keep and size(value) <= LARGEST:
            by[given.name] = value
    expected = replaced(knowledge.expect, by)
    return expected if size(expected) <= LARGEST * 4 else knowledge.expect


def mistakes(expression: n.Expr) -> list[Mistake]:
    """The ways to fail to do what `expression` says, each once; a value that is a text like its own."""
    found: dict[n.Expr, str] = {}
    for name, value in _changed(expression):
        if value != expression and value.type == expression.type:
            found.setdefault(value, name)
    for name, value in _stages(expression):
        if value != expression:
            found.setdefault(value, name)
    return [Mistake(name, value) for value, name in found.items()][:MOST]


def steps(expression: n.Expr) -> list[Mistake]:
    """The steps of `expression`, each with what comes of leaving it out: one without effect gives what is expected."""
    return [Mistake(name, value) for name, value in _changed(expression) if name.startswith("without ")]


def _stages(expression: n.Expr) -> Iterator[tuple[str, n.Expr]]:
    """The texts on the way to the value: what there is where the last steps are not taken."""
    if isinstance(expression, n.Call | n.Arithmetic | n.Index | n.Slice | n.Conditional):
        for child in operands(expression):
            if child.type == "text" and not isinstance(child, n.Value):
                yield f"no further than {_name(child)}", child
            yield from _stages(child)


def _changed(node: n.Expr) -> Iterator[tuple[str, n.Expr]]:
    """The expression with one thing changed: at this node, or at one below it."""
    yield from _changed_here(node)
    match node:
        case n.Call():
            for place, argument in enumerate(node.arguments):
                for name, value in _changed(argument):
                    if value.type == argument.type:
                        parts = (*node.arguments[:place], value, *node.arguments[place + 1 :])
                        yield name, replace(node, arguments=parts)
        case n.Conditional():
            for name, value in _changed(node.condition):
                yield name, replace(node, condition=value)
            for name, value in _changed(node.then):
                yield name, replace(node, then=value)
            for name, value in _changed(node.otherwise):
                yield name, replace(node, otherwise=value)
        case n.Arithmetic():
            for name, value in _changed(node.left):
                yield name, replace(node, left=value)
            for name, value in _changed(node.right):
                yield name, replace(node, right=value)
        case n.Quantifier():
            for name, value in _changed(node.domain):
                yield name, replace(node, domain=value)
            for name, value in _changed(node.element):
                if value.type == node.element.type:
                    yield name, replace(node, element=value)
        case n.Index():
            for name, value in _changed(node.subject):
                yield name, replace(node, subject=value)
        case n.Slice():
            for name, value in _changed(node.subject):
                yield name, replace(node, subject=value)
        case n.Items():
            for place, item in enumerate(node.items):
                for name, value in _changed(item):
                    yield name, replace(node, items=(*node.items[:place], value, *node.items[place + 1 :]))


def _changed_here(node: n.Expr) -> Iterator[tuple[str, n.Expr]]:
    match node:
        case n.Call() if node.type in ("text", "list[text]"):
            yield from _changed_call(node)
        case n.Conditional():
            yield "whatever the case", node.then
            yield "in no case", node.otherwise
        case n.Arithmetic(operator="+", type="text"):
            yield "without the end", node.left
            yield "without the beginning", node.right
            yield "in the other order", replace(node, left=node.right, right=node.left)
        case n.Quantifier(quantifier="list"):
            if node.condition is not None:
                yield "of all", replace(node, condition=None)
            if node.element.type == node.domain.type.removeprefix("list[").removesuffix("]"):
                plain = n.Variable(name=node.variable, type=node.element.type)
                if node.element != plain:
                    yield "without what is done to each", replace(node, element=plain)


def _changed_call(node: n.Call) -> Iterator[tuple[str, n.Expr]]:
    first = node.arguments[0]
    if first.type == node.type:
        yield f"without {node.function}", first
        if isinstance(first, n.Call) and first.arguments[0].type == first.type:
            outer = replace(node, arguments=(first.arguments[0], *node.arguments[1:]))
            yield "in the other order", replace(first, arguments=(outer, *first.arguments[1:]))
    if node.function in _OPPOSITES:
        other = _OPPOSITES[node.function]
        yield f"{other} for {node.function}", replace(node, function=other)
    for place, parameter in enumerate(TABLE[node.function].params):
        argument = node.arguments[place]
        if place and isinstance(argument, n.Value):
            for value in _other_values(parameter, argument):
                parts = (*node.arguments[:place], value, *node.arguments[place + 1 :])
                yield f"{node.function} with another {parameter.name}", replace(node, arguments=parts)


def _other_values(parameter: Param, value: n.Value) -> Iterator[n.Value]:
    if parameter.type.choices:
        for word in parameter.type.choices:
            if word != value.value:
                yield replace(value, value=word)
    elif isinstance(value.value, bool):
        yield replace(value, value=not value.value)
    elif isinstance(value.value, int):
        near = (value.value - 2, value.value - 1, value.value + 1, value.value + 2)
        yield from (replace(value, value=one) for one in near if one >= 0 or value.value < 0)
        if parameter.type.name == "number" and value.value:
            yield replace(value, value=-value.value)
            yield replace(value, value=value.value / 10, type="number")
    elif isinstance(value.value, float) and value.value:
        yield replace(value, value=-value.value)


def _name(node: n.Expr) -> str:
    match node:
        case n.Call():
            return node.function
        case n.Variable() | n.FieldOf():
            return node.name
        case _:
            return "a part"
