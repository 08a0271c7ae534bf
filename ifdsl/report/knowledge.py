"""Take judged items of knowledge tasks; give KCIF's figures and what the wrong answers tell, and their sections.

What is counted, and by what definitions, is in `ifdsl.knowledge.metrics`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ifdsl.knowledge.kinds import KINDS, Kind
from ifdsl.knowledge.metrics import Answered, Errors, KnowledgeFigures, KnowledgeMeter, Share
from ifdsl.report.columns import Section, aligned
from ifdsl.report.metrics import Rate
from ifdsl.store.records import ItemResult

RIGHT = "right"
LOST = "lost to plain"
"""How much less is right than where the plain answer to the same questions is asked for."""


@dataclass(slots=True)
class KnowledgeTally:
    """Counts the items that are of knowledge tasks; others are passed over."""

    _meter: KnowledgeMeter = field(default_factory=KnowledgeMeter)

    def add(self, item: ItemResult) -> None:
        """Count one item."""
        answer = answered_of(item)
        if answer is not None:
            self._meter.add(answer)

    def figures(self) -> KnowledgeFigures | None:
        """The figures so far; None where no item is of a knowledge task."""
        return self._meter.figures()


def answered_of(item: ItemResult) -> Answered | None:
    """The item as an answer to a knowledge task; None where it is none: its `meta` names no matchers."""
    meta = item.prompt.meta
    named = str(meta.get("matchers", "")).split(", ")
    by_id = {one.id: one for one in item.requirements}
    deciding, last = by_id.get(named[0]), by_id.get(named[-1])
    if deciding is None or last is None:
        return None
    strict = item.answered and deciding.strict == "pass"
    fault: Kind | None = None
    if not strict:
        labels = [one.label for one in deciding.evidence]
        told: Kind = next((kind for kind in KINDS if kind in labels), "unclassified")
        fault = told if item.answered else "blank"
    return Answered(
        row=str(meta.get("row", "")),
        instruction=str(meta.get("instruction", meta.get("spec", ""))),
        category=str(meta.get("category", "")),
        data=str(meta.get("data", "")),
        effect={"yes": True, "no": False}.get(str(meta.get("effect", ""))),
        clear=meta.get("clear") == "yes",
        strict=strict,
        loose=item.answered and (strict or last.strict == "pass"),
        fault=fault,
    )


def rate(share: Share) -> Rate:
    """A share with its interval."""
    return Rate(share.passed, share.total)


def shares_of(errors: Errors) -> dict[str, int]:
    """How many answers are right, and how many tell each kind of error: what a bar is cut by."""
    return {RIGHT: errors.right, **{str(kind): count for kind, count in errors.kinds.items()}}


# ---------------------------------------------------------------- sections for a terminal


def knowledge_sections(figures: KnowledgeFigures) -> Iterator[Section]:
    """The figures as sections."""
    yield Section("knowledge tasks, as KCIF counts", list(_scores(figures)))
    yield Section("exact match by instruction, where it has an effect", list(_by_instruction(figures)))
    every = {"all": figures.errors}
    named = any(figures.errors_by_data)
    title = "what answers tell: right, or which error it is, by instruction"
    yield Section(title, _errors({**figures.errors_by_instruction, **({} if named else every)}))
    if named:
        yield Section("what answers tell, by data set", _errors({**figures.errors_by_data, **every}))
    subject = figures.subject
    if subject.knows.total:
        rows = [["", "rate", "95 % interval", "of answers"]]
        rows += [[name, *_cells(share), str(share.total)] for name, share in subject._asdict().items()]
        yield Section("the subject, by answers whose cause is told", aligned(rows))


def _scores(figures: KnowledgeFigures) -> Iterator[str]:
    names = {
        "micro": "exact match, all instructions",
        "by_category": "mean over categories of instructions (IC)",
        "by_data": "mean over data sets (KTS)",
        "no_effect": "exact match where there is no effect",
        "overall": "mean of these four",
    }
    rows = [["", "strict", "loose", "answers"]]
    for name, words in names.items():
        strict, loose = getattr(figures.strict, name), getattr(figures.loose, name)
        total = str(strict.total) if isinstance(strict, Share) else ""
        rows.append([words, _value(strict), _value(loose), total])
    for name, (strict, loose) in figures.plain.items():
        rows.append([f"plain: {name}", _value(strict), _value(loose), str(strict.total)])
    yield from aligned(rows)


def _by_instruction(figures: KnowledgeFigures) -> Iterator[str]:
    sets = list(dict.fromkeys(data for row in figures.grid.values() for data in row))
    compared = any(drop.value is not None for drop in figures.drops.values())
    columns = [LOST] * compared + (sets if any(sets) else [])
    rows = [["", "strict", "loose", *columns]]
    for name, (strict, loose) in figures.by_instruction.items():
        drop = figures.drops.get(name)
        shown = "-" if drop is None or drop.value is None else f"{drop.value:+.4f}"
        cells = [_value(figures.grid[name].get(data)) for data in sets] if any(sets) else []
        rows.append([name, _value(strict), _value(loose), *([shown] * compared), *cells])
    yield from aligned(rows)


def _errors(named: Mapping[str, Errors]) -> list[str]:
    rows = [["", "answers", RIGHT, *KINDS]]
    for name, errors in named.items():
        rows.append([name, str(errors.answers), str(errors.right), *(str(errors.kinds.get(kind, 0)) for kind in KINDS)])
    return aligned(rows)


def _cells(share: Share) -> list[str]:
    interval = rate(share).interval
    return [_value(share), "" if interval is None else f"{interval[0]:.4f}..{interval[1]:.4f}"]


def _value(found: Share | float | None) -> str:
    value = found.value if isinstance(found, Share) else found
    return "-" if value is None else f"{value:.4f}"
