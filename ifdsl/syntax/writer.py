"""Take items with their place in the source, in order; give lines, each comment of the source beside its item."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ifdsl.syntax import tree as t
from ifdsl.syntax.layout import INDENT, Doc, lay_out

BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
TO_OPEN = re.compile(r"(?:[^{#]|#[^\n]*)*+\{")
TO_CLOSE = re.compile(r"(?:[^}#]|#[^\n]*)*+\}")


WriteItem = Callable[["Writer", t.Node, int], None]
"""Writes an item; given too is where what follows the item begins."""


class Writer:
    """Writes items in order. Each takes with it the comments that stand before its end in the source."""

    def __init__(self, module: t.Module) -> None:
        self.lines: list[str] = []
        self.text = module.text
        self.comments = module.comments
        self.taken = 0
        self.indent = ""
        # Where what was written last ends in the source; None where a block or the file begins.
        self.end: int | None = None

    # ------------------------------------------------------------ lines and comments

    def item(self, start: int, end: int, doc: Doc, limit: int) -> None:
        """Write an item of the source's `[start, end)`; what follows it begins at `limit`."""
        self.lead(start, end)
        self.write(doc)
        self.end = end
        self.trail(limit)

    def write(self, doc: Doc, after: int = 0) -> None:
        self.lines.append(self.indent + lay_out(doc, self.indent, len(self.indent), after))

    def lead(self, start: int, end: int) -> None:
        """Write the comments before `end` that are left, and the blank line before what begins at `start`."""
        while (comment := self.next_comment(end)) is not None:
            # A comment inside an item has no place of its own before it.
            place, stop = (comment.start, comment.end) if comment.start < start else (start, start)
            self.gap(place)
            self.lines.append(self.indent + comment.text.rstrip())
            self.end = stop
            self.taken += 1
        self.gap(start)

    def trail(self, limit: int) -> None:
        """Write the comment on the line of what was written last, if there is one before `limit`."""
        comment = self.next_comment(limit)
        if comment is not None and self.end is not None and "\n" not in self.text[self.end : comment.start]:
            self.lines[-1] += "  " + comment.text.rstrip()
            self.end = comment.end
            self.taken += 1

    def gap(self, place: int) -> None:
        if self.end is not None and BLANK_LINE.search(self.text, self.end, place):
            self.lines.append("")

    def apart(self, one: t.Node, other: t.Node) -> bool:
        """Whether the source has a blank line between two items."""
        return BLANK_LINE.search(self.text, one.end, other.start) is not None

    def next_comment(self, limit: int) -> t.Comment | None:
        if self.taken < len(self.comments) and self.comments[self.taken].start < limit:
            return self.comments[self.taken]
        return None

    # ------------------------------------------------------------ blocks

    def block(
        self,
        start: int,
        head: Doc,
        head_end: int,
        items: Sequence[t.Node],
        end: int,
        limit: int,
        write: WriteItem,
    ) -> None:
        """Write `head { items }`, which the source has at `[start, end)`; `head_end` is before its `{`."""
        opening = self.brace(TO_OPEN, head_end)
        self.lead(start, opening)
        if not items and self.next_comment(end) is None:
            self.write([head, " {}"])
        else:
            self.write([head, " {"])
            self.trail_head(opening, end, limit)
            self.body(opening, items, end - 1, write)
            self.lines.append(self.indent + "}")
        self.end = end
        self.trail(limit)

    def trail_head(self, opening: int, end: int, limit: int) -> None:
        """Write the comment after a block of one line on the line of its `{`, for it speaks of the whole block."""
        comment = self.next_comment(limit)
        if comment is not None and comment.start >= end and "\n" not in self.text[opening : comment.start]:
            self.lines[-1] += "  " + comment.text.rstrip()
            self.taken += 1

    def body(self, opening: int, items: Sequence[t.Node], closing: int, write: WriteItem) -> None:
        """Write what stands between the braces at `opening` and `closing`."""
        self.end = opening + 1
        self.trail(items[0].start if items else closing)
        self.end = None
        self.indent += INDENT
        for number, item in enumerate(items):
            write(self, item, items[number + 1].start if number + 1 < len(items) else closing)
        while (comment := self.next_comment(closing)) is not None:
            self.gap(comment.start)
            self.lines.append(self.indent + comment.text.rstrip())
            self.end = comment.end
            self.taken += 1
        self.indent = self.indent.removesuffix(INDENT)

    def brace(self, pattern: re.Pattern[str], start: int) -> int:
        """Where the next brace is; between the parts of a block stand only marks, blanks and comments."""
        found = pattern.match(self.text, start)
        assert found is not None, "a block has braces"
        return found.end() - 1
