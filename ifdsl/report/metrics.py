"""Take judged items; give accuracy over prompts and over requirements, strict and loose, whole and in each part.

The figures are those of IFEval (Zhou et al. 2023, section 3): a prompt is followed when all its requirements are; the
requirement-level rate pools the requirements of all prompts and is not a mean of means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

from ifdsl.report.clusters import Ledger, cluster_of, key_of
from ifdsl.report.intervals import Interval, Spread, clustered, wilson
from ifdsl.store.records import NO_RESPONSE, ItemResult

Mode = Literal["strict", "loose"]
FACETS = ("pattern", "level", "language", "kind")
"""Keys of a prompt's `meta` that figures are split by, where they are there."""
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
"""Names of levels, in their order."""
_MOST_CLUSTERS_OF_A_PART = 2_048  # There may be hundreds of parts.
_PASSED, _FAILED, _UNKNOWN, _NOT_APPLICABLE, _LOST, _KINDS = range(6)
_PLACE = {"pass": _PASSED, "fail": _FAILED, "unknown": _UNKNOWN, "not_applicable": _NOT_APPLICABLE}
_K = TypeVar("_K", bound=Hashable)
_T = TypeVar("_T")


class Rate(NamedTuple):
    """How many of a total passed. `spread` is there where several outcomes belong to one prompt or its cousins."""

    passed: int
    total: int
    spread: Spread | None = None

    @classmethod
    def of(cls, clusters: Iterable[tuple[int, int]]) -> Rate:
        """The rate of clusters of outcomes, each given as how many passed of how many."""
        pairs = list(clusters)
        passed, total = sum(a for a, _ in pairs), sum(b for _, b in pairs)
        # Where each cluster holds one outcome, they are independent.
        alone = all(b <= 1 for _, b in pairs)
        return cls(passed, total, None if alone else Spread.of(pairs))

    @property
    def value(self) -> float | None:
        """The share in [0, 1]; `None` of nothing."""
        return self.passed / self.total if self.total else None

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval, which stays inside [0, 1] and holds the share; `None` of nothing.

        Wilson's, which takes the outcomes for independent, where each prompt has one; else the interval that is robust
        to any dependence between outcomes of one prompt and of its cousins (`ifdsl.report.intervals.clustered`).
        """
        if not self.total:
            return None
        share = self.passed / self.total
        return wilson(share, self.total) if self.spread is None else clustered(share, self.total, self.spread)


class Figure(NamedTuple):
    """One rate in two readings, and what neither counts.

    `counted` takes whatever got no answer as failed; `answered` leaves it out. `unknown` and `not_applicable` are the
    verdicts in neither.
    """

    counted: Rate
    answered: Rate
    unknown: int = 0
    not_applicable: int = 0


class Level(NamedTuple):
    """The figures of one set of prompts or requirements."""

    strict: Figure
    loose: Figure


class Part(NamedTuple):
    """The figures of the items with one pattern, level, language or kind, over prompts and over `must` requirements."""

    prompt: Level
    requirement: Level


class Metrics(NamedTuple):
    """All figures of a run.

    `prompt` counts items; `requirement` and the tables below it count `must` requirements, pooled; `preference` counts
    `should` requirements. `statuses` counts items by the status of their response; `unanswered` are those without a
    text to judge. `by_pattern`, `by_level`, `by_language` and `by_kind` split the items whose prompts say so in their
    `meta`; `grid` has those with both a pattern and a level, by pattern and then by level.
    """

    items: int
    unanswered: int
    statuses: dict[str, int]
    prompt: Level
    requirement: Level
    preference: Level
    by_constraint: dict[str, Level]
    by_group: dict[str, Level]
    by_pattern: dict[str, Part]
    by_level: dict[str, Part]
    by_language: dict[str, Part]
    by_kind: dict[str, Part]
    grid: dict[str, dict[str, Part]]


@dataclass(slots=True)
class Meter:
    """Counts items as they come.

    It holds counts by prompt, since repeats and cousins of a prompt may come at any time; beyond a fixed number of
    prompts these are joined (`ifdsl.report.clusters`), so that a run of any length needs the same memory.
    """

    items: int = 0
    unanswered: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    _prompt: _Pair = field(default_factory=lambda: _Pair())
    _requirement: _Pair = field(default_factory=lambda: _Pair())
    _preference: _Pair = field(default_factory=lambda: _Pair())
    _by_constraint: dict[str, _Pair] = field(default_factory=dict)
    _by_group: dict[str, _Pair] = field(default_factory=dict)
    _by_facet: dict[str, dict[str, _Halves]] = field(default_factory=lambda: {name: {} for name in FACETS})
    _grid: dict[tuple[str, str], _Halves] = field(default_factory=dict)

    def add(self, item: ItemResult) -> None:
        """Count one item.

        A requirement of an item without an answer is a failure whatever its verdict says: a check for absence passes
        on the empty text.
        """
        answered = item.answered
        key = key_of(cluster_of(item))
        self.items += 1
        self.unanswered += not answered
        self.statuses[NO_RESPONSE if item.response is None else item.response.status] += 1
        parts = self._parts(item)
        strict, loose = _places(_whole(item.strict), _whole(item.loose), answered)
        for pair in (self._prompt, *(part.prompt for part in parts)):
            pair.count(key, strict, loose)
        for requirement in item.requirements:
            strict, loose = _places(requirement.strict, requirement.loose, answered)
            if not requirement.required:
                self._preference.count(key, strict, loose)
                continue
            self._requirement.count(key, strict, loose)
            _of(self._by_constraint, requirement.constraint, _part).count(key, strict, loose)
            _of(self._by_group, requirement.group, _part).count(key, strict, loose)
            for part in parts:
                part.requirement.count(key, strict, loose)

    def _parts(self, item: ItemResult) -> list[_Halves]:
        meta = item.prompt.meta
        named = {name: str(meta[name]) for name in FACETS if meta.get(name) not in (None, "")}
        parts = [_of(self._by_facet[name], value, _Halves) for name, value in named.items()]
        if "pattern" in named and "level" in named:
            parts.append(_of(self._grid, (named["pattern"], named["level"]), _Halves))
        return parts

    def metrics(self) -> Metrics:
        """The figures so far."""
        pattern, level, language, kind = (
            {value: parts[value].part() for value in sorted(parts, key=by_number)} for parts in self._by_facet.values()
        )
        crossed = {row for row, _ in self._grid}
        return Metrics(
            items=self.items,
            unanswered=self.unanswered,
            statuses=dict(sorted(self.statuses.items())),
            prompt=self._prompt.level(),
            requirement=self._requirement.level(),
            preference=self._preference.level(),
            by_constraint={name: self._by_constraint[name].level() for name in sorted(self._by_constraint)},
            by_group={name: self._by_group[name].level() for name in sorted(self._by_group)},
            by_pattern=pattern,
            by_level=level,
            by_language=language,
            by_kind=kind,
            grid={
                row: {column: self._grid[row, column].part() for column in level if (row, column) in self._grid}
                for row in pattern
                if row in crossed
            },
        )


def measure(items: Iterable[ItemResult]) -> Metrics:
    """Count `items`; their order does not matter."""
    meter = Meter()
    for item in items:
        meter.add(item)
    return meter.metrics()


def by_number(name: str) -> tuple[bool, float, str]:
    """Numbers in their order, Arabic ones and then the Roman ones of levels; then the other names in theirs."""
    whole = name.isascii() and name.isdigit()
    number = float(name) if whole else ROMAN.index(name) if name in ROMAN else len(ROMAN)
    return not whole, number, name


def _whole(passed: bool | None) -> str:
    # An item of which nothing applies is as undecided as one with an unknown verdict: both are `None`.
    return "unknown" if passed is None else "pass" if passed else "fail"


def _of(found: dict[_K, _T], name: _K, make: Callable[[], _T]) -> _T:
    one = found.get(name)
    if one is None:
        one = found[name] = make()
    return one


def _places(strict: str, loose: str, answered: bool) -> tuple[int, int]:
    """Where two verdicts are counted in the row of a cluster."""
    for verdict in (strict, loose):
        if verdict not in _PLACE:
            raise ValueError(f"`{verdict}` is not a verdict")
    return (_PLACE[strict], _KINDS + _PLACE[loose]) if answered else (_LOST, _KINDS + _LOST)


@dataclass(slots=True)
class _Pair:
    """The two readings of one set, counted together, by cluster: the kinds of strict outcome, then those of loose."""

    ledger: Ledger = field(default_factory=lambda: Ledger(2 * _KINDS))

    def count(self, key: int, strict: int, loose: int) -> None:
        row = self.ledger.row(key)
        row[strict] += 1
        row[loose] += 1

    def level(self) -> Level:
        totals = self.ledger.totals()
        return Level(self._figure(0, totals), self._figure(_KINDS, totals))

    def _figure(self, start: int, totals: list[int]) -> Figure:
        passed, failed, lost = start + _PASSED, start + _FAILED, start + _LOST
        return Figure(
            counted=Rate.of((row[passed], row[passed] + row[failed] + row[lost]) for row in self.ledger),
            answered=Rate.of((row[passed], row[passed] + row[failed]) for row in self.ledger),
            unknown=totals[start + _UNKNOWN],
            not_applicable=totals[start + _NOT_APPLICABLE],
        )


def _part() -> _Pair:
    return _Pair(Ledger(2 * _KINDS, _MOST_CLUSTERS_OF_A_PART))


@dataclass(slots=True)
class _Halves:
    prompt: _Pair = field(default_factory=_part)
    requirement: _Pair = field(default_factory=_part)

    def part(self) -> Part:
        return Part(self.prompt.level(), self.requirement.level())
