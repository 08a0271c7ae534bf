"""Word rules: hand-written cases with known values, what holds for every text, and recorded verdicts."""

from __future__ import annotations

import importlib.util
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives import punkt, treebank, words
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.words import RULES

ATOMS = " ".join(
    [
        ". , : ; ? ! ' \" `` '' - -- _ & @ / * ( ) [ ] < $ % # \n \t \r \x1c \xa0 \xad ’ “ ” » — é ß ² ½ İ ſ",
        "中 か ー ﾞ हि 한 ไทย ١ 𞥐 Ⓐ \u0301 \u200d 5 12 A b can't cannot gonna wanna 'tis d'ye more'n I'll n't he's",
        'e.g. Dr. 3.14 1,000 12:30 a-b ." word',
    ]
).split(" ")
BLANKS = [" ", "  ", ". ", ", ", ' "', "' ", "word "]
TEXTS = st.lists(st.sampled_from(ATOMS + BLANKS), max_size=25).map("".join)

READY = {
    name: rule
    for name, rule in RULES.items()
    if (rule.needs != "icu" or importlib.util.find_spec("icu4py"))
    and (name != "multi_if" or importlib.util.find_spec("pythainlp"))
}
"""The rules whose extras are installed; those of `parity` come with every test."""


def test_both_engines_agree_on_word_characters_where_the_quick_one_is_used() -> None:
    newer, quick = regex.compile(r"\w", regex.V1), words._SETTLED_IFEVAL
    settled = [chr(point) for point in range(0x110000) if not re.match(words._UNSETTLED, chr(point))]
    assert [one for one in settled if bool(newer.match(one)) != bool(quick.match(one))] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (" ?!… — \n", ""),
        ("Don't stop: it’s well-known.", "Don't stop it’s well-known"),
        ("3.14 1,000 12:30 1,a a:1", "3.14 1,000 12:30 1 a a 1"),
        ("yes/no word—word foo--bar wait...what", "yes no word word foo bar wait what"),
        ("e.g. the U.S.A. and AT&T", "e.g the U.S.A and AT&T"),
        ("me@example.com snake_case file.txt", "me@example.com snake_case file.txt"),
        ("_it_ **is** `so` 'quoted' ''x'' dogs'", "it is so quoted x dogs"),
        ("$3.88 C++ #1 50% -5", "3.88 C 1 50 5"),
        ("[a](https://b.org/c-d?e=f)", "a https b.org c-d e f"),
        ("naïve L'été co\xadop e\u0301te\u0301", "naïve L'été co\xadop e\u0301te\u0301"),
        ("x² ½ Ⅷ ① col·legi", "x² ½ Ⅷ ① col·legi"),
        ("हिन्दी में", "हिन्दी में"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("안녕하세요 세계", "안녕하세요 세계"),
        ("日本語とABC3つ。コーヒー", "日 本 語 と ABC3 つ コ ー ヒ ー"),
        ("か\u3099", "か\u3099"),
        ("ｶﾞｷﾞ ﾞ", "ｶﾞ ｷﾞ ﾞ"),
        ("３．１４ 1．概要", "３．１４ 1 概 要"),
        ("٣٫٥ و ۱۲٬۳۴۵، ٣٫", "٣٫٥ و ۱۲٬۳۴۵ ٣"),
        ("צה״ל ג׳ירפה ״כן״", "צה״ל ג׳ירפה כן"),
        ("كَتَبَ الطَّالِبُ؛ نعم؟", "كَتَبَ الطَّالِبُ نعم"),
        ("¿Qué tal? ¡Bien!", "Qué tal Bien"),
        ("สวัสดีครับ ทุกคน", "สวัสดีครับ ทุกคน"),
        ("👍🏽 \u0301 ©", ""),
    ],
)
def test_standard(text: str, expected: str) -> None:
    assert RULES["standard"].pieces(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("Don't stop_it: 3.14", ["Don", "t", "stop_it", "3", "14"]),
        ("हिन्दी है", ["हिन्दी", "है"]),
        ("Ⓐ Ⓑ", ["Ⓐ", "Ⓑ"]),
        ("中文 x", ["中文", "x"]),
        ("² 1² ½", ["1"]),
        ("été", ["été"]),
    ],
)
def test_ifeval(text: str, expected: list[str]) -> None:
    assert RULES["ifeval"].pieces(text) == expected
    assert RULES["ifeval"].size(text) == len(expected)


def test_whitespace_stripped_and_no_punctuation() -> None:
    text = "'Well-known', he\xa0said - \"a.b\"!?\x1c(x)"
    assert RULES["whitespace"].pieces(text) == ["'Well-known',", "he", "said", "-", '"a.b"!?', "(x)"]
    assert RULES["stripped"].pieces(text) == ["Well-known", "he", "said", "", "a.b", "x"]
    assert words.no_punctuation(text) == ["Wellknown", "he", "said", "ab", "x"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (".", "."),
        ("Don't stop; it's John's.", "Do n't stop ; it 's John 's ."),
        ("can't cannot gonna wanna go", "ca n't can not gon na wan na go"),
        ("They 'went' home.", "They ' went ' home ."),
        ("'Tis so. d'ye'twas", "' Tis so . d 'ye 't was"),
        ("Now 'tis, d'ye lemme more'n", "Now ' tis , d 'ye lem me more 'n"),
        ("O'Brien's dogs' bone.", "O'Brien 's dogs ' bone ."),
        ("they'll we've N'T DON'T", "they 'll we 've N'T DO N'T"),
        ("It cost $3.88 (3,36): ok—no -- 50%", "It cost $ 3.88 ( 3,36 ) : ok — no -- 50 %"),
        ("12:30, a:b ,, :: x", "12:30 , a : b , , : : x"),
        ("Wait... *b* [x] <z> #1 a@b.c & d", "Wait ... * b * [ x ] < z > # 1 a @ b.c & d"),
        ("One. Two.\nThree", "One . Two . Three"),
        ("It ends.) ]", "It ends . ) ]"),
        ("I don’t “know”.", "I don ’ t “ know ” ."),
        ("Yes!!", "Yes ! !"),
        ("ends with colon:", "ends with colon :"),
        # A full stop before a quotation mark that a blank precedes stays with its word.
        ('a " b. "', "a `` b. ``"),
        ('"Go." She went "on".', "`` Go . '' She went `` on '' ."),
        ("``q'' \"\" '' x''y", "`` q '' `` '' `` x '' y"),
    ],
)
def test_nltk_tokens_as_the_reference_gives_them(text: str, expected: str) -> None:
    assert treebank.tokens(text) == expected.split()
    assert RULES["nltk"].size(text) == len(expected.split())


def test_nltk_pieces_keep_quotation_marks_as_they_stand() -> None:
    assert RULES["nltk"].pieces("\"Hi,\" ''he'' ``said`` it.") == [
        *['"', "Hi", ",", '"', "''", "he", "''", "``", "said", "``", "it", "."]
    ]


def test_nltk_names_its_rule_where_the_extra_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert RULES["nltk"].needs == "parity"
    punkt._load.cache_clear()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        MissingExtra, match=r'^the rule words\(rule="nltk"\) needs the extra: pip install "ifdsl\[parity'
    ):
        RULES["nltk"].spans("One.")
    punkt._load.cache_clear()


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_spans_are_in_order_and_agree_with_texts_and_count(text: str) -> None:
    for name, rule in READY.items():
        spans = list(rule.spans(text))
        at = 0
        for start, end in spans:
            assert at <= start <= end <= len(text), name
            assert start < end or name == "stripped", name
            at = end
        assert rule.pieces(text) == [text[start:end] for start, end in spans], name
        assert rule.size(text) == len(spans), name


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_the_word_rules_keep_what_they_promise(text: str) -> None:
    assert "".join(RULES["nltk"].pieces(text)) == "".join(text.split())
    assert RULES["whitespace"].pieces(text) == text.split()
    assert RULES["ifeval"].pieces(text) == regex.findall(r"\w+", text)
    letters = [character for character in text if regex.match(r"[\p{L}\p{N}]", character)]
    assert [c for c in "".join(RULES["standard"].pieces(text)) if regex.match(r"[\p{L}\p{N}]", c)] == letters


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_ascii_texts_get_the_words_of_the_general_pattern(text: str) -> None:
    assert words.standard_texts(text) == words._unicode_pattern(words._STANDARD).findall(text)


def test_every_character_of_the_code_page_counts_as_in_the_general_pattern() -> None:
    for byte in range(256):
        character = bytes([byte]).decode("cp1252", "replace")
        for text in (character, f"a{character}b", f"1{character}2", f"a{character}", f"{character}{character}1"):
            assert words.standard_count(text) == len(words._unicode_pattern(words._STANDARD).findall(text)), repr(text)
            assert words.ifeval_count(text) == len(regex.findall(r"\w+", text)), repr(text)


def test_long_junk_is_cut_in_linear_work() -> None:
    half = 50_000
    for name in ("standard", "ifeval", "whitespace", "stripped", "nltk"):
        assert RULES[name].size(" " * 2 * half) == 0, name
        assert RULES[name].size("a" * 2 * half) == 1, name
    assert RULES["standard"].size("a-" * half) == 1
    assert RULES["standard"].size("1," * half) == 1
    assert RULES["standard"].size("e" + "\u0301" * half) == 1
    assert RULES["standard"].size("\u0301" * half) == 0
    assert RULES["nltk"].size("'" * half) == half // 2
    assert RULES["nltk"].size('"' * half) == half
    assert RULES["nltk"].size("a's " * half) == 2 * half


def _probes(kind: str) -> list[dict[str, Any]]:
    with (Path(os.environ["IFDSL_CORPORA"]) / "probes.jsonl").open(encoding="utf-8") as lines:
        probes = [json.loads(line) for line in lines if f'"{kind}"' in line]
    # A verdict that is no truth value names the exception which the published checker raised on its arguments.
    return [probe for probe in probes if isinstance(probe["verdict"], bool)]


def _holds(number: int, bound: float, relation: str) -> bool:
    return number < bound if relation == "less than" else number >= bound


@pytest.mark.skipif(not os.environ.get("IFDSL_CORPORA"), reason="IFDSL_CORPORA, the folder of the corpora, is not set")
def test_recorded_verdicts_on_word_counts() -> None:
    words_probes = _probes("length_constraints:number_words")
    capital_probes = _probes("change_case:capital_word_frequency")
    assert len(words_probes) > 100
    assert len(capital_probes) > 100
    for probe in words_probes:
        arguments = probe["kwargs"]
        number = RULES["ifeval"].size(probe["text"])
        assert _holds(number, arguments["num_words"], arguments["relation"]) is probe["verdict"], probe
    for probe in capital_probes:
        arguments = probe["kwargs"]
        number = sum(token.isupper() for token in RULES["nltk"].pieces(probe["text"]))
        assert _holds(number, arguments["capital_frequency"], arguments["capital_relation"]) is probe["verdict"], probe
