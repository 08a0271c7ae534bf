"""Take a constraint type and one of its wordings or `read` lines; give its recogniser."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.walk import free_variables, operands
from ifdsl.primitives.notation import SCOPE, InOrder, Pattern, Slot, Words, always, parse
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import choices_of
from ifdsl.primitives.undecided import Undecided
from ifdsl.recognition.automaton import Hole, Place, automaton, telling
from ifdsl.recognition.forms import occasions, past_soft, ranges_at
from ifdsl.recognition.holes import hole_of, past_keys
from ifdsl.recognition.nouns import Nouns
from ifdsl.recognition.numbers import is_number_word
from ifdsl.recognition.recogniser import WHOLE, Assigned, Later, Recogniser, frozen
from ifdsl.recognition.scopes import scopes_at
from ifdsl.recognition.sentence import Sentence
from ifdsl.recognition.subjects import place_ends
from ifdsl.recognition.tokens import Kind, literal_tokens
from ifdsl.recognition.words import SIGNIFICANT
from ifdsl.rendering.fill import value_of
from ifdsl.rendering.languages import names_of_languages
from ifdsl.rendering.phrases import phrase

_OPENING = (":", "：", '"', "'", "“", "‘", "「", "『")
"""What stands before text that may be any."""

MAX_COMBINATIONS = 256
"""Values of the closed choices in one hole that are tried together."""

# ---------------------------------------------------------------- of wordings


def of_wording(constraint: n.Constraint, wording: n.Wording) -> Recogniser:
    """The recogniser of a sentence or clause that prompts are made with."""
    types = {parameter.name: parameter.type for parameter in constraint.parameters}
    judged = isinstance(constraint.check, n.JudgeCheck)
    holes: dict[int, Hole] = {}
    fills: dict[int, str | None] = {}
    items: list[Pattern] = []
    raw = False
    last = len(wording.text.parts) - 1
    ending = wording.text.parts[last] if wording.text.parts else ""
    if isinstance(ending, str) and not literal_tokens(ending):
        last -= 1
    for place, part in enumerate(wording.text.parts):
        if isinstance(part, str):
            items.append(Words(part))
            continue
        items.append(Slot(place))
        name = part.expression.name if isinstance(part.expression, n.Variable) else None
        found = None
        if name is not None:
            found = hole_of(types[name], part.format, choices_of(types[name]))
        elif found is None:
            found = _solved(part, constraint, types, wording.language)
        if found is None:
            # Only text can be taken as it stands; any other value is found by the other holes, and then compared.
            name = name if name is not None and types[name] in ("text", "list[text]") else None
            form = "later" if name is None else part.format if types[name] == "list[text]" else "text"
            before = wording.text.parts[place - 1] if place else ""
            open_ = isinstance(before, str) and before.rstrip().endswith(_OPENING) and not judged
            found = _as_it_stands(form, to_the_end=place >= last, inert=judged, open_=open_)
            raw = raw or name is not None
        holes[place], fills[place] = found, name
    pattern = InOrder(tuple(items))
    shows = any(_is_plain_to_see(part, types) for part in wording.text.parts)
    return Recogniser(
        constraint,
        wording.text,
        wording.language,
        automaton(pattern, holes, exact=True),
        fills,
        raw=raw,
        telling=frozenset() if shows else telling(pattern) | _chosen_words(wording.text, types),
        proper=_names_held(wording.text),
        types=types,
    )


def _as_it_stands(form: str, *, to_the_end: bool, inert: bool, open_: bool) -> Hole:
    """Takes text without quotation marks.

    After a colon or a quotation mark (`open_`) that is any text; elsewhere none with a number, a quotation or a word
    that matters to every sentence; in a type that a judge checks (`inert`), only such as no other type is stated with.
    """
    make = _FORMS[form]

    def hole(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
        assert isinstance(place, Sentence)
        tokens = place.tokens
        if form == "later" or (open_ and form == "text"):
            yield at, make("")
        for begin in range(at, past_soft(place, at) + 1):
            for end in range(begin + 1, len(tokens) + 1):
                if form != "later" and not open_ and not _may_stand(place, end - 1, inert):
                    break
                if to_the_end and form != "later" and not _at_the_end(place, end):
                    continue
                first, last = tokens.span(begin, end)
                yield end, make(tokens.sentence[first:last])

    return hole


def _at_the_end(place: Sentence, at: int) -> bool:
    return all(token.kind is Kind.STOP for token in place.tokens.items[at:])


_POINTING = frozenset({"this", "these", "it", "them", "keyword", "term", "phrase"})
"""Words that point at something said elsewhere, which no description of its own begins with or is about."""


def _may_stand(place: Sentence, at: int, inert: bool) -> bool:
    token = place.tokens.items[at]
    if token.kind in (Kind.STOP, Kind.SOFT) or (token.kind is Kind.HAN and not is_number_word(token)):
        return True
    if inert:
        return place.inert(at) and token.exact not in _POINTING
    usual = token.kind is Kind.SIGN or (token.kind is Kind.WORD and not is_number_word(token))
    return usual and token.stem not in SIGNIFICANT


def _labelled(text: str) -> Hashable:
    return tuple(line.partition(". ")[2] for line in text.split("\n"))


_FORMS: dict[str, Callable[[str], Hashable]] = {
    "later": Later,
    "text": str,
    "comma": lambda text: tuple(re.split(", |，", text)),
    "lines": lambda text: tuple(text.split("\n")),
    "labelled": _labelled,
}


def _solved(hole: n.Hole, constraint: n.Constraint, types: Mapping[str, str], language: str) -> Hole | None:
    """Reads a hole that holds an expression, by trial of what its parameters may be.

    Closed choices and truth values are tried out; beside them one number may stand, which is then the number that is
    read, the next above or below it, or the middle of the range. Where the check asks no more of these parameters than
    the hole says, the first values that say it are as good as any (`less than 2`, `at most 1`).
    """
    names = sorted(free_variables(hole.expression))
    domains: dict[str, tuple[Hashable, ...]] = {}
    number = None
    for name in names:
        domain: tuple[Hashable, ...] = choices_of(types[name])
        if types[name] == "bool":
            domain = (True, False)
        if domain:
            domains[name] = domain
        elif types[name] in ("int", "number") and number is None:
            number = name
        else:
            return None
    combinations = 1
    for domain in domains.values():
        combinations *= len(domain)
    if combinations > MAX_COMBINATIONS:
        return None
    tried = [dict(zip(domains, values, strict=True)) for values in product(*domains.values())]
    first = not _matter_elsewhere(constraint.check, hole.expression, frozenset(names))
    if number is not None:
        return _solved_for(hole, number, tried, first)
    return _enumerated(hole, tried, language, first)


def _matter_elsewhere(check: n.Check, expression: n.Expr, names: frozenset[str]) -> bool:
    """Whether a check uses one of the parameters outside this expression of them."""

    def used(node: n.Expr) -> bool:
        if node == expression:
            return False
        return node.name in names if isinstance(node, n.Variable) else any(map(used, operands(node)))

    if not isinstance(check, n.ExprCheck):
        return True
    return any(used(let.value) for let in check.lets) or used(check.value)


def _enumerated(hole: n.Hole, tried: list[dict[str, Hashable]], language: str, first: bool) -> Hole | None:
    found: dict[tuple[str, ...], list[Assigned]] = {}
    for environment in tried:
        try:
            said = phrase(value_of(hole.expression, environment), hole.format, language)
        except (ValueError, Undecided, OverflowError):
            continue
        keys = tuple(token.exact for token in literal_tokens(said))
        if not keys:
            return None
        values = found.setdefault(keys, [])
        if not (first and values):
            values.append(Assigned(tuple(environment.items())))

    def read(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
        for keys, values in found.items():
            end = past_keys(place, at, keys)
            if end is not None:
                yield from ((end, value) for value in values)

    return read


def _solved_for(hole: n.Hole, number: str, tried: list[dict[str, Hashable]], first: bool) -> Hole:
    ranges = occasions if hole.format == "times" else ranges_at

    def read(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
        for end, said in ranges(place, at):
            bounds = {bound for bound in (said.range.lo, said.range.hi) if bound is not None}
            middle = {int(sum(bounds)) // 2} if len(bounds) == 2 else set()
            candidates = sorted({bound + step for bound in bounds | middle for step in (-1, 0, 1)})
            solved = [
                Assigned(tuple(values.items()))
                for environment in tried
                for candidate in candidates
                if _gives(hole.expression, values := {**environment, number: candidate}, said.range)
            ]
            yield from ((end, values) for values in (solved[:1] if first else solved))

    return read


def _gives(expression: n.Expr, values: Mapping[str, Any], wanted: Range) -> bool:
    try:
        found = value_of(expression, values)
    except (ValueError, Undecided, OverflowError):
        return False
    return isinstance(found, int | float | Range) and Range.of(found) == wanted


def _is_plain_to_see(part: n.Part, types: Mapping[str, str]) -> bool:
    """Whether a part is a hole that holds a number, a quotation or a name, which no gap ever passes over."""
    if not isinstance(part, n.Hole):
        return False
    expression = part.expression
    type_ = types.get(expression.name, "") if isinstance(expression, n.Variable) else expression.type
    if type_ in ("int", "number", "range", "list[int]", "list[number]"):
        return True
    if part.format == "language":
        return True
    quoted = part.format in ("quoted", "and", "or", "any") or (part.format == "" and type_ == "list[text]")
    return quoted and type_ in ("text", "list[text]")


def _chosen_words(text: n.Template, types: Mapping[str, str]) -> frozenset[str]:
    """The words that the holes for closed choices hold."""
    found: set[str] = set()
    for part in text.parts:
        if isinstance(part, n.Hole) and isinstance(part.expression, n.Variable):
            choices = choices_of(types.get(part.expression.name, ""))
            found |= {token.stem for choice in choices for token in literal_tokens(choice)}
    return frozenset(found)


def _names_held(text: n.Template) -> frozenset[str]:
    if not any(isinstance(part, n.Hole) and part.format == "language" for part in text.parts):
        return frozenset()
    return frozenset(token.stem for names in names_of_languages().values() for token in literal_tokens(names[0]))


# ---------------------------------------------------------------- of `read` lines


def _whole_text(nouns: Nouns) -> Hole:
    def hole(place: Place, at: int) -> Iterable[tuple[int, Hashable]]:
        assert isinstance(place, Sentence)
        if any(scopes_at(place, at, nouns, where="inside")):
            return ()
        return ((end, WHOLE) for end in place_ends(place, at))

    return hole


def _scope_by(nouns: Nouns) -> Hole:
    return lambda place, at: scopes_at(place, at, nouns, where="inside")


def of_phrasing(constraint: n.Constraint, phrasing: n.Phrasing, nouns: Nouns) -> Recogniser:
    """The recogniser of a `read` line, in which `{scope}` names one by `nouns`.

    Raises:
        Malformed: the line is no pattern, which the compiler tells the author of a file.
    """
    types = {parameter.name: parameter.type for parameter in constraint.parameters}
    holes: dict[int, Hole] = {}
    fills: dict[int, str | None] = {}
    for place, part in enumerate(phrasing.text.parts):
        if isinstance(part, n.Hole) and isinstance(part.expression, n.Variable):
            name = part.expression.name
            if name not in types:
                holes[place], fills[place] = _scope_by(nouns) if name == SCOPE else _whole_text(nouns), None
                continue
            type_ = types[name]
            format = part.format or ("quoted" if type_ == "text" else "")
            found = hole_of(type_, format, choices_of(type_), read=True)
            assert found is not None, (constraint.name, name, format)
            holes[place], fills[place] = found, name
    pattern = parse(phrasing.text.parts)
    names = {place: str(place) for place, part in enumerate(phrasing.text.parts) if _is_plain_to_see(part, types)}
    return Recogniser(
        constraint,
        phrasing.text,
        phrasing.language,
        automaton(pattern, holes),
        fills,
        telling=frozenset() if always(pattern, names) else telling(pattern) | _chosen_words(phrasing.text, types),
        proper=_names_held(phrasing.text),
        given=tuple((given.parameter, frozen(evaluate(given.value, {}))) for given in phrasing.given),
        types=types,
    )
