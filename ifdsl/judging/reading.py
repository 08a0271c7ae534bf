"""Take what a judge wrote; give its answer to each question, or None where there is none to be read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_LINE = re.compile(r"^\W*(\d{1,4})\W+(yes|no)\b", re.IGNORECASE | re.MULTILINE)
_WORDS = {"yes": True, "no": False, "true": True, "false": False}
_OPENING = re.compile(r"[\[{]")
MOST_TRIED = 50
"""Places of a text at which JSON is looked for."""


def answers_in(text: str, count: int) -> list[bool | None]:
    """The answers to `count` questions, in the order of their numbers.

    They are read from a JSON object with `answers`, from a list of such entries, from a list of as many words as there
    are questions, or from lines such as `2. no`. Two answers to one question that differ are none.
    """
    for value in _json(text):
        found = _entries(value, count)
        if found is not None:
            return found
    return _numbered(((int(number), word) for number, word in _LINE.findall(text)), count)


def _json(text: str) -> Iterator[Any]:
    """JSON values in the text: the whole of it, or what begins at a bracket."""
    decoder = json.JSONDecoder()
    for number, match in enumerate(_OPENING.finditer(text)):
        if number == MOST_TRIED:
            return
        try:
            yield decoder.raw_decode(text, match.start())[0]
        except (ValueError, RecursionError):
            continue


def _entries(value: Any, count: int) -> list[bool | None] | None:
    if isinstance(value, dict):
        value = value.get("answers")
    if not isinstance(value, list) or not value:
        return None
    if all(isinstance(one, dict) for one in value):
        pairs = [(one.get("number"), one.get("answer")) for one in value]
        known = [(number, word) for number, word in pairs if isinstance(number, int) and not isinstance(number, bool)]
        return _numbered(iter(known), count) if known else None
    words = [_answer(one) for one in value]
    return words if len(words) == count and None not in words else None


def _numbered(pairs: Iterator[tuple[int, Any]], count: int) -> list[bool | None]:
    found: list[set[bool]] = [set() for _ in range(count)]
    for number, word in pairs:
        answer = _answer(word)
        if answer is not None and 1 <= number <= count:
            found[number - 1].add(answer)
    return [next(iter(one)) if len(one) == 1 else None for one in found]


def _answer(word: Any) -> bool | None:
    if isinstance(word, bool):
        return word
    return _WORDS.get(word.strip().strip(".!").casefold()) if isinstance(word, str) else None
