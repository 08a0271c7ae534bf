"""Take judged items; give accuracy over prompts and over requirements, strict and loose, whole, by type and by group.

The figures are those of IFEval (Zhou et al. 2023, section 3): a prompt is followed when all its requirements are; the
requirement-level rate pools the requirements of all prompts and is not a mean of means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import Literal, NamedTuple

from ifdsl.store.records import ItemResult

Mode = Literal["strict", "loose"]
NO_RESPONSE = "no_response"
"""Stands among the statuses for an item that has no response at all."""
_Z = 1.959963984540054  # the normal quantile of 97.5 %


class Rate(NamedTuple):
    """How many of a total passed."""

    passed: int
    total: int

    @property
    def value(self) -> float | None:
        """The share in [0, 1]; `None` of nothing."""
        return self.passed / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % score interval (Wilson 1927), which stays inside [0, 1] and holds the share; `None` of nothing.

        It takes the outcomes for independent. Requirements of one prompt are not, so that at requirement level it
        is too narrow.
        """
        if not self.total:
            return None
        n, p = self.total, self.passed / self.total
        middle = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        half = _Z / (1 + _Z**2 / n) * sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2))
        # Rounding must not put a share of 0 or 1 outside its own interval.
        return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))


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


class Metrics(NamedTuple):
    """All figures of a run.

    `prompt` counts items; `requirement` and the tables below it count `must` requirements, pooled; `preference` counts
    `should` requirements. `statuses` counts items
    by the status of their response; `unanswered` are those without a text to judge.
    """

    items: int
    unanswered: int
    statuses: dict[str, int]
    prompt: Level
    requirement: Level
    preference: Level
    by_constraint: dict[str, Level]
    by_group: dict[str, Level]


@dataclass(slots=True)
class Meter:
    """Counts items as they come; it holds figures alone, so a run of any length needs the same memory."""

    items: int = 0
    unanswered: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    _prompt: _Pair = field(default_factory=lambda: _Pair())
    _requirement: _Pair = field(default_factory=lambda: _Pair())
    _preference: _Pair = field(default_factory=lambda: _Pair())
    _by_constraint: dict[str, _Pair] = field(default_factory=dict)
    _by_group: dict[str, _Pair] = field(default_factory=dict)

    def add(self, item: ItemResult) -> None:
        """Count one item.

        A requirement of an item without an answer is a failure whatever its verdict says: a check for absence passes
        on the empty text.
        """
        answered = item.answered
        self.items += 1
        self.unanswered += not answered
        self.statuses[NO_RESPONSE if item.response is None else item.response.status] += 1
        self._prompt.count(_whole(item.strict), _whole(item.loose), answered)
        for requirement in item.requirements:
            strict, loose = requirement.strict, requirement.loose
            if not requirement.required:
                self._preference.count(strict, loose, answered)
                continue
            self._requirement.count(strict, loose, answered)
            _of(self._by_constraint, requirement.constraint).count(strict, loose, answered)
            _of(self._by_group, requirement.group).count(strict, loose, answered)

    def metrics(self) -> Metrics:
        """The figures so far."""
        return Metrics(
            items=self.items,
            unanswered=self.unanswered,
            statuses=dict(sorted(self.statuses.items())),
            prompt=self._prompt.level(),
            requirement=self._requirement.level(),
            preference=self._preference.level(),
            by_constraint={name: self._by_constraint[name].level() for name in sorted(self._by_constraint)},
            by_group={name: self._by_group[name].level() for name in sorted(self._by_group)},
        )


def measure(items: Iterable[ItemResult]) -> Metrics:
    """Count `items`; their order does not matter."""
    meter = Meter()
    for item in items:
        meter.add(item)
    return meter.metrics()


def _whole(passed: bool | None) -> str:
    # An item of which nothing applies is as undecided as one with an unknown verdict: both are `None`.
    return "unknown" if passed is None else "pass" if passed else "fail"


def _of(pairs: dict[str, _Pair], name: str) -> _Pair:
    pair = pairs.get(name)
    if pair is None:
        pair = pairs[name] = _Pair()
    return pair


@dataclass(slots=True)
class _Tally:
    passed: int = 0
    failed: int = 0
    lost: int = 0
    unknown: int = 0
    not_applicable: int = 0

    def count(self, verdict: str, answered: bool) -> None:
        if not answered:
            self.lost += 1
        elif verdict == "pass":
            self.passed += 1
        elif verdict == "fail":
            self.failed += 1
        elif verdict == "unknown":
            self.unknown += 1
        elif verdict == "not_applicable":
            self.not_applicable += 1
        else:
            raise ValueError(f"`{verdict}` is not a verdict")

    def figure(self) -> Figure:
        decided = self.passed + self.failed
        return Figure(
            counted=Rate(self.passed, decided + self.lost),
            answered=Rate(self.passed, decided),
            unknown=self.unknown,
            not_applicable=self.not_applicable,
        )


@dataclass(slots=True)
class _Pair:
    """The two readings of one set, counted together."""

    strict: _Tally = field(default_factory=_Tally)
    loose: _Tally = field(default_factory=_Tally)

    def count(self, strict: str, loose: str, answered: bool) -> None:
        self.strict.count(strict, answered)
        self.loose.count(loose, answered)

    def level(self) -> Level:
        return Level(self.strict.figure(), self.loose.figure())
