"""Take a text and a function that makes it of parts; give where in it each part stands.

The text is made a second time with marks round its parts. What a template does to a part may depend on its characters,
so the marks are believed only where the text is the same without them; else the parts are looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

Show: TypeAlias = Callable[[str, int], str]
"""Gives a part as it is to stand in the text, by the number of what it belongs to."""

# Characters that no text should have: Unicode keeps U+FDD0 to U+FDEF for such uses inside programs.
_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
_DIGITS = {str(digit): chr(0xFDD2 + digit) for digit in range(10)}
_MARK = re.compile(f"{_OPEN}([{''.join(_DIGITS.values())}]+){_CLOSE}|{_CLOSE}")
_ANY = re.compile("[\ufdd0-\ufdef]")


def spans(
    text: str, assembled: Callable[[Show], str], parts: Sequence[tuple[str, int]]
) -> dict[int, list[tuple[int, int]]]:
    """Where the parts of a text stand, by the number of what each belongs to.

    Args:
        text: what `assembled` gives for parts as they are.
        assembled: makes the text of its parts.
        parts: every part, with the number of what it belongs to.
    """
    if not _ANY.search(text):
        marked = assembled(lambda part, number: f"{_OPEN}{_number(number)}{_CLOSE}{part}{_CLOSE}")
        found = _found(marked)
        if found is not None and found[0] == text:
            return found[1]
    return _looked_for(text, parts)


def _number(number: int) -> str:
    return "".join(_DIGITS[digit] for digit in str(number))


def _found(marked: str) -> tuple[str, dict[int, list[tuple[int, int]]]] | None:
    plain: list[str] = []
    size = at = 0
    opened: list[tuple[int, int]] = []
    found: dict[int, list[tuple[int, int]]] = {}
    for mark in _MARK.finditer(marked):
        plain.append(marked[at : mark.start()])
        size, at = size + mark.start() - at, mark.end()
        if mark[1] is not None:
            opened.append((int("".join(str(ord(char) - 0xFDD2) for char in mark[1])), size))
        elif opened:
            number, start = opened.pop()
            found.setdefault(number, []).append((start, size))
        else:
            return None
    plain.append(marked[at:])
    return None if opened else ("".join(plain), found)


def _looked_for(text: str, parts: Sequence[tuple[str, int]]) -> dict[int, list[tuple[int, int]]]:
    found: dict[int, list[tuple[int, int]]] = {}
    for part, number in parts:
        # A template may end a sentence otherwise than it ends itself.
        words = part.rstrip(".。")
        start = text.find(words)
        if words and start >= 0:
            found.setdefault(number, []).append((start, start + len(words)))
    return found
