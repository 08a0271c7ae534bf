"""Take a declared source and the folder it is in; give its rows with typed values, each wrong one as a diagnostic.

    for row in rows(source, Path("folder/of/the/file")):
        if isinstance(row, Row):
            row.values["question"]

Nothing that stands in the data or in the declaration raises: a stranger's source can neither end a command with an
error of Python nor read beyond its folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ifdsl.datasets.places import place
from ifdsl.datasets.record import Unreadable, problem_at
from ifdsl.datasets.records import FORMATS, declared
from ifdsl.datasets.values import Misfit, cell_of, value_of
from ifdsl.ir import nodes as n
from ifdsl.primitives.extras import MissingExtra
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Label, quoted, suggest
from ifdsl.source.file import about, system_reason

MAX_ROWS = 1_000_000
"""Rows of one source: a few bytes of a Parquet file may stand for any number of them."""

MAX_BAD = 1_000
"""Problems after which a file is given up: it is not what its source says it is."""


class Row(NamedTuple):
    """One row. `line` counts from 1: the line of the file that it begins on, or the row of a Parquet file.

    `values` has each declared field: a bool, int, float, str or `Range`, or a list of such. `place` is for diagnostics.
    """

    line: int
    values: Mapping[str, Any]
    place: Label


class BadRow(NamedTuple):
    """One thing that is wrong: with a field of a row, with a whole row (no `field`), or with the source (line 1)."""

    line: int
    field: str | None
    diagnostic: Diagnostic


def rows(source: n.Source, home: Path) -> Iterator[Row | BadRow]:
    """Read a source row by row; a row with something wrong gives a `BadRow` for each such thing, and no `Row`.

    Args:
        source: in one of the `FORMATS`, with the fields of its rows.
        home: the folder of the file that declares it, or the one that the user allows in its place.
    """
    ready = _ready(source, home)
    if isinstance(ready, Diagnostic):
        yield BadRow(1, None, ready)
        return
    bad = 0
    for count, row in enumerate(_read(source, ready), start=1):
        bad += isinstance(row, BadRow)
        if bad > MAX_BAD or count > MAX_ROWS:
            what = f"{MAX_BAD:,} problems" if bad > MAX_BAD else f"{MAX_ROWS:,} rows"
            message = f"the file has more than {what}; it is not read beyond this line"
            code = codes.MALFORMED_ROW if bad > MAX_BAD else codes.FILE_TOO_LARGE
            yield BadRow(row.line, None, problem_at(str(ready), row.line, "", message, code))
            return
        yield row


def _ready(source: n.Source, home: Path) -> Path | Diagnostic:
    """The file of a source whose format and fields are known."""
    if source.format not in FORMATS:
        nearest = suggest(source.format, FORMATS)
        advice = [f"write {quoted(nearest)}"] if nearest else []
        advice.append("known here: " + ", ".join(quoted(name) for name in FORMATS))
        message = f"no format of rows is called {quoted(source.format)}"
        return about(home / source.location, message, codes.INVALID_CHOICE, *advice)
    if not source.fields:
        message = f"the source {quoted(source.name)} does not say which fields its rows have"
        fields = f"say which fields: `source {source.name} from {source.format} … {{ name: text }}`"
        return about(home / source.location, message, codes.UNDECLARED_FIELDS, fields)
    return place(source.location, home)


def _read(source: n.Source, path: Path) -> Iterator[Row | BadRow]:
    types = {field.name: field.type for field in source.fields}
    taken = cell_of if source.format == "csv" else value_of
    try:
        for record in declared(path, source.format, types):  # type: ignore[arg-type]
            if isinstance(record, Unreadable):
                yield BadRow(record.line, record.field, record.diagnostic)
                continue
            values: dict[str, Any] = {}
            problems: list[Row | BadRow] = []
            for name, type_ in types.items():
                try:
                    if name not in record.value:
                        raise Misfit("is missing")
                    values[name] = taken(record.value[name], type_)
                except Misfit as error:
                    problems.append(BadRow(record.line, name, record.problem(f"{quoted(name)} {error}")))
            yield from problems or [Row(record.line, values, record.place)]
    except OSError as error:
        message = f"cannot read {quoted(str(path), 200)}: {system_reason(error)}"
        yield BadRow(1, None, about(path, message, codes.UNREADABLE_FILE))
    except MissingExtra as error:
        yield BadRow(1, None, about(path, str(error), codes.MISSING_EXTRA))
