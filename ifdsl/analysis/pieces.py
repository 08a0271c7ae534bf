"""Take the flags and measures of the demands; give the pieces of text that each of them puts into the response.

A piece is a needle with how often it occurs, without overlap of its own copies. Pieces of different needles may
overlap; `sharing` says how many copies of one can share events (places that something is counted at) with one copy of
the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from ifdsl.analysis.formulas import Flag, Measure
from ifdsl.analysis.implied import implied
from ifdsl.analysis.needles import Chars, Edge, Needle, Segment, is_mark, is_re_word, is_space, meets
from ifdsl.analysis.sources import WHITE

Where = Literal["any", "start", "end"]


@dataclass(frozen=True, slots=True)
class Piece:
    """`number` copies of what `needle` holds, where a flag stands for one copy.

    Attributes:
        where: `start`: the response begins with it, but for characters of `off`; `end` alike.
        whole: nothing else stands in the response, but for characters of `off` and `off_right`.
    """

    number: Measure | Flag
    needle: Needle
    where: Where = "any"
    off: frozenset[str] = WHITE
    off_right: frozenset[str] = WHITE
    whole: bool = False

    @property
    def segment(self) -> Segment | None:
        """Its places, where it has no gaps."""
        return self.needle.segments[0] if len(self.needle.segments) == 1 else None

    @property
    def length(self) -> int:
        return sum(map(len, self.needle.segments))


def pieces_of(things: Iterable[Flag | Measure]) -> list[Piece]:
    """The pieces, those at the start first, then those at the end, longer ones before shorter ones."""
    things = list(things)
    found = [piece for thing in things for piece in _pieces(thing)]

    joint = {thing.key for thing in things if isinstance(thing, Flag) and thing.kind == "joint"}
    order = {"start": 0, "end": 1, "any": 2}
    return sorted(
        found, key=lambda piece: (piece.number.key not in joint, order[piece.where], -piece.length, piece.number.key)
    )


def _pieces(thing: Flag | Measure) -> Iterator[Piece]:
    if isinstance(thing, Flag):
        yield from (Piece(thing, needle) for needle in implied(thing) if needle.segments)
    needle = thing.needle
    if needle is None or not needle.segments:
        return
    if isinstance(thing, Measure):
        yield Piece(thing, _trimmed(needle))
        return
    source = thing.source
    assert source is not None
    # The flag says of a text that a whole piece is at its edge, so that the edge of the text is one of the piece.
    left = source.left if thing.kind in ("starts", "equals") and source.plain else ""
    right = source.right if thing.kind in ("ends", "equals") and source.plain else ""
    needle = replace(needle, left=left, right=right, exact=False)
    ends = source.whole and source.plain
    if ends and thing.kind in ("starts", "equals") and source.off_left is not None:
        whole = thing.kind == "equals" and source.off_right is not None
        yield Piece(thing, needle, "start", source.off_left, source.off_right or frozenset(), whole)
    elif ends and thing.kind == "ends" and source.off_right is not None:
        yield Piece(thing, needle, "end", frozenset(), source.off_right)
    else:
        yield Piece(thing, needle)


def _trimmed(needle: Needle) -> Needle:
    """Without the segments at either end of which no place is known."""
    segments = needle.segments
    left, right = needle.left, needle.right
    while len(segments) > 1 and not any(segments[0]):
        segments, left = segments[1:], ""
    while len(segments) > 1 and not any(segments[-1]):
        segments, right = segments[:-1], ""
    return replace(needle, segments=segments, left=left, right=right, exact=False)


Events = tuple[tuple[int, int], ...]
"""Half-open spans of a piece, as places of its segments laid end to end, that something is counted at."""


@lru_cache(maxsize=8192)
def sharing(one: Piece, other: Piece, events: Events, others: Events, overlap: bool) -> int:
    """How many copies of `other`, without overlap, can have events in common with one copy of `one`, at most.

    With `overlap`, two events that overlap count as one in common; else only the same place does.
    """
    first, second = one.segment, other.segment
    if first is None or second is None:
        # A copy that shares an event does so in one of its segments, and no two share one that is a single place.
        most = sum(
            sharing(part, another, own, shared, overlap)
            for part, own in _parts(one, events)
            for another, shared in _parts(other, others)
        )
        single = all(b == a + 1 for a, b in (*events, *others))
        return min(most, len(events)) if single or not overlap else most
    found = []
    for offset in range(1 - len(second), len(first)):
        if _fits(one, other, first, second, offset) and _share(events, others, offset, overlap):
            found.append(offset)
    # Copies have one length, so that taking each as soon as it fits gives the most.
    number, end = 0, -len(second)
    for offset in found:
        if offset >= end:
            number, end = number + 1, offset + len(second)
    return number


def _parts(piece: Piece, events: Events) -> Iterator[tuple[Piece, Events]]:
    """The segments of a piece that have events, each as a piece."""
    segments = piece.needle.segments
    base = 0
    for number, segment in enumerate(segments):
        own = tuple((a - base, b - base) for a, b in events if base <= a < base + len(segment))
        base += len(segment)
        if own:
            left = piece.needle.left if number == 0 else ""
            right = piece.needle.right if number == len(segments) - 1 else ""
            where: Where = piece.where if number == 0 and piece.where == "start" else "any"
            yield replace(piece, needle=Needle((segment,), left, right), where=where, whole=False), own


def runs_over(one: Piece, other: Piece) -> bool:
    """Whether a copy of `other` can begin in `one` and end behind it."""
    first, second = one.segment, other.segment
    if first is None or second is None:
        return True
    offsets = range(max(1 - len(second), len(first) - len(second) + 1), len(first))
    return any(_fits(one, other, first, second, offset) for offset in offsets)


def inside(one: Piece, other: Piece) -> int:
    """How many copies of `other`, without overlap, can have a character in common with one copy of `one`."""
    return sharing(one, other, ((0, one.length),), ((0, other.length),), True)


def _share(events: Events, others: Events, offset: int, overlap: bool) -> bool:
    if overlap:
        return any(a < d + offset and c + offset < b for a, b in events for c, d in others)
    return any(a == c + offset for a, _ in events for c, _ in others)


def _fits(one: Piece, other: Piece, first: Segment, second: Segment, offset: int) -> bool:
    """Whether a copy of `other` can begin `offset` places after the beginning of `one`."""
    start, end = max(0, offset), min(len(first), offset + len(second))
    if not all(meets(first[place], second[place - offset]) for place in range(start, end)):
        return False
    if offset and one.where == other.where == "start":
        return False
    if offset < 0 and not _off(one, second[:-offset]):
        return False
    if not _edge(one.needle.left, _at(second, -1 - offset)) or not _edge(other.needle.left, _at(first, offset - 1)):
        return False
    past = len(first) - offset
    return _edge(one.needle.right, _at(second, past)) and _edge(other.needle.right, _at(first, offset + len(second)))


def _off(one: Piece, before: Segment) -> bool:
    """Whether what stands before a piece at the start can be only what was taken off there."""
    return one.where != "start" or all(chars is None or not chars.isdisjoint(one.off) for chars in before)


def _at(segment: Segment, place: int) -> Chars:
    return segment[place] if 0 <= place < len(segment) else None


def _edge(edge: Edge, chars: Chars) -> bool:
    """Whether one of the characters can stand at such an edge."""
    if chars is None or not edge:
        return True
    single = (frozenset(char) for char in chars)
    if edge == "boundary":
        return any(not is_re_word(char) for char in chars)
    return any(is_space(char) if edge == "space" else is_mark(char) for char in single)
