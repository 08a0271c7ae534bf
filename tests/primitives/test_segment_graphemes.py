"""Grapheme clusters: known cases, what holds of every text, and agreement with ICU."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives.table import TABLE

GRAPHEMES = TABLE["graphemes"].rules["standard"]
_ATOMS = [
    "a",
    "é",
    "e\u0301",
    "\r\n",
    "\r",
    "\n",
    "नि",
    "क्ष",
    "한",
    "각",
    "👍🏽",
    "👨\u200d👩\u200d👧",
    "🇫🇷",
    "🇩",
    "1\ufe0f\u20e3",
    "\ud800",
]
TEXTS = st.text(max_size=20) | st.lists(st.sampled_from(_ATOMS), max_size=12).map("".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("né!", ["n", "é", "!"]),
        ("ne\u0301!", ["n", "e\u0301", "!"]),
        ("a\r\nb\n\r", ["a", "\r\n", "b", "\n", "\r"]),
        ("हिन्दी", ["हि", "न्दी"]),
        ("กำลัง", ["กำ", "ลั", "ง"]),
        ("한국", ["한", "국"]),
        ("\u1112\u1161\u11ab", ["\u1112\u1161\u11ab"]),
        ("👨\u200d👩\u200d👧👍🏽1\ufe0f\u20e3", ["👨\u200d👩\u200d👧", "👍🏽", "1\ufe0f\u20e3"]),
        ("🇫🇷🇩🇪🇺", ["🇫🇷", "🇩🇪", "🇺"]),
        ("\u0301a", ["\u0301", "a"]),
    ],
)
def test_known_cases(text: str, expected: list[str]) -> None:
    assert GRAPHEMES.pieces(text) == expected
    assert GRAPHEMES.size(text) == len(expected)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_every_character_is_in_one(text: str) -> None:
    assert "".join(GRAPHEMES.pieces(text)) == text
    assert GRAPHEMES.size(text) == len(GRAPHEMES.spans(text)) <= len(text)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(_ATOMS[:-1]), max_size=12).map("".join))
def test_icu_finds_the_same(text: str) -> None:
    breakers = pytest.importorskip("icu4py.breakers", reason="the extra `icu` is not installed")
    assert GRAPHEMES.pieces(text) == list(breakers.CharacterBreaker(text, "und"))


@pytest.mark.parametrize("unit", ["a", "\r\n", "\u0301", "🇫", "🇫\u0301", "👨\u200d", "क्", "ᄀ", "\u0600", "\ud800"])
def test_long_junk_is_cut_in_linear_work(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    assert 1 <= GRAPHEMES.size(text) <= len(text)
