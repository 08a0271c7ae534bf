"""Take the figures of knowledge tasks of some runs; give the rows of the page's tables of them, and their drawings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ifdsl.knowledge.kinds import KINDS
from ifdsl.knowledge.metrics import Errors, KnowledgeFigures, Share
from ifdsl.report.intervals import Interval
from ifdsl.report.knowledge import RIGHT, rate, shares_of
from ifdsl.report.page.figures import shares
from ifdsl.report.page.gathering import Gathered

PARTS = (RIGHT, *KINDS)
"""What a bar of answers is cut into, in order."""
CLASS = "told-"
"""What the class of a part of a bar begins with."""


class Scored(NamedTuple):
    """One of KCIF's figures; `interval` is there where it counts answers, and is no mean of means."""

    name: str
    strict: float | None
    interval: Interval | None
    loose: float | None
    total: int | None


class Told(NamedTuple):
    """What the answers of an instruction, or to a data set, tell; `drop` is how much less is right than plainly."""

    name: str
    errors: Errors
    strict: float | None
    loose: float | None
    drop: float | None

    @property
    def counts(self) -> list[int]:
        found = shares_of(self.errors)
        return [found.get(part, 0) for part in PARTS]

    @property
    def bar(self) -> str:
        return shares({CLASS + name: count for name, count in shares_of(self.errors).items() if count})


class KnowledgeShown(NamedTuple):
    """What the page shows of the knowledge tasks of the `place`-th run."""

    place: int
    name: str
    scores: tuple[Scored, ...]
    by_instruction: tuple[Told, ...]
    by_data: tuple[Told, ...]
    subject: tuple[Scored, ...]


def knowledge_shown(runs: Sequence[Gathered]) -> list[KnowledgeShown]:
    """The runs that have knowledge tasks."""
    return [
        KnowledgeShown(
            place,
            run.name,
            tuple(_scores(run.knowledge)),
            tuple(_by_instruction(run.knowledge)),
            tuple(_by_data(run.knowledge)),
            tuple(Scored(f"it {name}", *_share(share), None, share.total) for name, share in _subject(run.knowledge)),
        )
        for place, run in enumerate(runs)
        if run.knowledge is not None
    ]


def _scores(found: KnowledgeFigures) -> Iterable[Scored]:
    strict, loose = found.strict, found.loose
    yield Scored("exact match, all instructions", *_share(strict.micro), loose.micro.value, strict.micro.total)
    yield Scored("mean over categories (IC)", strict.by_category, None, loose.by_category, None)
    yield Scored("mean over data sets (KTS)", strict.by_data, None, loose.by_data, None)
    yield Scored("where there is no effect", *_share(strict.no_effect), loose.no_effect.value, strict.no_effect.total)
    yield Scored("mean of these four", strict.overall, None, loose.overall, None)
    for name, (plain, loosely) in found.plain.items():
        yield Scored(f"plain: {name}", *_share(plain), loosely.value, plain.total)


def _by_instruction(found: KnowledgeFigures) -> Iterable[Told]:
    for name, errors in found.errors_by_instruction.items():
        strict, loose = found.by_instruction.get(name) or found.plain.get(name, (Share(0, 0), Share(0, 0)))
        drop = found.drops.get(name)
        yield Told(name, errors, strict.value, loose.value, None if drop is None else drop.value)


def _by_data(found: KnowledgeFigures) -> Iterable[Told]:
    """Nothing where no data set has a name: that is all answers once more."""
    if not any(found.errors_by_data):
        return
    for name, errors in found.errors_by_data.items():
        strict, loose = found.by_data.get(name, (Share(0, 0), Share(0, 0)))
        yield Told(name or "(none)", errors, strict.value, loose.value, None)


def _subject(found: KnowledgeFigures) -> Iterable[tuple[str, Share]]:
    return found.subject._asdict().items() if found.subject.knows.total else ()


def _share(share: Share) -> tuple[float | None, Interval | None]:
    return share.value, rate(share).interval
