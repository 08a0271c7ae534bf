"""Numbers in words, and what the package that a published benchmark uses makes of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives.number_words import ONES, SCALES, TENS, english, number_words

_VALUES = {word: value for value, word in enumerate(ONES)} | {word: 10 * ten for ten, word in enumerate(TENS, 2)}
_HAN = "零一二三四五六七八九"


def value_of(words: str) -> int:
    """The number that English words say, read in the plainest way."""
    total = group = 0
    for word in words.replace(" and ", " ").replace("-", " ").replace(",", "").split():
        if word == "hundred":
            group *= 100
        elif word in SCALES:
            total += group * 1000 ** SCALES.index(word)
            group = 0
        else:
            group += _VALUES[word]
    return total + group


@given(st.integers(0, 10**36 - 1), st.booleans(), st.sampled_from(["", ","]))
def test_english_words_say_the_number(value: int, with_and: bool, comma: str) -> None:
    words = english(value, with_and, comma)
    assert words is not None
    assert value_of(words) == value
    assert (" and " in words) <= with_and


@given(st.integers(0, 10**12 - 1))
def test_chinese_words_say_the_number(value: int) -> None:
    words = number_words(str(value), "zh")
    total = section = figure = 0
    for char in words:
        if char in _HAN:
            figure = _HAN.index(char)
        elif char in "十百千":
            section += (figure or 1) * 10 ** (" 十百千".index(char))
            figure = 0
        else:
            total += (section + figure) * (10**8 if char == "亿" else 10**4)
            section = figure = 0
    assert total + section + figure == value


@given(st.decimals(min_value=-(10**6), max_value=10**6, places=3))
def test_digits_after_the_point_are_said_one_by_one(value: object) -> None:
    text = str(value)
    words = number_words(text)
    head, _, tail = words.partition(" point ")
    assert [ONES.index(word) for word in tail.split()] == [int(digit) for digit in text.partition(".")[2]]
    assert value_of(head.removeprefix("minus ")) == abs(int(text.partition(".")[0]))
    assert head.startswith("minus ") == (float(text) < 0)


@given(st.text())
def test_what_is_no_bare_number_stays(text: str) -> None:
    assert number_words(text) != "" or text == ""
    assert number_words(f"${text}") == f"${text}"


def test_known_words() -> None:
    assert number_words("105") == "one hundred five"
    assert number_words("105", "en", True) == "one hundred and five"
    assert number_words("1,000,001", "en", True) == "one million and one"
    assert number_words("-0.5") == "minus zero point five"
    assert number_words("3.50") == "three point five zero"
    assert number_words("10010", "zh") == "一万零一十"
    assert number_words("-1.5", "zh") == "负一点五"
    assert number_words("1" + "0" * 40) == "1" + "0" * 40
