"""Take judged items; give accuracy over prompts and over requirements, strict and loose, whole, by type and by group.

The figures are those of IFEval (Zhou et al. 2023, section 3): a prompt is followed when all its requirements are; the
requirement-level rate pools the requirements of all prompts and is not a mean of means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from ifdsl.store.records import ItemResult, RequirementResult

Mode = Literal["strict", "loose"]
NO_RESPONSE = "no_response"
"""Stands among the statuses for an item that has no response at all."""
_Z = 1.959963984540054  # the normal quantile of 97.5 %


@dataclass(frozen=True, slots=True)
class Rate:
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


@dataclass(frozen=True, slots=True)
class Figure:
    """One rate in two readings, and what neither counts.

    `counted` takes whatever got no answer as failed; `answered` leaves it out. `unknown` and `not_applicable` are the
    verdicts in neither.
    """

    counted: Rate
    answered: Rate
    unknown: int = 0
    not_applicable: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """The figures of one set of prompts or requirements."""

    strict: Figure
    loose: Figure


@dataclass(frozen=True, slots=True)
class Metrics:
    """All figures of a run.

    `prompt` counts items; `requirement` and the tables below it count requirements, pooled. `statuses` counts items
    by the status of their response; `unanswered` are those without a text to judge.
    """

    items: int
    unanswered: int
    statuses: dict[str, int]
    prompt: Level
    requirement: Level
    by_constraint: dict[str, Level]
    by_group: dict[str, Level]


def measure(items: Sequence[ItemResult]) -> Metrics:
    """Count `items`; their order does not matter.

    A requirement of an item without an answer is a failure whatever its verdict says: a check for absence passes on
    the empty text.
    """
    judged = [(requirement, item.answered) for item in items for requirement in item.requirements]
    statuses = Counter(NO_RESPONSE if item.response is None else item.response.status for item in items)
    return Metrics(
        items=len(items),
        unanswered=sum(not item.answered for item in items),
        statuses=dict(sorted(statuses.items())),
        prompt=Level(_of_items(items, "strict"), _of_items(items, "loose")),
        requirement=_level(judged),
        by_constraint=_by((requirement.constraint, requirement, answered) for requirement, answered in judged),
        by_group=_by((requirement.group, requirement, answered) for requirement, answered in judged),
    )


def _of_items(items: Iterable[ItemResult], mode: Mode) -> Figure:
    tally = _Tally()
    for item in items:
        whole = item.strict if mode == "strict" else item.loose
        # An item of which nothing applies is as undecided as one with an unknown verdict: both are `None`.
        tally.count("unknown" if whole is None else "pass" if whole else "fail", item.answered)
    return tally.figure()


def _level(judged: Iterable[tuple[RequirementResult, bool]]) -> Level:
    strict, loose = _Tally(), _Tally()
    for requirement, answered in judged:
        strict.count(requirement.strict, answered)
        loose.count(requirement.loose, answered)
    return Level(strict.figure(), loose.figure())


def _by(named: Iterator[tuple[str, RequirementResult, bool]]) -> dict[str, Level]:
    sets: dict[str, list[tuple[RequirementResult, bool]]] = {}
    for name, requirement, answered in named:
        sets.setdefault(name, []).append((requirement, answered))
    return {name: _level(sets[name]) for name in sorted(sets)}


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
