"""Take a published data file in JSON lines, JSON, CSV or Parquet; give its records one by one, each with its place.

The ending of the name says which it is: `.json`, `.csv`, `.parquet`; anything else is JSON lines. A `.json` file whose
first character opens no list is JSON lines too.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ifdsl.primitives.extras import MissingExtra
from ifdsl.source import codes
from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import Diagnostic, Label
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span

MAX_SHOWN = 1_000
"""Characters of a record that a diagnostic keeps: a line of data may be as long as its author likes."""

MAX_CELL = 2**31 - 1
"""Characters of a cell of a CSV file: a prompt with the chat so far outgrows the 131,072 of the reader's default."""

_BATCH = 256
_BOM = b"\xef\xbb\xbf"
_BLANKS = re.compile(r"[ \t\n\r]*")


class Record(NamedTuple):
    """One object of a data file. `line` counts from 1: lines of a text, rows of a Parquet file."""

    path: str
    line: int
    raw: bytes
    value: dict[str, Any]

    def problem(self, message: str, code: Code = codes.MALFORMED_ROW) -> Diagnostic:
        return problem_at(self.path, self.line, self.raw.decode("utf-8", errors="replace"), message, code)


class Unreadable(NamedTuple):
    """A place of a data file where no object can be read."""

    line: int
    diagnostic: Diagnostic


def problem_at(path: str, line: int, raw: str, message: str, code: Code = codes.MALFORMED_ROW) -> Diagnostic:
    """A diagnostic about one record of a data file, which is shown without the rest of the file."""
    text = raw[:MAX_SHOWN].rstrip("\r\n")
    return Diagnostic(code, message, Label(SourceFile(path, text, first=line), Span(0, len(text))))


def records(path: str | Path) -> Iterator[Record | Unreadable]:
    """Read `path` record by record; one that is wrong is given as `Unreadable` and the reading goes on.

    Raises:
        OSError: the file cannot be read.
    """
    match Path(path).suffix.lower():
        case ".csv":
            return _csv(str(path))
        case ".parquet":
            return _parquet(str(path))
        case ".json":
            return _json(str(path))
        case _:
            return _json_lines(str(path))


def _json_lines(path: str) -> Iterator[Record | Unreadable]:
    with open(path, "rb") as file:
        for number, raw in enumerate(file, start=1):
            if raw.strip():
                yield _json_line(path, number, raw)


def _json_line(path: str, line: int, raw: bytes) -> Record | Unreadable:
    try:
        value = json.loads(raw.rstrip())
    except (ValueError, RecursionError) as error:
        return _unreadable(path, line, raw, f"this line is no JSON: {_reason(error)}")
    if not isinstance(value, dict):
        return _unreadable(path, line, raw, "this line is no JSON object")
    return Record(path, line, raw, value)


def _json(path: str) -> Iterator[Record | Unreadable]:
    with open(path, "rb") as file:
        data = file.read().removeprefix(_BOM)
    if not data.lstrip().startswith(b"["):
        return _json_lines(path)
    return _json_list(path, data)


def _json_list(path: str, data: bytes) -> Iterator[Record | Unreadable]:
    """The members of a JSON list. Where one is no JSON nothing after it can be told apart, so it is the last."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        yield _unreadable(path, line, b"", f"byte 0x{data[error.start]:02x} is not valid UTF-8")
        return
    decoder = json.JSONDecoder()
    place, line, at = text.index("[") + 1, 1, 0
    separator = "]"
    while True:
        place = _after_blanks(text, place)
        line, at = line + text.count("\n", at, place), place
        if separator == "]" and text.startswith("]", place):
            break  # nothing stands between the brackets
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            line = error.lineno if isinstance(error, json.JSONDecodeError) else line
            yield _unreadable(path, line, b"", f"the list is no JSON from here on: {_reason(error)}")
            return
        raw = text[place : min(end, place + MAX_SHOWN)].encode("utf-8", errors="replace")
        if isinstance(value, dict):
            yield Record(path, line, raw, value)
        else:
            yield _unreadable(path, line, raw, "this member of the list is no JSON object")
        place = _after_blanks(text, end)
        separator = text[place : place + 1]
        if separator != ",":
            break
        place += 1
    line += text.count("\n", at, place)
    if not text.startswith("]", place):
        yield _unreadable(path, line, b"", "the list is no JSON from here on: a comma or its end is missing")
    elif text[place + 1 :].strip():
        yield _unreadable(path, line, b"", "something stands after the end of the list")


def _after_blanks(text: str, place: int) -> int:
    match = _BLANKS.match(text, place)
    return place if match is None else match.end()


def _csv(path: str) -> Iterator[Record | Unreadable]:
    """The rows of a table whose first row names the columns."""
    with open(path, "rb") as file:
        text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="surrogateescape", newline="")
        rows = csv.reader(text, strict=True)
        names: list[str] | None = None
        while True:
            line = rows.line_num + 1
            # The limit belongs to the process, and checks on CSV in a response rest on what it was.
            before = csv.field_size_limit(MAX_CELL)
            try:
                cells = next(rows, None)
            except csv.Error as error:
                yield _unreadable(path, line, b"", f"this is no row of a table: {error}")
                continue
            finally:
                csv.field_size_limit(before)
            if cells is None:
                return
            if names is None:
                names = cells
            elif cells:
                yield _table_row(path, line, names, cells)


def _table_row(path: str, line: int, names: list[str], cells: list[str]) -> Record | Unreadable:
    if len(cells) != len(names):
        return _unreadable(path, line, b"", f"{len(cells)} cells, but the table has {len(names)} columns")
    try:
        "".join(cells).encode("utf-8")
    except UnicodeEncodeError:
        return _unreadable(path, line, b"", "a cell is not valid UTF-8")
    return Record(path, line, b"", dict(zip(names, cells, strict=True)))


def _parquet(path: str) -> Iterator[Record | Unreadable]:
    with open(path, "rb"):
        pass  # what the system says of a file that it refuses is the same for every kind of file
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise MissingExtra(f"`{path}`, a Parquet file,", "parquet") from None
    line = 1
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=_BATCH):
                for value in batch.to_pylist():
                    yield Record(path, line, b"", value)
                    line += 1
    except (ArrowException, OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        yield _unreadable(path, line, b"", f"the Parquet file cannot be read from here on: {reason}")


def _unreadable(path: str, line: int, raw: bytes, message: str) -> Unreadable:
    return Unreadable(line, problem_at(path, line, raw.decode("utf-8", errors="replace"), message))


def _reason(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg.lower()} at column {error.colno}"
    return "it cannot be read"
