"""Take two numbers and how they are compared; give the signed distance to where the verdict would change.

The distance is scaled by the bound (at least 1), finite, and at least 0 exactly where the comparison holds, as the
robustness of signal temporal logic (Donzé and Maler 2010) with closed sets: `x <= 5` at 5 is 0. Among whole
numbers the nearest failing neighbour of a strict comparison is one step away: `x < 5` is `x <= 4`. Elsewhere a strict
comparison is charged `EDGE` at equality.
"""

from __future__ import annotations

from math import inf, isfinite
from typing import Any, TypeGuard

from ifdsl.primitives.ranges import Range

EDGE = 1e-9
"""The distance by which a bound that is excluded is missed where it is met exactly."""

FARTHEST = 1e9
"""No distance is larger, so that every margin is finite."""


def is_number(value: Any) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def settle(holds: bool, distance: float) -> float:
    """The distance, finite and with the sign that the verdict gives it."""
    # INVARIANT: settle(holds, …) >= 0 exactly where holds, whatever rounding made of the distance.
    if holds:
        return min(distance, FARTHEST) + 0.0 if distance >= 0 else 0.0
    return max(distance, -FARTHEST) if distance < 0 else -EDGE


def scaled(value: int | float, bound: int | float) -> float:
    """`value` in units of `bound`; an infinite value or bound counts as one unit away."""
    try:
        if not (isfinite(value) and isfinite(bound)):
            return 1.0 if value > 0 else -1.0
        return value / max(1.0, abs(bound))
    except OverflowError:
        return FARTHEST if value > 0 else -FARTHEST


def certain(holds: bool) -> float:
    """The margin of what either holds or does not: 1 or -1."""
    return 1.0 if holds else -1.0


def compare(operator: str, left: int | float, right: int | float, bound: int | float) -> float:
    """The distance of `left operator right` (an order or equality), in units of `bound`; the sign is unsettled."""
    step = 1 if isinstance(left, int) and isinstance(right, int) else 0
    try:
        gap = right - left
    except OverflowError:
        gap = inf if right > left else -inf
    if operator == "<=":
        return scaled(gap, bound)
    if operator == "<":
        return scaled(gap - step, bound)
    if operator == ">=":
        return scaled(-gap, bound)
    if operator == ">":
        return scaled(-gap - step, bound)
    return scaled(-abs(gap) if operator == "==" else abs(gap) - step, bound)


def inside(value: int | float, bounds: Range) -> float:
    """The distance of `value in bounds`: to the nearer bound, in units of that bound; 1 where both sides are open."""
    sides = []
    if bounds.lo is not None:
        sides.append(compare(">=", value, bounds.lo, bounds.lo))
    if bounds.hi is not None:
        sides.append(compare("<=", value, bounds.hi, bounds.hi))
    return min(sides, default=1.0)


def outside(value: int | float, bounds: Range) -> float:
    """The distance of `value not in bounds`: how far `value` is beyond a bound, or has to go to get there."""
    sides = []
    if bounds.lo is not None:
        sides.append(compare("<", value, bounds.lo, bounds.lo))
    if bounds.hi is not None:
        sides.append(compare(">", value, bounds.hi, bounds.hi))
    return max(sides, default=-1.0)
