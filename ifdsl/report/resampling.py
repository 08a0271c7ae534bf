"""Take ratios of sums over groups; give their values, and 95 % intervals by drawing groups again and again.

The interval is the percentile one of the bootstrap (Efron and Tibshirani 1993, chapter 13): as many groups as there
are get drawn with replacement, `RESAMPLES` times, and the interval is the middle 95 % of what these come to. Groups are
drawn because the members of one depend on each other. A fixed seed gives the same interval every time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ifdsl.report.intervals import Interval, Share, wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESAMPLES = 2_000
SEED = 20_240_607
_ALIKE = 1e-12
MOST_DRAWN = 2_048
"""Different groups that are drawn by; more are joined at random into so many parts, whose scatter is theirs too."""


class Drawn(NamedTuple):
    """A sum over all groups, and the same over the groups of each resample."""

    total: float
    drawn: NDArray[np.float64]


class Units(NamedTuple):
    """Groups of which many are alike: how often each sort is there, and what one of it adds to some sums.

    `sums` has a row for each sort and a column for each sum.
    """

    times: NDArray[np.int64]
    sums: NDArray[np.float64]

    @classmethod
    def of(cls, rows: Iterable[tuple[float, ...]]) -> Units:
        """The units of groups, each given as what it adds, at least one; those that add the same are one sort.

        Where they are joined, they have to come in an order that has nothing to do with what they add.
        """
        import numpy as np

        listed = list(rows)
        kinds = Counter(listed)
        if len(kinds) <= MOST_DRAWN:
            held = sorted(kinds)
            return cls(np.array([kinds[row] for row in held]), np.array(held, dtype=float))
        parts = np.zeros((MOST_DRAWN, len(listed[0])))
        for place, row in enumerate(listed):
            parts[place % MOST_DRAWN] += row
        return cls(np.ones(MOST_DRAWN, dtype=np.int64), parts)

    def drawn(self) -> list[Drawn]:
        """Each sum over all groups, and over the groups of each resample."""
        import numpy as np

        count = int(self.times.sum())
        # This generator's stream is the same in every release of NumPy.
        times = np.random.RandomState(SEED).multinomial(count, self.times / count, size=RESAMPLES)
        resampled = times @ self.sums
        return [Drawn(float(total), resampled[:, at]) for at, total in enumerate(self.times @ self.sums)]


def mean(values: Drawn, groups: Drawn) -> Share:
    """A mean of values in [0, 1], one a group: their sum over how many groups have one.

    Where all resamples are alike, as where all values are 0 or all are 1, they say nothing: the interval is then
    Wilson's for as many outcomes as there are groups.
    """
    if not groups.total:
        return Share(None, None)
    value = min(1.0, max(0.0, values.total / groups.total))
    return Share(value, _middle(value, values.drawn, groups.drawn) or wilson(value, groups.total))


def drop(part: Drawn, whole: Drawn, groups: Drawn) -> Share:
    """How much less one mean is than another over the same groups, as a share of that other: (whole - part) / whole.

    It is negative where the part is more, and `None` where the whole is 0. Where all resamples are alike, the interval
    reaches as far to both sides as Wilson's of as many outcomes that are all alike.
    """
    if whole.total <= 0:
        return Share(None, None)
    value = 1 - part.total / whole.total
    reach = wilson(0.0, groups.total)[1] * groups.total / whole.total
    around = _middle(value, whole.drawn - part.drawn, whole.drawn) or (value - reach, min(1.0, value + reach))
    return Share(value, around)


def difference(first: Drawn, second: Drawn, groups: Drawn) -> Share:
    """The mean of one value a group, in [0, 1], less that of another of the same groups: second less first.

    Where all resamples are alike the interval reaches as far as that of `drop` does.
    """
    if not groups.total:
        return Share(None, None)
    value = (second.total - first.total) / groups.total
    reach = wilson(0.0, groups.total)[1]
    found = _middle(value, second.drawn - first.drawn, groups.drawn)
    return Share(value, found or (max(-1.0, value - reach), min(1.0, value + reach)))


def _middle(value: float, over: NDArray[np.float64], under: NDArray[np.float64]) -> Interval | None:
    """The middle 95 % of the ratios of resamples, those that have one; `None` where all are alike.

    It holds the value itself, which the resamples of few groups may be all on one side of.
    """
    import numpy as np

    there = under > 0
    if not there.any():
        return None
    ratios = over[there] / under[there]
    if np.ptp(ratios) < _ALIKE:
        return None
    low, high = np.percentile(ratios, [2.5, 97.5])
    return min(value, float(low)), max(value, float(high))
