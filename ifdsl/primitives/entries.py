"""Take a text; give what it enumerates, whatever form it has: sections, list items, table rows or paragraphs."""

from __future__ import annotations

from collections import Counter

from ifdsl.primitives import markdown, prose
from ifdsl.primitives.document import Item, Span


def main_sections(text: str) -> list[Span]:
    """The sections of the level that divides the text: the highest one with two headings or more.

    Where no level has two, it is the highest one that occurs. A title above the sections, with what introduces them,
    is none of them; sections below them are parts of them. A text without headings has the parts that `entries` gives.
    """
    levelled = markdown.levelled_sections(text)
    if not levelled:
        return entries(text)
    level = _dividing(levelled) or min(level for level, _ in levelled)
    return [span for each, span in levelled if each == level]


def entries(text: str) -> list[Span]:
    """What the text enumerates: the first of these that it has.

    * the sections of the highest level that has two headings or more, headings included;
    * the items and rows of `listed`;
    * the paragraphs of running text.
    """
    levelled = markdown.levelled_sections(text)
    level = _dividing(levelled)
    if level:
        return [span for each, span in levelled if each == level]
    return listed(text) or prose.prose_paragraphs(text)


def listed(text: str) -> list[Span]:
    """The outermost list items without their marks, each with what belongs to it; where there are none, the table rows.

    Bullets right below a numbered item belong to it, however they are indented. Of a row the outer bars are left out.
    """
    found: list[Span] = []
    last: Item | None = None
    for item in markdown.list_items(text):
        if item.depth > 1:
            continue
        start, end = item.span
        end = start + len(text[start:end].rstrip())
        if last is not None and last.ordered and not item.ordered and _follows(text, found[-1][1], start):
            found[-1] = found[-1][0], end
        else:
            last = item
            found.append((item.text[0] if item.text[0] < item.text[1] else start, end))
    return found or [_between_bars(text, *row) for row in markdown.rows(text)]


def _dividing(levelled: list[tuple[int, Span]]) -> int:
    counts = Counter(level for level, _ in levelled)
    return min((level for level, count in counts.items() if count > 1), default=0)


def _follows(text: str, end: int, start: int) -> bool:
    """Whether nothing but one line break, and blanks, stands between the two places."""
    between = text[end:start].replace("\r\n", "\n").replace("\r", "\n")
    return between.isspace() and between.count("\n") == 1


def _between_bars(text: str, start: int, end: int) -> Span:
    start += len(text[start:end]) - len(text[start:end].lstrip())
    start += text.startswith("|", start, end)
    row = text[start:end].rstrip()
    if row.endswith("|") and not row.endswith("\\|"):
        row = row[:-1].rstrip()
    return start + len(row) - len(row.lstrip()), start + len(row)
