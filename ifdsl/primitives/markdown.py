"""Take a text; give the spans of its Markdown blocks: items, headings, sections, tables, code, block quotes.

What is a block is for the text's `Document` to say. Each function first looks for a character or a line that it takes
one for, so that plain prose is not parsed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ifdsl.primitives.document import CodeBlock, Document, Heading, Item, Row, Span, Table, document, source_of
from ifdsl.primitives.primitive import Cost, Param, Primitive
from ifdsl.primitives.types import INT, TEXT, list_of

_ITEM = re.compile(r"^[ \t]*+(?:>|[-*+](?:[ \t\r]|$)|[0-9]{1,9}[.)](?:[ \t\r]|$))", re.M)
_UNDERLINE = re.compile(r"^[ \t>]*+(?:=++|-++)[ \t]*+\r?$", re.M)
_CR = re.compile(r"\r(?!\n)")
_INDENTED = re.compile(r"\t| {4}")
_NOT_BREAK = re.compile(r"[^\n]")
_MASK = "\0"
_EMPTY = Document("")


@dataclass(frozen=True, slots=True)
class Scan:
    """The text with its code blocks blotted out and each line break a `\\n`; it is as long as the text."""

    masked: str


_last: tuple[str, Scan] = ("", Scan(""))


def scan(text: str) -> Scan:
    """Blot out the code blocks of a text, for what is searched by its characters; the last answer is kept."""
    global _last
    if _last[0] is not text:
        _last = text, Scan(_masked(text))
    return _last[1]


def _masked(text: str) -> str:
    source = source_of(text)
    if "\r" in source:
        source = source.replace("\r\n", " \n").replace("\r", "\n")
    if not ("```" in text or "~~~" in text or _INDENTED.search(text)):
        return source
    pieces: list[str] = []
    kept = 0
    for block in document(text).code_blocks:
        start, end = block.span
        pieces += source[kept:start], _NOT_BREAK.sub(_MASK, source[start:end])
        kept = end
    return "".join(pieces) + source[kept:]


# ---------------------------------------------------------------- items and headings


def list_items(text: str) -> tuple[Item, ...]:
    """The list items of a text, ordered by their own text."""
    return document(text).items if _ITEM.search(_lines(text)) else ()


def bullets(text: str) -> list[Span]:
    """The text of each item that begins with `-`, `*` or `+`."""
    return [item.text for item in list_items(text) if not item.ordered]


def numbered(text: str) -> list[Span]:
    """The text of each item that begins with a number and `.` or `)`."""
    return [item.text for item in list_items(text) if item.ordered]


def items(text: str) -> list[Span]:
    """The items of `bullets` and `numbered`, in the order of the text."""
    return [item.text for item in list_items(text)]


def item_depths(text: str) -> list[int]:
    """How deep each of `items` stands: 1 in a list that is in no other."""
    return [item.depth for item in list_items(text)]


def marked_headings(text: str) -> tuple[Heading, ...]:
    """The headings of a text, in its order."""
    return document(text).headings if "#" in text or _UNDERLINE.search(_lines(text)) else ()


def headings(text: str, level: int = 0) -> list[Span]:
    """The text of each heading without its marks; of the given level alone, where it is not 0."""
    return [heading.title for heading in marked_headings(text) if level in (0, heading.level)]


def heading_levels(text: str) -> list[int]:
    """The level of each of `headings`, 1 to 6."""
    return [heading.level for heading in marked_headings(text)]


def levelled_sections(text: str) -> list[tuple[int, Span]]:
    """The level of each heading, and its section."""
    found = marked_headings(text)
    ends = [len(text)] * len(found)
    # The sections that are still open, outermost first; a heading closes all of its level and below.
    open_: list[int] = []
    for place, heading in enumerate(found):
        while open_ and found[open_[-1]].level >= heading.level:
            ends[open_.pop()] = heading.span[0]
        open_.append(place)
    return [(heading.level, _trimmed(text, heading.span[0], end)) for heading, end in zip(found, ends, strict=True)]


def sections(text: str) -> list[Span]:
    """Each heading with what follows it, up to the next heading of its level or above."""
    return [span for _, span in levelled_sections(text)]


# ---------------------------------------------------------------- quotes and code


def block_quotes(text: str) -> list[Span]:
    """Each block quote that stands in no other, marks included."""
    return list(document(text).block_quotes) if ">" in text else []


def fenced(text: str) -> list[CodeBlock]:
    """The fenced code blocks of a text."""
    if "```" not in text and "~~~" not in text:
        return []
    return [block for block in document(text).code_blocks if block.fenced]


def code_blocks(text: str, language: str = "") -> list[Span]:
    """The content of each fenced code block; of those labelled so alone, where `language` is given."""
    wanted = language.strip().lower()
    return [block.content for block in fenced(text) if not wanted or label(block) == wanted]


def code_languages(text: str) -> list[str]:
    """The label of each of `code_blocks` in lower case; empty where there is none."""
    return [label(block) for block in fenced(text)]


def label(block: CodeBlock) -> str:
    """The first word after an opening fence, in lower case."""
    return block.info.lower().partition(" ")[0].partition("\t")[0]


# ---------------------------------------------------------------- tables


def read_tables(text: str) -> tuple[Table, ...]:
    """The tables of a text."""
    return document(text).tables if "|" in text and "-" in text else ()


def tables(text: str) -> list[Span]:
    """Each pipe table: a header, a delimiter row of as many cells (`|---|---|`), and the rows that follow."""
    return [table.span for table in read_tables(text)]


def rows(text: str) -> list[Span]:
    """The rows of each table, without header and delimiter row."""
    return [row.span for table in read_tables(text) for row in table.rows]


def columns(text: str) -> list[Span]:
    """The cells of each table's header."""
    return [cell for table in read_tables(text) for cell in table.header.cells]


def cells(text: str) -> list[Span]:
    """The cells of each table, header first; those of the row, where the text is one line with a bar."""
    if "|" not in text:
        return []
    found = [cell for table in read_tables(text) for row in (table.header, *table.rows) for cell in row.cells]
    return found or list(_row_alone(text))


def table_column(text: str, name: str) -> list[Span]:
    """The cells below each header cell that is `name`, whatever the letter case and emphasis."""
    wanted = _folded(name)
    found = []
    for table in read_tables(text):
        places = [at for at, (start, end) in enumerate(table.header.cells) if _folded(text[start:end]) == wanted]
        found += [row.cells[at] for row in table.rows for at in places if at < len(row.cells)] if places else []
    return found


def _folded(cell: str) -> str:
    return " ".join(cell.strip("*_` \t").casefold().split())


def _row_alone(text: str) -> tuple[Span, ...]:
    """The cells of a line that is a row, read as one below a header wide enough for any row with as many bars."""
    line = text.strip()
    if not line or "\n" in line or "\r" in line:
        return ()
    width = line.count("|") + 1
    header = "a|" * width + "\n" + "-|" * width + "\n"
    offset = len(text) - len(text.lstrip()) - len(header)
    row = next((row for table in document(header + line).tables for row in table.rows), Row((0, 0), ()))
    return tuple((start + offset, end + offset) for start, end in row.cells)


# ---------------------------------------------------------------- shared


def _lines(text: str) -> str:
    """The text with a `\\n` where a line ends with `\\r` alone, for patterns that know one line break only."""
    return _CR.sub("\n", text) if "\r" in text else text


def _trimmed(text: str, start: int, end: int) -> Span:
    return start, start + len(text[start:end].rstrip())


_TEXT = Param("text", TEXT)

PRIMITIVES = (
    Primitive(
        "heading_levels", (_TEXT,), list_of(INT),
        "The level of each of the `headings` of the text, in their order, from 1 (`#`) to 6 (`######`).",
        Cost(300, 60.0), heading_levels, example=(("# A\n### B",), [1, 3]),
    ),
    Primitive(
        "item_depths", (_TEXT,), list_of(INT),
        "How deep each of the `items` of the text stands, in their order: 1 in a list that is in no other.",
        Cost(300, 60.0), item_depths, example=(("1. a\n   - b\n2. c",), [1, 2, 1]),
    ),
    Primitive(
        "code_languages", (_TEXT,), list_of(TEXT),
        "The label of each of the `code_blocks` of the text, in their order and in lower case; empty where there is "
        "none.",
        Cost(300, 60.0), code_languages, example=(("```Python\nx\n```\n\n```\ny\n```",), ["python", ""]),
    ),
)  # fmt: skip
