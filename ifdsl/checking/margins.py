"""Give all that compiled modules use, under the one name `mg`; take the findings of a check, give its outcome.

Margins compose as in signal temporal logic: `and` and `all` take the least, `or` and `any` the greatest, and `not` is
pushed inward to the comparisons, whose distance it reverses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import ParamSpec

from ifdsl.checking.combining import Claim, both, chain, either, least, tell
from ifdsl.checking.entries import ConstraintEntry, SpecEntry
from ifdsl.checking.findings import Finding, Needle, claim, compare, contains, fact
from ifdsl.checking.judging import filled, judged, judgement, part
from ifdsl.checking.outcomes import combined, demand, each, guarded, undecided, when, within
from ifdsl.checking.places import MOST_SPANS, at_end, at_start, matches, occurrences
from ifdsl.checking.quantifying import every, some
from ifdsl.checking.quick import (
    NOT_APPLICABLE,
    UNDECIDED,
    UNKNOWN,
    accepted,
    all_hold,
    all_of,
    any_of,
    none_of,
    python,
    reason,
)
from ifdsl.checking.values import at, divide, divide_down, remainder
from ifdsl.checking.verdict import Outcome, Report, Verdict
from ifdsl.checking.wording import Place, listing
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
    decisive = least(applicable) if applicable else found[0]
    told = tell(decisive)
    if not applicable:
        return Outcome(Verdict.NOT_APPLICABLE, None, told.message)
    verdict = Verdict.PASS if decisive.holds else Verdict.FAIL
    evidence = tuple(told.evidence[:MOST_SPANS])
    return Outcome(verdict, decisive.margin, told.message, told.measured, told.expected, evidence)
