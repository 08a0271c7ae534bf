"""Take a data file in JSON lines, JSON, CSV or Parquet; give its records one by one, each with its place.

There are two ways to read. `records` bears with what published files hold: the ending of the name says which format it
is (`.json`, `.csv`, `.parquet`; anything else is JSON lines), a `.json` file whose first character opens no list is
JSON lines too, and of a key that stands twice the last value counts. `declared` reads a file whose format and fields
somebody has declared, and reports whatever is not so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from ifdsl.datasets.json_text import json_lines, json_list
from ifdsl.datasets.record import Record, Unreadable
from ifdsl.datasets.tables import csv_rows, parquet_rows

Format: TypeAlias = Literal["jsonl", "json", "csv", "parquet"]

FORMATS: tuple[Format, ...] = get_args(Format)
"""The formats of rows: JSON lines, a JSON list of objects, CSV with a header, Parquet."""


def records(path: str | Path) -> Iterator[Record | Unreadable]:
    """Read `path` record by record; one that is wrong is given as `Unreadable` and the reading goes on.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format whose extra is not installed.
    """
    match Path(path).suffix.lower():
        case ".csv":
            return csv_rows(str(path))
        case ".parquet":
            return parquet_rows(str(path))
        case ".json":
            return json_list(str(path))
        case _:
            return json_lines(str(path))


def declared(path: Path, format: Format, fields: Collection[str]) -> Iterator[Record | Unreadable]:
    """Read `path` as a file of that format; what its name ends in does not matter.

    Unlike in `records`, a key that stands twice in an object, a byte that is not UTF-8, a row of more than `MAX_ROW`
    bytes and a table without one of the columns are reported. Of a Parquet file the other columns are not read.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format whose extra is not installed.
    """
    match format:
        case "jsonl":
            return json_lines(str(path), strict=True)
        case "json":
            return json_list(str(path), strict=True)
        case "csv":
            return csv_rows(str(path), fields)
        case "parquet":
            return parquet_rows(str(path), fields)
