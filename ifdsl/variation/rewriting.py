"""Take a prompt, what it states and other words for it; say why they are not accepted, or that they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil
from typing import Final

from ifdsl.ir import nodes as n
from ifdsl.linting import Prompt, lint
from ifdsl.recognition import Reading, Vocabulary, recognise
from ifdsl.recognition.reading_back import same
from ifdsl.recognition.tokens import literal_tokens
from ifdsl.source import codes
from ifdsl.variation.stating import figures
from ifdsl.variation.units import units

BLANK: Final = "the proposal is blank"
AS_IT_WAS: Final = "the proposal is what it was asked to reword"
LOST: Final = "a demand is not read in the proposal"
MORE: Final = "the proposal asks for something else"
OFF_TASK: Final = "the proposal has too few words of the task"
TOO_LONG: Final = "the proposal is much longer than what it rewords"
NO_TEXT: Final = "the proposal holds what cannot stand in a file"
SCAFFOLDING: Final = "the proposal speaks of itself"
_MARK = re.compile(r"^(?:[-*•]|\(?\d{1,2}[.)])\s+")
_TIMES_LONGER, _LONGER = 4, 1000
"""So much longer, in characters, may a rewording be."""
_KEPT = 1 / 3
"""Share of the longer words of a task that other words for it have too: most nouns of a task are not reworded."""
_LEAST = 4
"""Letters of a word that may tell what a task is about."""


def unlike(proposal: str, text: str, must: Sequence[n.Requirement], words: Vocabulary) -> str:
    """Why a proposal does not ask for what a prompt asks for; the empty text where it does.

    Args:
        proposal: the other words.
        text: the prompt.
        must: what it states; each has to be read, with the same arguments, in some sentence of the proposal.
        words: the types that sentences are read by; nothing else of them may be read.
    """
    if not proposal.strip():
        return BLANK
    if len(proposal) > _TIMES_LONGER * len(text) + _LONGER:
        return TOO_LONG
    if any("\ud800" <= char <= "\udfff" for char in proposal):
        return NO_TEXT
    if proposal.split() == text.split():
        return AS_IT_WAS
    if any(found.code is codes.SCAFFOLDING for found in lint(Prompt(proposal), [])):
        return SCAFFOLDING
    found: list[n.Requirement] = []
    known = _stems(text)
    if {one.value for one in figures(proposal)} - {one.value for one in figures(text)}:
        return MORE
    for said in _sentences(proposal):
        read = recognise(said, words)
        if isinstance(read, Reading):
            found += read.requirements
        elif (_stems(said) & words.significant) - known:
            # It may ask for something in words that are not read.
            return MORE
    if any(not any(same(one, other, words) for other in must) for one in found):
        return MORE
    if any(not any(same(one, other, words) for other in found) for one in must):
        return LOST
    about = _about(text, words)
    return OFF_TASK if len(_stems(proposal) & about) < ceil(len(about) * _KEPT) else ""


def _about(text: str, words: Vocabulary) -> frozenset[str]:
    """The longer words of the sentences in which a prompt states no demand and gives no number."""
    unread = [
        said for said in _sentences(text) if not figures(said) and not isinstance(recognise(said, words), Reading)
    ]
    return frozenset(stem for said in unread for stem in _stems(said) - words.significant if len(stem) >= _LEAST)


def _sentences(text: str) -> list[str]:
    """The sentences and lines of a prompt, without the marks of a list."""
    return [_MARK.sub("", text[unit.start : unit.end]) for unit in units(text)]


def _stems(text: str) -> frozenset[str]:
    return frozenset(token.stem for token in literal_tokens(text))
