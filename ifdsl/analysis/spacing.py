"""Give how lines, runs, words and the elements of other views bound each other's number."""

from __future__ import annotations

from collections.abc import Iterator

from ifdsl.analysis import formulas as f
from ifdsl.analysis.bounds import shown
from ifdsl.analysis.casing import occurs
from ifdsl.analysis.context import BREAKS, LINES, TOKENS, WORDS, Context, all_of_response, kept
from ifdsl.analysis.formulas import Flag, Formula, Lemma, Measure
from ifdsl.analysis.implying import ORDINARY, WORD_CLASS, held, implies_filled, is_filled, least_words
from ifdsl.analysis.needles import at_least, is_mark, is_space, is_word
from ifdsl.analysis.reading import number, view_length
from ifdsl.analysis.sources import WHITE, source_of
from ifdsl.analysis.terms import RESPONSE, Term


def lemmas(context: Context) -> Iterator[Lemma]:
    yield from _blank(context)
    yield from _lines(context)
    for measure, items in context.lengths():
        yield from _list(measure, items)
    yield from _line_starts(context)
    for measure in context.measures:
        yield from _joined(measure)
    for flag in context.of_kind("same_text"):
        yield from _without_space(flag, context)
    for flag in context.of_kind("every"):
        yield from _every(flag)
        yield from _rows(flag)


def _blank(context: Context) -> Iterator[Lemma]:
    blank = Flag("blank", "blank")
    why = "a text is blank exactly where it holds no visible character"
    for measure in (TOKENS, LINES):
        yield Lemma("blank", f.both(_same(blank, f.equal(f.count_of(measure), 0))), why)
    yield Lemma("words in runs", f.implies(f.equal(f.count_of(TOKENS), 0), f.equal(f.count_of(WORDS), 0)), why)
    for flag in context.of_kind("equals"):
        source = flag.source
        assert flag.term is not None
        if source is not None and source.whole and source.off_left == source.off_right == WHITE:
            value = flag.term.args[1].value
            if not value or value.isspace():
                yield Lemma("blank", f.implies(flag, blank), "nothing but a blank text is that")


def _same(one: Formula, other: Formula) -> Formula:
    return f.both(f.implies(one, other), f.implies(other, one))


def _lines(context: Context) -> Iterator[Lemma]:
    lines = f.count_of(LINES)
    yield Lemma(
        "lines", f.at_least(f.count_of(BREAKS), lines.plus(f.constant(1), -1)), "each line but one needs a line break"
    )
    yield Lemma("lines", f.at_least(f.count_of(TOKENS), lines), "each line that is not blank holds a visible run")
    for measure in context.measures:
        if measure.needle is None or measure.term is None or not measure.key.startswith("count("):
            continue
        source = source_of(measure.term.args[0]) if measure.term.args else None
        if source is None or not source.whole or source.deleted:
            continue
        off = (source.off_left, source.off_right)
        inner = all(each is not None and each <= WHITE for each in off)
        if inner and measure.needle.exact and list(measure.needle.places) == [frozenset("\n")]:
            # What was taken off at the ends are blank lines.
            why = "each line that is not blank, but for the last, ends in a line break inside the text"
            yield Lemma("lines", f.at_least(f.count_of(measure), lines.plus(f.constant(1), -1)), why)


NEVER_EMPTY = frozenset([
    ("sentences", "ifeval"),
    ("paragraphs", "blank_line"),
    ("paragraphs", "line"),
    ("lines", "standard"),
    ("lines", "filled"),
])  # fmt: skip
"""Views that leave no visible character out, so that one of their elements is not blank where the text is not."""


def _list(measure: Measure, items: Term) -> Iterator[Lemma]:
    view, condition, name = kept(items)
    if items.calls("distinct"):
        view, condition, name = kept(items.args[0])
        whole = f.count_of(_length(items.args[0]))
        yield Lemma(
            "distinct", f.at_least(whole, f.count_of(measure)), "there are no more distinct elements than elements"
        )
        yield from _list(_length(items.args[0]), items.args[0])
        return
    if view.op != "call" or view.value[1] is None:
        return
    counted = f.count_of(measure)
    if condition is not None:
        yield from _filtered(measure, view, condition, name)
    source = all_of_response(view)
    if source is None:
        return
    if view.calls("words") and view.value[1] in ("whitespace", "stripped"):
        why = "there are no more of these than runs without white space"
        yield Lemma("runs", f.at_least(f.count_of(TOKENS), counted), why)
        if condition is None and source.plain:
            yield Lemma("runs", f.at_least(counted, f.count_of(TOKENS)), "they are the runs without white space")
    if view.calls("csv_rows", "newline") and source.plain and source.off_left == source.off_right == frozenset():
        rows = counted.plus(f.constant(1), -1)
        yield Lemma("rows", f.at_least(f.count_of(BREAKS), rows), "each row but the last ends in a line break")
    if view.value in NEVER_EMPTY and source.plain and (condition is None or is_filled(condition, name)):
        some = f.either(Flag("blank", "blank"), f.at_least(counted, 1))
        yield Lemma("filled", some, "what a text that is not blank holds lies in one of these")
    if view.calls("words", "ifeval") and condition is None and source.plain and source.mode == "exact":
        yield Lemma("words", f.equal(counted, f.count_of(WORDS)), "they are the words of the text")


def _tokens(measure: Measure, view: Term, condition: Term, name: str) -> Iterator[Lemma]:
    """Tokens with a letter or digit are not more than twice the words: a contraction is cut in two."""
    needles = held(condition, name)
    if not needles or not _keeps_words(view.args[0]):
        return
    enough = f.at_least(f.count_of(WORDS, 2), f.count_of(measure))
    why = "a word is cut into two of these tokens at most"
    if all(any(map(is_word, needle.places)) for needle in needles):
        yield Lemma("tokens", enough, why)
    elif all(any(place is not None and place >= WORD_CLASS for place in needle.places) for needle in needles):
        yield Lemma("tokens", enough, why, ORDINARY)


def _keeps_words(text: Term) -> bool:
    """Whether a text has only words of the response: cut out between marks, in another case, with other marks."""
    while text.op == "call" and text.value[0] in ("lower", "replace"):
        if text.calls("replace"):
            old, new = text.args[1:]
            if not (old.known and new.known and old.value and new.value and all(map(_is_mark, (old.value, new.value)))):
                return False
        text = text.args[0]
    source = source_of(text)
    return source is not None and source.plain and at_least(source.left, "mark") and at_least(source.right, "mark")


def _is_mark(text: str) -> bool:
    return all(is_mark(frozenset(char)) for char in text)


def _joined(measure: Measure) -> Iterator[Lemma]:
    """A text with white space in it occurs in runs put together with it: then there are two runs or more."""
    term = measure.term
    if term is None or term.op != "items" or not term.args[0].calls("join"):
        return
    items, separator = term.args[0].args
    sought = term.args[1].value
    if items.calls("reversed"):
        items = items.args[0]
    if (
        not separator.known
        or not separator.value
        or not items.calls("words", "whitespace")
        or any(argument.value for argument in term.args[2:])
    ):
        return
    if separator.value.isspace() and separator.value in sought.strip():
        number = f.at_least(f.count_of(_length(items)), sought.strip().count(separator.value) + 1)
        why = f"`{sought}` takes more than one run"
        yield Lemma("joined", f.implies(f.at_least(f.count_of(measure), 1), number), why)


def _length(items: Term) -> Measure:
    return Measure(f"len({items.key})", items)


def _filtered(measure: Measure, view: Term, condition: Term, name: str) -> Iterator[Lemma]:
    counted = f.count_of(measure)
    whole = view_length(view) or f.count_of(_length(view))
    yield Lemma("part of a list", f.at_least(whole, counted), "a part of a list has no more elements than all of it")
    if view.calls("words", "nltk"):
        yield from _tokens(measure, view, condition, name)
    source = source_of(view.args[0])
    if source is None or not source.plain:
        return
    if _cuts_lines(view) and implies_filled(condition, name):
        yield Lemma("lines", f.at_least(f.count_of(LINES), counted), "each of them takes a line that is not blank")
    if view.calls("words") and view.value[1] in ("whitespace", "stripped"):
        words = least_words(condition, name)
        if words:
            why = f"each of them holds {words} words or more"
            yield Lemma("words in runs", f.at_least(f.count_of(WORDS), counted.times(words)), why)


def _cuts_lines(view: Term) -> bool:
    if view.calls("split"):
        return view.args[1].known and "\n" in view.args[1].value
    return view.calls("paragraphs", "blank_line") or view.calls("lines")


def _line_starts(context: Context) -> Iterator[Lemma]:
    """Matches that begin a line, each on another one: the lines of different first characters are different."""
    chosen: list[Measure] = []
    taken: set[str] = set()
    for measure in context.measures:
        first = measure.needle.line_start if measure.needle is not None else None
        if first is not None and _ends_line(measure) and taken.isdisjoint(first):
            chosen.append(measure)
            taken |= first
    if chosen:
        total = f.sum_of((1, measure) for measure in chosen)
        why = "each match begins on a line of its own that is not blank"
        yield Lemma("lines", f.at_least(f.count_of(LINES), total), why)


def _ends_line(measure: Measure) -> bool:
    """Whether a match goes on to the end of a line, so that no two begin on one."""
    view = measure.term
    if view is None or not view.calls("find_all") or view.args[0].key != RESPONSE.key:
        return False
    return bool(view.args[1].known) and str(view.args[1].value).endswith(".*$")


def _without_space(flag: Flag, context: Context) -> Iterator[Lemma]:
    """`join(words, "") == text`: nothing but runs without white space, so that there is no white space."""
    assert flag.term is not None
    joined, text = flag.term.args if flag.term.args[0].calls("join") else reversed(flag.term.args)
    if not joined.calls("join") or text.key != RESPONSE.key:
        return
    view, separator = joined.args
    if not view.calls("words", "whitespace") or view.args[0].key != text.key or separator.value != "":
        return
    why = "a text without white space has one line and one run"
    few = f.both(f.at_least(f.constant(1), f.count_of(TOKENS)), f.equal(f.count_of(BREAKS), 0))
    yield Lemma("no white space", f.implies(flag, few), why)
    for piece in context.pieces:
        if any(is_space(place) for place in piece.needle.places):
            why = f"{shown(piece)} holds white space"
            yield Lemma("no white space", f.implies(flag, f.negation(occurs(piece))), why)


def _rows(flag: Flag) -> Iterator[Lemma]:
    """Rows of several fields hold a delimiter, and each takes a line of its own that is not blank."""
    assert flag.term is not None
    domain, test = flag.term.args[0], flag.term.args[1]
    less = 0
    if domain.op == "slice" and domain.args[1].known and domain.args[2].known and domain.args[2].value is None:
        domain, less = domain.args[0], domain.args[1].value or 0
    if not domain.calls("csv_rows", "newline") or len(flag.term.args) != 2 or less < 0:
        return
    source = source_of(domain.args[0])
    if (
        source is None
        or not source.whole
        or not source.plain
        or not domain.args[1].known
        or domain.args[1].value.isspace()
    ):
        return
    for part in test.args if test.op == "and" else (test,):
        fields = number(part.args[0]) if part.op == "compare" and part.value == ("==",) else None
        several = (
            part.args[1].known and isinstance(part.args[1].value, int) and part.args[1].value > 1 if fields else False
        )
        if several and part.args[0].calls("len") and _is_fields(part.args[0].args[0], domain, f"x{flag.term.value}"):
            enough = f.at_least(f.count_of(LINES), f.count_of(_length(domain)).plus(f.constant(-less)))
            yield Lemma("rows", f.implies(flag, enough), "each row of several fields takes a line that is not blank")


def _is_fields(fields: Term, rows: Term, name: str) -> bool:
    return fields.calls("csv_fields") and fields.args[0].key == name and fields.args[1].key == rows.args[1].key


def _every(flag: Flag) -> Iterator[Lemma]:
    """A rule for every run without white space that makes each of them hold a word."""
    term = flag.term
    assert term is not None
    view, condition, _ = kept(term.args[0])
    source = all_of_response(view)
    if condition is not None or len(term.args) != 2 or source is None or not source.plain:
        return
    if view.calls("words", "whitespace"):
        words = least_words(term.args[1], f"x{term.value}")
        if words:
            why = f"every run without white space holds {words} words or more"
            enough = f.at_least(f.count_of(WORDS), f.count_of(TOKENS).times(words))
            yield Lemma("words in runs", f.implies(flag, enough), why)
