"""Sentence rules: hand-written cases with known values, what holds for every text, and recorded verdicts."""

from __future__ import annotations

import importlib.util
import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives import punkt
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.sentences import RULES

ATOMS = ". ? ! … 。 । ؟ , : \" ' ” 」 ) ] * > - | # ``` \n \t \r \x1c \xa0 é 中 と 5 A b e.g. Dr. U.S. J."
BLANKS = [" ", "\n\n", ". ", "? ", "...", "Dr. ", "U.S. ", "J. ", "\n1. ", "\n- ", "\n> ", "The ", "word. ", "[1] "]
MARK = re.compile(r"[\s>]*\(?(\w{1,5})[.)]")
TEXTS = st.lists(st.sampled_from(ATOMS.split(" ") + BLANKS), max_size=25).map("".join)

READY = {
    name: rule
    for name, rule in RULES.items()
    if (rule.needs != "icu" or importlib.util.find_spec("icu4py"))
    and (name != "multi_if" or importlib.util.find_spec("pythainlp"))
}
"""The rules whose extras are installed; those of `parity` come with every test."""


def standard(text: str) -> list[str]:
    return RULES["standard"].pieces(text)


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Smith arrived.|He sat.",
        "Mr. and Mrs. Brown met Prof. Green.|They spoke.",
        "characters like mr. darcy are proud.|they change.",
        "J. R. R. Tolkien wrote it.|George P. Smith read it.",
        "So am I.|Bob left.",
        "We chose plan B.|Then we left.",
        "The answer is C.|Paris is the capital.",
        "The value of c.|So we stop.",
        "It is 3.14, e.g. a number, i.e. pi.|Fine.",
        "Nuts, bolts, etc. lie there.|Nuts, etc.|Then tools.",
        "The U.S. Army came.|It left the U.S.|The end.",
        "Meet at 5 p.m. on Jan. 5.|Come at 9 a.m. Monday.|It ends at 5 p.m.|Bring water.",
        "See No. 5 and Fig. 3.|No.|I disagree.",
        "Acme Inc. said so.|He owns Acme Inc.|The firm grew.",
        "St. Louis is far.|He lives on Main St.|The house is old.",
        "Gen. Grant rode.|He likes this gen.|Mine is older.",
        "P.S. Remember me.",
        '"Stop!" he said.|"Go!"|She went.',
        "(He asked why?) then left.|(It ended.)|Next.",
        "Really?!|Yes!!|what?|no.",
        "Wait... what?|Well...|Yes.|It took... 3 days.",
        "hello there.|my name is bob.|it's fine.",
        "There are three steps: 1. Mix.|2. Stir.|3. Bake.",
        "It was in 1841.|his work went on.",
        "Visit example.com or a.b/c?d.e now.|Done.",
        "It is known.[1][23]|It is new.",
        "**Bold.**|_Lean._|`Code.`|End",
        "'One.'|«Deux.»|“Three.”|Four",
        "A line\nthat goes on.|Next\none",
        "Yes! 😀|Go on!",
        "今天天气好。|明天呢？|“好。”|他说！",
        "「はい。」と言った。|次",
        "मैं हूँ।|तुम कहाँ हो?|ठीक है।",
        "ما اسمك؟|اسمي علي.|شكرا.",
        "Étienne part.|Élan vital…|Oui.",
        "यह है।|वह है॥|हाँ!",
        "نعم۔|لا!|حسنا.",
        "¿Qué tal?|¡Muy bien!|La Sra. López y el Sr. Gil van, p. ej. hoy.|Fin.",
        "Il a dit : « Viens ! »|Puis il partit.|« Non ! » cria-t-il.|C'est p. ex. bien.",
        "„Komm!“ rief er.|„Ja.“|Das ist z. B. gut, d. h. schön.|Das war 44 v. Chr. in Rom.",
        "Am 3. Mai ging er, im 19. Jahrhundert.|Er war 3.|Dann ging er.",
        "Он живёт на ул. Ленина, т. е. рядом.|Ему 5 г. всего.|И т. д.|Потом он ушёл.",
        "Il dott. Rossi è qui.|La sig.ra Bianchi, ecc. ecc.|Fine.",
        "The sum is x. y. z. in all.|So it is.",
    ],
)
def test_standard_in_prose(text: str) -> None:
    expected = text.split("|")
    assert [piece.removeprefix("😀 ") for piece in standard(" ".join(expected))] == [
        piece.removesuffix(" 😀") for piece in expected
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t", []),
        ("no stop", ["no stop"]),
        ("!!!", []),
        ("Hi.\n\n!!!\n\n---\n\n😀", ["Hi."]),
        ("Yes!!", ["Yes!!"]),
        ("What. . . .", ["What."]),
        ("# A head\ntext goes\non. Yes\n\nNo", ["A head", "text goes\non.", "Yes", "No"]),
        ("Head\n====\ntext", ["Head", "text"]),
        (
            "**A head**\ntext\n__Other:__\n<<A title>>\ntext",
            ["**A head**", "text", "__Other:__", "<<A title>>", "text"],
        ),
        ("Buy:\n- eggs\n- milk. Fresh.\n* bread", ["Buy:", "eggs", "milk.", "Fresh.", "bread"]),
        (
            "1. One\n2) Two\n(3) Three\na. Four\niv. Five\n• Six\n•Seven",
            ["One", "Two", "Three", "Four", "Five", "Six", "Seven"],
        ),
        ("1. \n  one", ["one"]),
        ("- one\n  goes on\nafter", ["one\n  goes on", "after"]),
        ("It was\n2023. Then it ended.", ["It was\n2023.", "Then it ended."]),
        ("> One.\n> Two\n>\n> - three\nFour", ["One.", "Two", "three", "Four"]),
        ("| a. B | c |\n|---|---|\n| d | e |", ["| a.", "B | c |", "| d | e |"]),
        ("Run:\n```py\nx. Y\n\nz? A\n```\nDone. Yes", ["Run:", "```py\nx. Y\n\nz? A\n```", "Done.", "Yes"]),
        ("One.\r\nTwo.\r\n\r\nThree.\r\n", ["One.", "Two.", "Three."]),
        ("漢字。かな", ["漢字。", "かな"]),
        ("你好!我很好?是.然后呢", ["你好!", "我很好?", "是.", "然后呢"]),
        ("走吧!“好。”他想...走了", ["走吧!", "“好。”", "他想...走了"]),
        ("是3.5公里，v2.0版。Hello!你好", ["是3.5公里，v2.0版。", "Hello!", "你好"]),
        ("円周率は３．１４です．そうです．", ["円周率は３．１４です．", "そうです．"]),
        ("กขค งจฉ ชซฌ", ["กขค งจฉ ชซฌ"]),
    ],
)
def test_standard_in_markdown(text: str, expected: list[str]) -> None:
    assert standard(text) == expected


def test_the_parity_rules_are_the_punkt_engine() -> None:
    text = "Mr. Hill came. It is 5 p.m. Yes!!"
    assert RULES["ifeval"].pieces(text) == RULES["nltk"].pieces(text) == punkt.texts(text)
    assert RULES["ifeval"].size(text) == 4
    assert next(iter(RULES)) == "standard"


@pytest.mark.parametrize("name", ["ifeval", "nltk"])
def test_a_missing_extra_names_the_rule(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert RULES[name].needs == "parity"
    punkt._load.cache_clear()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        MissingExtra, match=rf'^the rule sentences\(rule="{name}"\) needs the extra: pip install "ifdsl'
    ):
        RULES[name].pieces("One.")
    punkt._load.cache_clear()


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_spans_are_in_order_and_agree_with_texts_and_count(text: str) -> None:
    for name, rule in READY.items():
        spans = list(rule.spans(text))
        at = 0
        for start, end in spans:
            # Where two cuts of the older splitter fall together, what stands between them is a sentence to it.
            assert at <= start < end + (name == "google") <= len(text) + 1, name
            at = end
        assert rule.pieces(text) == [text[start:end] for start, end in spans], name
        assert rule.size(text) == len(spans), name


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_standard_loses_no_letter_or_digit_but_those_of_marks(text: str) -> None:
    spans = list(RULES["standard"].spans(text))
    for start, end in spans:
        assert text[start:end].strip() == text[start:end]
        assert any(character.isalnum() for character in text[start:end])
    inside = {place for start, end in spans for place in range(start, end)}
    for place, character in enumerate(text):
        if character.isalnum() and place not in inside:
            # What a list is numbered with is the only thing outside that can hold a letter or a digit.
            mark = MARK.match(text, text.rfind("\n", 0, place) + 1)
            assert mark is not None
            assert mark.start(1) <= place < mark.end(1)


def test_long_junk_is_cut_in_linear_work() -> None:
    half = 20_000
    assert standard("?!" * half) == []
    assert standard(". " * half) == []
    assert standard(" " * 2 * half) == []
    assert standard("a" * 2 * half + ". B") == ["a" * 2 * half + ".", "B"]
    assert len(standard("word. " * half)) == half
    assert len(standard("漢。" * half)) == half
    assert len(standard("- a\n" * half)) == half
    assert standard("a.[1]" * half) == ["a.[1]" * half]
    assert standard("> " * half) == []
    assert standard(">\x0b" * half + "a") == ["a"]
    assert len(standard(". (" * half + "a")) == 1
    assert len(standard("1. " * half)) == half // 2


@pytest.mark.skipif(not os.environ.get("IFDSL_CORPORA"), reason="IFDSL_CORPORA, the folder of the corpora, is not set")
def test_recorded_verdicts_on_sentence_counts() -> None:
    with (Path(os.environ["IFDSL_CORPORA"]) / "probes.jsonl").open(encoding="utf-8") as lines:
        probes = [json.loads(line) for line in lines if '"length_constraints:number_sentences"' in line]
    # A verdict that is no truth value names the exception which the published checker raised on its arguments.
    probes = [probe for probe in probes if isinstance(probe["verdict"], bool)]
    assert len(probes) > 100
    for probe in probes:
        bound, relation = probe["kwargs"]["num_sentences"], probe["kwargs"]["relation"]
        number = RULES["ifeval"].size(probe["text"])
        assert (number < bound if relation == "less than" else number >= bound) is probe["verdict"], probe
