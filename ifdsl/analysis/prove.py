"""Take a flat set of demands; prove that no text satisfies them all, or which of them ask for nothing more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ifdsl.analysis import formulas as f
from ifdsl.analysis import theory
from ifdsl.analysis.declared import matches
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.explaining import reason_of, why_implied
from ifdsl.analysis.formulas import Flag, Formula, Lemma
from ifdsl.analysis.reading import read
from ifdsl.analysis.results import Conflict, Implied, Open, Repair
from ifdsl.analysis.solving import Solver, shrunk
from ifdsl.analysis.terms import TooLarge, term_of
from ifdsl.ir import nodes as n
from ifdsl.primitives.undecided import Undecided

__all__ = ["Conflict", "Implied", "Open", "Question", "Repair", "prove"]

_THEORY = "theory"
"""The name under which all lemmas are stated together."""


class Question:
    """Whether a set of demands can hold of one text, with the facts of the theory that bear on it.

    Every answer is sound and none is complete: what is not found may still be so.
    """

    def __init__(
        self,
        demands: Sequence[Demand],
        *,
        blank_fails: bool = False,
        ordinary: bool = False,
        declared: Sequence[n.Conflict] = (),
    ) -> None:
        """
        Args:
            demands: all must hold of one text.
            blank_fails: whether a text of white space alone fails, whatever is asked of it.
            ordinary: whether to suppose of the text what holds of all but a few odd ones; a conflict says what.
            declared: what authors declare impossible; it is believed.

        Raises:
            NoSolver: the extra `smt` is not installed.
        """
        self._demands = demands
        self._read = [formula_of(demand) for demand in demands]
        lemmas = [*_declared(demands, self._read, declared), *_lemmas(self._read, blank_fails)]
        self._lemmas = [lemma for lemma in lemmas if ordinary or not lemma.supposing]
        self._names = [f"demand {place}" for place in range(len(demands))]
        self._rules = [f"lemma {place}" for place in range(len(self._lemmas))]
        formulas = [*self._read, *(lemma.formula for lemma in self._lemmas)]
        self._stated = list(zip([*self._names, *self._rules], formulas, strict=True))
        # To find out whether there is a contradiction at all, nobody asks which lemmas it takes.
        lumped = [(name if name in self._names else _THEORY, formula) for name, formula in self._stated]
        self._solver = Solver(lumped)

    def conflict(self) -> Conflict | None:
        """A conflict whose core is minimal: without any one of its members, nothing is found."""
        names, rules = self._names, self._rules
        if self._solver.contradiction([*names, _THEORY]) is None:
            return None
        # A solver of its own, so that what is found does not depend on what was asked before.
        solver = Solver(self._stated, alone=True)
        members = shrunk(solver, names, rules)
        used = self._used(solver, members)
        places = tuple(names.index(name) for name in members)
        supposed = tuple(dict.fromkeys(lemma.supposing for lemma in used if lemma.supposing))
        reason = reason_of(self._demands, places, used)
        return Conflict(places, reason, tuple(lemma.why for lemma in used), supposed)

    def unread(self) -> tuple[int, ...]:
        """The demands of which nothing was understood."""
        return tuple(place for place, formula in enumerate(self._read) if _is_unread(formula))

    def implied(self) -> tuple[Implied, ...]:
        """The demands that hold of every text that meets the others; of two that say the same, the later one.

        Texts on which a check cannot be decided are left out of account.
        """
        opposites = [f"not {name}" for name in self._names]
        for opposite, formula in zip(opposites, self._read, strict=True):
            self._solver.add(opposite, f.negation(formula))
        found = []
        left = list(self._names)
        for place, (name, opposite) in reversed(list(enumerate(zip(self._names, opposites, strict=True)))):
            others = [other for other in left if other != name]
            if self._solver.contradiction([*others, opposite, _THEORY]) is None:
                continue
            solver = Solver([*self._stated, (opposite, f.negation(self._read[place]))], alone=True)
            members = shrunk(solver, others, [opposite, *self._rules])
            by = tuple(self._names.index(member) for member in members)
            used = self._used(solver, [*members, opposite])
            found.append(Implied(place, by, why_implied(self._demands, place, by, used)))
            left.remove(name)
        return tuple(reversed(found))

    def _used(self, solver: Solver, members: Sequence[str]) -> list[Lemma]:
        """The lemmas of a smallest proof that these members contradict each other."""
        core = solver.contradiction([*members, *self._rules]) or []
        steps = shrunk(solver, [name for name in core if name in self._rules], members)
        return [self._lemmas[self._rules.index(name)] for name in steps]


def prove(
    demands: Sequence[Demand],
    *,
    blank_fails: bool = False,
    ordinary: bool = False,
    declared: Sequence[n.Conflict] = (),
) -> Conflict | Open:
    """Try to show that no text satisfies all demands; the arguments are those of `Question`.

    Raises:
        NoSolver: the extra `smt` is not installed.
    """
    question = Question(demands, blank_fails=blank_fails, ordinary=ordinary, declared=declared)
    return question.conflict() or Open(question.unread())


def formula_of(demand: Demand) -> Formula:
    """The formula that a demand is; a flag where it cannot be read."""
    opaque = Flag(f"demand({demand.constraint.name},{demand.arguments!r})")
    try:
        term = term_of(demand.constraint, demand.arguments)
    except (TooLarge, Undecided):
        return opaque
    return opaque if term is None else read(term)


def _declared(
    demands: Sequence[Demand], formulas: Sequence[Formula], declared: Sequence[n.Conflict]
) -> Iterator[Lemma]:
    for conflict in declared:
        for places in matches(conflict, demands):
            together = f.both(*(formulas[place] for place in places))
            yield Lemma("declared", f.negation(together), conflict.because or conflict.title)


def _lemmas(formulas: Sequence[Formula], blank_fails: bool) -> Iterator[Lemma]:
    if blank_fails:
        yield Lemma("blank", f.negation(Flag("blank", "blank")), "a blank response fails whatever is asked of it")
    yield from theory.lemmas(formulas)


def _is_unread(formula: Formula) -> bool:
    return isinstance(formula, Flag) and formula.kind == "opaque"
