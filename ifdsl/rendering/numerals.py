"""Take a number; give it as digits, as words, as an ordinal or as a label, in English or Chinese."""

from __future__ import annotations

from decimal import Decimal
from math import isfinite
from typing import TypeAlias

Number: TypeAlias = int | float

_MOST_BITS = 13_000
"""Just below the 4,300 digits at which Python itself declines to write an integer."""

# fmt: off
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SCALES = ((10**9, "billion"), (10**6, "million"), (1000, "thousand"))
_MOST_WORDS = 10**12

_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)
# fmt: on

_HAN_DIGITS = "零一二三四五六七八九"
_HAN_UNITS = ("", "十", "百", "千")
_HAN_SCALES = ("", "万", "亿")


def digits(value: Number) -> str:
    """`value` in decimal digits without grouping, exponent or idle zeros: `200`, `0.5`, `-3`.

    Raises:
        ValueError: the number is not finite, or has thousands of digits.
    """
    if isinstance(value, int):
        if value.bit_length() > _MOST_BITS:
            raise ValueError("a number of more than 3,900 digits cannot be written in a text")
        return str(value)
    if not isfinite(value):
        raise ValueError("a number that is not finite cannot be written in a text")
    text = format(Decimal(repr(value)), "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def spelled(value: Number, language: str) -> str:
    """`value` in words (`three`, `一百零五`), or in digits where it is no whole number below 10^12 either way."""
    if value != value or abs(value) >= _MOST_WORDS or value != int(value):
        return digits(value)
    whole = int(value)
    if language == "zh":
        return "负" + _han(-whole) if whole < 0 else _han(whole)
    return "minus " + _english(-whole) if whole < 0 else _english(whole)


def ordinal(value: int, language: str) -> str:
    """The place in a row: `second` up to `twentieth`, then `21st`; `第二` up to `第二十`, then `第21`."""
    if language == "zh":
        return f"第{_han_plain(value) if 1 <= value <= 20 else digits(value)}"
    if 1 <= value <= len(_ORDINALS):
        return _ORDINALS[value - 1]
    last_two = abs(value) % 100
    ending = "th" if 10 <= last_two <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(last_two % 10, "th")
    return digits(value) + ending


def letters(position: int) -> str:
    """The label of an element counted from 0: `a` to `z`, then `aa`, `ab`."""
    label = ""
    rest = position + 1
    while rest:
        rest, place = divmod(rest - 1, 26)
        label = chr(ord("a") + place) + label
    return label


def roman(position: int) -> str:
    """The label of an element counted from 0: `i`, `ii`, `iii`, `iv`."""
    label = ""
    rest = position + 1
    for size, numeral in (
        *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc")),
        *((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
    ):
        times, rest = divmod(rest, size)
        label += numeral * times
    return label


def _english(value: int) -> str:
    if value < 20:
        return _ONES[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    if value < 1000:
        hundreds, rest = divmod(value, 100)
        return f"{_ONES[hundreds]} hundred" + (f" and {_english(rest)}" if rest else "")
    size, name = next(scale for scale in _SCALES if value >= scale[0])
    count, rest = divmod(value, size)
    if not rest:
        return f"{_english(count)} {name}"
    return f"{_english(count)} {name}{' and ' if rest < 100 else ' '}{_english(rest)}"


def _han(value: int) -> str:
    # A lone 2 that counts something is 两, in a compound it is 二.
    return "两" if value == 2 else _han_plain(value)


def _han_plain(value: int) -> str:
    if value < 10:
        return _HAN_DIGITS[value]
    text = ""
    skipped = False
    for scale in range(2, -1, -1):
        group = value // 10_000**scale % 10_000
        if not group:
            skipped = skipped or bool(text)
            continue
        # A gap inside the number is read aloud as one 零, a gap at its end is not.
        text += ("零" if text and (skipped or group < 1000) else "") + _han_group(group) + _HAN_SCALES[scale]
        skipped = False
    return text.removeprefix("一") if text.startswith("一十") else text


def _han_group(value: int) -> str:
    text = ""
    gap = False
    for place in range(3, -1, -1):
        figure = value // 10**place % 10
        if not figure:
            gap = bool(text)
            continue
        text += ("零" if gap else "") + _HAN_DIGITS[figure] + _HAN_UNITS[place]
        gap = False
    return text
