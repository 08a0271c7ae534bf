"""Take a stretch of a prompt and a demand; say whether the stretch holds each argument, and where numbers stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ifdsl.analysis.demands import Demand
from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from ifdsl.recognition.numbers import is_number_word, occasions_at, ordinal_at
from ifdsl.recognition.tokens import Tokens, literal_tokens
from ifdsl.rendering.languages import language_name

_LONGEST = 12
"""Tokens of a number in words."""


class Figure(NamedTuple):
    """A number in a text, `[start, end)`: `ten`, `10`, `tenth`, `twice`."""

    start: int
    end: int
    value: int | float
    is_ordinal: bool


@lru_cache(maxsize=4096)
def figures(text: str) -> tuple[Figure, ...]:
    """The numbers of a text, the longest at each place."""
    tokens = literal_tokens(text)
    found: list[Figure] = []
    at = 0
    while at < len(tokens):
        if not is_number_word(tokens[at]):
            at += 1
            continue
        window = Tokens("", tuple(tokens[at : at + _LONGEST]))
        place = ordinal_at(window, 0)
        numbers = [(end, value) for end, value in occasions_at(window, 0)][:1]
        if place is None and not numbers:
            at += 1
            continue
        end, value = place if place is not None else numbers[0]
        found.append(Figure(tokens[at].start, tokens[at + end - 1].end, value, place is not None))
        at += end
    return tuple(found)


def unstated(text: str, demand: Demand) -> list[Any]:
    """The arguments of a demand that a text holds in no form: numbers, words, phrases, a language."""
    return [
        value
        for parameter, value in zip(demand.constraint.parameters, demand.arguments, strict=True)
        for value in ([] if is_choice(parameter) else _parts(value))
        if not _holds(text, value, demand, parameter.name)
    ]


def is_choice(parameter: n.Parameter) -> bool:
    """Whether an argument is one of some words of published data, such as `at least`, which people say otherwise."""
    return parameter.type.startswith('"') or parameter.type == "bool"


def stands(text: str, value: str) -> list[tuple[int, int]]:
    """Where a value stands as whole words, in any letter case."""
    sought = value.strip()
    if not sought:
        return []
    before = r"(?<![^\W_])" if sought[0].isalnum() else ""
    after = r"(?![^\W_])" if sought[-1].isalnum() else ""
    pattern = before + r"\s+".join(map(re.escape, sought.split())) + after
    return [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]


def _holds(text: str, value: Any, demand: Demand, parameter: str) -> bool:
    if isinstance(value, str):
        if is_language(demand, parameter) and any(stands(text, name) for name in languages_of(value)):
            return True
        return bool(stands(text, value)) or (not value[-1:].isalnum() and bool(stands(text, value[:-1])))
    if value in (0, 1):
        # `some`, `no`, `a single one`, `first`: there are too many ways to look for one.
        return True
    near = {value, value - 1, value + 1}
    if any(figure.value in near for figure in figures(text)):
        return True
    return parameter.startswith("nth") and "last" in text.lower()


def _parts(value: Any) -> Iterator[Any]:
    """The numbers and texts of an argument."""
    if isinstance(value, Range):
        yield from (bound for bound in (value.lo, value.hi) if bound is not None)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for one in value:
            yield from _parts(one)
    elif not isinstance(value, bool) and value is not None:
        yield value


def is_language(demand: Demand, parameter: str) -> bool:
    """Whether an argument is the code of a language, which wordings give by its name."""
    return any(
        isinstance(part, n.Hole)
        and part.format == "language"
        and isinstance(part.expression, n.Variable)
        and part.expression.name == parameter
        for wording in demand.constraint.wordings
        for part in wording.text.parts
    )


def languages_of(code: str) -> Iterator[str]:
    """The names of a language, the whole one first."""
    try:
        name = language_name(code, "en")
    except ValueError:
        return
    yield name
    yield from (word for word in re.findall(r"[^\W_]+", name) if word != name)
