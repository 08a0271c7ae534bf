"""Take a flat set of demands; give a conflict with its minimal core and reason, or what was derived."""

from __future__ import annotations

from collections.abc import Sequence

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.results import Bound, Conflict, Facts, Open, Repair

__all__ = ["Bound", "Conflict", "Facts", "Open", "Repair", "prove"]


def prove(demands: Sequence[Demand], *, blank_fails: bool = False) -> Conflict | Open:
    """Try to show that no text satisfies all demands."""
    return Open(Facts())
