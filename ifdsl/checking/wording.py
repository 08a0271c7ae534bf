"""Take numbers, ranges, texts and places; give the words that messages say of them: lower case, user's words ticked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from ifdsl.checking.distances import is_number
from ifdsl.primitives.ranges import Range

LONGEST = 60
"""Characters of a user's text that a message quotes."""

Noun = tuple[str, str]
"""What one element is called, and several."""


def ticked(value: Any) -> str:
    """A value in backticks, on one line, cropped; without them, `nothing` or `white space` for a text of none."""
    if isinstance(value, str) and not value.strip():
        return "white space" if value else "nothing"
    text = " ".join(phrase(value).split())
    return f"`{text[: LONGEST - 1]}…`" if len(text) > LONGEST else f"`{text}`"


def number(value: int | float) -> str:
    """A number as it is read: `1,203`, `0.34`."""
    if isinstance(value, int):
        # What has thousands of digits cannot be written out, and is not worth reading.
        return f"{value:,}" if abs(value) < 10**18 else "a huge number"
    if value.is_integer() and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.3f}".rstrip("0").rstrip(".") if 0.001 <= abs(value) < 1e15 else f"{value:.3g}"


def phrase(value: Any) -> str:
    """Any value of the language in a few words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, Range):
        return range_phrase(value)
    if is_number(value):
        return number(value)
    if isinstance(value, list | tuple):
        return listing(value)
    return str(value)


def listing(values: Iterable[Any], last: str = ", ") -> str:
    """`a, b, c`, with `last` before the last of them."""
    words = [phrase(value) for value in values]
    return ", ".join(words) if len(words) < 2 or last == ", " else f"{', '.join(words[:-1])}{last}{words[-1]}"


def counted(amount: int | float, noun: Noun) -> str:
    """`1 word`, `2 words`."""
    return f"{number(amount)} {noun[0] if amount == 1 else noun[1]}"


def range_phrase(bounds: Range) -> str:
    """`at least 200`, `between 2 and 3`, `exactly 5`, `none`."""
    if bounds.lo is None:
        if bounds.hi is None:
            return "any number"
        return "none" if bounds.hi == 0 else f"at most {number(bounds.hi)}"
    if bounds.hi is None:
        return f"at least {number(bounds.lo)}"
    if bounds.lo == bounds.hi:
        return "none" if bounds.lo == 0 else f"exactly {number(bounds.lo)}"
    return f"between {number(bounds.lo)} and {number(bounds.hi)}"


def wanted(operator: str, bound: Any) -> str:
    """What `… operator bound` asks for."""
    if isinstance(bound, Range):
        if operator == "in":
            return range_phrase(bound)
        if bounds_one_side(bound):
            low = bound.lo is not None
            return wanted("<" if low else ">", bound.lo if low else bound.hi)
        return f"a number other than {range_phrase(bound)}"
    if not is_number(bound):
        words = {"==": "", "in": "one of ", "not in": "none of ", "!=": "anything other than "}
        return words.get(operator, f"something {operator} ") + ticked(bound)
    if (operator in ("<=", "==") and bound == 0) or (operator == "<" and bound == 1 and isinstance(bound, int)):
        return "none"
    if operator == ">" and bound == 0 and isinstance(bound, int):
        return "at least 1"
    words = {
        "==": "exactly",
        "!=": "a number other than",
        "<": "fewer than" if isinstance(bound, int) else "less than",
        "<=": "at most",
        ">": "more than",
        ">=": "at least",
    }
    return f"{words[operator]} {number(bound)}"


def bounds_one_side(bounds: Range) -> bool:
    return (bounds.lo is None) != (bounds.hi is None)


def asked(want: str) -> str:
    """`at least 200 were asked for`."""
    singular = want in ("none", "any number") or want.startswith(("`", "a ")) or want.endswith((" 1", "`"))
    return f"{want} {'was' if singular else 'were'} asked for"


class Place(NamedTuple):
    """Where an element stands: the how-manieth `noun` of `outer`, or the mere value where it has no noun.

    `position` counts from 1, or from the end where it is negative.
    """

    noun: Noun | None
    position: int
    value: Any
    outer: Place | str | None = None


Topic: TypeAlias = Place | str | None
"""What a message is about: an element, an expression as written, or the whole text under check."""


def topic(at: Topic) -> str:
    """`sentence 3 of paragraph 2`, the value or expression in backticks, or `the text`."""
    if at is None:
        return "the text"
    if isinstance(at, str):
        return ticked(at)
    if at.noun is None:
        # A value stands for itself, wherever it comes from.
        return ticked(at.value)
    here = f"{at.noun[0]} {at.position}" if at.position > 0 else f"the {_from_end(at.position)} {at.noun[0]}"
    return here if at.outer is None else f"{here} of {topic(at.outer)}"


def _from_end(position: int) -> str:
    return {-1: "last", -2: "last but one"}.get(position, f"{-position}th last")
