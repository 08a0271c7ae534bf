"""Multi-IF's words and sentences: each rule against its definition, which language takes which, and missing extras."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives import segment_multi_if, segment_thai, sentences, words
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.undecided import Undecided

WORDS, SENTENCES = words.RULES["multi_if"], sentences.RULES["multi_if"]

_ATOMS = (
    "我 们 か ー 가 Ａ x yz é 1 ⅷ 。 ！ ？ ． ! ? . , ， 、 - * # ~ — … “ 「 » « | = "
    "\u200d \ufe0f \ufe0e 😀 ❤ ☺\ufe0f 👨\u200d👩\u200d👧 👨\u200d🐶 👍🏽 🏻 🇫🇷 🇫 "
    "1\ufe0f\u20e3 ™ \ud800 \n \r\n \x0b \u2028 \u3000 \t । ।।"
)
TEXTS = st.lists(st.sampled_from([*_ATOMS.split(" "), " "]), max_size=16).map("".join)

TAKEN_OUT = re.compile(r"[\\.!?．/_,{}<>:;$%^&*(+\"'—！，。？、`~@#￥…）（：；《》“”)\[\]»〔〕\-「」]")
ONE_EACH = re.compile(r"[\u4e00-\u9fff\u3400-\u4dbf\u3040-\u30ff\uac00-\ud7af]")

CHINESE = "今天早上天气很好，我们沿着河边散步。你喜欢吗？"
THAI = "เช้านี้เราเดินเล่นริมแม่น้ำเพราะอากาศดีมาก เราชอบที่นี่มาก"


def in_order(spans: list[tuple[int, int]], text: str) -> bool:
    edges = [edge for span in spans for edge in span]
    return edges == sorted(edges) and all(0 <= start < end <= len(text) for start, end in spans)


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_words_of_characters_are_as_many_as_the_definition_counts(text: str) -> None:
    emoji = pytest.importorskip("emoji", reason="the extra `parity` is not installed")
    bare = TAKEN_OUT.sub("", text)
    rest = emoji.replace_emoji(bare, "")
    number = emoji.emoji_count(bare) + len(ONE_EACH.findall(rest)) + len(ONE_EACH.sub(" ", rest).split())
    spans = segment_multi_if._character_words(text)
    assert len(spans) == segment_multi_if._character_count(text) == number
    assert in_order(spans, text)


def test_every_emoji_is_searched_for() -> None:
    emoji = pytest.importorskip("emoji", reason="the extra `parity` is not installed")
    assert len(emoji.EMOJI_DATA) > 5000
    for one in emoji.EMOJI_DATA:
        assert segment_multi_if._EMOJI_RUN.fullmatch(one)
        assert segment_multi_if._units(f"a{one}b") == [
            (0, 1, False),
            (1, 1 + len(one), True),
            (1 + len(one), 2 + len(one), False),
        ]


def test_words_of_characters() -> None:
    text = "我们 well-known,or 😀ab👍🏽c 3.5"
    pieces = [text[start:end] for start, end in segment_multi_if._character_words(text)]
    # What follows an emoji inside a run belongs to the run, whose span ends before the emoji.
    assert pieces == ["我", "们", "well-known,or", "😀", "ab", "👍🏽", "3.5"]


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_sentences_of_lines_and_of_hindi_are_as_the_definition_cuts_them(text: str) -> None:
    lines = segment_multi_if._line_sentences(text)
    found = [
        match for line in text.splitlines() for match in re.findall("[^!?。.！？．\n]+[!?。.！？．\n]?", line.strip())
    ]
    assert [text[start:end] for start, end in lines] == found
    hindi = segment_multi_if._hindi_sentences(text)
    pieces = [piece for piece in re.split(r"(?<=[।!?])\s*", text) if piece.strip()]
    assert [text[start:end] for start, end in hindi] == pieces
    assert in_order(lines, text)
    assert in_order(hindi, text)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60) | TEXTS.map(lambda text: CHINESE + text))
def test_any_text_is_counted(text: str) -> None:
    for rule in (WORDS, SENTENCES):
        try:
            spans = list(rule.spans(text))
            assert rule.size(text) == len(spans)
        except MissingExtra as missing:
            assert missing.extra == "thai"  # noqa: PT017 - whether it is raised depends on what is installed
            continue
        assert in_order(spans, text)


def test_the_language_says_which_rule_counts() -> None:
    assert WORDS.size(CHINESE) == 20
    assert SENTENCES.pieces(CHINESE + "\n很好 3.5") == [
        "今天早上天气很好，我们沿着河边散步。",
        "你喜欢吗？",
        "很好 3.",
        "5",
    ]
    korean = "오늘 아침은 날씨가 아주 좋아서 우리는 강가를 산책했습니다."
    assert WORDS.pieces(korean) == words.RULES["ifeval"].pieces(korean)
    for text in ("", "12 34.", "We walked. It's fine."):
        assert WORDS.pieces(text) == words.RULES["ifeval"].pieces(text)
        assert SENTENCES.pieces(text) == sentences.RULES["ifeval"].pieces(text)


def test_thai() -> None:
    pytest.importorskip("pycrfsuite", reason="the extra `thai` is not installed")
    tokenize = pytest.importorskip("pythainlp.tokenize", reason="the extra `thai` is not installed")
    for text in (THAI, f"{THAI}\n\n {THAI}!\r\nok 1,234.50 😀", f"{THAI} "):
        assert WORDS.pieces(text) == tokenize.word_tokenize(text)
        assert SENTENCES.pieces(text) == [one for line in text.splitlines() for one in tokenize.sent_tokenize(line)]
    with pytest.raises(Undecided):
        WORDS.spans(THAI * 1000)
    with pytest.raises(Undecided):
        SENTENCES.spans(THAI * 1000)


@pytest.mark.parametrize("unit", ["好", "好。", "好,", "😀", "😀好 ", "👍🏽", "，", "好\n", "\ufe0f"])
def test_long_junk_is_cut_in_linear_work(unit: str) -> None:
    text = CHINESE * 400 + unit * (100_000 // len(unit))
    assert len(segment_multi_if._character_words(text)) >= 8_000
    assert len(segment_multi_if._line_sentences(text)) >= 800
    assert len(segment_multi_if._hindi_sentences("।" * 100_000)) == 100_000


def test_too_many_joiners_are_undecided() -> None:
    with pytest.raises(Undecided):
        segment_multi_if._character_words("👨\u200d🐶" * 20_000)


def test_missing_extras_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert WORDS.needs == SENTENCES.needs == "parity"
    monkeypatch.setattr(segment_thai, "_load", lambda: None)
    monkeypatch.setattr(segment_multi_if, "_load", lambda: None)
    for rule, name in ((WORDS, "words"), (SENTENCES, "sentences")):
        with pytest.raises(MissingExtra, match=rf'{name}\(rule="multi_if"\) on a Thai text .*ifdsl\[thai\]"$'):
            rule.spans(THAI)
    with pytest.raises(MissingExtra, match=r'on a Chinese or Japanese text .*ifdsl\[parity\]"$'):
        WORDS.spans(CHINESE + "😀")
