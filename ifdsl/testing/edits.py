"""Take a text and three numbers; give the text with one small edit, the same for the same numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

PIECES = (
    " ", "\n", "\n\n", ". ", ", ", "! ", "? ", " - ", "\n- ", "\n1. ", "\n# ", "**", '"', "'", "`", ":", ";", "(", ")",
    "0", "7", "A", "z", "é", "ß", "中", "🙂", " the ", " Now ", " and ", "\t", "\u00a0",
)  # fmt: skip
"""What may be put in: what separates and marks the parts of a text, and letters of several scripts."""

_WORD = re.compile(r"\S+\s*")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def _drop(parts: Sequence[str], at: int) -> list[str]:
    return [*parts[:at], *parts[at + 1 :]]


def _double(parts: Sequence[str], at: int) -> list[str]:
    return [*parts[: at + 1], *parts[at:]]


def _swap(parts: Sequence[str], at: int) -> list[str]:
    other = (at + 1) % len(parts)
    swapped = list(parts)
    swapped[at], swapped[other] = parts[other], parts[at]
    return swapped


_CHANGES: tuple[Callable[[Sequence[str], int], list[str]], ...] = (_drop, _double, _swap)
_CUTS: tuple[Callable[[str], list[str]], ...] = (_WORD.findall, _LINE.findall, list)

KINDS = len(_CHANGES) * len(_CUTS) + 2
"""Kinds of edits: drop, double or swap a word, a line or a character; put something in; change the case of one."""


def edited(text: str, kind: int, at: int, what: int) -> str:
    """`text` with one edit of this kind at a place; unchanged where there is nothing there to edit.

    Args:
        kind: below `KINDS`.
        at: picks the place.
        what: picks what is put in.
    """
    if kind == KINDS - 1:
        place = at % (len(text) + 1)
        return text[:place] + PIECES[what % len(PIECES)] + text[place:]
    if not text.strip():
        return text
    if kind == KINDS - 2:
        place = at % len(text)
        return text[:place] + text[place].swapcase() + text[place + 1 :]
    parts = _CUTS[kind % len(_CUTS)](text)
    # A match of words leaves out what stands before the first.
    before = text[: len(text) - sum(map(len, parts))]
    return before + "".join(_CHANGES[kind // len(_CUTS)](parts, at % len(parts)))
