"""Take a plan; give running text on a topic, in whole sentences, that holds what is asked for; None where it cannot.

Nothing is squeezed in here: where there is little room, or words must meet rules that sentences do not, the text is
left to the plainer ways to write a plan down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, cycle, islice
from math import inf
from zlib import crc32

from ifdsl.analysis.witness import carriers, pieces
from ifdsl.analysis.witness.asking import Asked, asked_of
from ifdsl.analysis.witness.elements import given_parts
from ifdsl.analysis.witness.layout import Page, is_free, laid_out, separators
from ifdsl.analysis.witness.plan import Plan, within
from ifdsl.analysis.witness.samples import sample
from ifdsl.analysis.witness.style import Style
from ifdsl.analysis.witness.supply import Supply
from ifdsl.analysis.witness.telling import Telling
from ifdsl.analysis.witness.topics import TOPICS, Topic

_LEADS = ("Here is a short list.", "These things come to mind.", "Some notes follow.")


def prose(plan: Plan, supply: Supply, start: str, ends: Sequence[str], style: Style) -> str | None:
    """The text between its start and its ends.

    Args:
        style: `mass` is the number of sentences that it has where it may; of one alone, no paragraphs are made that are
            not asked for; 0 is for one that is short. `marks` are what the sentences end with, in turn.
    """
    mass = style.mass
    if supply.letterless() or plan.words.high < 4 or next(given_parts(plan.element_rules), None) is not None:
        return None
    placed = _placed(plan)
    if placed is None:
        return None
    topics = topics_for(plan, supply, style)
    around = " ".join([start, *ends])
    asked = asked_of(plan, supply, topics, around)
    if asked is None or (supply.foreign and (asked.words or asked.gaps or asked.numbers or placed)):
        return None
    fixed = sum(any(c.isalpha() for c in text) for text in (start, " ".join(ends)))
    telling = Telling(plan, supply, topics, style, around, fixed)
    for outside in (*asked.titles, *asked.heads, *chain(*asked.feet), *asked.labels, *asked.closing, *asked.lines):
        telling.note(outside)
    if not all(map(telling.take, [*asked.sentences, *(sentence for _, sentence in placed)])):
        return None
    openings = _openings(plan, telling, mass > 1)
    page = None if openings is None else _page(plan, asked, telling, mass)
    if openings is None or page is None:
        return None
    for place, sentence in placed:
        at = place - bool(start) * fixed if place >= 0 else len(page.sentences) + 1 + place
        page.sentences.insert(max(at, 0), sentence)
    texts = laid_out(plan, page, mass > 1 and is_free(plan))
    for place, opening in openings.items():
        if -len(texts) <= place < len(texts):
            texts[place] = carriers.opened(opening, texts[place])
    return _joined(plan, texts, bool(page.lines and ends))


def _page(plan: Plan, asked: Asked, telling: Telling, mass: int) -> Page | None:
    """The lines that are asked for, and sentences that hold the rest; None where they cannot be had."""
    page = Page(asked.titles, asked.heads, asked.feet, asked.labels, lines=asked.lines)
    carried = _carried(asked, telling)
    if carried is None:
        return None
    parts = max(page.units, len(separators(plan)) + 1)
    if asked.lines and "\n" not in asked.lines[0] and mass > 1 and not telling.supply.foreign:
        page.lead = next(filter(telling.take, filter(telling.fits, _LEADS)), "")
    likes = max(mass, parts * min(mass, 2), -(-len(asked.marked) // 2)) + len(asked.closing)
    told = telling.told(max(parts - len(carried), 0) + len(asked.closing), likes)
    kinds = None if told is None else _of_kinds(plan, telling, [*carried, *told])
    marked = None if told is None or kinds is None else _marked([*told, *kinds], asked.marked)
    if marked is None:
        return None
    page.last = [f"{label} {marked.pop()}" for label in asked.closing]
    page.sentences = [*asked.sentences, *_mixed(marked, carried)]
    return page


def topics_for(plan: Plan, supply: Supply, style: Style) -> tuple[Topic, ...]:
    """The topics, in an order that depends on what is asked for and on the seed, so that texts differ."""
    asked = [*(needle.text for needle in plan.needles), *plan.starts, *plan.ends, plan.words, plan.sentences]
    asked += [*(f"{piece.view}{piece.least}" for piece in plan.pieces), len(plan.placed), len(plan.limits)]
    first = (supply.seed + style.choice + crc32(str(asked).encode("utf-8", "replace"))) % len(TOPICS)
    return TOPICS[first:] + TOPICS[:first]


def _placed(plan: Plan) -> list[tuple[int, str]] | None:
    """Sentences with words at places that are asked for, by the place of the sentence; None where that is not had."""
    made: list[tuple[int, str]] = []
    for path, text in plan.placed:
        if path[0].view == "paragraphs":
            continue
        place, word = path[0].place, sample(text) or text if "\\b" in text else text
        if path[0].view != "sentences" or place is None or not word.replace(" ", "").isalpha() or len(path) > 2:
            return None
        at = path[1].place if len(path) == 2 and path[1].view == "words" else None
        anywhere = next(carriers.carriers(place)).format(f"the word {word}")
        sentence = anywhere if len(path) == 1 else carriers.at_place(word, at)
        if sentence is None:
            return None
        made.append((place, sentence))
    return sorted(made)


def _carried(asked: Asked, telling: Telling) -> list[str] | None:
    """Sentences that hold words, gaps and numbers, more words in one where there are many."""
    made: list[str] = []
    for number in range(asked.gaps):
        frame, name = carriers.with_gap(number)
        made.append(frame.format(f"[{name}]"))
    made += [carriers.with_number(place).format(number) for place, number in enumerate(asked.numbers)]
    if not all(map(telling.take, made)):
        return None
    comma = within(telling.plan.slack, ",")
    tight = telling.plan.sentences.high < inf or telling.plan.words.high < telling.words + 12 * len(asked.words)
    groups = [group for words in _rounds(asked.words) for group in _grouped(words, tight)]
    held = carriers.carried(groups, telling.take, comma, telling.turn)
    return None if held is None else [*held, *made]


def _rounds(words: Sequence[str]) -> Iterator[list[str]]:
    """Words, each once; then those that come up again, each once; and so on."""
    left = list(words)
    while left:
        once = list(dict.fromkeys(left))
        yield once
        for word in once:
            left.remove(word)


def _grouped(words: Sequence[str], tight: bool) -> Iterator[Sequence[str]]:
    size = 8 if tight else 1 if len(words) < 3 else 2 if len(words) < 6 else 3
    return (words[at : at + size] for at in range(0, len(words), size))


def _of_kinds(plan: Plan, telling: Telling, held: list[str]) -> list[str] | None:
    """More sentences with letters and words that are asked for; what these lack is told of in so many words."""
    comma = within(plan.slack, ",")
    made = carriers.carried(([letters] for letters in telling.lacking()), telling.take, comma, telling.turn)
    if made is None:
        return None
    for kind in plan.word_kinds:
        if not kind.least:
            continue
        if kind.view != "words" or kind.predicate is None:
            return None
        made += telling.of_kind(kind, [*held, *made], 25)
        lacking = pieces.of_kind(kind, telling.supply, [*held, *made])
        groups = [group for words in _rounds(lacking) for group in _grouped(words, len(lacking) > 12)]
        carried = carriers.carried(groups, telling.take, comma, telling.turn)
        if carried is None:
            return None
        made += carried
    return made


def _marked(sentences: list[str], marks: Sequence[tuple[str, str]]) -> list[str] | None:
    """Sentences with marks around some of their longer words; None where there are not enough."""
    made = list(sentences)
    places = cycle(range(len(made)))
    for before, after in marks:
        for place in (next(places) for _ in made):
            # The first word stands bare: at the start of a line its mark would make a bullet of the line.
            words = re.findall(r"(?<= )[^\W\d_]{4,}(?=[ .])", made[place])
            if words:
                word = max(words, key=len)
                made[place] = re.sub(rf"(?<= ){word}(?=[ .])", f"{before}{word}{after}", made[place], count=1)
                break
        else:
            return None
    return made


def _mixed(told: Sequence[str], carried: Sequence[str]) -> Iterator[str]:
    """The sentences of a topic with others between them, the topic first."""
    step = -(-len(told) // (len(carried) + 1)) or 1
    left = iter(carried)
    for place, sentence in enumerate(told, start=1):
        yield sentence
        if place % step == 0:
            yield from islice(left, 1)
    yield from left


def _openings(plan: Plan, telling: Telling, capital: bool) -> dict[int, str] | None:
    """What parts must begin with, by their place: a word or a sentence; None where that is not had.

    Args:
        capital: whether a word is put in capitals, as a sentence begins.
    """
    made: dict[int, str] = {}
    for path, text in plan.placed:
        if path[0].view == "paragraphs" and path[0].place is not None:
            word = sample(text) or text if "\\b" in text else text
            word = word[:1].upper() + word[1:] if capital else word
            ways = carriers.openings(word)
            opening = next(filter(telling.take, ways), None) if ways else word
            if opening is None:
                return None
            made[path[0].place] = opening
    return made


def _joined(plan: Plan, texts: list[str], open_end: bool) -> str:
    """The parts with their separators."""
    whole = texts[0]
    for separator, text in zip(separators(plan), texts[1:], strict=True):
        whole += separator + text
    return whole + "\n" if open_end else whole
