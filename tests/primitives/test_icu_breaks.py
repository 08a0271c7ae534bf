"""The rules of ICU: words and sentences in many scripts, what holds of every text, and a missing extra."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives import icu_breaks, sentences, words
from ifdsl.primitives.extras import MissingExtra

WORDS, SENTENCES = words.RULES["icu"], sentences.RULES["icu"]
_ATOMS = (
    "a é . ? ! , ' - _ 我们 か ーﾞ ไทย กา ខ្ញុំ ລາວ မြန် हि ् १ 😀 \u200d \ufe0f \u0301 \ud800 \udc00 \n \r \u2028 。 「 」"
)
TEXTS = st.text(max_size=40) | st.lists(st.sampled_from([*_ATOMS.split(" "), " "]), max_size=20).map("".join)


@pytest.fixture
def icu() -> None:
    pytest.importorskip("icu4py", reason="the extra `icu` is not installed")


@pytest.mark.usefixtures("icu")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (" ?!… — \n", ""),
        ("Don't stop: it’s well-known, e.g. 3.14!", "Don't stop it’s well known e.g 3.14"),
        ("我们去公园。今天天气很好！", "我们 去 公园 今天 天气 很好"),
        ("コーヒーを飲む。", "コーヒー を 飲む"),
        ("ฉันชอบกินข้าว", "ฉัน ชอบ กิน ข้าว"),
        ("ខ្ញុំស្រលាញ់កម្ពុជា។", "ខ្ញុំ ស្រលាញ់ កម្ពុជា"),
        ("ຂ້ອຍມັກລາວ", "ຂ້ອຍ ມັກ ລາວ"),
        ("मैं हिन्दी में लिखता हूँ।", "मैं हिन्दी में लिखता हूँ"),
        ("كَتَبَ الطَّالِبُ؛ نعم؟", "كَتَبَ الطَّالِبُ نعم"),
        ("안녕하세요 세계", "안녕하세요 세계"),
        ("😀𠀀x我", "𠀀 x 我"),
        ("a\ud800b c", "a b c"),
        ("👍🏽 \u0301 ©", ""),
    ],
)
def test_words(text: str, expected: str) -> None:
    assert WORDS.pieces(text) == expected.split()
    assert WORDS.size(text) == len(expected.split())


@pytest.mark.usefixtures("icu")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("!!! …", []),
        ("One. Two!  Three? ", ["One.", "Two!", "Three?"]),
        ("我们走吧。好！真的吗？", ["我们走吧。", "好！", "真的吗？"]),
        ("यह है। वह है॥ क्या?", ["यह है।", "वह है॥", "क्या?"]),
        ("نعم۔ لا؟", ["نعم۔", "لا؟"]),
        ("a line\ngoes on", ["a line", "goes on"]),
        ("It is e.g. this. Dr. Hill came.", ["It is e.g. this.", "Dr.", "Hill came."]),
        ("😀 Yes. 😀", ["😀 Yes."]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert SENTENCES.pieces(text) == expected


@pytest.mark.usefixtures("icu")
@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_spans_are_in_order_and_lose_no_letter(text: str) -> None:
    for rule in (WORDS, SENTENCES):
        spans = rule.spans(text)
        at = 0
        for start, end in spans:
            assert at <= start < end <= len(text)
            at = end
        assert rule.size(text) == len(spans)
        kept = "".join(rule.pieces(text))
        assert [char for char in kept if char.isalnum()] == [char for char in text if char.isalnum()]


@pytest.mark.usefixtures("icu")
@pytest.mark.parametrize("unit", ["a", "กา", "我", "か", "\u0301", "\u200d", "ក", "1,", ".", "😀"])
def test_a_megabyte_is_cut_in_linear_work(unit: str) -> None:
    length = 300_000
    text = unit * (length // len(unit))
    assert 0 <= WORDS.size(text) <= length
    assert 0 <= SENTENCES.size(text) <= 1


def test_a_missing_extra_names_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icu_breaks, "_breakers", lambda: None)
    for view, rule in (("words", WORDS), ("sentences", SENTENCES)):
        assert rule.needs == "icu"
        for use in (rule.spans, rule.size, rule.pieces):
            with pytest.raises(
                MissingExtra, match=rf'^the rule {view}\(rule="icu"\) needs the extra: pip install "ifdsl\[icu\]"$'
            ):
                use("")
