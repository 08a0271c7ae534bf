"""Take what checks found; give verdicts, outcomes with evidence, and the report on one response."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import Any, Literal


class Verdict(StrEnum):
    """What a check says of a text. Values are as written in records (`"pass"`)."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not_applicable"

    @property
    def accepted(self) -> bool:
        """Whether a requirement with this verdict leaves its response passing: it holds, or it does not apply."""
        return self in (Verdict.PASS, Verdict.NOT_APPLICABLE)


def conjunction(verdicts: Iterable[Verdict]) -> Verdict:
    """Strong Kleene `and`. What does not apply is left out; where nothing is left, nothing applies."""
    found = set(verdicts)
    for verdict in (Verdict.FAIL, Verdict.UNKNOWN, Verdict.PASS):
        if verdict in found:
            return verdict
    return Verdict.NOT_APPLICABLE


def disjunction(verdicts: Iterable[Verdict]) -> Verdict:
    """Strong Kleene `or`, with the same treatment of what does not apply."""
    found = set(verdicts)
    for verdict in (Verdict.PASS, Verdict.UNKNOWN, Verdict.FAIL):
        if verdict in found:
            return verdict
    return Verdict.NOT_APPLICABLE


def negation(verdict: Verdict) -> Verdict:
    """Strong Kleene `not`: `unknown` and `not_applicable` stay as they are."""
    if verdict is Verdict.PASS:
        return Verdict.FAIL
    return Verdict.PASS if verdict is Verdict.FAIL else verdict


EvidenceKind = Literal["violates", "satisfies", "counted", "missing"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A stretch of the graded text, `[start, end)` in code points, that a verdict rests on.

    What is `missing` has no place: its offsets are -1 and `text` says what was looked for.
    """

    kind: EvidenceKind
    start: int
    end: int
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        if self.kind == "missing":
            return {"kind": self.kind, "text": self.text}
        return {"kind": self.kind, "start": self.start, "end": self.end}


Measured = bool | int | float | str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one check found.

    `margin` is a finite signed distance, in units of the bound that decides.
    """

    # INVARIANT: margin is None exactly where the verdict is neither pass nor fail; else margin >= 0 means pass.
    verdict: Verdict
    margin: float | None
    message: str
    measured: Measured = None
    expected: str | None = None
    evidence: tuple[Evidence, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        measured = self.measured
        if isinstance(measured, float) and not isfinite(measured):
            measured = str(measured)
        return {
            "verdict": self.verdict.value,
            "margin": self.margin,
            "message": self.message,
            "measured": measured,
            "expected": self.expected,
            "evidence": [item.to_dict() for item in self.evidence],
        }


@dataclass(frozen=True, slots=True)
class RequirementOutcome:
    """What one requirement of a spec found.

    `constraint` is the qualified name of a demand's constraint, or the kind of a combinator (`each`, `any_of`, …),
    whose `children` are the outcomes of its body: of a scope, one child per element, with the body's below it.
    """

    id: str
    constraint: str
    outcome: Outcome
    children: tuple[RequirementOutcome, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "constraint": self.constraint,
            **self.outcome.to_dict(),
            "children": [child.to_dict() for child in self.children],
        }


def credit(outcome: Outcome) -> float | None:
    """The dense reward of one outcome, in [0, 1]; None where it does not apply.

    A pass earns 1. A fail earns `(1 + margin) / 2`, not below 0: a text that misses a bound by none of its size earns
    nearly one half, one that misses it by its whole size (or fails a yes-or-no check) earns nothing. An unknown earns
    nothing. So the reward rises with the margin, and no failure is worth as much as half a pass.
    """
    if outcome.verdict is Verdict.NOT_APPLICABLE:
        return None
    if outcome.verdict is Verdict.PASS:
        return 1.0
    return 0.0 if outcome.margin is None else max(0.0, 1.0 + outcome.margin) / 2


@dataclass(frozen=True, slots=True)
class Report:
    """What a spec found in one response: the outcomes of its top-level requirements, in declared order."""

    spec: str
    must: tuple[RequirementOutcome, ...]
    should: tuple[RequirementOutcome, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The conjunction of the `must` requirements; `should` has no say in it."""
        return conjunction(item.outcome.verdict for item in self.must)

    @property
    def passed(self) -> bool:
        """Whether every `must` requirement passes or does not apply."""
        return self.verdict.accepted

    @property
    def score(self) -> float:
        """The share of passing requirements among those that apply, `must` and `should` alike, in [0, 1].

        An unknown counts as not passing. Where no requirement applies there is nothing to fail: 1.
        """
        verdicts = [item.outcome.verdict for item in (*self.must, *self.should)]
        counted = [verdict is Verdict.PASS for verdict in verdicts if verdict is not Verdict.NOT_APPLICABLE]
        return sum(counted) / len(counted) if counted else 1.0

    @property
    def reward(self) -> float:
        """The mean of `credit` over the requirements that apply, `must` and `should` alike, in [0, 1]."""
        credits = [credit(item.outcome) for item in (*self.must, *self.should)]
        counted = [value for value in credits if value is not None]
        return sum(counted) / len(counted) if counted else 1.0

    def to_dict(self) -> dict[str, Any]:
        return {
            "spec": self.spec,
            "verdict": self.verdict.value,
            "passed": self.passed,
            "score": self.score,
            "reward": self.reward,
            "must": [item.to_dict() for item in self.must],
            "should": [item.to_dict() for item in self.should],
        }
