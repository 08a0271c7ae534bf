"""Take the parts of a text; give the text: joined words, start and end put on, wrapped as data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import pairwise


def joined(words: Sequence[str], glue: str, groups: int) -> str:
    """Words joined by `glue`; `~` lets their ends lie over each other.

    Args:
        groups: the number of words that are left where the words are glued together.
    """
    if glue == "~":
        return reduce(_either_way, words, "")
    if glue in ("", "x") and groups > 1:
        return " ".join([*words[: groups - 1], glue.join(words[groups - 1 :])]).strip()
    return glue.join(words)


def between(start: str, body: str, ends: Sequence[str], space: str) -> str:
    """A body with what it begins and ends with; quotes stand close to what they are about."""
    tail = ""
    for text in ends:
        close = not tail or text == _QUOTE or tail == _QUOTE
        tail = tail + text if close else f"{tail} {text}"
    whole = body
    if start:
        block = "\n\n" if body[:1] in ("#", "|", "<") else space
        gap = "" if start == _QUOTE or not body or body[0] == "\n" else block
        whole = start + gap + body
    if tail:
        gap = "" if tail == _QUOTE or not whole or whole[-1] == "\n" else space
        whole = whole + gap + tail
    return whole


_QUOTE = '"'


def row_of(fields: Sequence[str], delimiter: str, quoted: bool = False) -> str:
    """A row of separated values; a field stands in quotes where it must, or where all are to be `quoted`."""
    return delimiter.join(
        '"' + field.replace('"', '""') + '"' if quoted or set(field) & {'"', "\n", "\r", delimiter} else field
        for field in fields
    )


def grouped(texts: Sequence[str], count: int) -> list[str]:
    """Texts in so many groups of about the same number; a group of none is blank."""
    ends = [len(texts) * place // count for place in range(count + 1)] if count else []
    return [" ".join(texts[low:high]) for low, high in pairwise(ends)]


def as_data(form: str, whole: str, depth: int, keys: Sequence[str], cased: Callable[[str], str]) -> str:
    """A text as JSON of that form: an `object`, a `string`, a list of `lines` or `parts`, or one string and a `fence`.

    Args:
        depth: how deep the object is.
        keys: keys that it has.
        cased: puts keys in the letter case of the text.
    """
    match form:
        case "object":
            return json.dumps(_object(whole, depth, keys, cased), ensure_ascii=False)
        case "fence":
            return json.dumps(re.sub(r"\s+", " ", whole), ensure_ascii=False) + "\n\n```"
        case "parts":
            parts = [json.dumps(part, ensure_ascii=False) for part in re.split(r"\n\n+", whole)]
            return "[" + ",\n\n".join(parts) + "]"
        case "string":
            return json.dumps(whole, ensure_ascii=False)
        case "lines":
            rows = [line for line in whole.split("\n") if line.strip()]
            return (
                "[\n"
                + ",\n".join(
                    f"-{place}" if re.match(r"\s*[-*]", row) else json.dumps(row, ensure_ascii=False)
                    for place, row in enumerate(rows, start=1)
                )
                + "\n]"
            )
    return whole


def _object(whole: str, depth: int, keys: Sequence[str], cased: Callable[[str], str]) -> object:
    value: object = whole
    for _ in range(min(depth, 20) - 1):
        value = {cased("part"): value}
    return dict.fromkeys(keys or [cased("text")], value)


def as_record(whole: str, depth: int, keys: Sequence[str], cased: Callable[[str], str]) -> str:
    """A text as a JSON object: its paragraphs in a list, or its sentences spread over the keys.

    Args:
        depth: how deep the object is.
        keys: keys that it has.
        cased: puts keys in the letter case of the text.
    """
    paragraphs = whole.split("\n\n")
    title = paragraphs.pop(0) if len(paragraphs) > 1 and paragraphs[0].startswith("<<") else ""
    values: list[object] = [paragraphs if len(paragraphs) > 1 else paragraphs[0]]
    if keys:
        spread = grouped(re.split(r"(?<=[.?!]) ", whole), len(keys))
        values = list(spread) if all(spread) else [whole] * len(keys)
    for place in range(min(depth, 20) - 1):
        values = [{cased(_LEVELS[place % len(_LEVELS)]): value} for value in values]
    made = dict(zip(keys or [cased("text")], values, strict=True))
    return json.dumps({cased("title"): title, **made} if title and not keys else made, ensure_ascii=False)


_LEVELS = ("text", "page", "chapter", "part")
"""Keys of objects inside objects, from the innermost."""


def _either_way(left: str, right: str) -> str:
    """The shorter of the two ways to let the ends of two texts lie over each other."""
    return min(_overlapped(left, right), _overlapped(right, left), key=len)


def _overlapped(left: str, right: str) -> str:
    """The shortest text that begins with `left` and ends with `right`, letter case aside."""
    if left.lower() == right.lower() or right.lower() in left.lower():
        return left + right
    for size in range(min(len(left), len(right)), 0, -1):
        if left.lower().endswith(right[:size].lower()):
            return left + right[size:]
    return left + right
