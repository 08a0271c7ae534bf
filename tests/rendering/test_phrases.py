"""Phrases: what each format says, that ranges never share a phrase, that no value is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives.ranges import Range
from ifdsl.rendering.numerals import digits, letters, ordinal, roman, spelled
from ifdsl.rendering.phrases import FORMATS, LANGUAGES, governing, phrase

RANGES = {
    "any": Range(),
    "exactly": Range(5, 5),
    "at least": Range(200, None),
    "at most": Range(None, 20),
    "between": Range(80, 120),
    "once": Range(1, 1),
    "twice": Range(2, 2),
    "at least once": Range(1, None),
    "at most twice": Range(None, 2),
}


# fmt: off
ENGLISH = {
    "": (
        "any number of", "exactly 5", "at least 200", "at most 20", "between 80 and 120",
        "exactly 1", "exactly 2", "at least 1", "at most 2",
    ),
    "words": (
        "any number of", "exactly five", "at least two hundred", "at most twenty",
        "between eighty and one hundred and twenty", "exactly one", "exactly two", "at least one", "at most two",
    ),
    "times": (
        "any number of times", "exactly 5 times", "at least 200 times", "at most 20 times", "between 80 and 120 times",
        "once", "twice", "at least once", "at most twice",
    ),
    "bare": ("any number of", "5", "200 or more", "up to 20", "80 to 120", "1", "2", "1 or more", "up to 2"),
}
# fmt: on


@pytest.mark.parametrize(("format", "expected"), ENGLISH.items())
def test_ranges_in_english(format: str, expected: tuple[str, ...]) -> None:
    assert tuple(phrase(value, format, "en") for value in RANGES.values()) == expected


@pytest.mark.parametrize(
    ("format", "expected"),
    [
        ("", ["任意数量", "恰好5", "至少200", "最多20", "80到120之间", "恰好1", "恰好2", "至少1", "最多2"]),
        (
            "words",
            [
                "任意数量",
                "恰好五",
                "至少二百",
                "最多二十",
                "八十到一百二十之间",
                "恰好一",
                "恰好两",
                "至少一",
                "最多两",
            ],
        ),
        (
            "times",
            ["任意次数", "恰好5次", "至少200次", "最多20次", "80到120次", "恰好1次", "恰好2次", "至少1次", "最多2次"],
        ),
        ("bare", ["任意数量", "5", "200或更多", "不超过20", "80到120", "1", "2", "1或更多", "不超过2"]),
    ],
)
def test_ranges_in_chinese(format: str, expected: list[str]) -> None:
    assert [phrase(value, format, "zh") for value in RANGES.values()] == expected


@pytest.mark.parametrize(
    ("value", "format", "english", "chinese"),
    [
        (True, "", "yes", "是"),
        (False, "", "no", "否"),
        (7, "", "7", "7"),
        (7, "words", "seven", "七"),
        (2, "ordinal", "second", "第二"),
        (21, "ordinal", "21st", "第21"),
        (1, "times", "once", "1次"),
        (4, "times", "4 times", "4次"),
        (0.50, "", "0.5", "0.5"),
        (3.0, "", "3", "3"),
        ("a b", "", "a b", "a b"),
        ("a b", "quoted", '"a b"', "“a b”"),
        ('say "x"', "quoted", "'say \"x\"'", '“say "x"”'),
        (["a"], "", '"a"', "“a”"),
        (["a", "b"], "and", '"a" and "b"', "“a”和“b”"),
        (["a", "b", "c"], "", '"a", "b" and "c"', "“a”、“b”和“c”"),
        (["a", "b", "c"], "or", '"a", "b" or "c"', "“a”、“b”或“c”"),
        ([1, 2.5, 3], "and", "1, 2.5 and 3", "1、2.5和3"),
        (["a", "b"], "comma", "a, b", "a，b"),
        (["a", "b"], "lines", "a\nb", "a\nb"),
        (["a", "b"], "labelled", "A. a\nB. b", "A. a\nB. b"),
        ([], "lines", "", ""),
    ],
)
def test_other_values(value: object, format: str, english: str, chinese: str) -> None:
    assert phrase(value, format, "en") == english
    assert phrase(value, format, "zh") == chinese


@pytest.mark.parametrize(
    ("value", "format", "language", "words"),
    [
        (5, "bare", "en", "`bare` is not a format of `int`"),
        ("a", "and", "en", "`and` is not a format of `text`"),
        (5, "", "fr", "`fr` is not a language"),
        ([], "and", "en", "empty list"),
        ([1, "a"], "", "en", "all texts or all numbers"),
        ([True], "", "en", "all texts or all numbers"),
        (float("nan"), "words", "en", "not finite"),
        (float("inf"), "", "zh", "not finite"),
        (Range(float("-inf"), 2), "", "en", "not finite"),
        (None, "", "en", "no phrase"),
    ],
)
def test_what_has_no_phrase(value: object, format: str, language: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        phrase(value, format, language)


def test_a_number_too_long_to_write() -> None:
    with pytest.raises(ValueError, match="3,900 digits"):
        phrase(10**5000, "", "en")
    assert phrase(10**3900, "words", "zh") == "1" + "0" * 3900


def test_every_format_is_spoken_in_every_language() -> None:
    samples = {
        "bool": True,
        "int": 3,
        "number": 2.5,
        "text": "de",
        "regex": "x+",
        "range": Range(1, 3),
        "list[text]": ["x", "y"],
        "list[int]": [1, 2],
        "list[number]": [1.5, 2],
    }
    assert set(samples) == set(FORMATS)
    for name, formats in FORMATS.items():
        for format in formats:
            for language in LANGUAGES:
                assert phrase(samples[name], format, language)


NUMBERS = st.integers(-50, 300) | st.floats(-10, 10, allow_nan=False).map(lambda number: round(number, 3))


@st.composite
def ranges(draw: st.DrawFn) -> Range:
    low, high = draw(st.none() | NUMBERS), draw(st.none() | NUMBERS)
    if low is not None and high is not None:
        low, high = min(low, high), max(low, high)
    return Range(low, high)


@pytest.mark.parametrize("format", sorted(FORMATS["range"]))
@pytest.mark.parametrize("language", LANGUAGES)
@given(one=ranges(), other=ranges())
def test_different_ranges_have_different_phrases(one: Range, other: Range, language: str, format: str) -> None:
    assert (phrase(one, format, language) == phrase(other, format, language)) == (one == other)


def test_small_ranges_have_different_phrases() -> None:
    bounds = [None, *range(-2, 24)]
    small = {Range(lo, hi) for lo in bounds for hi in bounds if lo is None or hi is None or lo <= hi}
    for language in LANGUAGES:
        for format in FORMATS["range"]:
            assert len({phrase(value, format, language) for value in small}) == len(small)


@given(st.integers(-(10**13), 10**13), st.integers(-(10**13), 10**13))
def test_spelled_numbers_differ(one: int, other: int) -> None:
    for language in LANGUAGES:
        assert (spelled(one, language) == spelled(other, language)) == (one == other)


def test_spelled_numbers() -> None:
    assert [spelled(number, "en") for number in (0, 13, 21, 100, 105, 1000, 1001, 1100, 2_000_015, -4)] == [
        *("zero", "thirteen", "twenty-one", "one hundred", "one hundred and five", "one thousand"),
        *("one thousand and one", "one thousand one hundred", "two million and fifteen", "minus four"),
    ]
    assert [spelled(number, "zh") for number in (0, 2, 10, 12, 20, 105, 110, 1001, 10_001, 100_500, -2, 10**8)] == [
        *(
            "零",
            "两",
            "十",
            "十二",
            "二十",
            "一百零五",
            "一百一十",
            "一千零一",
            "一万零一",
            "十万零五百",
            "负两",
            "一亿",
        ),
    ]
    assert [spelled(number, "zh") for number in (101_000, 1_000_010, 10_010_000, 100_010_000)] == [
        *("十万一千", "一百万零一十", "一千零一万", "一亿零一万"),
    ]


@given(st.integers(1, 99_999_999_999))
def test_chinese_numbers_read_back(number: int) -> None:
    assert _read_chinese(spelled(number, "zh")) == number


def _read_chinese(text: str) -> int:
    total = group = figure = 0
    for character in text.replace("两", "二"):
        if character in "零一二三四五六七八九":
            figure = "零一二三四五六七八九".index(character)
        elif character in "十百千":
            group += max(figure, 1) * {"十": 10, "百": 100, "千": 1000}[character]
            figure = 0
        else:
            total += (group + figure) * {"万": 10**4, "亿": 10**8}[character]
            group = figure = 0
    return total + group + figure


def test_places_and_labels() -> None:
    assert [ordinal(number, "en") for number in (1, 20, 22, 23, 101, 111, 112, 0)] == [
        *("first", "twentieth", "22nd", "23rd", "101st", "111th", "112th", "0th"),
    ]
    assert [letters(place) for place in (0, 25, 26, 51, 52, 701, 702)] == ["a", "z", "aa", "az", "ba", "zz", "aaa"]
    assert [roman(place) for place in (0, 3, 8, 13, 39)] == ["i", "iv", "ix", "xiv", "xl"]


@given(NUMBERS)
def test_digits_read_back(number: float) -> None:
    assert float(digits(number)) == number
    assert "e" not in digits(number)


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=5))
def test_each_item_is_in_the_phrase_unchanged(items: list[str]) -> None:
    for language in LANGUAGES:
        for format in FORMATS["list[text]"]:
            shown = phrase(items, format, language)
            assert all(item in shown for item in items)


def test_the_number_that_governs() -> None:
    assert governing(Range(1, 1), "") == governing(Range(1, None), "words") == governing(Range(None, 1), "bare") == 1
    assert governing(Range(1, None), "bare") is None
    assert governing(Range(1, 3), "") is None
    assert governing(Range(), "") is None
    assert governing(Range(1, 1), "times") is None
    assert governing(1, "ordinal") is None
    assert governing(True, "") is None
    assert governing("1", "") is None
    assert governing(1.0, "") == 1
