"""Take a prompt and something that is graded; give what of it the prompt does not state, or states otherwise.

Looked for are the texts (`naming`), languages, places and other numbers among its values, and the concepts that all of
its wordings name. Counts are looked for in `counting`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from ifdsl.linting.concepts import BY_NAME, CONCEPTS, DENIED, all_languages, language_words, named
from ifdsl.linting.counts import around
from ifdsl.linting.findings import Finding
from ifdsl.linting.graded import Graded
from ifdsl.linting.naming import misnamed
from ifdsl.linting.placing import where_asked
from ifdsl.linting.prompts import Prompt, plain_of, telling
from ifdsl.linting.repairing import sentence_of
from ifdsl.linting.sentences import of_something_else
from ifdsl.recognition.reading import Span
from ifdsl.rendering.languages import language_name
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_HALF = 0.5
"""The part of the telling words of a constraint without arguments that a prompt has to have, to ask for it."""
_WORDS = re.compile(r"[a-z]+")
_OF_A_KIND = re.compile(
    r"\b(?:write|compose|create|give|provide|generate|make|draft|tell|produce|come up with)\b[^.\n]{0,20}"
    r"\b(?:two|2|both) (?:[a-z-]+ ){0,2}[a-z-]+s\b"
)
"""Two things of one kind: others differ by themselves."""


def misstated(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    """Texts, languages, places, numbers and concepts that are graded and not stated."""
    for one in graded:
        whole = of_something_else(prompt, one) if one.literal else _without_arguments(prompt, one)
        if whole is not None:
            yield whole
            continue
        yield from misnamed(prompt, one, graded)
        yield from _languages(prompt, one)
        yield from _places(prompt, one)
        yield from _numbers(prompt, one)
        yield from _concepts(prompt, one)


def _without_arguments(prompt: Prompt, one: Graded) -> Finding | None:
    """A constraint that has nothing but its words, of which the prompt has next to none."""
    if one.texts or one.numbers or one.languages or any(named(prompt.plain, name) for name in one.concepts):
        return None
    shares = [share for sentence in one.masked if (share := _share(prompt, sentence)) is not None]
    if not shares or max(shares) >= _HALF:
        return None
    message = f"{one.title} is graded, and the prompt does not ask for it"
    return Finding(codes.UNSTATED, message, (), (one.path,), sentence_of(one))


def _share(prompt: Prompt, sentence: str) -> float | None:
    """The part of a sentence's telling words that two neighbouring sentences of the prompt have, apart or joined."""
    words = telling(sentence)
    if not words:
        return None
    joined = [pair for pair in pairwise(_WORDS.findall(plain_of(sentence))) if "".join(pair) in prompt.plain]
    known = telling(" ".join(word for pair in joined for word in pair))
    return max((len(words & (said | known)) / len(words) for said in prompt.told), default=0.0)


# ---------------------------------------------------------------- languages


def _languages(prompt: Prompt, one: Graded) -> Iterator[Finding]:
    for value in one.languages:
        code = str(value.value)
        words = language_words(code)
        if words is None or words.search(prompt.plain):
            continue
        name = language_name(code, "en")
        other = all_languages().search(prompt.plain)
        if other is not None:
            said = quoted(prompt.text[slice(*other.span())])
            message = f"the prompt says {said}, and {one.title} grades {quoted(name)}"
            yield Finding(codes.OTHER_VALUE, message, (other.span(),), (value.path,))
        else:
            message = f"{one.title} grades that the response is in {name}, and the prompt names no language"
            yield Finding(codes.UNSTATED, message, (), (value.path,), sentence_of(one))
    for name in sorted(one.language_names):
        if not one.literal and re.search(rf"\b{name}\b", prompt.plain) is None:
            title = name.capitalize()
            message = f"{one.title} also grades that the response is in {title}, which the prompt does not ask for"
            yield Finding(codes.PARTLY_STATED, message, where_asked(prompt, one), (one.path,), sentence_of(one))


# ---------------------------------------------------------------- places and other numbers


def _places(prompt: Prompt, one: Graded) -> Iterator[Finding]:
    lengths = {unit: quantity.range.lo for quantity in one.quantities for unit in quantity.units}
    for place in one.places:
        values = [value for value in one.numbers if value.value == place.number]
        said = [other for other in prompt.places if set(other.units) & set(place.units)]
        if not values and not one.literal:
            continue  # a place that no argument names belongs to the words of the constraint
        numbers = {lengths.get(other.units[0], -1) if other.number == -1 else other.number for other in said}
        last = -1 in prompt.numbers and place.number in lengths.values()
        elsewhere = place.number in prompt.numbers or place.number == 1 or last
        if place.number in numbers or (not said and elsewhere):
            continue
        paths = tuple(value.path for value in values) or (one.path,)
        graded = f"{place.units[0].name} {place.number if place.number > 0 else 'last'}"
        if said:
            words = quoted(prompt.text[slice(*said[0].span)])
            message = f"the prompt says {words}, and {one.title} grades {graded}"
            yield Finding(codes.OTHER_NUMBER, message, (said[0].span,), paths)
        else:
            message = f"{one.title} grades {graded}, and the prompt names no such place"
            yield Finding(codes.UNSTATED, message, (), paths, sentence_of(one))


def _numbers(prompt: Prompt, one: Graded) -> Iterator[Finding]:
    """Numbers among the arguments that count nothing and name no place: indices, say."""
    told = around([number for quantity in one.quantities for number in quantity.number])
    told |= {place.number for place in one.places}
    for value in one.numbers:
        if value.value in told or value.value in prompt.numbers or _is_within(value.value, one):
            continue
        name = value.path.rpartition(".")[2]
        message = f"{one.title} grades {name} {value.value}, which does not stand in the prompt"
        yield Finding(codes.UNSTATED, message, (), (value.path,), sentence_of(one))


def _is_within(value: Any, one: Graded) -> bool:
    """Whether a number is one of those that are wanted: `around 6 times` may be `between 1 and 11 times`."""
    ranges = [q.range for q in one.quantities if q.range.lo is not None and q.range.hi is not None]
    return any(value in range_ for range_ in ranges)


# ---------------------------------------------------------------- concepts


def _concepts(prompt: Prompt, one: Graded) -> Iterator[Finding]:
    for name in one.concepts:
        found = named(prompt.plain, name)
        if not found:
            finding = _unnamed(prompt, one, name)
            if finding is not None:
                yield finding
        elif name == "comma" and one.denied and not any(_is_denied(prompt, span) for span in found):
            message = f"{one.title} grades that there are no commas, and the prompt does not rule them out"
            yield Finding(codes.UNSTATED, message, (found[0],), (one.path,), sentence_of(one))


def _unnamed(prompt: Prompt, one: Graded, name: str) -> Finding | None:
    concept, repair = BY_NAME[name], sentence_of(one)
    rival = _rival(prompt, name)
    if rival is not None:
        words, span = rival
        message = f"the prompt asks for {words}, and {one.title} grades {concept.words}"
        return Finding(codes.OTHER_VALUE, message, (span,), (one.path,), repair)
    if concept.sign:
        message = f"{one.title} is stated with {concept.words}, which the prompt does not show"
        return Finding(codes.PARTLY_STATED, message, where_asked(prompt, one), (one.path,), repair)
    if name == "different":
        if not _OF_A_KIND.search(prompt.plain):
            return None
        message = f"{one.title} also grades that they differ, which the prompt does not say"
        return Finding(codes.PARTLY_STATED, message, where_asked(prompt, one), (one.path,), repair)
    message = f"{one.title} grades {concept.words}, which the prompt does not ask for"
    return Finding(codes.UNSTATED, message, (), (one.path,), repair)


def _rival(prompt: Prompt, name: str) -> tuple[str, Span] | None:
    """Another concept of the same group that the prompt names, with its words and where."""
    group = BY_NAME[name].group
    for other in CONCEPTS:
        if group and other.group == group and other.name != name:
            found = named(prompt.plain, other.name)
            if found:
                return other.words, found[0]
    return None


def _is_denied(prompt: Prompt, span: Span) -> bool:
    return DENIED.search(prompt.plain, *prompt.sentence(span[0])) is not None
