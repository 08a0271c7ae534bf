"""Take a text; give the spans of the characters that only simplified, or only traditional Chinese writing uses.

Most characters (`天`, `好`, `中`) belong to both and are in neither view; so are those that simplified writing uses in
place of several and traditional writing uses too (`后`, `里`, `只`). Japanese is not told apart from Chinese: it writes
`学` as simplified and `語` as traditional Chinese does.
"""

from __future__ import annotations

from functools import cache


def simplified_chars(text: str) -> list[tuple[int, int]]:
    """The span of each character that traditional writing does not use."""
    return _places(text, "SIMPLIFIED")


def traditional_chars(text: str) -> list[tuple[int, int]]:
    """The span of each character that simplified writing does not use."""
    return _places(text, "TRADITIONAL")


def _places(text: str, script: str) -> list[tuple[int, int]]:
    if text.isascii():
        return []
    sought = _characters(script)
    return [(place, place + 1) for place, char in enumerate(text) if char in sought]


@cache
def _characters(script: str) -> frozenset[str]:
    # The table is read by the programs that ask alone.
    from ifdsl.primitives import chinese_table

    return frozenset(getattr(chinese_table, script))
