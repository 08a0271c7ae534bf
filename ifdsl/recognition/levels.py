"""Take tokens and a place; give the level of a heading that is said there, alone or with what it is for."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator

from ifdsl.recognition.automaton import Place
from ifdsl.recognition.forms import past_soft
from ifdsl.recognition.numbers import is_number_word, whole_at
from ifdsl.recognition.stems import stem
from ifdsl.recognition.tokens import Kind, Token
from ifdsl.recognition.words import LEADING_ON, SIGNIFICANT


def describes(token: Token) -> bool:
    """Whether a word may describe a thing: it counts and denies nothing, and leads on to nothing."""
    usual = token.kind is Kind.WORD and not is_number_word(token)
    return usual and token.stem not in SIGNIFICANT and token.stem not in LEADING_ON


def level(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    """The level of a heading: `2`, `two`, `level 2`, `H2`, `##`, `'## Title'`."""
    items = place.tokens.items
    if at >= len(items):
        return
    text = items[at].text
    if text[0] == "#":
        yield at + 1, len(text)
    elif text[:1] in "hH" and text[1:].isdecimal() and len(text) == 2:
        yield at + 1, int(text[1:])
    elif items[at].stem == "level":
        yield from level(place, past_soft(place, at + 1))
    else:
        found = whole_at(place.tokens, at)
        if found is not None:
            yield found
    for end, quoted in place.tokens.quoted.get(at, ()):
        marks = len(quoted) - len(quoted.lstrip("#"))
        if marks and not quoted[marks:].startswith("#") and quoted[marks : marks + 1] in ("", " "):
            yield end, marks


def level_of_something(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    """A level with what it is for: `## for the main points`, `the title as a level 1 heading`, `H1`."""
    items = place.tokens.items
    for begin in _level_begins(place, at):
        for end, said in level(place, begin):
            if end < len(items) and items[end].stem == stem("heading"):
                end += 1
            yield end, said
            if end < len(items) and items[end].stem in _IS_FOR:
                while end < len(items) and items[end].stem in (*_IS_FOR, "use"):
                    end += 1
                listing = False
                while end < len(items) and (_is_described(items[end]) or (listing and _goes_on(items, end))):
                    listing = listing or items[end].stem in _LISTING
                    end += 1
                    yield end, said


def _is_described(token: Token) -> bool:
    return describes(token) or token.stem in ("any", "each") or _NAMED_LEVEL.fullmatch(token.text) is not None


def _goes_on(items: tuple[Token, ...], at: int) -> bool:
    """Whether a list of what a level is for goes on, and no other level with it."""
    joins = items[at].text == "," or items[at].text.lower() in ("and", "or")
    return joins and at + 1 < len(items) and (describes(items[at + 1]) or items[at + 1].text.lower() == "and")


_LISTING = frozenset({"such", "like", stem("including")})
_NAMED_LEVEL = re.compile(r"[hH][1-6]|-")


def _level_begins(place: Place, at: int) -> Iterator[int]:
    """Where the level may be said: here, or after what is of that level."""
    items = place.tokens.items
    yield at
    for end, _ in place.tokens.quoted.get(at, ()):
        # A title that is of the level: `'Overview' as a level 1 heading`.
        if end < len(items) and items[end].stem in _IS_OF:
            yield from _past_article(items, end + 1)
    end = at
    while end < len(items) and end - at < _MOST_BEFORE_LEVEL:
        word = items[end]
        if not (describes(word) or word.stem in _BETWEEN or word.text in "-–"):
            return
        end += 1
        if word.stem in _IS_OF:
            yield from _past_article(items, end)


def _past_article(items: tuple[Token, ...], at: int) -> Iterator[int]:
    while at < len(items) and items[at].stem in ("a", stem("heading"), "use"):
        at += 1
    yield at


_IS_FOR = frozenset({"for", stem("denotes"), "be", "to", "must", "should"})
_IS_OF = frozenset({"as", "be", "use", "in", "under"})
_BETWEEN = frozenset({"any", "each", "must", "should", *_IS_OF})
_MOST_BEFORE_LEVEL = 10
