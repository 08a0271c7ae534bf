"""Take sources whose rows hold a task each; give the tasks, with what is wrong as diagnostics.

A bank of tasks is any source with a field `task: text`. The fields `id`, `kind` and `topic` are read where it has them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ifdsl.datasets.rows import BadRow, Row, rows
from ifdsl.ir import nodes as n
from ifdsl.primitives.types import choices_of
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Label, quoted
from ifdsl.source.file import about

MAX_TASKS = 1_000_000
"""Tasks of all sources together."""


class Task(NamedTuple):
    """One task of a bank. `kind` and `topic` are empty where the source has no such field."""

    id: str
    text: str
    kind: str
    topic: str
    place: Label


def bank(sources: Iterable[tuple[n.Source, Path]], problems: list[Diagnostic]) -> tuple[Task, ...]:
    """The tasks of several sources in their order; of those with one id or one text, the first.

    A source that is named twice counts once. A task without an id of its own has that of its source and its line:
    `tasks.12`.

    Args:
        sources: each with the folder of the file that declares it.
        problems: gets a diagnostic for each row that is no task, and for each id or text that stands twice.
    """
    found: list[Task] = []
    ids: dict[str, Label] = {}
    texts: dict[str, Label] = {}
    seen: set[tuple[n.Source, Path]] = set()
    for source, home in sources:
        if (source, home.resolve()) in seen:
            continue
        seen.add((source, home.resolve()))
        wrong = _wrong_fields(source)
        if wrong is not None:
            problems.append(about(home / source.location, wrong, codes.UNDECLARED_FIELDS))
            continue
        for row in rows(source, home):
            if isinstance(row, BadRow):
                problems.append(row.diagnostic)
                continue
            task = _task(source, row)
            problem = _problem(task, ids, texts)
            if problem is not None:
                problems.append(problem)
                continue
            if len(found) == MAX_TASKS:
                problems.append(Diagnostic(codes.FILE_TOO_LARGE, f"more than {MAX_TASKS:,} tasks", task.place))
                return tuple(found)
            found.append(task)
    return tuple(found)


def _wrong_fields(source: n.Source) -> str | None:
    types = {field.name: field.type for field in source.fields}
    if types and "task" not in types:
        return f"the source {quoted(source.name)} has no field `task: text`, so it holds no tasks"
    for name in ("task", "kind", "topic", "id"):
        type_ = types.get(name, "text")
        if type_ != "text" and not choices_of(type_) and (name, type_) != ("id", "int"):
            return f"the field {quoted(name)} of a bank of tasks is a text, not {quoted(type_)}"
    return None


def _task(source: n.Source, row: Row) -> Task:
    values = row.values
    return Task(
        id=str(values.get("id", f"{source.name}.{row.line}")),
        text=values["task"],
        kind=values.get("kind", ""),
        topic=values.get("topic", ""),
        place=row.place,
    )


def _problem(task: Task, ids: dict[str, Label], texts: dict[str, Label]) -> Diagnostic | None:
    text = " ".join(task.text.split()).casefold()
    for what, word in ((task.id.strip(), "`id`"), (text, "`task`")):
        if not what:
            return Diagnostic(codes.MALFORMED_ROW, f"{word} is blank", task.place)
    first, message = ids.get(task.id), f"two tasks have the id {quoted(task.id)}; the first stands"
    if first is None:
        first, message = texts.get(text), "two tasks have the same text; the first stands"
    if first is not None:
        return Diagnostic(codes.DUPLICATE_KEY, message, task.place, (Label(first.file, first.span, "the first"),))
    ids[task.id] = texts[text] = task.place
    return None
