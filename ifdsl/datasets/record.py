"""Give what a data file is read into: a record with its place, or what cannot be read there."""

from __future__ import annotations

from typing import Any, NamedTuple

from ifdsl.source import codes
from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import Diagnostic, Label
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span

MAX_SHOWN = 1_000
"""Characters of a record that a diagnostic keeps: a line of data may be as long as its author likes."""

MAX_FILE = 256 * 1024 * 1024
"""Bytes of the largest file that a declared source is read from; of a Parquet file, once it is unpacked."""

MAX_ROW = 4 * 1024 * 1024
"""Bytes of the longest row of a declared source: as much as a module may have."""


class Record(NamedTuple):
    """One object of a data file. `line` counts from 1: lines of a text, rows of a Parquet file."""

    path: str
    line: int
    raw: bytes
    value: dict[str, Any]

    @property
    def place(self) -> Label:
        return place_of(self.path, self.line, self.raw.decode("utf-8", errors="replace"))

    def problem(self, message: str, code: Code = codes.MALFORMED_ROW) -> Diagnostic:
        return Diagnostic(code, message, self.place)


class Unreadable(NamedTuple):
    """A place of a data file where no object can be read, or one whose `field` cannot."""

    line: int
    diagnostic: Diagnostic
    field: str | None = None


def problem_at(path: str, line: int, raw: str, message: str, code: Code = codes.MALFORMED_ROW) -> Diagnostic:
    """A diagnostic about one record of a data file, which is shown without the rest of the file."""
    return Diagnostic(code, message, place_of(path, line, raw))


def place_of(path: str, line: int, raw: str) -> Label:
    """Where a record begins, and as much of it as a diagnostic keeps."""
    text = raw[:MAX_SHOWN].rstrip("\r\n")
    return Label(SourceFile(path, text, first=line), Span(0, len(text)))


def unreadable(
    path: str, line: int, raw: bytes, message: str, code: Code = codes.MALFORMED_ROW, field: str | None = None
) -> Unreadable:
    return Unreadable(line, problem_at(path, line, raw.decode("utf-8", errors="replace"), message, code), field)
