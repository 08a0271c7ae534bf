"""Take an Arrow batch of recorded responses; give its rows as keys, texts and statuses, or what is wrong with each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ifdsl.run.protocol import plain, status_of
from ifdsl.run.recorded import ANSWER_FIELDS, KEY_FIELDS
from ifdsl.source.diagnostic import quoted
from ifdsl.store.columns import JSON
from ifdsl.store.encoding import kind_of
from ifdsl.store.records import STATUSES, Response, Status

if TYPE_CHECKING:
    import pyarrow as pa

TEXT_FIELDS = (*ANSWER_FIELDS, "text")
READ = (*KEY_FIELDS, *TEXT_FIELDS, "prompt", "repeat", "status", "finish_reason")
"""The columns that are read, as far as they are there; of those for one thing, the first that holds it."""

NO_KEY, UNKNOWN_KEY, NO_RESPONSE, NOT_TEXT, MALFORMED = "no_key", "unknown_key", "no_response", "not_text", "malformed"
BAD = (NO_KEY, UNKNOWN_KEY, NO_RESPONSE, NOT_TEXT, MALFORMED)
"""Kinds of trouble with a row that cannot be graded because of what it holds."""
DEADLINE, CRASHED = "deadline", "crashed"
GIVEN_UP = (DEADLINE, CRASHED)
"""Kinds of trouble with a row whose check did not end: its requirements are `unknown`."""


class Trouble(NamedTuple):
    """What kept a row from its verdict: one of `BAD` or `GIVEN_UP`, and the reason in plain words."""

    kind: str
    message: str


class BadRow(Exception):
    """A row that cannot be graded."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.trouble = Trouble(kind, message)


def rows_of(batch: pa.RecordBatch) -> Iterator[object]:
    """The rows as mappings; a line of JSON may hold any other value, and one that is no JSON is a `BadRow`."""
    if JSON not in batch.schema.names:
        yield from batch.select([name for name in batch.schema.names if name in READ]).to_pylist()
        return
    for line in batch.column(JSON).to_pylist():
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            yield BadRow(MALFORMED, "this line is no JSON")


def members(row: object) -> Mapping[str, Any]:
    """The row, if it is one.

    Raises:
        BadRow: it is something else.
    """
    if isinstance(row, BadRow):
        raise row
    if isinstance(row, Mapping):
        return row
    raise BadRow(MALFORMED, f"a row is an object; {kind_of(row)} stands here")


def repeat_of(row: Mapping[str, Any]) -> int:
    """Which of several answers a row holds; 0 where it does not say.

    Raises:
        BadRow: what it says is no such number.
    """
    value = row.get("repeat")
    if value is None:
        return 0
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31:
        return value
    raise BadRow(MALFORMED, "`repeat` is no whole number from 0 to 2,147,483,647")


def response_of(row: Mapping[str, Any], prompt_id: str, repeat: int) -> Response:
    """The answer that a row holds; a null is an empty one.

    Raises:
        BadRow: it holds none, or one that is not a text.
    """
    name = next((each for each in TEXT_FIELDS if each in row), None)
    if name is None:
        raise BadRow(NO_RESPONSE, f"this row has none of {', '.join(f'`{each}`' for each in TEXT_FIELDS)}")
    text = row[name]
    if text is not None and not isinstance(text, str):
        raise BadRow(NOT_TEXT, f"`{name}` is {_kind(text)}; a text was expected")
    status = row.get("status")
    if status not in STATUSES:
        status = status_of(text or "", row.get("finish_reason"))
    return Response(prompt_id, text or "", cast(Status, status), model="", repeat=repeat)


def member_as_json(row: object, name: str) -> str | None:
    """A member of a row as JSON, to be passed through; None where the row has none."""
    return json.dumps(row[name]) if isinstance(row, Mapping) and name in row else None


def shown(words: str) -> str:
    """A key or a prompt in a message: on one line, cut, in backticks."""
    return quoted(plain(words, 60))


def _kind(value: object) -> str:
    """What a value is; Arrow knows more kinds than JSON."""
    known = value is None or isinstance(value, bool | int | float | str | Mapping | list)
    return kind_of(value) if known else "of another type"
