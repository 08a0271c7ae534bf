"""Take a text or a list of texts; give its characters or elements in another case or order, or as one text.

Nothing here knows a locale: orders are those of numbers, of code points, or of code points after case folding.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from ifdsl.primitives.numerals import read
from ifdsl.primitives.piece import Piece
from ifdsl.primitives.segment_graphemes import spans
from ifdsl.primitives.texts import checked_length

_CLASSES: dict[str, Callable[[str], bool]] = {
    "alphanumeric": str.isalnum,
    "letter": str.isalpha,
    "digit": str.isdecimal,
    "visible": lambda char: not char.isspace(),
}
_LONGEST_LIST = 100_000
_QUOTES = frozenset(('""', "''", "“”", "‘’", "«»"))
_ELEMENT = re.compile(
    r"""\s*(?:(?P<quoted>'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+")|(?P<bare>[^\s,'"\[\]]+))\s*(?P<end>[,\]])""", re.DOTALL
)
_ESCAPE = re.compile(r"\\(?:(?P<code>x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})|(?P<char>.))", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}
_MARK = re.compile(r"^[ \t]*(?:[-*•+]|[0-9]{1,3}[.)])[ \t]+")


def _cut(text: str, start: int, end: int) -> str:
    return Piece(text[start:end], text.start + start) if isinstance(text, Piece) else text[start:end]


def alternate_case(text: str, first: str = "upper", counting: str = "chars") -> str:
    """The text with its letters in upper and lower case by turns.

    Args:
        first: the case of the first one.
        counting: `chars`: each character takes a turn, so that a blank between two letters leaves them in one case;
            `letters`: letters alone do.

    Raises:
        Undecided: the result would be too long.
    """
    checked_length(len(text) if text.isascii() else 3 * len(text))
    turn = first == "upper"
    made = []
    for char in text:
        if counting == "letters" and not char.isalpha():
            made.append(char)
            continue
        made.append(char.upper() if turn else char.lower())
        turn = not turn
    return "".join(made)


def reverse_by(text: str, unit: str = "graphemes") -> str:
    """The text backwards: what a reader takes for one character stays whole (`graphemes`), or falls apart
    (`code_points`)."""
    if unit == "code_points" or text.isascii():
        return text[::-1]
    return "".join(text[start:end] for start, end in reversed(spans(text)))


def sorted_by(items: Sequence[str], key: str = "folded") -> list[str]:
    """The elements in ascending order.

    Args:
        key: `numeric`: those that write a number, of whatever currency or per cent, by its size and before all
            others; `folded`: without regard to case; `code_points`. Ties are settled by case folding and code points.
    """
    if key == "code_points":
        return sorted(items)
    if key == "folded":
        return sorted(items, key=lambda item: (item.casefold(), item))
    keyed = [(read(item), item) for item in items]
    numbers = sorted((found.value, item.casefold(), item) for found, item in keyed if found is not None)
    others = sorted((item.casefold(), item) for found, item in keyed if found is None)
    return [item for *_, item in numbers] + [item for _, item in others]


def first_char(text: str, of: str = "alphanumeric") -> str:
    """The first character of a class; the empty text where there is none."""
    belongs = _CLASSES[of]
    return next((char for char in text if belongs(char)), "")


def last_char(text: str, of: str = "alphanumeric") -> str:
    """The last character of a class; the empty text where there is none."""
    belongs = _CLASSES[of]
    return next((char for char in reversed(text) if belongs(char)), "")


def unmarked(text: str) -> str:
    """The text without what chat models put around one: blanks, marks of bold and code, a pair of quotation marks."""
    end = len(text.rstrip().rstrip("*").rstrip("`").rstrip())
    start = len(text) - len(text.lstrip().lstrip("*").lstrip("`").lstrip())
    if end - start > 1 and text[start] + text[end - 1] in _QUOTES:
        start, end = start + 1, end - 1
        start, end = start + len(text[start:end]) - len(text[start:end].lstrip()), start + len(text[start:end].rstrip())
    return _cut(text, min(start, end), end)


def written_list(items: Sequence[str], form: str = "json") -> str:
    """A list as one text, from which `read_list` reads it back.

    Args:
        form: `json`, `python` (as `repr` writes it), `comma` or `lines`.

    Raises:
        Undecided: the result would be too long.
    """
    checked_length(sum(10 * len(item) + 4 for item in items))
    if form == "json":
        return json.dumps(list(items), ensure_ascii=False)
    if form == "python":
        return repr([str(item) for item in items])
    return (", " if form == "comma" else "\n").join(items)


def read_list(text: str) -> list[str]:
    """The elements of a list however it is written: as JSON, as in Python, line by line with or without marks, else
    with commas between them. Blanks around elements do not count; an empty text is an empty list."""
    return list(_read_list(str(text)))


# What is expected is compared with one answer after the other.
@lru_cache(maxsize=1024)
def _read_list(text: str) -> tuple[str, ...]:
    return tuple(_elements(text))


def _elements(text: str) -> list[str]:
    stripped = text.strip()
    if stripped.startswith("[") and stripped.endswith("]"):
        found = _bracketed(stripped)
        if found is not None:
            return found
        stripped = stripped[1:-1]
    if not stripped.strip():
        return []
    lines = [line for line in stripped.splitlines() if line.strip()]
    if len(lines) > 1:
        return [_MARK.sub("", line).strip() for line in lines]
    return [part.strip() for part in stripped.split(",")]


def _bracketed(text: str) -> list[str] | None:
    """The elements of a JSON list of texts and numbers, or of a list as Python writes it; None where it is neither."""
    if len(text) > _LONGEST_LIST:
        return None
    try:
        found = json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return _pythonic(text)
    return found if isinstance(found, list) and all(isinstance(item, str) for item in found) else None


def _pythonic(text: str) -> list[str] | None:
    items, place = [], 1
    while match := _ELEMENT.match(text, place):
        quoted = match["quoted"]
        items.append(match["bare"] if quoted is None else _ESCAPE.sub(_meant, quoted[1:-1]))
        if match["end"] == "]":
            return items if match.end() == len(text) else None
        place = match.end()
    return None


def _meant(escape: re.Match[str]) -> str:
    if escape["code"]:
        number = int(escape["code"][1:], 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else escape[0]
    return _ESCAPES.get(escape["char"], escape[0])
