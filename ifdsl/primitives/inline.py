"""Take a text; give the spans of what stands in its lines: code, emphasis, links, addresses, quotes, placeholders.

Code, emphasis and links are for the text's `Document` to say. Quotes and placeholders are no Markdown: they are looked
for in the text with its code blotted out, where a character after a backslash is text.
"""

from __future__ import annotations

import re

from ifdsl.primitives.document import Emphasis, Span, document
from ifdsl.primitives.markdown import scan

_ESCAPE = re.compile(r"\\[!-/:-@\[-`{-~]")
_PLACEHOLDER = re.compile(
    r"\[(?!\^)(?=[^\[\]\n]*[^\s\[\]])([^\[\]\n]++)\](?!\(|:[ \t]*+<?(?:https?:|www\.|mailto:|[/#]))"
)
_CHECKBOX = re.compile(r"^[ \t]*+(?:[-*+]|[0-9]{1,9}+[.)])[ \t]++(\[[xX]\])", re.M)
_QUOTE = re.compile(r'(?<!\w)"(?!\s)((?:[^"\n]|\n(?![ \t]*+(?:\n|\Z)))++)"|“((?:[^“”\n]|\n(?![ \t]*+(?:\n|\Z)))++)”')
_URL = re.compile(r"(?<!\w)(?:https?://|www\.)(?=\w)[^\s<>\[\]{}|\\^`\"“”‘’«»，。；：！？、（）【】《》「」]++", re.I)
_MASK = "\0"

_last: tuple[str, str] = ("", "")


def _masked(text: str) -> str:
    """The text with all code and escaped characters blotted out; the last answer is kept."""
    global _last
    if _last[0] is not text:
        _last = text, _mask(text)
    return _last[1]


def _mask(text: str) -> str:
    masked = scan(text).masked
    if "`" in masked:
        pieces: list[str] = []
        kept = 0
        for code in document(text).inline_code:
            start, end = code.span
            pieces += masked[kept:start], _MASK * (end - start)
            kept = end
        pieces.append(masked[kept:])
        masked = "".join(pieces)
    return _ESCAPE.sub(_MASK * 2, masked) if "\\" in masked else masked


def inline_code(text: str) -> list[Span]:
    """What stands between backticks in a line of text, without them."""
    return [code.content for code in document(text).inline_code] if "`" in text else []


def links(text: str) -> list[Span]:
    """Each link with a text of its own, brackets included; an image is no link."""
    if "[" not in text:
        return []
    return [link.span for link in document(text).links if not (link.image or link.bare)]


def highlights(text: str) -> list[Span]:
    """The text of each emphasis (`*x*`, `_x_`) and strong emphasis (`**x**`); `***x***` is one."""
    return [each.content for each in _emphasis(text)]


def bold(text: str) -> list[Span]:
    """The text of each strong emphasis (`**x**`, `__x__`, `***x***`)."""
    return [each.content for each in _emphasis(text) if each.strong]


def _emphasis(text: str) -> tuple[Emphasis, ...]:
    return document(text).emphasis if "*" in text or "_" in text else ()


def placeholders(text: str) -> list[Span]:
    """What stands in square brackets on one line and is no link, link definition, footnote or checkbox."""
    if "[" not in text:
        return []
    masked = _masked(text)
    taken = {match.start(1) for match in _CHECKBOX.finditer(masked)}
    taken.update(link.span[0] for link in document(text).links)
    return [match.span(1) for match in _PLACEHOLDER.finditer(masked) if match.start() not in taken]


def quotes(text: str) -> list[Span]:
    """What stands between `"` and `"` or `“` and `”` in one paragraph; a `"` after a letter or digit opens nothing."""
    if '"' not in text and "“" not in text:
        return []
    return [match.span(match.lastindex or 0) for match in _QUOTE.finditer(_masked(text))]


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
