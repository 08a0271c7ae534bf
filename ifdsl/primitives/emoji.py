"""Take a text; give the spans of its emoji, each as a reader sees it: flags, skin tones and joined families are one.

A character that is text unless told otherwise (`☺`, `©`) counts only with the selector that makes it an emoji. The
tables are those of the `regex` package.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

# All emoji but the key caps, which end in U+20E3, hold a character of these ranges.
_CANDIDATE = re.compile(r"[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001ffff]")

_KIND = r"(?:\ufe0f|\p{Emoji_Modifier})?"
_TAGS = r"(?:[\U000e0020-\U000e007e]++\U000e007f)?"
_FIRST = (
    r"(?:(?!\p{Regional_Indicator})\p{Emoji_Presentation}(?!\ufe0e)"
    r"|\p{Extended_Pictographic}(?=\ufe0f|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic}))"
)
_EMOJI = (
    r"\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3"
    rf"|{_FIRST}{_KIND}{_TAGS}(?:\u200d\p{{Extended_Pictographic}}{_KIND})*+"
)
_CHARACTER = r"(?![0-9#*]|\p{Regional_Indicator})\p{Emoji}"


def spans(text: str) -> list[tuple[int, int]]:
    """The span of each emoji."""
    if text.isascii() or _CANDIDATE.search(text) is None:
        return []
    return [match.span() for match in _pattern(_EMOJI).finditer(text)]


def characters(text: str) -> list[tuple[int, int]]:
    """The span of each character with the property Emoji, but digits, `#`, `*` and the letters of flags.

    That is what the package `emoji` 2.16 takes for one, asked about a single character.
    """
    if text.isascii() or _CANDIDATE.search(text) is None:
        return []
    return [match.span() for match in _pattern(_CHARACTER).finditer(text)]


@cache
def _pattern(written: str) -> Any:
    import regex

    return regex.compile(written, regex.V0)
