"""Take a flat set of demands; give a conflict with its minimal core and reason, or what was derived."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ifdsl.analysis import formulas as f
from ifdsl.analysis import theory
from ifdsl.analysis.context import BREAKS, LINES, TOKENS, WORDS, context_of
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.formulas import Flag, Formula, Lemma
from ifdsl.analysis.reading import read
from ifdsl.analysis.results import Bound, Conflict, Facts, Open, Repair
from ifdsl.analysis.solving import Solver, shrunk
from ifdsl.analysis.terms import TooLarge, term_of
from ifdsl.primitives.undecided import Undecided

LINKS = 2
"""How often measures are looked for that the lemmas of others speak of."""

__all__ = ["Bound", "Conflict", "Facts", "Open", "Repair", "prove"]


def prove(demands: Sequence[Demand], *, blank_fails: bool = False, ordinary: bool = False) -> Conflict | Open:
    """Try to show that no text satisfies all demands.

    Args:
        demands: all must hold of one text.
        blank_fails: whether a text of white space alone fails, whatever is asked of it.
        ordinary: whether to suppose of the text what holds of all but a few odd ones; the conflict says what.

    Returns:
        A conflict whose core is minimal: without any one of its members, nothing is found. Or what was derived.

    Raises:
        NoSolver: the extra `smt` is not installed.
    """
    read_demands = [formula_of(demand) for demand in demands]
    lemmas = [lemma for lemma in _lemmas(read_demands, blank_fails) if ordinary or not lemma.supposing]
    solver = Solver()
    names = [f"demand {place}" for place in range(len(demands))]
    for name, formula in zip(names, read_demands, strict=True):
        solver.add(formula, name)
    rules = [f"lemma {place}" for place in range(len(lemmas))]
    for name, lemma in zip(rules, lemmas, strict=True):
        solver.add(lemma.formula, name)
    core = solver.contradiction([*names, *rules])
    if core is None:
        return Open(Facts(), tuple(place for place, formula in enumerate(read_demands) if _is_unread(formula)))
    members = shrunk(solver, [name for name in names if name in core], rules)
    core = solver.contradiction([*members, *rules]) or []
    steps = shrunk(solver, [name for name in core if name in rules], members)
    used = [lemmas[rules.index(name)] for name in steps]
    places = tuple(names.index(name) for name in members)
    from ifdsl.analysis.explaining import reason_of

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
    spoken: list[Formula] = [*formulas, Flag("blank", "blank")]
    for _ in range(LINKS):
        context = context_of(spoken, (WORDS, TOKENS, LINES, BREAKS))
        spoken += [lemma.formula for lemma in theory.linked(context)]
    yield from theory.lemmas(context_of(spoken, (WORDS, TOKENS, LINES, BREAKS)))


def _is_unread(formula: Formula) -> bool:
    return isinstance(formula, Flag) and formula.kind == "opaque"
