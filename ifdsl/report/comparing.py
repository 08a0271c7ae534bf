"""Take the judged items of two runs; give what changed between them, over the prompts that both have."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from math import fsum, sqrt
from typing import Any, NamedTuple

from ifdsl.report.clusters import cluster_of
from ifdsl.report.intervals import Interval, mcnemar, paired
from ifdsl.report.metrics import Rate
from ifdsl.report.pairing import PairedGroups, PairedReliability
from ifdsl.store.records import ItemResult, RequirementResult, Verdict


class Paired(NamedTuple):
    """Outcomes decided in both runs, crossed: how many passed in both, in one alone, in neither.

    `difference` is the rate of the second run less that of the first, with its 95 % `interval`; `None` of nothing.
    `p_value` is the exact two-sided one that neither run is better (see `compare`).
    """

    both: int
    first_only: int
    second_only: int
    neither: int
    difference: float | None = None
    interval: Interval | None = None
    p_value: float | None = None

    @property
    def total(self) -> int:
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def first(self) -> float | None:
        """The rate of the first run."""
        return (self.both + self.first_only) / self.total if self.total else None

    @property
    def second(self) -> float | None:
        """The rate of the second run."""
        return (self.both + self.second_only) / self.total if self.total else None


class PairedFigure(NamedTuple):
    """`counted` takes what got no answer as failed; `answered` leaves out what either run did not answer."""

    counted: Paired
    answered: Paired


class PairedLevel(NamedTuple):
    strict: PairedFigure
    loose: PairedFigure


class Comparison(NamedTuple):
    """Two runs, prompt by prompt.

    `pairs` are the items that are compared; `changed` those left out because the messages differ, `first_alone` and
    `second_alone` those that one run has alone; `unmatched` counts `must` requirements of compared items that one run
    has alone. `reliability` is that of groups of cousins, of the compared members alone; `None` where there are none.
    """

    pairs: int
    changed: int
    first_alone: int
    second_alone: int
    unmatched: int
    prompt: PairedLevel
    requirement: PairedLevel
    by_constraint: dict[str, PairedLevel]
    by_group: dict[str, PairedLevel]
    reliability: PairedReliability | None = None


class _Judged(NamedTuple):
    """What is kept of an item of the first run."""

    messages: bytes
    answered: bool
    strict: bool | None
    loose: bool | None
    names: tuple[tuple[str, int], ...]
    verdicts: tuple[tuple[Verdict, Verdict], ...]


def compare(first: Iterable[ItemResult], second: Iterable[ItemResult]) -> Comparison:
    """Cross the outcomes of the items that two runs share by prompt id and repeat; the order of neither matters.

    An outcome is compared where both runs decided it (an item without an answer has failed). Requirements are those
    of kind `must`, matched by id within an item. Items whose messages differ are other questions: they are left out.

    The interval joins the two shares' own (`ifdsl.report.intervals.paired`): at prompt level it is method 10 of
    Newcombe (1998), and where several outcomes belong to one prompt or its cousins, it is robust to any dependence
    between them. The p-value is McNemar's exact one; with several outcomes to a cluster, each cluster votes for the
    run that passed more of them, and ties are left out: a sign test, exact whatever the dependence within clusters.

    Memory grows with the first run, of which the verdicts are kept, and with the prompts compared.

    Raises:
        ValueError: a run holds one prompt and repeat twice.
    """
    kept: dict[tuple[str, int], _Judged] = {}
    shared: dict[object, Any] = {}
    for item in first:
        _once(item, kept, "first")
        kept[item.prompt_id, item.repeat] = _judged(item, shared)
    seen: set[tuple[str, int]] = set()
    changed = pairs = second_alone = unmatched = 0
    prompt, requirement = _Crossing(), _Crossing()
    by_constraint: dict[str, _Crossing] = defaultdict(_Crossing)
    by_group: dict[str, _Crossing] = defaultdict(_Crossing)
    groups = PairedGroups()
    for item in second:
        _once(item, seen, "second")
        seen.add((item.prompt_id, item.repeat))
        old = kept.get((item.prompt_id, item.repeat))
        if old is None:
            second_alone += 1
            continue
        if old.messages != _digest(item):
            changed += 1
            continue
        pairs += 1
        cluster, both = cluster_of(item), old.answered and item.answered
        prompt.count(cluster, both, (old.strict, item.strict), (old.loose, item.loose))
        groups.add(item, old.strict, old.loose)
        before = dict(zip(old.names, old.verdicts, strict=True))
        musts = _musts(item)
        unmatched += len(before.keys() ^ musts.keys())
        for name, now in musts.items():
            was = before.get(name)
            if was is None:
                continue
            strict = _decided(was[0], old.answered), _decided(now.strict, item.answered)
            loose = _decided(was[1], old.answered), _decided(now.loose, item.answered)
            for crossing in (requirement, by_constraint[now.constraint], by_group[now.group]):
                crossing.count(cluster, both, strict, loose)
    return Comparison(
        pairs=pairs,
        changed=changed,
        first_alone=len(kept.keys() - seen),
        second_alone=second_alone,
        unmatched=unmatched,
        prompt=prompt.level(),
        requirement=requirement.level(),
        by_constraint={name: by_constraint[name].level() for name in sorted(by_constraint)},
        by_group={name: by_group[name].level() for name in sorted(by_group)},
        reliability=groups.reliability(),
    )


def _once(item: ItemResult, seen: Container[tuple[str, int]], run: str) -> None:
    if (item.prompt_id, item.repeat) in seen:
        raise ValueError(f"the {run} run holds repeat {item.repeat} of prompt `{item.prompt_id}` twice")


def _judged(item: ItemResult, shared: dict[object, Any]) -> _Judged:
    """What is kept of an item; what many items have alike is `shared`, to be held once."""
    musts = _musts(item)
    names, verdicts = tuple(musts), tuple((one.strict, one.loose) for one in musts.values())
    return _Judged(
        _digest(item),
        item.answered,
        item.strict,
        item.loose,
        shared.setdefault(names, names),
        shared.setdefault(verdicts, verdicts),
    )


def _digest(item: ItemResult) -> bytes:
    # JSON in ASCII, so that texts with lone surrogates have one too.
    return blake2b(json.dumps(item.prompt.messages).encode("ascii"), digest_size=16).digest()


def _musts(item: ItemResult) -> dict[tuple[str, int], RequirementResult]:
    """The `must` requirements by id; where several have one, by their order among these too."""
    found: dict[tuple[str, int], RequirementResult] = {}
    times: Counter[str] = Counter()
    for one in item.requirements:
        if one.required:
            found[one.id, times[one.id]] = one
            times[one.id] += 1
    return found


def _decided(verdict: Verdict, answered: bool) -> bool | None:
    if not answered:
        return False
    return True if verdict == "pass" else False if verdict == "fail" else None


@dataclass(slots=True)
class _Crossing:
    """The outcomes of one set, crossed, by cluster.

    A row holds four tables one after another: strict and loose, each of all that is counted and of what both answered.
    A table holds how often both passed, the first run alone, the second alone, neither.
    """

    rows: dict[str, list[int]] = field(default_factory=dict)

    def count(
        self,
        cluster: str,
        answered: bool,
        strict: tuple[bool | None, bool | None],
        loose: tuple[bool | None, bool | None],
    ) -> None:
        row = self.rows.get(cluster)
        if row is None:
            row = self.rows[cluster] = [0] * 16
        for start, (one, other) in ((0, strict), (8, loose)):
            if one is not None and other is not None:
                place = start + 2 * (not one) + (not other)
                row[place] += 1
                if answered:
                    row[place + 4] += 1

    def level(self) -> PairedLevel:
        strict, strict_answered, loose, loose_answered = (
            _paired([row[start : start + 4] for row in self.rows.values() if any(row[start : start + 4])])
            for start in (0, 4, 8, 12)
        )
        return PairedLevel(PairedFigure(strict, strict_answered), PairedFigure(loose, loose_answered))


def _paired(rows: list[list[int]]) -> Paired:
    """The figures of one table, given by cluster."""
    cells = [sum(column) for column in zip(*rows, strict=True)] or [0, 0, 0, 0]
    sizes = [sum(row) for row in rows]
    first, second = (Rate.of((row[0] + row[run], b) for row, b in zip(rows, sizes, strict=True)) for run in (1, 2))
    counts = Paired(*cells)
    a, b, one, other = first.value, second.value, first.interval, second.interval
    if a is None or b is None or one is None or other is None:
        return counts
    residuals = [(row[0] + row[1] - a * n, row[0] + row[2] - b * n) for row, n in zip(rows, sizes, strict=True)]
    won, lost = sum(row[2] > row[1] for row in rows), sum(row[1] > row[2] for row in rows)
    return counts._replace(
        difference=(cells[2] - cells[1]) / counts.total,
        interval=paired(one, a, other, b, _correlation(residuals)),
        p_value=mcnemar(won, lost),
    )


def _correlation(residuals: list[tuple[float, float]]) -> float:
    """The correlation of two shares over clusters, corrected for continuity; 0 where one of them does not vary.

    Over clusters of one it is the coefficient φ of method 10 of Newcombe (1998): a positive product is lowered by
    one half, down to 0.

    Args:
        residuals: for each cluster and each run, the passes less those that the run's share lets expect.
    """
    scale = sqrt(fsum(x * x for x, _ in residuals) * fsum(y * y for _, y in residuals))
    product = fsum(x * y for x, y in residuals)
    if product > 0:
        product = max(0.0, product - 0.5)
    return max(-1.0, min(1.0, product / scale)) if scale > 0 else 0.0
