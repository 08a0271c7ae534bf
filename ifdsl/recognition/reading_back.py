"""Take a prompt with the stretches that state its requirements; say which of them is not read back as it was meant.

A prompt that passes states what is graded and nothing else that the vocabulary could read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ifdsl.ir import nodes as n
from ifdsl.recognition.reading import Reading, Span, Unrecognised
from ifdsl.recognition.recognise import recognise
from ifdsl.recognition.vocabulary import Vocabulary

_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?。！？]+[\"'”’)\]]*|$|\n)")
_MARK = re.compile(r"^\s*(?:[-*•]|[(（]?(?:\d+|[a-z])[.)）、]?)?\s*$")
_WISHED = re.compile(r"^(?:If possible[:,] ?|如果可能：)")
"""How a prompt begins what counts and need not be."""


@dataclass(frozen=True, slots=True)
class Misread:
    """A requirement that its words do not state, or words that state what is no requirement.

    Attributes:
        place: the position of the requirement; None where something else is stated.
        words: the words.
        found: what they were read as; what the recogniser said where it read nothing.
    """

    place: int | None
    words: str
    found: Reading | Unrecognised


def read_back(
    text: str, spans: Sequence[Sequence[Span]], requirements: Sequence[n.Requirement], vocabulary: Vocabulary
) -> tuple[Misread, ...]:
    """Where a prompt says otherwise than was meant; empty where each requirement is stated as it is and none besides.

    Args:
        text: the prompt.
        spans: for each requirement the stretches that state it, as `rendering.prompt.Rendered` has them.
        requirements: what the prompt is to state.
        vocabulary: the types that it may be about.
    """
    wrong = [
        misread
        for place, (requirement, stretches) in enumerate(zip(requirements, spans, strict=True))
        for misread in _requirement(text, place, requirement, stretches, vocabulary)
    ]
    for sentence in _outside(text, sorted(span for stretches in spans for span in stretches)):
        found = _read(sentence, vocabulary)
        if isinstance(found, Reading) and found.stated:
            wrong.append(Misread(None, sentence, found))
    return tuple(wrong)


def same(one: n.Requirement, other: n.Requirement, vocabulary: Vocabulary) -> bool:
    """Whether two requirements ask for the same, whatever their ids and whichever types with one meaning they name."""
    return _bare(one, vocabulary) == _bare(other, vocabulary)


def _requirement(
    text: str, place: int, requirement: n.Requirement, stretches: Sequence[Span], vocabulary: Vocabulary
) -> list[Misread]:
    wanted = _parts(requirement, vocabulary)
    found: list[n.Requirement] = []
    for start, end in stretches:
        read = _read(_WISHED.sub("", text[start:end]), vocabulary)
        if not isinstance(read, Reading):
            return [Misread(place, text[start:end], read)]
        found += [_bare(one, vocabulary) for one in read.requirements]
    if all(one in wanted for one in found) and all(one in found for one in wanted):
        return []
    words = " ".join(_WISHED.sub("", text[start:end]) for start, end in stretches)
    return [Misread(place, words, _read(words, vocabulary))]


def _parts(requirement: n.Requirement, vocabulary: Vocabulary) -> list[n.Requirement]:
    """What holds together, apart: a sentence may say it in one or in several."""
    if isinstance(requirement, n.Combined) and requirement.combinator == "all_of":
        return [part for inner in requirement.body for part in _parts(inner, vocabulary)]
    return [_bare(requirement, vocabulary)]


def _bare(requirement: n.Requirement, vocabulary: Vocabulary) -> n.Requirement:
    """The requirement without its ids, and with the first of the types that mean the same."""
    if isinstance(requirement, n.Demand):
        meant = vocabulary.meant.get(requirement.constraint)
        name = requirement.constraint if meant is None else meant.name
        return replace(requirement, id="", constraint=name)
    if isinstance(requirement, n.When):
        raise AssertionError("a prompt states what applies in its instance, and no condition on it")
    body = tuple(_bare(inner, vocabulary) for inner in requirement.body)
    return replace(requirement, id="", body=body)


def _outside(text: str, spans: Sequence[Span]) -> list[str]:
    """The sentences, or the parts of sentences, that stand between the stretches."""
    pieces, at = [], 0
    for start, end in [*spans, (len(text), len(text))]:
        pieces.append(text[at:start])
        at = max(at, end)
    return [
        sentence.group().strip()
        for piece in pieces
        for sentence in _SENTENCE.finditer(piece)
        if not _MARK.match(sentence.group())
    ]


@lru_cache(maxsize=65_536)
def _read(sentence: str, vocabulary: Vocabulary) -> Reading | Unrecognised:
    # Tasks and wordings come again and again, in every prompt of a group.
    return recognise(sentence, vocabulary)
