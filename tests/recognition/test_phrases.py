"""Numbers, ranges and times are read as they are said, in English and Chinese: the inverse of `rendering.phrases`."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ifdsl.primitives.ranges import Range
from ifdsl.recognition.forms import Said, occasions, ranges_at
from ifdsl.recognition.numbers import number_at, ordinal_at
from ifdsl.recognition.sentence import Sentence
from ifdsl.recognition.stems import stem
from ifdsl.recognition.tokens import tokens_of
from ifdsl.rendering.numerals import digits, ordinal, spelled
from ifdsl.rendering.phrases import phrase

LANGUAGES = st.sampled_from(["en", "zh"])
NUMBERS = st.integers(0, 99_999)


def sentence(text: str) -> Sentence:
    return Sentence(tokens_of(text), frozenset())


@st.composite
def ranges(draw: st.DrawFn) -> Range:
    low, high = sorted((draw(NUMBERS), draw(NUMBERS)))
    return draw(st.sampled_from([Range(low, None), Range(None, high), Range(low, low), Range(low, high), Range()]))


@given(NUMBERS, LANGUAGES)
@settings(max_examples=200, deadline=None)
def test_a_number_is_read_as_it_is_said(value: int, language: str) -> None:
    for text in (digits(value), f"{value:,}", spelled(value, language)):
        tokens = tokens_of(text)
        assert number_at(tokens, 0) == (len(tokens), value)


@given(st.integers(1, 300), LANGUAGES)
@settings(max_examples=100, deadline=None)
def test_a_place_is_read_as_it_is_said(value: int, language: str) -> None:
    tokens = tokens_of(ordinal(value, language))
    assert ordinal_at(tokens, 0) == (len(tokens), value)


@given(ranges(), st.sampled_from(["", "words", "bare"]), LANGUAGES)
@example(Range(100, 101), "words", "en")
@example(Range(100, 1000), "words", "en")
@example(Range(1000, 1001), "words", "en")
@example(Range(101, 102), "words", "en")
@settings(max_examples=150, deadline=None)
def test_a_range_is_read_as_it_is_said(value: Range, format: str, language: str) -> None:
    place = sentence(phrase(value, format, language))
    found = [said.range for end, said in ranges_at(place, 0) if end == len(place.tokens)]
    assert found == [value]


@given(ranges(), LANGUAGES)
@settings(max_examples=100, deadline=None)
def test_how_often_is_read_as_it_is_said(value: Range, language: str) -> None:
    place = sentence(phrase(value, "times", language))
    assert {said.range for end, said in occasions(place, 0) if end == len(place.tokens)} == {value}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("not exceed a total of 5000", Range(None, 5000)),
        ("no fewer than three", Range(3, None)),
        ("no more than 5", Range(None, 5)),
        ("more than 5", Range(6, None)),
        ("fewer than 5", Range(None, 4)),
        ("a maximum of 20", Range(None, 20)),
        ("a minimum of one hundred and five", Range(105, None)),
        ("limited to 5", Range(None, 5)),
        ("limit your answer to at most 5", Range(None, 5)),
        ("between 20 to 30", Range(20, 30)),
        ("20-30", Range(20, 30)),
        ("in the range of 20 to 30", Range(20, 30)),
        ("a single", Range(1, 1)),
        ("300 or more", Range(300, None)),
        ("不少于200", Range(200, None)),
        ("不得超过二百", Range(None, 200)),
        ("两到三", Range(2, 3)),
    ],
)
def test_people_say_ranges_in_many_ways(text: str, expected: Range) -> None:
    place = sentence(text)
    assert {said.range for end, said in ranges_at(place, 0) if end == len(place.tokens)} == {expected}


def test_a_range_that_is_empty_is_none() -> None:
    assert list(ranges_at(sentence("between 30 and 20"), 0)) == []


def test_a_number_alone_is_marked() -> None:
    assert Said(Range(5, 5), bare=True) in [said for _, said in ranges_at(sentence("5"), 0)]
    assert Said(Range(5, 5)) in [said for _, said in ranges_at(sentence("exactly 5"), 0)]


def test_words_that_only_look_inflected_are_whole() -> None:
    for forms in ("contain contains containing contained", "use uses using used", "exceed exceeds exceeding"):
        assert len({stem(form) for form in forms.split()}) == 1
    for one, other in (("need", "ne"), ("this", "thi"), ("note", "not"), ("string", "str")):
        assert stem(one) != stem(other)
    assert stem("capitalise") == stem("capitalized")
