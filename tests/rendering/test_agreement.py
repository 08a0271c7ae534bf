"""Agreement: one noun becomes singular after a 1, and nothing else ever changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.rendering.agreement import agree, is_label, name_one, singular

# fmt: off
PLURALS = {
    "words": "word", "sentences": "sentence", "times": "time", "entries": "entry", "boxes": "box", "lines": "line",
    "paragraphs": "paragraph", "matches": "match", "dashes": "dash", "classes": "class", "phrases": "phrase",
    "quotes": "quote", "leaves": "leaf", "olives": "olive", "quizzes": "quiz", "stories": "story", "ids": "id",
    "parentheses": "parenthesis", "buses": "bus", "clauses": "clause", "emojis": "emoji", "examples": "example",
    "movies": "movie", "heroes": "hero", "photos": "photo", "sizes": "size", "ideas": "idea", "indices": "index",
    "prefixes": "prefix", "all-caps-words": "all-caps-word",
}
NEVER = [
    "less", "is", "across", "this", "thus", "as", "us", "was", "has", "its", "always", "series", "species", "analysis",
    "basis", "focus", "address", "lens", "Texas", "WORDS", "starts", "contains", "themselves", "upwards", "s",
]
# fmt: on


@pytest.mark.parametrize(("plural", "single"), PLURALS.items())
def test_singulars(plural: str, single: str) -> None:
    assert singular(plural) == single
    assert agree(1, f" {plural}.") == f" {single}."
    assert agree(2, f" {plural}.") == f" {plural}."


@pytest.mark.parametrize("word", NEVER)
def test_words_that_stay(word: str) -> None:
    assert agree(1, f" {word} here") == f" {word} here"


@pytest.mark.parametrize(
    ("following", "expected"),
    [
        (" bullet points", " bullet point"),
        (" different words each", " different word each"),
        (" level 2 headings and rules", " level 2 heading and rules"),
        (" two-word phrases", " two-word phrase"),
        (" of these words", " of these words"),
        (" words-long", " words-long"),
        (" words' length", " words' length"),
        (" (or more) words", " (or more) words"),
        ("words", "words"),
        ("", ""),
        (" and words", " and words"),
        ("\n  code blocks", "\n  code block"),
    ],
)
def test_which_word(following: str, expected: str) -> None:
    assert agree(1, following) == expected
    assert agree(1.0, following) == expected


def test_labels() -> None:
    assert is_label("at least two headings of level ")
    assert is_label("Step ")
    assert not is_label("level")
    assert not is_label("Use ")
    assert not is_label("write on each line ")
    assert not is_label("")


TEXT = st.text(st.sampled_from("abes -.,'1\nS"), max_size=40) | st.lists(
    st.sampled_from([*PLURALS, *NEVER, "bullet", "level", "2", "of", "more", "."]), max_size=6
).map(lambda words: " " + " ".join(words))


@given(st.none() | st.integers(-3, 3) | st.floats(-2, 2), TEXT)
def test_only_one_word_changes_and_only_after_one(number: float | None, following: str) -> None:
    result = agree(number, following)
    if number != 1:
        assert result == following
    if result != following:
        before, after = following.split(), result.split()
        changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
        assert len(changed) == 1
        old, new = (word.rstrip(".,'-") for word in changed[0])
        assert old.endswith("s")
        assert new == singular(old)
        assert len(following) > len(result)


def test_long_texts_take_no_time() -> None:
    long = "a" * 200_000
    assert agree(1, f" {long}") == f" {long}"
    assert agree(1, " a" + "-a" * 100_000 + "'") == " a" + "-a" * 100_000 + "'"
    assert not is_label(long + " " * 200_000)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("contain the words ", "contain the word "),
        ("with the exact phrases ", "with the exact phrase "),
        ("the word ", "the word "),
        ("Use these words: ", "Use these words: "),
        ("it includes ", "it includes "),
        ("the text contains ", "the text contains "),
    ],
)
def test_one_thing_is_named_in_the_singular(before: str, after: str) -> None:
    assert name_one(before) == after


@given(st.text(max_size=30), st.sampled_from(["", "the ", "the same "]), st.sampled_from(sorted(PLURALS)))
def test_what_comes_before_a_list_changes_in_its_last_word_alone(before: str, article: str, noun: str) -> None:
    assert name_one(before + article) == before + article
    made = name_one(f"{before} {article}{noun} ")
    assert made.startswith(f"{before} {article}")
    assert made.removeprefix(f"{before} {article}") in (f"{noun} ", f"{PLURALS[noun]} ")
    if article and "-" not in noun:
        assert made.endswith(f" {PLURALS[noun]} ")
