"""Take a flat set of demands; give a conflict with its minimal core and reason, or what was derived."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ifdsl.analysis import formulas as f
from ifdsl.analysis import theory
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.explaining import reason_of
from ifdsl.analysis.formulas import Flag, Formula, Lemma
from ifdsl.analysis.reading import read
from ifdsl.analysis.results import Conflict, Open, Repair
from ifdsl.analysis.solving import Solver, shrunk
from ifdsl.analysis.terms import TooLarge, term_of
from ifdsl.primitives.undecided import Undecided

__all__ = ["Conflict", "Open", "Repair", "prove"]


def prove(demands: Sequence[Demand], *, blank_fails: bool = False, ordinary: bool = False) -> Conflict | Open:
    """Try to show that no text satisfies all demands.

    Args:
        demands: all must hold of one text.
        blank_fails: whether a text of white space alone fails, whatever is asked of it.
        ordinary: whether to suppose of the text what holds of all but a few odd ones; the conflict says what.

    Returns:
        A conflict whose core is minimal: without any one of its members, nothing is found. Or that there is none.

    Raises:
        NoSolver: the extra `smt` is not installed.
    """
    read_demands = [formula_of(demand) for demand in demands]
    lemmas = [lemma for lemma in _lemmas(read_demands, blank_fails) if ordinary or not lemma.supposing]
    names = [f"demand {place}" for place in range(len(demands))]
    rules = [f"lemma {place}" for place in range(len(lemmas))]
    stated = list(zip([*names, *rules], [*read_demands, *(lemma.formula for lemma in lemmas)], strict=True))
    if Solver(stated).contradiction([*names, *rules]) is None:
        return Open(tuple(place for place, formula in enumerate(read_demands) if _is_unread(formula)))
    # A solver of its own, so that what is found does not depend on what was asked before.
    solver = Solver(stated, alone=True)
    members = shrunk(solver, names, rules)
    core = solver.contradiction([*members, *rules]) or []
    steps = shrunk(solver, [name for name in core if name in rules], members)
    used = [lemmas[rules.index(name)] for name in steps]
    places = tuple(names.index(name) for name in members)
    supposed = tuple(dict.fromkeys(lemma.supposing for lemma in used if lemma.supposing))
    return Conflict(places, reason_of(demands, places, used), tuple(lemma.why for lemma in used), supposed)


def formula_of(demand: Demand) -> Formula:
    """The formula that a demand is; a flag where it cannot be read."""
    opaque = Flag(f"demand({demand.constraint.name},{demand.arguments!r})")
    try:
        term = term_of(demand.constraint, demand.arguments)
    except (TooLarge, Undecided):
        return opaque
    return opaque if term is None else read(term)


def _lemmas(formulas: Sequence[Formula], blank_fails: bool) -> Iterator[Lemma]:
    if blank_fails:
        yield Lemma("blank", f.negation(Flag("blank", "blank")), "a blank response fails whatever is asked of it")
    yield from theory.lemmas(formulas)


def _is_unread(formula: Formula) -> bool:
    return isinstance(formula, Flag) and formula.kind == "opaque"
