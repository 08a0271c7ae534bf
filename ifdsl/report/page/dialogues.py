"""Take the figures of dialogues of some runs; give the rows of the page's tables of them, and their drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from ifdsl.flows.metrics import Figures, Share, TurnFigures
from ifdsl.report import intervals
from ifdsl.report.page.curves import At, Curve, curves
from ifdsl.report.page.figures import Dot, dots
from ifdsl.report.page.gathering import Gathered
from ifdsl.report.page.wording import percent
from ifdsl.report.turns import WCSR_GLOBAL, WCSR_PER_TURN

NEVER = "in none"


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
    """A name with a number of each run, as it is written; empty where a run has none."""

    name: str
    cells: tuple[str, ...]


class DialoguesShown(NamedTuple):
    """What the page shows of dialogues, with a place in each row for each of `runs`."""

    runs: tuple[OfRun, ...]
    whole: tuple[Numbers, ...]
    decay: Markup | None
    by_turn: tuple[Numbers, ...]
    relations: tuple[Line, ...]
    types: tuple[Line, ...]
    kept: tuple[Numbers, ...]
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
    drawn = curves(
        [Curve(one.place, _by_turn(one.figures, "csr"), _by_turn(one.figures, "isr")) for one in found],
        _said(found),
        "turn",
    )
    return DialoguesShown(
        runs=found,
        whole=tuple(_whole(all_)),
        decay=None if drawn is None else Markup(drawn),
        by_turn=tuple(_numbers(all_, lambda one: one.by_turn, _turns)),
        relations=tuple(_lines(all_, lambda one: one.by_relation)),
        types=tuple(_lines(all_, lambda one: one.by_type)),
        kept=tuple(_numbers(all_, lambda one: one.by_distance, lambda got: f"{_of(got.holding)}, {_of(got.kept)}")),
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


def _turns(found: TurnFigures) -> str:
    return f"{percent(found.csr)}, {percent(found.isr.value)} ({found.turns})"


def _first(figures: Figures) -> dict[object, object]:
    return {NEVER if turn is None else turn: count for turn, count in figures.first_failure.items()}


def _said(runs: Sequence[OfRun]) -> str:
    lines = (
        f"{run.name}: " + ", ".join(f"turn {k} {percent(one.csr)}" for k, one in run.figures.by_turn.items())
        for run in runs
    )
    return "CSR by turn. " + "; ".join(lines)


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


def _names(held: Sequence[Mapping]) -> list:  # type: ignore[type-arg]
    """The names that some run has: numbers first, in their order, and then words."""
    return sorted({name for one in held for name in one}, key=lambda name: (isinstance(name, str), name))


def _of(share: Share) -> str:
    return f"{percent(share.value)} of {share.total}"
