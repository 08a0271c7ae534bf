"""Take the figures of one or several runs; give the rows of the page's tables, sorted as they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ifdsl.report.cofailing import Cell, CoFailures
from ifdsl.report.comparing import Paired, PairedLevel
from ifdsl.report.metrics import FACETS, Level, Part
from ifdsl.report.page.figures import Dot
from ifdsl.report.page.gathering import Gathered

MOST_SPOKES = 16
MOST_TOGETHER = 14
"""Names along the edges of the matrix of what fails together: those with the most failures."""
FEW = 20
"""Cells of fewer answers are hatched."""


class Row(NamedTuple):
    """One name with the figures of every run; `None` for a run that has nothing of it."""

    name: str
    levels: tuple[Level | None, ...]
    dots: tuple[Dot, ...]


class Matrix(NamedTuple):
    """A symmetric table; a cell is `None` on the diagonal and where no answer has both."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]


def rows(runs: Sequence[Gathered], named: Callable[[Gathered], Mapping[str, Level]]) -> list[Row]:
    """A row for each name that some run has, the best strict rate of the first run on top."""
    found = [named(run) for run in runs]
    made = [
        _row(name, [levels.get(name) for levels in found])
        for name in dict.fromkeys(name for one in found for name in one)
    ]

    def order(row: Row) -> tuple[float, str]:
        share = row.dots[0].share
        return (1.0 if share is None else -share, row.name)

    return sorted(made, key=order)


def _row(name: str, levels: Sequence[Level | None]) -> Row:
    dots = (Dot(None, None) if one is None else Dot.of(one.strict.counted, one.loose.counted) for one in levels)
    return Row(name, tuple(levels), tuple(dots))


def facets(runs: Sequence[Gathered]) -> list[tuple[str, list[Row]]]:
    """Rows by each facet, in the order of the metrics, where at least two are told apart."""
    made = []
    for name in FACETS:
        parts: list[Mapping[str, Part]] = [getattr(run.metrics, f"by_{name}") for run in runs]
        values = list(dict.fromkeys(value for one in parts for value in one))
        if len(values) > 1:
            levels = ([one[value].prompt if value in one else None for one in parts] for value in values)
            made.append((name, [_row(value, each) for value, each in zip(values, levels, strict=True)]))
    return made


def spokes(groups: Sequence[Row], runs: int) -> tuple[list[str], list[list[float | None]]]:
    """The names of a radar, by the alphabet so that two reports can be laid side by side, and each run's shares.

    There are none where the names would not stand apart.
    """
    ordered = sorted(groups) if len(groups) <= MOST_SPOKES else []
    return [row.name for row in ordered], [[row.dots[run].share for row in ordered] for run in range(runs)]


def matrix_of(cofailures: CoFailures) -> Matrix:
    """The groups among which some answer failed, each against each."""
    cells = {(cell.first, cell.second): cell for cell in cofailures.by_group}
    failing: dict[str, int] = {}
    for cell in cells.values():
        for name, count in _counts(cell):
            failing[name] = max(failing.get(name, 0), count)
    most = sorted(failing, key=lambda name: (-failing[name], name))[:MOST_TOGETHER]
    names = tuple(name for name in cofailures.groups if name in most and failing[name])
    return Matrix(
        names,
        tuple((one, tuple(cells.get((one, other)) or cells.get((other, one)) for other in names)) for one in names),
    )


def _counts(cell: Cell) -> tuple[tuple[str, int], tuple[str, int]]:
    return (cell.first, cell.first_failed), (cell.second, cell.second_failed)


def by_difference(levels: Mapping[str, PairedLevel]) -> list[tuple[str, Paired]]:
    """The strict pairs by name, the greatest loss on top."""
    pairs = [(name, level.strict.counted) for name, level in levels.items()]
    return sorted(pairs, key=lambda pair: (pair[1].difference or 0.0, pair[0]))


def choices(runs: Sequence[Gathered]) -> dict[str, list[str]]:
    """What answers can be chosen by: for members of `ifdsl.report.filtering.Filters`, the values that some run has."""
    found: dict[str, dict[str, None]] = {"constraint": {}, "group": {}, "status": {}, **{name: {} for name in FACETS}}
    for run in runs:
        figures = run.metrics
        for name, values in (
            ("constraint", run.constraints),
            ("group", run.groups),
            ("status", figures.statuses),
            *((name, getattr(figures, f"by_{name}")) for name in FACETS),
        ):
            found[name].update(dict.fromkeys(values))
    return {name: list(values) for name, values in found.items()}


def most_first(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
