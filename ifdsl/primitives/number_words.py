"""Take a text that writes a number; give the number in words, English or Chinese, or the text where it writes none.

English has its scales up to decillions, with a hyphen between tens and ones and no commas; digits after the point are
said one by one, idle zeros too. Chinese groups by 万 and 亿.
"""

from __future__ import annotations

from ifdsl.primitives import numerals

ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
SCALES = (
    "", "thousand", "million", "billion", "trillion", "quadrillion", "quintillion", "sextillion", "septillion",
    "octillion", "nonillion", "decillion",
)  # fmt: skip
_HAN = "零一二三四五六七八九"
_HAN_UNITS = ("千", "百", "十", "")
_HAN_SCALES = ("", "万", "亿")


def number_words(text: str, locale: str = "en", with_and: bool = False) -> str:
    """The number of the text in words; the text itself where it writes no bare number, or one beyond the scales.

    Args:
        locale: `en`, or `zh` for Chinese as it is read aloud.
        with_and: says `and` before the last two digits, as British English does (`one hundred and five`).
    """
    found = numerals.read(text)
    if found is None or found.before or found.after:
        return text
    whole = int(abs(found.value))
    fraction = format(abs(found.value) - whole, f".{found.places}f").partition(".")[2] if found.places else ""
    said = _han(whole) if locale == "zh" else english(whole, with_and)
    if said is None:
        return text
    negative = found.value < 0
    if locale == "zh":
        tail = "点" + "".join(_HAN[int(digit)] for digit in fraction) if fraction else ""
        return f"{'负' if negative else ''}{said}{tail}"
    tail = " point " + " ".join(ONES[int(digit)] for digit in fraction) if fraction else ""
    return f"{'minus ' if negative else ''}{said}{tail}"


def english(value: int, with_and: bool, comma: str = "") -> str | None:
    """A whole number from 0 in English; None beyond the scales. `comma` stands after each scale that more follows."""
    if value >= 1000 ** len(SCALES):
        return None
    groups = []
    rest = value
    while True:
        rest, group = divmod(rest, 1000)
        groups.append(group)
        if not rest:
            break
    said: list[str] = []
    for scale in range(len(groups) - 1, -1, -1):
        group = groups[scale]
        if not group and (scale or said):
            continue
        last = scale == 0 and bool(said)
        words = _below_thousand(group, with_and)
        if last and with_and and group < 100:
            said[-1] = said[-1].removesuffix(comma)
            words = f"and {words}"
        said.append(words + (f" {SCALES[scale]}{comma}" if scale else ""))
    text = " ".join(said)
    return text.removesuffix(comma) if comma else text


def _below_thousand(value: int, with_and: bool) -> str:
    hundreds, rest = divmod(value, 100)
    if not hundreds:
        return _below_hundred(rest)
    joint = " and " if with_and else " "
    return f"{ONES[hundreds]} hundred{joint + _below_hundred(rest) if rest else ''}"


def _below_hundred(value: int) -> str:
    if value < 20:
        return ONES[value]
    tens, ones = divmod(value, 10)
    return TENS[tens - 2] + (f"-{ONES[ones]}" if ones else "")


def _han(value: int) -> str | None:
    if value >= 10_000 ** len(_HAN_SCALES):
        return None
    if not value:
        return _HAN[0]
    text, gap = "", False
    for scale in range(len(_HAN_SCALES) - 1, -1, -1):
        group = value // 10_000**scale % 10_000
        if not group:
            gap = gap or bool(text)
            continue
        # A gap inside the number is read aloud as one 零, a gap at its end is not.
        text += ("零" if text and (gap or group < 1000) else "") + _han_group(group) + _HAN_SCALES[scale]
        gap = False
    return text.removeprefix("一") if text.startswith("一十") else text


def _han_group(value: int) -> str:
    text, gap = "", False
    for unit, digit in zip(_HAN_UNITS, f"{value:04}", strict=True):
        if digit == "0":
            gap = bool(text)
            continue
        text += ("零" if gap else "") + _HAN[int(digit)] + unit
        gap = False
    return text
