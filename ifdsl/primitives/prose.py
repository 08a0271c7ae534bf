"""Take a text; give its running text: sentences and paragraphs without headings, tables and code, and words as read."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from ifdsl.primitives import inline, lines, markdown, paragraphs, segment_sentences, words
from ifdsl.primitives.document import Heading, Span

_NOT_PROSE = re.compile(r"[ \t]*+(?:\Z|\||(?P<bold>\*\*|__)[^*_]*+(?<![.!?。！？…])(?P=bold):?+[ \t]*+\Z)")
"""A line that is blank, begins with a bar, or is a label in bold."""
_STOPS = tuple(".!?。！？…")
_FENCES = re.compile(r"^[ \t]*+(?:`{3}|~{3})[^\n]*+$", re.M)


def shown_words(text: str) -> list[Span]:
    """The words of the standard rule that are no part of a web address or of a line that opens or closes a code block.

    A reader takes neither for words of the text: `json` after three backticks says how the code is shown.
    """
    found = list(words.standard(text))
    hidden: Iterator[Span | None] = iter(
        [*sorted([*inline.urls(text), *(match.span() for match in _FENCES.finditer(text))]), None]
    )
    next_hidden = next(hidden)
    shown = []
    for start, end in found:
        while next_hidden is not None and next_hidden[1] <= start:
            next_hidden = next(hidden)
        if next_hidden is None or start < next_hidden[0]:
            shown.append((start, end))
    return shown


def shown_texts(text: str) -> list[str]:
    """The slices of `text` at `shown_words`."""
    if _all_shown(text):
        return words.standard_texts(text)
    return [text[start:end] for start, end in shown_words(text)]


def shown_count(text: str) -> int:
    """The number of `shown_words`."""
    return words.standard_count(text) if _all_shown(text) else len(shown_words(text))


def _all_shown(text: str) -> bool:
    """Whether nothing in the text can begin a web address or a fence."""
    return not any(mark in text for mark in ("://", "```", "~~~")) and "www." not in text.lower()


def prose_sentences(text: str) -> list[Span]:
    """The sentences of the standard rule that do not stand in a heading, a table or a fenced code block.

    A line that is bold from end to end is a heading too, unless its last character ends a sentence.
    """
    found = _lines(text)
    starts = [start for start, _, _ in found]
    return [span for span in segment_sentences.standard(text) if found[bisect_right(starts, span[0]) - 1][2]]


def prose_paragraphs(text: str) -> list[Span]:
    """The paragraphs of the standard rule without the lines of them that are headings, list items, tables or code.

    To an item belong the lines that follow it without a blank line, and those that are indented below it. Where such a
    line divides a paragraph, what stands above and below it are two.
    """
    parts = _without_lists(text, _lines(text))
    found: list[Span] = []
    place = 0
    for start, end in paragraphs.standard(text):
        opened = -1
        while place < len(parts) and parts[place][0] < end:
            line_start, line_end, is_prose = parts[place]
            place += 1
            if line_end <= start:
                continue
            if is_prose and opened < 0:
                opened = len(found)
                found.append((max(line_start, start), min(line_end, end)))
            elif is_prose:
                found[opened] = found[opened][0], min(line_end, end)
            else:
                opened = -1
    return [_trimmed(text, start, end) for start, end in found if not text[start:end].isspace()]


def _lines(text: str) -> list[tuple[int, int, bool]]:
    """Start and end of each line, and whether it may hold running text."""
    blocks = [heading.span for heading in markdown.marked_headings(text) if not _is_sentence(text, heading)]
    blocks += [block.span for block in markdown.fenced(text)]
    blocks += markdown.tables(text)
    return [
        (start, end, is_free and _NOT_PROSE.match(text, start, end) is None)
        for start, end, is_free in _outside(lines.spans(text), sorted(blocks))
    ]


def _is_sentence(text: str, heading: Heading) -> bool:
    """Whether an underlined heading is rather a paragraph with a thematic break right below it."""
    start, end = heading.title
    return text[start:end].endswith(_STOPS) and not text[heading.span[0] : start].strip()


def _without_lists(text: str, found: list[tuple[int, int, bool]]) -> list[tuple[int, int, bool]]:
    items = [item.span for item in markdown.list_items(text) if item.depth == 1]
    outside = _outside([(start, end) for start, end, _ in found], items)
    return [
        (start, end, is_prose and is_free)
        for (start, end, is_prose), (_, _, is_free) in zip(found, outside, strict=True)
    ]


def _outside(places: list[Span], blocks: list[Span]) -> list[tuple[int, int, bool]]:
    """The places, each with whether none of the blocks, sorted by their start, begins before its end and goes on."""
    found = []
    next_block = reach = 0
    for start, end in places:
        while next_block < len(blocks) and blocks[next_block][0] <= end:
            reach = max(reach, blocks[next_block][1])
            next_block += 1
        found.append((start, end, reach <= start))
    return found


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
