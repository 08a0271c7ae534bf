"""Take the results of a run; give the figures over the turns of its dialogues, as text and as JSON values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ifdsl.store.records import ItemResult

if TYPE_CHECKING:
    from ifdsl.flows.metrics import Judged


@dataclass(slots=True)
class Turns:
    """Counts the turns of dialogues among results; of several answers to a turn the first is the dialogue's."""

    _judged: list[Judged] = field(default_factory=list)
    _faults: Counter[str] = field(default_factory=Counter)

    def add(self, result: ItemResult) -> None:
        if not result.prompt.meta or result.repeat:
            return
        # Most runs have no dialogue, and need nothing of what flows are made with.
        from ifdsl.flows.results import faults, is_turn, judged

        if is_turn(result):
            self._judged += judged(result)
            self._faults.update(fault.kind for fault in faults(result))

    def text(self) -> str:
        """The figures for a terminal; empty where there was no dialogue."""
        if not self._judged:
            return ""
        from ifdsl.flows.metrics import measure
        from ifdsl.report.turns import render_turns

        lines = [f"  {kind:<24}{count:>6}" for kind, count in sorted(self._faults.items())]
        classes = "\n".join(["", "what went wrong with relations", *lines, ""]) if lines else ""
        return f"\nturns of dialogues\n{render_turns({'': measure(self._judged)})}{classes}"

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON values; empty where there was no dialogue."""
        if not self._judged:
            return {}
        from ifdsl.flows.metrics import measure
        from ifdsl.report.turns import turns_dict

        return {"turns": turns_dict(measure(self._judged)), "faults": dict(sorted(self._faults.items()))}
