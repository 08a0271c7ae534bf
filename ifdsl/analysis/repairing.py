"""Take a conflict; give the smallest change of one number that takes its core out of conflict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import prove
from ifdsl.analysis.results import Conflict, Repair
from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range

Opens: TypeAlias = Callable[[Sequence[Demand]], bool]
"""Whether nothing is found against a set of demands."""

FARTHEST = 64
"""How far a number is moved at most."""


def repaired(
    demands: Sequence[Demand],
    conflict: Conflict,
    *,
    blank_fails: bool = False,
    declared: Sequence[n.Conflict] = (),
) -> Conflict:
    """The conflict with its `repair`, where there is one: after it, nothing is found against the core any more."""
    core = [demands[place] for place in conflict.core]

    def opens(tried: Sequence[Demand]) -> bool:
        return not isinstance(prove(tried, blank_fails=blank_fails, declared=declared), Conflict)

    best: tuple[int, Repair] | None = None
    for number, demand in enumerate(core):
        for place, argument in enumerate(demand.arguments):
            for value, put in _numbers(argument):
                limit = FARTHEST if best is None else best[0] - 1
                step = _step(value, limit, partial(_opens, opens, core, number, place, put))
                if step is not None:
                    name = demand.constraint.parameters[place].name
                    best = abs(step), Repair(conflict.core[number], name, put(value + step))
    return conflict if best is None else replace(conflict, repair=best[1])


def _numbers(argument: Any) -> Iterator[tuple[int, Callable[[int], Any]]]:
    """The whole numbers of an argument, each with what makes the argument with another one in its place."""
    if isinstance(argument, int) and not isinstance(argument, bool):
        yield argument, lambda value: value
    elif isinstance(argument, Range):
        low, high = argument.lo, argument.hi
        if isinstance(low, int) and low == high:
            yield low, lambda value: Range(value, value)
        if isinstance(low, int):
            yield low, lambda value: Range(value, high)
        if isinstance(high, int):
            yield high, lambda value: Range(low, value)


def _step(value: int, limit: int, opens: Callable[[int], bool]) -> int | None:
    """The smallest step of a number, up to `limit` either way, with which no conflict is found."""
    steps = []
    for sign in (1, -1):
        reach = _first(
            [sign * step for step in range(1, limit + 1) if value + sign * step >= 0], lambda step: opens(value + step)
        )
        if reach is not None:
            steps.append(reach)
    return min(steps, key=abs, default=None)


def _first(steps: list[int], opens: Callable[[int], bool]) -> int | None:
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


def _opens(opens: Opens, core: list[Demand], number: int, place: int, put: Callable[[int], Any], value: int) -> bool:
    """Whether nothing is found against the core with another number in one argument of one member."""
    changed = core[number]
    arguments = (*changed.arguments[:place], put(value), *changed.arguments[place + 1 :])
    return opens([*core[:number], replace(changed, arguments=arguments), *core[number + 1 :]])
