"""Give what demands say of the first and the last characters of a response, and which of that cannot go together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from ifdsl.analysis import formulas as f
from ifdsl.analysis.bounds import written
from ifdsl.analysis.casing import occurs
from ifdsl.analysis.context import LINES, Context, all_of_response
from ifdsl.analysis.formulas import Flag, Formula, Lemma
from ifdsl.analysis.needles import Needle, Segment, every_digit, literal, meets
from ifdsl.analysis.pieces import Piece
from ifdsl.analysis.prefixes import beginnings
from ifdsl.analysis.sources import WHITE, Source, source_of
from ifdsl.analysis.terms import Term


class Opening(NamedTuple):
    """Where `formula` holds, the response, white space before it aside, begins in one of these ways."""

    formula: Formula
    ways: tuple[Segment, ...]
    what: str


def lemmas(context: Context) -> Iterator[Lemma]:
    openings = [*_openings(context), *_line_openings(context)]
    for flag in context.of_kind("is_json"):
        yield from _json(flag, context, openings)
    for measure, first in _first_on_line(context):
        opening = _line_opening(measure, first)
        single = f.both(f.at_least(f.count_of(measure), 1), f.at_least(f.constant(1), f.count_of(LINES)))
        yield Lemma(
            "first line", f.implies(single, opening.formula), "the one line begins with what each match begins with"
        )
    for one, other in combinations(openings, 2):
        if not _compatible(one.ways, other.ways):
            why = f"a response that begins with {one.what} does not begin with {other.what}"
            yield Lemma("beginnings", f.negation(f.both(one.formula, other.formula)), why)
    yield from _endings(context)
    yield from _equal_texts(context)


def _compatible(ways: tuple[Segment, ...], others: tuple[Segment, ...]) -> bool:
    return any(all(map(meets, one, other)) for one in ways for other in others)


def _openings(context: Context) -> Iterator[Opening]:
    for piece in context.pieces:
        if piece.where == "start" and piece.off <= WHITE and not _may_be_space(piece.needle.segments[0]):
            assert isinstance(piece.number, Flag)
            yield Opening(piece.number, (piece.needle.segments[0],), shown(piece))
    for flag in context.flags:
        ways = _ways(flag)
        if ways and not any(_may_be_space(way) for way in ways):
            yield Opening(flag, ways, _listed(ways))


def _may_be_space(way: Segment) -> bool:
    return not way or way[0] is None or any(char.isspace() for char in way[0])


def shown(piece: Piece) -> str:
    return _listed((piece.needle.segments[0],))


def _listed(ways: tuple[Segment, ...]) -> str:
    return " or ".join(written(Needle((way,))) for way in ways[:4])


# ---------------------------------------------------------------- what flags say of the beginning


def _ways(flag: Flag) -> tuple[Segment, ...]:
    """The ways in which a response begins, white space aside, of which the flag holds; none where nothing is known."""
    term = flag.term
    if term is None:
        return ()
    if flag.kind == "equals" and flag.source is not None and not flag.source.whole and flag.needle is not None:
        return _head(flag.source, flag.needle.segments[0])
    if flag.kind == "every":
        return _first_element(term)
    if flag.kind == "full_match":
        source = flag.source
        if source is not None and _at_start(source) and source.mode == "exact" and term.args[1].known:
            return beginnings(term.args[1].value, True) or ()
    if flag.kind == "list":
        return _first_fields(term)
    return ()


def _at_start(source: Source) -> bool:
    """Whether the text begins where the response does, white space aside."""
    return source.off_left is not None and source.off_left <= WHITE and not source.deleted


def _head(source: Source, word: Segment) -> tuple[Segment, ...]:
    """A first stretch that is a word once some marks are taken off before it."""
    if source.off_left is None or source.deleted:
        return ()
    marks = source.off_left - WHITE
    return (word, (frozenset(marks), frozenset(marks) | (word[0] or frozenset()))) if marks else (word,)


def _first_element(term: Term) -> tuple[Segment, ...]:
    """`all(x.full_match(…) for x in [… text.split(…)])`: there is a first part, and it begins as the pattern says."""
    items, test = term.args[0], term.args[1]
    view, each = (items.args[0], items.args[1]) if items.op == "list" else (items, None)
    if len(term.args) != 2 or len(items.args) == 3 or not view.calls("split") or all_of_response(view) is None:
        return ()
    digits = False
    if each is not None:
        while each.op == "call" and each.value[0] in ("strip", "plain_digits") and len(each.args) <= 2:
            if each.calls("strip") and each.args[1].value != "":
                return ()
            digits = digits or each.calls("plain_digits")
            each = each.args[0]
        if each.key != f"x{items.value}":
            return ()
    for part in test.args if test.op == "and" else (test,):
        if part.calls("full_match") and part.args[0].key == f"x{term.value}" and part.args[1].known:
            ways = beginnings(part.args[1].value, True) or ()
            return tuple(_any_digits(way) for way in ways) if digits else ways
    return ()


def _any_digits(way: Segment) -> Segment:
    """Where digits of every script were made plain, each plain digit may have been one of any script."""
    return tuple(
        place | every_digit() if place is not None and any(char.isdecimal() for char in place) else place
        for place in way
    )


def _first_fields(term: Term) -> tuple[Segment, ...]:
    """`text.csv_rows(d)[0].csv_fields(d) == ["ID", …]`: the field stands there as it is, or after a quotation mark."""
    left, right = term.args
    if not (left.calls("csv_fields") and right.known and len(right.value) > 1 and right.value[0]):
        return ()
    row, delimiter = left.args
    if row.op != "index" or row.args[1].value != 0 or not row.args[0].calls("csv_rows", "newline"):
        return ()
    source = source_of(row.args[0].args[0])
    if source is None or not source.whole or source.mode != "exact" or source.off_left != frozenset():
        return ()
    first = right.value[0]
    if not delimiter.known or '"' in first or len(delimiter.value) != 1:
        return ()
    plain = literal(first + delimiter.value, "exact")
    assert plain is not None
    return (plain.segments[0], (frozenset('"'), frozenset({'"', first[0]})))


# ---------------------------------------------------------------- JSON


_JSON = ("{", "[", "-", "true", "false", "null", "NaN", "Infinity")


def _json(flag: Flag, context: Context, openings: list[Opening]) -> Iterator[Lemma]:
    """A JSON value begins with one of a few characters, and one that is a text is on one line."""
    assert flag.term is not None
    prefixes = _taken_off(flag.term.args[0])
    if prefixes is None:
        return
    quoted = Flag(f"quoted({flag.key})", "quoted", flag.term)
    other = Flag(f"unquoted({flag.key})", "unquoted", flag.term)
    yield Lemma(
        "JSON",
        f.implies(flag, f.either(quoted, other)),
        "JSON begins with a quotation mark or with `{`, `[`, a digit, `-`, `true`, `false`, `null` or a code fence",
    )
    found = [literal(text, "exact") for text in (*_JSON, *prefixes)]
    ways = (*(needle.segments[0] for needle in found if needle is not None), (frozenset("0123456789"),))
    openings.append(Opening(other, ways, "JSON that is no text"))
    openings.append(Opening(quoted, ((frozenset('"'),),), "a quotation mark"))
    lines = f.at_least(f.constant(2), f.count_of(LINES))
    yield Lemma(
        "JSON text",
        f.implies(f.both(flag, quoted), lines),
        "a JSON text is one line, after which only a code fence may end",
    )
    for piece in context.pieces:
        last = piece.needle.segments[-1][-1]
        if piece.where == "end" and piece.off_right <= WHITE and last is not None and last.isdisjoint("` "):
            one = f.at_least(f.constant(1), f.count_of(LINES))
            why = "a JSON text is one line where no code fence ends the response"
            yield Lemma("JSON text", f.implies(f.both(flag, quoted, occurs(piece)), one), why)
        if piece.where == "start" and piece.off <= WHITE and _goes_on(piece.needle.segments[0], prefixes):
            why = f"in {shown(piece)} more follows on a whole JSON value"
            yield Lemma("JSON and more", f.negation(f.both(flag, occurs(piece))), why)


_VALUE_AND_MORE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|-?(?:\d[-+.\de]*+|[a-z]++))[ \t\r\n]*\S', re.DOTALL)
"""A text, a number or a name, and then something visible; in an array or an object more may follow on a value."""


def _goes_on(opening: Segment, prefixes: list[str]) -> bool:
    """Whether a text that begins so has more after a JSON value; its letter case is not known."""
    text = ""
    for place in opening:
        chars = {char.lower()[:1] for char in place or ()}
        if len(chars) != 1:
            break
        text += chars.pop()
    # What a check takes off behind the value is no more of it.
    text = text.rstrip(f"`{''.join(WHITE)}")
    if any(prefix[:1].lower() == text[:1] for prefix in prefixes):
        return False
    return _VALUE_AND_MORE.match(text) is not None


def _taken_off(term: Term) -> list[str] | None:
    """The prefixes that a text may have lost; None where it is not the response without some at its ends."""
    found: list[str] = []
    while term.op == "call" and term.value[0] in ("strip", "without_prefix", "without_suffix"):
        argument = term.args[1]
        if not argument.known or (term.calls("strip") and argument.value):
            return None
        if term.calls("without_suffix") and set(argument.value) != {"`"}:
            return None
        if term.calls("without_prefix"):
            if argument.value[:1].isspace() or not argument.value:
                return None
            found.append(argument.value)
        term = term.args[0]
    return found if term.op == "response" else None


# ---------------------------------------------------------------- lines, ends, equal texts


def _first_on_line(context: Context) -> Iterator[tuple[f.Measure, frozenset[str]]]:
    for measure in context.measures:
        if measure.needle is not None and measure.needle.line_start is not None:
            view = measure.term
            if view is not None and view.args[0].op == "response":
                yield measure, measure.needle.line_start


def _line_opening(measure: f.Measure, first: frozenset[str]) -> Opening:
    return Opening(Flag(f"opens({measure.key})"), ((first,),), " or ".join(f"`{char}`" for char in sorted(first)))


def _line_openings(context: Context) -> Iterator[Opening]:
    for measure, first in _first_on_line(context):
        yield _line_opening(measure, first)


def _endings(context: Context) -> Iterator[Lemma]:
    ends = [piece for piece in context.pieces if piece.where == "end" or piece.whole]
    for one, other in combinations(ends, 2):
        off = one.off_right | other.off_right
        first, second = one.needle.segments[-1], other.needle.segments[-1]
        if any(last is None or not last.isdisjoint(off) for last in (first[-1], second[-1])):
            continue
        if not all(map(meets, reversed(first), reversed(second))):
            why = f"a response that ends with {_listed((first,))} does not end with {_listed((second,))}"
            yield Lemma("ends", f.negation(f.both(occurs(one), occurs(other))), why)


def _equal_texts(context: Context) -> Iterator[Lemma]:
    """One text is not two."""
    by_text: dict[str, list[Flag]] = {}
    for flag in context.of_kind("equals"):
        assert flag.term is not None
        by_text.setdefault(flag.term.args[0].key, []).append(flag)
    for flags in by_text.values():
        for one, other in combinations(flags, 2):
            assert one.term is not None
            assert other.term is not None
            values = (one.term.args[1].value, other.term.args[1].value)
            why = f"one and the same text is not both `{values[0]}` and `{values[1]}`"
            yield Lemma("equal texts", f.negation(f.both(one, other)), why)
