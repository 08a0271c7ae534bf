"""Take the types that a suite draws from; give what the sets of a level are made of, drawn at random.

A set has constraints of as many groups as its level says, and of each group as many types as the suite's `of` allows
(one without it); or, without `groups`, as many types as its level says. Arguments are drawn as `vary` lines say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from ifdsl.analysis.demands import Demand
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.varying import arguments
from ifdsl.primitives.ranges import Range

ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
"""Names of levels. MulDimIF (Ye et al. 2025, section 3.2) has four: an item of level III has constraints of three
categories."""


def level_name(level: int) -> str:
    """The name of a level."""
    return ROMAN[level] if level < len(ROMAN) else str(level)


def bounds(range_: n.Expr | None) -> tuple[int, int]:
    """The ends of `1..4`; one where nothing is said, and each end for the other where only one is."""
    found = Range(1, 1) if range_ is None else evaluate(range_, {})
    low = int(found.lo if found.lo is not None else 1)
    high = int(found.hi if found.hi is not None else max(low, 1))
    return max(low, 1), max(high, low, 1)


def levels(suite: n.Suite, types: Sequence[n.Constraint]) -> range:
    """The levels of a suite: no more than there are groups, or types, to draw from."""
    low, high = bounds(suite.draw)
    most = len(grouped(suite, types))
    return range(min(low, most), min(high, most) + 1)


def grouped(suite: n.Suite, types: Sequence[n.Constraint]) -> dict[str, list[n.Constraint]]:
    """The types by what a set has one or more of: their group, or the type alone where the suite draws no groups."""
    if not suite.draw_groups:
        return {constraint.name: [constraint] for constraint in types}
    shared = _shared(constraint.group for constraint in types)
    groups: dict[str, list[n.Constraint]] = {}
    for constraint in types:
        groups.setdefault(group_of(constraint, shared), []).append(constraint)
    return groups


def group_of(constraint: n.Constraint, shared: int = 0) -> str:
    """The first part of a group that tells groups apart: `length` of `length.words`, and `length` of
    `muldimif.length` where all groups begin with `muldimif`, that is where one part is shared."""
    parts = constraint.group.split(".")
    return parts[min(shared, len(parts) - 1)] or constraint.name


def slots(suite: n.Suite, types: Sequence[n.Constraint], level: int, random: Random) -> list[Sequence[n.Constraint]]:
    """What a set of a level is drawn from, in random order: for each of its demands the types that it may be of."""
    groups = grouped(suite, types)
    low, high = bounds(suite.draw_each)
    found: list[Sequence[n.Constraint]] = []
    for name in random.sample(sorted(groups), level):
        found += [groups[name]] * min(random.randint(low, high), len(groups[name]))
    random.shuffle(found)
    return found


def demanded(constraint: n.Constraint, random: Random) -> Demand:
    """A type with arguments drawn anew."""
    values = arguments(constraint, random)
    assert values is not None, "it is drawable"
    return Demand(constraint.short_name, constraint, values)


def _shared(groups: Iterable[str]) -> int:
    """How many parts all groups begin with."""
    split = [group.split(".") for group in groups]
    count = 0
    while len({tuple(parts[: count + 1]) for parts in split}) == 1 and all(len(parts) > count + 1 for parts in split):
        count += 1
    return count
