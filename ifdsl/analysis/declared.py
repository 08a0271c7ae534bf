"""Take a `conflict` declaration and a set of demands; give the demands that it declares impossible together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from ifdsl.analysis.demands import Demand
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.primitives.undecided import Undecided

MOST = 10_000
"""Combinations of demands that are looked at for one declaration."""


def matches(conflict: n.Conflict, demands: Sequence[Demand]) -> Iterator[tuple[int, ...]]:
    """Positions of demands, one for each constraint that the declaration names, for which its condition holds."""
    options = [
        [place for place, demand in enumerate(demands) if demand.constraint.name == pattern.constraint]
        for pattern in conflict.between
    ]
    if prod(map(len, options)) > MOST:
        return
    seen = set()
    for places in product(*options):
        together = tuple(sorted(places))
        if len(set(places)) < len(places) or together in seen:
            continue
        if _applies(conflict, [demands[place] for place in places]):
            seen.add(together)
            yield together


def _applies(conflict: n.Conflict, demands: Sequence[Demand]) -> bool:
    if conflict.when is None:
        return True
    known = {}
    for pattern, demand in zip(conflict.between, demands, strict=True):
        given = dict(zip([p.name for p in demand.constraint.parameters], demand.arguments, strict=True))
        known.update({binding.alias: given[binding.parameter] for binding in pattern.bindings})
    try:
        return bool(evaluate(conflict.when, known))
    except (Undecided, OverflowError, MemoryError, RecursionError):
        return False
