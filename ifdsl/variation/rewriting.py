"""Take a prompt and what rewrites it; give the new prompt, accepted only where it is read back to the same demands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ifdsl.ir import nodes as n
from ifdsl.recognition import Reading, Vocabulary, recognise
from ifdsl.recognition.reading_back import same
from ifdsl.recognition.tokens import literal_tokens
from ifdsl.variation.originals import Wanted
from ifdsl.variation.stating import figures
from ifdsl.variation.units import units

Rewriter: TypeAlias = Callable[[str], str]
"""Gives a prompt in other words: a model that is asked for it, say."""

BLANK: Final = "the proposal is blank"
LOST: Final = "a demand is not read in the proposal"
MORE: Final = "the proposal asks for something else"


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What a rewriter proposed; `reason` says why it is not accepted, and is empty where it is."""

    text: str
    reason: str


def rewritten(text: str, rewriter: Rewriter, must: Sequence[Wanted], words: Vocabulary) -> Rewritten:
    """What `rewriter` makes of a prompt.

    Args:
        text: the prompt.
        must: what it states; each has to be read, with the same arguments, in some sentence of the proposal.
        words: the types that sentences are read by; nothing else of them may be read.
    """
    proposal = rewriter(text).strip()
    if not proposal:
        return Rewritten(proposal, BLANK)
    found: list[n.Requirement] = []
    known = _stems(text)
    if {one.value for one in figures(proposal)} - {one.value for one in figures(text)}:
        return Rewritten(proposal, MORE)
    for unit in units(proposal):
        said = proposal[unit.start : unit.end]
        read = recognise(said, words)
        if isinstance(read, Reading):
            found += read.requirements
        elif (_stems(said) & words.significant) - known:
            # It may ask for something in words that are not read.
            return Rewritten(proposal, MORE)
    wanted = [one.requirement for one in must]
    if any(not any(same(one, other, words) for other in wanted) for one in found):
        return Rewritten(proposal, MORE)
    if any(not any(same(one, other, words) for other in found) for one in wanted):
        return Rewritten(proposal, LOST)
    return Rewritten(proposal, "")


def _stems(text: str) -> frozenset[str]:
    return frozenset(token.stem for token in literal_tokens(text))
