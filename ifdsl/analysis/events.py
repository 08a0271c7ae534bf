"""Take a piece and what is counted in a text; give where in the piece that lies for certain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from ifdsl.analysis.needles import (
    Chars,
    Edge,
    Needle,
    Segment,
    at_least,
    edge_of,
    is_mark,
    is_space,
    is_visible,
    is_word,
    within,
)
from ifdsl.analysis.pieces import Events, Piece
from ifdsl.analysis.sources import Source

MOST_SPELLINGS = 300


class Found(NamedTuple):
    """`sure` events lie in the piece. `open`: besides, the piece makes the text hold one that may begin before it."""

    sure: Events
    open: bool = False
    ends: bool = False
    """Whether nothing that begins in the piece runs on behind it."""
    edge: bool = False
    """Whether the first sure event is one because of what stands before the piece, and may be the text's first."""


NOTHING = Found(())


def occurrences(piece: Piece, sought: Needle) -> Found:
    """Occurrences of an exact needle, without overlap."""
    (wanted,) = sought.segments
    found: list[tuple[int, int]] = []
    base = 0
    for number, segment in enumerate(piece.needle.segments):
        end = 0
        for place in range(len(segment) - len(wanted) + 1):
            if place >= end and _stands(piece, sought, wanted, number, place):
                end = place + len(wanted)
                found.append((base + place, base + end))
        base += len(segment)
    return Found(tuple(found))


def _stands(piece: Piece, sought: Needle, wanted: Segment, number: int, place: int) -> bool:
    segment = piece.needle.segments[number]
    end = place + len(wanted)
    if not all(within(have, want) for have, want in zip(segment[place:end], wanted, strict=True)):
        return False
    return at_least(_left(piece, number, place), sought.left) and at_least(_right(piece, number, end), sought.right)


def _left(piece: Piece, number: int, place: int) -> Edge:
    if place:
        return edge_of(piece.needle.segments[number][place - 1])
    return piece.needle.left if number == 0 else ""


def _right(piece: Piece, number: int, place: int) -> Edge:
    segment = piece.needle.segments[number]
    if place < len(segment):
        return edge_of(segment[place])
    return piece.needle.right if number == len(piece.needle.segments) - 1 else ""


def starts(piece: Piece, inside: Callable[[Chars], bool], outside: Callable[[Chars], bool], edge: Edge) -> Found:
    """Beginnings of runs: places that are `inside` after one that is `outside`, where `edge` is outside too.

    A run that the piece begins in the middle of may have begun before it: then the piece is `open`, and a first
    beginning that nothing comes before in the piece may be the first of the text, which `open` stands for.
    """
    found = []
    base = 0
    before_any = False
    for number, segment in enumerate(piece.needle.segments):
        for place, chars in enumerate(segment):
            if not inside(chars):
                continue
            if place:
                begins = outside(segment[place - 1])
            else:
                begins = number == 0 and at_least(piece.needle.left, edge)
            if begins:
                found.append((base + place, base + place + 1))
            elif not found:
                before_any = True
        base += len(segment)
    last = piece.needle.segments[-1][-1]
    ends = outside(last) or at_least(piece.needle.right, edge)
    bounded = begins_inside(piece, inside) and at_least(piece.needle.left, edge)
    if found and not before_any and not bounded:
        # What comes before in the piece is no run, so that this one may be the first of the text.
        return Found(tuple(found[1:]), True, ends)
    return Found(tuple(found), before_any, ends, bounded)


def begins_inside(piece: Piece, inside: Callable[[Chars], bool]) -> bool:
    """Whether the piece begins inside a run."""
    return inside(piece.needle.segments[0][0])


def word_starts(piece: Piece) -> Found:
    return starts(piece, is_word, is_mark, "mark")


def ordinary_word_starts(piece: Piece) -> Found:
    r"""The same where `\w` means the same to every rule, so that `\b` is where a word begins."""
    return starts(piece, is_word, is_mark, "boundary")


def run_starts(piece: Piece) -> Found:
    return starts(piece, is_visible, is_space, "space")


class Token(NamedTuple):
    """An element of a view that lies in a piece: its place and the ways that it may be spelt, none if not known.

    `cut`: only its beginning is known.
    """

    place: int
    spellings: tuple[str, ...]
    cut: bool


def tokens(piece: Piece, source: Source, rule: str) -> list[Token]:
    """The elements of `words` by a rule that certainly lie in the piece, in order, as the text of `source` has them."""
    if any(char.isspace() or char.isalpha() for char in source.deleted):
        return []
    found = []
    base = 0
    for number, segment in enumerate(piece.needle.segments):
        for start, end, known, closed in _runs(piece, number, rule):
            places = [place for place in segment[start:end] if place is None or not _deleted(place, source.deleted)]
            spellings = (_spellings(places, source) or ()) if known else ()
            if spellings != ("",):
                found.append(Token(base + start, spellings, not closed))
        base += len(segment)
    return found


def _runs(piece: Piece, number: int, rule: str) -> Iterator[tuple[int, int, bool, bool]]:
    """Runs of one segment, whether all of their characters that lie in it are known, and whether they end in it too."""
    segment = piece.needle.segments[number]
    inside, outside = (is_word, is_mark) if rule == "ifeval" else (is_visible, is_space)
    edge: Edge = "mark" if rule == "ifeval" else "space"
    start = 0
    while start < len(segment):
        if outside(segment[start]):
            start += 1
            continue
        end = start
        while end < len(segment) and not outside(segment[end]):
            end += 1
        begins = outside(segment[start - 1]) if start else number == 0 and at_least(piece.needle.left, edge)
        last = number == len(piece.needle.segments) - 1
        closed = end < len(segment) or (last and at_least(piece.needle.right, edge))
        yield start, end, begins and all(map(inside, segment[start:end])), closed
        start = end


def _deleted(chars: frozenset[str], deleted: str) -> bool:
    return bool(deleted) and all(char in deleted for char in chars)


def _spellings(places: list[Chars], source: Source) -> tuple[str, ...] | None:
    """The ways to spell a run, as the text of a source has it; None where they are too many or not known."""
    choices = []
    number = 1
    for chars in places:
        if chars is None or (source.deleted and any(char in source.deleted for char in chars)):
            return None
        spelt = sorted({char.lower() for char in chars} if source.mode == "lower" else chars)
        number *= len(spelt)
        if number > MOST_SPELLINGS:
            return None
        choices.append(spelt)
    return tuple(map("".join, product(*choices)))
