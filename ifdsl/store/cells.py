"""Take values of records; give what the cells of a database hold for them, and back."""

from __future__ import annotations

import json
from typing import Any

_MARK = "\x1bescaped:"
_PLAIN = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), allow_nan=False)
_MOST = 2**63 - 1


def text_cell(text: str) -> str:
    """`text` as a cell, different for different texts: what databases refuse goes in escaped, behind a mark.

    They refuse halves of surrogate pairs and zero bytes, and either may be part of an answer.
    """
    if "\0" not in text and not text.startswith(_MARK) and (text.isascii() or _is_unicode(text)):
        return text
    return _MARK + text.encode("unicode_escape").decode("ascii")


def text_of(cell: str) -> str:
    """The text that `text_cell` made the cell of."""
    return cell[len(_MARK) :].encode("ascii").decode("unicode_escape") if cell.startswith(_MARK) else cell


def maybe_text_cell(text: str | None) -> str | None:
    return None if text is None else text_cell(text)


def maybe_text_of(cell: str | None) -> str | None:
    return None if cell is None else text_of(cell)


def json_cell(value: object) -> str | None:
    """A JSON value as a cell, in ASCII; `None` for `None`.

    Two halves of a surrogate pair that stand next to each other are read back as the character that they make, as
    in any JSON.

    Raises:
        ValueError: `value` holds a number that is not finite.
        TypeError: it holds what is no JSON.
    """
    return None if value is None else _PLAIN.encode(value)


def json_of(cell: str | None) -> Any:
    return None if cell is None else json.loads(cell)


def number_cell(number: float | None) -> float | None:
    """A number as a cell; what is no number is none in either database, infinity is."""
    return None if number is None or number != number else number


def count_cell(count: int | None) -> int | None:
    """A count that a server gave as a cell; one that no column holds, and no server means, is taken for unknown."""
    return count if count is not None and -_MOST <= count <= _MOST else None


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
