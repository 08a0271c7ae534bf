"""Take an item and its aim; give the response of the oracle: a text that passes, or why there is none.

The oracle is no model: what it answers is a text that the item's own checkers accept, one that is known beforehand or
the witness of the conflict analysis.
So a set of items on which it scores less than 100 % has an item that no response can pass, or one of which that is not
known.
"""

from __future__ import annotations

from collections.abc import Callable

from ifdsl.analysis.certificate import Certificate, certify
from ifdsl.analysis.witness.build import BUDGET
from ifdsl.analysis.witness.trial import Check
from ifdsl.checking.verdict import Verdict
from ifdsl.run.aims import Aim
from ifdsl.run.grading import Item
from ifdsl.store.records import NO_TEXT_PASSES, NOT_KNOWN, ORACLE, Response


def respond(
    item: Item,
    aim: Aim,
    *,
    seed: int = 0,
    graded: Callable[[str], str] | None = None,
    budget: int = BUDGET,
) -> Response:
    """The response to one item; the same one for the same arguments.

    Args:
        item: its verifier says what passes.
        aim: what it asks.
        seed: which words are preferred.
        graded: what of a response is graded, where that is not all of it.
        budget: the number of texts that a search may check.

    Returns:
        A response with status `ok` that passes, or one with status `refused` and an error of the kind `conflict` or
        `unknown`.
    """
    for text in item.attempts() if item.attempts is not None else ():
        if all(_check(item, graded, applying=True)(text)):
            return Response(item.prompt.id, text, "ok", ORACLE)
    found = _certificate(aim, _check(item, graded, applying=False), seed, budget)
    if found.witness is not None and aim.demands:
        applying = _check(item, graded, applying=True)
        if not all(applying(found.witness)):
            # Nothing applies to this text, so that it would be left out of the score; another one may be graded.
            other = _certificate(aim, applying, seed, budget)
            found = found if other.witness is None else other
    if found.witness is not None:
        return Response(item.prompt.id, found.witness, "ok", ORACLE)
    kind = NO_TEXT_PASSES if found.verdict == "conflict" else NOT_KNOWN
    return Response(item.prompt.id, "", "refused", ORACLE, error=found.reason, error_kind=kind)


def _certificate(aim: Aim, check: Check, seed: int, budget: int) -> Certificate:
    if not aim.obstacles:
        return certify(aim.demands, check, details=False, budget=budget, seed=seed)
    proved = certify(aim.demands, check, details=False, budget=0)
    return proved if proved.verdict == "conflict" else Certificate("unknown", reason="; ".join(aim.obstacles))


def _check(item: Item, graded: Callable[[str], str] | None, *, applying: bool) -> Check:
    """The verdicts of the item's own verifier on its `must` requirements; with `applying` one of them is to apply."""
    required = [label.required for label in item.labels]

    def check(text: str) -> list[bool]:
        verdicts = item.verifier.verdicts(text if graded is None else graded(text))
        musts = [verdict for verdict, must in zip(verdicts, required, strict=True) if must]
        failed = applying and Verdict.PASS not in musts
        return [verdict.accepted and not failed for verdict in musts]

    return check
