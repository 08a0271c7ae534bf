"""Take what a plan asks for; give the words, marks and lines by which a text has it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TypeAlias

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness import lists, markdown
from ifdsl.analysis.witness.numerals import numerals
from ifdsl.analysis.witness.places import mentions, patterns_in
from ifdsl.analysis.witness.plan import MOST, Pieces, Plan, bare, holds, pattern_of
from ifdsl.analysis.witness.samples import sample, usable
from ifdsl.analysis.witness.stretches import dividing
from ifdsl.analysis.witness.supply import Supply

INLINE = {
    "highlights": "*{}*",
    "bold": "**{}**",
    "placeholders": "[{}]",
    "links": "[{}](https://example.org)",
    "urls": "https://example.org/{}",
    "quotes": '"{}"',
    "inline_code": "`{}`",
    "numbers": "{n}",
    "emoji": "😀",
}
BLOCKS = {
    "headings": "{level} {}",
    "sections": "## {}",
    "code_blocks": "```{language}\n{}\n```",
    "block_quotes": "> {}",
    "tables": "| {} |\n| --- |\n| {} |",
    "rows": "| {} |",
    "json_blocks": '```json\n{{"{}": 1}}\n```',
    "xml_elements": "<{}>{}</{}>",
}
_ITEMS = lists.VIEWS | {"entries"}

_NUMBER = re.compile(r"\d+")

Element: TypeAlias = Callable[[str, Sequence[f.Predicate]], str]
"""Gives a text for an element of a view under rules."""


def inline(plan: Plan, supply: Supply, compact: bool, present: str) -> list[str]:
    """What stands in running text: keywords as often as asked, special words, marked words, nested brackets.

    Args:
        compact: whether marked words are left empty where they may be.
        present: text that the response has anyhow.
    """
    made = occurrences(plan, supply, compact, present)
    for kind in plan.word_kinds:
        if kind.least and kind.view == "words":
            made.extend(of_kind(kind, supply, made))
        elif kind.least and kind.predicate is not None:
            letter = next((c for c in "EeAa1!" if holds(kind.predicate, c)), "")
            made.extend([letter * kind.least] if letter else [])
    made.extend(marks(plan, supply, compact, [present, *made]))
    return [item for item in made if item]


def occurrences(plan: Plan, supply: Supply, compact: bool, present: str) -> list[str]:
    """Keywords, as often as they are asked for and not there anyhow."""
    made: list[str] = []
    for needle in sorted(plan.needles, key=lambda needle: -len(needle.text)):
        pattern = pattern_of(needle)
        there = " ".join([present, *made])
        missing = int(needle.times.lo or 0) - (len(pattern.findall(there.lower())) if pattern else 0)
        missing = min(missing, MOST)
        if len(needle.text) == 1 and needle.text.isalpha() and not needle.as_pattern and not needle.whole_word:
            # A letter by itself, with a full stop after it, would be taken for an initial.
            made.extend(needle.text * min(10, missing - done) for done in range(0, missing, 10))
            continue
        made.extend(_occurrence(needle, supply, compact, place) for place in range(1, missing + 1))
    return made


def marks(plan: Plan, supply: Supply, compact: bool, held: list[str]) -> list[str]:
    """Marked words, numbers and nested brackets, as many as are asked for beyond those in `held`."""
    made: list[str] = []
    filler = fillers(supply)
    numbers = numerals(plan, supply)
    made.extend(numbers)
    for piece in plan.pieces:
        if piece.view == "numbers" and numbers:
            continue
        if piece.least and (piece.view in INLINE or (piece.view == "find_all" and not _is_line(piece))):
            least = piece.least - _matches(piece, [*held, *made])
            made.extend(_marked(piece, filler, supply, compact, number) for number in range(1, least + 1))
    for nest in plan.nested:
        if nest.depth.lo:
            made.append(_nested(nest.pairs, int(nest.depth.lo), filler))
    return made


def blocks(
    plan: Plan, supply: Supply, compact: bool, element: Element, filler: Iterator[str] | None = None
) -> list[str]:
    """What stands on lines of its own: bullets, headings, tables, labelled lines; they hold what `filler` gives."""
    made: list[str] = []
    words = filler or fillers(supply)
    labels = dividing(plan)
    rules = markdown.rules_of(plan, *_ITEMS)

    def item(view: str) -> str:
        return element(view, rules) if rules else next(words)

    made.extend(lists.list_lines(plan, item))
    for piece in plan.pieces:
        if not piece.least or piece.view in markdown.VIEWS:
            continue
        if piece.view == "find_all" and labels is not None and piece.arguments == labels.arguments:
            continue
        if piece.view == "find_all" and _is_line(piece):
            made.extend(_line(str(piece.arguments[0]), next(words), compact) for _ in range(piece.least))
        elif piece.view == "entries":
            made.extend(f"- {item(piece.view)}" for _ in range(piece.least))
        elif piece.view in BLOCKS:
            made.extend(_block(piece, next(words)) for _ in range(piece.least))
        elif piece.view in ("split", "csv_rows", "lines") and piece.predicate is not None:
            made.extend(_fitting_line(piece, next(words)) for _ in range(piece.least))
    return [line for line in made if line]


def _matches(piece: Pieces, held: list[str]) -> int:
    """How many matches there are anyhow."""
    pattern = _NUMBER if piece.view == "numbers" else None
    if piece.view == "find_all":
        pattern = usable(str(piece.arguments[0]))
    matches = (match[0] for text in held for match in pattern.finditer(text)) if pattern else ()
    return sum(_meets(piece, match) for match in matches)


def fillers(supply: Supply) -> Iterator[str]:
    """The words by the rules, over and over; they are looked for when the first is taken."""
    words = supply.words() or ["1"]
    place = 0
    while True:
        yield words[place % len(words)]
        place += 1


def _is_line(piece: Pieces) -> bool:
    return "(?m)" in str(piece.arguments[0]) or str(piece.arguments[0]).startswith("^")


def _line(pattern: str, word: str, compact: bool) -> str:
    text = sample(pattern, "" if compact else f" {word}", True) or ""
    found = usable(pattern)
    tidy = re.sub(r"^(\W+)a$", r"\1-", text) if compact else re.sub(r"^(\W+)a\s", r"\1 ", text)
    return tidy if found is not None and found.search(tidy) else text


def _occurrence(needle: f.Needle, supply: Supply, compact: bool, place: int) -> str:
    text = needle.text
    if needle.as_pattern:
        text = sample(needle.text, "", not compact) or sample(needle.text) or ""
        if "\\d" in needle.text:
            text = re.sub(r"1(?=\D*$)", str(place), text)
        text = text.strip() if pattern_of(needle) and pattern_of(needle).search(text.strip().lower()) else text  # type: ignore[union-attr]
    return fitted(text, supply, loose=needle.ignore_case, whole=needle.whole_word)


def fitted(text: str, supply: Supply, *, loose: bool, whole: bool) -> str:
    """A text in a form that the rules for words allow: in another letter case, or as a part of longer words."""
    if supply.allows_item(text):
        return text
    ways: Iterable[str] = (text, text.title(), text.capitalize(), text.upper(), text.lower()) if loose else (text,)
    for way in ways:
        if supply.allows_item(way):
            return way
    for way in ways:
        for longer in stretched(way, whole):
            if supply.allows_item(longer):
                return longer
    folded = text.replace("s", "ſ").replace("i", "ı")
    return folded if loose and supply.allows_item(folded) else text


def stretched(text: str, whole: bool) -> Iterator[str]:
    """A text as part of longer words; `whole`: with a mark between, so that it stays a word to most counts."""
    for tail in ("s", "x", "st", "b", "bcd", "bbbb", "xxxxx", "z", "str"):
        if whole:
            yield f"{text};{tail}"
        else:
            yield text + tail
            yield tail + text
            yield tail + text + tail


def refitted(text: str, supply: Supply) -> str:
    """A text with those of its words stretched that the rules do not allow as they are."""
    return re.sub(r"\S+", lambda match: fitted(match[0], supply, loose=True, whole=False), text)


def of_kind(kind: Pieces, supply: Supply, made: list[str]) -> list[str]:
    """Words of a kind, as many as are asked for beyond those in `made`."""
    return list(islice(_missing_kind(kind, supply, made), kind.least))


def _missing_kind(kind: Pieces, supply: Supply, made: list[str]) -> Iterator[str]:
    assert kind.predicate is not None
    there = [word for item in made for word in item.split() if holds(kind.predicate, bare(supply.cased(word)))]
    words = supply.of_kind(kind)
    for place in range(kind.least - (len(set(there)) if kind.distinct else len(there))):
        word = next(words, None)
        while word is not None and kind.distinct and word in there:
            word = next(words, None)
        if word is None and there and not kind.distinct:
            word = there[place % len(there)]
        if word is None:
            return
        yield word


def _marked(piece: Pieces, filler: Iterator[str], supply: Supply, compact: bool, number: int) -> str:
    word = next(filler)
    if piece.view == "find_all":
        pattern = str(piece.arguments[0])
        shortest = sample(pattern)
        text = shortest if compact and shortest and _meets(piece, shortest) else sample(pattern, word) or shortest or ""
        return text if not text.isdigit() else str(number)
    if piece.predicate is not None:
        for shape in (INLINE[piece.view].format(word, n=number), word):
            if holds(piece.predicate, shape):
                return shape
    return INLINE[piece.view].format(word, n=number)


def _meets(piece: Pieces, text: str) -> bool:
    return piece.predicate is None or holds(piece.predicate, text)


def _block(piece: Pieces, word: str) -> str:
    level = (
        "#" * int(piece.arguments[0]) if piece.view == "headings" and piece.arguments and piece.arguments[0] else "##"
    )
    language = str(piece.arguments[0]) if piece.view == "code_blocks" and piece.arguments else ""
    template = BLOCKS[piece.view]
    return template.format(*[word] * template.count("{}"), level=level, language=language)


def _fitting_line(piece: Pieces, word: str) -> str:
    """A line that meets a predicate, by the marks that lines usually begin or end with."""
    assert piece.predicate is not None
    mentioned = [text for text in _texts(piece.predicate) if text.strip()]
    heads = [*mentioned, *(f"{text} 1" for text in mentioned), "*", "-", "1.", "#", ">"]
    shapes = (text for pattern in patterns_in(piece.predicate.node) for text in [sample(pattern, word)] if text)
    ways = (f"{head} {word}" for head in heads)
    return next((way for way in chain(ways, [word], mentioned, shapes) if holds(piece.predicate, way)), word)


def _texts(predicate: f.Predicate) -> list[str]:
    return list(mentions(predicate.node))


def _nested(pairs: str, depth: int, filler: Iterator[str]) -> str:
    couples = list(zip(pairs[::2], pairs[1::2], strict=False))
    text = next(filler)
    for place in range(min(depth, 60)):
        opening, closing = couples[place % len(couples)]
        # A mark that is its own partner must not stand beside another one: two in a row are taken for something else.
        apart = place > 0 and opening == closing
        text = f"{opening}{next(filler)} {text} {next(filler)}{closing}" if apart else f"{opening}{text}{closing}"
    return text
