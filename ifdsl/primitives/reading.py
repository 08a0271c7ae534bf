"""Take a text; give its `Document`, made of the events of a CommonMark parser.

The parser is `pulldown-cmark` through the package `pyromark`: it is linear in the text whatever the text is, and says
for every block and every inline element where it stands.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from ifdsl.primitives import document as d
from ifdsl.primitives.document import Span
from ifdsl.primitives.offsets import by_byte

DEEPEST_EMPHASIS = 8
"""How deep emphasis may stand in emphasis to be listed: what is listed is then at most so many times the text."""

_INLINE = ("Emphasis", "Strong", "Link", "Image")
_CONTAINERS = ("List", "BlockQuote", "FootnoteDefinition")
_BLANK = " \t"
_LINE = re.compile(r"[^\r\n]*+")
_SPACES = re.compile(r"\s{2,}+")


def read(text: str, source: str) -> d.Document:
    """Read `source`, which is `text` as the parser takes it: as long as the text, without lone surrogates."""
    return _Reader(text, source).document()


@cache
def _events() -> Callable[[str], Iterator[tuple[Any, Any]]]:
    from pyromark import Markdown, Options

    parser = Markdown(options=Options.ENABLE_TABLES | Options.ENABLE_FOOTNOTES)
    return partial(parser.events_with_range, merge_text=True)


# Not frozen: it is filled while the element is open.
@dataclass(slots=True)
class _Open:
    """An element that has begun, with places in bytes; `first` and `last` are where its own inline content is."""

    kind: str
    value: Any
    start: int
    depth: int
    first: int = -1
    last: int = -1
    text: Span | None = None
    parts: list[Any] | None = None
    """The rows of a table, or the cells of a row."""


# Not frozen: emphasis that is all that another one holds is one with it, which shows when that one ends.
@dataclass(slots=True)
class _Emphasis:
    start: int
    end: int
    content: Span
    strong: bool
    depth: int


class _Reader:
    """Takes the events of one text, one after another."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.place = by_byte(source)
        spaces = [match.span() for match in _SPACES.finditer(source)]
        self.space_starts = [start for start, _ in spaces]
        self.space_ends = [end for _, end in spaces]
        self.stack: list[_Open] = []
        self.lists = self.quotes = self.emphases = 0
        self.headings: list[d.Heading] = []
        self.paragraphs: list[Span] = []
        self.items: list[d.Item] = []
        self.tables: list[d.Table] = []
        self.code_blocks: list[d.CodeBlock] = []
        self.block_quotes: list[Span] = []
        self.rules: list[Span] = []
        self.html_blocks: list[Span] = []
        self.inline_code: list[d.InlineCode] = []
        self.emphasis: list[_Emphasis] = []
        self.links: list[d.Link] = []

    def document(self) -> d.Document:
        for event, range_ in _events()(self.source):
            start, end = range_["start"], range_["end"]
            if type(event) is str:
                self.leaf(event, start, end)
                continue
            ((what, value),) = event.items()
            if what == "Start":
                # A cell needs no place on the stack: where it stands, which its end says too, is all that is asked.
                if value != "TableCell":
                    self.begin(value, start, end)
            elif what == "End":
                if value == "TableCell":
                    self.add_part((start, end))
                else:
                    self.end(end)
            elif what == "Code":
                self.leaf("Code", start, end)
            else:
                self.extend(start, end)
        shown = [each for each in self.emphasis if each.depth <= DEEPEST_EMPHASIS]
        emphasis = [d.Emphasis((self.place(e.content[0]), self.place(e.content[1])), e.strong) for e in shown]
        return d.Document(
            self.source,
            tuple(self.headings),
            tuple(self.paragraphs),
            tuple(sorted(self.items, key=lambda item: item.text)),
            tuple(self.tables),
            tuple(self.code_blocks),
            tuple(self.block_quotes),
            tuple(self.rules),
            tuple(self.html_blocks),
            tuple(self.inline_code),
            tuple(sorted(emphasis, key=lambda each: each.content)),
            tuple(sorted(self.links, key=lambda link: link.span)),
        )

    # ------------------------------------------------------------ events

    def leaf(self, kind: str, start: int, end: int) -> None:
        if kind == "Rule":
            self.settle_item(kind, start)
            self.rules.append(self.trimmed(start, end))
            return
        if kind == "Code":
            self.inline_code.append(self.code_span(start, end))
        self.extend(start, end)

    def begin(self, value: Any, start: int, end: int) -> None:
        kind, about = (value, None) if type(value) is str else next(iter(value.items()))
        if kind in _INLINE:
            self.extend(start, end)
            self.emphases += kind in ("Emphasis", "Strong")
        else:
            self.settle_item(kind, start)
            self.lists += kind == "List"
            self.quotes += kind == "BlockQuote"
        self.stack.append(_Open(kind, about, start, self.lists if kind == "Item" else self.emphases))

    def end(self, end: int) -> None:
        opened = self.stack.pop()
        start = opened.start
        match opened.kind:
            case "Heading":
                span = self.block(start, end)
                title = self.inner(opened) or (span[1], span[1])
                # White space that is not ASCII is text to the parser, and is trimmed from blocks all the same.
                span = span[0], max(span[1], title[1])
                self.headings.append(d.Heading(span, int(opened.value["level"][1]), title))
            case "Paragraph":
                span = self.trimmed(start, end)
                self.paragraphs.append(span)
                if self.stack and self.stack[-1].kind == "Item" and self.stack[-1].text is None:
                    self.stack[-1].text = span
            case "List":
                self.lists -= 1
            case "Item":
                span = self.trimmed(start, end)
                text = opened.text or self.inner(opened) or (span[1], span[1])
                span = span[0], max(span[1], text[1])
                self.items.append(d.Item(span, text, self.stack[-1].value is not None, opened.depth))
            case "CodeBlock":
                self.code_blocks.append(self.code_block(opened, end))
            case "BlockQuote":
                self.quotes -= 1
                if not self.quotes:
                    self.block_quotes.append(self.block(start, end))
            case "HtmlBlock":
                self.html_blocks.append(self.trimmed(start, end))
            case "TableHead" | "TableRow":
                # The parser fills a short row up with empty cells, which stand at its very end.
                cells = [self.cell(*part) for part in opened.parts or () if part != (end, end)]
                self.add_part(d.Row(self.trimmed(start, end), tuple(cells)))
            case "Table":
                rows = tuple(opened.parts or ())
                span = self.block(start, end)
                span = span[0], max(span[1], rows[-1].span[1])
                self.tables.append(d.Table(span, rows[0], rows[1:]))
            case "Emphasis" | "Strong":
                self.emphases -= 1
                self.end_emphasis(opened, end)
            case "Link" | "Image":
                self.end_link(opened, end)

    # ------------------------------------------------------------ elements

    def extend(self, start: int, end: int) -> None:
        if self.stack:
            top = self.stack[-1]
            if top.first < 0:
                top.first = start
            top.last = max(top.last, end)

    def add_part(self, part: Any) -> None:
        top = self.stack[-1]
        if top.parts is None:
            top.parts = []
        top.parts.append(part)

    def inner(self, opened: _Open) -> Span | None:
        """The inline content of an element; a backslash that makes its first character text is part of it."""
        if opened.first < 0:
            return None
        start, end = self.place(opened.first), self.place(opened.last)
        if opened.first > opened.start and self.source[start - 1] == "\\":
            start -= 1
        return self.trimmed_span(start, end)

    def settle_item(self, kind: str, start: int) -> None:
        """Settle the text of the item that a block begins in, if that is not a paragraph, which does so as it ends."""
        item = self.stack[-1] if self.stack else None
        if item is None or item.kind != "Item" or item.text is not None:
            return
        item.text = self.inner(item)
        if item.text is None and kind != "Paragraph":
            place = self.place(start)
            item.text = (place, place) if kind in _CONTAINERS else self.trimmed_span(place, self.line_end(place))

    def code_span(self, start: int, end: int) -> d.InlineCode:
        # Where a heading ends in code, the parser counts a blank after it in.
        left, right = self.trimmed(start, end)
        width = right - left - len(self.source[left:right].lstrip("`"))
        inner = left + width, right - width
        code = self.source[inner[0] : inner[1]]
        # A blank on either side is what lets code begin or end with a backtick.
        if len(code) > 2 and code[0] in " \n" and code[-1] in " \n" and not code.isspace():
            inner = inner[0] + 1, inner[1] - 1
        return d.InlineCode((left, right), inner)

    def code_block(self, opened: _Open, end: int) -> d.CodeBlock:
        fenced = type(opened.value) is dict
        span = self.trimmed(opened.start, end)
        if opened.first < 0:
            # All of it is fences, of which the second may be missing.
            start = stop = self.next_line(span[0])
        else:
            start, stop = self.line_start(self.place(opened.first)), self.place(opened.last)
            if stop > start and self.text[stop - 1] == "\n":
                stop -= 1
            if stop > start and self.text[stop - 1] == "\r":
                stop -= 1
        return d.CodeBlock(span, opened.value["Fenced"] if fenced else "", (start, stop), fenced)

    def cell(self, start: int, end: int) -> Span:
        left, right = self.place(start), self.place(end)
        text = self.source[left:right]
        inner = text.strip()
        if not inner:
            return right - len(text) + len(text.rstrip()), right - len(text) + len(text.rstrip())
        left += len(text) - len(text.lstrip())
        return left, left + len(inner)

    def end_emphasis(self, opened: _Open, end: int) -> None:
        strong = opened.kind == "Strong"
        content = opened.start + 1 + strong, end - 1 - strong
        inside = self.emphasis[-1] if self.emphasis else None
        if inside is not None and (inside.start, inside.end) == content:
            inside.start, inside.end, inside.depth = opened.start, end, opened.depth
            inside.strong = inside.strong or strong
        else:
            self.emphasis.append(_Emphasis(opened.start, end, content, strong, opened.depth))

    def end_link(self, opened: _Open, end: int) -> None:
        about, image = opened.value, opened.kind == "Image"
        after_bracket = self.place(opened.start + 1 + image)
        text = self.inner(opened) or (after_bracket, after_bracket)
        bare = about["link_type"] in ("Autolink", "Email")
        self.links.append(d.Link((self.place(opened.start), self.place(end)), text, about["dest_url"], image, bare))

    # ------------------------------------------------------------ places

    # INVARIANT: finding a place takes no time that grows with the element: elements nest as deep as a text is long.

    def trimmed(self, start: int, end: int) -> Span:
        return self.trimmed_span(self.place(start), self.place(end))

    def trimmed_span(self, left: int, right: int) -> Span:
        """Leave out the white space at the end."""
        after = bisect_left(self.space_ends, right)
        if after < len(self.space_starts) and self.space_starts[after] < right:
            return left, max(left, self.space_starts[after])
        return left, right - (left < right and self.source[right - 1].isspace())

    def block(self, start: int, end: int) -> Span:
        """The span of a block with the few blanks before it that make it no other block."""
        left, right = self.trimmed(start, end)
        line = self.line_start(left)
        return line if left - line <= 3 else left, right

    def line_start(self, place: int) -> int:
        """The start of the line where only blanks stand between, else the place."""
        start = place
        while start and self.source[start - 1] in _BLANK:
            start -= 1
        return start if not start or self.source[start - 1] in "\r\n" else place

    def line_end(self, place: int) -> int:
        line = _LINE.match(self.source, place)
        return line.end() if line is not None else place

    def next_line(self, place: int) -> int:
        end = self.line_end(place)
        return min(end + 1 + self.source.startswith("\r\n", end), len(self.source))
