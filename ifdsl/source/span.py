"""Take two offsets in code points; give `Span`, a half-open stretch of a source text."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """The code points `text[start:end]`; `start == end` is a place between two of them.

    A span does not name its file: a parse makes tens of thousands, and a tuple of two integers is the
    cheapest record that still compares, hashes and sorts. `Label` pairs a span with its file where one is
    shown to a reader.
    """

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The smallest span that holds both this one and `other`."""
        return Span(min(self.start, other.start), max(self.end, other.end))

    def overlaps(self, other: Span) -> bool:
        """Whether both hold a common code point, or one is a place strictly inside the other."""
        return self.start < other.end and other.start < self.end
