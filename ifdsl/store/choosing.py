"""Take what somebody looks for in a run; give the conditions in SQL for it, and for what SQL cannot say, a test.

What belongs to what is the same as in `ifdsl.report.filtering`, where the filters come from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from ifdsl.store.cells import json_of, text_cell, text_of
from ifdsl.store.link import Row
from ifdsl.store.records import NO_RESPONSE
from ifdsl.store.rows import messages_of

# A verdict on the whole is that of its requirements, the worst of which decides, save that one is needed to pass.
_WHOLE = (
    "(SELECT coalesce(max(CASE coalesce(v.{mode}, 'unknown') WHEN 'fail' THEN 3 WHEN 'unknown' THEN 2 "
    "WHEN 'pass' THEN 1 ELSE 0 END), 0) FROM requirement AS p LEFT JOIN verdict AS v ON v.run = p.run "
    "AND v.request = q.key AND v.verifier = i.verifier AND v.place = p.place "
    "WHERE p.run = i.run AND p.item = i.id AND p.required = 1)"
)
_STRICT, _LOOSE = _WHOLE.format(mode="strict"), _WHOLE.format(mode="loose")
_OF_ITEM = {
    "failed": f"(coalesce(r.answered, 0) = 0 OR {_STRICT} = 3)",
    "rescued": f"(r.answered = 1 AND {_STRICT} = 3 AND {_LOOSE} = 1)",
    "passed": f"(r.answered = 1 AND {_STRICT} = 1)",
    "undecided": f"(r.answered = 1 AND {_STRICT} IN (0, 2))",
}
_OF_REQUIREMENT = {
    "": "1 = 1",
    "failed": "(coalesce(r.answered, 0) = 0 OR v.strict = 'fail')",
    "rescued": "(r.answered = 1 AND v.strict = 'fail' AND v.loose = 'pass')",
    "passed": "(r.answered = 1 AND v.strict = 'pass')",
    "undecided": "(r.answered = 1 AND coalesce(v.strict, 'unknown') NOT IN ('pass', 'fail'))",
}


class Filters(Protocol):
    """What is looked for, as `ifdsl.report.filtering.Filters` says; an empty member asks for nothing."""

    @property
    def verdict(self) -> str: ...
    @property
    def constraint(self) -> str: ...
    @property
    def group(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def pattern(self) -> str: ...
    @property
    def level(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def prompt(self) -> str: ...
    @property
    def conversation(self) -> str: ...


class Conditions(NamedTuple):
    """What a row of item `i`, request `q` and response `r` must meet, with the values that the condition needs.

    `test` takes `LOOKED_AT` of a row that meets `sql`; None where nothing is left to look at.
    """

    sql: str
    values: Row
    test: Callable[[Row], bool] | None


LOOKED_AT = "i.id, i.meta, i.messages, r.text"


def conditions(filters: Filters) -> Conditions:
    """The conditions of filters.

    Raises:
        ValueError: the verdict is none of those that can be looked for.
    """
    if filters.verdict and filters.verdict not in _OF_ITEM:
        raise ValueError(f"`{filters.verdict}` is no verdict; known are {', '.join(f'`{one}`' for one in _OF_ITEM)}")
    sql: list[str] = []
    values: list[Any] = []
    if filters.prompt:
        sql.append("i.id = ?")
        values.append(text_cell(filters.prompt))
    if filters.status == NO_RESPONSE:
        sql.append("r.status IS NULL")
    elif filters.status:
        sql.append("r.status = ?")
        values.append(filters.status)
    if filters.constraint or filters.group:
        named, chosen = _requirement(filters)
        sql.append(named)
        values += chosen
    elif filters.verdict:
        sql.append(_OF_ITEM[filters.verdict])
    return Conditions(" AND ".join(sql) or "1 = 1", values, _test(filters))


def _requirement(filters: Filters) -> tuple[str, list[Any]]:
    """That one of the requirements which the filters name has the verdict that they name."""
    named = [("constraint_name", filters.constraint), ("group_name", filters.group)]
    sql = "".join(f" AND p.{column} = ?" for column, name in named if name)
    return (
        "EXISTS (SELECT 1 FROM requirement AS p LEFT JOIN verdict AS v ON v.run = p.run AND v.request = q.key "
        "AND v.verifier = i.verifier AND v.place = p.place "
        f"WHERE p.run = i.run AND p.item = i.id{sql} AND {_OF_REQUIREMENT[filters.verdict]})",
        [text_cell(name) for _, name in named if name],
    )


def _test(filters: Filters) -> Callable[[Row], bool] | None:
    # Databases differ in how they read JSON and in what they take for the small letter of another.
    names = ("pattern", "level", "language", "kind", "conversation")
    wanted = {name: value for name in names if (value := getattr(filters, name))}
    text = filters.text.lower()
    if not wanted and not text:
        return None

    def test(row: Row) -> bool:
        id_, meta, messages, answer = row
        if wanted:
            said = json_of(meta)
            if any(said.get(name) is None or str(said[name]) != value for name, value in wanted.items()):
                return False
        if not text:
            return True
        return (
            text in text_of(id_).lower()
            or (answer is not None and text in text_of(answer).lower())
            or any(text in message.content.lower() for message in messages_of(messages))
        )

    return test
