"""Take a figure; give the words and digits that the page writes for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from markupsafe import Markup, escape

from ifdsl.report.cofailing import Cell
from ifdsl.report.intervals import Interval
from ifdsl.report.page.embedded import embedded
from ifdsl.report.page.text import seen

_NOTHING = "–"
_THIN = "\N{NARROW NO-BREAK SPACE}"
_MINUS = "\N{MINUS SIGN}"
_LIFTS = (0.5, 0.9, 1.1, 1.5, 2.0)
_MOST_VALUE = 2_000


def written(value: object) -> object:
    """What the template puts in for a value: a text with its invisible characters shown, anything else as it is.

    Markup is what the page's own functions made.
    """
    return seen(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def percent(share: float | None) -> str:
    return _NOTHING if share is None else _signed(f"{100 * share:.1f} %")


def range_(interval: Interval | None) -> str:
    return _NOTHING if interval is None else _signed(f"{100 * interval[0]:.1f} – {100 * interval[1]:.1f}")


def points(difference: float | None) -> str:
    """A difference of two shares in percentage points."""
    return _NOTHING if difference is None else _signed(f"{100 * difference:+.1f}")


def point_range(interval: Interval | None) -> str:
    return _NOTHING if interval is None else f"{points(interval[0])} … {points(interval[1])}"


def probability(p: float | None) -> str:
    if p is None:
        return _NOTHING
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}" if p < 0.1 else f"{p:.2f}"


def number(count: int) -> str:
    return f"{count:,}".replace(",", _THIN)


def signed(value: float | None) -> str:
    return _NOTHING if value is None else _signed(f"{value:+.3g}")


def short(value: float) -> str:
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def seconds(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.2f} s" if value < 10 else f"{value:.0f} s"


def words(name: str) -> str:
    return name.replace("_", " ")


def tenth(share: float | None) -> int:
    """Which of the eleven shades a share has, 0 to 10."""
    return 0 if share is None else round(10 * share)


def lift(cell: Cell) -> int:
    """Which of six shades a cell has, by how many times more often than expected both failed; 2 is as expected."""
    if not cell.expected:
        return 2
    return sum(cell.both / cell.expected >= bound for bound in _LIFTS)


def value(found: object) -> str:
    """A JSON value of a manifest as a person reads it."""
    if isinstance(found, str):
        return found[:_MOST_VALUE]
    return json.dumps(found, ensure_ascii=False, default=_plain)[:_MOST_VALUE]


def key(name: str) -> Markup:
    """A text that the script gets back exactly, whatever is in it: JSON, in an attribute."""
    return Markup(escape(embedded(name)))


def broken(name: str) -> Markup:
    """A qualified name that may be broken over lines where its words join."""
    return Markup("<wbr>").join(escape(seen(part)) for part in re.split(r"(?<=[._:/])", name))


def _plain(found: object) -> object:
    return dict(found) if isinstance(found, Mapping) else str(found)


def _signed(number: str) -> str:
    return number.replace("-", _MINUS)


FILTERS: Mapping[str, Callable[..., object]] = {
    "percent": percent,
    "range": range_,
    "points": points,
    "point_range": point_range,
    "probability": probability,
    "number": number,
    "signed": signed,
    "short": short,
    "seconds": seconds,
    "words": words,
    "tenth": tenth,
    "lift": lift,
    "value": value,
    "key": key,
    "broken": broken,
}
"""What the template calls each of them."""
