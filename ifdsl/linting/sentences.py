"""Take a prompt and a sentence of the data that is graded as it stands; give whether the prompt is about it at all."""

from __future__ import annotations

import re

from ifdsl.linting.findings import Finding
from ifdsl.linting.graded import Graded, shown
from ifdsl.linting.prompts import Prompt, plain_of, telling
from ifdsl.linting.units import words
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

LEAST = 0.34
"""The part of a sentence's telling words that a prompt has to have, to be about it."""

_SUBJECT = re.compile(
    r"^(?:(?:please|additionally|also|furthermore|finally),? )*(?:(?:make sure|ensure)(?: that)? )?"
    r"(?:the|your|each|any) (?:(?!must|should)\w+ ){0,2}?(?P<noun>(?!must\b|should\b)[a-z]{4,20}) "
    r"(?:[a-z]{2,12}ed )?"
    r"(?:must|should|is to|are to|has to|is|are|be)\b"
)
_EXAMPLES = re.compile(r"\b(?:such as|for example|for instance|e\.g\.|like)[,:]? [\"'“‘]?_")
_GENERAL = words(
    """
    response answer reply output text content information explanation description data table tables tabular heading
    headings sentence sentences word words paragraph paragraphs list result results title section sections letters
    punctuation language length format object objects
    """
)
"""Nouns by which sentences speak of any response."""


def of_something_else(prompt: Prompt, one: Graded) -> Finding | None:
    """A sentence of which the prompt holds next to nothing, or that a worked example has and that speaks of its thing.

    Args:
        prompt: the prompt.
        one: what is graded by a sentence of the data.
    """
    sentence = one.sentences[0]
    said = telling(_without_examples(one))
    where = in_example(prompt, one)
    if len(said) > 1 and len(said & prompt.telling) < LEAST * len(said):
        message = f"{one.title} grades {quoted(shown(sentence), 100)}, which the prompt does not ask for{where}"
        return Finding(codes.UNSTATED, message, (), (one.path,))
    subject = _SUBJECT.match(plain_of(sentence).strip())
    if (
        where
        and subject is not None
        and subject["noun"] not in _GENERAL
        and not telling(subject["noun"]) & prompt.telling
    ):
        message = f"{one.title} speaks of {quoted(subject['noun'])}, and the prompt does not{where}"
        return Finding(codes.UNSTATED, message, (), (one.path,))
    return None


def _without_examples(one: Graded) -> str:
    """A sentence without the texts that it only gives as examples: those are looked for one by one."""
    masked = one.masked[0]
    return masked.replace("_", " ") if _EXAMPLES.search(masked) else one.sentences[0]


def in_example(prompt: Prompt, one: Graded) -> str:
    """The words for it where a sentence stands in a worked example and not in what is asked; else nothing."""
    if not one.literal or not prompt.shots:
        return ""
    sentence = plain_of(one.sentences[0]).strip(" .")
    examples = plain_of(prompt.text[: prompt.shots])
    return "; a worked example has it" if sentence in examples and sentence not in prompt.plain else ""
