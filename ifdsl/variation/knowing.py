"""Take a demand; give what a sentence about it is made of: its words, its numbers, its texts and its languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ifdsl.analysis.demands import Demand
from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from ifdsl.recognition.locating import Asked, asked_in, stretches
from ifdsl.recognition.stems import stem
from ifdsl.rendering.languages import language_name
from ifdsl.variation.stating import figures

_WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of how a demand is said.

    Attributes:
        demand: the demand.
        asked: the same for `recognition.locating`.
        stems: of the words of its wordings, its name and its group.
        numbers: its numbers, with their neighbours: `more than 5` asks for at least 6.
        always: the numbers that stand in every wording: two responses.
        texts: the texts among its arguments, longest first.
        names: the names of the languages among its arguments.
    """

    demand: Demand
    asked: Asked
    stems: frozenset[str]
    numbers: frozenset[int | float]
    always: frozenset[int | float]
    texts: tuple[str, ...]
    names: frozenset[str]


def known(demand: Demand, also: Iterable[int | float] = ()) -> Known:
    """What is known of how `demand` is said.

    Args:
        also: numbers by which a prompt says it besides.
    """
    constraint = demand.constraint
    values = [value for _, value in _said(demand)]
    numbers = {number + step for number in _numbers(values) for step in (-1, 0, 1)} | _shown(constraint) | {*also}
    texts = [text for text in _texts(values) if text.strip()]
    names = [name for value in _languages(demand) for name in [_language(value)] if name]
    texts += names
    return Known(
        demand,
        _asked(constraint, values),
        _stems(constraint) | {each for text in texts for each in _sign(text)},
        frozenset(numbers),
        _always(constraint),
        tuple(sorted(dict.fromkeys(texts), key=lambda text: (-len(text), text))),
        frozenset(names),
    )


def stems_in(text: str) -> frozenset[str]:
    """The stems of the words of a text."""
    return frozenset(stem(word.lower()) for word in _WORD.findall(text))


def _said(demand: Demand) -> Iterator[tuple[n.Parameter, Any]]:
    """The arguments that people say; a choice of published data (`at least`) is not how they say it."""
    for parameter, value in zip(demand.constraint.parameters, demand.arguments, strict=True):
        if not parameter.type.startswith('"'):
            yield parameter, value


def _asked(constraint: n.Constraint, values: Sequence[Any]) -> Asked:
    said, more = _wordings(constraint)
    return asked_in(constraint.short_name, said, values, *more)


@lru_cache(maxsize=2048)
def _wordings(constraint: n.Constraint) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    said = tuple(stretches(one.text) for one in constraint.wordings if one.language == "en")
    phrasings = tuple(" ".join(stretches(one.text)) for one in constraint.phrasings if one.language == "en")
    return said, (constraint.group.replace("_", " ").replace(".", " "), *phrasings)


@lru_cache(maxsize=2048)
def _stems(constraint: n.Constraint) -> frozenset[str]:
    said, more = _wordings(constraint)
    texts = [" ".join(one) for one in said]
    return stems_in(" ".join([constraint.short_name.replace("_", " "), *texts, *more]))


@lru_cache(maxsize=2048)
def _shown(constraint: n.Constraint) -> frozenset[int | float]:
    """The numbers that stand in its wordings: six asterisks, two responses."""
    said, _ = _wordings(constraint)
    return frozenset(figure.value for one in said for stretch in one for figure in figures(stretch))


@lru_cache(maxsize=2048)
def _always(constraint: n.Constraint) -> frozenset[int | float]:
    said, _ = _wordings(constraint)
    each = [frozenset(figure.value for stretch in one for figure in figures(stretch)) for one in said]
    return frozenset.intersection(*each) if each else frozenset()


def _sign(text: str) -> frozenset[str]:
    """The words by which a single mark is called: `exclamation`, `mark`."""
    if len(text.strip()) != 1 or text.strip().isalnum():
        return frozenset()
    return stems_in(unicodedata.name(text.strip(), "").lower())


def _languages(demand: Demand) -> Iterator[str]:
    """The arguments that wordings give as the name of a language."""
    formats = {
        part.expression.name
        for wording in demand.constraint.wordings
        for part in wording.text.parts
        if isinstance(part, n.Hole) and part.format == "language" and isinstance(part.expression, n.Variable)
    }
    for parameter, value in _said(demand):
        if parameter.name in formats and isinstance(value, str):
            yield value


def _language(code: str) -> str | None:
    try:
        return language_name(code, "en")
    except ValueError:
        return None  # a code without a name: the demand cannot be put into words either


def _texts(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from _texts(value)


def _numbers(values: Iterable[Any]) -> Iterator[int | float]:
    for value in values:
        if isinstance(value, Range):
            yield from (bound for bound in (value.lo, value.hi) if bound is not None)
        elif isinstance(value, list | tuple):
            yield from _numbers(value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield value
