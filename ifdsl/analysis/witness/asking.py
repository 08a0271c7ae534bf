"""Take a plan; give what a text must hold, sorted by the way in which running text takes it in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, cycle

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness import markdown, pieces
from ifdsl.analysis.witness.languages import sentences_in
from ifdsl.analysis.witness.numerals import numerals
from ifdsl.analysis.witness.plan import Plan, holds
from ifdsl.analysis.witness.stock import HEADINGS, deeds
from ifdsl.analysis.witness.stretches import stretches
from ifdsl.analysis.witness.supply import Supply
from ifdsl.analysis.witness.topics import Topic

_LABEL = re.compile(r".*:|(\w\.\s?){1,3}\w?\.?", re.DOTALL)
_HEAD = re.compile(r"[^\w\s]?[A-Z]\w* \d+")
_SENTENCE = re.compile(r"\w+( \S+)+[.!?]")
_BULLETS = ("-", "*", "+", "•")
_GAP = re.compile(r"\[[^\W\d_]+\]")
_MARKED = re.compile(r"([*_`~\"“]+)[^\W_]+([*_`~\"”]+)")


@dataclass(slots=True)
class Asked:
    """What must be held: lines of its own (`titles`, `heads`, `lines`), lines that end what a head begins (`feet`),
    beginnings of lines (`labels`, `closing`), whole sentences, gaps to fill in, numbers, pairs of marks around words,
    and words."""

    titles: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    feet: list[list[str]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    gaps: int = 0
    numbers: list[str] = field(default_factory=list)
    marked: list[tuple[str, str]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)


def asked_of(plan: Plan, supply: Supply, topics: Sequence[Topic], around: str) -> Asked | None:
    """What the text must hold; None where a line must be as no line in the stock is.

    Args:
        topics: what titles and items are taken from.
        around: what the text begins and ends with.
    """
    asked = Asked()
    bullets = [needle for needle in plan.needles if needle.text in _BULLETS and not needle.as_pattern]
    whole = replace(
        plan, needles=[needle for needle in plan.needles if not is_letter(needle) and needle not in bullets]
    )
    held = pieces.occurrences(whole, supply, False, around)
    for text in held:
        word = text.strip()
        if _HEAD.fullmatch(word):
            asked.heads.append(word)
        elif _SENTENCE.fullmatch(word):
            asked.sentences.append(word)
        elif _LABEL.fullmatch(word):
            (asked.labels if word.endswith(":") else asked.closing).append(word)
        else:
            asked.words.append(word)
    if not all(any(map(str.isalnum, text)) for text in held):
        return None
    items = _items(supply, topics)
    divided = stretches(plan, supply, items)
    beside = [text for part in divided for text in (part.label, *part.lines)]
    ruled = set(numerals(plan, supply))
    for text in pieces.marks(plan, supply, False, [around, *held, *beside]):
        marked = _MARKED.fullmatch(text)
        if text.startswith("<<") and text.endswith(">>"):
            asked.titles.append(f"<<{topics[len(asked.titles) % len(topics)].title}>>")
        elif _GAP.fullmatch(text):
            asked.gaps += 1
        elif marked:
            asked.marked.append((marked[1], marked[2]))
        elif text in ruled:
            asked.numbers.append(text)
        elif text.isdigit():
            asked.numbers.append(str(int(text) + 1))
        elif any(map(str.isalnum, text)):
            asked.words.append(text)
        else:
            return None
    for needle in bullets:
        asked.lines += [f"{needle.text} {next(items)}" for _ in range(min(int(needle.times.lo or 0), 50))]
    if not _with_lines(asked, plan, supply, topics, items):
        return None
    if divided:
        # Nothing may stand before the first label, so that what else comes first stands soon after it.
        first = [*asked.titles, *asked.heads]
        asked.titles, asked.heads = [], [part.label for part in divided]
        asked.feet = [[*(() if place else first), *part.lines] for place, part in enumerate(divided)]
    return asked


def is_letter(needle: f.Needle) -> bool:
    """Whether it is single letters that are counted, or marks that sentences end with."""
    single = len(needle.text) == 1 and (needle.text.isalpha() or needle.text in "?!")
    return single and not needle.as_pattern and not needle.whole_word


def _with_lines(asked: Asked, plan: Plan, supply: Supply, topics: Sequence[Topic], items: Iterator[str]) -> bool:
    """Add headings, lists, tables and data; whether that could be done."""
    stuck = False
    titles = chain((topics[0].title,), HEADINGS, (topic.title for topic in topics[1:]))

    def element(view: str, rules: Sequence[f.Predicate]) -> str:
        nonlocal stuck
        source = titles if view == "headings" else items
        for text in (next(source, "") for _ in range(40)):
            if text and all(holds(rule, text) for rule in rules):
                return text
        stuck = True
        return ""

    for line in pieces.blocks(plan, supply, False, element, items):
        if line.startswith("<<"):
            asked.titles.append(f"<<{topics[len(asked.titles) % len(topics)].title}>>")
        elif line.startswith("## ") and "\n" not in line:
            asked.heads.append(f"## {element('headings', ())}")
        else:
            asked.lines.append(line)
    for block in markdown.structure(plan, supply, element):
        (asked.heads if block.startswith("#") else asked.lines).append(block)
    return not stuck


def _items(supply: Supply, topics: Sequence[Topic]) -> Iterator[str]:
    """Things that can stand in lists, different ones first, and then words by the rules without an end."""
    if supply.foreign:
        yield from cycle(text.rstrip(".。।؟?!۔") for text in sentences_in(supply.code))
    for topic in topics:
        yield from filter(supply.keeps, topic.items)
    yield from filter(supply.keeps, (text.rstrip(".") for text in deeds(supply.spells)))
    yield from pieces.fillers(supply)
