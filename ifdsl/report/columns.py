"""Take names and rows of cells; give lines whose columns stand under each other in a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

NAME_LIMIT = 60
"""Columns that a name may take."""


class Section(NamedTuple):
    """A heading and the lines under it."""

    heading: str
    lines: list[str]


def clean(name: str) -> str:
    """A name without characters that would move a terminal's cursor."""
    return "".join(c if c.isprintable() else "?" for c in name) or "(none)"


def cut(name: str) -> str:
    """A name of at most `NAME_LIMIT` columns."""
    if width(name) <= NAME_LIMIT:
        return name
    ends = accumulate(map(width, name))
    return name[: sum(1 for _ in takewhile(lambda end: end < NAME_LIMIT, ends))] + "…"


def width(text: str) -> int:
    """Columns that a terminal gives `text`: wide East Asian characters take two, combining marks none."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) != 0 for c in text)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of equally many cells as lines: the first column to the left, the others to the right of their columns."""
    shown = [[cut(clean(cell)) if cell else "" for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*shown, strict=True)]
    lines = []
    for first, *others in shown:
        cells = [" " * (size - width(cell)) + cell for cell, size in zip(others, widths[1:], strict=True)]
        lines.append("  ".join(["  " + first + " " * (widths[0] - width(first)), *cells]).rstrip())
    return lines
