"""Take what was proved of demands and the lemmas of the proof; give the reason in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.formulas import Lemma

MOST = 4


def reason_of(demands: Sequence[Demand], core: Sequence[int], lemmas: Sequence[Lemma]) -> str:
    """One sentence: whom it concerns, and the facts that it rests on."""
    names = [f"`{demands[place].name}`" for place in core]
    why = _why(lemmas)
    if len(names) == 1:
        return f"no text satisfies {names[0]}: {why or 'with these arguments its check holds of none'}."
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{listed} cannot hold together: {why or 'their bounds for one and the same number leave none'}."


def why_implied(demands: Sequence[Demand], place: int, by: Sequence[int], lemmas: Sequence[Lemma]) -> str:
    """One sentence: what asks for nothing more, and why."""
    name, why = f"`{demands[place].name}`", _why(lemmas)
    if not by:
        return f"every text passes {name}{f': {why}' if why else ''}."
    names = [f"`{demands[other].name}`" for other in by]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"every text that passes {listed} passes {name}{f': {why}' if why else ''}."


def _why(lemmas: Sequence[Lemma]) -> str:
    return "; ".join(list(dict.fromkeys(lemma.why for lemma in lemmas if lemma.rule != "free copies"))[:MOST])
