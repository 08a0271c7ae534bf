"""Take a conflict; give the smallest change of one number that takes its core out of conflict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import prove
from ifdsl.analysis.results import Conflict, Repair

FARTHEST = 64
"""How far a number is moved at most."""


def repaired(demands: Sequence[Demand], conflict: Conflict, *, blank_fails: bool = False) -> Conflict:
    """The conflict with its `repair`, where there is one: after it, nothing is found against the core any more."""
    core = [demands[place] for place in conflict.core]
    best: tuple[int, Repair] | None = None
    for number, demand in enumerate(core):
        for place, value in enumerate(demand.arguments):
            if isinstance(value, bool) or not isinstance(value, int):
                continue
            limit = FARTHEST if best is None else best[0] - 1
            step = _step(core, number, place, value, limit, blank_fails)
            if step is not None:
                name = demand.constraint.parameters[place].name
                best = abs(step), Repair(conflict.core[number], name, value + step)
    return conflict if best is None else replace(conflict, repair=best[1])


def _step(core: list[Demand], number: int, place: int, value: int, limit: int, blank_fails: bool) -> int | None:
    """The smallest step of an argument, up to `limit` either way, with which no conflict is found."""
    steps = []
    for sign in (1, -1):
        reach = _first([sign * step for step in range(1, limit + 1) if value + sign * step >= 0], lambda step: _opens(
            core, number, place, value + step, blank_fails
        ))  # fmt: skip
        if reach is not None:
            steps.append(reach)
    return min(steps, key=abs, default=None)


def _first(steps: list[int], opens: Any) -> int | None:
    """The first step that opens, where all behind it do: by doubling, then by halving what is between."""
    low, high = -1, 0
    while high < len(steps) and not opens(steps[high]):
        low, high = high, 2 * high + 1
    if high >= len(steps):
        high = len(steps) - 1
        if high <= low or not opens(steps[high]):
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if opens(steps[middle]) else (middle, high)
    return steps[high]


def _opens(core: list[Demand], number: int, place: int, value: int, blank_fails: bool) -> bool:
    changed = core[number]
    arguments = (*changed.arguments[:place], value, *changed.arguments[place + 1 :])
    tried = [*core[:number], replace(changed, arguments=arguments), *core[number + 1 :]]
    return not isinstance(prove(tried, blank_fails=blank_fails), Conflict)
