"""Take a set of demands and what checks texts against them; give a certificate: a witness, a conflict, or neither.

A witness is a text that the compiled checkers accept, so it is checked again by running them. A conflict names a
minimal core, of which no member can be left out, with the facts that the proof rests on. Where neither is found, what
holds of all but odd texts is supposed (that a word is no bare combining mark, say), and a conflict says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import Conflict, Implied, Question, Repair, prove
from ifdsl.analysis.repairing import repaired
from ifdsl.analysis.solving import NoSolver
from ifdsl.analysis.witness.build import BUDGET, Witness, build
from ifdsl.analysis.witness.trial import Check
from ifdsl.ir import nodes as n

FEW = 200
"""Texts that are checked for each member of a core."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The answer on one set.

    Attributes:
        verdict: `consistent` with a witness, `conflict` with a core, or `unknown`.
        witness: a text that satisfies the whole set.
        core: positions in the set that cannot hold together, ascending; none of them can be left out.
        reason: in plain words, why the set conflicts, or what was tried where that is not known.
        steps: the facts of the theory that a conflict rests on, a sentence each.
        supposing: what a conflict supposes of the text besides, which only odd texts break; most suppose nothing.
        repair: the smallest change of one number that removes a conflict, where there is one.
        without: for each member of a core a text that satisfies the others; None where none was found.
        implied: the demands of a set without a conflict that every text passes, or every text that passes others.
        checked: how many texts were checked.
    """

    verdict: Literal["consistent", "conflict", "unknown"]
    witness: str | None = None
    core: tuple[int, ...] = ()
    reason: str = ""
    steps: tuple[str, ...] = ()
    supposing: tuple[str, ...] = ()
    repair: Repair | None = None
    without: tuple[str | None, ...] = ()
    implied: tuple[Implied, ...] = ()
    checked: int = 0


def certify(
    demands: Sequence[Demand],
    check: Check,
    *,
    blank_fails: bool = True,
    declared: Sequence[n.Conflict] = (),
    details: bool = True,
    budget: int = BUDGET,
    seed: int = 0,
) -> Certificate:
    """Prove that no text satisfies all demands, or find one that does; the same answer for the same arguments.

    Args:
        demands: the set; all must hold of one text.
        check: the verdicts of the compiled checkers on a text, one for each demand.
        blank_fails: whether a text of white space alone fails, whatever is asked of it. A witness never is blank.
        declared: what authors declare impossible; it is believed.
        details: whether to look for what goes with a conflict: the smallest change that removes it, which costs
            several proofs, and the texts that show that no member of its core can be left out.
        budget: the number of texts that may be checked.
        seed: which words a witness prefers.
    """
    found: Conflict | None = None
    implied: tuple[Implied, ...] = ()
    proved = "no contradiction was found in what could be read of the demands"
    try:
        question = Question(demands, blank_fails=blank_fails, declared=declared)
        found = question.conflict()
        implied = () if found is not None else question.implied()
        solved = True
    except NoSolver as error:
        proved, solved = f"nothing was proved: {error}", False

    def in_conflict(conflict: Conflict, checked: int) -> Certificate:
        without: list[str | None] = []
        if details:
            conflict = repaired(demands, conflict, blank_fails=blank_fails, declared=declared)
            without = [_without(demands, conflict.core, place, check, seed) for place in conflict.core]
        return _conflict(conflict, tuple(without), checked)

    if found is not None:
        return in_conflict(found, 0)
    built = build(demands, check, budget=budget, seed=seed)
    if isinstance(built, Witness):
        return Certificate("consistent", witness=built.text, implied=implied, checked=built.checked)
    if solved:
        supposed = prove(demands, blank_fails=blank_fails, ordinary=True, declared=declared)
        if isinstance(supposed, Conflict):
            return in_conflict(supposed, built.checked)
    left = ", ".join(f"`{demands[place].name}`" for place in built.failing)
    reason = f"{proved}, and of {built.checked} texts none satisfied the whole set; the nearest failed {left}"
    return Certificate("unknown", reason=reason, implied=implied, checked=built.checked)


def _without(demands: Sequence[Demand], core: Sequence[int], left_out: int, check: Check, seed: int) -> str | None:
    """A text that satisfies the members of a core but one."""
    others = [place for place in core if place != left_out]

    def check_others(text: str) -> list[bool]:
        verdicts = check(text)
        return [verdicts[place] for place in others]

    built = build([demands[place] for place in others], check_others, budget=FEW, seed=seed)
    return built.text if isinstance(built, Witness) else None


def _conflict(found: Conflict, without: tuple[str | None, ...], checked: int) -> Certificate:
    reason = found.reason
    if found.supposing:
        reason += f" This supposes that {'; '.join(found.supposing)}; of {checked} texts none showed otherwise."
    return Certificate(
        "conflict",
        core=found.core,
        reason=reason,
        steps=found.steps,
        supposing=found.supposing,
        repair=found.repair,
        without=without,
        checked=checked,
    )
