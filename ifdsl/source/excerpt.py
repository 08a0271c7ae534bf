"""Take labels of one file; give its lines as a terminal shows them, each label underlined in its columns.

Every code point is one cell of 0, 1, 2 or more columns: combining marks take none, East Asian wide ones two,
a tab four, and what would change the terminal (controls, bidirectional overrides, lone surrogates, invisible
format characters) is written as an escape. Where a line is too wide it is cropped round the label.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from ifdsl.source.diagnostic import Label
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span

Paint = Callable[[str, str], str]
"""Takes a text and the name of a style; gives the text with that style's terminal codes, or as it is."""

_TAB = "    "
_JOINERS = "\u200c\u200d"
_HANGUL_TAILS = range(0x1160, 0x1200)


class Mark(NamedTuple):
    """What to underline on one line: its code points `[first, last)`, with which sign, and why."""

    first: int
    last: int
    sign: str
    message: str


@lru_cache(maxsize=4096)
def _cell(char: str) -> tuple[str, int]:
    if char == "\t":
        return _TAB, len(_TAB)
    category = unicodedata.category(char)
    if category in ("Cc", "Cs", "Zl", "Zp") or (category == "Cf" and char not in _JOINERS):
        written = char.encode("unicode_escape", "backslashreplace").decode("ascii")
        return written, len(written)
    if category in ("Mn", "Me", "Cf") or ord(char) in _HANGUL_TAILS:
        return char, 0
    return char, 2 if unicodedata.east_asian_width(char) in "WF" else 1


def visible(text: str) -> str:
    """The text on one line, with whatever could change a terminal or hide in it written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_cell(char)[0] if char != "\t" else "\\t" for char in text)


def columns(text: str) -> int:
    """How many terminal columns an excerpt gives to `text`."""
    return sum(_cell(char)[1] for char in text)


def marks_of(label: Label, sign: str) -> dict[int, Mark]:
    """What to underline for a label, by line: one line, or the first and the last of several.

    A span outside the text counts as the nearest place inside it.
    """
    file, message = label.file, label.message
    start, end = clamped(label.span, file)
    if end > start and file.text[end - 1] == "\n":
        end -= 1
    (line, column), (last_line, last_column) = file.position(start), file.position(end)
    if line == last_line:
        return {line: Mark(column - 1, last_column - 1, sign, message)}
    last = file.line_text(last_line)[: last_column - 1]
    indent = len(last) - len(last.lstrip())
    return {
        line: Mark(column - 1, len(file.line_text(line)), sign, ""),
        last_line: Mark(indent if indent < len(last) else 0, len(last), sign, message),
    }


def clamped(span: Span, file: SourceFile) -> Span:
    """The part of a span that lies in the file's text; an end before its start counts as its start."""
    start = max(0, min(span.start, len(file.text)))
    return Span(start, max(start, min(span.end, len(file.text))))


def draw(labels: Iterable[tuple[Label, str]], paint: Paint, gutter: int, width: int) -> list[str]:
    """The lines that labels of one file stand on, each followed by one underlined row a label.

    Args:
        labels: with the sign to underline each with, which is also the name of its style.
        paint: how to colour.
        gutter: the columns kept for line numbers.
        width: the columns a source line may take before it is cropped.
    """
    by_line: dict[int, list[Mark]] = {}
    file: SourceFile | None = None
    for label, sign in labels:
        file = label.file
        for line, mark in marks_of(label, sign).items():
            by_line.setdefault(line, []).append(mark)
    if file is None:
        return []
    rows, before = [_row("", "", gutter, paint)], 0
    for line in sorted(by_line):
        if before and line > before + 1:
            rows.append(paint("...", "gutter"))
        rows += _draw_line(line, file.line_text(line), sorted(by_line[line]), paint, gutter, width)
        before = line
    return rows


def _draw_line(line: int, text: str, marks: list[Mark], paint: Paint, gutter: int, width: int) -> list[str]:
    # Marks share one copy of a line that fits; a line that does not is copied for each, cropped round it.
    fits = _fits(text, width)
    rows = []
    for number, mark in enumerate(marks):
        low, high = (0, len(text)) if fits else _window(text, mark, width)
        if number == 0 or not fits:
            part = "".join(_cell(char)[0] for char in text[low:high])
            shown = ("…" if low else "") + part + ("…" if high < len(text) else "")
            rows.append(_row(str(line), shown, gutter, paint))
        at, size = _underline(text, mark, low, high)
        under = paint(mark.sign * size + (" " + visible(mark.message) if mark.message else ""), mark.sign)
        rows.append(_row("", " " * at + under, gutter, paint))
    return rows


def _row(number: str, content: str, gutter: int, paint: Paint) -> str:
    return paint(f"{number:>{gutter}} |", "gutter") + (f" {content}" if content else "")


def _cost(char: str) -> int:
    # A combining mark costs a column too, or a line of a million of them would fit.
    return max(1, _cell(char)[1])


def _fits(text: str, width: int) -> bool:
    return len(text) <= width and sum(map(_cost, text)) <= width


def _window(text: str, mark: Mark, width: int) -> tuple[int, int]:
    """The code points `[low, high)` of a long line to show: a quarter of the width lies before the mark."""
    low = _walk_left(text, mark.first, width // 4)
    high, room = mark.first, width - sum(map(_cost, text[low : mark.first]))
    while high < len(text) and (room := room - _cost(text[high])) >= 0:
        high += 1
    if high == len(text):
        low = _walk_left(text, low, room)
    return low, high


def _walk_left(text: str, at: int, room: int) -> int:
    while at > 0 and (room := room - _cost(text[at - 1])) >= 0:
        at -= 1
    return at


def _underline(text: str, mark: Mark, low: int, high: int) -> tuple[int, int]:
    """The column at which to begin, and how many columns to underline (at least one)."""
    first = mark.first
    while low < first < len(text) and _cell(text[first])[1] == 0:
        # A combining mark is drawn on the letter before it, so that letter is what to underline.
        first -= 1
    at = (1 if low else 0) + columns(text[low:first])
    size = columns(text[first : min(mark.last, high)]) + (1 if mark.last > high else 0)
    return at, max(1, size)
