"""Take a text that writes a number; give it recognised, changed or rounded in decimals, written as it was written.

A numeral is `7`, `-1,000`, `3.14`: ASCII digits, commas in threes or none, a point with digits after it. It begins with
no idle zero (`007` is a code and no quantity), and there is no other notation: no exponent, no fraction, no `nan`, no
digits of another script. An amount may have one currency sign before or after it, or a per cent sign after it. All
arithmetic is decimal and exact.
"""

from __future__ import annotations

import re
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, Context, Decimal
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

LONGEST = 300
"""Characters of the longest text that is looked at for a number."""

MOST_PLACES = 15
"""Digits after the point that a number may be given."""

_CURRENCIES = "$€£¥₹₩₽¢"
_NUMERAL = re.compile(
    rf"""(?P<sign>[+\-\u2212]?)(?P<before>[{_CURRENCIES}]?)(?P<inner>[+\-\u2212]?)
    (?P<whole>[1-9][0-9]{{0,2}}(?:,[0-9]{{3}})++|0|[1-9][0-9]*+)(?:\.(?P<after_point>[0-9]++))?
    (?P<gap>[ \u00a0\u202f]?)(?P<after>[{_CURRENCIES}%]?)""",
    re.VERBOSE,
)
_ROUNDING = {
    "half_up": ROUND_HALF_UP,
    "half_even": ROUND_HALF_EVEN,
    "down": ROUND_DOWN,
    "up": ROUND_UP,
    "floor": ROUND_FLOOR,
    "ceiling": ROUND_CEILING,
}
_CONTEXT = Context(prec=2 * LONGEST + 2 * MOST_PLACES)


class Numeral(NamedTuple):
    """A number with how it is written: what stands before and after it, its commas, its digits after the point."""

    value: Decimal
    grouped: bool
    places: int
    before: str = ""
    inside: bool = False
    """Whether the sign stands between the currency and the digits (`$-5`)."""
    after: str = ""

    def written(self, value: Decimal, places: int, grouping: str) -> str:
        """Another value in the same manner. `grouping` is `keep`, `none` or `thousands`."""
        grouped = grouping == "thousands" or (grouping == "keep" and self.grouped)
        size = abs(value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN, _CONTEXT))
        digits = format(size, f"{',' if grouped else ''}.{places}f")
        sign = "-" if value < 0 and size else ""
        return f"{self.before}{sign}{digits}{self.after}" if self.inside else f"{sign}{self.before}{digits}{self.after}"


# The options of a question are read again for each wrong answer to it.
@lru_cache(maxsize=4096)
def read(text: str) -> Numeral | None:
    """The number that the whole text writes, white space around it aside; None where it writes none."""
    stripped = text.strip()
    match = _NUMERAL.fullmatch(stripped) if len(stripped) <= LONGEST else None
    if match is None or (match["sign"] and match["inner"]) or (match["before"] and match["after"]):
        return None
    if match["gap"] and not match["after"]:
        return None
    fraction = match["after_point"] or ""
    sign = "-" if (match["sign"] or match["inner"]) in ("-", "\u2212") else ""
    value = Decimal(f"{sign}{match['whole'].replace(',', '')}.{fraction or '0'}")
    inside = bool(match["inner"]) and bool(match["before"])
    return Numeral(value, "," in match["whole"], len(fraction), match["before"], inside, match["gap"] + match["after"])


def is_numeral(text: str, currency: bool = False, percent: bool = False, grouping: str = "optional") -> bool:
    """Whether the whole text is a numeral, with a currency or a per cent sign where these are allowed.

    Args:
        grouping: `none` refuses commas, `required` refuses a whole part of four digits and more without them.
    """
    found = read(text)
    if found is None:
        return False
    if found.before or found.after:
        sign = (found.before + found.after).strip()
        if not (percent if sign == "%" else currency):
            return False
    if grouping == "none":
        return not found.grouped
    return grouping == "optional" or found.grouped or abs(found.value) < 1000


def increment(text: str, by: int | float = 1, places: str = "keep", grouping: str = "keep") -> str:
    """The number of the text and `by` added up, written as it was; the text itself where it writes no number.

    The sum is exact, and has the digits after the point that the number had, or more where `by` has more.

    Args:
        places: `keep`, or `shortest` for no idle zeros at the end.
        grouping: `keep`, `none` or `thousands`.
    """
    found = _increment(str(text), by, places, grouping)
    return text if found is None else found


@lru_cache(maxsize=4096)
def _increment(text: str, by: int | float, places: str, grouping: str) -> str | None:
    found = read(text)
    if found is None or not isfinite(by):
        return None
    added = Decimal(repr(by)) if isinstance(by, float) else Decimal(by)
    exponent = added.normalize(_CONTEXT).as_tuple().exponent
    assert isinstance(exponent, int)
    if exponent < -MOST_PLACES or added.adjusted() > LONGEST:
        return None
    value = _CONTEXT.add(found.value, added)
    count = max(found.places, -exponent)
    return found.written(value, _needed(value, count) if places == "shortest" else count, grouping)


def with_places(text: str, places: int = 2, rounding: str = "half_up", grouping: str = "keep") -> str:
    """The number of the text with so many digits after the point, 0 to 15; the text itself where it writes no number.

    Args:
        rounding: what becomes of the rest: `half_up` (a half goes away from zero), `half_even`, `down` (towards zero),
            `up` (away from it), `floor`, `ceiling`.
        grouping: `keep`, `none` or `thousands`.
    """
    found = read(text)
    if found is None:
        return text
    count = min(max(places, 0), MOST_PLACES)
    value = found.value.quantize(Decimal(1).scaleb(-count), _ROUNDING[rounding], _CONTEXT)
    return found.written(value, count, grouping)


def decimal_places(text: str) -> int:
    """How many digits after the point the number of the text has; 0 where it writes no number."""
    found = read(text)
    return 0 if found is None else found.places


def _needed(value: Decimal, places: int) -> int:
    """The fewest digits after the point that write the value."""
    digits = format(value, f".{places}f")
    return len(digits.rstrip("0").partition(".")[2]) if "." in digits else 0
