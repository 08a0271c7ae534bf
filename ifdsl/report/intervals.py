"""Take counts, alone or by cluster; give 95 % intervals for a share and a paired difference, and exact p-values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import atan, cos, fsum, pi, sin, sqrt
from typing import NamedTuple

Interval = tuple[float, float]
Z = 1.959963984540054
"""The normal quantile of 97.5 %."""
_EXACT_DEGREES = 200


class Share(NamedTuple):
    """A mean over prompts or groups with its 95 % interval; both `None` of nothing."""

    value: float | None
    interval: Interval | None


class Spread(NamedTuple):
    """What the linearised variance of a share needs to know of its clusters.

    Cluster g holds `a_g` passes among `b_g`; `squares` is Σ a², `products` Σ ab and `sizes` Σ b². Clusters that hold
    nothing are not among the `clusters`.
    """

    clusters: int
    squares: float
    products: float
    sizes: float

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, float]]) -> Spread:
        """Sum over the pairs (a, b) of the clusters."""
        held = [(a, b) for a, b in pairs if b]
        # Sums that do not depend on the order, even of values that are not whole.
        squares, products = fsum(a * a for a, _ in held), fsum(a * b for a, b in held)
        return cls(len(held), squares, products, fsum(b * b for _, b in held))


def wilson(share: float, total: float, quantile: float = Z) -> Interval:
    """Wilson's score interval (Wilson 1927) of a share of `total` independent outcomes.

    It stays inside [0, 1] and holds the share. `total` need not be whole: it may be an effective number.
    """
    n, p = total, share
    middle = (p + quantile**2 / (2 * n)) / (1 + quantile**2 / n)
    half = quantile / (1 + quantile**2 / n) * sqrt(max(0.0, p * (1 - p)) / n + quantile**2 / (4 * n**2))
    # Rounding must not put a share of 0 or 1 outside its own interval.
    return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))


def variance(share: float, total: float, spread: Spread) -> float:
    """The linearised variance of the ratio estimator Σ a / Σ b, robust to any dependence within clusters.

    It is G/(G-1) Σ (a - p b)² / (Σ b)² (Cochran 1977, chapter 6, for clusters drawn with replacement).

    Args:
        share: Σ a / Σ b.
        total: Σ b.
        spread: the sums over at least two clusters.
    """
    residual = spread.squares - 2 * share * spread.products + share**2 * spread.sizes
    return spread.clusters / (spread.clusters - 1) * max(0.0, residual) / total**2


def clustered(share: float, total: float, spread: Spread, most: float | None = None) -> Interval:
    """The interval of a share whose outcomes depend on each other within clusters.

    The variance is the linearised one; the interval is Wilson's on the effective number of outcomes, p(1-p) / variance,
    with Student's quantile of G-1 degrees of freedom (Dean and Pagano 2015, after Kott and Carr 1997; the
    factor on the effective number is that of Korn and Graubard 1998). Unlike share ± t·s it stays inside [0, 1] and
    does not shrink to a point at 0 and 1. As there, no more outcomes are taken to be effective than were seen, so
    that it is never narrower than Wilson's for independent ones.

    Where all passed or all failed the variance says nothing, and each cluster is taken to have spoken once: the
    effective number is (Σ b)² / Σ b². One cluster with both kinds of outcome bounds nothing: [0, 1].

    Args:
        share: Σ a / Σ b, in [0, 1].
        total: Σ b, above 0.
        spread: the sums over the clusters.
        most: how many outcomes may be effective at most; `total` where it is not given.
    """
    if share <= 0 or share >= 1:
        return wilson(share, total**2 / spread.sizes)
    if spread.clusters < 2:
        return 0.0, 1.0
    most = total if most is None else most
    scatter = variance(share, total, spread)
    effective = min(most, share * (1 - share) / scatter) if scatter > 0 else most
    return wilson(share, effective, student(spread.clusters - 1))


def clustered_mean(values: Iterable[tuple[str, float]], most: float) -> tuple[float, Interval] | tuple[None, None]:
    """The mean of values in [0, 1], each given with the name of its cluster, and its interval; `None` of nothing.

    Args:
        values: pairs of cluster and value.
        most: how many outcomes the values rest on, of which no more can be effective.
    """
    clusters: dict[str, list[float]] = {}
    for name, value in values:
        clusters.setdefault(name, []).append(value)
    pairs = [(fsum(held), len(held)) for held in clusters.values()]
    total = sum(b for _, b in pairs)
    if not total:
        return None, None
    mean = min(1.0, fsum(a for a, _ in pairs) / total)
    return mean, clustered(mean, total, Spread.of(pairs), most)


def paired(first: Interval, a: float, second: Interval, b: float, correlation: float) -> Interval:
    """The interval of `b - a` from the intervals of two paired shares and their correlation.

    The limits are joined by squaring and adding, as in method 10 of Newcombe (1998, Statistics in Medicine 17,
    2635-2650); with intervals that are robust to clusters this is the recovery of variances of Zou and Donner (2008).
    It lies in [-1, 1].
    """
    (low_a, high_a), (low_b, high_b) = first, second

    def reach(x: float, y: float) -> float:
        return sqrt(max(0.0, x * x - 2 * correlation * x * y + y * y))

    difference = b - a
    down, up = reach(b - low_b, high_a - a), reach(high_b - b, a - low_a)
    return max(-1.0, difference - down), min(1.0, difference + up)


def mcnemar(one: int, other: int) -> float:
    """The exact two-sided p-value of a sign test, McNemar's where the counts are discordant pairs (McNemar 1947).

    Twice the smaller tail of a binomial with probability 1/2, at most 1. Whole numbers of any size are exact until the
    one division at the end; a value below the least float is 0.
    """
    fewer, total = min(one, other), one + other
    if 2 * fewer >= total:
        return 1.0
    term = tail = 1
    for k in range(1, fewer + 1):
        term = term * (total - k + 1) // k
        tail += term
    # Python divides whole numbers of any size correctly, where a float of either would overflow.
    return min(1.0, tail / (1 << (total - 1)))


@cache
def student(degrees: int) -> float:
    """The quantile of 97.5 % of Student's distribution, for a whole number of degrees of freedom of at least 1.

    Up to 200 degrees it is found by bisection of the closed form (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4),
    beyond by the expansion 26.7.5, which is then exact to ten places.
    """
    if degrees > _EXACT_DEGREES:
        z, v = Z, degrees
        return (
            z
            + (z**3 + z) / (4 * v)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        )
    low, high = Z, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        if _within(middle, degrees) < 0.95:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _within(t: float, degrees: int) -> float:
    """The probability that Student's variable lies in [-t, t]."""
    angle = atan(t / sqrt(degrees))
    square = cos(angle) ** 2
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = 0.0 if degrees == 1 else term
    for k in range(3 if odd else 2, degrees - 1, 2):
        term *= square * (k - 1) / k
        total += term
    if odd:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total
