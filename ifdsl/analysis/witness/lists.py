"""Take a plan; give the lines of the lists that it asks for, nested as deep as it asks."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from ifdsl.analysis.witness.plan import Plan

VIEWS = frozenset(["items", "bullets", "numbered"])
"""The views whose elements are made here."""

_DEEPEST = 100
"""Levels of the deepest list that is made: its first items are indented by thousands of blanks already."""


def list_lines(plan: Plan, text_of: Callable[[str], str]) -> list[str]:
    """The lines, the deepest list first.

    Args:
        text_of: gives the text of an element of a view.
    """
    asked = [piece for piece in plan.pieces if piece.view in VIEWS]
    depth = max((int(fact.times.lo or 0) for fact in plan.data if fact.form == "item_depths"), default=0)
    # A bullet or a numbered item is an item as well.
    marked = sum(piece.least for piece in asked if piece.view != "items")
    views = [
        piece.view
        for piece in asked
        for _ in range(piece.least if piece.view != "items" else max(piece.least - marked, 0))
    ]
    views += ["items"] * (min(depth, _DEEPEST) - len(views))
    bullets = min((piece.most for piece in asked if piece.view == "bullets"), default=inf)
    either = "bullets" if views.count("items") <= bullets - views.count("bullets") else "numbered"
    lines: list[str] = []
    indent, numbered = "", 0
    for place, view in enumerate(views):
        outer = place == 0 or place >= depth
        ordered = (either if view == "items" else view) == "numbered"
        numbered += outer and ordered
        # A number other than 1 would not begin a list inside an item.
        mark = "-" if not ordered else f"{numbered}." if outer else "1."
        lines.append(f"{'' if outer else indent}{mark} {text_of(view)}")
        indent += " " * (len(mark) + 1)
    return lines
