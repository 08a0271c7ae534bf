"""Take the pieces that a response must hold; give lemmas that say how much of each measure they bring along.

A measure is counted at places of the text. Each copy of a piece has some of them for certain, and copies that do not
overlap have different ones. Where pieces may overlap, only the copies that are free of earlier pieces count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from ifdsl.analysis import formulas as f
from ifdsl.analysis.context import Context, all_of_response, kept
from ifdsl.analysis.events import (
    Found,
    Token,
    occurrences,
    ordinary_word_starts,
    run_starts,
    starts,
    tokens,
    word_starts,
)
from ifdsl.analysis.formulas import Formula, Lemma, Measure, Sum, falling
from ifdsl.analysis.implying import ORDINARY, run_class
from ifdsl.analysis.needles import Chars, Needle
from ifdsl.analysis.pieces import Piece, inside, runs_over, sharing
from ifdsl.analysis.sources import WHITE, Source
from ifdsl.analysis.terms import Term, known, substitute

MOST_PIECES = 80
MOST_TOLD = 4

Count = Callable[[Piece], Found]


def lemmas(context: Context, bounded: Iterable[Measure]) -> Iterator[Lemma]:
    """The lower bounds of the measures that something bounds from above, and of those of which these need many."""
    waiting = list(dict.fromkeys(bounded))
    seen = set(waiting)
    while waiting:
        for lemma in _of_measure(waiting.pop(), context):
            yield lemma
            for measure in falling(lemma.formula):
                if measure not in seen and not measure.auxiliary:
                    seen.add(measure)
                    waiting.append(measure)


def _of_measure(measure: Measure, context: Context) -> Iterator[Lemma]:
    needle, term = measure.needle, measure.term
    if needle is not None and needle.exact and _in_response(term):
        yield from total_lemmas(measure, context, lambda piece: occurrences(piece, needle), True, "letters")
    elif term is not None and measure.key.startswith("len(") and term.type.startswith("list"):
        yield from _of_list(measure, term, context)
    elif term is not None and term.calls("find_all"):
        yield from _of_runs(measure, term, context)
    elif term is not None and term.calls("max_repeats"):
        yield from _of_repeats(measure, term.args[0], context)


def _in_response(term: Term | None) -> bool:
    """Whether a measure counts in all of the response: pieces may lie in what a part of it leaves out."""
    return term is None or (term.calls("find_all") and term.args[0].op == "response")


def _of_runs(measure: Measure, view: Term, context: Context) -> Iterator[Lemma]:
    """Matches of a pattern that is one class, repeated: the longest runs of such characters."""
    text, deleted = view.args[0], ""
    if text.calls("delete") and text.args[1].known:
        text, deleted = text.args[0], text.args[1].value
    chars = run_class(view.args[1].value) if view.args[1].known else None
    if chars is None or text.op != "response" or any(char in chars for char in deleted):
        return

    def inside(place: Chars) -> bool:
        return place is not None and all(char in chars for char in place)

    def outside(place: Chars) -> bool:
        return place is not None and not any(char in chars or char in deleted for char in place)

    if outside(WHITE):
        yield from total_lemmas(measure, context, lambda piece: starts(piece, inside, outside, "space"), False, "runs")


def _of_list(measure: Measure, items: Term, context: Context) -> Iterator[Lemma]:
    view, condition, name = kept(items)
    source = all_of_response(view)
    if source is None or not view.calls("words"):
        return
    rule = view.value[1]
    if condition is None:
        if rule == "ifeval" and source.plain:
            yield from total_lemmas(measure, context, word_starts, False, "words")
            for lemma in total_lemmas(measure, context, ordinary_word_starts, False, "words", name="ordinary"):
                yield replace(lemma, supposing=ORDINARY)
        elif rule in ("whitespace", "stripped") and source.plain:
            yield from total_lemmas(measure, context, run_starts, False, "runs")
        return

    def count(piece: Piece) -> Found:
        places = [token for token in tokens_of(piece, view, source) if _holds(condition, name, token)]
        return Found(tuple((token.place, token.place + len(token.spellings[0])) for token in places))

    yield from total_lemmas(measure, context, count, False, "elements")


def tokens_of(piece: Piece, view: Term, source: Source) -> list[Token]:
    """The whole elements of a view of words that lie in a piece."""
    rule = view.value[1]
    if rule in ("ifeval", "whitespace"):
        return _whole(piece, source, rule)
    if rule == "stripped":
        found = _whole(piece, source, "whitespace")
        return [token for token in found if all(map(str.isalnum, token.spellings))]
    if rule == "nltk" and not source.deleted:
        found = _whole(piece, source, "whitespace")
        return [token for token in found if all(_left_whole(spelling) for spelling in token.spellings)]
    return []


def _whole(piece: Piece, source: Source, rule: str) -> list[Token]:
    return [token for token in tokens(piece, source, rule) if token.spellings and not token.cut]


def _left_whole(word: str) -> bool:
    """Whether the Treebank tokenizer leaves a run of letters between blanks as it is."""
    from ifdsl.primitives.words import nltk_texts

    return word.isascii() and word.isalpha() and nltk_texts(f"the {word} then") == ["the", word, "then"]


def _holds(condition: Term, name: str, token: Token) -> bool:
    values = [substitute(condition, {name: known(spelling)}) for spelling in token.spellings]
    return all(value.known and value.value for value in values)


def _of_repeats(measure: Measure, view: Term, context: Context) -> Iterator[Lemma]:
    source = all_of_response(view)
    if source is None or not view.calls("words"):
        return
    everywhere = {
        token.spellings[0]
        for piece in context.pieces
        for token in tokens_of(piece, view, source)
        if len(token.spellings) == 1
    }
    for word in sorted(everywhere):

        def count(piece: Piece, word: str = word) -> Found:
            found = [token for token in tokens_of(piece, view, source) if token.spellings == (word,)]
            return Found(tuple((token.place, token.place + 1) for token in found))

        yield from total_lemmas(measure, context, count, False, f"repeats {word}")


# ---------------------------------------------------------------- sums over pieces


def total_lemmas(
    measure: Measure,
    context: Context,
    count: Count,
    overlap: bool,
    rule: str,
    given: Formula = True,
    name: str = "",
) -> Iterator[Lemma]:
    """That a measure is no less than what all pieces bring along, `given` something.

    Args:
        count: what of the measure lies in a piece.
        overlap: whether what is counted has a length, so that two that overlap count once.
        rule: what messages call what is counted.
        name: what tells these lemmas from others on the same measure under the same rule.
    """
    name = name or rule
    own = [(piece, count(piece)) for piece in context.pieces if piece.number != measure]
    parts = [(piece, found) for piece, found in own if found.sure or found.open][:MOST_PIECES]
    if not parts:
        return
    yield from _total(measure, parts, overlap, rule, given, name=f"{name} closed", opened=False)
    if not any(found.open for _, found in parts):
        return
    # The first event of the text counts once: a piece whose first event may be that one does not count it again.
    later = [
        (piece, Found(found.sure[1:], True, found.ends) if found.edge and piece.where != "start" else found)
        for piece, found in parts
    ]
    yield from _total(measure, later, overlap, rule, given, name=f"{name} open", opened=True)
    first = next((piece for piece, _ in later if piece.where == "start"), None)
    if first is not None:
        # What may lie half in the piece at the start hides whether something begins behind it.
        clear = [part for part in later if part[0].where == "start" or not runs_over(first, part[0])]
        if len(clear) < len(later):
            yield from _total(measure, clear, overlap, rule, given, name=f"{name} behind", opened=True)


def _total(
    measure: Measure,
    parts: list[tuple[Piece, Found]],
    overlap: bool,
    rule: str,
    given: Formula,
    *,
    name: str,
    opened: bool,
) -> Iterator[Lemma]:
    total = Sum()
    free: list[Sum] = []
    for place, (piece, found) in enumerate(parts):
        number = f.count_of(piece.number)
        taken = Sum()
        for earlier, events in parts[:place]:
            most = _shared(earlier, piece, events, found, overlap)
            taken = taken.plus(f.count_of(earlier.number), most)
        if not taken.terms or not found.sure:
            free.append(number)
        else:
            left = Measure(f"free({measure.key},{name},{place},{piece.number.key})", auxiliary=True)
            why = f"at least so many occurrences of {shown(piece)} have nothing in common with those before"
            yield Lemma("free copies", f.at_least(f.count_of(left), number.plus(taken, -1)), why)
            free.append(f.count_of(left))
        total = total.plus(free[-1], len(found.sure))
    if opened:
        for formula in _opening(parts):
            if not isinstance(formula, bool):
                total = total.plus(f.count_of(formula))
    if total.terms:
        why = _why(parts, measure if overlap else rule)
        yield Lemma(rule, f.implies(given, f.at_least(f.count_of(measure), total)), why)


def _shared(earlier: Piece, piece: Piece, events: Found, found: Found, overlap: bool) -> int:
    if not events.sure or not found.sure:
        return 0
    return sharing(earlier, piece, events.sure, found.sure, overlap)


def _opening(parts: list[tuple[Piece, Found]]) -> tuple[Formula, Formula]:
    """The first event of the text where no piece has it for certain, and the first one behind a piece at the start."""
    some = f.either(*[f.at_least(f.count_of(piece.number), 1) for piece, found in parts if found.open])
    starts = [(piece, found) for piece, found in parts if piece.where == "start"]
    if not starts:
        return some, False
    started = f.either(*[f.at_least(f.count_of(piece.number), 1) for piece, _ in starts])
    others = [(piece, found) for piece, found in parts if piece.where != "start"]
    first, found = starts[0]
    if len(starts) > 1 or not found.ends or any(runs_over(first, piece) for piece, _ in others):
        return f.both(f.negation(started), some), False
    behind = [
        f.at_least(f.count_of(piece.number).plus(f.count_of(first.number), -inside(first, piece)), 1)
        for piece, found in others
        if found.open
    ]
    return f.both(f.negation(started), some), f.both(started, f.either(*behind))


def _why(parts: list[tuple[Piece, Found]], counted: Measure | str) -> str:
    """What each of the first pieces brings along."""
    told = []
    for piece, found in parts[:MOST_TOLD]:
        number = len(found.sure) + found.open
        if isinstance(counted, str):
            told.append(f"{shown(piece)} holds {number} {counted}")
        elif counted.needle is not None:
            times = {1: "once", 2: "twice"}.get(number, f"{number} times")
            told.append(f"{shown(piece)} holds {written(counted.needle)} {times}")
    return "; ".join(told)


def shown(piece: Piece) -> str:
    return written(piece.needle)


def written(needle: Needle) -> str:
    """A needle for a message: one way to spell it, its gaps as dots."""
    return "`" + "…".join("".join(map(_letter, segment)) for segment in needle.segments) + "`"


def _letter(place: Chars) -> str:
    return "?" if place is None else min(place, key=lambda char: (not char.isascii(), char.isupper(), char))
