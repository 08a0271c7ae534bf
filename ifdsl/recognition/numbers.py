"""Take tokens and a place; give the number, the place in a row or the number of times that stands there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ifdsl.recognition.stems import stem
from ifdsl.recognition.tokens import Kind, Token, Tokens
from ifdsl.rendering.numerals import ordinal, spelled

Number: TypeAlias = int | float

_MOST_DIGITS = 12
_UNITS = {spelled(value, "en"): value for value in (*range(20), *range(20, 100, 10))}
_TENS = frozenset(value for value in _UNITS.values() if value >= 20)
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6}
_ORDINALS = {ordinal(value, "en"): value for value in range(1, 21)}
_ENDINGS = ("st", "nd", "rd", "th")
_HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0, "單": 1, "单": 1}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1000}
_HAN_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_HAN_NUMERALS = frozenset("零〇一二三四五六七八九两十百千万萬亿億")

WORDS = frozenset({*_UNITS, *_SCALES, *_ORDINALS, "once", "twice", "thrice", "dozen", "half", "double", "single"})
"""English words that say a number."""


def is_number_word(token: Token) -> bool:
    """Whether a token says a number, in digits, words or Chinese."""
    if token.kind is Kind.WORD:
        return token.exact in WORDS or token.text.lower() in WORDS or any(map(str.isdigit, token.text))
    return token.kind is Kind.NUMBER or (token.kind is Kind.HAN and token.text in _HAN_NUMERALS)


def number_at(tokens: Tokens, at: int) -> tuple[int, Number] | None:
    """The number that begins at a token, in digits or words, and where it ends: always the longest."""
    if at >= len(tokens):
        return None
    token = tokens.items[at]
    if token.kind is Kind.NUMBER:
        return _digits(tokens, at)
    if token.kind is Kind.HAN:
        return _han(tokens, at)
    return _english(tokens, at)


def whole_at(tokens: Tokens, at: int) -> tuple[int, int] | None:
    """The whole number that begins at a token, and where it ends."""
    found = number_at(tokens, at)
    return (found[0], found[1]) if found is not None and isinstance(found[1], int) else None


def ordinal_at(tokens: Tokens, at: int) -> tuple[int, int] | None:
    """The place in a row that begins at a token: `second`, `21st`, `第三`."""
    if at >= len(tokens):
        return None
    word = tokens.items[at].text.lower()
    if word in _ORDINALS:
        return at + 1, _ORDINALS[word]
    if word.endswith(_ENDINGS) and word[:-2].isdecimal() and len(word) <= _MOST_DIGITS:
        return at + 1, int(word[:-2])
    if word == "第":
        return whole_at(tokens, at + 1)
    return None


def occasions_at(tokens: Tokens, at: int) -> Iterator[tuple[int, Number]]:
    """How often: `once`, `twice`, `3 times`, `3次`; also the number alone, for `2 to 3 times`."""
    if at >= len(tokens):
        return
    word = tokens.items[at].text.lower()
    if word in ("once", "twice", "thrice"):
        yield at + 1, ("once", "twice", "thrice").index(word) + 1
        return
    found = number_at(tokens, at)
    if found is not None:
        yield found
        if found[0] < len(tokens) and tokens.items[found[0]].stem in TIMES:
            yield found[0] + 1, found[1]


TIMES = frozenset({stem("times"), "次", "遍"})


def _digits(tokens: Tokens, at: int) -> tuple[int, Number] | None:
    text = tokens.items[at].exact
    if len(text) > _MOST_DIGITS:
        return None
    value: Number = float(text) if "." in text else int(text)
    end = at + 1
    # `3千` and `5 thousand`.
    while end < len(tokens):
        scale = (_HAN_SCALES | _HAN_UNITS | _SCALES).get(tokens.items[end].text.lower())
        if scale is None or scale == 10:
            break
        value, end = value * scale, end + 1
    return end, value


def _english(tokens: Tokens, at: int) -> tuple[int, Number] | None:
    items = tokens.items
    total = group = 0
    end, seen = at, False
    while end < len(items):
        word = items[end].text.lower()
        if word in _UNITS and (not seen or _joins(group, _UNITS[word])):
            group, seen = group + _UNITS[word], True
        elif word in _SCALES and (seen or (word != "million" and end > at)):
            scale = _SCALES[word]
            if scale == 100:
                group *= scale
            else:
                total, group = total + group * scale, 0
        elif word == "a" and end == at and end + 1 < len(items) and items[end + 1].text.lower() in _SCALES:
            group, seen = 1, True
        elif not (seen and end > at and _leads_on(items, end, group)):
            break
        end += 1
    return (end, total + group) if seen else None


def _leads_on(items: tuple[Token, ...], at: int, group: int) -> bool:
    """Whether `and` or a hyphen stands inside a number: `two hundred and five`, `twenty-five`."""
    if not _more(items, at + 1):
        return False
    if items[at].text.lower() == "and":
        return items[at - 1].text.lower() in _SCALES
    return items[at].text == "-" and group % 100 in _TENS


def _joins(group: int, unit: int) -> bool:
    """Whether a unit goes on from what was said so far: `twenty five`, `two hundred five`, not `five five`."""
    if group % 100 == 0:
        return group > 0 or unit > 0
    return group % 100 in _TENS and 0 < unit < 10


def _more(items: tuple[Token, ...], at: int) -> bool:
    return at < len(items) and items[at].text.lower() in _UNITS


def _han(tokens: Tokens, at: int) -> tuple[int, int] | None:
    end = at
    while end < len(tokens) and tokens.items[end].text in _HAN_NUMERALS and end - at < _MOST_DIGITS:
        end += 1
    if end == at:
        return None
    value = group = digit = 0
    for token in tokens.items[at:end]:
        char = token.text
        if char in _HAN_DIGITS:
            digit = _HAN_DIGITS[char]
        elif char in _HAN_UNITS:
            group, digit = group + (digit or 1) * _HAN_UNITS[char], 0
        else:
            value, group, digit = (value + group + digit) * _HAN_SCALES[char], 0, 0
    return end, value + group + digit
