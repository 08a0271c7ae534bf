"""Counting and finding what is sought: literally, as whole words, in any case, and as published checkers read it."""

from __future__ import annotations

import re
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives import keywords, occurrences
from ifdsl.primitives.folding import fold, orbit
from ifdsl.primitives.occurrences import contains, count, ends_with, find_spans, starts_with
from ifdsl.primitives.undecided import Undecided

TEXTS = st.text(alphabet="aAbB kKsSſıİßσςΣ\u212aé_1-.\n\u0301", max_size=24)
NEEDLES = st.text(alphabet="aAbkKsSſıİσςé_1-. ", max_size=3)
KEYWORDS = st.text(alphabet=r"aAbs1 .^$*+?{}[]\|()-,wdsbWé", max_size=7)


def found_by_re(keyword: str, text: str, flags: int) -> list[tuple[int, int]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return [match.span() for match in re.finditer(keyword, text, flags)]
        except (re.error, OverflowError):
            return []


def cased_characters() -> list[str]:
    every = (chr(code) for code in range(0x110000))
    return [char for char in every if char.lower() != char or char.upper() != char or char.title() != char]


def test_characters_fold_together_exactly_where_re_calls_them_equal() -> None:
    cased = cased_characters()
    together = "".join(cased)
    for char in cased:
        assert set(re.findall(re.escape(char), together, re.IGNORECASE)) == orbit(char) & set(cased), char
        assert all(fold(each) == fold(char) for each in orbit(char))
    assert {fold(char) for char in cased} == {fold(next(iter(orbit(char)))) for char in cased}


@given(st.text())
def test_folding_keeps_offsets(text: str) -> None:
    assert fold(text) == "".join(map(fold, text))
    assert len(fold(text)) == len(text)


@given(TEXTS, NEEDLES, st.booleans())
def test_a_literal_needle_is_an_escaped_pattern(text: str, needle: str, ignore_case: bool) -> None:
    expected = found_by_re(re.escape(needle), text, re.IGNORECASE if ignore_case else 0)
    assert find_spans(text, needle, False, ignore_case) == expected
    assert count(text, needle, False, ignore_case) == len(expected)
    assert contains(text, needle, False, ignore_case) is bool(expected)


@given(TEXTS, NEEDLES, st.booleans())
def test_no_word_runs_on_over_the_edge_of_a_whole_word(text: str, needle: str, ignore_case: bool) -> None:
    edge = r"[\w\u0301]"
    # Where the needle itself begins or ends with no word character, whatever stands beside it is another word.
    before = rf"(?<!{edge})" if not needle or re.match(edge, needle[0]) else ""
    after = rf"(?!{edge})" if not needle or re.match(edge, needle[-1]) else ""
    expected = found_by_re(f"{before}{re.escape(needle)}{after}", text, re.IGNORECASE if ignore_case else 0)
    assert find_spans(text, needle, True, ignore_case) == expected
    assert count(text, needle, True, ignore_case) == len(expected)
    assert contains(text, needle, True, ignore_case) is bool(expected)


@settings(max_examples=150, deadline=None)
@given(TEXTS, KEYWORDS | NEEDLES, st.booleans(), st.booleans())
def test_a_keyword_as_pattern_is_found_as_re_finds_it(
    text: str, keyword: str, whole_word: bool, ignore_case: bool
) -> None:
    source = rf"\b{keyword}\b" if whole_word else keyword
    expected = found_by_re(source, text, re.IGNORECASE if ignore_case else 0)
    assert find_spans(text, keyword, whole_word, ignore_case, True) == expected
    assert count(text, keyword, whole_word, ignore_case, True) == len(expected)
    assert contains(text, keyword, whole_word, ignore_case, True) is bool(expected)


@settings(max_examples=150, deadline=None)
@given(TEXTS, KEYWORDS, st.booleans(), st.booleans())
def test_the_engine_that_can_be_stopped_finds_the_same(
    text: str, keyword: str, whole_word: bool, ignore_case: bool
) -> None:
    compiled = keywords._compiled(keyword, whole_word, ignore_case)
    if compiled is None:
        return
    expected = [match.span() for match in compiled.pattern.finditer(text)]
    try:
        assert list(keywords._limited(compiled, text)) == expected
    except Undecided:
        assert "[" in keyword


@pytest.mark.parametrize(
    ("keyword", "text", "times"),
    [
        ("C++", "CC is nice", 2),  # a possessive repetition of C
        ("(", "a (b)", 0),  # no valid pattern
        ("c.t", "cut cat c\nt", 2),
        ("what?", "wha what", 2),
        ("kiss", "kiſſ \u212aISS", 2),
        ("war", "toward", 1),
        ("a{99999999999}", "aaa", 0),
        ("[[a]", "[a", 2),
    ],
)
def test_published_keywords(keyword: str, text: str, times: int) -> None:
    assert count(text, keyword, False, True, True) == times
    assert contains(text, keyword, False, True, True) is (times > 0)


@pytest.mark.parametrize(
    ("text", "needle", "times"),
    [
        ("Cat, cats and a cat.", "cat", 2),
        ("C++ and C++11", "C++", 2),
        ("नमस्ते नम", "नम", 1),  # the vowel signs of the first belong to the word
        ("snake_case case", "case", 1),
        ("well-known", "known", 1),
        ("C++17 and C++.", "C++", 2),
        ("ABC++ is none", "C++", 0),
        ("see (b)and(b)", "(b)", 2),
        ("我喜欢苹果派。", "苹果", 1),
        ("りんごを食べる", "りんご", 1),
        ("Python编程", "Python", 1),
        ("ผมชอบแมวมาก", "แมว", 1),
        ("", "", 1),
        ("ab", "", 0),
    ],
)
def test_whole_words(text: str, needle: str, times: int) -> None:
    assert count(text, needle, True, True) == times


@given(TEXTS, NEEDLES)
def test_starts_and_ends(text: str, part: str) -> None:
    assert starts_with(text, part, True) is (re.match(re.escape(part), text, re.IGNORECASE) is not None)
    assert ends_with(text, part, True) is (re.search(rf"{re.escape(part)}\Z", text, re.IGNORECASE) is not None)
    assert starts_with(text, part) is text.startswith(part)
    assert ends_with(text, part) is text.endswith(part)


@pytest.mark.parametrize("keyword", ["(a+)+$", "(a|aa)+$", "(?:a|a?)+$"])
def test_a_hostile_keyword_is_given_up(keyword: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keywords, "_SECONDS", 0.05)
    with pytest.raises(Undecided, match="takes too long"):
        count("a" * 5_000 + "!", keyword, as_pattern=True)


def test_an_overlong_keyword_is_not_read_as_a_pattern() -> None:
    with pytest.raises(Undecided):
        contains("x", "." * 1_001, as_pattern=True)
    assert not contains("x", "." * 1_001)


def test_a_text_of_almost_words_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(occurrences, "_MOST_REJECTED", 10_000)
    with pytest.raises(Undecided):
        count("ab" * 20_000, "ab", whole_word=True)
