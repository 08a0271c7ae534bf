"""Take the outcomes of the parts of a requirement; give the requirement's outcome: verdict, margin, words, evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal

from ifdsl.checking import verdict as v
from ifdsl.checking.distances import EDGE
from ifdsl.checking.judging import part
from ifdsl.checking.quick import UNDECIDED, reason
from ifdsl.checking.verdict import Outcome, RequirementOutcome, Verdict
from ifdsl.primitives.doc import Doc

Body = Sequence[RequirementOutcome]

ABSENT = 1.0
"""The margin of a scope that has nothing in it: nothing can be wrong with it."""


def undecided(message: str) -> Outcome:
    return Outcome(Verdict.UNKNOWN, None, message)


def demand(id: str, constraint: str, outcome: Outcome) -> RequirementOutcome:
    """The outcome of a constraint."""
    return RequirementOutcome(id, constraint, outcome)


def guarded(id: str, constraint: str, outcome: Callable[[], Outcome]) -> RequirementOutcome:
    """The outcome of a constraint whose arguments may be undecided themselves."""
    try:
        return RequirementOutcome(id, constraint, outcome())
    except UNDECIDED as error:
        return RequirementOutcome(id, constraint, undecided(reason(error)))


def combined(id: str, kind: Literal["all_of", "any_of", "none_of"], body: Body) -> RequirementOutcome:
    """A combinator over the outcomes of its body."""
    outcomes = [item.outcome for item in body]
    made = {"all_of": all_hold, "any_of": any_holds, "none_of": none_holds}[kind](outcomes)
    return RequirementOutcome(id, kind, made, tuple(body))


def within(id: str, doc: Doc, subject: Callable[[], str], body: Callable[[Doc], Body]) -> RequirementOutcome:
    """The body on the text that `subject` gives."""
    try:
        inner = body(part(doc, subject()))
    except UNDECIDED as error:
        return RequirementOutcome(id, "within", undecided(reason(error)))
    return RequirementOutcome(id, "within", all_hold([item.outcome for item in inner]), tuple(inner))


def each(
    id: str,
    kind: Literal["each", "if_present"],
    noun: str,
    doc: Doc,
    domain: Callable[[], Iterable[str]],
    body: Callable[[Doc], Body],
) -> RequirementOutcome:
    """The body on every element of `domain`; it passes where there is none."""
    children = []
    try:
        for position, element in enumerate(domain(), start=1):
            inner = tuple(body(part(doc, element)))
            outcome = all_hold([item.outcome for item in inner])
            outcome = replace(outcome, message=f"{noun} {position}: {outcome.message}")
            children.append(RequirementOutcome(f"{id}[{position}]", noun, outcome, inner))
    except UNDECIDED as error:
        return RequirementOutcome(id, kind, undecided(reason(error)))
    if not children:
        return RequirementOutcome(id, kind, Outcome(Verdict.PASS, ABSENT, f"there is no {noun}"))
    return RequirementOutcome(id, kind, all_hold([child.outcome for child in children]), tuple(children))


def when(
    id: str, condition: Callable[[], bool], then: Callable[[], Body], otherwise: Callable[[], Body]
) -> RequirementOutcome:
    """The body that the condition chooses; where that is empty, nothing applies."""
    try:
        chosen = then() if condition() else otherwise()
    except UNDECIDED as error:
        return RequirementOutcome(id, "when", undecided(reason(error)))
    return RequirementOutcome(id, "when", all_hold([item.outcome for item in chosen]), tuple(chosen))


# ---------------------------------------------------------------- combinations


def all_hold(outcomes: Sequence[Outcome]) -> Outcome:
    """Kleene `and`; the least margin decides."""
    verdict = v.conjunction(outcome.verdict for outcome in outcomes)
    return _of(verdict, outcomes, min)


def any_holds(outcomes: Sequence[Outcome]) -> Outcome:
    """Kleene `or`; the greatest margin decides."""
    verdict = v.disjunction(outcome.verdict for outcome in outcomes)
    made = _of(verdict, outcomes, max)
    if verdict is Verdict.FAIL and len(outcomes) > 1:
        return replace(made, message=f"none of {len(outcomes)} alternatives holds; the nearest: {made.message}")
    return made


def none_holds(outcomes: Sequence[Outcome]) -> Outcome:
    """Kleene `not` of `or`."""
    return all_hold([_reversed(outcome) for outcome in outcomes])


def _reversed(outcome: Outcome) -> Outcome:
    if outcome.margin is None:
        return outcome
    # A margin does not say whether it counts whole things: a check that passes at its bound is missed by the least.
    margin = -outcome.margin if outcome.margin else -EDGE
    message = f"what must not hold does: {outcome.message}" if outcome.verdict is Verdict.PASS else outcome.message
    evidence = tuple(
        replace(item, kind="violates") if item.kind == "satisfies" else item
        for item in outcome.evidence
        if item.kind != "missing"
    )
    expected = None if outcome.expected is None else f"not {outcome.expected}"
    return Outcome(v.negation(outcome.verdict), margin, message, outcome.measured, expected, evidence)


def _of(verdict: Verdict, outcomes: Sequence[Outcome], choose: Callable[..., Any]) -> Outcome:
    """The outcome that decides, under the verdict of them all."""
    if verdict is Verdict.NOT_APPLICABLE:
        messages = [outcome.message for outcome in outcomes]
        return Outcome(verdict, None, messages[0] if messages else "nothing is asked for here")
    if verdict is Verdict.UNKNOWN:
        return next(outcome for outcome in outcomes if outcome.verdict is verdict)
    measured = [outcome for outcome in outcomes if outcome.margin is not None]
    decisive: Outcome = choose(measured, key=lambda outcome: outcome.margin)
    return decisive
