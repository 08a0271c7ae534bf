"""Take judged items; give how often two groups, or two constraint types, fail in the same answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from ifdsl.store.records import ItemResult


class Cell(NamedTuple):
    """Two names among the answered items that have both: how many those are, how many failed each, how many both.

    `expected` is how many would fail both were failures independent.
    """

    first: str
    second: str
    items: int
    first_failed: int
    second_failed: int
    both: int
    expected: float


class CoFailures(NamedTuple):
    """The upper triangle of each matrix, without the diagonal: cells by name, those alone that some item has.

    `groups` and `constraints` are the names along the edges.
    """

    groups: tuple[str, ...]
    by_group: tuple[Cell, ...]
    constraints: tuple[str, ...]
    by_constraint: tuple[Cell, ...]


@dataclass(slots=True)
class _Matrix:
    """For each pair of names that some item has: how often it had both, and which of the two failed."""

    cells: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)

    def count(self, failed: dict[str, bool]) -> None:
        self.names.update(failed)
        for one, other in combinations(sorted(failed), 2):
            cell = self.cells.get((one, other))
            if cell is None:
                cell = self.cells[one, other] = [0, 0, 0, 0]
            cell[0] += 1
            cell[1] += failed[one]
            cell[2] += failed[other]
            cell[3] += failed[one] and failed[other]

    def filled(self) -> tuple[Cell, ...]:
        return tuple(
            Cell(one, other, items, first, second, both, expected=first * second / items)
            for (one, other), (items, first, second, both) in sorted(self.cells.items())
        )


@dataclass(slots=True)
class CoFailureMeter:
    """Counts items as they come; memory grows with the square of the number of constraint types alone.

    A name fails in an item where one of its `must` requirements does, strictly; it is there where one is decided.
    Items without an answer are left out: they would make everything fail together.
    """

    _groups: _Matrix = field(default_factory=_Matrix)
    _constraints: _Matrix = field(default_factory=_Matrix)

    def add(self, item: ItemResult) -> None:
        if not item.answered:
            return
        groups: dict[str, bool] = {}
        constraints: dict[str, bool] = {}
        for one in item.requirements:
            if one.required and one.strict in ("pass", "fail"):
                failed = one.strict == "fail"
                groups[one.group] = groups.get(one.group, False) or failed
                constraints[one.constraint] = constraints.get(one.constraint, False) or failed
        self._groups.count(groups)
        self._constraints.count(constraints)

    def cofailures(self) -> CoFailures:
        """The matrices so far."""
        return CoFailures(
            groups=tuple(sorted(self._groups.names)),
            by_group=self._groups.filled(),
            constraints=tuple(sorted(self._constraints.names)),
            by_constraint=self._constraints.filled(),
        )


def measure_cofailures(items: Iterable[ItemResult]) -> CoFailures:
    """Count `items`; their order does not matter."""
    meter = CoFailureMeter()
    for item in items:
        meter.add(item)
    return meter.cofailures()
