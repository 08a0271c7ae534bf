"""Take a constraint with its arguments; give the regions of each: at a bound, just beyond it, the other choices.

A text is at a bound where it passes, and would not if the bound were one step tighter. It is just beyond where it
fails, and would not if the bound were one step wider. So neither asks how the check uses the argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, Literal

from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import choices_of, item_of
from ifdsl.testing.judging import Arguments, Judge

MOST_ELEMENTS = 4
"""Elements of a list that are left out, one at a time."""

ELEMENT, CHOICE = "one element decides", "the choice decides"

Expected = Literal["pass", "fail"]

_STEPS = (1, 2, 5)
_FINE_STEPS = (0.01, 0.05, 0.2, 1)


@dataclass(frozen=True, slots=True)
class Target:
    """A region of a parameter for which a text is wanted.

    Attributes:
        parameter: the parameter's name.
        region: which of its regions, such as `at the lower bound`; targets of one region stand for each other.
        expected: the verdict with the arguments as they are.
        moved: arguments that differ in this parameter alone, the least moved first; one of them turns the verdict.
            Without any, every text with the verdict will do.
        hints: arguments whose texts are likely to do, in the same order.
        needed: whether the want of such a text says something. It does not of a number, which bounds on one side.
        instead: whether it is wanted only where its region has no other text, as of a check that refuses a range.
    """

    parameter: str
    region: str
    expected: Expected
    moved: tuple[Arguments, ...]
    hints: tuple[Arguments, ...]
    needed: bool = True
    instead: bool = False

    @property
    def name(self) -> str:
        """The region with its parameter."""
        return f"{self.parameter}: {self.region}" if self.parameter else self.region

    def reached(self, text: str, arguments: Arguments, judge: Judge) -> bool:
        """Whether a text is in this region."""
        if not self.moved:
            return (judge.passes if self.expected == "pass" else judge.fails)(text, arguments)
        return any(turns(text, arguments, moved, self.expected, judge) for moved in self.moved)


PLAIN = tuple(
    Target("", f"any text that {expected}{'es' if expected == 'pass' else 's'}", expected, (), (), needed=True)
    for expected in ("pass", "fail")
)
"""What is wanted of a constraint where none of its arguments has led to a text with the verdict."""


def turns(text: str, arguments: Arguments, moved: Arguments, expected: Expected, judge: Judge) -> bool:
    """Whether a text has this verdict with the arguments, and the other with those that are moved."""
    holding, failing = (arguments, moved) if expected == "pass" else (moved, arguments)
    return judge.passes(text, holding) and judge.fails(text, failing)


def targets(constraint: n.Constraint, arguments: Arguments) -> list[Target]:
    """The regions of a constraint's parameters for which texts are wanted, with these arguments."""
    found: list[Target] = []
    for place, (parameter, value) in enumerate(zip(constraint.parameters, arguments, strict=True)):
        moves: Iterable[_Move] = ()
        if isinstance(value, Range):
            moves = _of_range(value)
        elif parameter.type in ("int", "number"):
            moves = _of_number(value)
        elif item_of(parameter.type) is not None and len(value) > 1:
            moves = _of_list(value)
        elif parameter.type == "bool":
            moves = _of_others([not value])
        elif parameter.type.startswith('"'):
            moves = _of_others([one for one in choices_of(parameter.type) if one != value])
        for move in moves:
            moved, hints = (
                tuple((*arguments[:place], one, *arguments[place + 1 :]) for one in values)
                for values in (move.moved, move.hints)
            )
            found.append(Target(parameter.name, move.region, move.expected, moved, hints, move.needed, move.instead))
    return found


@dataclass(frozen=True, slots=True)
class _Move:
    """A target of one parameter by its values alone."""

    region: str
    expected: Expected
    moved: tuple[Any, ...]
    hints: tuple[Any, ...]
    needed: bool = True
    instead: bool = False


def _steps(*bounds: int | float | None) -> tuple[int | float, ...]:
    return _FINE_STEPS if any(isinstance(bound, float) for bound in bounds) else _STEPS


def _of_range(value: Range) -> Iterator[_Move]:
    low, high = value.lo, value.hi
    for name, bound, sign in (("lower", low, 1), ("upper", high, -1)):
        if bound is None or not isfinite(bound):
            continue
        steps = _steps(low, high)
        ends = [bound + sign * step for step in steps]
        tighter = [_with_bound(value, name, end) for end in ends]
        inside = tuple(one for one in tighter if one.lo is None or one.hi is None or one.lo <= one.hi)
        if low != high:
            here = (Range(bound, bound),)
            yield _Move(f"at the {name} bound", "pass", inside[:1], here)
            yield _Move(f"at the {name} bound", "fail", inside[:1], here, needed=False, instead=True)
        elif name == "lower":
            yield _Move("at the bound", "pass", (Range(bound + 1, bound + 1),), (value,))
        out = [bound - sign * step for step in steps]
        # Counts are never negative, and no text is built for a bound below nothing.
        out = [end for end in out if end >= 0 or bound < 0]
        if out:
            region = f"{'below' if sign == 1 else 'above'} the {name} bound"
            wider = tuple(_with_bound(value, name, end) for end in out)
            there = tuple(Range(end, end) for end in out)
            yield _Move(region, "fail", wider, there)
            yield _Move(region, "pass", wider[:1], there[:1], needed=False, instead=True)


def _with_bound(value: Range, name: str, end: int | float) -> Range:
    end = round(end, 9)
    return replace(value, lo=end) if name == "lower" else replace(value, hi=end)


def _of_number(value: int | float) -> Iterator[_Move]:
    steps = _steps(value)
    for sign in (1, -1):
        moved = tuple(round(value + sign * step, 9) for step in steps if value + sign * step >= 0 or value < 0)
        if moved:
            yield _Move("at the number", "pass", moved[:1], (value,) * len(moved[:1]), needed=False)
            yield _Move("just beyond the number", "fail", moved, moved, needed=False)


def _of_list(value: Sequence[Any]) -> Iterator[_Move]:
    for place in range(min(len(value), MOST_ELEMENTS)):
        rest = [*value[:place], *value[place + 1 :]]
        yield _Move(ELEMENT, "fail", (rest,), (rest,), needed=False)
        yield _Move(ELEMENT, "pass", (rest,), (value,), needed=False)


def _of_others(values: Sequence[Any]) -> Iterator[_Move]:
    """A choice has no bound; a text that another choice accepts and this one does not is its near miss."""
    for other in values:
        yield _Move(CHOICE, "fail", (other,), (other,), needed=False)
