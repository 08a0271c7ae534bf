"""Take the members of a core and the lemmas of its proof; give the reason in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.formulas import Lemma


def reason_of(demands: Sequence[Demand], core: Sequence[int], lemmas: Sequence[Lemma]) -> str:
    """One sentence: who is in the conflict, and the facts that it rests on."""
    names = ", ".join(f"`{demands[place].name}`" for place in core)
    why = "; ".join(dict.fromkeys(lemma.why for lemma in lemmas)) or "its own bounds leave nothing"
    return f"{names} cannot hold together: {why}."
