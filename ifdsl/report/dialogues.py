"""Take judged items, once, as they come; give the figures over the turns of dialogues, and what went wrong in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ifdsl.store.records import ItemResult

if TYPE_CHECKING:
    from ifdsl.flows.metrics import Figures, Judged

CONVERSATION = "conversation"
"""What the `meta` of every turn's prompt names: its dialogue."""


class DialogueFigures(NamedTuple):
    """The figures over turns, and how often each class of fault with relations occurred (`ifdsl.flows.results`)."""

    turns: Figures
    faults: dict[str, int]


@dataclass(slots=True)
class DialogueMeter:
    """Counts the turns of dialogues; of several answers to a turn the first is the dialogue's. Grows with the run."""

    _judged: list[Judged] = field(default_factory=list)
    _faults: Counter[str] = field(default_factory=Counter)

    def add(self, item: ItemResult) -> None:
        """Count one item."""
        if CONVERSATION not in item.prompt.meta or item.repeat:
            return
        # Most runs have no dialogue, and need nothing of what flows are made with.
        from ifdsl.flows.results import faults, is_turn, judged

        if is_turn(item):
            self._judged += judged(item)
            self._faults.update(fault.kind for fault in faults(item))

    def figures(self) -> DialogueFigures | None:
        """The figures so far; None where no item is the turn of a flow."""
        if not self._judged:
            return None
        from ifdsl.flows.metrics import measure

        return DialogueFigures(measure(self._judged), dict(sorted(self._faults.items())))


def dialogues_dict(found: DialogueFigures | None) -> dict[str, Any]:
    """The figures as JSON values; empty where there was no dialogue."""
    if found is None:
        return {}
    from ifdsl.report.turns import turns_dict

    return {"turns": turns_dict(found.turns), "faults": found.faults}
