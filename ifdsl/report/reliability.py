"""Take judged items of groups of cousins; give reliable@k and pass@k by group, by kind of cousin, and their drop.

reliable@k is how likely k members of a group, drawn at random, all pass; the sharpest form takes the whole group. It is
that of IFEval++ (Dong et al. 2025, arXiv 2512.14754), whose evaluator takes k members in the order of the file.
Here no order of the members changes a figure: of a group of n members of which c pass, C(c, k) / C(n, k) of all draws
pass. pass@k is that at least one of k does, 1 - C(n-c, k) / C(n, k) (Chen et al. 2021, equation 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, prod
from typing import NamedTuple

from ifdsl.report.groups import ORIGINAL, Groups, Member, in_order
from ifdsl.report.intervals import Share
from ifdsl.report.resampling import Drawn, Units, drop, mean
from ifdsl.store.records import ItemResult

LONGEST = 64
"""The greatest k that is drawn; the whole group is looked at however large it is."""
MOST_KINDS = 16
"""How many kinds have figures of their own, those of most members."""
_WHOLE = 0
_PASSED, _DECIDED = 0, 1
_STRICT, _LOOSE, _ANSWERS = 0, 2, 4


class Point(NamedTuple):
    """What `k` members of a group, drawn at random, come to; means over the `groups` that have so many.

    `all` is reliable@k and `some` pass@k. `drop` is how much less `all` is than the accuracy of the originals of the
    same groups, as a share of it; `None` where there are none or none passes, and negative where `all` is more.
    """

    k: int
    groups: int
    all: Share
    some: Share
    drop: Share


class Sized(NamedTuple):
    """The groups of one size: how many, and of how many the whole group passes."""

    groups: int
    whole: Share


class Part(NamedTuple):
    """Groups, whole or restricted to some kinds of members.

    `whole` is the share of groups all of whose members pass, whatever their size; `by_size` tells the sizes apart.
    `drop` is that of `whole`, as in `Point`. `curve` has every k from 1 to the greatest group, at most `LONGEST`; with
    k = 1 it has the accuracy, the mean over groups of the share of members that pass.
    """

    groups: int
    whole: Share
    drop: Share
    by_size: dict[int, Sized]
    curve: tuple[Point, ...]


class Kind(NamedTuple):
    """The members of one kind: `alone`, and `with_original`, where there are originals and this is another kind."""

    members: int
    alone: Part
    with_original: Part | None


class Reading(NamedTuple):
    """The figures of one reading.

    A group with a member that is undecided in this reading is itself `undecided` and in no figure. A member without an
    answer has failed. `original` is the accuracy of the originals: the mean over the groups that have one.
    """

    undecided: int
    original: Share
    every: Part
    kinds: dict[str, Kind]


class Reliability(NamedTuple):
    """The groups of a run: of at least two prompts each, `sizes` of them by number of members.

    `share` is that of all groups that is held: below 1.0 the figures are those of groups drawn at random. `fewest` and
    `most` are the numbers of answers that members have. With several to a member, a *group-sample* takes one answer of
    each member, and the figures are means over all group-samples: a member passes as often as its answers do, those
    that are undecided left out.
    """

    groups: int
    members: int
    share: float
    fewest: int
    most: int
    sizes: dict[int, int]
    kinds: dict[str, int]
    strict: Reading
    loose: Reading


@dataclass(slots=True)
class ReliabilityMeter:
    """Collects outcomes by member of a group, in bounded memory (`ifdsl.report.groups`)."""

    groups: Groups = field(default_factory=lambda: Groups(5))

    def add(self, item: ItemResult) -> None:
        """Count one answer, or the lack of one."""
        row = self.groups.row(item)
        for place, passed in ((_STRICT, item.strict), (_LOOSE, item.loose)):
            row[place + _PASSED] += passed is True
            row[place + _DECIDED] += passed is not None
        row[_ANSWERS] += 1

    def reliability(self) -> Reliability | None:
        """The figures so far; `None` where there is no group of two."""
        groups = list(self.groups)
        if not groups:
            return None
        answers = {member.counts[_ANSWERS] for group in groups for member in group}
        kinds = Counter(member.kind for group in groups for member in group)
        return Reliability(
            groups=len(groups),
            members=kinds.total(),
            share=self.groups.share,
            fewest=min(answers),
            most=max(answers),
            sizes=dict(sorted(Counter(map(len, groups)).items())),
            kinds={kind: kinds[kind] for kind in in_order(set(kinds))},
            strict=_reading(groups, _STRICT, kinds),
            loose=_reading(groups, _LOOSE, kinds),
        )


def measure_reliability(items: Iterable[ItemResult]) -> Reliability | None:
    """Count `items`, whose order does not matter; `None` where no prompt has a cousin."""
    meter = ReliabilityMeter()
    for item in items:
        meter.add(item)
    return meter.reliability()


def chances(rates: Sequence[float]) -> list[float]:
    """For k = 1, 2, … the chance that all of k members drawn without replacement pass, at most `LONGEST` of them.

    Where each passes or not it is C(c, k) / C(n, k). Where members pass at `rates`, it is the mean over all draws of
    the product of the rates, the elementary symmetric mean, and for k = 1 the mean rate.
    """
    n, most = len(rates), min(len(rates), LONGEST)
    if all(rate in (0, 1) for rate in rates):
        passed = round(sum(rates))
        return [comb(passed, k) / comb(n, k) for k in range(1, most + 1)]
    means = [1.0] + [0.0] * most
    for count, rate in enumerate(sorted(rates), start=1):
        for k in range(min(count, most), 0, -1):
            means[k] = ((count - k) * means[k] + k * rate * means[k - 1]) / count
    return means[1:]


Rates = tuple[tuple[str, float], ...]
"""The kind of each member of a group, and how often it passes."""
_Of = tuple[str, bool]
"""A part of a group: the members of a kind, or of every kind where it is empty; and whether originals are with them."""
_Name = tuple[_Of, str, int]
"""A sum: of which part of a group, of what, and for which k."""
_EVERY: _Of = ("", False)


def _reading(groups: Sequence[Sequence[Member]], place: int, kinds: Counter[str]) -> Reading:
    listed = list(map(_counts_at(place), groups))
    decided = [rates for rates in listed if rates is not None]
    shown = in_order({kind for kind, _ in sorted(kinds.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_KINDS]})
    sums = _Summed.of(decided, frozenset(shown))
    return Reading(
        undecided=len(listed) - len(decided),
        original=sums.mean((ORIGINAL, False), "all", "groups", 1),
        every=sums.part(_EVERY),
        kinds={
            kind: Kind(
                members=sum(one == kind for rates in decided for one, _ in rates),
                alone=sums.part((kind, False)),
                with_original=sums.part((kind, True)) if sums.has((kind, True)) else None,
            )
            for kind in shown
        },
    )


def _counts_at(place: int) -> Callable[[Sequence[Member]], Rates | None]:
    def rates(group: Sequence[Member]) -> Rates | None:
        """`None` where a member is undecided."""
        found = []
        for kind, counts in group:
            decided = counts[place + _DECIDED]
            if not decided:
                return None
            found.append((kind, counts[place + _PASSED] / decided))
        return tuple(sorted(found))

    return rates


@dataclass(frozen=True, slots=True)
class _Summed:
    """The sums over groups, by name, with their resamples."""

    sums: Mapping[_Name, Drawn]

    @classmethod
    def of(cls, groups: Sequence[Rates], shown: frozenset[str]) -> _Summed:
        if not groups:
            return cls({})
        added = {rates: dict(_added(rates, shown)) for rates in set(groups)}
        names = sorted({name for sums in added.values() for name in sums})
        rows = {rates: tuple(sums.get(name, 0.0) for name in names) for rates, sums in added.items()}
        return cls(dict(zip(names, Units.of(rows[rates] for rates in groups).drawn(), strict=True)))

    def has(self, part: _Of) -> bool:
        return (part, "groups", _WHOLE) in self.sums

    def mean(self, part: _Of, what: str, among: str, k: int) -> Share:
        values, groups = self.sums.get((part, what, k)), self.sums.get((part, among, k))
        return Share(None, None) if values is None or groups is None else mean(values, groups)

    def part(self, part: _Of) -> Part:
        sizes = sorted(k for name, what, k in self.sums if (name, what) == (part, "of size"))
        steps = sorted(k for name, what, k in self.sums if (name, what) == (part, "groups") and k != _WHOLE)
        return Part(
            groups=self._count(part, "groups", _WHOLE),
            whole=self.mean(part, "all", "groups", _WHOLE),
            drop=self._drop(part, _WHOLE),
            by_size={n: Sized(self._count(part, "of size", n), self.mean(part, "whole", "of size", n)) for n in sizes},
            curve=tuple(self._point(part, k) for k in steps),
        )

    def _point(self, part: _Of, k: int) -> Point:
        every, some = self.mean(part, "all", "groups", k), self.mean(part, "some", "groups", k)
        return Point(k, self._count(part, "groups", k), every, some, self._drop(part, k))

    def _drop(self, part: _Of, k: int) -> Share:
        groups = self.sums.get((part, "with original", k))
        if groups is None:
            return Share(None, None)
        return drop(self.sums[part, "beside it", k], self.sums[part, "original", k], groups)

    def _count(self, part: _Of, what: str, k: int) -> int:
        found = self.sums.get((part, what, k))
        return 0 if found is None else round(found.total)


def _added(rates: Rates, shown: frozenset[str]) -> Iterator[tuple[_Name, float]]:
    """What a group adds to the sums of each of its parts."""
    originals = [rate for kind, rate in rates if kind == ORIGINAL]
    parts = {_EVERY: [rate for _, rate in rates]}
    for kind in {kind for kind, _ in rates} & shown:
        parts[kind, False] = [rate for one, rate in rates if one == kind]
        if kind != ORIGINAL and originals:
            parts[kind, True] = parts[kind, False] + originals
    for part, held in parts.items():
        every, none, whole = _every(tuple(held)), _every(tuple(1 - rate for rate in held)), prod(held)
        yield (part, "of size", len(held)), 1.0
        yield (part, "whole", len(held)), whole
        for k, value in enumerate((whole, *every)):
            yield (part, "groups", k), 1.0
            yield (part, "all", k), value
            if originals:
                yield (part, "with original", k), 1.0
                yield (part, "original", k), sum(originals) / len(originals)
                yield (part, "beside it", k), value
        for k, value in enumerate(none, start=1):
            yield (part, "some", k), 1 - value


@lru_cache(maxsize=2**14)
def _every(rates: tuple[float, ...]) -> list[float]:
    return chances(sorted(rates))
