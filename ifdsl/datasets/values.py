"""Take what stands in a field of a row and the field's type; give the value, or in plain words what is wrong.

JSON and Parquet have values of their own: a whole number is no text there, and a text no number. In a CSV file each
cell is a text, which is read as a value of the type: `true` or `false`, a number in digits, a list written as in JSON.
In every format a range is written as in the language (`80..120`), or is a number, and a regular expression is the text
between its slashes.
"""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any

from ifdsl.datasets.tables import is_utf8
from ifdsl.primitives.patterns import problem
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import choices_of, item_of
from ifdsl.source.diagnostic import alternatives, quoted

MAX_DIGITS = 18
"""Digits of a number before its point, as in the language itself."""

_TOO_LARGE = 10**MAX_DIGITS
_INT = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_RANGE = re.compile(r"(?P<low>-?[0-9]+(?:\.[0-9]+)?)?(?P<dots>\.\.)?(?P<high>-?[0-9]+(?:\.[0-9]+)?)?")
_LONGEST_BOUND = 2 * MAX_DIGITS + 2
_BOOLS = {"true": True, "false": False}


class Misfit(ValueError):
    """A value that is not of its field's type; the message says what stands there and what was wanted."""


def value_of(value: Any, type_: str) -> Any:
    """A value of JSON or Parquet as a value of the type: bool, int, float, str, `Range` or a list of such.

    Raises:
        Misfit: it is none.
    """
    item = item_of(type_)
    if item is not None:
        if not isinstance(value, list):
            raise _misfit(value, type_)
        return [_element(one, item, place) for place, one in enumerate(value, start=1)]
    if type_ == "bool":
        fits = isinstance(value, bool)
    elif type_ == "range":
        return _range(value)
    elif type_ in ("int", "number"):
        fits = isinstance(value, int if type_ == "int" else int | float) and not isinstance(value, bool)
        if fits and isfinite(value):
            _within(value)
        fits = fits and isfinite(value)
    else:
        fits = isinstance(value, str)
    if not fits:
        raise _misfit(value, type_)
    return _text(value, type_) if isinstance(value, str) else value


def cell_of(cell: str, type_: str) -> Any:
    """A cell of a CSV file as a value of the type.

    Raises:
        Misfit: it is none.
    """
    written = cell.strip()
    if item_of(type_) is not None:
        try:
            return value_of(json.loads(written), type_)
        except Misfit:
            raise
        except (ValueError, RecursionError):
            raise Misfit(f"is {_shown(cell)}; {_wanted(type_)}, written as in JSON, is wanted") from None
    match type_:
        case "bool" if written.lower() in _BOOLS:
            return _BOOLS[written.lower()]
        case "int" if _INT.fullmatch(written):
            return _whole(written)
        case "number" if _INT.fullmatch(written):
            return _whole(written)
        case "number" if _NUMBER.fullmatch(written):
            return value_of(float(written), type_)
        case "bool" | "int" | "number":
            raise _misfit(cell, type_)
        case _:
            return value_of(cell, type_)


def _element(value: Any, type_: str, place: int) -> Any:
    try:
        return value_of(value, type_)
    except Misfit as error:
        raise Misfit(f"has an element {place} that {error}") from None


def _whole(written: str) -> int:
    if len(written.lstrip("+-").lstrip("0")) > MAX_DIGITS:
        raise _digits()
    return int(written)


def _within(value: int | float) -> None:
    if not -_TOO_LARGE < value < _TOO_LARGE:
        raise _digits()


def _digits() -> Misfit:
    return Misfit(f"is a number of more than {MAX_DIGITS} digits")


def _text(value: str, type_: str) -> str:
    if not is_utf8(value):
        raise Misfit("is a text with half of a surrogate pair in it, which is no character")
    choices = choices_of(type_)
    if choices and value not in choices:
        raise _misfit(value, type_)
    if type_ == "regex":
        wrong = problem(value)
        if wrong is not None:
            raise Misfit(f"is {_shown(value)}, which is no regular expression: {wrong[0]}")
    return value


def _range(value: Any) -> Range:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Range.of(value_of(value, "number"))
    match = _RANGE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None or not (match["dots"] or (match["low"] and not match["high"])):
        raise _misfit(value, "range")
    for bound in (match["low"], match["high"]):
        if bound is not None and len(bound) > _LONGEST_BOUND:
            raise _digits()
        if bound is not None:
            _within(float(bound))
    try:
        return Range.parse(match[0])
    except ValueError:
        raise Misfit(f"is {_shown(value)}, a range whose lower bound is above its upper bound") from None


# ---------------------------------------------------------------- in words


def _misfit(value: Any, type_: str) -> Misfit:
    return Misfit(f"is {_shown(value)}; {_wanted(type_)} is wanted")


def _shown(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return f"the truth value {quoted(str(value).lower())}"
        case int():
            return f"the whole number {quoted(str(value))}" if abs(value) < _TOO_LARGE else "a very large whole number"
        case float():
            return f"the number {quoted(str(value))}" if isfinite(value) else "not a finite number"
        case str():
            return f"the text {quoted(value.encode('utf-8', 'replace').decode('utf-8'))}"
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            return "a value of another kind"


_SINGULAR = {
    "bool": "`true` or `false`",
    "int": "a whole number",
    "number": "a number",
    "text": "a text",
    "range": "a range, such as `80..120`,",
    "regex": "a regular expression",
}
_PLURAL = {
    "bool": "truth values",
    "int": "whole numbers",
    "number": "numbers",
    "text": "texts",
    "range": "ranges",
    "regex": "regular expressions",
}


def _wanted(type_: str) -> str:
    item = item_of(type_)
    if item is not None:
        return f"a list of {_PLURAL.get(item, 'texts' if item_of(item) is None else 'lists')}"
    choices = choices_of(type_)
    return alternatives([quoted(choice) for choice in choices]) if choices else _SINGULAR[type_]
