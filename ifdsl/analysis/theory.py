"""Take what a set of demands speaks of; give the lemmas of all parts of the theory."""

from __future__ import annotations

from collections.abc import Sequence

from ifdsl.analysis import bounds, casing, elements, joints, lists, openings, ratios, regular, spacing, wholes
from ifdsl.analysis.context import BREAKS, LINES, TOKENS, WORDS, context_of
from ifdsl.analysis.formulas import Flag, Formula, Lemma, falling

_PARTS = (casing, elements, joints, lists, openings, ratios, regular, spacing, wholes)
_LINKS = (elements, joints, lists, ratios, spacing)
"""The parts that speak of measures that no demand speaks of."""
_ROUNDS = 2
"""How often measures are looked for that the lemmas of others speak of."""


def lemmas(demands: Sequence[Formula]) -> list[Lemma]:
    """What holds of every text about what the demands speak of."""
    spoken: list[Formula] = [*demands, Flag("blank", "blank")]
    context = context_of(spoken, (WORDS, TOKENS, LINES, BREAKS))
    for _ in range(_ROUNDS):
        links = [lemma.formula for part in _LINKS for lemma in part.lemmas(context)]
        known = len(context.flags) + len(context.measures)
        context = context_of([*spoken, *links], (WORDS, TOKENS, LINES, BREAKS))
        if len(context.flags) + len(context.measures) == known:
            break
    found = [lemma for part in _PARTS for lemma in part.lemmas(context) if lemma.formula is not True]
    bounded = (measure for formula in (*demands, *(lemma.formula for lemma in found)) for measure in falling(formula))
    found.extend(lemma for lemma in bounds.lemmas(context, bounded) if lemma.formula is not True)
    return found
