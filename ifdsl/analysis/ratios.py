"""Give linear bounds for what is not linear: a share of one count in another, and functions with a fixed reach."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ifdsl.analysis import formulas as f
from ifdsl.analysis.context import Context
from ifdsl.analysis.formulas import Flag, Formula, Lemma, Sum
from ifdsl.analysis.reading import number
from ifdsl.analysis.terms import Term

SLACK = Fraction(1, 10**9)
"""What rounding a quotient of floating-point numbers may be wrong by, many times over, as a part of it or of one."""


def lemmas(context: Context) -> Iterator[Lemma]:
    for flag in context.of_kind("opaque"):
        if flag.term is not None and flag.term.op == "compare":
            yield from _share(flag, flag.term)
    for measure in context.measures:
        term = measure.term
        if term is not None and term.calls("overlap"):
            most = f.at_least(f.constant(1), f.count_of(measure))
            yield Lemma("overlap", most, "the share of runs that two texts have in common is 1 at most")
            others, length = term.args[1], term.args[2]
            if others.known and length.known and len(others.value) < length.value:
                none = f.equal(f.count_of(measure), 0)
                yield Lemma("overlap", none, "nothing is shared with a text that is shorter than such a run")


class _Quotient(NamedTuple):
    """`factor * above / below + plus`."""

    above: Sum
    below: Sum
    factor: Fraction
    plus: Fraction


def _quotient(term: Term) -> _Quotient | None:
    if term.op != "arithmetic":
        return None
    left, right = term.args
    if term.value == "/":
        above, below = number(left), number(right)
        return None if above is None or below is None else _Quotient(above, below, Fraction(1), Fraction(0))
    for part, other in ((left, right), (right, left)):
        found, by = _quotient(part), number(other)
        if found is None or by is None or by.terms:
            continue
        if term.value == "*":
            return found._replace(factor=found.factor * by.constant, plus=found.plus * by.constant)
        if term.value == "+":
            return found._replace(plus=found.plus + by.constant)
    return None


def _share(flag: Flag, term: Term) -> Iterator[Lemma]:
    operator = term.value[0]
    left, right = term.args
    found, bound = _quotient(left), number(right)
    if found is None:
        found, bound = _quotient(right), number(left)
        operator = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(operator, operator)
    if found is None or bound is None or bound.terms or found.factor <= 0:
        return
    if found.below.constant < 0 or any(factor < 0 for factor, _ in found.below.terms):
        return
    limit = (bound.constant - found.plus) / found.factor
    if operator in ("<=", "<", "=="):
        yield Lemma("share", f.implies(flag, _most(found, limit)), "a share of at most so much of them")
    if operator in (">=", ">", "=="):
        yield Lemma("share", f.implies(flag, _least(found, limit)), "a share of at least so much of them")
    if operator in ("<=", "<"):
        yield Lemma("share", f.implies(f.negation(flag), _least(found, limit)), "a share of more than so much of them")
    if operator in (">=", ">"):
        yield Lemma("share", f.implies(f.negation(flag), _most(found, limit)), "a share of less than so much of them")


def _most(found: _Quotient, limit: Fraction) -> Formula:
    # Dividing by zero gives 0.
    some = f.at_least(found.below.times(limit + _slack(found, limit)), found.above)
    return f.either(f.both(f.equal(found.below, 0), limit >= 0), some)


def _least(found: _Quotient, limit: Fraction) -> Formula:
    some = f.at_least(found.above, found.below.times(limit - _slack(found, limit)))
    return f.either(f.both(f.equal(found.below, 0), limit <= 0), some)


def _slack(found: _Quotient, limit: Fraction) -> Fraction:
    # Where nothing is added, rounding keeps zero apart from what is above it.
    return SLACK * (abs(limit) if found.plus == 0 else 1 + abs(limit))
