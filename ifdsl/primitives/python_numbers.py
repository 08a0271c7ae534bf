"""Take a text; give what Python, or the package num2words, makes of it as a number: what published checkers do.

Python's `int` and `float` read blanks around a number, underscores, digits of any script, exponents, `nan` and `inf`,
and binary fractions are written with the errors they have. `numerals` has the same functions as a reader means them.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from math import floor
from sys import float_info

from ifdsl.primitives.number_words import ONES, english

MAX_10_EXP = float_info.max_10_exp
"""Places after the point of the smallest number that the package says: more overflow its binary fraction."""
LONGEST = 300
"""Characters of the longest text that is read as a number: Python itself reads thousands of digits."""


def is_python_number(text: str) -> bool:
    """Whether Python's `float` reads the text."""
    return _float(text) is not None


def python_plus(text: str, by: int = 1) -> str:
    """What `int` or else `float` reads, plus `by`, as `format(…, ',')` writes it; the text where neither reads it."""
    number = _number(text)
    return text if number is None else f"{number + by:,}"


def python_fixed(text: str, places: int = 2) -> str:
    """What `float` reads, as `format(…, '.2f')` writes it with 0 to 30 places; the text where it reads none."""
    number = _float(text)
    return text if number is None else f"{number:.{min(max(places, 0), 30)}f}"


def num2words(text: str) -> str:
    """What `num2words(text)` of the package num2words 0.5 gives in English; the text where that raises an error.

    It reads what `Decimal` reads, says a group of thousands with a comma after it, drops idle zeros after the point,
    and, as released before 0.5.15, the minus of a number between -1 and 0.
    """
    if len(text) > LONGEST:
        return text
    try:
        value = Decimal(text)
    except InvalidOperation:
        return text
    if not value.is_finite() or abs(value) >= Decimal(10) ** 36:
        return text
    is_whole = value == value.to_integral_value()
    whole = int(value) if is_whole else int(float(value))
    said = english(abs(whole), True, ",")
    assert said is not None
    said = f"minus {said}" if whole < 0 else said
    if is_whole:
        return said
    digits = _after_point(value)
    return text if digits is None else f"{said} point {' '.join(ONES[int(digit)] for digit in digits)}"


def _after_point(value: Decimal) -> str | None:
    """The digits after the point as the package finds them, by way of a binary fraction; None where it cannot."""
    number = float(value)
    exponent = Decimal(str(number)).as_tuple().exponent
    assert isinstance(exponent, int)
    precision = abs(exponent)
    if precision > MAX_10_EXP:
        return None
    scaled = abs(number - int(number)) * 10**precision
    digits = round(scaled) if abs(round(scaled) - scaled) < 0.01 else floor(scaled)
    return str(int(digits)).rjust(precision, "0")[:precision]


def _number(text: str) -> int | float | None:
    if len(text) > LONGEST:
        return None
    try:
        return int(text)
    except ValueError:
        return _float(text)


def _float(text: str) -> float | None:
    if len(text) > LONGEST:
        return None
    try:
        return float(text)
    except ValueError:
        return None
