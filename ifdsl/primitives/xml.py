"""Take a text; say whether it is XML, where the elements in it are, and which attributes an element has.

What is well-formed is for Expat to say. A document type declaration is refused, so there is no entity to expand and
nothing outside the text to fetch, and elements may lie `DEEPEST` deep.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from ifdsl.primitives.document import Span, document, source_of
from ifdsl.primitives.markdown import fenced, label
from ifdsl.primitives.offsets import by_byte
from ifdsl.primitives.primitive import Cost, Param, Primitive
from ifdsl.primitives.types import BOOL, TEXT, TEXTS

DEEPEST = 32
"""How many elements may lie in one another; what `elements` gives is at most so many times the text."""

_NAME = r"[^\W\d][\w:.\-]*+"
_TAG = re.compile(rf"<({_NAME})((?:[^<>\"']|\"[^<\"]*+\"|'[^<']*+')*+)>")
_TOKEN = re.compile(rf"<(?:(?P<opened>!--|!\[CDATA\[|\?)|/(?P<closes>{_NAME})\s*+>)|{_TAG.pattern}")
_START_TAG = re.compile(r"<(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+>")
_CLOSERS = {"!--": "-->", "![CDATA[": "]]>", "?": "?>"}
_FIRST_CHUNK = 1_024


class _Refused(Exception):
    """What Expat would read and is refused here: a document type declaration, or elements too deep."""


class _Found(Exception):
    """The first start tag was read; the exception holds the names of its attributes."""


def is_xml(text: str) -> bool:
    """Whether the whole text, white space aside, is one well-formed XML document without a DTD."""
    return "<" in text and _read(source_of(text).strip()) is not None


def elements(text: str) -> list[Span]:
    """Each XML element of a text with all that is in it, in the order of the start tags.

    Where there are code blocks labelled `xml`, those in them; else those in the text outside code of another language.
    Stretches that are not well-formed hold none.
    """
    if "<" not in text or ">" not in text:
        return []
    source = source_of(text)
    labelled = [block.content for block in fenced(text) if label(block) == "xml"]
    if labelled:
        regions = [region for start, end in labelled for region in _regions(source, start, end)]
    else:
        source = _without_code(text, source)
        regions = _regions(source, 0, len(source))
    found: list[Span] = []
    for start, end in regions:
        found += [(start + left, start + right) for left, right in _read(source[start:end]) or ()]
    return found


def attributes(element: str) -> list[str]:
    """The names of the attributes of the element that the text begins with, in order; none where it begins with none.

    Attributes that declare a namespace (`xmlns`) are attributes too.
    """
    source = source_of(element).lstrip()
    if not source.startswith("<"):
        return []
    from xml.parsers import expat

    def begin(name: str, named: list[str]) -> None:
        raise _Found(named[::2])

    parser = _parser()
    parser.ordered_attributes = True
    parser.StartElementHandler = begin
    start, size = 0, _FIRST_CHUNK
    try:
        while start < len(source):
            parser.Parse(source[start : start + size], False)
            start, size = start + size, size * 2
    except _Found as found:
        return list(found.args[0])
    except (_Refused, expat.ExpatError):
        return []
    return []


def _parser() -> Any:
    from xml.parsers import expat

    parser = expat.ParserCreate("utf-8")
    parser.StartDoctypeDeclHandler = _refuse
    return parser


def _refuse(*args: object) -> None:
    raise _Refused


def _read(source: str) -> list[Span] | None:
    """The span of each element of a document; None where it is not well-formed, has a DTD or lies too deep."""
    from xml.parsers import expat

    parser = _parser()
    begun: list[tuple[int, int]] = []
    open_: list[int] = []

    def begin(name: str, attributes: object) -> None:
        if len(open_) >= DEEPEST:
            raise _Refused
        open_.append(len(begun))
        begun.append((parser.CurrentByteIndex, -1))

    def end(name: str) -> None:
        place = open_.pop()
        begun[place] = begun[place][0], parser.CurrentByteIndex

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    try:
        parser.Parse(source, True)
    except (_Refused, expat.ExpatError):
        return None
    place = by_byte(source)
    return [(place(start), _end(source, place(start), place(end))) for start, end in begun]


def _end(source: str, start: int, end: int) -> int:
    """Where an element ends: with its end tag, which begins at `end`, or with its start tag if that is all (`<a/>`)."""
    tag = _START_TAG.match(source, start)
    return tag.end() if tag is not None and tag[0].endswith("/>") else source.index(">", end) + 1


def _regions(source: str, start: int, end: int) -> list[Span]:
    """The stretches from a start tag to the end tag that belongs to it, without those inside another.

    They need not be well-formed. A start tag that no end tag belongs to is skipped over.
    """
    found: list[Span] = []
    open_: list[tuple[str, int]] = []
    waiting: Counter[str] = Counter()
    # INVARIANT: what ends nowhere is looked for once, so that no stretch is searched again for each beginning.
    endless: set[str] = set()
    place = start
    while (token := _TOKEN.search(source, place, end)) is not None:
        place = token.end()
        opened, closes = token["opened"], token["closes"]
        if opened is not None:
            stop = source.find(_CLOSERS[opened], place, end) if opened not in endless else -1
            if stop < 0:
                endless.add(opened)
            else:
                place = stop + len(_CLOSERS[opened])
        elif closes is None and not token[4].endswith("/"):
            open_.append((token[3], token.start()))
            waiting[token[3]] += 1
        else:
            begin = token.start()
            if closes is not None:
                if not waiting[closes]:
                    continue
                name = ""
                while name != closes:
                    name, begin = open_.pop()
                    waiting[name] -= 1
            while found and found[-1][0] > begin:
                found.pop()
            found.append((begin, place))
    return found


def _without_code(text: str, source: str) -> str:
    """The source with the code blocks of a language and the code in lines of text as blanks."""
    spans = [block.span for block in fenced(text) if label(block)]
    if "`" in text:
        spans += [code.span for code in document(text).inline_code]
    pieces: list[str] = []
    kept = 0
    for start, end in sorted(spans):
        pieces += source[kept:start], " " * (end - start)
        kept = end
    return "".join(pieces) + source[kept:]


PRIMITIVES = (
    Primitive(
        "is_xml", (Param("text", TEXT),), BOOL,
        "Whether the whole text is one well-formed XML document without a document type declaration, nested at most "
        "32 deep.",
        Cost(600, 60.0), is_xml, example=(("<a><b/></a>",), True),
    ),
    Primitive(
        "xml_attributes", (Param("element", TEXT),), TEXTS,
        "The names of the attributes of the XML element that the text begins with, in order.",
        Cost(600, 60.0), attributes, example=(('<a x="1" y="2"><b z="3"/></a>',), ["x", "y"]),
    ),
)  # fmt: skip
