"""Take a spec over rows; give what of a row says which answer is right, and by what names it may be answered.

The right answer is the first `given` that picks by a field of the row: an element of a list (`q.options[q.gold]`), one
of two ways (`"True" if q.answer else "False"`), or a word of a closed choice. Another value of that field is another
answer to the question, which is how wrong answers are made: the same spec on the row with that value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ifdsl.ir import nodes as n
from ifdsl.ir.posing import is_field, row_fields
from ifdsl.ir.walk import free_variables, operands
from ifdsl.primitives.types import choices_of


@dataclass(frozen=True, slots=True)
class Gold:
    """What is to be known.

    `name` is the `given` that holds the right answer, `field` the field of the row that picks it, `choices` the list
    that it picks from by place (None where `values` says what the field may be). `others` are the other `given` texts
    that change with it: a label, or a step on the way to what is expected.
    """

    name: str
    field: str
    choices: n.Expr | None = None
    values: tuple[object, ...] = ()
    others: tuple[str, ...] = ()
    labelled: bool = False
    """Whether the task shows the choices with the labels A, B, C."""


def gold_of(knowledge: n.Knowledge, fields: Mapping[str, str]) -> Gold | None:
    """What the right answer is picked by; `fields` are the types of the row's fields.

    None where no `given` picks a text by a field of the row: then no wrong answers can be made.
    """
    for place, given in enumerate(knowledge.given):
        if given.value.type != "text":
            continue
        found = _picked(given.value, knowledge.row, fields)
        if found is None:
            continue
        field, choices, values = found
        later = knowledge.given[place + 1 :]
        others = [one.name for one in later if one.value.type == "text" and changes_with(one.value, knowledge, field)]
        labelled = choices is not None and _shows(knowledge.task, choices)
        return Gold(given.name, field, choices, values, tuple(others), labelled)
    return None


def changes_with(expression: n.Expr, knowledge: n.Knowledge, field: str) -> bool:
    """Whether an expression depends on a field of the row, by itself or by way of `given` lines."""
    if field in row_fields(expression, knowledge.row):
        return True
    held = {given.name: given.value for given in knowledge.given}
    return any(changes_with(held[name], knowledge, field) for name in free_variables(expression) if name in held)


def _picked(
    expression: n.Expr, row: str, fields: Mapping[str, str]
) -> tuple[str, n.Expr | None, tuple[object, ...]] | None:
    nodes = list(_walk(expression))
    for node in nodes:
        if isinstance(node, n.Index) and is_field(node.index, row):
            assert isinstance(node.index, n.FieldOf)
            return node.index.name, node.subject, ()
    for node in nodes:
        if is_field(node, row):
            assert isinstance(node, n.FieldOf)
            if node.type == "bool":
                return node.name, None, (True, False)
            if words := choices_of(fields.get(node.name, "")):
                return node.name, None, words
    return None


def _walk(node: n.Expr) -> Iterator[n.Expr]:
    yield node
    for child in operands(node):
        yield from _walk(child)


def _shows(task: n.Template, choices: n.Expr) -> bool:
    holes: Sequence[n.Hole] = [part for part in task.parts if isinstance(part, n.Hole)]
    return any(hole.format == "labelled" and hole.expression == choices for hole in holes)
