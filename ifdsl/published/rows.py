"""Take a published JSONL file of prompts with instructions; give its rows one by one, or what is wrong with each.

The shape is IFEval's: `key`, `prompt`, `instruction_id_list` and, for each instruction, an object in `kwargs`. Nulls in
`kwargs` stand for "not given", as do the null-padded columns that data-set hubs write.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ifdsl.source import codes
from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import Diagnostic, Label, quoted
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span

MAX_SHOWN = 1_000
"""Characters of a line that a diagnostic keeps: a line of data may be as long as its author likes."""


class Row(NamedTuple):
    """One item: its place in the file (from 1), its key as published, and its instructions with their arguments."""

    line: int
    key: str
    raw_key: int | str | None
    prompt: str
    instruction_ids: tuple[str, ...]
    arguments: tuple[dict[str, Any], ...]


class BadRow(NamedTuple):
    """A row that cannot be read; `key` where at least that could be."""

    line: int
    key: str | None
    raw_key: int | str | None
    prompt: str | None
    diagnostic: Diagnostic


def read_rows(path: str | Path) -> Iterator[Row | BadRow]:
    """Read `path` line by line; a row that is wrong is given as a `BadRow` and the reading goes on.

    Raises:
        OSError: the file cannot be read.
    """
    with open(path, "rb") as file:
        for number, raw in enumerate(file, start=1):
            if raw.strip():
                yield _row(str(path), number, raw)


def problem_at(path: str, line: int, raw: str, message: str, code: Code = codes.MALFORMED_ROW) -> Diagnostic:
    """A diagnostic about one line of a data file, which is shown without the rest of the file."""
    text = raw[:MAX_SHOWN].rstrip("\r\n")
    return Diagnostic(code, message, Label(SourceFile(path, text, first=line), Span(0, len(text))))


def _row(path: str, line: int, raw: bytes) -> Row | BadRow:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError) as error:
        reason = "it cannot be read"
        if isinstance(error, json.JSONDecodeError):
            reason = f"{error.msg.lower()} at column {error.colno}"
        return _unreadable(path, line, raw, f"this line is no JSON: {reason}")
    if not isinstance(value, dict):
        return _unreadable(path, line, raw, "this line is no JSON object")
    raw_key = value.get("key")
    key = str(raw_key) if isinstance(raw_key, int | str) and not isinstance(raw_key, bool) else None
    prompt = value.get("prompt")
    wrong = _wrong(value)
    if wrong is not None:
        code, message = wrong
        shown = prompt if isinstance(prompt, str) else None
        text = raw.decode("utf-8", errors="replace")
        return BadRow(line, key, raw_key if key else None, shown, problem_at(path, line, text, message, code))
    arguments = tuple({k: v for k, v in given.items() if v is not None} for given in value["kwargs"])
    ids = tuple(value["instruction_id_list"])
    return Row(line, key if key is not None else str(line), raw_key if key else None, str(prompt), ids, arguments)


def _unreadable(path: str, line: int, raw: bytes, message: str) -> BadRow:
    text = raw.decode("utf-8", errors="replace")
    return BadRow(line, None, None, None, problem_at(path, line, text, message))


def _wrong(value: dict[str, Any]) -> tuple[Code, str] | None:
    for name, kind in (("prompt", str), ("instruction_id_list", list), ("kwargs", list)):
        if name not in value:
            return codes.MALFORMED_ROW, f"the row has no {quoted(name)}"
        if not isinstance(value[name], kind):
            wanted = "a text" if kind is str else "a list"
            return codes.MALFORMED_ROW, f"{quoted(name)} is {wanted} in this shape"
    ids, given = value["instruction_id_list"], value["kwargs"]
    if not all(isinstance(id_, str) for id_ in ids):
        return codes.MALFORMED_ROW, "`instruction_id_list` holds something that is no text"
    if not all(isinstance(one, dict) for one in given):
        return codes.MALFORMED_ROW, "`kwargs` holds something that is no object"
    if len(ids) != len(given):
        return codes.UNPAIRED_INSTRUCTIONS, f"{len(ids)} instructions, but {len(given)} in `kwargs`"
    if not ids:
        return codes.MALFORMED_ROW, "the row has no instruction"
    return None
