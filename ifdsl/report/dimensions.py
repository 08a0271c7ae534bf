"""Take judged items that have a pattern and a level; give the figures that MulDimIF reports, by each of its dimensions.

Source: Ye et al. 2025 (arXiv 2505.07591), and `get_score` of Code/evaluation/evaluation.py of Junjie-Ye/MulDimIF: the
share of items all of whose constraints pass, overall, by pattern and by level; of items all of whose constraints of a
category pass; of constraints, by subcategory; and two means over constraints, `macro` of the share that each item
passes, `micro` of all constraints alike. A constraint that does not apply has passed, as there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ifdsl.report.clusters import Ledger, cluster_of, key_of
from ifdsl.report.intervals import Share, Spread, clustered
from ifdsl.report.metrics import Rate, by_number
from ifdsl.store.records import ItemResult, RequirementResult, Verdict

PREFIX = "muldimif."
"""What the groups and types of the pack begin with, and the names of dimensions do not."""
_MOST_CLUSTERS = 2_048
_UNIT = 720_720
"""Shares are added up as whole numbers of this part, so that no order of items changes a figure: they are exact for up
to 16 constraints."""
_JUDGES: dict[Verdict, bool | None] = {"pass": True, "not_applicable": True, "fail": False, "unknown": None}


class Read(NamedTuple):
    """One rate in both readings."""

    strict: Rate
    loose: Rate


class Macro(NamedTuple):
    """One mean over items in both readings."""

    strict: Share
    loose: Share


class Averages(NamedTuple):
    """Of some items: the share all of whose constraints pass, and the two means over constraints."""

    whole: Read
    macro: Macro
    micro: Read


class Dimensions(NamedTuple):
    """The table of MulDimIF over the `items` that have a pattern and a level.

    Categories are those of the groups: the first part, after `muldimif.`; subcategories are the whole group, or the
    type where a group has one part alone. Only `must` requirements count. A constraint that is unknown is in no figure,
    and neither is an item of which it would decide. Without an answer every constraint has failed.
    """

    items: int
    overall: Averages
    by_pattern: dict[str, Averages]
    by_level: dict[str, Averages]
    by_category: dict[str, Read]
    by_subcategory: dict[str, Read]


@dataclass(slots=True)
class _Shares:
    """How many passed of how many, by cluster: strict passed, strict total, loose passed, loose total."""

    ledger: Ledger = field(default_factory=lambda: Ledger(4, _MOST_CLUSTERS))

    def count(self, key: int, strict: bool | None, loose: bool | None) -> None:
        row = self.ledger.row(key)
        for place, passed in ((0, strict), (2, loose)):
            row[place] += passed is True
            row[place + 1] += passed is not None

    def read(self) -> Read:
        return Read(*(Rate.of((row[at], row[at + 1]) for row in self.ledger) for at in (0, 2)))


@dataclass(slots=True)
class _Averaged:
    """The sums of some items."""

    whole: _Shares = field(default_factory=_Shares)
    micro: _Shares = field(default_factory=_Shares)
    macro: Ledger = field(default_factory=lambda: Ledger(4, _MOST_CLUSTERS))

    def count(self, key: int, judges: Sequence[tuple[bool | None, bool | None]]) -> None:
        strict, loose = ([judge[reading] for judge in judges] for reading in (0, 1))
        self.whole.count(key, _all(strict), _all(loose))
        for judge in judges:
            self.micro.count(key, *judge)
        row = self.macro.row(key)
        for place, found in ((0, strict), (2, loose)):
            graded = [judge for judge in found if judge is not None]
            if graded:
                row[place] += round(sum(graded) * _UNIT / len(graded))
                row[place + 1] += 1

    def averages(self) -> Averages:
        macro = Macro(*(_mean([(row[at] / _UNIT, row[at + 1]) for row in self.macro]) for at in (0, 2)))
        return Averages(self.whole.read(), macro, self.micro.read())


def _mean(clusters: Sequence[tuple[float, int]]) -> Share:
    total = sum(count for _, count in clusters)
    if not total:
        return Share(None, None)
    value = min(1.0, sum(share for share, _ in sorted(clusters)) / total)
    return Share(value, clustered(value, total, Spread.of(clusters)))


@dataclass(slots=True)
class DimensionMeter:
    """Counts items as they come; it holds counts by dimension and, for the intervals, by prompt, up to a bound."""

    items: int = 0
    _overall: _Averaged = field(default_factory=_Averaged)
    _patterns: dict[str, _Averaged] = field(default_factory=dict)
    _levels: dict[str, _Averaged] = field(default_factory=dict)
    _categories: dict[str, _Shares] = field(default_factory=dict)
    _subcategories: dict[str, _Shares] = field(default_factory=dict)

    def add(self, item: ItemResult) -> None:
        """Count one item that has a pattern, a level and a constraint; others are passed over."""
        pattern, level = (item.prompt.meta.get(name) for name in ("pattern", "level"))
        musts = [one for one in item.requirements if one.required]
        if pattern in (None, "") or level in (None, "") or not musts:
            return
        self.items += 1
        key = key_of(cluster_of(item))
        judges = [(_judge(one.strict, item.answered), _judge(one.loose, item.answered)) for one in musts]
        for averaged in (
            self._overall,
            self._patterns.setdefault(str(pattern), _Averaged()),
            self._levels.setdefault(str(level), _Averaged()),
        ):
            averaged.count(key, judges)
        categories: dict[str, list[tuple[bool | None, bool | None]]] = {}
        for one, judge in zip(musts, judges, strict=True):
            category, subcategory = dimension_of(one)
            categories.setdefault(category, []).append(judge)
            self._subcategories.setdefault(subcategory, _Shares()).count(key, *judge)
        for category, found in categories.items():
            strict, loose = (_all([judge[reading] for judge in found]) for reading in (0, 1))
            self._categories.setdefault(category, _Shares()).count(key, strict, loose)

    def dimensions(self) -> Dimensions | None:
        """The figures so far; `None` where no item has a pattern and a level."""
        if not self.items:
            return None
        return Dimensions(
            items=self.items,
            overall=self._overall.averages(),
            by_pattern={name: self._patterns[name].averages() for name in sorted(self._patterns, key=by_number)},
            by_level={name: self._levels[name].averages() for name in sorted(self._levels, key=by_number)},
            by_category={name: self._categories[name].read() for name in sorted(self._categories)},
            by_subcategory={name: self._subcategories[name].read() for name in sorted(self._subcategories)},
        )


def measure_dimensions(items: Iterable[ItemResult]) -> Dimensions | None:
    """Count `items`, whose order does not matter; `None` where none has a pattern and a level."""
    meter = DimensionMeter()
    for item in items:
        meter.add(item)
    return meter.dimensions()


def dimension_of(one: RequirementResult) -> tuple[str, str]:
    """The category and the subcategory of a requirement.

    In the published data they are `Content` and `Content_Keywords`; of the group `length.words` they are `length` and
    `length.words`, and of the type `muldimif.length.words` in the group `muldimif.length` too.
    """
    group = one.group.removeprefix(PREFIX)
    category, dot, _ = group.partition(".")
    return category or one.constraint, group if dot else one.constraint.removeprefix(PREFIX)


def _judge(verdict: Verdict, answered: bool) -> bool | None:
    return _JUDGES[verdict] if answered else False


def _all(judges: Sequence[bool | None]) -> bool | None:
    """Whether all passed; `None` where one that is unknown decides."""
    return False if False in judges else None if None in judges else True
