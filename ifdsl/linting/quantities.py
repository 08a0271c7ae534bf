"""Take a text; give the numbers of things that it speaks of: how many, of what, and whether of each part or of all.

Free prose is read leniently: any number is found, in figures or in words, and what stands around it tells how it
bounds. Nothing here knows a constraint type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ifdsl.linting.bounds import bounded, is_about, is_between, relation_after, relation_before
from ifdsl.linting.numerals import NUMBER, OFTEN, VAGUE, is_pronoun, number_in, second_in
from ifdsl.linting.units import TIMES, Unit, is_singular, unit_of, words
from ifdsl.primitives.ranges import Range
from ifdsl.recognition.reading import Span
from ifdsl.rendering.agreement import is_label


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of things that a text speaks of.

    Attributes:
        range: how many, as said; `more than 10` is `11..`.
        units: what is counted, the most telling word first; empty where nothing is named.
        span: where it stands, the number with what bounds it and what it counts.
        number: the numbers as they stand, without what bounds them; none where no number says it.
        bare: nothing but the number says it: `a 100-word note`.
        vague: a vague word or an article says it: `a few bullet points`.
        each: it is said of each of several parts.
        approximate: `about 100 words`.
        shared: how many, where the bound of the number before it is its own too: `at most 10 rows and 3 columns`.
    """

    range: Range
    units: tuple[Unit, ...]
    span: Span
    number: tuple[int | float, ...]
    bare: bool = False
    vague: bool = False
    each: bool = False
    approximate: bool = False
    shared: Range | None = None


_FAR = 80
"""Code points before a number in which what bounds it is looked for."""
_PERCENT = re.compile(r" ?(?:%|per ?cent\b)")
_FOLLOWING = re.compile(r"(?:[ -]{1,2}(?:\(s\) )?[*_\"']?([a-z][a-z'*]{0,20}(?:\(s\))?)){1,6}")
_WORD = re.compile(r"[a-z][a-z'*]*")
_GOES_ON = re.compile(r" (?:points?|items?|levels?)\b")
_STOPS = words(
    """
    in with of for that to and or about on at by from as so when where which who is are be was were should must can
    may will would it its your the this these those per while if but than then using such like separated below above
    into within under over without through between because do does not has have had each every my our their here make
    making write use ensure
    """
)
"""Words before which what a number counts has been named."""
_LEFT = re.compile(
    r"\b(?:number|amount|count|total|quantity|length) of (?:the |all |your )?(?:[\w-]{2,14} ){0,2}?([a-z]{3,14}s)\b"
    r"[^.;!?\n]{0,60}$"
    r"|\b([a-z]{3,14})[ -](?:count|limit|length|range|minimum|maximum|total)\b[^.;!?\n]{0,40}$"
    r"|\b([a-z]{3,14}s) ?(?:\(|:) ?(?:[a-z]{2,8} ){0,3}$"
)
"""What a number counts may stand before it: `the number of words should be 250`."""
_EACH = re.compile(r"\b(?:each|every|per)\b(?! (?:\w{1,8} )?words?\b)[^.;!?\n]{0,70}$")
_EACH_AFTER = re.compile(r"(?!.{0,24}\bof\b)[^.;!?\n,\d]{0,24}\b(?:each|per|apiece|in every|for every)\b(?! words?\b)")
"""What is said of each word (`capital letters for each word, at most 50 words`) is seldom the number beside it."""
_JOINED = re.compile(r",? (?:and|or|by) (?:a |an |the )?|, ?| ?/ ?")
_WHOLE = re.compile(r"\b(?:whole|entire|total|in all|overall|response|answer|reply)\b")
_ENDS = ("\n", ". ", "; ")


@lru_cache(maxsize=4096)
def quantities(plain: str) -> tuple[Quantity, ...]:
    """The quantities of a text in small letters, with straight quotation marks; spans are in its code points."""
    return tuple(_quantities(plain))


def _quantities(plain: str) -> Iterator[Quantity]:
    at = 0
    last: Quantity | None = None
    while (match := NUMBER.search(plain, at)) is not None:
        at = match.end()
        if match["vague"] or match["single"]:
            quantity = _without_number(plain, match)
        else:
            quantity, at = _with_number(plain, match)
        if quantity is not None and (quantity.units or quantity.number != (1,)):
            quantity = replace(quantity, shared=_shared(plain, last, quantity))
            yield quantity
            last = quantity


def _shared(plain: str, last: Quantity | None, quantity: Quantity) -> Range | None:
    """What a number says with the bound of the one before it, where they are joined; None where they are not."""
    if last is None or not quantity.bare or not quantity.number or not last.number:
        return None
    bound = last.range if last.shared is None else last.shared
    if (bound.lo is None) == (bound.hi is None) or not _JOINED.fullmatch(plain, last.span[1], quantity.span[0]):
        return None
    value = quantity.range.min
    return Range(value, None) if bound.hi is None else Range(None, value)


def _with_number(plain: str, match: re.Match[str]) -> tuple[Quantity | None, int]:
    """The quantity of a number, and where to look on."""
    start, end = match.span()
    often = match["often"] is not None
    found = (OFTEN[match[0]], end) if often else number_in(plain, start, end)
    if found is None or is_label(plain[max(0, start - 40) : start]) or is_pronoun(plain, start, end):
        return None, end
    value, end = found
    before = plain[max(0, start - _FAR) : start]
    before = before[max(before.rfind(mark) for mark in _ENDS) + 1 :]
    second = None if often else second_in(plain, end, value, between=is_between(before))
    numbers = (value,) if second is None else (value, second[0])
    end = end if second is None else second[1]
    after, bound_end = relation_after(plain, end)
    units, unit_end = ((TIMES,), end) if often else _units(plain, bound_end)
    if after is None:
        after, bound_end = relation_after(plain, unit_end)
    relation, low = relation_before(before)
    if second is not None:
        range_ = Range(*numbers)
    elif after is not None and relation in (None, after):
        range_ = bounded(value, after)
    else:
        range_ = bounded(value, relation)
    span = (start - (len(before) - low), max(bound_end, unit_end))
    quantity = Quantity(
        range_,
        units or _units_before(before),
        span,
        numbers,
        bare=relation is None and after is None and second is None,
        each=_is_each(plain, span),
        approximate=is_about(before),
    )
    return quantity, max(end, match.end())


def _units(plain: str, end: int) -> tuple[tuple[Unit, ...], int]:
    """What a number counts: the words after it up to one that leads on, the telling ones first, and where they end."""
    percent = _PERCENT.match(plain, end)
    if percent is not None:
        return (Unit("percent"),), percent.end()
    follows = _FOLLOWING.match(plain, end)
    if follows is None:
        return (), end
    found: list[tuple[Unit, int]] = []
    for word in _WORD.finditer(plain, end, follows.end()):
        if word[0] in _STOPS:
            break
        found += [(unit, word.end()) for unit in unit_of(word[0])]
        if found and found[-1][0].known and word[0].endswith("s") and not _GOES_ON.match(plain, word.end()):
            break
    if not found:
        return (), end
    known = [(unit, last) for unit, last in found if unit.known]
    others = [unit for unit, _ in found if not unit.known]
    last = known[-1][1] if known else found[-1][1]
    return tuple(dict.fromkeys((*(unit for unit, _ in reversed(known)), *reversed(others)))), last


def _units_before(before: str) -> tuple[Unit, ...]:
    left = _LEFT.search(before)
    return () if left is None else unit_of(next(filter(None, left.groups())))


def _without_number(plain: str, match: re.Match[str]) -> Quantity | None:
    """`a few bullet points`, `a table`, `no commas`: only of what is counted in texts."""
    units, end = _units(plain, match.end())
    if not units or not units[0].known:
        return None
    span = (match.start(), end)
    each = _is_each(plain, span)
    if match["vague"]:
        low = VAGUE.get(match["vague"], 2)
        return Quantity(Range(low, None), units, span, (), vague=True, each=each)
    if not is_singular(plain[match.end() : end]):
        return None
    value = 0 if match["single"] == "no" else 1
    bare = match["single"] != "a single"
    return Quantity(Range(value, value), units, span, (), bare=bare, vague=bare, each=each)


def _is_each(plain: str, span: Span) -> bool:
    before = plain[max(0, span[0] - 90) : span[0]]
    before = before[max(before.rfind(mark) for mark in (".", "\n", ";", "!", "?")) + 1 :]
    found = _EACH.search(before)
    if found is not None and not _WHOLE.search(before, found.start()):
        return True
    return _EACH_AFTER.match(plain, span[1]) is not None
