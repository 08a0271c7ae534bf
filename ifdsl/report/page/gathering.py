"""Take one or several runs; give what the page shows of them: the figures, and the few items chosen to be looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ifdsl.knowledge.metrics import KnowledgeFigures
from ifdsl.report.cofailing import CoFailures
from ifdsl.report.comparing import Comparison, compare
from ifdsl.report.dialogues import DialogueFigures
from ifdsl.report.dimensions import Dimensions
from ifdsl.report.health import Health
from ifdsl.report.margins import Margins
from ifdsl.report.metrics import Metrics
from ifdsl.report.page.sampling import Key, Sampler, collect
from ifdsl.report.page.usage import Usage, UsageMeter
from ifdsl.report.reliability import Reliability
from ifdsl.report.repeats import Repeats
from ifdsl.report.survey import Survey
from ifdsl.store.records import ItemResult


@dataclass(frozen=True, slots=True)
class RunResults:
    """A run: what it is called, what it was made with, and its judged items, which can be read again and again.

    `manifest` holds JSON values under any names (`model`, `sampling`, `file`, `created`, …); the page lists them.
    """

    name: str
    manifest: Mapping[str, object]
    items: Iterable[ItemResult]

    def __post_init__(self) -> None:
        if isinstance(self.items, Iterator):
            raise ValueError(f"the items of `{self.name}` can be read only once; they are needed more often")


class Gathered(NamedTuple):
    """The figures of one run; `margins`, `repeats`, `reliability` and `dimensions` are `None` where it has none."""

    name: str
    manifest: Mapping[str, object]
    metrics: Metrics
    health: Health
    margins: Margins | None
    cofailures: CoFailures
    repeats: Repeats | None
    reliability: Reliability | None
    dimensions: Dimensions | None
    knowledge: KnowledgeFigures | None
    dialogues: DialogueFigures | None
    usage: Usage
    constraints: tuple[str, ...]
    """Every type that an answer is judged by, preferences too, which no rate counts; `groups` are theirs."""
    groups: tuple[str, ...]


def gather(run: RunResults, sampler: Sampler) -> Gathered:
    """Read a run once. Memory grows as that of the meters does; no item is kept."""
    survey, meter = Survey(), UsageMeter()
    constraints: set[str] = set()
    groups: set[str] = set()
    for item in run.items:
        survey.add(item)
        meter.add(item)
        sampler.add(item)
        constraints.update(each.constraint for each in item.requirements)
        groups.update(each.group for each in item.requirements)
    metrics, found = survey.figures()
    return Gathered(
        name=run.name,
        manifest=run.manifest,
        metrics=metrics,
        health=found.health,
        margins=found.margins,
        cofailures=found.cofailures,
        repeats=found.repeats,
        reliability=found.reliability,
        dimensions=found.dimensions,
        knowledge=found.knowledge,
        dialogues=found.dialogues,
        usage=meter.usage(),
        constraints=tuple(sorted(constraints)),
        groups=tuple(sorted(groups)),
    )


def compare_all(runs: Sequence[RunResults]) -> tuple[Comparison, ...]:
    """Every run but the first against the first, in their order."""
    return tuple(compare(runs[0].items, other.items) for other in runs[1:])


def shown(runs: Sequence[RunResults], keys: frozenset[Key]) -> list[list[ItemResult]]:
    """The chosen items of each run."""
    return [collect(run.items, keys) for run in runs]
