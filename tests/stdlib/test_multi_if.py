"""The pack `multi_if`: its facts, its page, its verdicts in each language, and IFEval's verdicts where both agree."""

from __future__ import annotations

import pytest

from ifdsl.primitives import langdetect_parity
from tests.stdlib.probes import (
    by_id,
    compare,
    verdict_of,
)

PACKS = ("multi_if", "ifeval")
STD = ("content", "length", "position")
NUMBER_WORDS, NUMBER_SENTENCES = "length_constraints:number_words", "length_constraints:number_sentences"

ENGLISH = "We walked along the river this morning. It's well-known, isn't it? Yes!"
CHINESE = "今天早上天气很好，我们沿着河边散步。你喜欢吗？我很喜欢！"
JAPANESE = "今朝は天気がとても良かったので、川沿いを散歩しました。窓を閉めてください！"
HINDI = "आज सुबह मौसम बहुत अच्छा था। हम नदी के किनारे टहलने गए! क्या आपको पसंद आया?"
THAI = "เช้านี้เราเดินเล่นริมแม่น้ำเพราะอากาศดีมาก เราชอบที่นี่มาก!\nพรุ่งนี้เราจะไปอีก"
RUSSIAN = "Сегодня утром мы гуляли вдоль реки. Погода была очень хорошей."


def test_ifeval_has_the_other_types() -> None:
    found = by_id(*PACKS)
    ids = {"keywords:frequency", NUMBER_SENTENCES, NUMBER_WORDS, "startend:quotation"}
    assert {id for id, (_, constraint) in found.items() if constraint.name.startswith("multi_if.")} == ids
    assert len(found) == 25


@pytest.mark.parametrize(
    ("text", "words", "sentences"),
    [
        (ENGLISH, 15, 3),
        (CHINESE, 24, 3),
        (JAPANESE, 34, 2),
        (HINDI, 16, 3),
        (RUSSIAN, 10, 2),
        # Nothing can be told of it, so it is English.
        ("12345. 67 890!", 3, 2),
        # Han, a run with its punctuation taken out, and emoji; a decimal point ends a sentence.
        ("今天我们在商店里买了 GPT-4o 手册，花了 3.50 元，大家都觉得这本书非常好看😀👍🏽！", 31, 2),
        # A Han text without a stop has a sentence a line.
        ("今天天气很好，我们去公园散步\n\n 明天我们再去一次图书馆", 24, 2),
        # What follows the first stop of a row begins with the next one, which is no sentence alone.
        ("今天天气怎么这么好呢？！我们一起出去走走吧。。。", 19, 2),
        # Marks in a row are each a sentence in Hindi.
        ("आज सुबह मौसम बहुत अच्छा था।। हम नदी के किनारे टहलने गए ", 12, 3),
    ],
)
def test_counts_in_each_language(text: str, words: int, sentences: int) -> None:
    for id, name, number in ((NUMBER_WORDS, "num_words", words), (NUMBER_SENTENCES, "num_sentences", sentences)):
        counted = {
            (bound, relation): verdict_of(PACKS, id, {name: bound, "relation": relation}, text)
            for bound in (number, number + 1)
            for relation in ("at least", "less than")
        }
        assert counted == {
            (number, "at least"): "pass",
            (number, "less than"): "fail",
            (number + 1, "at least"): "fail",
            (number + 1, "less than"): "pass",
        }, id


def test_thai() -> None:
    pytest.importorskip("pycrfsuite", reason="the extra `thai` is not installed")
    pytest.importorskip("pythainlp", reason="the extra `thai` is not installed")
    for id, arguments, verdict in (
        (NUMBER_WORDS, {"num_words": 19, "relation": "at least"}, "pass"),
        (NUMBER_WORDS, {"num_words": 19, "relation": "less than"}, "fail"),
        (NUMBER_WORDS, {"num_words": 20, "relation": "at least"}, "fail"),
        (NUMBER_SENTENCES, {"num_sentences": 3, "relation": "at least"}, "pass"),
        (NUMBER_SENTENCES, {"num_sentences": 4, "relation": "at least"}, "fail"),
    ):
        assert verdict_of(PACKS, id, arguments, THAI) == verdict, (id, arguments)


@pytest.mark.parametrize("keyword", ["(", "[a", "*", "a\\", "(?P<a", "a{2}{3}", "(?<=a*)b"])
def test_a_keyword_that_is_no_pattern_fails_either_way(keyword: str) -> None:
    for relation in ("at least", "less than"):
        arguments = {"keyword": keyword, "frequency": 1, "relation": relation}
        assert verdict_of(PACKS, "keywords:frequency", arguments, "a (b)") == "fail"


@pytest.mark.parametrize(
    ("keyword", "number"),
    [("a", 3), ("(?i)B", 2), ("a|", 6), ("", 6), ("(?<=a)b", 2), ("a{1}", 3), (" b ", 2), ("^", 1)],
)
def test_a_keyword_that_is_a_pattern_is_counted(keyword: str, number: int) -> None:
    def said(frequency: int, relation: str) -> str:
        arguments = {"keyword": keyword, "frequency": frequency, "relation": relation}
        return verdict_of(PACKS, "keywords:frequency", arguments, "abAaB")

    assert [said(number, "at least"), said(number + 1, "at least")] == ["pass", "fail"]
    assert [said(number, "less than"), said(number + 1, "less than")] == ["fail", "pass"]


# ---------------------------------------------------------------- recorded verdicts of IFEval


def test_verdicts_of_ifeval_hold_where_multi_if_changes_nothing() -> None:
    agreement = compare(PACKS, "ifeval")
    assert agreement.missing == set()
    assert agreement.number > 3000
    explained = {
        NUMBER_WORDS: lambda text: langdetect_parity.detect(text) in ("th", "zh-cn", "zh-tw", "ja"),
        NUMBER_SENTENCES: lambda text: langdetect_parity.detect(text) in ("th", "hi", "zh-cn", "zh-tw", "ja"),
        "startend:quotation": lambda text: text.strip()[:1] in "“「",
    }
    surprising = [found for found in agreement.differing if not explained.get(found[0], lambda text: False)(found[2])]
    assert surprising == []
    assert {found[4] for found in agreement.differing} <= {"pass", "fail"}
    assert "pass" not in {found[4] for found in agreement.broken}
