"""Take the findings of the parts of a check; give the finding of the whole: verdict, margin, words and evidence.

This is what compiled modules import as `mg`. Margins compose as in signal temporal logic: `and` and `all` take the
least, `or` and `any` the greatest, and `not` is pushed inward to the comparisons, whose distance it reverses.

Each combination stops at a part that cannot be decided: what has been found by then stands if it settles the verdict,
as it would for the fast functions, which stop there too; else the whole is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from itertools import islice
from typing import Any, ParamSpec

from ifdsl.checking.entries import ConstraintEntry, SpecEntry
from ifdsl.checking.findings import Finding, Needle, Telling, claim, compare, contains, fact
from ifdsl.checking.judging import filled, judged, judgement, part
from ifdsl.checking.outcomes import combined, demand, each, guarded, undecided, when, within
from ifdsl.checking.places import MOST_SPANS, at_end, at_start, evidence, matches, occurrences
from ifdsl.checking.quick import (
    NOT_APPLICABLE,
    UNDECIDED,
    UNKNOWN,
    Quick,
    accepted,
    all_hold,
    all_of,
    any_of,
    none_of,
    python,
    reason,
)
from ifdsl.checking.values import at, divide, divide_down, remainder
from ifdsl.checking.verdict import Evidence, EvidenceKind, Outcome, Report, Verdict
from ifdsl.checking.wording import Noun, Place, Topic, listing, ticked, topic
from ifdsl.primitives.piece import Piece
from ifdsl.primitives.ranges import Range

__all__ = [
    "NOT_APPLICABLE",
    "UNDECIDED",
    "UNKNOWN",
    "Claim",
    "ConstraintEntry",
    "Needle",
    "Place",
    "Range",
    "Report",
    "SpecEntry",
    "accepted",
    "all_hold",
    "all_of",
    "any_of",
    "at",
    "at_end",
    "at_start",
    "both",
    "chain",
    "claim",
    "combined",
    "compare",
    "contains",
    "demand",
    "divide",
    "divide_down",
    "each",
    "either",
    "every",
    "explains",
    "fact",
    "filled",
    "guarded",
    "judged",
    "judgement",
    "listing",
    "matches",
    "none_of",
    "occurrences",
    "part",
    "python",
    "remainder",
    "some",
    "when",
    "within",
]

P = ParamSpec("P")
Thunk = Callable[[], Finding]

MOST_TOLD = 50
"""Elements of one quantifier whose own evidence is gathered."""


def explains(parts: Callable[P, Iterator[Finding]]) -> Callable[P, Outcome]:
    """Make a generator of findings, one per conjunct of a check, a function that gives the check's outcome."""

    @wraps(parts)
    def explain(*args: P.args, **kwargs: P.kwargs) -> Outcome:
        found: list[Finding] = []
        try:
            found.extend(parts(*args, **kwargs))
        except UNDECIDED as error:
            if not any(finding.holds is False for finding in found):
                return undecided(reason(error))
        return _outcome(found)

    return explain


def _outcome(found: Sequence[Finding]) -> Outcome:
    applicable = [finding for finding in found if finding.holds is not None]
    decisive = _least(applicable) if applicable else found[0]
    told = _tell(decisive)
    if not applicable:
        return Outcome(Verdict.NOT_APPLICABLE, None, told.message)
    verdict = Verdict.PASS if decisive.holds else Verdict.FAIL
    evidence = tuple(told.evidence[:MOST_SPANS])
    return Outcome(verdict, decisive.margin, told.message, told.measured, told.expected, evidence)


def _tell(finding: Finding) -> Telling:
    try:
        return finding.tell()
    except UNDECIDED as error:
        # The verdict is known; only where it was found could not be said.
        return Telling(f"{'as asked' if finding.holds else 'not as asked'}; no more is known: {reason(error)}")


def _least(findings: Sequence[Finding]) -> Finding:
    return min(findings, key=lambda finding: finding.margin)


def _greatest(findings: Sequence[Finding]) -> Finding:
    return max(findings, key=lambda finding: finding.margin)


def _gather(parts: Iterable[Thunk], settled_by: bool) -> list[Finding]:
    """The findings in order, up to a part that cannot be decided if an earlier one settles the whole.

    Raises:
        Undecided: no earlier one does.
    """
    found: list[Finding] = []
    try:
        for part in parts:
            found.append(part())
    except UNDECIDED:
        if not any(finding.holds is settled_by for finding in found):
            raise
    return found


# ---------------------------------------------------------------- and, or, chains


def both(*parts: Thunk) -> Finding:
    """`and`: the least margin decides."""
    return _least(_gather(parts, settled_by=False))


def either(*parts: Thunk) -> Finding:
    """`or`: the greatest margin decides."""
    found = _gather(parts, settled_by=True)
    best = _greatest(found)
    if best.holds or len(found) == 1:
        return best
    return Finding(False, best.margin, lambda: _nearest(_tell(best), f"none of {len(found)} alternatives holds"))


def _nearest(told: Telling, message: str) -> Telling:
    return told._replace(message=f"{message}; the nearest: {told.message}")


def chain(
    operands: Sequence[Callable[[], Any]],
    *links: Callable[[Any, Any], Finding],
    holds: bool = True,
) -> Finding:
    """A chain of comparisons: each link takes its neighbours' values; every operand is computed once, in order."""
    values: list[Any] = []

    def link(position: int) -> Finding:
        while len(values) < position + 2:
            values.append(operands[len(values)]())
        return links[position](values[position], values[position + 1])

    def part(position: int) -> Thunk:
        return lambda: link(position)

    parts = [part(position) for position in range(len(links))]
    return both(*parts) if holds else either(*parts)


class Claim:
    """A truth value under a name: its finding and that of its opposite, each computed at most once."""

    __slots__ = ("_found", "_sides")

    def __init__(self, holds: Thunk, fails: Thunk) -> None:
        self._sides = (fails, holds)
        self._found: dict[bool, Finding] = {}

    def holds(self) -> Finding:
        return self._of(True)

    def fails(self) -> Finding:
        return self._of(False)

    def _of(self, side: bool) -> Finding:
        if side not in self._found:
            self._found[side] = self._sides[side]()
        return self._found[side]


# ---------------------------------------------------------------- all, any


def every(
    items: Iterable[Any],
    judge: Callable[[Any, Place], Finding],
    *,
    noun: Noun | None = None,
    outer: Topic = None,
    where: Callable[[Any], bool] | None = None,
    if_empty: Quick = True,
) -> Finding:
    """`all(… for item in items if where)`: the least margin decides; over nothing, `if_empty` does.

    Args:
        noun: what the items are called.
        outer: the text that they are parts of.
    """
    places, found = _each(items, judge, noun, outer, where, settled_by=False)
    if not found:
        holds = None if if_empty is NOT_APPLICABLE else if_empty is True
        return Finding(holds, 1.0 if holds else -1.0, lambda: Telling(_nothing(noun, outer), 0, _some_of(noun)))
    worst = _least(found)
    return Finding(worst.holds, worst.margin, lambda: _every_told(places, found, worst, noun))


def some(
    items: Iterable[Any],
    judge: Callable[[Any, Place], Finding],
    *,
    noun: Noun | None = None,
    outer: Topic = None,
    where: Callable[[Any], bool] | None = None,
) -> Finding:
    """`any(… for item in items if where)`: the greatest margin decides; over nothing, it fails by 1."""
    places, found = _each(items, judge, noun, outer, where, settled_by=True)
    if not found:
        return Finding(False, -1.0, lambda: Telling(_nothing(noun, outer), 0, _some_of(noun)))
    best = _greatest(found)
    return Finding(best.holds, best.margin, lambda: _some_told(places, found, best, noun))


def _each(
    items: Iterable[Any],
    judge: Callable[[Any, Place], Finding],
    noun: Noun | None,
    outer: Topic,
    where: Callable[[Any], bool] | None,
    settled_by: bool,
) -> tuple[list[Place], list[Finding]]:
    places: list[Place] = []

    def parts() -> Iterator[Thunk]:
        for position, item in enumerate(items, start=1):
            if where is None or where(item):
                places.append(Place(noun, position, item, outer))
                yield lambda: judge(item, places[-1])  # noqa: B023 - called before the next turn

    return places, _gather(parts(), settled_by)


def _nothing(noun: Noun | None, outer: Topic) -> str:
    words = f"there is no {noun[0]}" if noun else "there is nothing to look at"
    return words if outer is None else f"{words} in {topic(outer)}"


def _some_of(noun: Noun | None) -> str | None:
    return f"at least 1 {noun[0]}" if noun else None


def _every_told(places: Sequence[Place], found: Sequence[Finding], worst: Finding, noun: Noun | None) -> Telling:
    failing = [i for i, finding in enumerate(found) if not finding.holds]
    told = _tell(worst)
    if failing:
        if len(failing) > 1:
            many = f"{len(failing)} of {len(found)} {noun[1]}" if noun else f"{len(failing)} of {len(found)}"
            told = told._replace(message=f"{told.message} ({many})")
        return told._replace(evidence=_evidence(places, found, failing, worst, told, "violates"))
    if len(found) > 1:
        told = told._replace(message=f"all of {_of_them(places, noun)} are as asked")
    return told._replace(evidence=_evidence(places, found, range(len(found)), worst, told, None))


def _some_told(places: Sequence[Place], found: Sequence[Finding], best: Finding, noun: Noun | None) -> Telling:
    told = _tell(best)
    if best.holds:
        holding = [i for i, finding in enumerate(found) if finding.holds]
        return told._replace(evidence=_evidence(places, found, holding, best, told, "satisfies"))
    told = told._replace(evidence=_evidence(places, found, range(len(found)), best, told, None))
    if len(found) == 1:
        return told
    return _nearest(told, f"none of {_of_them(places, noun)} is as asked")


def _of_them(places: Sequence[Place], noun: Noun | None) -> str:
    """`7 paragraphs`, or the values where they are called nothing."""
    return f"{len(places)} {noun[1]}" if noun else f"{ticked([place.value for place in places])}"


def _evidence(
    places: Sequence[Place],
    found: Sequence[Finding],
    chosen: Sequence[int],
    decisive: Finding,
    told: Telling,
    kind: EvidenceKind | None,
) -> list[Evidence]:
    """The chosen elements themselves where they are parts of the text, else what their findings point at.

    `told` is what `decisive` told: nothing is told twice, or quantifiers that nest would take exponential time.
    """
    if isinstance(places[0].value, Piece):
        return evidence(kind, (places[i].value for i in chosen[:MOST_SPANS])) if kind else list(told.evidence)
    tellings = (told if found[i] is decisive else _tell(found[i]) for i in chosen[:MOST_TOLD])
    return list(islice((item for telling in tellings for item in telling.evidence), MOST_SPANS))
