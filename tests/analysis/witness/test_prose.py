"""Witnesses without tight limits read like text: whole sentences, none twice, on a topic, in paragraphs and lists."""

from __future__ import annotations

import json
import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness import carriers
from ifdsl.analysis.witness.build import Witness, build
from ifdsl.analysis.witness.stock import EXCLAMATIONS, LEAN, QUESTIONS, SHORT, deeds
from ifdsl.analysis.witness.topics import TOPICS
from tests.analysis.witness.cases import checker, demand
from tests.analysis.witness.test_build import found

MANY = 90
"""Sentences up to which there is more to say of the topics."""

WORDS = ("river", "lantern", "gladly", "measure", "forty", "because", "purple", "kindness")


def sentences(text: str) -> list[str]:
    return [sentence for part in text.split("\n\n") for sentence in re.split(r"(?<=[.?!]) ", part)]


def is_whole(sentence: str) -> bool:
    """Whether it has the outer form of a sentence of three words at least."""
    return sentence[0].isupper() and sentence[-1] in ".?!" and len(sentence.split()) >= 3


def read(text: str) -> list[str]:
    """The sentences of a text, all of them whole and different."""
    made = sentences(text)
    assert all(map(is_whole, made)), made
    assert len(set(made)) == len(made)
    return made


@settings(max_examples=30, deadline=None)
@given(st.integers(1, MANY), st.integers(0, 9))
def test_as_many_sentences_as_asked_none_of_them_twice_in_paragraphs_of_two_at_least(least: int, seed: int) -> None:
    demands = [demand("ifeval.number_sentences", least, "at least")]
    made = build(demands, checker(demands), seed=seed)
    assert isinstance(made, Witness)
    assert len(read(made.text)) >= least
    assert all(len(sentences(part)) >= 2 for part in made.text.split("\n\n"))


@settings(max_examples=30, deadline=None)
@given(st.integers(30, 700), st.integers(8, 40))
def test_as_many_words_as_asked_in_whole_sentences(low: int, width: int) -> None:
    text = found(demand("ifbench.word_count_range", low, low + width))
    read(text)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8, unique=True), st.integers(1, 4))
def test_keywords_stand_in_sentences(words: list[str], times: int) -> None:
    text = found(demand("std/content.keywords", words, times))
    made = read(text)
    assert all(sum(word in sentence for sentence in made) == times for word in words)


@pytest.mark.parametrize("seed", range(len(TOPICS)))
def test_another_seed_has_another_topic(seed: int) -> None:
    demands = [demand("ifeval.no_comma")]
    texts = {getattr(build(demands, checker(demands), seed=each), "text", "") for each in (seed, seed + 1)}
    assert len(texts) == 2
    assert all(len(read(text)) == 4 for text in texts)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 30))
def test_items_of_lists_are_phrases_and_differ(count: int) -> None:
    lines = found(demand("ifeval.number_bullet_lists", count)).split("\n")
    items = [line.removeprefix("* ") for line in lines if line.startswith("* ")]
    assert len(items) == len(set(items)) == count
    assert all(len(item.split()) >= 2 and item[0].isupper() for item in items)


def test_titles_postscripts_and_sections_have_their_lines() -> None:
    title, body = found(demand("ifeval.title")).split("\n\n")
    assert title.strip("<>") in {topic.title for topic in TOPICS}
    read(body)
    *before, last = found(demand("ifeval.postscript", "P.S.")).split("\n\n")
    assert last.startswith("P.S. ")
    read("\n\n".join([*before, last.removeprefix("P.S. ")]))
    sections = found(demand("ifeval.multiple_sections", "SECTION", 4)).split("\n\n")
    assert [section.split("\n")[0] for section in sections] == [f"SECTION {place}" for place in range(1, 5)]
    read("\n\n".join(section.split("\n")[1] for section in sections))


def test_what_is_asked_for_keeps_its_letter_case() -> None:
    prompt = "Write a short poem about Anna and the River Tyne."
    text = found(demand("ifeval.repeat_prompt", prompt), demand("ifeval.end_checker", "Is there anything else?"))
    assert text.startswith((f"{prompt} ", f"{prompt}\n\n"))
    assert text.endswith("Is there anything else?")


def test_gaps_numbers_and_marked_words_stand_in_sentences() -> None:
    gaps = read(found(demand("ifeval.number_placeholders", 12)))
    assert sum("[" in sentence for sentence in gaps) == 12
    numbers = read(found(demand("ifbench.numbers", 12)))
    assert sum(any(map(str.isdigit, sentence)) for sentence in numbers) == 12
    marked = read(found(demand("ifeval.number_highlighted_sections", 5)))
    assert not any(sentence.startswith("*") for sentence in marked)


def test_data_hold_sentences_under_each_key() -> None:
    made = json.loads(found(demand("std/format.json_keys", ["title", "summary", "tags"])))
    read("\n\n".join(made.values()))


def test_questions_and_exclamations_in_turn() -> None:
    ends = [sentence[-1] for sentence in read(found(demand("ifbench.sentence_balance")))]
    assert ends.count(".") == ends.count("?") == ends.count("!") > 0


def test_plain_prose_is_found_at_once() -> None:
    sets: list[list[Demand]] = [
        [demand("ifeval.no_comma"), demand("ifeval.existence", ["river", "market"])],
        [demand("ifeval.number_paragraphs", 4), demand("ifeval.english_lowercase")],
        [demand("ifeval.json_format"), demand("ifeval.number_highlighted_sections", 2)],
    ]
    for demands in sets:
        made = build(demands, checker(demands))
        assert isinstance(made, Witness)
        assert made.checked == 1


# ---------------------------------------------------------------- the stock itself


def test_the_stock_is_of_whole_different_sentences_without_marks_that_counts_differ_on() -> None:
    told = [text for topic in TOPICS for text in topic.sentences]
    stock = [*told, *SHORT, *LEAN, *QUESTIONS, *EXCLAMATIONS, *islice(deeds(), 3000), *carriers.carriers()]
    assert len(stock) == len(set(stock))
    for text in stock:
        assert re.fullmatch(r"[A-Z][\w {}]*[.?!]", text), text
        assert not any(map(str.isdigit, text))
    items = [item for topic in TOPICS for item in topic.items]
    assert len(items) == len(set(items))


@pytest.mark.parametrize("place", range(11))
def test_words_at_their_places(place: int) -> None:
    sentence = carriers.at_place("lantern", place)
    assert sentence is not None
    assert sentence.lower().rstrip(".").split()[place] == "lantern"


def test_no_sentence_for_a_place_far_off() -> None:
    assert carriers.at_place("lantern", 40) is None
    assert carriers.at_place("lantern", -1) == "The last entry in the guest book was simply lantern."


def test_carriers_that_may_not_stand_are_passed_over() -> None:
    assert carriers.carried([["a"]], lambda _: False, True, 0) is None
    made = carriers.carried([["oats"], ["Ann", "Bob", "Eve"]], lambda text: "the" not in text.split()[0], True, 3)
    assert made is not None
    assert "the names Ann, Bob and Eve" in made[1]
    assert len(set(islice(carriers.carriers(5), 91))) == 91
