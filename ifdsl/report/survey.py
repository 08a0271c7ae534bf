"""Take judged items, once, as they come; give all figures of a run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ifdsl.knowledge.metrics import KnowledgeFigures
from ifdsl.report.cofailing import CoFailureMeter, CoFailures
from ifdsl.report.dialogues import DialogueFigures, DialogueMeter
from ifdsl.report.dimensions import DimensionMeter, Dimensions
from ifdsl.report.health import Health, examine
from ifdsl.report.knowledge import KnowledgeTally
from ifdsl.report.margins import MarginMeter, Margins
from ifdsl.report.metrics import Meter, Metrics
from ifdsl.report.reliability import Reliability, ReliabilityMeter
from ifdsl.report.repeats import RepeatMeter, Repeats
from ifdsl.store.records import ItemResult


class Findings(NamedTuple):
    """What a run shows beside its accuracy; `None` for what it has no data for."""

    health: Health
    cofailures: CoFailures
    margins: Margins | None
    repeats: Repeats | None
    reliability: Reliability | None
    dimensions: Dimensions | None
    knowledge: KnowledgeFigures | None = None
    dialogues: DialogueFigures | None = None


@dataclass(slots=True)
class Survey:
    """Feeds each item to every meter. Those of repeats, of knowledge tasks and of dialogues grow with the run."""

    _meter: Meter = field(default_factory=Meter)
    _cofailures: CoFailureMeter = field(default_factory=CoFailureMeter)
    _margins: MarginMeter = field(default_factory=MarginMeter)
    _repeats: RepeatMeter = field(default_factory=RepeatMeter)
    _reliability: ReliabilityMeter = field(default_factory=ReliabilityMeter)
    _dimensions: DimensionMeter = field(default_factory=DimensionMeter)
    _knowledge: KnowledgeTally = field(default_factory=KnowledgeTally)
    _dialogues: DialogueMeter = field(default_factory=DialogueMeter)

    def add(self, item: ItemResult) -> None:
        """Count one item."""
        self._meter.add(item)
        self._cofailures.add(item)
        self._margins.add(item)
        self._repeats.add(item)
        self._reliability.add(item)
        self._dimensions.add(item)
        self._knowledge.add(item)
        self._dialogues.add(item)

    def figures(self) -> tuple[Metrics, Findings]:
        """The accuracies so far, and everything else."""
        metrics = self._meter.metrics()
        return metrics, Findings(
            health=examine(metrics),
            cofailures=self._cofailures.cofailures(),
            margins=self._margins.margins(),
            repeats=self._repeats.repeats(),
            reliability=self._reliability.reliability(),
            dimensions=self._dimensions.dimensions(),
            knowledge=self._knowledge.figures(),
            dialogues=self._dialogues.figures(),
        )
