"""Take a text of separated values (CSV, TSV); give its rows, their fields, and whether all fields are quoted.

The `csv` module of the standard library says what a row and a field are: fields may stand in double quotes, and may
then hold delimiters, doubled quotes and line breaks (RFC 4180).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from ifdsl.primitives import lines
from ifdsl.primitives.document import Span
from ifdsl.primitives.primitive import Cost, Param, Primitive
from ifdsl.primitives.types import BOOL, TEXT, TEXTS
from ifdsl.primitives.undecided import Undecided

LONGEST = 131_072
"""Characters of the longest field that is read."""
_NO_DELIMITER = '"\r\n\0'


def rows(text: str, delimiter: str = ",") -> list[Span]:
    """Each row without the line break that ends it; a blank line is none.

    Raises:
        Undecided: a field is longer than the standard library reads.
    """
    return [(start, end) for start, end in every_row(text, delimiter) if end > start]


def every_row(text: str, delimiter: str = ",") -> list[Span]:
    """The same, where a line that holds nothing is a row as well."""
    places = lines.spans(text)
    if not _separates(delimiter):
        return places
    found, taken = [], 0
    for _, read in _read(text, places, delimiter):
        found.append((places[taken][0], places[read - 1][1]))
        taken = read
    return found


def newline_rows(text: str, delimiter: str = ",") -> list[Span]:
    """Each row, blank ones included, as the standard library reads them from lines that end at `\\n` alone.

    There is none at all where it breaks off: at a carriage return inside a row, or at a field that is too long.
    """
    import csv

    held = text.split("\n")
    lined = [f"{line}\n" for line in held[:-1]] + [line for line in held[-1:] if line]
    starts = [0, *accumulate(map(len, lined))]
    if not _separates(delimiter):
        return [(start, start + len(line)) for start, line in zip(starts, held, strict=False)][: len(lined)]
    reader = csv.reader(lined, delimiter=delimiter)
    found, taken = [], 0
    try:
        for _ in reader:
            end = starts[reader.line_num]
            found.append((starts[taken], end - lined[reader.line_num - 1].endswith("\n")))
            taken = reader.line_num
    except csv.Error:
        return []
    return found


def fields(row: str, delimiter: str = ",") -> list[str]:
    """The fields of the first row, without the quotes they stand in; none where that holds nothing.

    Raises:
        Undecided: a field is longer than the standard library reads.
    """
    if not _separates(delimiter):
        return [row] if row else []
    return next((found for found, _ in _read(row, lines.spans(row), delimiter)), [])


def is_quoted(row: str, delimiter: str = ",") -> bool:
    """Whether each field of the row stands in double quotes, with nothing around them, and there is one at least.

    Raises:
        Undecided: a field is longer than the standard library reads.
    """
    found = fields(row, delimiter)
    written = delimiter.join('"' + field.replace('"', '""') + '"' for field in found)
    return bool(found) and _separates(delimiter) and row.rstrip("\r\n") == written


def _separates(delimiter: str) -> bool:
    return len(delimiter) == 1 and delimiter not in _NO_DELIMITER


def _read(text: str, places: list[Span], delimiter: str) -> Iterator[tuple[list[str], int]]:
    """The fields of each row, and how many lines are read when it ends."""
    import csv

    ends = [*(start for start, _ in places[1:]), len(text)][: len(places)]
    reader = csv.reader((text[start:end] for (start, _), end in zip(places, ends, strict=True)), delimiter=delimiter)
    too_long = f"a field of more than {LONGEST:,} characters is not read"
    try:
        for found in reader:
            # The parser's own limit belongs to the process, so other code may have moved it.
            if max(map(len, found), default=0) > LONGEST:
                raise Undecided(too_long)
            yield found, reader.line_num
    except csv.Error:
        raise Undecided(too_long) from None


_DELIMITER = Param("delimiter", TEXT, ",")
_ONE = "The delimiter is one character, and neither a quote nor a line break; by any other, each line is one field."

PRIMITIVES = (
    Primitive(
        "csv_fields", (Param("row", TEXT), _DELIMITER), TEXTS,
        f"The fields of a row of separated values, without the quotes that they stand in. {_ONE}",
        Cost(400, 60.0), fields, example=(('a,"b, ""c""",', ","), ["a", 'b, "c"', ""]),
    ),
    Primitive(
        "csv_quoted", (Param("row", TEXT), _DELIMITER), BOOL,
        "Whether each field of a row of separated values stands in double quotes, and there is one at least.",
        Cost(400, 80.0), is_quoted, example=(('"a","b"', ","), True),
    ),
)  # fmt: skip
