"""Take a text and a form of date such as `YYYY-MM-DD`; give whether the text is a date of that form that exists."""

from __future__ import annotations

import re
from functools import lru_cache

from ifdsl.primitives.primitive import Cost, Param, Primitive
from ifdsl.primitives.types import BOOL, TEXT

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FIELDS = {
    "YYYY": r"(?P<year>[0-9]{4})",
    "MMMM": f"(?P<month>{'|'.join(_MONTHS)})",
    "MMM": f"(?P<month>{'|'.join(name[:3] for name in _MONTHS)})",
    "MM": r"(?P<month>[0-9]{2})",
    "M": r"(?P<month>[1-9][0-9]?)",
    "DD": r"(?P<day>[0-9]{2})",
    "D": r"(?P<day>[1-9][0-9]?)",
}
_FIELD = re.compile("YYYY|M{1,4}|D{1,2}")


def is_date(text: str, form: str) -> bool:
    """Whether the whole text, white space around it aside, is a day of the calendar, written in `form`.

    The calendar is the Gregorian one for all years (ISO 8601), 0000 to 9999.

    Args:
        form: `YYYY` stands for the year, `MM` or `M` for the month (`M` without a leading zero), `MMMM` for its
            English name, `MMM` for the first three letters of that, `DD` or `D` for the day; all else is itself.
            A field that is missing is not looked at; one that stands twice makes a form that nothing fits.
    """
    pattern = _pattern(form)
    match = pattern.fullmatch(text.strip()) if pattern is not None else None
    if match is None:
        return False
    fields = match.groupdict()
    year, month, day = fields.get("year"), _month(fields.get("month")), int(fields.get("day") or 1)
    leap = year is None or (int(year) % 4 == 0 and (int(year) % 100 != 0 or int(year) % 400 == 0))
    return 1 <= month <= 12 and 1 <= day <= _LENGTHS[month - 1] + (month == 2 and leap)


def _month(written: str | None) -> int:
    if written is None:
        return 1
    if written.isdigit():
        return int(written)
    return next(number for number, name in enumerate(_MONTHS, 1) if name.startswith(written))


@lru_cache(maxsize=64)
def _pattern(form: str) -> re.Pattern[str] | None:
    written, start = "", 0
    for field in _FIELD.finditer(form):
        written += re.escape(form[start : field.start()]) + _FIELDS[field[0]]
        start = field.end()
    try:
        return re.compile(written + re.escape(form[start:]))
    except re.error:  # a field stands twice
        return None


PRIMITIVES = (
    Primitive(
        "is_date", (Param("text", TEXT), Param("form", TEXT)), BOOL,
        "Whether the whole text, white space around it aside, is a day of the Gregorian calendar written in `form`, "
        "in which `YYYY` is the year, `MM` or `M` the month, `MMMM` or `MMM` its English name or the first three "
        "letters of it, `DD` or `D` the day, and all else is itself.",
        Cost(1_000, 2.0), is_date, example=(("1900-02-28", "YYYY-MM-DD"), True),
    ),
)  # fmt: skip
