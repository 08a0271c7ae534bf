"""Take a constraint with its arguments; give a text at each bound, which passes, and one just beyond, which fails.

A text is at a bound where it passes, and would not if the bound were one step tighter. It is just beyond where it
fails, and would not if the bound were one step wider. So neither asks how the check uses the argument, and each is
found by building a text for the moved argument. Of a list, a text that lacks one element is the one just beyond.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, Literal

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness.build import Witness, build
from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import item_of
from ifdsl.testing.judging import Arguments, Judge, negated

BUDGET = 60
"""Texts that are checked for one near miss before it is given up."""

LARGEST = 2_000
"""The largest number in an argument that a text is built for."""

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
    """

    parameter: str
    region: str
    expected: Expected
    moved: tuple[Arguments, ...]
    hints: tuple[Arguments, ...]
    needed: bool = True

    @property
    def name(self) -> str:
        """The region with its parameter."""
        return f"{self.parameter}: {self.region}" if self.parameter else self.region

    def reached(self, text: str, arguments: Arguments, judge: Judge) -> bool:
        """Whether a text is in this region."""
        if not self.moved:
            return (judge.passes if self.expected == "pass" else judge.fails)(text, arguments)
        return _turns(text, arguments, self.moved[0], self.expected, judge)


PLAIN = tuple(
    Target("", f"any text that {expected}{'es' if expected == 'pass' else 's'}", expected, (), (), needed=True)
    for expected in ("pass", "fail")
)
"""What is wanted of a constraint where none of its arguments has led to a text with the verdict."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A text in a region of a parameter, and the verdict that it must have."""

    target: Target
    arguments: Arguments
    text: str

    @property
    def expected(self) -> Expected:
        return self.target.expected


@dataclass(frozen=True, slots=True)
class Missing:
    """A region for which no text was found, and why in plain words."""

    target: Target
    arguments: Arguments
    reason: str


def near_misses(
    judge: Judge,
    arguments: Sequence[Any],
    *,
    budget: int = BUDGET,
    largest: int = LARGEST,
    seed: int = 0,
    known: Iterable[str] = (),
) -> Iterator[NearMiss | Missing]:
    """The texts at and beyond every bound of a constraint's arguments, by parameter; the same for the same arguments.

    Args:
        judge: the constraint, as it is compiled.
        arguments: a plain value for each of its parameters, in order.
        budget: texts that may be checked for each of them.
        largest: the largest number in an argument that a text is built for.
        seed: which words are preferred.
        known: texts to look at where none can be built.
    """
    given = tuple(arguments)
    others = list(known)
    found: set[Expected] = set()
    for target in (*targets(judge.constraint, given), *PLAIN):
        if not target.moved and target.expected in found:
            continue
        if any(_size(value) > largest for hint in (given, *target.hints) for value in hint):
            yield Missing(target, given, f"no text is built for numbers above {largest:,}")
            continue
        text = _text(judge, given, target, budget, seed, others)
        if judge.lacking is not None:
            return
        if text is not None:
            others.append(text)
            found.add(target.expected)
            yield NearMiss(target, given, text)
        elif target.needed:
            yield Missing(target, given, "none was found")


# ---------------------------------------------------------------- what is wanted


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
            moves = _of_others([one for one in choices(parameter.type) if one != value])
        for move in moves:
            moved, hints = (
                tuple((*arguments[:place], one, *arguments[place + 1 :]) for one in values)
                for values in (move.moved, move.hints)
            )
            found.append(Target(parameter.name, move.region, move.expected, moved, hints, move.needed))
    return found


def choices(type_: str) -> list[str]:
    """The texts of a closed choice, by its type as the language writes it."""
    return [one[1:-1] for one in type_.split(" | ")]


@dataclass(frozen=True, slots=True)
class _Move:
    """A target of one parameter by its values alone."""

    region: str
    expected: Expected
    moved: tuple[Any, ...]
    hints: tuple[Any, ...]
    needed: bool = True


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
            yield _Move(f"at the {name} bound", "pass", inside[:1], (Range(bound, bound),) * len(inside[:1]))
        elif name == "lower":
            yield _Move("at the bound", "pass", (Range(bound + 1, bound + 1),), (value,))
        out = [bound - sign * step for step in steps]
        # Counts are never negative, and no text is built for a bound below nothing.
        out = [end for end in out if end >= 0 or bound < 0]
        if out:
            region = f"{'below' if sign == 1 else 'above'} the {name} bound"
            wider = tuple(_with_bound(value, name, end) for end in out)
            yield _Move(region, "fail", wider, tuple(Range(end, end) for end in out))


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


# ---------------------------------------------------------------- how it is found


def _text(
    judge: Judge, arguments: Arguments, target: Target, budget: int, seed: int, known: Sequence[str]
) -> str | None:
    """A text in the region; the first move that gives one is the least."""
    if not target.moved:
        return _plain(judge, arguments, target, budget, seed, known)
    for moved, hint in zip(target.moved, target.hints, strict=True):

        def both(text: str, moved: Arguments = moved) -> list[bool]:
            return [_turns(text, arguments, moved, target.expected, judge)]

        if both("")[0]:
            return ""
        if judge.lacking is not None:
            return None
        constraint = judge.constraint
        built = build([Demand(constraint.short_name, constraint, hint)], both, budget=budget, seed=seed)
        if isinstance(built, Witness):
            return built.text
        holding, failing = (arguments, moved) if target.expected == "pass" else (moved, arguments)
        demands = [
            Demand(constraint.short_name, constraint, holding),
            Demand(f"not {constraint.short_name}", negated(constraint), failing),
        ]

        def each(text: str, holding: Arguments = holding, failing: Arguments = failing) -> list[bool]:
            return [judge.passes(text, holding), judge.fails(text, failing)]

        built = build(demands, each, budget=budget, seed=seed)
        if isinstance(built, Witness):
            return built.text
        near = next((text for text in known if both(text)[0]), None)
        if near is not None:
            return near
    return None


def _plain(
    judge: Judge, arguments: Arguments, target: Target, budget: int, seed: int, known: Sequence[str]
) -> str | None:
    constraint = judge.constraint
    asked = constraint if target.expected == "pass" else negated(constraint)
    demand = Demand(asked.name, asked, arguments)
    built = build([demand], lambda text: [target.reached(text, arguments, judge)], budget=budget, seed=seed)
    if isinstance(built, Witness):
        return built.text
    return next((text for text in ("", *known) if target.reached(text, arguments, judge)), None)


def _turns(text: str, arguments: Arguments, moved: Arguments, expected: Expected, judge: Judge) -> bool:
    holding, failing = (arguments, moved) if expected == "pass" else (moved, arguments)
    return judge.passes(text, holding) and judge.fails(text, failing)


def _size(value: Any) -> float:
    """The largest number that a value asks texts to have of something."""
    if isinstance(value, Range):
        return max((abs(end) for end in (value.lo, value.hi) if end is not None), default=0)
    if isinstance(value, list | str):
        return len(value)
    return abs(value) if isinstance(value, int | float) else 0
