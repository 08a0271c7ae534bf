"""Take formulas that are to hold together; say whether they can, by an SMT solver with a budget of steps.

Each formula of a group stands under a truth value of its own, so that the solver names those that it needs for a
contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import lcm
from typing import Any

from ifdsl.analysis.formulas import AtLeast, Countable, Flag, Formula, Many, Measure, Not, Sum

STEPS = 2_000_000
"""Z3's own unit of work (`rlimit`); sets of a few demands take some ten thousand."""


class NoSolver(ImportError):
    """The extra `smt` is not installed."""


def _loaded() -> Any:
    try:
        import z3
    except ImportError:
        raise NoSolver("proving conflicts needs the extra `smt`: pip install 'ifdsl[smt]'") from None
    return z3


@cache
def _shared() -> Any:
    """One context for all solvers that only say whether there is a contradiction: making one takes ten milliseconds."""
    return _loaded().Context()


class Solver:
    """Formulas by name, and whether those of some names contradict each other.

    With `alone`, nothing that was asked of other solvers can have a bearing on what this one finds first.

    Formulas are handed over as text (SMT-LIB): made node by node through the Python API they take ten times as long.
    """

    def __init__(self, formulas: Iterable[tuple[str, Formula]], *, alone: bool = False) -> None:
        self._z3: Any = _loaded()
        self._context: Any = self._z3.Context() if alone else _shared()
        self._solver: Any = self._z3.SolverFor("QF_LIRA", ctx=self._context)
        self._solver.set("rlimit", STEPS)
        self._groups: dict[str, tuple[str, Any]] = {}
        self._text = _Text()
        for name, formula in formulas:
            self.add(name, formula)

    def add(self, name: str, formula: Formula) -> None:
        """State one more formula, under a name."""
        self._text.add(self._group(name)[0], formula)

    def contradiction(self, groups: Sequence[str]) -> list[str] | None:
        """The groups of these that contradict each other; None where they do not, or where that is not found out."""
        stated = self._text.taken()
        if stated:
            self._solver.from_string(stated)
        result = self._solver.check(*[self._group(group)[1] for group in groups])
        if result != self._z3.unsat:
            return None
        core = {str(each) for each in self._solver.unsat_core()}
        return [group for group in groups if self._group(group)[0] in core]

    def _group(self, name: str) -> tuple[str, Any]:
        """The truth value that the formulas of a name stand under: its name in the text, and itself."""
        group = self._groups.get(name)
        if group is None:
            called = f"g{len(self._groups)}"
            group = self._groups[name] = called, self._z3.Bool(called, ctx=self._context)
        return group


class _Text:
    """The SMT-LIB text of formulas, each of which holds where the truth value that it is stated under does."""

    def __init__(self) -> None:
        self._declared: list[str] = []
        self._known: set[str] = set()
        self._numbers: dict[str, str] = {}
        self._flags: dict[str, str] = {}
        self._asserted: list[str] = []

    def add(self, group: str, formula: Formula) -> None:
        if group not in self._known:
            self._known.add(group)
            self._declare(group, "Bool")
        self._asserted.append(f"(=> {group} {self._formula(formula)})")

    def taken(self) -> str:
        """What was added since this was asked before."""
        text = "\n".join([*self._declared, *(f"(assert {each})" for each in self._asserted)])
        self._declared, self._asserted = [], []
        return text

    def _declare(self, name: str, sort: str) -> None:
        self._declared.append(f"(declare-const {name} {sort})")

    def _formula(self, formula: Formula) -> str:
        if isinstance(formula, bool):
            return "true" if formula else "false"
        if isinstance(formula, Flag):
            name = self._flags.get(formula.key)
            if name is None:
                name = self._flags[formula.key] = f"f{len(self._flags)}"
                self._declare(name, "Bool")
            return name
        if isinstance(formula, Not):
            return f"(not {self._formula(formula.formula)})"
        if isinstance(formula, Many):
            return f"({formula.operator} {' '.join([self._formula(each) for each in formula.formulas])})"
        return f"({'=' if formula.equal else '>='} {self._sum(formula.total)} 0)"

    def _sum(self, total: Sum) -> str:
        # Whole factors, so that a sum of whole numbers stays one.
        scale = lcm(total.constant.denominator, *(factor.denominator for factor, _ in total.terms))
        parts = [_times(int(factor * scale), self._number(thing)) for factor, thing in total.terms]
        if total.constant or not parts:
            parts.append(_integer(int(total.constant * scale)))
        return f"(+ {' '.join(parts)})" if len(parts) > 1 else parts[0]

    def _number(self, thing: Countable) -> str:
        if not isinstance(thing, Measure):
            chosen = f"(ite {self._formula(thing)} 1 0)"
            measure = _some_of(thing)
            if measure is not None:
                # It follows, but the solver would split on every such term to see it.
                self._asserted.append(f"(<= {chosen} {self._number(measure)})")
            return chosen
        name = self._numbers.get(thing.key)
        if name is None:
            name = self._numbers[thing.key] = f"m{len(self._numbers)}"
            self._declare(name, "Real" if thing.real else "Int")
            self._asserted.append(f"(>= {name} 0)")
        return name


def _integer(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _times(factor: int, number: str) -> str:
    return number if factor == 1 else f"(* {_integer(factor)} {number})"


def _some_of(thing: Countable) -> Measure | None:
    """The measure of which a formula says that it is one or more."""
    if not isinstance(thing, AtLeast) or thing.equal or len(thing.total.terms) != 1 or thing.total.constant != -1:
        return None
    ((factor, measure),) = thing.total.terms
    return measure if factor == 1 and isinstance(measure, Measure) else None


def shrunk(solver: Solver, groups: Sequence[str], always: Sequence[str]) -> list[str]:
    """A smallest part of contradicting groups that still contradict each other, with those of `always`.

    Leaving out any one of what is given back leaves no contradiction that the solver finds.
    """
    left = list(groups)
    for group in groups:
        if group in left:
            rest = [each for each in left if each != group]
            core = solver.contradiction([*rest, *always])
            if core is not None:
                left = [each for each in rest if each in core]
    return left
