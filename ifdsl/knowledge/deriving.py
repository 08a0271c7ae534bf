"""Take what a spec asks of rows; give what follows from it, counted: effects, sizes of the error sets, collisions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ifdsl.knowledge.asking import Asked
from ifdsl.knowledge.errors import Sets
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted

MOST_NOTES = 3
"""Collisions of one spec that are told one by one."""


@dataclass(slots=True)
class Derived:
    """Counts over the rows that one spec asks.

    `colliding` are the rows of which a wrong option gives what is expected too, `ambiguous` those with an answer that
    is both an error of knowledge and one of the instruction, `clear` those with neither and nothing like it.
    """

    items: int = 0
    effective: int = 0
    idle: int = 0
    knowledge: int = 0
    instruction: int = 0
    both: int = 0
    colliding: int = 0
    ambiguous: int = 0
    clear: int = 0
    notes: list[Diagnostic] = field(default_factory=list)

    def add(self, asked: Asked, sets: Sets) -> None:
        """Count one row."""
        self.items += 1
        effect = asked.has_effect
        self.effective += effect is True
        self.idle += effect is False
        self.knowledge += len(sets.knowledge)
        self.instruction += len(sets.instruction)
        self.both += len(sets.both)
        self.colliding += bool(sets.colliding)
        self.ambiguous += bool(sets.ambiguous)
        self.clear += sets.clear
        if sets.colliding and len(self.notes) < MOST_NOTES:
            text, why = next(iter(sets.colliding.items()))
            message = (
                f"of {quoted(asked.instance.id)}, {quoted(text)} ({why}) cannot be told from {quoted(sets.right)}, "
                "which is expected"
            )
            self.notes.append(Diagnostic(codes.COLLISION, message, asked.place))


def row_of(asked: Asked, sets: Sets) -> dict[str, Any]:
    """All that follows for one row, as JSON values."""
    return {
        "id": asked.instance.id,
        "expected": asked.right,
        "gold": asked.pipeline.gold_text(asked.values),
        "effect": asked.has_effect,
        "idle": list(asked.idle),
        "knowledge": dict(sets.knowledge),
        "instruction": dict(sets.instruction),
        "both": dict(sets.both),
        "colliding": dict(sets.colliding),
        "ambiguous": sorted(sets.ambiguous),
        "clear": sets.clear,
    }


def rows_of_derived(found: Iterable[tuple[str, Derived]]) -> list[list[str]]:
    """The counts as rows of texts, a spec a row; sizes of sets are means over its rows."""
    made = [["", "rows", "effect", "none", "knowledge", "instruction", "both", "colliding", "ambiguous", "clear"]]
    for name, one in found:
        means = [
            f"{total / one.items:.1f}" if one.items else "-" for total in (one.knowledge, one.instruction, one.both)
        ]
        counts = [str(count) for count in (one.colliding, one.ambiguous, one.clear)]
        made.append([name, str(one.items), str(one.effective), str(one.idle), *means, *counts])
    return made
