"""Give what a rule for all elements of a view, or for all neighbours in it, excludes and brings along."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ifdsl.analysis import formulas as f
from ifdsl.analysis.bounds import shown, tokens_of
from ifdsl.analysis.casing import occurs
from ifdsl.analysis.context import Context, all_of_response, kept, view_of_response
from ifdsl.analysis.events import Token, occurrences, tokens
from ifdsl.analysis.formulas import Flag, Lemma
from ifdsl.analysis.implying import held
from ifdsl.analysis.pieces import Piece
from ifdsl.analysis.reading import number, read
from ifdsl.analysis.sources import source_of
from ifdsl.analysis.terms import Term, known, make, substitute


def lemmas(context: Context) -> Iterator[Lemma]:
    yield from _kept(context)
    for flag in context.of_kind("every"):
        assert flag.term is not None
        pairs = neighbours(flag.term)
        yield from _some(flag, flag.term)
        yield from _words_of_each(flag, flag.term)
        yield from _each(flag, flag.term, context)
        for piece in context.pieces:
            if pairs is not None:
                against = _against_pairs(piece, *pairs)
            else:
                against = _against(piece, flag.term)
            if against is not None:
                why = f"{shown(piece)} holds {against}, which the rule for every one does not allow"
                yield Lemma("element against a rule", f.implies(flag, f.negation(occurs(piece))), why)


def _some(flag: Flag, term: Term) -> Iterator[Lemma]:
    """A rule that is broken is broken by an element."""
    length = _length(term.args[0])
    if length is not None:
        some = f.either(flag, f.at_least(length, 1))
        yield Lemma(
            "broken by an element", some, "where a rule for every element does not hold there is one against it"
        )


def _length(items: Term) -> f.Sum | None:
    return number(make("call", (items,), ("len", None), "int"))


def _each(flag: Flag, term: Term, context: Context) -> Iterator[Lemma]:
    """Where every element holds a text, that text occurs as often as there are elements."""
    domain, less = term.args[0], 0
    if domain.op == "slice" and domain.args[1].known and domain.args[2].known:
        less = domain.args[1].value or 0
        if less < 0 or domain.args[2].value is not None:
            return
        domain = domain.args[0]
    source = source_of(domain.args[0]) if domain.op == "call" and domain.value[1] is not None else None
    length = _length(domain)
    if len(term.args) != 2 or source is None or length is None or not _apart(domain):
        return
    needles = held(term.args[1], f"x{term.value}") if source.mode == "exact" else None
    for measure in context.measures:
        wanted = measure.needle
        if not needles or wanted is None or not wanted.exact or wanted.left or wanted.right or measure.term is not None:
            continue
        if all(occurrences(Piece(measure, needle), wanted).sure for needle in needles):
            enough = f.at_least(f.count_of(measure), length.plus(f.constant(-less)))
            why = f"each of them holds {shown(Piece(measure, wanted))}"
            yield Lemma("each holds it", f.implies(flag, enough), why)


WHOLE_WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("lines", "standard"): ("standard", "ifeval"),
    ("lines", "filled"): ("standard", "ifeval"),
    ("paragraphs", "standard"): ("standard", "ifeval"),
    ("paragraphs", "blank_line"): ("standard", "ifeval"),
    ("sentences", "standard"): ("standard",),
    ("sentences", "ifeval"): ("standard", "ifeval"),
}
"""Views whose elements cut no word in two, with the rules for words of which that holds."""


def _words_of_each(flag: Flag, term: Term) -> Iterator[Lemma]:
    """Where every element has so many words, the text has so many times as many."""
    domain = term.args[0]
    length = _length(domain)
    rules = WHOLE_WORDS.get(domain.value, ()) if domain.op == "call" else ()
    if len(term.args) != 2 or length is None or not rules or domain.args[0].op != "response":
        return
    formula = read(term.args[1])
    for part in formula.formulas if isinstance(formula, f.Many) and formula.operator == "and" else (formula,):
        if not isinstance(part, f.AtLeast) or part.equal or len(part.total.terms) != 1:
            continue
        ((factor, counted),) = part.total.terms
        view = counted.term if isinstance(counted, f.Measure) else None
        if (
            view is None
            or not view.calls("words")
            or view.args[0].key != f"x{term.value}"
            or view.value[1] not in rules
        ):
            continue
        words = number(make("call", (view_of_response(*view.value),), ("len", None), "int"))
        assert words is not None
        each = abs(int(part.total.constant))
        if factor == 1:
            enough = f.at_least(words, length.times(each))
            yield Lemma("words of each", f.implies(flag, enough), f"each of them has {each} words or more")
        elif factor == -1 and domain.value[0] == "lines":
            # No word lies outside of all lines, and none in a blank one.
            filled = _length(view_of_response("lines", "filled"))
            assert filled is not None
            few = f.at_least(filled.times(each), words)
            yield Lemma("words of each", f.implies(flag, few), f"each of them has {each} words at most")


def _kept(context: Context) -> Iterator[Lemma]:
    """Where each element that is kept holds a text, that text occurs as often as elements are kept."""
    for measure, items in context.lengths():
        view, condition, name = kept(items)
        source = source_of(view.args[0]) if view.op == "call" and view.value[1] is not None else None
        if condition is None or source is None or source.mode != "exact" or not _apart(view):
            continue
        needles = held(condition, name)
        for other in context.measures:
            wanted = other.needle
            if (
                not needles
                or wanted is None
                or not wanted.exact
                or wanted.left
                or wanted.right
                or other.term is not None
            ):
                continue
            if all(occurrences(Piece(other, needle), wanted).sure for needle in needles):
                enough = f.at_least(f.count_of(other), f.count_of(measure))
                yield Lemma("each holds it", enough, f"each of them holds {shown(Piece(other, wanted))}")


def _apart(view: Term) -> bool:
    """Whether no character lies in two elements."""
    from ifdsl.primitives.table import TABLE

    return TABLE[view.value[0]].overlap == 1


def _view_of(domain: Term) -> tuple[Term, Term | None, str] | None:
    """The view that a list is of, and what it makes of each element."""
    if domain.op == "list":
        return (domain.args[0], domain.args[1], f"x{domain.value}") if len(domain.args) == 2 else None
    return domain, None, ""


def _against(piece: Piece, term: Term) -> str | None:
    found = _view_of(term.args[0])
    if found is None:
        return None
    view, each, inner = found
    source = all_of_response(view)
    if source is None or not view.calls("words"):
        return None
    for token in tokens_of(piece, view, source):
        if all(_fails(term, spelling, each, inner) for spelling in token.spellings):
            return f"`{token.spellings[0]}`"
    return None


def _fails(term: Term, spelling: str, each: Term | None, inner: str) -> bool:
    value = known(spelling) if each is None else substitute(each, {inner: known(spelling)})
    if not value.known:
        return False
    place = {f"x{term.value}": value}
    if len(term.args) == 3:
        condition = substitute(term.args[2], place)
        if not condition.known or not condition.value:
            return False
    result = substitute(term.args[1], place)
    return result.known and not result.value


# ---------------------------------------------------------------- neighbours


def neighbours(term: Term) -> tuple[Term, Term, str] | None:
    """The list and the test of `all(… items[i] … items[i + 1] … for i in indices(items[1:]))`, and `i`."""
    domain = term.args[0]
    if len(term.args) != 2 or not domain.calls("indices"):
        return None
    cut = domain.args[0]
    if cut.op != "slice" or cut.args[1].value != 1 or not cut.args[2].known or cut.args[2].value is not None:
        return None
    name = f"x{term.value}"
    items = cut.args[0]
    return (items, term.args[1], name) if _only_pairs(term.args[1], items, name) else None


def _only_pairs(test: Term, items: Term, name: str) -> bool:
    """Whether a place is used for nothing but an element and the one after it."""
    if test.key == name or test.key == items.key:
        return False
    if test.op == "index" and test.args[0].key == items.key:
        place = test.args[1]
        if place.key == name:
            return True
        after = place.op == "arithmetic" and place.value == "+" and place.args[0].key == name
        return after and place.args[1].known and place.args[1].value == 1
    return all(_only_pairs(arg, items, name) for arg in test.args)


def _against_pairs(piece: Piece, items: Term, test: Term, name: str) -> str | None:
    found = _view_of(items)
    if found is None:
        return None
    view, each, inner = found
    source = all_of_response(view)
    if source is None or not view.calls("words", "whitespace"):
        return None
    # In one segment, nothing lies between two runs that are side by side.
    row = tokens(piece, source, "whitespace") if piece.segment is not None else []
    for left, right in zip(row, row[1:], strict=False):
        if not left.cut and left.spellings and right.spellings:
            pairs = list(product(_values(left, each, inner), _values(right, each, inner)))
            if pairs and all(_fails_pair(test, items, name, pair) for pair in pairs):
                return f"`{left.spellings[0]} {right.spellings[0]}`"
    return None


def _values(token: Token, each: Term | None, inner: str) -> list[Term | None]:
    """What a list makes of an element; None where that depends on more of it than is known."""
    if token.cut and not (each is not None and _looks_at_start(each, inner, min(map(len, token.spellings)))):
        return [None]
    return [known(s) if each is None else substitute(each, {inner: known(s)}) for s in token.spellings]


def _looks_at_start(each: Term, name: str, length: int) -> bool:
    """Whether only the first characters of an element matter: `word[0]`."""
    if each.op != "index" or each.args[0].key != name or not each.args[1].known:
        return False
    return 0 <= int(each.args[1].value) < length


def _fails_pair(test: Term, items: Term, name: str, pair: tuple[Term | None, Term | None]) -> bool:
    one, other = pair
    if one is None or other is None or not (one.known and other.known):
        return False
    values = {items.key: known([one.value, other.value], items.type), name: known(0)}
    result = substitute(test, values)
    return result.known and not result.value
