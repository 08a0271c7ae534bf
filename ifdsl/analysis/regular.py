"""Give what patterns exclude and bring along: two that no text matches together, one that another one brings along."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ifdsl.analysis import formulas as f
from ifdsl.analysis.automata import Regular, TooLarge, has_automaton, shortest
from ifdsl.analysis.context import TOKENS, Context
from ifdsl.analysis.formulas import AtLeast, Flag, Formula, Lemma, Many, Measure, Not
from ifdsl.analysis.needles import Needle
from ifdsl.analysis.terms import RESPONSE

MOST = 8
"""Facts about one text that are held against each other."""
MOST_TOKENS = 8


class Atom(NamedTuple):
    """A formula that holds of a text just where a regular fact does. `text` is the key of the term for that text."""

    text: str
    fact: Regular
    formula: Formula
    is_pattern: bool


def lemmas(context: Context) -> Iterator[Lemma]:
    by_text: dict[str, list[Atom]] = {}
    for atom in (*_of_flags(context.flags), *_of_measures(context.measures)):
        if has_automaton(atom.fact):
            by_text.setdefault(atom.text, []).append(atom)
    for text, atoms in by_text.items():
        patterns = [atom for atom in atoms if atom.is_pattern][:MOST]
        for atom in patterns:
            yield from _alone(atom)
            if text == RESPONSE.key and atom.fact.where == "whole":
                yield from _tokens(atom)
        for one, other in combinations([*patterns, *(atom for atom in atoms if not atom.is_pattern)][:MOST], 2):
            if one.is_pattern:
                yield from _pair(one, other)


def candidate(demanded: Iterable[Formula]) -> str | None:
    """A shortest response of which all regular facts hold that the formulas demand at their tops; None where there is
    none, or no pattern among them."""
    facts: list[tuple[Regular, bool]] = []
    some = False
    for formula, holds in _literals(demanded, True):
        flags = [formula] if isinstance(formula, Flag) else []
        measures = [formula.total.terms[0][1]] if isinstance(formula, AtLeast) and _is_some(formula) else []
        for atom in (*_of_flags(flags), *_of_measures([each for each in measures if isinstance(each, Measure)])):
            if atom.text == RESPONSE.key and has_automaton(atom.fact):
                facts.append((atom.fact, holds))
                some = some or atom.is_pattern
    try:
        return shortest(facts) if some else None
    except TooLarge:
        return None


def _literals(formulas: Iterable[Formula], holds: bool) -> Iterator[tuple[Formula, bool]]:
    for formula in formulas:
        if isinstance(formula, Not):
            yield from _literals([formula.formula], not holds)
        elif isinstance(formula, Many) and (formula.operator == "and") is holds:
            yield from _literals(formula.formulas, holds)
        else:
            yield formula, holds


def _is_some(formula: AtLeast) -> bool:
    """Whether it says of one measure that it is one or more."""
    return not formula.equal and len(formula.total.terms) == 1 and formula.total.constant == -1


# ---------------------------------------------------------------- what is regular


def _of_flags(flags: Iterable[Flag]) -> Iterator[Atom]:
    for flag in flags:
        term = flag.term
        if term is None or not term.args or not all(each.known for each in term.args[1:]):
            continue
        text, values = term.args[0].key, [each.value for each in term.args[1:]]
        match flag.kind, values:
            case "full_match", [str(pattern)]:
                yield Atom(text, Regular(pattern, "whole"), flag, True)
            case "equals", [str(value)]:
                yield Atom(text, Regular(_escaped(value), "whole"), flag, False)
            case "starts", [str(value), bool(fold)]:
                yield Atom(text, Regular(rf"{_flag(fold)}\A{_escaped(value)}", "part"), flag, False)
            case "ends", [str(value), bool(fold)]:
                yield Atom(text, Regular(rf"{_flag(fold)}{_escaped(value)}\z", "part"), flag, False)


def _of_measures(measures: Iterable[Measure]) -> Iterator[Atom]:
    for measure in measures:
        some = f.at_least(f.count_of(measure), 1)
        term = measure.term
        if term is not None and term.calls("find_all") and term.args[1].known:
            yield Atom(term.args[0].key, Regular(term.args[1].value, "part"), some, True)
        elif term is None and measure.needle is not None:
            pattern = _pattern_of(measure.needle)
            if pattern is not None:
                yield Atom(RESPONSE.key, Regular(pattern, "part"), some, False)


def _pattern_of(needle: Needle) -> str | None:
    """The pattern of a needle that is a sequence of sets of characters; None for another."""
    if not needle.exact or needle.left or needle.right:
        return None
    (segment,) = needle.segments
    if any(place is None for place in segment):
        return None
    return "".join(f"[{''.join(map(_escaped, sorted(place)))}]" for place in segment if place is not None)


def _escaped(text: str) -> str:
    return "".join([char if char.isalnum() else rf"\x{{{ord(char):x}}}" for char in text])


def _flag(fold: bool) -> str:
    return "(?i)" if fold else ""


# ---------------------------------------------------------------- what they exclude and imply


def _alone(atom: Atom) -> Iterator[Lemma]:
    if _impossible((atom.fact, True)):
        yield Lemma("regular", f.negation(atom.formula), f"no text matches {_shown(atom)}")
    elif _impossible((atom.fact, False)):
        yield Lemma("regular", atom.formula, f"every text matches {_shown(atom)}")


def _pair(one: Atom, other: Atom) -> Iterator[Lemma]:
    first, second = _shown(one), _shown(other)
    if _impossible((one.fact, True), (other.fact, True)):
        yield Lemma("regular", f.negation(f.both(one.formula, other.formula)), f"no text matches {first} and {second}")
    if _impossible((one.fact, True), (other.fact, False)):
        yield Lemma("regular", f.implies(one.formula, other.formula), f"what matches {first} matches {second}")
    if _impossible((one.fact, False), (other.fact, True)):
        yield Lemma("regular", f.implies(other.formula, one.formula), f"what matches {second} matches {first}")
    if _impossible((one.fact, False), (other.fact, False)):
        yield Lemma("regular", f.either(one.formula, other.formula), f"every text matches {first} or {second}")


def _tokens(atom: Atom) -> Iterator[Lemma]:
    """How many stretches without white space a text that matches has, where that is bounded."""
    for number in range(MOST_TOKENS + 1):
        if _impossible((atom.fact, True), (_tokens_at_least(number + 1), True)):
            few = f.at_least(f.constant(number), f.count_of(TOKENS))
            why = f"a text that matches {_shown(atom)} has no more than {number} stretches without white space"
            yield Lemma("regular", f.implies(atom.formula, few), why)
            break
    least = 0
    while least < MOST_TOKENS and _impossible((atom.fact, True), (_tokens_at_least(least + 1), False)):
        least += 1
    if least:
        why = f"a text that matches {_shown(atom)} has {least} stretches without white space or more"
        yield Lemma("regular", f.implies(atom.formula, f.at_least(f.count_of(TOKENS), least)), why)


def _tokens_at_least(number: int) -> Regular:
    return Regular(rf"\S(?:\S*\s+\S){{{number - 1}}}" if number > 1 else r"\S", "part")


@lru_cache(maxsize=4096)
def _impossible(*facts: tuple[Regular, bool]) -> bool:
    """Whether no text is as the facts say; False too where that is not found out."""
    try:
        return shortest(facts) is None
    except TooLarge:
        return False


def _shown(atom: Atom) -> str:
    pattern = re.sub(r"\\x\{([0-9a-f]+)\}", lambda code: chr(int(code[1], 16)), atom.fact.pattern)
    return f"`{pattern}`{'' if atom.fact.where == 'part' else ' as a whole'}"
