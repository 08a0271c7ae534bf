"""Take a prompt of free prose and a demand with other arguments; give the prompt with these in place of its own.

Only where it is sure what to replace: a number that stands once in the prompt, where the demand is asked for; a text
that stands nowhere but there. Number words stay words and digits digits; `twice` becomes `5 times`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ifdsl.analysis.demands import Demand
from ifdsl.primitives.ranges import Range
from ifdsl.recognition.locating import locate
from ifdsl.rendering.numerals import ordinal, spelled
from ifdsl.variation.knowing import known
from ifdsl.variation.stating import figures, is_choice, is_language, languages_of, stands

Span = tuple[int, int]

_MOST_SPELLED = 20
_SHORT_ITEM = 5
"""Words of an item of a list that is an example, and asks for nothing."""


def substituted(text: str, demands: Sequence[Demand], place: int, new: Demand) -> str | None:
    """The prompt with the arguments of `new` in place of those of the demand at `place`; None where that is not sure.

    Args:
        text: the prompt.
        demands: what it asks for.
        place: which of them is changed.
        new: the same type with other arguments.
    """
    spans = locate(text, [known(one).asked for one in demands])[place]
    if not spans:
        return None
    old = demands[place]
    changes: list[tuple[Span, str]] = []
    for parameter, before, after in zip(new.constraint.parameters, old.arguments, new.arguments, strict=True):
        if before == after:
            continue
        if is_choice(parameter):
            return None
        found = _changes(text, spans, before, after, old, parameter.name)
        if found is None:
            return None
        changes += found
    if not changes or _overlap(changes):
        return None
    for (start, end), words in sorted(changes, reverse=True):
        text = text[:start] + words + text[end:]
    return text


def _changes(
    text: str, spans: Sequence[Span], before: Any, after: Any, old: Demand, name: str
) -> list[tuple[Span, str]] | None:
    if isinstance(before, Range) and isinstance(after, Range):
        pairs = [(before.lo, after.lo), (before.hi, after.hi)]
        found: list[tuple[Span, str]] = []
        for one, other in pairs:
            if one == other:
                continue
            part = None if one is None or other is None else _number(text, spans, one, other)
            if part is None:
                return None
            found += part
        return found
    if isinstance(before, int | float) and isinstance(after, int | float):
        return _number(text, spans, before, after)
    if isinstance(before, str) and isinstance(after, str):
        if is_language(old, name):
            return _language(text, spans, before, after)
        return _text(text, spans, before, after)
    if isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        found = []
        for one, other in zip(before, after, strict=True):
            if one == other:
                continue
            part = _text(text, spans, one, other) if isinstance(one, str) and isinstance(other, str) else None
            if part is None:
                return None
            found += part
        return found
    return None


def _number(text: str, spans: Sequence[Span], before: int | float, after: int | float) -> list[tuple[Span, str]] | None:
    """The one figure that says a number, or its neighbour where the words around make that the same (`more than 5`)."""
    every = figures(text)
    for by in (0, -1, 1):
        said = [one for one in every if one.value == before + by]
        if len(said) > 1:
            return None
        if not said:
            continue
        figure = said[0]
        if not any(start <= figure.start and figure.end <= end for start, end in spans):
            return None
        value = after + by
        if value < 2 or _is_listed(text, figure.start):
            return None
        words = _in_the_way_of(text[figure.start : figure.end], value, figure.is_ordinal)
        following = text[figure.end : figure.end + 24]
        if words is None or (
            before + by == 1 and not figure.is_ordinal and not _says_times(text[figure.start : figure.end])
        ):
            return None
        if re.match(r"(?:st|nd|rd|th)\b", following) or _is_one_of_two(text, figure.start, figure.end):
            return None
        return [*_article(text, figure.start, words), ((figure.start, figure.end), words)]
    return None


def _article(text: str, at: int, words: str) -> list[tuple[Span, str]]:
    """The article before a number as it goes with another one: `a 90-word text`, `an 80-word text`."""
    before = re.search(r"\b(?P<article>an?) $", text[:at], re.IGNORECASE)
    if before is None:
        return []
    vowel = re.match(r"8|11(?!\d)|18(?!\d)|eight|eleven", words.lower()) is not None
    return [((before.start(), at), f"{before['article'][0]}{'n' if vowel else ''} ")]


def _is_listed(text: str, at: int) -> bool:
    """Whether a number stands in an example that counts its own items: `* Bullet 3`, `Section 2`."""
    first, last = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    line = text[first : last if last >= 0 else len(text)]
    short = len(line.split()) <= _SHORT_ITEM and re.match(r"\s*(?:[*•-]|\[|\d+[.)])", line) is not None
    return short or re.search(r"(?:Section|SECTION|Part|Step|Day) $", text[first:at]) is not None


def _is_one_of_two(text: str, start: int, end: int) -> bool:
    """Whether a number stands beside another one that says the same in another way: `5 or 6`, `(1 or 2, not 3)`."""
    first = max(text.rfind(mark, 0, start) for mark in ".!?\n") + 1
    last = min((at for at in (text.find(mark, end) for mark in ".!?\n") if at >= 0), default=len(text))
    sentence = text[first:last]
    beside = text[max(first, start - 12) : min(last, end + 12)]
    return bool(re.search(r"\d+ or \d+", beside)) or bool(
        re.search(r"\((?:just|only|excluding|not|i\.e)[^)]*\d", sentence)
    )


def _says_times(written: str) -> bool:
    return written.lower() in ("once", "twice", "thrice")


def _in_the_way_of(written: str, value: int | float, is_ordinal: bool) -> str | None:
    """A number written as another one was."""
    if not isinstance(value, int):
        return None
    lower = written.lower()
    if is_ordinal:
        return ordinal(value, "en") if lower.isalpha() and value <= _MOST_SPELLED else None
    if _says_times(written):
        return f"{spelled(value, 'en') if value <= _MOST_SPELLED else value} times"
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+", written):
        return f"{value:,}"
    if written.isdigit():
        return str(value)
    if written.replace("-", "").replace(" ", "").isalpha():
        words = spelled(value, "en") if value <= 100 else str(value)
        return words.capitalize() if written[0].isupper() else words
    return None


def _text(text: str, spans: Sequence[Span], before: str, after: str) -> list[tuple[Span, str]] | None:
    """Each place of a text, where all of them are where the demand is asked for."""
    found = stands(text, before)
    if not found or not all(any(s <= start and end <= e + 1 for s, e in spans) for start, end in found):
        return None
    if "{" in after or "\n" in after:
        return None
    # A part of a longer word of the prompt would stay as it was.
    if len(re.findall(re.escape(before), text, re.IGNORECASE)) != len(found):
        return None
    return [((start, end), _cased(text[start:end], before, after)) for start, end in found]


def _cased(written: str, before: str, after: str) -> str:
    """A text in the letter case in which the prompt has the one before it."""
    if written == before:
        return after
    if written.isupper() and len(written) > 1:
        return after.upper()
    return after.capitalize() if written[:1].isupper() and before.islower() else after


def _language(text: str, spans: Sequence[Span], before: str, after: str) -> list[tuple[Span, str]] | None:
    names = [name for name in languages_of(before) if stands(text, name)]
    new = next(iter(languages_of(after)), None)
    if not names or new is None:
        return None
    found = stands(text, max(names, key=len))
    if not all(any(s <= start and end <= e + 1 for s, e in spans) for start, end in found):
        return None
    return [(place, new) for place in found]


def _overlap(changes: Sequence[tuple[Span, str]]) -> bool:
    ordered = sorted(span for span, _ in changes)
    return any(first[1] > second[0] for first, second in zip(ordered, ordered[1:], strict=False))
