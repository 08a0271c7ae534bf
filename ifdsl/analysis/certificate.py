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
from ifdsl.analysis.prove import Conflict, Open, Repair, prove
from ifdsl.analysis.repairing import repaired
from ifdsl.analysis.solving import NoSolver
from ifdsl.analysis.witness.build import BUDGET, Witness, build
from ifdsl.analysis.witness.trial import Check


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
        checked: how many texts were checked.
    """

    verdict: Literal["consistent", "conflict", "unknown"]
    witness: str | None = None
    core: tuple[int, ...] = ()
    reason: str = ""
    steps: tuple[str, ...] = ()
    supposing: tuple[str, ...] = ()
    repair: Repair | None = None
    checked: int = 0


def certify(
    demands: Sequence[Demand],
    check: Check,
    *,
    blank_fails: bool = True,
    repairs: bool = True,
    budget: int = BUDGET,
    seed: int = 0,
) -> Certificate:
    """Prove that no text satisfies all demands, or find one that does; the same answer for the same arguments.

    Args:
        demands: the set; all must hold of one text.
        check: the verdicts of the compiled checkers on a text, one for each demand.
        blank_fails: whether a text of white space alone fails, whatever is asked of it. A witness never is blank.
        repairs: whether to look for the smallest change that removes a conflict, which costs several proofs.
        budget: the number of texts that may be checked.
        seed: which words a witness prefers.
    """
    try:
        found: Conflict | Open | None = prove(demands, blank_fails=blank_fails)
        proved = "no contradiction was found in what could be read of the demands"
    except NoSolver as error:
        found, proved = None, f"nothing was proved: {error}"
    if isinstance(found, Conflict):
        return _conflict(repaired(demands, found, blank_fails=blank_fails) if repairs else found, 0)
    built = build(demands, check, budget=budget, seed=seed)
    if isinstance(built, Witness):
        return Certificate("consistent", witness=built.text, checked=built.checked)
    if isinstance(found, Open):
        supposed = prove(demands, blank_fails=blank_fails, ordinary=True)
        if isinstance(supposed, Conflict):
            return _conflict(supposed, built.checked)
    left = ", ".join(f"`{demands[place].name}`" for place in built.failing)
    reason = f"{proved}, and of {built.checked} texts none satisfied the whole set; the nearest failed {left}"
    return Certificate("unknown", reason=reason, checked=built.checked)


def _conflict(found: Conflict, checked: int) -> Certificate:
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
        checked=checked,
    )
