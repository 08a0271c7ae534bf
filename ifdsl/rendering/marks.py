"""Take a text and a function that makes it of parts; give where in it each part stands.

The text is made a second time with marks round its parts. What a template does to a part may depend on its characters,
so the marks are believed only where the text is the same without them; else the parts are looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import TypeAlias

Show: TypeAlias = Callable[[str, int], str]
"""Gives a part as it is to stand in the text, by the number of what it belongs to."""

Spans: TypeAlias = dict[int, list[tuple[int, int]]]

# Unicode keeps U+FDD0 to U+FDEF for such uses inside programs; plane 15 is for private use.
_UNUSUAL = (range(0xFDD0, 0xFDF0), range(0xF0000, 0xFFFFE))
_MARKS = 12
"""One that opens, one that closes, and ten digits."""


def spans(text: str, assembled: Callable[[Show], str], parts: Sequence[tuple[str, int]]) -> Spans:
    """Where the parts of a text stand, by the number of what each belongs to.

    Args:
        text: what `assembled` gives for parts as they are.
        assembled: makes the text of its parts.
        parts: every part, with the number of what it belongs to.
    """
    marks = _absent_from(text)
    # A template may look at the first letter of a rule or change it, so the mark stands before it or after it.
    for ahead in (0, 1) if len(marks) == _MARKS else ():
        marked = assembled(lambda part, number, ahead=ahead: _marked(part, number, marks, ahead))  # type: ignore[misc]
        found = _found(marked, marks, ahead)
        if found is not None and found[0] == text:
            return found[1]
    return _looked_for(text, parts)


def _absent_from(text: str) -> str:
    """Characters that a text does not have."""
    there = set(text)
    return "".join(islice(_unusual(there), _MARKS))


def _unusual(there: set[str]) -> Iterator[str]:
    return (chr(code) for code in chain(*_UNUSUAL) if chr(code) not in there)


def _marked(part: str, number: int, marks: str, ahead: int) -> str:
    name = "".join(marks[2 + int(digit)] for digit in str(number))
    return f"{part[:ahead]}{marks[0]}{name}{marks[0]}{part[ahead:]}{marks[1]}"


def _found(marked: str, marks: str, ahead: int) -> tuple[str, Spans] | None:
    """The text without its marks, and what they tell; None where they are not as they were set."""
    opening, closing, digits = re.escape(marks[0]), re.escape(marks[1]), re.escape(marks[2:])
    plain: list[str] = []
    size = at = 0
    opened: list[tuple[int, int]] = []
    found: Spans = {}
    for mark in re.finditer(f"{opening}([{digits}]+){opening}|{closing}", marked):
        plain.append(marked[at : mark.start()])
        size, at = size + mark.start() - at, mark.end()
        if mark[1] is not None:
            opened.append((int("".join(str(marks.index(char) - 2) for char in mark[1])), max(0, size - ahead)))
        elif opened:
            number, start = opened.pop()
            found.setdefault(number, []).append((start, size))
        else:
            return None
    plain.append(marked[at:])
    return None if opened else ("".join(plain), found)


def _looked_for(text: str, parts: Sequence[tuple[str, int]]) -> Spans:
    found: Spans = {}
    for part, number in parts:
        # A template may end a sentence otherwise than it ends itself, or change its capitals.
        words = part.rstrip(".。")
        match = re.search(re.escape(words), text) or re.search(re.escape(words), text, re.IGNORECASE)
        if words and match is not None:
            found.setdefault(number, []).append(match.span())
    return found
