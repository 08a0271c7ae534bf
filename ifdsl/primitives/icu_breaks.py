"""Take a text; give the spans of its words or sentences as ICU cuts them: by UAX #29, and by dictionary where needed.

Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without blanks between words. ICU finds the words there in
dictionaries and models of its own, which the extra `icu` brings with it: icu4py at one exact version, built on ICU
78.3 (Unicode 17). Nothing depends on a locale: the root rules are asked, in which all dictionaries take part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from ifdsl.primitives.extras import MissingExtra

_LOCALE = "und"
_SURROGATE = re.compile("[\ud800-\udfff]")


def words(text: str) -> list[tuple[int, int]]:
    """Spans of the segments of ICU's word break iterator that hold a letter or a digit.

    Args:
        text: any text.

    Raises:
        MissingExtra: the extra `icu` is not installed.
    """
    return [
        (start, end)
        for start, end, segment in _segments("words", text)
        if segment.isalnum() or any(map(str.isalnum, segment))
    ]


def words_count(text: str) -> int:
    """The number of `words`.

    Raises:
        MissingExtra: the extra `icu` is not installed.
    """
    return sum(1 for piece in _breaker("words", text) if piece.isalnum() or any(map(str.isalnum, piece)))


def sentences(text: str) -> list[tuple[int, int]]:
    """Spans of the segments of ICU's sentence break iterator, without white space at their ends.

    A line break ends a sentence. A segment without a letter or digit is left out.

    Args:
        text: any text.

    Raises:
        MissingExtra: the extra `icu` is not installed.
    """
    found = []
    for start, end, segment in _segments("sentences", text):
        if any(map(str.isalnum, segment)):
            first = start + len(segment) - len(segment.lstrip())
            found.append((first, end - len(segment) + len(segment.rstrip())))
    return found


def _segments(view: str, text: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    # The offsets that ICU gives count UTF-16 units; the lengths of the segments as texts count code points.
    for segment in _breaker(view, text):
        end = start + len(segment)
        yield start, end, segment
        start = end


def _breaker(view: str, text: str) -> Any:
    breakers = _breakers()
    if breakers is None:
        raise MissingExtra(f'the rule {view}(rule="icu")', "icu")
    kind = breakers.WordBreaker if view == "words" else breakers.SentenceBreaker
    # A lone surrogate has no form in UTF-8, through which the text goes; it becomes another character of no word.
    return kind(_SURROGATE.sub("\ufffd", text), _LOCALE)


@cache
def _breakers() -> Any:
    try:
        from icu4py import breakers
    except ImportError:
        return None
    return breakers
