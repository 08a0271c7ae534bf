"""Take a text; give the spans of its Markdown blocks: items, headings, sections, tables, code, block quotes.

This is a scanner of lines, not a full parser: a block is known by how its line begins, at any depth of indentation but
for headings (at most three spaces). Whatever stands in fenced code is code and nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from ifdsl.primitives import lines

Span = tuple[int, int]

_FENCE = re.compile(r"[ \t]*+(`{3,}+(?!.*`)|~{3,}+)")
_BULLET = re.compile(r"^(?![ \t]*+(?:(?:\*[ \t]*+){3,}+|(?:-[ \t]*+){3,}+)$)[ \t]*+[-*+](?:[ \t]++([^\n]*+))?+$", re.M)
_NUMBERED = re.compile(r"^[ \t]*+[0-9]{1,9}+[.)](?:[ \t]++([^\n]*+))?+$", re.M)
_HEADING = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]++([^\n]*+))?+$", re.M)
_DELIMITER = re.compile(r"^(?=[^\n]*\|)[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+$", re.M)
_QUOTED_LINES = re.compile(r"(?:^[ \t]*+>[^\n]*+\n?)++", re.M)
_NOT_BREAK = re.compile(r"[^\n]")
_MASK = "\0"


@dataclass(frozen=True, slots=True)
class Scan:
    """What the block views share: `masked` is the text with fenced code blotted out and each line break a `\\n`.

    It is as long as the text. `code` holds the contents of the fenced blocks, without the break before the closing
    fence.
    """

    masked: str
    code: list[Span]


_last: tuple[str, Scan] = ("", Scan("", []))


def scan(text: str) -> Scan:
    """Find the fenced code of a text; the last text's answer is kept, since the views of one text all need it."""
    global _last
    known, found = _last
    if known is text:
        return found
    found = _scan(text)
    _last = (text, found)
    return found


def _scan(text: str) -> Scan:
    if "```" not in text and "~~~" not in text:
        return Scan(_breaks(text), [])
    code: list[Span] = []
    pieces: list[str] = []
    kept = 0
    opened: tuple[int, int, str] | None = None
    places = lines.spans(text)
    for start, end in places:
        match = _FENCE.match(text, start, end)
        if opened is None:
            if match is not None:
                # Where the content begins is known once there is a next line.
                opened = start, end, match[1]
            continue
        if match is not None and _closes(text[start:end].strip(" \t"), opened[2]):
            code.append(_content(text, opened[1], start))
            pieces += _breaks(text[kept : opened[0]]), _blot(text[opened[0] : end])
            kept, opened = end, None
    if opened is not None:
        code.append(_content(text, opened[1], len(text)))
        pieces += _breaks(text[kept : opened[0]]), _blot(text[opened[0] :])
        kept = len(text)
    pieces.append(_breaks(text[kept:]))
    return Scan("".join(pieces), code)


def _closes(line: str, fence: str) -> bool:
    return len(line) >= len(fence) and line == fence[0] * len(line)


def _content(text: str, opening_end: int, closing_start: int) -> Span:
    start = _after_break(text, opening_end)
    end = closing_start
    if end > start and text[end - 1] == "\n":
        end -= 1
    if end > start and text[end - 1] == "\r":
        end -= 1
    return start, max(start, end)


def _after_break(text: str, end: int) -> int:
    return end + 2 if text.startswith("\r\n", end) else min(end + 1, len(text))


def _breaks(text: str) -> str:
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def _blot(text: str) -> str:
    return _NOT_BREAK.sub(_MASK, _breaks(text))


# ---------------------------------------------------------------- items and headings


def bullets(text: str) -> list[Span]:
    """The text of each item that begins with `-`, `*` or `+`; a line of three or more of one mark is a rule."""
    return [_item(match) for match in _BULLET.finditer(scan(text).masked)]


def numbered(text: str) -> list[Span]:
    """The text of each item that begins with a number and `.` or `)`."""
    return [_item(match) for match in _NUMBERED.finditer(scan(text).masked)]


def items(text: str) -> list[Span]:
    """The items of `bullets` and `numbered`, in the order of the text."""
    return sorted(bullets(text) + numbered(text))


def headings(text: str) -> list[Span]:
    """The text of each heading (`#` to `######`), without its marks."""
    return [_title(match) for match in _HEADING.finditer(scan(text).masked)]


def sections(text: str) -> list[Span]:
    """Each heading with what follows it, up to the next heading of its level or above."""
    found = [(match.start(), len(match[1])) for match in _HEADING.finditer(scan(text).masked)]
    ends = [len(text)] * len(found)
    # The sections that are still open, outermost first; a heading closes all of its level and below.
    open_: list[int] = []
    for place, (start, level) in enumerate(found):
        while open_ and found[open_[-1]][1] >= level:
            ends[open_.pop()] = start
        open_.append(place)
    return [_trimmed(text, start, end) for (start, _), end in zip(found, ends, strict=True)]


def block_quotes(text: str) -> list[Span]:
    """Each run of lines that begin with `>`, marks included."""
    return [_trimmed(text, *match.span()) for match in _QUOTED_LINES.finditer(scan(text).masked)]


def code_blocks(text: str) -> list[Span]:
    """The content of each block fenced by three or more backticks or tildes; one that is never closed runs on."""
    return scan(text).code


def _item(match: re.Match[str]) -> Span:
    if match[1] is None:
        return match.end(), match.end()
    start = match.start(1)
    return start, start + len(match[1].rstrip())


def _title(match: re.Match[str]) -> Span:
    if match[2] is None:
        return match.end(), match.end()
    start, title = match.start(2), match[2].rstrip()
    bare = title.rstrip("#")
    if bare != title and bare[-1:] in ("", " ", "\t"):
        title = bare.rstrip()
    return start, start + len(title)


def _trimmed(text: str, start: int, end: int) -> Span:
    return start, start + len(text[start:end].rstrip())


# ---------------------------------------------------------------- tables


@dataclass(frozen=True, slots=True)
class _Table:
    header: Span
    rows: list[Span]
    end: int


def _tables(text: str) -> list[_Table]:
    masked = scan(text).masked
    if "|" not in masked:
        return []
    found: list[_Table] = []
    for match in _DELIMITER.finditer(masked):
        header_end = match.start() - 1
        if header_end < 0 or (found and header_end <= found[-1].end):
            continue
        header = masked.rfind("\n", 0, header_end) + 1, header_end
        if len(_cells(masked, *header)) != len(_cells(masked, *match.span())) or not _is_row(masked[slice(*header)]):
            continue
        rows, end = [], match.end()
        while end < len(masked):
            stop = masked.find("\n", end + 1)
            row = end + 1, len(masked) if stop < 0 else stop
            if not _is_row(masked[row[0] : row[1]]):
                break
            rows.append(row)
            end = row[1]
        found.append(_Table(header, rows, end))
    return found


def tables(text: str) -> list[Span]:
    """Each pipe table: a header, a delimiter row of as many cells (`|---|---|`), and the rows that follow."""
    return [_trimmed(text, table.header[0], table.end) for table in _tables(text)]


def rows(text: str) -> list[Span]:
    """The rows of each table, without header and delimiter row."""
    return [_trimmed(text, *row) for table in _tables(text) for row in table.rows]


def columns(text: str) -> list[Span]:
    """The cells of each table's header."""
    return [cell for table in _tables(text) for cell in _cells(text, *table.header)]


def cells(text: str) -> list[Span]:
    """The cells of each line with a `|` that is no delimiter row, so those of a row or of a whole table."""
    masked = scan(text).masked
    if "|" not in masked:
        return []
    found: list[Span] = []
    for start, end in lines.spans(masked):
        line = masked[start:end]
        if _is_row(line) and _DELIMITER.fullmatch(line) is None:
            found += _cells(masked, start, end)
    return found


def _is_row(line: str) -> bool:
    return "|" in line.replace("\\|", "")


def _cells(text: str, start: int, end: int) -> list[Span]:
    """The cells between the bars of one line, white space trimmed; a bar after a backslash is text."""
    line = text[start:end]
    bars = [place for place, char in enumerate(line) if char == "|" and line[place - 1 : place] != "\\"]
    edges = [-1, *bars, len(line)]
    if bars and not line[: bars[0]].strip():
        edges.pop(0)
    if len(edges) > 2 and not line[bars[-1] + 1 :].strip():
        edges.pop()
    found = []
    for left, right in pairwise(edges):
        cell = line[left + 1 : right]
        offset = start + left + 1 + len(cell) - len(cell.lstrip())
        found.append((offset, offset + len(cell.strip())))
    return found
