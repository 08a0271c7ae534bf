"""Take the content of a model's message; give the answer in it apart from the reasoning, and where the answer stood.

Reasoning is what stands between the marks of a family of models (`ifdsl.run.marks`). Four shapes of it are told apart:

- closed: an opening mark at the start of the content, after blanks, and its closing mark; also several in a row;
- truncated: an opening mark at the start that nothing closes: all that follows is reasoning, and no answer is left;
- prefilled: the chat template wrote the opening mark, so that the content holds the closing one alone;
- prefilled and truncated: no mark at all. The content does not show it: `Marks.opened` has to say so.

Marks anywhere else are words of the answer: in the middle of a sentence, in code, in an answer that explains them. An
answer that begins with a mark because the prompt asks for it looks just like reasoning; for such prompts the splitting
is narrowed to the marks of the model's family or turned off.

Blanks between a closing mark and the end of its line, and blank lines after it, keep the two apart and belong to
neither; the indentation of the first line that is not blank belongs to the answer.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from ifdsl.run.marks import USUAL, Family, Marks

__all__ = ["USUAL", "Marks", "Split", "in_raw", "split"]

Spans = tuple[tuple[int, int], ...]


class Split(NamedTuple):
    """A content taken apart.

    INVARIANT: the `slices` of the content, one after another, are `text`; no piece of `reasoning` is in them.
    """

    text: str
    reasoning: str | None
    """The thoughts without their marks and the blanks around them, a blank line between two; `None` without any."""
    slices: Spans
    """Half-open, in code points; none where `text` is empty."""


def split(content: str, marks: Marks = USUAL, *, cut_off: bool = False) -> Split:
    """Take `content` apart, in time linear in its length.

    Splitting the text that comes out changes nothing, with `opened` set to `False` where it was `True`.

    Args:
        content: what the server sent, letter for letter.
        marks: which marks count.
        cut_off: whether the answer met the limit on tokens.
    """
    cursor = _Cursor(content, _compiled(marks.families), len(content))
    opened = marks.opened
    while True:
        if cursor.take_block() or cursor.take_answer_mark():
            opened = False if opened else opened
        elif opened:
            opened = False
            if marks.families and not cursor.take_prefilled() and cut_off:
                cursor.take_rest()
        elif opened is False or not cursor.take_lone():
            break
    start, stop = cursor.at, cursor.stop
    return Split(
        text=content[start:stop],
        reasoning="\n\n".join(cursor.thoughts) or None,
        slices=((start, stop),) if start < stop else (),
    )


def in_raw(slices: Spans, start: int, end: int) -> Spans:
    """Where the half-open span `[start, end)` of a text stands in the content that `slices` took it from.

    An empty span stands before the character that it stands before in the text, or after the last one.

    Raises:
        ValueError: the span is not one of the text.
    """
    # Where in the text each slice ends.
    ends: list[int] = []
    for a, b in slices:
        ends.append((ends[-1] if ends else 0) + b - a)
    length = ends[-1] if ends else 0
    if not 0 <= start <= end <= length:
        raise ValueError(f"the span from {start} to {end} does not lie in a text of {length} characters")
    if start == end:
        nth = next((n for n, each in enumerate(ends) if each > start), len(ends) - 1)
        point = slices[nth][1] - (ends[nth] - start) if ends else 0
        return ((point, point),) if ends else ()
    found: list[tuple[int, int]] = []
    for (a, b), after in zip(slices, ends, strict=True):
        before = after - (b - a)
        low, high = max(start, before), min(end, after)
        if low < high:
            found.append((a + low - before, a + high - before))
    return tuple(found)


# Only what keeps lines apart: a no-break space at the start of an answer is the answer's.
_SEPARATOR = re.compile(r"[ \t\r]*+(?:\n(?:[ \t\r]*+\n)*+)?+")
_BLANKS = re.compile(r"\s*+")
_FENCE = re.compile(r"[ ]{0,3}(?:```|~~~)")
_FENCED_LINE = re.compile(r"^[ ]{0,3}(?:```|~~~)", re.MULTILINE)
_QUOTES = frozenset("`'\"“”‘’«»")


class _Compiled(NamedTuple):
    opening: re.Pattern[str]
    closing: re.Pattern[str]
    answer: re.Pattern[str] | None
    marks: Family


class _Families(NamedTuple):
    all: tuple[_Compiled, ...]
    alone: tuple[_Compiled, ...]
    begin: re.Pattern[str]
    """Any mark that reasoning or an answer may begin with."""
    either: re.Pattern[str]
    """Any mark of `alone`, in group `o` and the family's place for an opening one, `c` and it for a closing one."""


@cache
def _compiled(chosen: tuple[Family, ...]) -> _Families:
    families = tuple(
        _Compiled(re.compile(m.opening), re.compile(m.closing), re.compile(m.answer) if m.answer else None, m)
        for m in chosen
    )
    alone = tuple(family for family in families if family.marks.alone)
    pairs = (f"(?P<o{n}>{f.marks.opening})|(?P<c{n}>{f.marks.closing})" for n, f in enumerate(alone))
    starts = [mark for m in chosen for mark in (m.opening, m.answer) if mark]
    begin = re.compile("|".join(starts) if starts else "(?!)")
    return _Families(families, alone, begin, re.compile("|".join(pairs)))


@dataclass(slots=True)
class _Cursor:
    """What is left of a content, `[at, stop)`, while reasoning is taken off its start."""

    content: str
    families: _Families
    stop: int
    at: int = 0
    thoughts: list[str] = field(default_factory=list)
    known: dict[re.Pattern[str], re.Match[str] | None] = field(default_factory=dict)
    fences: list[int] | None = None
    last: int = field(init=False)
    """Where the blanks before `stop` begin."""

    def __post_init__(self) -> None:
        self.last = len(self.content[: self.stop].rstrip())

    def take_block(self) -> bool:
        """Take the reasoning between two marks at the start, or all that is left where the second one is missing."""
        start = self._start()
        if start is None:
            return False
        for family in self.families.all:
            opening = family.opening.match(self.content, start, self.stop)
            if opening is None:
                continue
            closing = self._find(family.closing, opening.end())
            if closing is not None:
                self._take(opening.end(), closing, family)
                return True
            if family.marks.unclosed:
                self.at = opening.end()
                self.take_rest()
                return True
        return False

    def take_answer_mark(self) -> bool:
        """Take what a family writes before its answer."""
        start = self._start()
        if start is None:
            return False
        for family in self.families.all:
            mark = family.answer.match(self.content, start, self.stop) if family.answer else None
            if mark is not None:
                self._take(mark.start(), mark, family)
                return True
        return False

    def take_prefilled(self) -> bool:
        """Take all up to the first closing mark of the first family that has one."""
        for family in self.families.all:
            closing = self._find(family.closing, self.at)
            if closing is not None:
                self._take(self.at, closing, family)
                return True
        return False

    def take_lone(self) -> bool:
        """Take all up to the first closing mark that no opening one stands before and that is not spoken of."""
        if all(self._find(family.closing, self.at) is None for family in self.families.alone):
            return False
        depth: dict[str, int] = {}
        for mark in self.families.either.finditer(self.content, self.at, self.stop):
            which, place = (mark.lastgroup or "")[:1], (mark.lastgroup or "")[1:]
            if which == "o":
                depth[place] = depth.get(place, 0) + (not self._quoted(mark.start(), mark.end()))
            elif depth.get(place, 0):
                depth[place] -= 1
            elif not self._spoken_of(mark.start(), mark.end()):
                self._take(self.at, mark, self.families.alone[int(place)])
                return True
        return False

    def take_rest(self) -> None:
        """Take all that is left."""
        self._think(self.at, self.stop)
        self.at = self.stop

    def _take(self, start: int, closing: re.Match[str], family: _Compiled) -> None:
        self._think(start, closing.start())
        separator = _SEPARATOR.match(self.content, closing.end(), self.stop)
        self.at = closing.end() if separator is None else separator.end()
        for end in family.marks.ends:
            if self.content.endswith(end, self.at, self.last):
                self.stop = self.last = self.last - len(end)
                while self.last > self.at and self.content[self.last - 1].isspace():
                    self.last -= 1
                return

    def _think(self, start: int, end: int) -> None:
        thought = self.content[start:end].strip()
        if thought:
            self.thoughts.append(thought)

    def _start(self) -> int | None:
        """Where the first mark after blanks begins, where there is one."""
        blanks = _BLANKS.match(self.content, self.at, self.stop)
        start = self.at if blanks is None else blanks.end()
        return start if self.families.begin.match(self.content, start, self.stop) else None

    def _find(self, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        """The first match from `start` on; what lies ahead is looked for once, as `start` never goes back."""
        found = self.known.get(pattern)
        if pattern not in self.known or (found is not None and found.start() < start):
            found = self.known[pattern] = pattern.search(self.content, start, self.stop)
        return found if found is not None and found.end() <= self.stop else None

    def _spoken_of(self, start: int, end: int) -> bool:
        """Whether the mark in `[start, end)` is a word of a sentence: quoted, or between a blank and more words."""
        after_blank = start > self.at and self.content[start - 1] in " \t"
        return (after_blank and self._more_on_line(end)) or self._quoted(start, end)

    def _quoted(self, start: int, end: int) -> bool:
        """Whether the mark in `[start, end)` is in quotes or backticks, by a bracket or a comma, or in fenced code."""
        before = self.content[start - 1] if start > self.at else "\n"
        after = self.content[end] if end < self.stop else "\n"
        if (before in _QUOTES and after in _QUOTES) or before == "(" or after in ",;)":
            return True
        return self._fenced(start)

    def _more_on_line(self, start: int) -> bool:
        separator = _SEPARATOR.match(self.content, start, self.stop)
        rest = start if separator is None else separator.end()
        return rest < self.stop and "\n" not in self.content[start:rest]

    def _fenced(self, at: int) -> bool:
        if self.fences is None:
            self.fences = [fence.start() for fence in _FENCED_LINE.finditer(self.content)]
        first = bisect_left(self.fences, self.at)
        count = bisect_left(self.fences, at) - first
        # A fence on the line of the mark before it begins the text that is left, but no line of the content.
        begun = _FENCE.match(self.content, self.at, at) is not None
        counted = first < len(self.fences) and self.fences[first] == self.at
        return (count + (begun and not counted)) % 2 == 1
