"""Take a text; give the spans of what stands inside its lines: code, emphasis, links, addresses, quotes, placeholders.

Code, fenced or between backticks, is searched for nothing else (but for addresses), and a character after a backslash
is text. Each construct ends on the line it begins on, but quotes, which end in the same paragraph.
"""

from __future__ import annotations

import re
import string
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

from ifdsl.primitives.markdown import Span, scan

_TICKS = re.compile(r"\\.|`++")
_TICK_LINE = re.compile(r"^[^\n]*`[^\n]*$", re.M)
_ESCAPE = re.compile(r"\\[!-/:-@\[-`{-~]")
_LINK = re.compile(
    r"(?<!!)\[[^\[\]\n]*+\]\([ \t]*+[^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)*+"
    r"(?:[ \t]++(?:\"[^\"\n]*+\"|'[^'\n]*+'))?+[ \t]*+\)"
)
_PLACEHOLDER = re.compile(
    r"\[(?!\^)(?=[^\[\]\n]*[^\s\[\]])([^\[\]\n]++)\](?!\(|:[ \t]*+<?(?:https?:|www\.|mailto:|[/#]))"
)
_CHECKBOX = re.compile(r"^[ \t]*+(?:[-*+]|[0-9]{1,9}+[.)])[ \t]++(\[[xX]\])", re.M)
_QUOTE = re.compile(r'(?<!\w)"(?!\s)((?:[^"\n]|\n(?![ \t]*+(?:\n|\Z)))++)"|“((?:[^“”\n]|\n(?![ \t]*+(?:\n|\Z)))++)”')
_URL = re.compile(r"(?<!\w)(?:https?://|www\.)(?=\w)[^\s<>\[\]{}|\\^`\"“”‘’«»，。；：！？、（）【】《》「」]++", re.I)
_EMPHASIS_LINE = re.compile(r"^[^\n]*[*_][^\n]*$", re.M)
_RUN = re.compile(r"\*++|_++")
_MASK = "\0"


@dataclass(frozen=True, slots=True)
class _Inline:
    """`masked` is the text with all code and escaped characters blotted out; `code` the contents of the code spans."""

    masked: str
    code: list[Span]


_last: tuple[str, _Inline] = ("", _Inline("", []))


def _inline(text: str) -> _Inline:
    global _last
    known, found = _last
    if known is text:
        return found
    found = _mask_code(scan(text).masked)
    _last = (text, found)
    return found


def _mask_code(masked: str) -> _Inline:
    code: list[Span] = []
    if "`" in masked:
        pieces: list[str] = []
        kept = 0
        for line in _TICK_LINE.finditer(masked):
            for start, end, width in _code_spans(masked, *line.span()):
                code.append(_unpadded(masked, start + width, end - width))
                pieces += masked[kept:start], _MASK * (end - start)
                kept = end
        pieces.append(masked[kept:])
        masked = "".join(pieces)
    if "\\" in masked:
        masked = _ESCAPE.sub(_MASK * 2, masked)
    return _Inline(masked, code)


def _code_spans(text: str, start: int, end: int) -> list[tuple[int, int, int]]:
    """The code spans of one line with their backticks, and how many of those are on either side."""
    runs = [match.span() for match in _TICKS.finditer(text, start, end) if text[match.start()] == "`"]
    places: dict[int, list[int]] = {}
    for place, (left, right) in enumerate(runs):
        places.setdefault(right - left, []).append(place)
    found, place = [], 0
    while place < len(runs):
        left, right = runs[place]
        same = places[right - left]
        after = bisect_right(same, place)
        if after == len(same):
            place += 1
            continue
        found.append((left, runs[same[after]][1], right - left))
        place = same[after] + 1
    return found


def _unpadded(text: str, start: int, end: int) -> Span:
    """Leave out the one space on either side that lets code begin or end with a backtick."""
    if end - start > 2 and text[start] == text[end - 1] == " ":
        return start + 1, end - 1
    return start, end


def inline_code(text: str) -> list[Span]:
    """What stands between backticks on one line, outside fenced code."""
    return _inline(text).code


def links(text: str) -> list[Span]:
    """Each `[text](address)`, brackets included; an image is no link."""
    return [match.span() for match in _LINK.finditer(_inline(text).masked)]


def placeholders(text: str) -> list[Span]:
    """What stands in square brackets on one line and is no link, link definition, footnote or checkbox."""
    masked = _inline(text).masked
    if "[" not in masked:
        return []
    boxes = {match.start(1) for match in _CHECKBOX.finditer(masked)}
    return [match.span(1) for match in _PLACEHOLDER.finditer(masked) if match.start() not in boxes]


def quotes(text: str) -> list[Span]:
    """What stands between `"` and `"` or `“` and `”` in one paragraph; a `"` after a letter or digit opens nothing."""
    return [match.span(match.lastindex or 0) for match in _QUOTE.finditer(_inline(text).masked)]


def urls(text: str) -> list[Span]:
    """Each web address that begins with `http://`, `https://` or `www.`, without the punctuation that follows it."""
    return [(match.start(), _address_end(text, *match.span())) for match in _URL.finditer(text)]


def _address_end(text: str, start: int, end: int) -> int:
    # A bracket at the end belongs to the address only where it closes one inside.
    surplus = text.count(")", start, end) - text.count("(", start, end)
    while True:
        last = text[end - 1]
        if last == ")" and surplus > 0:
            surplus -= 1
        elif last not in ".,;:!?'*_~":
            return end
        end -= 1


# ---------------------------------------------------------------- emphasis


@dataclass(slots=True)
class _Run:
    """A run of one mark; `start` and `end` shrink as its marks are used up."""

    char: str
    start: int
    end: int
    opens: bool
    closes: bool
    width: int


def highlights(text: str) -> list[Span]:
    """The text of each emphasis (`*x*`, `_x_`) and strong emphasis (`**x**`); `***x***` is one."""
    return sorted(span for span, _ in _emphasis(text))


def bold(text: str) -> list[Span]:
    """The text of each strong emphasis (`**x**`, `__x__`, `***x***`)."""
    return sorted(span for span, width in _emphasis(text) if width > 1)


def _emphasis(text: str) -> list[tuple[Span, int]]:
    masked = _inline(text).masked
    if "*" not in masked and "_" not in masked:
        return []
    found: list[tuple[Span, int]] = []
    for line in _EMPHASIS_LINE.finditer(masked):
        runs = [_run(masked, match, line.start(), line.end()) for match in _RUN.finditer(masked, *line.span())]
        found += _pairs(runs)
    return found


def _run(text: str, match: re.Match[str], first: int, last: int) -> _Run:
    """What a run of marks can do, by the characters beside it (CommonMark 0.31, section 6.2)."""
    start, end = match.span()
    before = text[start - 1] if start > first else " "
    after = text[end] if end < last else " "
    space_before, space_after = before.isspace(), after.isspace()
    mark_before, mark_after = _is_punctuation(before), _is_punctuation(after)
    left = not space_after and (not mark_after or space_before or mark_before)
    right = not space_before and (not mark_before or space_after or mark_after)
    if text[start] == "*":
        return _Run("*", start, end, left, right, end - start)
    return _Run("_", start, end, left and (not right or mark_before), right and (not left or mark_after), end - start)


def _is_punctuation(char: str) -> bool:
    return char in string.punctuation or (char > "\x7f" and unicodedata.category(char)[0] in "PS")


def _pairs(runs: list[_Run]) -> list[tuple[Span, int]]:
    """Match closing runs with the nearest opening ones (CommonMark 0.31, appendix “phase 2”)."""
    found: list[tuple[Span, int]] = []
    waiting: list[_Run] = []
    # INVARIANT: below this place no run can be closed by a run of that kind, so that no stretch is searched twice.
    floor: dict[tuple[str, bool, int], int] = {}
    for run in runs:
        while run.closes and run.start < run.end:
            kind = run.char, run.opens, run.width % 3
            above = range(len(waiting) - 1, floor.get(kind, 0) - 1, -1)
            place = next((at for at in above if _fits(waiting[at], run)), None)
            if place is None:
                floor[kind] = len(waiting)
                break
            opener = waiting[place]
            width = min(3, opener.end - opener.start, run.end - run.start)
            found.append(((opener.end, run.start), width))
            opener.end -= width
            run.start += width
            # What was opened inside stays open for nobody.
            del waiting[place + (opener.start < opener.end) :]
            for each in floor:
                floor[each] = min(floor[each], len(waiting))
        if run.opens and run.start < run.end:
            waiting.append(run)
    return found


def _fits(opener: _Run, closer: _Run) -> bool:
    if opener.char != closer.char:
        return False
    odd = (opener.closes or closer.opens) and (opener.width + closer.width) % 3 == 0
    return not odd or (opener.width % 3 == 0 and closer.width % 3 == 0)
