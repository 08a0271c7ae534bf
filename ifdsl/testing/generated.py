"""Take a compiled program; give the facts of texts that are made for it: at each bound of each argument, and beyond.

`boundary`: a text at a bound passes. `near_miss`: one just beyond fails. Each comes with an `agreement`, as lines do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ifdsl.checking.module import Module
from ifdsl.ir import nodes as n
from ifdsl.testing.facts import Fact, Kind, Places, claimed
from ifdsl.testing.judging import Arguments, Judge
from ifdsl.testing.lines import argument_sets, call, lines
from ifdsl.testing.near_misses import SPENT, Missing, NearMiss, near_misses


@dataclass(frozen=True, slots=True)
class Depth:
    """How much is tried.

    Attributes:
        arguments: different arguments of a type, from its lines.
        budget: texts that are checked for one near miss.
        largest: the largest number that a text is built for.
        steps: steps that the checks of a file may take, by their static bounds; what is left then is not tried.
    """

    arguments: int
    budget: int
    largest: int
    steps: float


QUICK = Depth(arguments=2, budget=40, largest=2_000, steps=3e10)
DEEP = Depth(arguments=12, budget=400, largest=20_000, steps=1e12)


SHARES = 4
"""One type gets at most this part of the steps, so that a costly one leaves some to the others."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that could not be tested, and why; it counts neither way."""

    constraint: str
    call: str
    region: str
    reason: str


@dataclass(frozen=True, slots=True)
class Tried:
    """A text that a constraint was tried on with some arguments."""

    constraint: str
    arguments: Arguments
    text: str


@dataclass(slots=True)
class Generated:
    """What generating gave: facts, the texts that they are about, and what is missing."""

    facts: list[Fact] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)


def generated(module: Module, constraints: Iterable[n.Constraint], places: Places, depth: Depth = QUICK) -> Generated:
    """Make the texts of some constraints and check them; the same for the same program.

    Only a check that is written as an expression is read; of another nothing is generated.
    """
    made = Generated()
    left = depth.steps
    for constraint in constraints:
        if not isinstance(constraint.check, n.ExprCheck):
            continue
        if left <= 0:
            made.gaps.append(Gap(constraint.name, constraint.short_name, "", SPENT))
            continue
        judge = Judge(module, constraint, min(left, depth.steps / SHARES))
        _of_constraint(module, judge, places, depth, made)
        left -= judge.spent
    return made


def _of_constraint(module: Module, judge: Judge, places: Places, depth: Depth, made: Generated) -> None:
    constraint = judge.constraint
    texts = [line.text for line in lines(constraint)]
    counts: dict[Kind, int] = {"boundary": 0, "near_miss": 0}
    seen: set[str] = set()
    for index, arguments in argument_sets(constraint, depth.arguments):
        label = places.get(("example", constraint.name, str(index))) or places.get(("constraint", constraint.name))
        for found in _found(judge, arguments, depth, texts):
            said = call(constraint, arguments)
            region = found.target.name
            if isinstance(found, Missing):
                made.gaps.append(Gap(constraint.name, said, region, found.reason))
                continue
            key = f"{said}\0{found.expected}\0{found.text}"
            if key in seen:
                continue
            seen.add(key)
            made.tried.append(Tried(constraint.name, arguments, found.text))
            kind: Kind = "boundary" if found.expected == "pass" else "near_miss"
            blank = Fact(constraint.name, kind, counts[kind], found.expected, "", "", label, said, found.text, region)
            made.facts += claimed(module, constraint, arguments, found.text, blank)
            counts[kind] += 1


def _found(judge: Judge, arguments: Arguments, depth: Depth, texts: list[str]) -> Iterator[NearMiss | Missing]:
    return near_misses(judge, arguments, budget=depth.budget, largest=depth.largest, known=texts)
