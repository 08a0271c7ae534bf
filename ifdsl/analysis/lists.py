"""Give what follows from the matches of a pattern being a given list, and from dividers that stand side by side."""

from __future__ import annotations

from collections.abc import Iterator

from ifdsl.analysis import formulas as f
from ifdsl.analysis.bounds import shown
from ifdsl.analysis.casing import occurs
from ifdsl.analysis.context import Context
from ifdsl.analysis.formulas import Flag, Lemma, Measure
from ifdsl.analysis.implying import run_class
from ifdsl.analysis.needles import Chars
from ifdsl.analysis.pieces import Piece
from ifdsl.analysis.reading import matches, number
from ifdsl.analysis.sources import source_of
from ifdsl.analysis.terms import Term, make
from ifdsl.primitives.charset import CharSet


def lemmas(context: Context) -> Iterator[Lemma]:
    for flag in context.of_kind("list"):
        assert flag.term is not None
        view, items = flag.term.args
        if items.known and isinstance(items.value, list):
            length = number(make("call", (view,), ("len", None), "int"))
            if length is not None:
                why = f"a list that is the given one has {len(items.value)} elements"
                yield Lemma("given list", f.implies(flag, f.equal(length, len(items.value))), why)
        if view.calls("find_all") and items.known and view.args[1].known:
            yield from _matches(flag, view, items.value, context)
    for measure in context.measures:
        yield from _merged(measure)
    for flag in context.of_kind("every"):
        yield from _dividers(flag, context)


def _matches(flag: Flag, view: Term, items: list[str], context: Context) -> Iterator[Lemma]:
    text, source = view.args[0], view.args[1].value
    measure = matches(view, text, source)
    why = f"there are {len(items)} of them"
    yield Lemma("given matches", f.implies(flag, f.equal(f.count_of(measure), len(items))), why)
    chars = run_class(source)
    if chars is None or text.op != "response":
        return
    for piece in context.pieces:
        foreign = _foreign(piece, chars, items)
        if foreign is not None:
            why = f"{shown(piece)} holds `{foreign}`, which lies in none of the matches that there are to be"
            yield Lemma("given matches", f.implies(flag, f.negation(occurs(piece))), why)


def _foreign(piece: Piece, chars: CharSet, items: list[str]) -> str | None:
    """A run of the class that lies in the piece and can be part of none of the items."""
    for segment in piece.needle.segments:
        at = 0
        while at < len(segment):
            end = at
            while end < len(segment) and _only(segment[end], chars):
                end += 1
            if end > at:
                run = "".join(min(place or "") for place in segment[at:end])
                left = at > 0 and _none(segment[at - 1], chars)
                right = end < len(segment) and _none(segment[end], chars)
                if not any(_lies(run, item, left, right) for item in items):
                    return run
            at = end + 1
    return None


def _lies(run: str, item: str, left: bool, right: bool) -> bool:
    """Whether a run is part of an item, at its start where it begins there and at its end where it ends there."""
    if left and right:
        return run == item
    return item.startswith(run) if left else item.endswith(run) if right else run in item


def _only(place: Chars, chars: CharSet) -> bool:
    return place is not None and len(place) == 1 and all(char in chars for char in place)


def _none(place: Chars, chars: CharSet) -> bool:
    return place is not None and not any(char in chars for char in place)


def _merged(measure: Measure) -> Iterator[Lemma]:
    """Deleting other characters joins runs of a class, and leaves one where there was one."""
    view = measure.term
    if view is None or not view.calls("find_all") or not view.args[1].known:
        return
    source, text = view.args[1].value, view.args[0]
    chars = run_class(source)
    if chars is None or not text.calls("delete") or not text.args[1].known:
        return
    if any(char in chars for char in text.args[1].value):
        return
    whole = text.args[0]
    before = matches(make("call", (whole, view.args[1]), view.value, view.type), whole, source)
    after, number = f.count_of(measure), f.count_of(before)
    few = f.both(f.at_least(number, after), f.implies(f.at_least(number, 1), f.at_least(after, 1)))
    yield Lemma("joined runs", few, "what is deleted between runs can only join them")


# ---------------------------------------------------------------- dividers


def _dividers(flag: Flag, context: Context) -> Iterator[Lemma]:
    """`not any(part.is_blank for part in parts[1:-1])`: no two dividers stand side by side."""
    term = flag.term
    assert term is not None
    cut, test = term.args[0], term.args[1]
    if len(term.args) != 2 or cut.op != "slice" or not cut.args[1].known or not cut.args[2].known:
        return
    if (cut.args[1].value, cut.args[2].value) != (1, -1) or test.op != "not":
        return
    blank = test.args[0]
    mark = divider(cut.args[0])
    if mark is None or not blank.calls("is_blank") or blank.args[0].key != f"x{term.value}":
        return
    char, length = mark
    for piece in context.pieces:
        if _longest_run(piece, char) >= 2 * length:
            why = f"{shown(piece)} is two dividers `{char * length}` with nothing between them"
            yield Lemma("dividers", f.implies(flag, f.negation(occurs(piece))), why)


def divider(view: Term) -> tuple[str, int] | None:
    """The character that divides the elements of a view when it stands so many times, white space around it or not."""
    source = source_of(view.args[0]) if view.op == "call" and view.args else None
    if source is None or not source.whole or not source.plain:
        return None
    if view.calls("paragraphs", "stars"):
        return "*", 3
    if view.calls("split") and view.args[1].known and len(set(view.args[1].value)) == 1:
        char = view.args[1].value[0]
        return None if char.isspace() or char.isalpha() else (char, len(view.args[1].value))
    return None


def _longest_run(piece: Piece, char: str) -> int:
    longest = run = 0
    for segment in piece.needle.segments:
        run = 0
        for place in segment:
            run = run + 1 if place == frozenset(char) else 0
            longest = max(longest, run)
    return longest
