"""Take a text that is part of the graded one and what is sought in it; give where it stands, as pieces of that text."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ifdsl.checking.verdict import Evidence, EvidenceKind
from ifdsl.primitives import occurrences as occurring
from ifdsl.primitives import patterns
from ifdsl.primitives.piece import Piece

MOST_SPANS = 1_000
"""Evidence of one outcome is cut off here."""


def occurrences(
    text: str, needle: str, whole_word: bool = False, ignore_case: bool = False, as_pattern: bool = False
) -> list[Piece]:
    """Where `count` finds `needle`; nowhere in a text that is not part of the graded one."""
    if not isinstance(text, Piece) or not needle:
        return []
    return _pieces(text, occurring.find_spans(text, needle, whole_word, ignore_case, as_pattern))


def matches(text: str, pattern: str) -> list[Piece]:
    """Where a pattern matches."""
    return _pieces(text, patterns.find_spans(pattern, text)) if isinstance(text, Piece) else []


def at_start(text: str, part: str, ignore_case: bool = False) -> list[Piece]:
    """The start of a text, as long as `part`."""
    return _pieces(text, [(0, min(len(part), len(text)))])


def at_end(text: str, part: str, ignore_case: bool = False) -> list[Piece]:
    """The end of a text, as long as `part`."""
    return _pieces(text, [(max(0, len(text) - len(part)), len(text))])


def _pieces(text: str, spans: Iterable[tuple[int, int]]) -> list[Piece]:
    if not isinstance(text, Piece):
        return []
    return [Piece(text[start:end], text.start + start) for start, end in islice(spans, MOST_SPANS)]


def evidence(kind: EvidenceKind, elements: Iterable[object]) -> list[Evidence]:
    """The elements as evidence; those that are no part of the graded text have no place in it."""
    return [Evidence(kind, e.start, e.start + len(e)) for e in elements if isinstance(e, Piece)]
