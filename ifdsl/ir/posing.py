"""Take a spec over rows; give the spec that one row of it makes: fields, givens and the expected text are parameters.

The answer is put under check by a scope: the first matcher is a `must`, the others are `should`s. What backends do with
specs they do with these, and know nothing of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.walk import operands
from ifdsl.primitives.types import ROW

Change = Callable[[Any], Any]
"""Gives what stands for a node, or None where it stays."""

EXPECTED = "expected"
"""What the parameter that holds the expected text is called, unless the author has called something else so."""


@dataclass(frozen=True, slots=True)
class Posed:
    """The spec of a row.

    `asked` is the spec without what judges the answer: what a prompt may say of it. `fields` gives by the name of a
    field the name of the parameter that holds it, `expected` is the parameter of the expected text, and `matchers` are
    the ids of the requirements that judge the answer, of each reading and matcher in order.
    """

    spec: n.Spec
    asked: n.Spec
    fields: Mapping[str, str]
    expected: str
    matchers: tuple[str, ...]
    change: Change
    """Gives the parameter that stands for a field of the row; None for any other node."""


@lru_cache(maxsize=256)
def posed(knowledge: n.Knowledge, types: tuple[tuple[str, str], ...] = ()) -> Posed:
    """The spec of one row of `knowledge`.

    Args:
        knowledge: the spec over rows.
        types: names and types of the row's fields, where more of them are to be parameters than it names.
    """
    found = dict(types) | _fields_of(knowledge)
    taken = {parameter.name for parameter in knowledge.parameters} | {given.name for given in knowledge.given}
    # INVARIANT: no name that can be written has a dot in it, so that nothing captures the name of a field.
    names = {field: f"{knowledge.row}.{field}" for field in found}
    expected = _free(EXPECTED, taken)
    change = _changing(knowledge.row, names)
    parameters = list(knowledge.parameters)
    parameters += [n.Parameter(name=names[field], type=type_) for field, type_ in found.items()]
    parameters += [n.Parameter(name=given.name, type=given.value.type) for given in knowledge.given]
    parameters.append(n.Parameter(name=expected, type="text"))
    judged = [_judged(one, reading, expected, change) for reading in knowledge.readings for one in reading.matchers]
    spec = n.Spec(
        name=knowledge.name,
        parameters=tuple(parameters),
        task=mapped(knowledge.task, change),
        stated=knowledge.stated,
        must=(*judged[:1], *(mapped(one, change) for one in knowledge.must)),
        should=(*judged[1:], *(mapped(one, change) for one in knowledge.should)),
        draws=knowledge.draws,
    )
    asked = replace(spec, must=spec.must[len(judged[:1]) :], should=spec.should[len(judged[1:]) :])
    return Posed(spec, asked, names, expected, tuple(one.id for one in judged), change)


def without_rows(knowledge: n.Knowledge, made: Posed) -> n.Knowledge:
    """The same spec, with parameters in the place of the fields of its row."""
    changed: n.Knowledge = mapped(knowledge, made.change)
    return changed


def _judged(matcher: n.Matcher, reading: n.Reading, expected: str, change: Change) -> n.Within:
    arguments = (n.Variable(name=expected, type="text"), *(mapped(one, change) for one in matcher.arguments))
    demand = n.Demand(id=f"{matcher.id}.answer", constraint=matcher.constraint, arguments=arguments)
    return n.Within(id=matcher.id, subject=mapped(reading.answer, change), body=(demand,))


def _free(wanted: str, taken: set[str]) -> str:
    count, name = 2, wanted
    while name in taken:
        name, count = f"{wanted}_{count}", count + 1
    taken.add(name)
    return name


# ---------------------------------------------------------------- fields of the row


def _changing(row: str, names: Mapping[str, str]) -> Change:
    def change(node: Any) -> Any:
        if is_field(node, row):
            return n.Variable(name=names[node.name], type=node.type)
        return None

    return change


def is_field(node: Any, row: str) -> bool:
    """Whether a node is a field of the row."""
    return (
        isinstance(node, n.FieldOf)
        and isinstance(node.subject, n.Variable)
        and node.subject.name == row
        and node.subject.type.startswith(ROW)
    )


def _fields_of(knowledge: n.Knowledge) -> dict[str, str]:
    """The fields of the row that its task, its readings and its requirements name, with their types."""
    kept = (knowledge.task, knowledge.readings, knowledge.must, knowledge.should)
    return {node.name: node.type for node in _nodes(kept) if is_field(node, knowledge.row)}


def _nodes(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for each in value:
            yield from _nodes(each)
    elif hasattr(type(value), "__dataclass_fields__"):
        yield value
        for field in fields(value):
            yield from _nodes(getattr(value, field.name))


def mapped(value: Any, change: Change) -> Any:
    """A node with all that is in it, as `change` has it."""
    if isinstance(value, tuple):
        return tuple([mapped(each, change) for each in value])
    if not hasattr(type(value), "__dataclass_fields__"):
        return value
    changed = change(value)
    if changed is not None:
        return changed
    found = {field.name: mapped(getattr(value, field.name), change) for field in fields(value)}
    return value if all(getattr(value, name) is part for name, part in found.items()) else replace(value, **found)


def row_fields(node: n.Expr, row: str) -> set[str]:
    """The fields of the row that an expression names."""
    if is_field(node, row):
        assert isinstance(node, n.FieldOf)
        return {node.name}
    return {name for child in operands(node) for name in row_fields(child, row)}
