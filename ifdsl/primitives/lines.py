"""Take a text; give its lines, as spans, as texts or as a count.

A line ends at `\\n`, `\\r\\n` or `\\r`, which is no part of it; a break at the very end begins no further line.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque

from ifdsl.primitives.primitive import Rule

_BREAK = re.compile(r"\r\n?|\n")


def spans(text: str) -> list[tuple[int, int]]:
    """The span of each line, without its break."""
    if "\r" in text:
        found, start = [], 0
        for match in _BREAK.finditer(text):
            found.append((start, match.start()))
            start = match.end()
        if start < len(text):
            found.append((start, len(text)))
        return found
    found, start = [], 0
    for line in texts(text):
        end = start + len(line)
        found.append((start, end))
        start = end + 1
    return found


def texts(text: str) -> list[str]:
    """Each line, without its break."""
    parts = _BREAK.split(text) if "\r" in text else text.split("\n")
    if not parts[-1]:
        parts.pop()
    return parts


def count(text: str) -> int:
    """The number of lines."""
    if "\r" in text:
        return len(texts(text))
    return text.count("\n") + (text[-1:] not in ("\n", ""))


def _filled_spans(text: str) -> list[tuple[int, int]]:
    return [(start, end) for start, end in spans(text) if _is_filled(text[start:end])]


def _filled(text: str) -> list[str]:
    return [line for line in texts(text) if _is_filled(line)]


def _filled_count(text: str) -> int:
    return len(_filled(text))


def _is_filled(line: str) -> bool:
    return bool(line) and not line.isspace()


def _thinned(text: str) -> list[tuple[int, int]]:
    """The lines that are left of `text.split("\\n")` where blank ones are taken out of it while it is gone through.

    Taking one out makes the next line be passed over, and it is the first of all equal ones that is taken out, which
    may be one that was passed over before.
    """
    found, start = [], 0
    for line in text.split("\n"):
        found.append((start, start + len(line)))
        start += len(line) + 1
    kept: dict[str, deque[int]] = defaultdict(deque)
    removed, place = set(), 0
    while place < len(found):
        line = text[slice(*found[place])]
        if not _is_filled(line):
            kept[line].append(place)
            removed.add(kept[line].popleft())
            place += 1
            passed = text[slice(*found[place])] if place < len(found) else "-"
            if not _is_filled(passed):
                kept[passed].append(place)
        place += 1
    return [span for place, span in enumerate(found) if place not in removed]


RULES = {
    "standard": Rule(spans, "every line, without its line break (`\\n`, `\\r\\n` or `\\r`)", texts=texts, count=count),
    "filled": Rule(_filled_spans, "every line that holds more than white space", texts=_filled, count=_filled_count),
    "thinned": Rule(_thinned, "What IFBench's `line_indent` goes by: lines between `\\n`, most blank ones taken out."),
}
