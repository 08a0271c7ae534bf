"""Take a text; give the spans of its grapheme clusters, which are what a reader takes for one character (UAX #29)."""

from __future__ import annotations

from functools import cache
from typing import Any

# `\X` looks back over all regional indicators before it, which makes a row of flags quadratic; from the left they pair
# up without a look back.
_GRAPHEME = r"\p{RI}\p{RI}?+[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*+|\X"


def spans(text: str) -> list[tuple[int, int]]:
    r"""The span of each extended grapheme cluster, by the tables of the `regex` package; `\r\n` is one."""
    if text.isascii() and "\r" not in text:
        return [(place, place + 1) for place in range(len(text))]
    return [match.span() for match in _pattern().finditer(text)]


def count(text: str) -> int:
    """The number of `spans`."""
    if text.isascii():
        return len(text) - text.count("\r\n")
    return len(_pattern().findall(text))


@cache
def _pattern() -> Any:
    import regex

    return regex.compile(_GRAPHEME, regex.V1)
