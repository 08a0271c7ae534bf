"""Take the figures of some runs; give the rows of the page's tables of groups of cousins and of dimensions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ifdsl.report.dimensions import Averages, Dimensions, Read
from ifdsl.report.group_sections import accuracy, accuracy_drop, heading, notes_of, whole_of
from ifdsl.report.groups import ORIGINAL, in_order
from ifdsl.report.intervals import Share
from ifdsl.report.metrics import Rate, by_number
from ifdsl.report.page.curves import Bar, Curve
from ifdsl.report.page.figures import Dot
from ifdsl.report.page.gathering import Gathered
from ifdsl.report.page.wording import percent
from ifdsl.report.reliability import Reliability

_NOTHING = Share(None, None)


class Shown(NamedTuple):
    """The groups of a run, the `place`-th of all."""

    place: int
    name: str
    figures: Reliability

    @property
    def heading(self) -> str:
        return heading(self.figures)

    @property
    def whole(self) -> str:
        """What the figure over whole groups is called."""
        return whole_of(self.figures)

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(notes_of(self.figures))


class OfKind(NamedTuple):
    """What one run has of a kind: `drop` is of the accuracy; `alone` and `beside` that all members of a group pass."""

    prompts: int
    strict: Share
    loose: Share
    drop: Share
    alone: Share
    beside: Share


class KindRow(NamedTuple):
    """A kind with the figures of every run; `None` for a run that has nothing of it."""

    name: str
    runs: tuple[OfKind | None, ...]

    @property
    def bars(self) -> list[Bar]:
        return [
            Bar(None, None) if one is None else Bar(one.strict.value, one.strict.interval, one.loose.value)
            for one in self.runs
        ]


class Measured(NamedTuple):
    """A dimension in one run; `macro` and `micro` are there where items are averaged over."""

    strict: Rate
    loose: Rate
    macro: float | None = None
    micro: float | None = None


class DimensionRow(NamedTuple):
    """A dimension with the figures of every run; `None` for a run that has nothing of it."""

    facet: str
    name: str
    runs: tuple[Measured | None, ...]

    @property
    def dots(self) -> list[Dot]:
        return [Dot(None, None) if one is None else Dot.of(one.strict, one.loose) for one in self.runs]


def grouped(runs: Sequence[Gathered]) -> list[Shown]:
    """The runs that have groups of cousins."""
    return [Shown(index, run.name, run.reliability) for index, run in enumerate(runs) if run.reliability is not None]


def curves_of(shown: Sequence[Shown]) -> list[Curve]:
    return [Curve(one.place, one.figures.strict.every.curve, one.figures.loose.every.curve) for one in shown]


def curves_said(shown: Sequence[Shown]) -> str:
    """The strict curves in words."""
    lines = (
        f"{one.name}: " + ", ".join(f"{point.k} {percent(point.all.value)}" for point in one.figures.strict.every.curve)
        for one in shown
    )
    return "reliable@k by k, strict. " + "; ".join(lines)


def kind_rows(runs: Sequence[Gathered]) -> list[KindRow]:
    """A row for each kind that some run has, originals first."""
    names = {kind for run in runs if run.reliability is not None for kind in run.reliability.strict.kinds}
    return [KindRow(name, tuple(_of_kind(run.reliability, name) for run in runs)) for name in in_order(names)]


def _of_kind(found: Reliability | None, name: str) -> OfKind | None:
    if found is None or name not in found.strict.kinds:
        return None
    strict, loose = found.strict.kinds[name], found.loose.kinds[name]
    return OfKind(
        prompts=strict.members,
        strict=accuracy(strict.alone),
        loose=accuracy(loose.alone),
        drop=_NOTHING if name == ORIGINAL else accuracy_drop(strict.alone),
        alone=strict.alone.whole,
        beside=_NOTHING if strict.with_original is None else strict.with_original.whole,
    )


def dimension_rows(runs: Sequence[Gathered]) -> list[DimensionRow]:
    """All rows of MulDimIF's table; none where no run has it."""
    found = [run.dimensions for run in runs]
    if not any(found):
        return []
    overall = DimensionRow("", "overall", tuple(None if one is None else _averages(one.overall) for one in found))
    return [
        overall,
        *_rows("pattern", found, lambda one: {name: _averages(part) for name, part in one.by_pattern.items()}),
        *_rows("level", found, lambda one: {name: _averages(part) for name, part in one.by_level.items()}),
        *_rows("category", found, lambda one: {name: _read(read) for name, read in one.by_category.items()}),
        *_rows("subcategory", found, lambda one: {name: _read(read) for name, read in one.by_subcategory.items()}),
    ]


def _rows(
    facet: str, found: Sequence[Dimensions | None], named: Callable[[Dimensions], Mapping[str, Measured]]
) -> list[DimensionRow]:
    held = [{} if one is None else named(one) for one in found]
    names = sorted({name for one in held for name in one}, key=by_number)
    return [DimensionRow(facet, name, tuple(one.get(name) for one in held)) for name in names]


def _averages(part: Averages) -> Measured:
    return Measured(part.whole.strict, part.whole.loose, part.macro.strict.value, part.micro.strict.value)


def _read(read: Read) -> Measured:
    return Measured(read.strict, read.loose)
