"""Sentences become a paragraph, clauses go on from a task, and nothing of either is lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.rendering.lowering import kind_of, lowered
from ifdsl.rendering.patterns import assemble, stem
from ifdsl.rendering.prose import Part, paragraph
from ifdsl.rendering.saying import Rule
from ifdsl.rendering.weaving import MOST_IN_SENTENCE, woven, woven_well

SENTENCES = (
    "Use at least 80 words.",
    "Do not use any commas.",
    "The response must contain at least 3 emojis.",
    "Begin every line with a verb; blank lines do not matter.",
    'Mention "Dr. Who" twice.',
    "Commas are not allowed.",
    "List items must be short.",
)
CLAUSES = (
    "in at least 80 words",
    "with at most 3 emojis",
    "as one JSON object",
    "mentioning the sea",
    "ending with a question mark",
    "without using any commas",
    "by repeating the question",
    "split into 3 parts",
    'with the letter "m", in this letter case only, appearing twice',
)
TASKS = (
    "Write a poem.",
    "Describe a kettle",
    "Why is the sea salty?",
    "I am ill. Write a note to my teacher.",
    "Explain why rain smells good.",
    "Sum up:\nThe kettle leaks.",
    "Translate into French: The train is late.",
)


@pytest.mark.parametrize(
    ("sentence", "kind", "small"),
    [
        ("Use at least 80 words.", "asking", "use at least 80 words."),
        ("Do not use any commas.", "forbidding", "do not use any commas."),
        ("Never begin with a vowel.", "forbidding", "never begin with a vowel."),
        ("The response must be short.", "saying", "the response must be short."),
        ("List items must be short.", "", None),
        ("Markdown is not allowed.", "", None),
        ("JSON is wanted.", "", None),
        ("Format: JSON.", "", None),
        ('"Use" must occur.', "", None),
        ("", "", None),
    ],
)
def test_what_a_sentence_does(sentence: str, kind: str, small: str | None) -> None:
    assert (kind_of(sentence), lowered(sentence)) == (kind, small)


def test_short_sentences_are_joined_and_long_ones_are_not() -> None:
    parts = [Part(sentence, opened=True) for sentence in SENTENCES]
    assert paragraph(parts[:2]) == "Use at least 80 words, and do not use any commas."
    assert paragraph(parts[:1], voice=1) == "Please use at least 80 words."
    assert paragraph(parts[2:4], voice=3) == (
        "The response must contain at least 3 emojis. In addition, begin every line with a verb; blank lines do not "
        "matter."
    )
    assert paragraph(parts[:2], voice=4) == "Use at least 80 words. Do not use any commas."
    # Two sentences of one wording stay two, and a value is never taken for the end of one.
    assert paragraph([parts[4], parts[0]]) == 'Mention "Dr. Who" twice, and use at least 80 words.'
    assert paragraph(parts[:1], voice=1, after=True) == "Please also use at least 80 words."


def test_what_ends_in_a_text_stands_last_and_alone() -> None:
    copied = Part("Repeat this: So be it", opened=True, stopped=False)
    assert paragraph([copied, Part("Use two words.", opened=True)]) == "Use two words.\n\nRepeat this: So be it"
    assert paragraph([copied, copied], "zh") == "Repeat this: So be it\n\nRepeat this: So be it"


def test_a_word_of_a_value_keeps_its_capital() -> None:
    assert paragraph([Part("Use Case must occur.")], voice=1) == "Use Case must occur."


@given(
    st.lists(st.sampled_from(SENTENCES), max_size=8), st.integers(0, 50), st.booleans(), st.sampled_from(["en", "zh"])
)
def test_every_sentence_is_in_the_paragraph(sentences: list[str], voice: int, after: bool, language: str) -> None:
    shown: list[str] = []

    def show(text: str) -> str:
        shown.append(text)
        return text

    text = paragraph([Part(one, show, opened=True) for one in sentences], language, voice, after=after)
    assert [bare(one) for one in shown] == [bare(one) for one in sentences]
    at = 0
    for one in shown:
        at = text.index(one, at) + len(one)
    assert "  " not in text
    assert ".." not in text


def bare(sentence: str) -> str:
    return (sentence[:1].lower() + sentence[1:]).removesuffix(".")


@given(
    st.sampled_from(TASKS),
    st.lists(st.sampled_from(CLAUSES), max_size=8, unique=True),
    st.integers(0, 50),
    st.sampled_from(["en", "zh"]),
)
def test_the_task_and_every_clause_are_in_the_text(task: str, clauses: list[str], register: int, language: str) -> None:
    text = woven(stem(task), task, " ", [Part(one) for one in clauses], "", language, register)
    assert task.rstrip(".") in text
    assert all(text.count(clause) == 1 for clause in clauses)
    assert not re.search(r"  |\.\.|,,|\bin in\b", text)
    assert text.endswith((".", "?", "。", "kettle"))


@given(st.sampled_from(TASKS), st.lists(st.sampled_from(CLAUSES), max_size=8, unique=True), st.integers(0, 50))
def test_a_sentence_bears_few_clauses(task: str, clauses: list[str], register: int) -> None:
    good = woven_well(clauses, stem(task), "en", register)
    assert len(good) <= MOST_IN_SENTENCE
    assert good == woven_well(clauses, stem(task), "en", register)
    if len(clauses) == 1 and stem(task) == "Write a poem":
        assert good == {0}


def test_clauses_come_in_an_order_that_reads_well() -> None:
    given_ = ["ending with a question mark", "mentioning the sea", "in at least 80 words"]
    text = woven("Write a poem", "Write a poem.", " ", [Part(one) for one in given_], "Use rhyme.")
    assert text == (
        "Write a poem in at least 80 words, mentioning the sea, and ending with a question mark. Use rhyme."
    )
    asked = woven("", "Why is the sea salty?", " ", [Part("split into 3 parts")], "")
    assert asked == "Why is the sea salty? Your answer should be split into 3 parts."
    aside = woven("Say why rain smells", "Say why rain smells.", " ", [Part("in 5 words")], "")
    assert aside == "Say why rain smells. Write your answer in 5 words."


def test_registers_differ() -> None:
    rules = [Rule(text, opened=True, stopped=True) for text in ("Use two words.", "Do not use any commas.")]
    listed = {assemble("listing", "en", task="Go.", rules=rules, clauses=[], register=at) for at in range(45)}
    assert len(listed) >= 40
    openings = {text.split("\n")[2] for text in listed if text.startswith("Go.\n\n")}
    assert len(openings) >= 10
    lines = [line for text in listed for line in text.split("\n")]
    marks = {line.partition("Use")[0] for line in lines if line.endswith("Use two words.")}
    assert marks >= {"1. ", "- ", "1) ", "* ", "(1) ", "a) ", "• "}
    assert all("wo words" in text and "o not use any commas" in text for text in listed)
