"""Give what a text in one letter case excludes and brings along."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ifdsl.analysis import formulas as f
from ifdsl.analysis.bounds import shown, total_lemmas
from ifdsl.analysis.context import Context, all_of_response, kept
from ifdsl.analysis.events import Found, run_starts
from ifdsl.analysis.formulas import Flag, Lemma
from ifdsl.analysis.needles import Chars, is_space
from ifdsl.analysis.pieces import Piece
from ifdsl.analysis.terms import Term

_CASES: dict[str, Callable[[str], bool]] = {"is_upper": str.isupper, "is_lower": str.islower}
_OTHER = {"is_upper": "is_lower", "is_lower": "is_upper"}
_WORDS = {"is_upper": "upper", "is_lower": "lower"}


def lemmas(context: Context) -> Iterator[Lemma]:
    flags = {kind: [flag for flag in context.of_kind(kind) if _is_whole(flag)] for kind in _CASES}
    for upper in flags["is_upper"]:
        for lower in flags["is_lower"]:
            why = "a text with a letter in it is not in upper and in lower case at once"
            yield Lemma("cases exclude each other", f.negation(f.both(upper, lower)), why)
    for kind, of_kind in flags.items():
        for flag in of_kind:
            yield from _excluded(flag, kind, context)
            yield from _counted(flag, kind, context)


def _is_whole(flag: Flag) -> bool:
    source = flag.source
    if source is None or not source.whole or source.mode != "exact" or source.deleted:
        return False
    off = (source.off_left, source.off_right)
    return all(each is not None and not any(char.isupper() or char.islower() for char in each) for each in off)


def _excluded(flag: Flag, kind: str, context: Context) -> Iterator[Lemma]:
    """Pieces with a letter that can only be in the other case do not occur."""
    other = _CASES[_OTHER[kind]]
    for piece in context.pieces:
        if any(_all(place, other) for place in piece.needle.places):
            why = f"{shown(piece)} holds a letter that is not in {_WORDS[kind]} case"
            yield Lemma("letter of the other case", f.implies(flag, f.negation(occurs(piece))), why)


def occurs(piece: Piece) -> f.Formula:
    return piece.number if isinstance(piece.number, Flag) else f.at_least(f.count_of(piece.number), 1)


def _counted(flag: Flag, kind: str, context: Context) -> Iterator[Lemma]:
    """Elements of a view of words that are wholly in one case."""
    for measure, items in context.lengths():
        view, condition, name = kept(items)
        source = all_of_response(view)
        if condition is None or source is None or not source.plain or source.mode != "exact":
            continue
        if condition.op != "call" or condition.value[0] not in _CASES or condition.args[0].key != name:
            continue
        counted = f.count_of(measure)
        if condition.value[0] != kind:
            why = f"a text in {_WORDS[kind]} case has no word in the other"
            yield Lemma("no word of the other case", f.implies(flag, f.equal(counted, 0)), why)
        elif _covers(view):
            why = f"a text in {_WORDS[kind]} case has a letter, and the word that it stands in is in that case"
            yield Lemma("some word of that case", f.implies(flag, f.at_least(counted, 1)), why)
            yield from total_lemmas(measure, context, cased_runs, False, f"words in {_WORDS[kind]} case", flag)


def _covers(view: Term) -> bool:
    """Whether the elements of a view hold every letter, and none holds white space."""
    return view.calls("words") and view.value[1] in ("nltk", "whitespace")


def cased_runs(piece: Piece) -> Found:
    """Beginnings of runs without white space in which a letter with cases certainly stands."""
    found = run_starts(piece)
    places = list(piece.needle.places)
    sure = tuple(span for span in found.sure if _has_letter(places, span[0]))
    if len(sure) < len(found.sure):
        # Without the first of them it is not known any more what an open one would be.
        return Found(sure, False, found.ends)
    is_open = found.open and _has_letter(places, next(i for i, place in enumerate(places) if not is_space(place)))
    return Found(sure, is_open, found.ends, found.edge)


def _has_letter(places: list[Chars], start: int) -> bool:
    for place in places[start:]:
        if place is None or any(char.isspace() for char in place):
            return False
        if _all(place, lambda char: char.isupper() or char.islower()):
            return True
    return False


def _all(place: Chars, test: Callable[[str], bool]) -> bool:
    return place is not None and all(map(test, place))
