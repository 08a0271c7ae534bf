"""Where a prompt asks for a requirement: word for word, by what is shared, and nowhere rather than in a wrong place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives.ranges import Range
from ifdsl.recognition.locating import Asked, asked_in, locate, stretches
from tests.recognition.types_at_hand import types_in

NO_COMMA = asked_in("no_comma", [("Do not use any commas.",), ("without using commas",)], ())
WORDS = asked_in("number_words", [("Write ", " words."), ("in ", " words")], (801,))
PARAGRAPHS = asked_in("number_paragraphs", [("Write exactly ", " paragraphs.")], (3,))
KEYWORDS = asked_in("existence", [("Include the keywords ", ".")], (["land", "river"],), "keywords")
FORBIDDEN = asked_in("forbidden_words", [("Do not use the words ", ".")], (["beauty"],), "keywords")
LANGUAGE = asked_in("response_language", [("Use only ", ".")], ("pa",))
REPEAT = "Write a poem about the sea and say why the sea is never still, in the words of a fisher."
REPEATED = asked_in("repeat_prompt", [("First repeat word for word, then answer: ", "")], (REPEAT,))


def found(text: str, *asked: Asked) -> list[list[str]]:
    return [[text[start:end] for start, end in spans] for spans in locate(text, asked)]


@pytest.mark.parametrize(
    ("text", "asked", "expected"),
    [
        ("Tell a joke. Please do not use any commas here.", NO_COMMA, ["do not use any commas"]),
        ("Tell a joke. No commas, please. Be quick.", NO_COMMA, ["No commas"]),
        ("Name 3 kings. Answer with more than 800 words.", WORDS, ["Answer with more than 800 words."]),
        ("Write three paragraphs on 3 kings.", PARAGRAPHS, ["Write three paragraphs on 3 kings."]),
        (
            "Praise the land. The words land and river are to occur.",
            KEYWORDS,
            ["The words land and river are to occur."],
        ),
        ("Praise the beauty of a rose. Do not say 'beauty'.", FORBIDDEN, ["Do not say 'beauty'."]),
        ("Where is Lahore? Answer in Punjabi.", LANGUAGE, ["Answer in Punjabi."]),
        (f"{REPEAT}\nRepeat the request above first.", REPEATED, ["Repeat the request above first."]),
        ("用三段写一个故事，不使用逗号。", asked_in("no_comma", [("不使用逗号",)], ()), ["不使用逗号。"]),
    ],
)
def test_the_clause_that_asks(text: str, asked: Asked, expected: list[str]) -> None:
    assert found(text, asked) == [expected]


def test_each_requirement_has_its_own_clause() -> None:
    text = "Write on rain and use no commas, and use at least 801 words, but never the word beauty."
    commas, words, beauty = found(text, NO_COMMA, WORDS, FORBIDDEN)
    assert commas == ["and use no commas"]
    assert words == ["and use at least 801 words"]
    assert beauty == ["but never the word beauty."]


def test_keywords_that_stand_apart_are_all_found() -> None:
    text = "Include the keyword land in the first line. Be brief. Include the keyword river in the last line."
    assert found(text, KEYWORDS) == [
        ["Include the keyword land in the first line.", "Include the keyword river in the last line."]
    ]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Write a poem about the sea.", NO_COMMA),
        ("What did the king say to the miller?", WORDS),
        ("Write a poem.", Asked("", ("The table must not exceed five columns",))),
        ("Where is Lahore? Answer in Hindi.", LANGUAGE),
        ("", NO_COMMA),
        (REPEAT, REPEATED),
    ],
)
def test_nothing_rather_than_a_wrong_clause(text: str, asked: Asked) -> None:
    assert found(text, asked) == [[]]


def test_only_the_last_of_several_questions_is_asked() -> None:
    text = (
        "**Question**: Name a king. End with a period.\n**Answer**: Louis.\n\n"
        "**Question**: Name a queen. The answer must end with a period.\n**Answer**:"
    )
    ((span,),) = locate(text, [Asked("", ("End with a period",))])
    assert text[slice(*span)] == "end with a period."
    assert span[0] > text.rfind("Question")


def test_a_sentence_that_only_an_example_has_is_found_there() -> None:
    text = "Question: A king? Use 5 words.\nAnswer: x\nQuestion: A queen?\nAnswer:"
    assert found(text, Asked("", ("Use 5 words",))) == [["Use 5 words."]]


def test_the_stretches_of_a_wording() -> None:
    (constraint,) = types_in(
        'constraint w(n: int) {\n  check len(response.words) == n\n  render listing "Use {n} words."\n}\n'
    )
    assert stretches(constraint.wordings[0].text) == ("Use ", " words.")


# ---------------------------------------------------------------- whatever the text

PIECE = st.sampled_from(
    [
        *"ab,.!?:;()[]*'\"“”。，、字三",
        " ",
        "  ",
        "\n",
        " and ",
        " with ",
        "no ",
        "comma ",
        "words ",
        "800 ",
        "twenty ",
        "land",
        " river ",
        "Question: ",
        "i.e. ",
        "beauty",
        "-",
        "—",
        "\u200d",
        "\x00",
        "é",
        "🙂",
    ]
)
TEXT = st.lists(PIECE, max_size=60).map("".join) | st.text(max_size=80)
VALUE = st.one_of(
    st.integers(-3, 900),
    st.floats(allow_nan=False),
    st.booleans(),
    TEXT,
    st.lists(TEXT, max_size=3),
    st.builds(Range, st.integers(0, 5), st.none() | st.integers(6, 900)),
)
ASKED = st.builds(
    Asked,
    name=st.sampled_from(["", "number_words", "no_comma", "existence", "response_language"]),
    wordings=st.lists(TEXT, max_size=2).map(tuple),
    words=st.lists(TEXT, max_size=2).map(tuple),
    values=st.lists(VALUE, max_size=3).map(tuple),
)


@given(TEXT, st.lists(ASKED, max_size=3))
def test_spans_lie_inside_the_text_in_order_and_apart(text: str, asked: list[Asked]) -> None:
    located = locate(text, asked)
    assert len(located) == len(asked)
    for spans in located:
        edges = [edge for span in spans for edge in span]
        assert edges == sorted(edges)
        assert all(0 <= start < end <= len(text) for start, end in spans)
    assert locate(text, asked) == located


SENTENCE = st.lists(
    st.sampled_from(["the", "answer", "must", "use", "800", "words", "don't", "'land'", '"river"', "(no)", "twice,"]),
    min_size=1,
    max_size=9,
).map(" ".join)


@given(TEXT, SENTENCE, TEXT, st.sampled_from([" ", "\n", "  "]))
def test_a_sentence_that_stands_there_is_always_found(before: str, sentence: str, after: str, blank: str) -> None:
    text = f"{before}\n{blank.join(sentence.split())}\n{after}"
    (spans,) = locate(text, [Asked("", (sentence,))])
    assert spans
    if "question" not in text.lower():  # else an example may have the sentence, and the last question other words
        assert bare(sentence) in "".join(bare(text[start:end]) for start, end in spans)


def bare(text: str) -> str:
    return "".join(char for char in text if char.isalnum()).lower()
