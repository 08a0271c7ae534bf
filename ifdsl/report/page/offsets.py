"""Take offsets in code points of a text; give the same places in UTF-16 units, which JavaScript counts in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable


def in_utf16(text: str) -> Callable[[int], int]:
    """What turns an offset of `text` in code points into one in UTF-16 units; an offset outside is moved to the end.

    A text is searched once for characters that take two units, however many offsets are asked for.
    """
    size = len(text)
    wide = [] if text.isascii() else [at for at, char in enumerate(text) if char > "\uffff"]

    def place(offset: int) -> int:
        inside = max(0, min(offset, size))
        return inside + (bisect_left(wide, inside) if wide else 0)

    return place
