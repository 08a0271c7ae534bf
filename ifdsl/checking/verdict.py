"""Take what checks found; give verdicts, outcomes with evidence, and the report on one response."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import Any, Literal

from ifdsl.checking.distances import EDGE


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


def credit(outcome: Outcome) -> float:
    """What one outcome adds to the dense reward, in [0, 1]; it never falls where the margin rises.

    A pass earns 1, and so does what does not apply. A fail earns `(1 + margin) / 2`, not below 0: a text that misses a
    bound by none of its size earns nearly one half, one that misses it by its whole size (or fails a yes-or-no check)
    earns nothing. An unknown earns nothing.
    """
    if outcome.verdict.accepted:
        return 1.0
    # INVARIANT: a fail earns less than one half, however little it missed by.
    return 0.0 if outcome.margin is None else max(0.0, 1.0 + min(outcome.margin, -EDGE)) / 2


def dense(must: Sequence[float], should: Sequence[float]) -> float:
    """The dense reward of what each requirement earns (see `credit`), in [0, 1].

    `(2 * sum(must) + mean(should)) / (2 * len(must) + 1)`; without `should` requirements the mean of `must`. Each
    `must` weighs two and all the `should` together one. A failing `must` loses more than one half, so that a response
    that fails the spec earns less than any that passes it, and the reward is 1 exactly where everything is accepted.
    """
    total, weight = 2.0 * sum(must), 2.0 * len(must)
    if should:
        total, weight = total + sum(should) / len(should), weight + 1.0
    return total / weight if weight else 1.0


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
        """The dense reward, in [0, 1]; see `dense`."""
        return dense(*([credit(item.outcome) for item in items] for items in (self.must, self.should)))

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
