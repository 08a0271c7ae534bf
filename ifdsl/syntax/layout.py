"""Take a document of words and bracketed lists; give it on one line where it fits, else its lists one element a line.

A document is a text, or a sequence of documents, or a `List` (broken at its commas) or a `Chain` (broken before its
operators, where it stands inside brackets that are themselves broken).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Union

WIDTH = 100
"""Columns, in code points, that a line may take."""

INDENT = "  "

_WORTH_BREAKING = 24
"""Columns between two brackets below which nothing is gained by breaking them."""


@dataclass(frozen=True, slots=True)
class List:
    """`open item, item close`. Nothing stands between the brackets where there are no items."""

    open: str
    items: Sequence[Doc]
    close: str
    comma: bool = True
    """Whether the last of several lines takes a comma too."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Documents one after another, each but the first beginning with what joins it to the one before."""

    links: Sequence[Doc]
    hang: bool = True
    """Whether the links after the first stand further right than it."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Nothing to write: what stands after it is no reason to break what stands before it."""


Doc = Union[str, Sequence["Doc"], List, Chain, Rest]


def flat(doc: Doc) -> str:
    """The document on one line, but for the newlines inside its texts."""
    if isinstance(doc, str):
        return doc
    if isinstance(doc, List):
        return doc.open + ", ".join(map(flat, doc.items)) + doc.close
    if isinstance(doc, Chain):
        return " ".join(map(flat, doc.links))
    return "" if isinstance(doc, Rest) else "".join(map(flat, doc))


def lay_out(doc: Doc, indent: str, column: int, after: int = 0, *, inside: bool = False) -> str:
    """The document, broken where its lines would be longer than `WIDTH`.

    Args:
        doc: what to write.
        indent: blanks at the start of the line that it stands on.
        column: where on that line it begins.
        after: columns of what follows on its last line, up to the next place where a line can be broken.
        inside: whether it stands inside brackets, so that a newline ends nothing.
    """
    line = flat(doc)
    if isinstance(doc, str | Rest) or _fits(line, column, after):
        return line
    deeper = indent + INDENT
    if isinstance(doc, List):
        if not _can_break(doc):
            return line
        rows = [deeper + lay_out(item, deeper, len(deeper), 1, inside=True) for item in doc.items]
        end = "," if doc.comma else ""
        return doc.open + "\n" + ",\n".join(rows) + f"{end}\n{indent}{doc.close}"
    if isinstance(doc, Chain):
        if not inside:
            return _sequence([part for link in doc.links for part in (" ", link)][1:], indent, column, after, inside)
        first, *rest = doc.links
        margin = deeper if doc.hang else indent
        rows = [lay_out(link, margin, len(margin), after, inside=True) for link in rest]
        return f"\n{margin}".join([lay_out(first, indent, column, 0, inside=True), *rows])
    return _sequence(doc, indent, column, after, inside)


def _sequence(docs: Sequence[Doc], indent: str, column: int, after: int, inside: bool) -> str:
    pieces: list[str] = []
    for number, doc in enumerate(docs):
        following = _width_to_break(docs, number + 1, after)
        piece = lay_out(doc, indent, column, following, inside=inside)
        pieces.append(piece)
        column = len(piece) - piece.rfind("\n") - 1 if "\n" in piece else column + len(piece)
    return "".join(pieces)


def _width_to_break(docs: Sequence[Doc], start: int, after: int) -> int:
    """Columns up to the first list of `docs[start:]` that could be broken, and no more than make a line too long."""
    width = 0
    for number in range(start, len(docs)):
        doc = docs[number]
        if isinstance(doc, Rest):
            return width
        if isinstance(doc, List) and _can_break(doc):
            return width + len(doc.open)
        width += len(flat(doc).partition("\n")[0])
        if width > WIDTH:
            return width
    return width + after


def _can_break(doc: List) -> bool:
    return len(flat(doc)) - len(doc.open) - len(doc.close) >= _WORTH_BREAKING


def _fits(line: str, column: int, after: int) -> bool:
    first, newline, rest = line.partition("\n")
    if column + len(first) + (0 if newline else after) > WIDTH:
        return False
    return not newline or len(rest.rpartition("\n")[2]) + after <= WIDTH
