"""Give the formulas that demands and theory are stated in: truth values over flags and linear sums of measures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, Union

from ifdsl.analysis.needles import Needle
from ifdsl.analysis.sources import Source
from ifdsl.analysis.terms import Term

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of the response, never below zero, told apart by `key`. `needle`: it counts the matches of that.

    `real`: it may be a fraction. `auxiliary`: it stands for no term, and is at least what lemmas say.
    """

    key: str
    term: Term | None = field(default=None, compare=False, repr=False)
    needle: Needle | None = field(default=None, compare=False, repr=False)
    real: bool = field(default=False, compare=False)
    auxiliary: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Flag:
    """A truth value of the response, told apart by `key`. `kind` says what `term`, `needle` and `source` mean."""

    key: str
    kind: str = field(default="opaque", compare=False)
    term: Term | None = field(default=None, compare=False, repr=False)
    needle: Needle | None = field(default=None, compare=False, repr=False)
    source: Source | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """`Σ factor · measure + constant`; a formula as a measure counts 1 where it holds and 0 where not."""

    terms: tuple[tuple[Number, Countable], ...] = ()
    constant: Number = 0

    def plus(self, other: Sum, factor: Number = 1) -> Sum:
        total: dict[Countable, Number] = {each: by for by, each in self.terms}
        for by, each in other.terms:
            total[each] = total.get(each, 0) + by * factor
        terms = tuple((by, each) for each, by in total.items() if by)
        return Sum(terms, self.constant + other.constant * factor)

    def times(self, factor: Number) -> Sum:
        return Sum().plus(self, factor)


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The sum is zero or more, or, where `equal`, exactly zero."""

    total: Sum
    equal: bool = False


@dataclass(frozen=True, slots=True)
class Not:
    formula: Formula


@dataclass(frozen=True, slots=True)
class Many:
    operator: Literal["and", "or"]
    formulas: tuple[Formula, ...]


Formula = Union[bool, Flag, AtLeast, Not, Many]
Countable = Union[Measure, Flag, Many, Not, AtLeast]


@dataclass(frozen=True, slots=True)
class Lemma:
    """A formula that holds of every text, and why in plain words. `rule` names what it comes from.

    `supposing`: what must be supposed of the text besides; nothing where empty.
    """

    rule: str
    formula: Formula
    why: str
    supposing: str = ""


def constant(value: Number) -> Sum:
    return Sum((), value.numerator if value.denominator == 1 else value)


def count_of(thing: Countable, factor: Number = 1) -> Sum:
    return Sum(((factor, thing),))


def sum_of(parts: Iterable[tuple[Number, Countable]], plus: int = 0) -> Sum:
    total = constant(plus)
    for factor, thing in parts:
        total = total.plus(count_of(thing), factor)
    return total


def at_least(left: Sum, right: Sum | int) -> Formula:
    """`left >= right`."""
    other = constant(right) if isinstance(right, int) else right
    total = left.plus(other, -1)
    return total.constant >= 0 if not total.terms else AtLeast(total)


def equal(left: Sum, right: Sum | int) -> Formula:
    other = constant(right) if isinstance(right, int) else right
    total = left.plus(other, -1)
    return total.constant == 0 if not total.terms else AtLeast(total, equal=True)


def negation(formula: Formula) -> Formula:
    if isinstance(formula, bool):
        return not formula
    return formula.formula if isinstance(formula, Not) else Not(formula)


def both(*formulas: Formula) -> Formula:
    return _many("and", formulas)


def either(*formulas: Formula) -> Formula:
    return _many("or", formulas)


def _many(operator: Literal["and", "or"], formulas: tuple[Formula, ...]) -> Formula:
    stop = operator == "or"
    left: list[Formula] = []
    for formula in formulas:
        if isinstance(formula, bool):
            if formula is stop:
                return stop
        elif isinstance(formula, Many) and formula.operator == operator:
            left.extend(formula.formulas)
        else:
            left.append(formula)
    if not left:
        return not stop
    return left[0] if len(left) == 1 else Many(operator, tuple(left))


def implies(premise: Formula, conclusion: Formula) -> Formula:
    return either(negation(premise), conclusion)


def atoms(formula: Formula) -> Iterator[Flag | Measure]:
    """The flags and measures of a formula."""
    if isinstance(formula, Flag):
        yield formula
    elif isinstance(formula, AtLeast):
        for _, thing in formula.total.terms:
            if isinstance(thing, Measure):
                yield thing
            else:
                yield from atoms(thing)
    elif isinstance(formula, Not):
        yield from atoms(formula.formula)
    elif isinstance(formula, Many):
        for each in formula.formulas:
            yield from atoms(each)


def falling(formula: Formula, positive: bool = True) -> Iterator[Measure]:
    """The measures that a formula may bound from above: it may be broken by a greater value of one of them."""
    if isinstance(formula, Not):
        yield from falling(formula.formula, not positive)
    elif isinstance(formula, Many):
        for each in formula.formulas:
            yield from falling(each, positive)
    elif isinstance(formula, AtLeast):
        for factor, thing in formula.total.terms:
            down = formula.equal or (factor > 0) is not positive
            if isinstance(thing, Measure):
                if down:
                    yield thing
            elif formula.equal:
                yield from falling(thing, True)
                yield from falling(thing, False)
            elif not isinstance(thing, Flag):
                yield from falling(thing, not down)
