"""Take constraints, the lines of each and the texts made for it; give which regions and branches these reach.

A region of a parameter is a side of one of its bounds (see `near_misses`), one of its choices, or a truth value. A
branch is one outcome of a part of the check (see `branches`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ifdsl.checking.module import Module
from ifdsl.ir import nodes as n
from ifdsl.testing.branches import Branches
from ifdsl.testing.generated import Tried
from ifdsl.testing.judging import Arguments, Judge
from ifdsl.testing.lines import lines, options, written
from ifdsl.testing.targets import CHOICE, targets


@dataclass(frozen=True, slots=True)
class Item:
    """A region or a branch, and whether the lines, and the lines or the texts that were made, reach it."""

    what: str
    by_lines: bool
    by_all: bool


@dataclass(frozen=True, slots=True)
class Coverage:
    """What is reached of one type. `texts` is how many it was tried on: lines, then texts that were made."""

    constraint: str
    texts: tuple[int, int]
    regions: tuple[Item, ...]
    branches: tuple[Item, ...]


def coverage(module: Module, constraints: Iterable[n.Constraint], tried: Iterable[Tried]) -> list[Coverage]:
    """What is reached of each constraint."""
    made: dict[str, list[tuple[Arguments, str]]] = {}
    for one in tried:
        made.setdefault(one.constraint, []).append((one.arguments, one.text))
    return [_of(module, constraint, made.get(constraint.name, [])) for constraint in constraints]


def _of(module: Module, constraint: n.Constraint, made: Sequence[tuple[Arguments, str]]) -> Coverage:
    own = [(line.arguments, line.text) for line in lines(constraint)]
    judge, branches = Judge(module, constraint), Branches(constraint)
    by_lines, by_made = [set(_regions(judge, texts)) for texts in (own, made)]
    every = list(_every_region(constraint, [arguments for arguments, _ in (*own, *made)]))
    taken, taken_later = [
        {branch for arguments, text in texts for branch in branches.taken(text, arguments)} for texts in (own, made)
    ]
    return Coverage(
        constraint.name,
        (len(own), len(made)),
        tuple(Item(region, region in by_lines, region in by_lines | by_made) for region in every),
        tuple(
            Item(f"{branch.role}: `{branch.source}`: {branch.outcome}", branch in taken, branch in taken | taken_later)
            for branch in branches.all
        ),
    )


def _every_region(constraint: n.Constraint, sets: Iterable[Arguments]) -> Iterator[str]:
    seen = set()
    for arguments in sets:
        for target in targets(constraint, arguments):
            if target.region != CHOICE and target.name not in seen:
                seen.add(target.name)
                yield target.name
    for parameter in constraint.parameters:
        yield from (f"{parameter.name}: {written(value)}" for value in options(parameter.type))


def _regions(judge: Judge, texts: Iterable[tuple[Arguments, str]]) -> Iterator[str]:
    known: dict[str, Any] = {}
    for arguments, text in texts:
        wanted = known.setdefault(repr(arguments), targets(judge.constraint, arguments))
        for target in wanted:
            if target.reached(text, arguments, judge):
                yield target.name
        for parameter, value in zip(judge.constraint.parameters, arguments, strict=True):
            if options(parameter.type):
                yield f"{parameter.name}: {written(value)}"
