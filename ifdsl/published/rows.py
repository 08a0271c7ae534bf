"""Take a published data file and the shape that its records are in; give its rows, or what is wrong with each record.

A row is one thing to grade: a prompt with its instructions. The shapes are functions from a record to its rows; those
that are read stand in `shapes`, one function each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from ifdsl.published.records import Record, Unreadable, records
from ifdsl.source import codes
from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import Diagnostic, counted, quoted
from ifdsl.store.records import Message

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Row(NamedTuple):
    """One item: its place in the file (from 1), its key as published, and its instructions with their arguments.

    `messages` is the chat that is asked, where it is more than the prompt. `meta` is what the results of a benchmark
    say of a row besides: its language and turn, say.
    """

    line: int
    key: str
    raw_key: int | str | None
    prompt: str
    instruction_ids: tuple[str, ...]
    arguments: tuple[dict[str, Any], ...]
    messages: tuple[Message, ...] = ()
    meta: Mapping[str, Any] = NOTHING


class BadRow(NamedTuple):
    """A row that cannot be read; `key` where at least that could be."""

    line: int
    key: str | None
    raw_key: int | str | None
    prompt: str | None
    diagnostic: Diagnostic
    meta: Mapping[str, Any] = NOTHING


Shape: TypeAlias = Callable[[Record], Iterator[Row | BadRow]]
"""What a benchmark makes of one record of its file."""


class Malformed(ValueError):
    """Something in a record that is not as its shape has it; `code` is its kind and the message says what."""

    def __init__(self, message: str, code: Code = codes.MALFORMED_ROW) -> None:
        super().__init__(message)
        self.code = code


def read_rows(path: str | Path, shape: Shape) -> Iterator[Row | BadRow]:
    """Read `path`; a record that is wrong is given as a `BadRow` and the reading goes on.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: the file is in a format whose extra is not installed.
    """
    for record in records(path):
        if isinstance(record, Unreadable):
            yield BadRow(record.line, None, None, None, record.diagnostic)
        else:
            yield from shape(record)


# ---------------------------------------------------------------- what the shapes have in common


def key_of(value: object) -> int | str | None:
    """A key as it stands in a record; None where there is none."""
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def text_of(value: Mapping[str, Any], name: str) -> str:
    """
    Raises:
        Malformed: the record has no such text.
    """
    return str(_of_kind(value, name, str, "a text"))


def list_of(value: Mapping[str, Any], name: str) -> list[Any]:
    """
    Raises:
        Malformed: the record has no such list.
    """
    return list(_of_kind(value, name, list, "a list"))


def _of_kind(value: Mapping[str, Any], name: str, kind: type, what: str) -> Any:
    if name not in value:
        raise Malformed(f"the row has no {quoted(name)}")
    if not isinstance(value[name], kind):
        raise Malformed(f"{quoted(name)} is {what} in this shape")
    return value[name]


def paired(
    ids: list[Any], given: list[Any], *, names: tuple[str, str] = ("instruction_id_list", "kwargs")
) -> tuple[tuple[str, ...], tuple[dict[str, Any], ...]]:
    """Instructions and the arguments of each. A null stands for "not given", as do the columns that data sets pad with.

    Raises:
        Malformed: they are not one set of arguments for each instruction.
    """
    if not all(isinstance(id_, str) for id_ in ids):
        raise Malformed(f"{quoted(names[0])} holds something that is no text")
    if not all(isinstance(one, dict) for one in given):
        raise Malformed(f"{quoted(names[1])} holds something that is no object")
    if len(ids) != len(given):
        found = f"{counted(len(ids), 'instruction')}, but {len(given)} in {quoted(names[1])}"
        raise Malformed(found, codes.UNPAIRED_INSTRUCTIONS)
    if not ids:
        raise Malformed("the row has no instruction")
    return tuple(ids), tuple([{name: v for name, v in one.items() if v is not None} for one in given])


def messages_of(value: object, name: str = "messages") -> tuple[Message, ...]:
    """A chat.

    Raises:
        Malformed: it is no list of messages, or the last of them is not the user's.
    """
    whole = isinstance(value, list) and all(
        isinstance(one, dict) and isinstance(one.get("role"), str) and isinstance(one.get("content"), str)
        for one in value
    )
    if not whole or not value:
        raise Malformed(f"{quoted(name)} is a list of objects with a `role` and a `content` in this shape")
    messages = tuple([Message(one["role"], one["content"]) for one in value])  # type: ignore[attr-defined]
    if messages[-1].role != "user":
        raise Malformed(f"the last message of {quoted(name)} is not the user's")
    return messages
