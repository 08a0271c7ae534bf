"""Take judged items; give how far requirements were met or missed: margins, near misses, and measured less required."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import NamedTuple

from ifdsl.checking.distances import is_number, scaled
from ifdsl.primitives.ranges import Range
from ifdsl.store.records import ItemResult, RequirementResult

NEAR = 0.1
"""A failure by at most this margin is a near miss."""
EDGES = (-1.0, -0.5, -0.2, -0.1, -0.05, 0.0, 0.05, 0.1, 0.2, 0.5, 1.0)
"""The bounds between the bins of a histogram, lower bound within: twelve bins, the outer two without an end."""

_UNIT = 2**40  # Margins are summed as whole multiples of 1 / 2**40.
_LARGEST = 1e15  # A text can hold a number that no mean survives.
_NUMBER = r"(-?[\d,]+(?:\.\d+)?(?:e[+-]?\d+)?)"
_ASKED = re.compile(rf"(at least|at most|exactly|fewer than|less than|more than|between) {_NUMBER}(?: and {_NUMBER})?")


class Gaps(NamedTuple):
    """Measured less required, of requirements on a number: how many fell `short` of it, `met` it, went `over` it.

    Of a range the nearer bound counts; inside one with two bounds the gap is 0. `mean`, `least` and `greatest` are in
    the unit of what was measured; `bins` is a histogram over `EDGES` of the gap in units of the bound (at least 1).
    """

    total: int
    short: int
    met: int
    over: int
    mean: float
    least: float
    greatest: float
    bins: tuple[int, ...]


class TypeMargins(NamedTuple):
    """The margins of one constraint type: `mean` of all, `mean_failing` of the negative ones, both of margins cut to
    [-1, 1], so that one text of ten times the length does not outweigh ten near misses.

    `graded` are the requirements with a number measured or a margin other than 1 and -1, which is all that a yes-or-no
    check can have; `bins` is their histogram over `EDGES`.
    """

    total: int
    graded: int
    mean: float
    mean_failing: float | None
    near_misses: int
    failures: int
    bins: tuple[int, ...]
    gaps: Gaps | None


class Margins(NamedTuple):
    """The margins of the `must` requirements of answered items, all together and by constraint type."""

    total: int
    graded: int
    near_misses: int
    failures: int
    bins: tuple[int, ...]
    by_constraint: dict[str, TypeMargins]


@dataclass(slots=True)
class _Gauge:
    """The margins of one type so far. Sums are of whole numbers, so that no order of items changes a figure."""

    total: int = 0
    sum: int = 0
    failures: int = 0
    sum_failing: int = 0
    graded: int = 0
    near_misses: int = 0
    bins: list[int] = field(default_factory=lambda: [0] * (len(EDGES) + 1))
    reached: _Reached = field(default_factory=lambda: _Reached())

    def count_one(self, one: RequirementResult, margin: float) -> None:
        cut = round(max(-1.0, min(1.0, margin)) * _UNIT)
        self.total += 1
        self.sum += cut
        if margin < 0:
            self.failures += 1
            self.sum_failing += cut
            self.near_misses += margin >= -NEAR
        measured = one.measured if is_number(one.measured) else None
        if measured is not None or abs(margin) != 1:
            self.graded += 1
            self.bins[bisect_right(EDGES, margin)] += 1
        required = None if measured is None else required_range(one.expected)
        if measured is not None and required is not None and abs(measured) < _LARGEST:
            self.reached.count_one(measured, required)

    def margins(self) -> TypeMargins:
        return TypeMargins(
            total=self.total,
            graded=self.graded,
            mean=self.sum / self.total / _UNIT,
            mean_failing=self.sum_failing / self.failures / _UNIT if self.failures else None,
            near_misses=self.near_misses,
            failures=self.failures,
            bins=tuple(self.bins),
            gaps=self.reached.gaps(),
        )


@dataclass(slots=True)
class _Reached:
    """The gaps of one type so far."""

    whole: int = 0
    broken: Fraction = Fraction()
    least: float = inf
    greatest: float = -inf
    places: list[int] = field(default_factory=lambda: [0, 0, 0])
    bins: list[int] = field(default_factory=lambda: [0] * (len(EDGES) + 1))

    def count_one(self, measured: int | float, required: Range) -> None:
        bound, gap = _gap(measured, required)
        if isinstance(gap, int):
            self.whole += gap
        else:
            self.broken += Fraction(gap)
        self.least, self.greatest = min(self.least, gap), max(self.greatest, gap)
        self.places[0 if measured < required.min else 2 if measured > required.max else 1] += 1
        self.bins[bisect_right(EDGES, scaled(gap, bound))] += 1

    def gaps(self) -> Gaps | None:
        count = sum(self.places)
        if not count:
            return None
        short, met, over = self.places
        mean = float((self.whole + self.broken) / count)
        return Gaps(count, short, met, over, mean, self.least, self.greatest, tuple(self.bins))


@dataclass(slots=True)
class MarginMeter:
    """Counts items as they come; it holds figures by constraint type alone."""

    _gauges: dict[str, _Gauge] = field(default_factory=dict)

    def add(self, item: ItemResult) -> None:
        """Count the `must` requirements of one item that have a margin; those without an answer have none."""
        if not item.answered:
            return
        for one in item.requirements:
            if one.required and one.margin is not None:
                gauge = self._gauges.get(one.constraint)
                if gauge is None:
                    gauge = self._gauges[one.constraint] = _Gauge()
                gauge.count_one(one, one.margin)

    def margins(self) -> Margins | None:
        """The figures so far; `None` where no requirement had a margin: the run was graded without details."""
        if not self._gauges:
            return None
        by_constraint = {name: self._gauges[name].margins() for name in sorted(self._gauges)}
        each = by_constraint.values()
        return Margins(
            total=sum(one.total for one in each),
            graded=sum(one.graded for one in each),
            near_misses=sum(one.near_misses for one in each),
            failures=sum(one.failures for one in each),
            bins=tuple(sum(column) for column in zip(*(one.bins for one in each), strict=True)),
            by_constraint=by_constraint,
        )


def measure_margins(items: Iterable[ItemResult]) -> Margins | None:
    """Count `items`, whose order does not matter; `None` where no requirement has a margin."""
    meter = MarginMeter()
    for item in items:
        meter.add(item)
    return meter.margins()


def required_range(expected: object) -> Range | None:
    """The numbers that `expected` asks for, from the words that checks use (`at least 3`) or a number; else `None`."""
    if is_number(expected):
        return Range.of(expected)
    return _read(expected) if isinstance(expected, str) else None


@lru_cache(maxsize=2**12)
def _read(expected: str) -> Range | None:
    if expected == "none":
        return Range(0, 0)
    found = _ASKED.fullmatch(expected)
    if found is None:
        return None
    words, low, high = found[1], _number(found[2]), found[3]
    if words == "between":
        return None if high is None else Range(low, _number(high))
    if high is not None:
        return None
    if words in ("at least", "more than"):
        return Range(low + (words == "more than" and isinstance(low, int)), None)
    if words in ("at most", "less than", "fewer than"):
        return Range(None, low - (words == "fewer than"))
    return Range(low, low)


def _number(text: str) -> int | float:
    text = text.replace(",", "")
    return int(text) if text.lstrip("-").isdigit() else float(text)


def _gap(measured: int | float, required: Range) -> tuple[int | float, int | float]:
    """The bound that counts, and how far `measured` is above it."""
    low, high = required.lo, required.hi
    if low is not None and high is not None and low != high and measured in required:
        return min((low, high), key=lambda bound: abs(measured - bound)), 0
    bound = low if low is not None and (high is None or measured <= low) else high
    if bound is None:
        return 0, 0
    return bound, measured - bound
