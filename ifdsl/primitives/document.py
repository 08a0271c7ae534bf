"""Take a text; give its `Document`: what CommonMark, with tables and footnotes, reads in it, as records with spans.

Every view of Markdown rests on it, so one text is parsed once whatever is asked of it. Spans are half-open, in code
points of the text. The records are tuples, which are made in a fraction of the time: a text may hold very many.
"""

from __future__ import annotations

import re
from typing import NamedTuple

Span = tuple[int, int]


class Heading(NamedTuple):
    """A heading of level 1 to 6, marked by `#` or underlined; `title` is its text without the marks."""

    span: Span
    level: int
    title: Span


class Item(NamedTuple):
    """A list item with all that belongs to it. `depth` is 1 in a list that stands in no other.

    `text` is its first paragraph; where it begins with another block, that block's first line; where it begins with a
    list, nothing.
    """

    span: Span
    text: Span
    ordered: bool
    depth: int


class Row(NamedTuple):
    """A row of a table and its cells, white space trimmed. A row too short has fewer of them than the header."""

    span: Span
    cells: tuple[Span, ...]


class Table(NamedTuple):
    span: Span
    header: Row
    rows: tuple[Row, ...]


class CodeBlock(NamedTuple):
    """A code block, fenced or indented. `info` is what follows the opening fence; `content` has no fences."""

    span: Span
    info: str
    content: Span
    fenced: bool


class InlineCode(NamedTuple):
    span: Span
    content: Span


class Emphasis(NamedTuple):
    """The content of `*x*`, `**x**` or `***x***`, which is one."""

    content: Span
    strong: bool


class Link(NamedTuple):
    """A link or an image; `bare` where the address is all there is (`<https://…>`)."""

    span: Span
    text: Span
    address: str
    image: bool
    bare: bool


class Document(NamedTuple):
    """What a text holds, each kind in the order of the text.

    `source` is what was parsed, and is as long as the text. Block quotes are the outermost ones.
    """

    source: str
    headings: tuple[Heading, ...] = ()
    paragraphs: tuple[Span, ...] = ()
    items: tuple[Item, ...] = ()
    tables: tuple[Table, ...] = ()
    code_blocks: tuple[CodeBlock, ...] = ()
    block_quotes: tuple[Span, ...] = ()
    rules: tuple[Span, ...] = ()
    html_blocks: tuple[Span, ...] = ()
    inline_code: tuple[InlineCode, ...] = ()
    emphasis: tuple[Emphasis, ...] = ()
    links: tuple[Link, ...] = ()


_SURROGATE = re.compile("[\ud800-\udfff]")
# Neither white space nor punctuation, which is all that CommonMark asks of a character that is not ASCII.
_STAND_IN = "\ue000"
_CONTAINED_TABLE = re.compile(
    r"(?![ \t>])(?=[^\n|]*+\|)[^\n]*+\n(?=[ \t]*+>|[ ]{4}|[ ]{0,3}\t)([ \t>]++)[|:-][-|: \t\r]*+(?:\n|\Z)"
)
_WIDEST_MARKS = 1_000
_PATIENCE = 64

_last: tuple[str, Document] = ("", Document(""))
_kept: tuple[str, Document] = _last
_missed = 0


def document(text: str) -> Document:
    """Read a text; what was read last is kept, and so is the longest, as elements of it are read in between."""
    global _last, _kept, _missed
    if _last[0] is text:
        return _last[1]
    if _kept[0] is text:
        _missed = 0
        return _kept[1]
    from ifdsl.primitives.reading import read

    found = read(text, source_of(text))
    _last = text, found
    _missed += 1
    if len(text) >= len(_kept[0]) or _missed > _PATIENCE:
        _kept, _missed = _last, 0
    return found


def source_of(text: str) -> str:
    """Give the text as it is parsed: as long as it was, without lone surrogates.

    The first line of a table in a list or a block quote is cut from what marks the list or quote, and the others are
    not. Where the text is such a table, the marks go before the line breaks, as blanks, so that it is a table alone.
    """
    source = str(text)
    if not source.isascii():
        source = _SURROGATE.sub(_STAND_IN, source)
    contained = _CONTAINED_TABLE.match(source) if "|" in source else None
    if contained is not None:
        marks = re.compile(rf"(\r?\n)([ \t>]{{1,{min(len(contained[1]), _WIDEST_MARKS)}}}+)")
        source = marks.sub(lambda match: " " * len(match[2]) + match[1], source)
    return source
