"""Take two opinions on the same responses; give how often they agree, and how much of that is more than chance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Table(NamedTuple):
    """How often two said yes or no of the same: `first_alone` where the first said yes and the second no."""

    both_yes: int
    first_alone: int
    second_alone: int
    both_no: int

    @property
    def total(self) -> int:
        return sum(self)

    @property
    def agreed(self) -> float | None:
        """The share of the same answers; None of nothing."""
        return (self.both_yes + self.both_no) / self.total if self.total else None

    @property
    def kappa(self) -> float | None:
        return kappa(*self)


def table(pairs: Iterable[tuple[bool | None, bool | None]]) -> Table:
    """Count pairs of answers; where one of the two is not known, the pair is left out."""
    counts = [0, 0, 0, 0]
    for first, second in pairs:
        if first is not None and second is not None:
            counts[2 * (not first) + (not second)] += 1
    return Table(*counts)


def kappa(both_yes: int, first_alone: int, second_alone: int, both_no: int) -> float | None:
    """Cohen's kappa (Cohen 1960) of two who answer yes or no.

    Returns:
        A number up to 1; 0 is what chance gives. None of nothing, and where both always say the same one thing: then
        chance agrees as often as they do.
    """
    total = both_yes + first_alone + second_alone + both_no
    if not total:
        return None
    observed = (both_yes + both_no) / total
    yes = (both_yes + first_alone) * (both_yes + second_alone)
    no = (both_no + second_alone) * (both_no + first_alone)
    expected = (yes + no) / total**2
    return None if expected == 1 else (observed - expected) / (1 - expected)
