"""Take outcomes of the same prompts in two runs; give what changed in reliable@k, paired by group of cousins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

from ifdsl.report.groups import ORIGINAL, Groups, Member
from ifdsl.report.intervals import Interval, mcnemar
from ifdsl.report.reliability import chances
from ifdsl.report.resampling import Units, difference
from ifdsl.store.records import ItemResult

_FIRST, _SECOND, _DECIDED = range(3)
_STRICT, _LOOSE = 0, 3


class PairedShare(NamedTuple):
    """A mean over the same `total` groups in two runs, each of which has a value in [0, 1] there.

    `difference` is the second less the first, with its 95 % `interval` by drawing groups again
    (`ifdsl.report.resampling`); `None` of nothing. `first_only` groups have the higher value in the first run,
    `second_only` in the second; `p_value` is the exact two-sided one of a sign test over these.
    """

    total: int
    first: float | None
    second: float | None
    difference: float | None
    interval: Interval | None
    first_only: int
    second_only: int
    p_value: float | None


class PairedPoint(NamedTuple):
    """reliable@k of `k` members drawn at random, over the groups that have so many."""

    k: int
    all: PairedShare


class PairedReading(NamedTuple):
    """The figures of one reading; groups with a member that either run did not decide are `undecided` and in none.

    `whole` is that all members of a group pass, `original` the accuracy of its originals, `curve` has every k.
    """

    undecided: int
    whole: PairedShare
    original: PairedShare
    curve: tuple[PairedPoint, ...]


class PairedReliability(NamedTuple):
    """Groups of at least two prompts that both runs have, of `sizes` members each; see `Reliability` for `share`."""

    groups: int
    members: int
    share: float
    sizes: dict[int, int]
    strict: PairedReading
    loose: PairedReading


@dataclass(slots=True)
class PairedGroups:
    """Collects the outcomes of both runs by member of a group, in bounded memory."""

    groups: Groups = field(default_factory=lambda: Groups(6))

    def add(self, item: ItemResult, strict: bool | None, loose: bool | None) -> None:
        """Count an item of the second run, and what the first said of it."""
        row = self.groups.row(item)
        for place, first, second in ((_STRICT, strict, item.strict), (_LOOSE, loose, item.loose)):
            if first is not None and second is not None:
                row[place + _FIRST] += first
                row[place + _SECOND] += second
                row[place + _DECIDED] += 1

    def reliability(self) -> PairedReliability | None:
        """What changed; `None` where the runs share no group of two."""
        groups = list(self.groups)
        if not groups:
            return None
        return PairedReliability(
            groups=len(groups),
            members=sum(map(len, groups)),
            share=self.groups.share,
            sizes=dict(sorted(Counter(map(len, groups)).items())),
            strict=_reading(groups, _STRICT),
            loose=_reading(groups, _LOOSE),
        )


class _Both(NamedTuple):
    """A group: the kind of each member, and how often it passes in the first run and in the second."""

    kinds: tuple[str, ...]
    first: tuple[float, ...]
    second: tuple[float, ...]


def _reading(groups: Sequence[Sequence[Member]], place: int) -> PairedReading:
    listed = [_both(group, place) for group in groups]
    decided = [both for both in listed if both is not None]
    drawn = {rates: chances(rates) for both in decided for rates in (both.first, both.second)}
    most = max(map(len, drawn.values()), default=0)

    def of_originals(rates: tuple[float, ...], kinds: tuple[str, ...]) -> float | None:
        own = [rate for kind, rate in zip(kinds, rates, strict=True) if kind == ORIGINAL]
        return sum(own) / len(own) if own else None

    def of_draws(k: int) -> _Value:
        return lambda rates, _: drawn[rates][k - 1] if len(drawn[rates]) >= k else None

    return PairedReading(
        undecided=len(listed) - len(decided),
        whole=_share(decided, lambda rates, _: prod(rates)),
        original=_share(decided, of_originals),
        curve=tuple(PairedPoint(k, _share(decided, of_draws(k))) for k in range(1, most + 1)),
    )


def _both(group: Sequence[Member], place: int) -> _Both | None:
    """`None` where a member is undecided."""
    if not all(counts[place + _DECIDED] for _, counts in group):
        return None
    first, second = (
        tuple(counts[place + run] / counts[place + _DECIDED] for _, counts in group) for run in (_FIRST, _SECOND)
    )
    return _Both(tuple(kind for kind, _ in group), first, second)


_Value = Callable[[tuple[float, ...], tuple[str, ...]], float | None]


def _share(groups: Sequence[_Both], value: _Value) -> PairedShare:
    pairs = list(_pairs(groups, value))
    if not pairs:
        return PairedShare(0, None, None, None, None, 0, 0, None)
    first, second, counted = Units.of((*pair, 1.0) for pair in pairs).drawn()
    found = difference(first, second, counted)
    lost, won = sum(a > b for a, b in pairs), sum(b > a for a, b in pairs)
    count = len(pairs)
    return PairedShare(
        total=count,
        first=first.total / count,
        second=second.total / count,
        difference=found.value,
        interval=found.interval,
        first_only=lost,
        second_only=won,
        p_value=mcnemar(won, lost),
    )


def _pairs(groups: Sequence[_Both], value: _Value) -> Iterator[tuple[float, float]]:
    for kinds, first, second in groups:
        before, after = value(first, kinds), value(second, kinds)
        if before is not None and after is not None:
            yield before, after
