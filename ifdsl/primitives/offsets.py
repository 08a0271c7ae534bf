"""Take a text; give the place in code points for a place in the bytes of its UTF-8 form, as parsers report it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

_STEP = 256


def by_byte(text: str) -> Callable[[int], int]:
    """Give the function from byte offsets in `text.encode()` to code point offsets in `text`.

    Args:
        text: without lone surrogates, which UTF-8 has no form for.

    Returns:
        A function that takes the offset of a character, or of the end, and looks through no more than `_STEP`
        characters for it.
    """
    if text.isascii():
        return int
    pieces = [text[start : start + _STEP].encode() for start in range(0, len(text), _STEP)]
    starts = [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece))

    def place(offset: int) -> int:
        piece = bisect_right(starts, offset) - 1
        if piece == len(pieces):
            return len(text)
        return piece * _STEP + len(pieces[piece][: offset - starts[piece]].decode(errors="ignore"))

    return place
