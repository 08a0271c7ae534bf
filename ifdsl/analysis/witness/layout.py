"""Take sentences and what stands between them; give the parts of a text: paragraphs, sections, lists, last lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, cycle, islice, pairwise
from math import inf

from ifdsl.analysis.witness.plan import Plan


@dataclass(slots=True)
class Page:
    """What a text is laid out from.

    Attributes:
        titles: lines before everything else.
        heads: lines that each begin a section.
        feet: lines that each such section ends with.
        labels: what each begins a paragraph, on the same line.
        sentences: the running text.
        lead: a sentence just before `lines`.
        lines: lists, tables and data.
        last: paragraphs after all that.
    """

    titles: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    feet: list[list[str]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    lead: str = ""
    lines: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)

    @property
    def units(self) -> int:
        return max(len(self.heads), len(self.labels), 1)


def separators(plan: Plan) -> list[str]:
    """What stands between the parts that are asked for by number."""
    # Blank lines come first: the parts between them are those that are asked for by number.
    parts = sorted(plan.parts.items(), key=lambda pair: pair[0] != "\n\n")
    return [separator for separator, span in parts for _ in range(span.low - 1)]


def is_free(plan: Plan) -> bool:
    """Whether a text may have as many paragraphs and lines as read well."""
    few = [span for span in plan.parts.values() if span.low > 1 or span.high < inf]
    return not few and plan.lines.high == inf


def laid_out(plan: Plan, page: Page, free: bool) -> list[str]:
    """The parts of the text, each to be followed by its separator.

    Args:
        free: whether blank lines may stand anywhere.
    """
    count = len(separators(plan)) + 1
    blank = "\n\n" if free else "\n"
    natural = round(len(page.sentences) / 4) if free and len(page.sentences) > 5 else 1
    units = max(count, page.units, natural if page.units == 1 else 1)
    between = "\n" if plan.lines.low > 1 else " "
    cells: list[list[str]] = [[] for _ in range(count)]
    for place, sentences in enumerate(_divided(page.sentences, units)):
        text = between.join(sentences)
        if place < len(page.labels):
            text = f"{page.labels[place]} {text}".rstrip()
        if place < len(page.heads):
            head = page.heads[place]
            gap = blank if head.startswith("#") else " " if head.endswith(":") else "\n"
            text = f"{head}{gap}{text}".rstrip()
        if place < len(page.feet):
            text = "\n".join([text, *page.feet[place]])
        cells[place * count // units].append(text)
    texts = [blank.join(filter(None, cell)) for cell in cells]
    if page.titles:
        texts[0] = blank.join([*page.titles, texts[0]]).rstrip()
    tail = [texts[-1]]
    if page.lines:
        joints = ["\n\n" if "\n" in left + right else "\n" for left, right in pairwise(page.lines)]
        block = "".join(line + joint for line, joint in zip(page.lines, [*joints, ""], strict=True))
        tail.append("\n".join(filter(None, [page.lead, block])))
    texts[-1] = blank.join(filter(None, [*tail, *page.last]))
    return texts


def _divided(sentences: Sequence[str], count: int) -> list[list[str]]:
    """Sentences in so many stretches, some longer than others."""
    if count == 1 or len(sentences) < count:
        return [list(sentences[place : place + 1]) for place in range(count)] if count > 1 else [list(sentences)]
    weights = list(islice(cycle((4, 3, 5) if len(sentences) >= 3 * count else (1,)), count))
    spare = len(sentences) - count
    # Each stretch has one sentence, and of the others its share.
    ends = [place + 1 + spare * done // sum(weights) for place, done in enumerate(accumulate(weights))]
    return [list(sentences[low:high]) for low, high in zip([0, *ends], ends, strict=False)]
