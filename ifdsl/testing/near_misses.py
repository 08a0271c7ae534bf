"""Take a constraint with its arguments; give a text at each bound, which passes, and one just beyond, which fails.

Each is found by building a text for the moved argument. Of a list, one that lacks an element is just beyond.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness.build import Witness, build
from ifdsl.analysis.witness.trial import Check
from ifdsl.primitives.ranges import Range
from ifdsl.testing.judging import Arguments, Judge, negated
from ifdsl.testing.targets import PLAIN, Expected, Target, targets, turns

BUDGET = 60
"""Texts that are checked for one near miss before it is given up."""

SPENT = "the checks have had all the steps that they get"

LARGEST = 2_000
"""The largest number in an argument that a text is built for."""


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
    effort = _Effort(budget, largest, seed)
    regions: set[str] = set()
    verdicts: set[Expected] = set()
    lacking: dict[str, Missing] = {}
    for target in (*targets(judge.constraint, given), *PLAIN):
        if (target.instead and target.name in regions) or (not target.moved and target.expected in verdicts):
            continue
        text = _text(judge, given, target, effort, others)
        if judge.lacking is not None:
            return
        if text is not None:
            others.append(text)
            regions.add(target.name)
            verdicts.add(target.expected)
            yield NearMiss(target, given, text)
        elif target.needed:
            lacking[target.name] = Missing(target, given, effort.why_not(judge, target, given))
    yield from (missing for name, missing in lacking.items() if name not in regions)


# ---------------------------------------------------------------- how it is found


@dataclass(frozen=True, slots=True)
class _Effort:
    budget: int
    largest: int
    seed: int

    def build(self, demands: Sequence[Demand], check: Check) -> str | None:
        """A text with these verdicts, where none of its numbers is too large."""
        if any(_size(value) > self.largest for demand in demands for value in demand.arguments):
            return None
        built = build(demands, check, budget=self.budget, seed=self.seed)
        return built.text if isinstance(built, Witness) else None

    def why_not(self, judge: Judge, target: Target, arguments: Arguments) -> str:
        if judge.exhausted:
            return SPENT
        if any(_size(value) > self.largest for hint in (arguments, *target.hints) for value in hint):
            return f"no text is built for numbers above {self.largest:,}"
        return "none was found"


def _text(judge: Judge, arguments: Arguments, target: Target, effort: _Effort, known: Sequence[str]) -> str | None:
    """A text in the region; the first move that gives one is the least."""
    if not target.moved:
        return _plain(judge, arguments, target, effort, known)
    for moved, hint in zip(target.moved, target.hints, strict=True):

        def both(text: str, moved: Arguments = moved) -> list[bool]:
            return [turns(text, arguments, moved, target.expected, judge)]

        if both("")[0]:
            return ""
        if judge.lacking is not None:
            return None
        constraint = judge.constraint
        text = effort.build([Demand(constraint.short_name, constraint, hint)], both)
        if text is not None:
            return text
        holding, failing = (arguments, moved) if target.expected == "pass" else (moved, arguments)
        demands = [
            Demand(constraint.short_name, constraint, holding),
            Demand(f"not {constraint.short_name}", negated(constraint), failing),
        ]

        def each(text: str, holding: Arguments = holding, failing: Arguments = failing) -> list[bool]:
            return [judge.passes(text, holding), judge.fails(text, failing)]

        text = effort.build(demands, each)
        if text is None:
            text = next((one for one in known if both(one)[0]), None)
        if text is not None:
            return text
    return None


def _plain(judge: Judge, arguments: Arguments, target: Target, effort: _Effort, known: Sequence[str]) -> str | None:
    constraint = judge.constraint
    asked = constraint if target.expected == "pass" else negated(constraint)
    demand = Demand(asked.name, asked, arguments)
    text = effort.build([demand], lambda text: [target.reached(text, arguments, judge)])
    if text is not None:
        return text
    return next((one for one in ("", *known) if target.reached(one, arguments, judge)), None)


def _size(value: Any) -> float:
    """The largest number that a value asks texts to have of something."""
    if isinstance(value, Range):
        return max((abs(end) for end in (value.lo, value.hi) if end is not None), default=0)
    if isinstance(value, list | str):
        return len(value)
    return abs(value) if isinstance(value, int | float) else 0
