"""Take the text of a prompt; give its sentences and lines, each with the examples and list items that belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_END = re.compile(
    r"[.!?]+[\"'”’)\]*]{0,4}(?=\s+[\"'“‘(\[*<]{0,3}[A-Z0-9#])|\bP\.(?:P\.)?S(?=\s+[A-Z])|[。！？]+[”’」』）】]*"
)
_SHORT = re.compile(r"(?:\b(?:e\.g|i\.e|Mr|Mrs|Ms|Dr|St|vs|etc|No|Prof|Jr|Sr|U\.S)\.|(?:^|\s|(?<!P)\.)[A-Z]\.)$")
_SPACE = re.compile(r"[^\S\n]*(?:\n\s*)?")
_ITEM = re.compile(r"(?:[*•\-–]\s|\.{3}|…|\*{3,}\s*$|`{3}|\[[^\]]*\]\s*$|[{}]\s*$|<<)")
_NUMBERED = re.compile(r"\(?\d{1,2}[.)]\s")
_ANNOUNCES = re.compile(
    r"(?:[:：]\s*$|\b(?:such as|like|example|e\.g\.|i\.e\.?|format|form|bullets?|points?|lists?)\b)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence or a line `[start, end)` of a text, without the space around it."""

    start: int
    end: int


def units(text: str) -> list[Unit]:
    """The sentences and lines of a text, in order and apart.

    No sentence ends inside a quotation or brackets. Lines of a list belong to the sentence that announces them, as
    examples of it do.
    """
    found: list[Unit] = []
    for line_start, line_end in _lines(text):
        line = text[line_start:line_end]
        if found and _ITEM.match(line) and _belongs(text, found[-1], line_start):
            found[-1] = Unit(found[-1].start, line_end)
            continue
        found += _sentences(text, line_start, line_end)
    return _whole_quotations(text, found)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    for match in re.finditer(r"[^\n]+", text):
        stretch = match.group()
        start = match.start() + len(stretch) - len(stretch.lstrip())
        end = match.start() + len(stretch.rstrip())
        if start < end:
            yield start, end


def _belongs(text: str, unit: Unit, at: int) -> bool:
    """Whether a line of a list goes with the unit before it."""
    said = text[unit.start : unit.end]
    if "\n" in said:
        return True
    return text.count("\n", unit.end, at) <= 2 and _ANNOUNCES.search(said) is not None


def _sentences(text: str, start: int, end: int) -> Iterator[Unit]:
    number = _NUMBERED.match(text, start, end)
    looked = start if number is None else number.end()
    for match in _END.finditer(text, looked, end):
        if match.start() < looked or _SHORT.search(text, max(start, match.end() - 6), match.end()):
            continue
        stretch = text[start : match.end()]
        if stretch.count("(") > stretch.count(")") or stretch.count("[") > stretch.count("]"):
            continue
        yield Unit(start, match.end())
        start = looked = match.end() + len(_SPACE.match(text, match.end(), end).group())  # type: ignore[union-attr]
    if start < end:
        yield Unit(start, end)


def _whole_quotations(text: str, found: list[Unit]) -> list[Unit]:
    """The units with those joined between which a quotation goes on."""
    straight = text.count('"') % 2 == 0
    joined: list[Unit] = []
    for unit in found:
        if joined and _is_open(text[joined[-1].start : joined[-1].end], straight):
            joined[-1] = Unit(joined[-1].start, unit.end)
        else:
            joined.append(unit)
    return joined


def _is_open(stretch: str, straight: bool) -> bool:
    return stretch.count("“") > stretch.count("”") or (straight and stretch.count('"') % 2 == 1)
