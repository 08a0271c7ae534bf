"""Take the figures of dialogues of some runs; give the rows of the page's tables of them, and their drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from ifdsl.flows.metrics import Figures, Retained, Share, TurnFigures
from ifdsl.report import intervals
from ifdsl.report.page.curves import At, Curve, curves
from ifdsl.report.page.figures import Dot, dots
from ifdsl.report.page.gathering import Gathered
from ifdsl.report.page.wording import number, percent
from ifdsl.report.turns import WCSR_GLOBAL, WCSR_PER_TURN

NEVER = "in none"
KEPT = ("hold", "n", "kept", "n")


class OfRun(NamedTuple):
    """A run with dialogues, the `place`-th of all."""

    place: int
    name: str
    figures: Figures
    faults: dict[str, int]


class Line(NamedTuple):
    """A name with a share of each run; None where a run has nothing of it.

    There are no intervals, for the requirements of one dialogue do not stand for themselves.
    """

    name: str
    shares: tuple[Share | None, ...]

    @property
    def plot(self) -> Markup:
        return Markup(dots([Dot(None if one is None else one.value, None) for one in self.shares]))


class Numbers(NamedTuple):
    """A name with some numbers of each run, as they are written; empty where a run has none."""

    name: str
    cells: tuple[str, ...]


class Columns(NamedTuple):
    """A table with the same columns for each run: `cells` of a row has those of the first run, then of the second."""

    titles: tuple[str, ...]
    rows: tuple[Numbers, ...]


class DialoguesShown(NamedTuple):
    """What the page shows of dialogues, with a place in each row for each of `runs`."""

    runs: tuple[OfRun, ...]
    whole: tuple[Numbers, ...]
    decay: Markup | None
    by_turn: Columns
    relations: tuple[Line, ...]
    types: tuple[Line, ...]
    retention: Markup | None
    kept: Columns
    first: tuple[Numbers, ...]
    faults: tuple[Numbers, ...]


def dialogues_shown(runs: Sequence[Gathered]) -> DialoguesShown | None:
    """The runs that have dialogues; None where none has."""
    found = tuple(
        OfRun(place, run.name, run.dialogues.turns, run.dialogues.faults)
        for place, run in enumerate(runs)
        if run.dialogues is not None
    )
    if not found:
        return None
    all_ = [one.figures for one in found]
    decay = curves(
        [Curve(one.place, _by_turn(one.figures, "csr"), _by_turn(one.figures, "isr")) for one in found],
        _said(found, "CSR by turn", "turn", lambda one: {k: got.csr for k, got in one.by_turn.items()}),
        "turn",
    )
    retention = curves(
        [Curve(one.place, _by_distance(one.figures, "holding"), _by_distance(one.figures, "kept")) for one in found],
        _said(
            found, "Holding, by turns ago", "", lambda one: {k: got.holding.value for k, got in one.by_distance.items()}
        ),
        "turns ago",
    )
    return DialoguesShown(
        runs=found,
        whole=tuple(_whole(all_)),
        decay=None if decay is None else Markup(decay),
        by_turn=Columns(("CSR", "ISR", "turns"), tuple(_rows(all_, lambda one: one.by_turn, _turns, 3))),
        relations=tuple(_lines(all_, lambda one: one.by_relation)),
        types=tuple(_lines(all_, lambda one: one.by_type)),
        retention=None if retention is None else Markup(retention),
        kept=Columns(KEPT, tuple(_rows(all_, lambda one: one.by_distance, _retained, len(KEPT)))),
        first=tuple(_numbers(all_, _first, str)),
        faults=tuple(_numbers(found, lambda one: one.faults, str)),
    )


def _whole(found: Sequence[Figures]) -> Iterable[Numbers]:
    named: dict[str, Callable[[Figures], float | None]] = {
        "CSR": lambda one: one.whole.csr,
        "ISR": lambda one: one.whole.isr.value,
        "DRFR": lambda one: one.whole.drfr.value,
        WCSR_GLOBAL: lambda one: one.whole.wcsr_global,
        WCSR_PER_TURN: lambda one: one.whole.wcsr_per_turn,
        "dialogues of which all turns pass": lambda one: one.all_turns.value,
    }
    for name, figure in named.items():
        yield Numbers(name, tuple(percent(figure(one)) for one in found))


def _by_turn(figures: Figures, name: str) -> list[At]:
    shares = {k: one.csr if name == "csr" else one.isr.value for k, one in figures.by_turn.items()}
    return [At(k, intervals.Share(share, None)) for k, share in shares.items()]


def _by_distance(figures: Figures, name: str) -> list[At]:
    shares = {k: one.holding if name == "holding" else one.kept for k, one in figures.by_distance.items()}
    return [At(k, intervals.Share(share.value, None)) for k, share in shares.items()]


def _turns(found: TurnFigures) -> tuple[str, ...]:
    return percent(found.csr), percent(found.isr.value), number(found.turns)


def _retained(found: Retained) -> tuple[str, ...]:
    holding, kept = found.holding, found.kept
    return percent(holding.value), number(holding.total), percent(kept.value), number(kept.total)


def _first(figures: Figures) -> dict[object, object]:
    return {NEVER if turn is None else turn: count for turn, count in figures.first_failure.items()}


def _said(runs: Sequence[OfRun], what: str, at: str, part: Callable[[Figures], Mapping[int, float | None]]) -> str:
    lines = (
        f"{run.name}: " + ", ".join(f"{at} {k} {percent(one)}".strip() for k, one in part(run.figures).items())
        for run in runs
    )
    return f"{what}. " + "; ".join(lines)


def _lines(found: Sequence[Figures], part: Callable[[Figures], Mapping[str, Share]]) -> Iterable[Line]:
    held = [part(one) for one in found]
    for name in _names(held):
        yield Line(name, tuple(one.get(name) for one in held))


def _numbers(
    found: Sequence[object], part: Callable[..., Mapping[object, object]], tell: Callable[..., str]
) -> Iterable[Numbers]:
    held = [part(one) for one in found]
    for name in _names(held):
        yield Numbers(str(name), tuple(tell(one[name]) if name in one else "" for one in held))


def _rows(
    found: Sequence[Figures],
    part: Callable[[Figures], Mapping[int, object]],
    tell: Callable[..., tuple[str, ...]],
    width: int,
) -> Iterable[Numbers]:
    held = [part(one) for one in found]
    for name in _names(held):
        cells = [cell for one in held for cell in (tell(one[name]) if name in one else ("",) * width)]
        yield Numbers(str(name), tuple(cells))


def _names(held: Sequence[Mapping]) -> list:  # type: ignore[type-arg]
    """The names that some run has: numbers first, in their order, and then words."""
    return sorted({name for one in held for name in one}, key=lambda name: (isinstance(name, str), name))
