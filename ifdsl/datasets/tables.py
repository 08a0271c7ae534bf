"""Take a CSV or Parquet file; give its rows one by one, each as an object of its columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ifdsl.datasets.json_text import TOO_LONG
from ifdsl.datasets.record import MAX_FILE, MAX_ROW, Record, Unreadable, unreadable
from ifdsl.primitives.extras import MissingExtra
from ifdsl.source import codes
from ifdsl.source.diagnostic import counted, quoted

MAX_CELL = 2**31 - 1
"""Characters of a cell of a CSV file: a prompt with the chat so far outgrows the 131,072 of the reader's default."""

_BATCH = 256
_SMALL_BATCH = 16
"""Rows of a stranger's Parquet file that are unpacked at once: a few bytes of it may stand for many long texts."""


def csv_rows(path: str, fields: Collection[str] | None = None) -> Iterator[Record | Unreadable]:
    """The rows of a table whose first row names the columns; blank lines are passed over.

    Args:
        path: the file.
        fields: the columns that it must have; without them it is read as published files are.

    Raises:
        OSError: the file cannot be read.
    """
    longest = MAX_CELL if fields is None else MAX_ROW
    with open(path, "rb") as file:
        text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="surrogateescape", newline="")
        rows = csv.reader(text, strict=True)
        names: list[str] | None = None
        while True:
            line = rows.line_num + 1
            # The limit belongs to the process, and checks on CSV in a response rest on what it was.
            before = csv.field_size_limit(longest)
            try:
                cells = next(rows, None)
            except csv.Error as error:
                yield unreadable(path, line, b"", f"this is no row of a table: {error}")
                continue
            finally:
                csv.field_size_limit(before)
            if cells is None:
                return
            if names is None:
                names = cells
                wrong = None if fields is None else _wrong_columns(path, line, names, fields)
                if wrong is not None:
                    yield wrong
                    return
            elif fields is not None and sum(map(len, cells)) > MAX_ROW:
                yield unreadable(path, line, b"", TOO_LONG, codes.FILE_TOO_LARGE)
            elif cells:
                yield _row(path, line, names, cells)


def _row(path: str, line: int, names: list[str], cells: list[str]) -> Record | Unreadable:
    if len(cells) != len(names):
        return unreadable(
            path, line, b"", f"{counted(len(cells), 'cell')}, but the table has {counted(len(names), 'column')}"
        )
    try:
        "".join(cells).encode("utf-8")
    except UnicodeEncodeError:
        name = next(name for name, cell in zip(names, cells, strict=True) if not is_utf8(cell))
        field = name if is_utf8(name) else None
        where = "a cell" if field is None else f"the cell of {quoted(field)}"
        return unreadable(path, line, b"", f"{where} is not valid UTF-8", field=field)
    return Record(path, line, b"", dict(zip(names, cells, strict=True)))


def is_utf8(text: str) -> bool:
    """Whether a text can be written: it holds no half of a character."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _wrong_columns(path: str, line: int, names: Sequence[str], fields: Collection[str]) -> Unreadable | None:
    for field in fields:
        count = names.count(field)
        if count != 1:
            how = "no column" if count == 0 else f"{count} columns"
            return unreadable(path, line, b"", f"the table has {how} called {quoted(field)}", field=field)
    return None


def parquet_rows(path: str, fields: Collection[str] | None = None) -> Iterator[Record | Unreadable]:
    """The rows of a Parquet file.

    Args:
        path: the file.
        fields: the columns that are read, which it must have; without them all are read.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: the extra `parquet` is not installed.
    """
    with open(path, "rb"):
        pass  # what the system says of a file that it refuses is the same for every kind of file
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise MissingExtra(f"`{path}`, a Parquet file,", "parquet") from None
    line = 1
    try:
        with parquet.ParquetFile(path) as file:
            wrong = None if fields is None else _wrong_file(path, file, fields)
            if wrong is not None:
                yield wrong
                return
            columns = None if fields is None else list(fields)
            for batch in file.iter_batches(batch_size=_BATCH if fields is None else _SMALL_BATCH, columns=columns):
                for record in _unpacked(path, line, batch, fields):
                    yield record
                    line += 1
    except (ArrowException, OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        yield unreadable(path, line, b"", f"the Parquet file cannot be read from here on: {reason}")


def _wrong_file(path: str, file: Any, fields: Collection[str]) -> Unreadable | None:
    groups = range(file.metadata.num_row_groups)
    if sum(file.metadata.row_group(place).total_byte_size for place in groups) > MAX_FILE:
        message = f"unpacked, the file is larger than the limit of {MAX_FILE:,} bytes"
        return unreadable(path, 1, b"", message, codes.FILE_TOO_LARGE)
    return _wrong_columns(path, 1, file.schema_arrow.names, fields)


def _unpacked(path: str, line: int, batch: Any, fields: Collection[str] | None) -> Iterator[Record | Unreadable]:
    values = _plain(batch, fields)
    if values is not None:
        for place, value in enumerate(values):
            yield Record(path, line + place, b"", value)
        return
    assert fields is not None
    for place in range(batch.num_rows):
        if batch.slice(place, 1).nbytes > MAX_ROW:
            yield unreadable(path, line + place, b"", TOO_LONG, codes.FILE_TOO_LARGE)
        else:
            yield _unpacked_row(path, line + place, batch, place, fields)


def _plain(batch: Any, fields: Collection[str] | None) -> list[dict[str, Any]] | None:
    """The rows all together; None where, of a stranger's file, they have to be looked at one by one."""
    if fields is not None and batch.nbytes > MAX_ROW:
        return None
    try:
        return list(batch.to_pylist())
    except ValueError:
        if fields is None:
            raise
        return None


def _unpacked_row(path: str, line: int, batch: Any, place: int, fields: Collection[str]) -> Record | Unreadable:
    value = {}
    for field in fields:
        try:
            value[field] = batch.column(field)[place].as_py()
        except UnicodeDecodeError:
            return unreadable(path, line, b"", f"the cell of {quoted(field)} is not valid UTF-8", field=field)
        except ValueError:
            # Such as a time in nanoseconds: no type of the language has such values.
            return unreadable(path, line, b"", f"the cell of {quoted(field)} holds no plain value", field=field)
    return Record(path, line, b"", value)
