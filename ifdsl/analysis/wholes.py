"""Give what a response that is one given text, but for some characters around it, can hold at most."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ifdsl.analysis import formulas as f
from ifdsl.analysis.bounds import shown
from ifdsl.analysis.casing import occurs
from ifdsl.analysis.context import LINES, TOKENS, WORDS, Context
from ifdsl.analysis.formulas import Lemma, Measure
from ifdsl.analysis.needles import Chars, Segment, is_mark, is_space, is_visible, is_word, meets
from ifdsl.analysis.pieces import Piece
from ifdsl.analysis.sources import WHITE

Test = Callable[[Chars], bool]


def lemmas(context: Context) -> Iterator[Lemma]:
    for whole in context.pieces:
        if not whole.whole or whole.segment is None:
            continue
        for piece in context.pieces:
            if piece.number != whole.number:
                yield from _most(whole, whole.segment, piece)
        yield from _measures(whole, whole.segment)


def _most(whole: Piece, text: Segment, piece: Piece) -> Iterator[Lemma]:
    if any(not _lies_around(whole, segment) for segment in piece.needle.segments):
        number = _fitting(whole, text, max(piece.needle.segments, key=lambda s: (not _lies_around(whole, s), len(s))))
        if number == 0:
            why = f"{shown(piece)} does not lie in {shown(whole)}, which is all that stands there"
            yield Lemma("whole text", f.implies(occurs(whole), f.negation(occurs(piece))), why)
        elif isinstance(piece.number, Measure):
            why = f"{shown(piece)} occurs in {shown(whole)}, which is all that stands there, {number} times at most"
            few = f.at_least(f.constant(number), f.count_of(piece.number))
            yield Lemma("whole text", f.implies(occurs(whole), few), why)


def _lies_around(whole: Piece, segment: Segment) -> bool:
    """Whether a stretch can lie in what stands before or behind the given text."""
    return any(all(_can_be(place, off) for place in segment) for off in (whole.off, whole.off_right))


def _can_be(place: Chars, off: frozenset[str]) -> bool:
    return place is None or not place.isdisjoint(off)


def _fitting(whole: Piece, text: Segment, segment: Segment) -> int:
    """How often a stretch fits, without overlap, where some of it lies in the given text."""
    number, end = 0, -len(segment)
    for start in range(1 - len(segment), len(text)):
        if start >= end and all(_at(whole, text, start + i, place) for i, place in enumerate(segment)):
            number, end = number + 1, start + len(segment)
    return number


def _at(whole: Piece, text: Segment, at: int, place: Chars) -> bool:
    if at < 0:
        return _can_be(place, whole.off)
    return meets(place, text[at]) if at < len(text) else _can_be(place, whole.off_right)


def _measures(whole: Piece, text: Segment) -> Iterator[Lemma]:
    around = whole.off | whole.off_right
    why = f"all that stands there is {shown(whole)}"
    if is_mark(around | {" "}):
        most = _starts(text, lambda place: not is_mark(place), lambda place: not is_word(place))
        yield Lemma("whole text", f.implies(occurs(whole), f.at_least(f.constant(most), f.count_of(WORDS))), why)
    if around <= WHITE:
        most = _starts(text, lambda place: not is_space(place), lambda place: not is_visible(place))
        yield Lemma("whole text", f.implies(occurs(whole), f.at_least(f.constant(most), f.count_of(TOKENS))), why)
        if all(place is not None and "\n" not in place for place in text):
            yield Lemma("whole text", f.implies(occurs(whole), f.at_least(f.constant(1), f.count_of(LINES))), why)


def _starts(text: Segment, may_be_in: Test, may_be_out: Test) -> int:
    return sum(may_be_in(place) and (not at or may_be_out(text[at - 1])) for at, place in enumerate(text))
