"""Take formulas that are to hold together; say whether they can, by an SMT solver with a budget of steps.

Each formula of a group stands under a truth value of its own, so that the solver names those that it needs for a
contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
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
    """

    def __init__(self, formulas: Iterable[tuple[str, Formula]], *, alone: bool = False) -> None:
        self._z3: Any = _loaded()
        self._context: Any = self._z3.Context() if alone else _shared()
        self._solver: Any = self._z3.SolverFor("QF_LIRA", ctx=self._context)
        self._solver.set("rlimit", STEPS)
        self._numbers: dict[str, Any] = {}
        self._flags: dict[str, Any] = {}
        self._groups: dict[str, Any] = {}
        self._true = self._z3.BoolVal(True, ctx=self._context)
        self._one = self._z3.IntVal(1, ctx=self._context)
        self._zero = self._z3.IntVal(0, ctx=self._context)
        for name, formula in formulas:
            self._solver.add(self._z3.Implies(self._group(name), self._formula(formula)))

    def contradiction(self, groups: Sequence[str]) -> list[str] | None:
        """The groups of these that contradict each other; None where they do not, or where that is not found out."""
        result = self._solver.check(*[self._group(group) for group in groups])
        if result != self._z3.unsat:
            return None
        core = {str(each) for each in self._solver.unsat_core()}
        return [group for group in groups if group in core]

    def extreme(self, groups: Sequence[str], total: Sum, lowest: bool, most: int) -> int | None:
        """The least or greatest value that a sum can have, up to `most`; None where it is not found."""
        z3 = self._z3
        low, high = 0, most
        while low < high:
            middle = (low + high) // 2 if lowest else (low + high + 1) // 2
            bound = self._sum(total) <= middle if lowest else self._sum(total) >= middle
            result = self._solver.check(*[self._group(group) for group in groups], bound)
            if result == z3.unknown:
                return None
            if (result == z3.sat) == lowest:
                high, low = (middle, low) if lowest else (high, low)
                if not lowest:
                    high = middle - 1
            else:
                low = middle + 1 if lowest else middle
        return low

    def _group(self, name: str) -> Any:
        if name not in self._groups:
            self._groups[name] = self._z3.Bool(name, ctx=self._context)
        return self._groups[name]

    def _formula(self, formula: Formula) -> Any:
        z3 = self._z3
        if isinstance(formula, bool):
            return z3.BoolVal(formula, ctx=self._context)
        if isinstance(formula, Flag):
            if formula.key not in self._flags:
                self._flags[formula.key] = z3.Bool(f"flag{len(self._flags)}", ctx=self._context)
            return self._flags[formula.key]
        if isinstance(formula, Not):
            return z3.Not(self._formula(formula.formula))
        if isinstance(formula, Many):
            parts = [self._formula(each) for each in formula.formulas]
            return z3.And(*parts) if formula.operator == "and" else z3.Or(*parts)
        total = self._sum(formula.total)
        return total == 0 if formula.equal else total >= 0

    def _sum(self, total: Sum) -> Any:
        # Whole factors, so that a sum of whole numbers stays one.
        scale = total.constant.denominator
        for factor, _ in total.terms:
            scale = scale * factor.denominator // _common(scale, factor.denominator)
        parts = [self._times(int(factor * scale), self._number(thing)) for factor, thing in total.terms]
        if total.constant or not parts:
            parts.append(self._z3.IntVal(int(total.constant * scale), ctx=self._context))
        return self._z3.Sum(parts) if len(parts) > 1 else parts[0]

    def _times(self, factor: int, number: Any) -> Any:
        return number if factor == 1 else factor * number

    def _number(self, thing: Countable) -> Any:
        z3 = self._z3
        if not isinstance(thing, Measure):
            chosen = z3.If(self._formula(thing), self._one, self._zero)
            measure = _some_of(thing)
            if measure is not None:
                # It follows, but the solver would split on every such term to see it.
                self._solver.add(chosen <= self._number(measure))
            return chosen
        if thing.key not in self._numbers:
            make = z3.Real if thing.real else z3.Int
            made = make(f"m{len(self._numbers)}", ctx=self._context)
            self._numbers[thing.key] = made
            self._solver.add(made >= 0)
        return self._numbers[thing.key]


def _some_of(thing: Countable) -> Measure | None:
    """The measure of which a formula says that it is one or more."""
    if not isinstance(thing, AtLeast) or thing.equal or len(thing.total.terms) != 1 or thing.total.constant != -1:
        return None
    ((factor, measure),) = thing.total.terms
    return measure if factor == 1 and isinstance(measure, Measure) else None


def _common(one: int, other: int) -> int:
    while other:
        one, other = other, one % other
    return one


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
