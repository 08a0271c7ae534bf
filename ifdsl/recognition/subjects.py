"""Take a sentence and a place; give where a subject ends that means the whole text: `the edited statement must`."""

from __future__ import annotations

from collections.abc import Iterator

from ifdsl.recognition.forms import past_soft
from ifdsl.recognition.sentence import Sentence
from ifdsl.recognition.tokens import Kind
from ifdsl.recognition.words import stems_of
from ifdsl.rendering.agreement import singular

MAX_WORDS = 9

_DETERMINERS = frozenset({"the", "your", "this", "an", "a", "my", "our", "its"})
_INTO = frozenset({"in", "within", "of", "throughout", "across", "into", "inside"})
_PRONOUNS = frozenset({"it", "this", "they", "you"})
_PREPOSITIONS = frozenset({"of", "on", "in", "for", "to", "about", "from", "at", "with", "that", "you", "as"})
_PARTS = stems_of(
    """
    introduction conclusion title subtitle heading subheading beginning end start opening closing body header footer
    part half rest name author label caption column row cell first last next
    """
)
"""What is no whole text, and so no subject of a demand on one."""

_WHOLES = stems_of("sentence paragraph question list section text table")
"""Nouns that types are stated with as well, and that mean the whole text where they are definite and single."""

_VERBS = stems_of("incorporate contain include feature mention end conclude begin start")
"""Verbs that follow a subject: none is the head of `the questions include`."""

PLURAL_WHOLES = frozenset(
    {"answers", "responses", "lyrics", "instructions", "contents", "details", "notes", "minutes", "news"}
)


def subject_ends(sentence: Sentence, at: int) -> Iterator[int]:
    """Where a noun phrase may end that begins at `at` and means the whole text; shortest first."""
    at = past_soft(sentence, at)
    items = sentence.tokens.items
    if at >= len(items):
        return
    first = items[at].text.lower()
    if first in _PRONOUNS:
        yield at + 1
    if first not in _DETERMINERS:
        return
    end = at + 1
    while end < len(items) and end - at <= MAX_WORDS and _goes_on(sentence, end):
        end += 1
        if _is_whole(sentence, at + 1, end):
            yield end


def object_ends(sentence: Sentence, at: int) -> Iterator[int]:
    """Where a noun phrase may end that begins at `at`, whatever it means."""
    at = past_soft(sentence, at)
    items = sentence.tokens.items
    if at < len(items) and (items[at].text.lower() in {*_DETERMINERS, *_PRONOUNS, "these"} or sentence.inert(at)):
        end = at + 1
        yield end
        while end < len(items) and end - at <= MAX_WORDS and _goes_on(sentence, end):
            end += 1
            yield end


def place_ends(sentence: Sentence, at: int) -> Iterator[int]:
    """Where `in the answer` may end that begins at `at`: a place that is the whole text."""
    at = past_soft(sentence, at)
    items = sentence.tokens.items
    if at + 1 < len(items) and items[at].text.lower() in _INTO and items[at + 1].text.lower() in _DETERMINERS:
        yield from subject_ends(sentence, at + 1)


def _goes_on(sentence: Sentence, at: int) -> bool:
    token = sentence.tokens.items[at]
    if token.kind is not Kind.WORD:
        # A hyphen inside a word, no comma.
        return token.kind is Kind.SOFT and token.text in "-‑–'’"
    return sentence.inert(at) or token.stem in _WHOLES


def _is_whole(sentence: Sentence, begin: int, end: int) -> bool:
    items = sentence.tokens.items
    words = [token for token in items[begin:end] if token.kind is Kind.WORD]
    head = words[-1:]
    for place, token in enumerate(words):
        if place and token.text.lower() in _PREPOSITIONS:
            head = words[place - 1 : place]
            break
    if (
        not head
        or head[0].stem in _PARTS
        or head[0].stem in _VERBS
        or words[-1].text.lower() in _PREPOSITIONS | _DETERMINERS
    ):
        return False
    lower = head[0].text.lower()
    return singular(lower) == lower or lower in PLURAL_WHOLES
