"""Strategies: every text has the verdicts that were asked for, edits vary it, and what cannot be is said plainly."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import ifdsl
from ifdsl.testing.declared import declared
from ifdsl.testing.edits import KINDS, edited
from ifdsl.testing.strategies import NoText, satisfying, violating

WORDS = ifdsl.constraint("std.length.word_count")("5..9")
SENTENCES = ifdsl.constraint("std.length.sentence_count")(2)
LOWER = ifdsl.constraint("std.case.all_lower")()
QUICK = settings(max_examples=40, deadline=None)

OWN = """ifdsl 1

use std.length

constraint quiet(marks: range) {
  check response.count("!") in marks
  render listing "Use {marks} exclamation marks."
}

spec note(words: range = 4..6) {
  task "Write a note."
  must word_count(words)
  must quiet(1)
}

spec asks_nothing {
  task "Write."
  must word_count(..3)
  must word_count(7..)
}
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own") / "own.ifc"
    path.write_text(OWN, encoding="utf-8")
    return path


@QUICK
@given(satisfying([WORDS, SENTENCES, LOWER]))
def test_texts_pass_all(text: str) -> None:
    assert WORDS.passes(text)
    assert SENTENCES.passes(text)
    assert LOWER.passes(text)


@QUICK
@given(violating(WORDS, keeping=[SENTENCES, LOWER]))
def test_texts_fail_the_one_and_pass_the_rest(text: str) -> None:
    assert WORDS.verdict(text) == "fail"
    assert SENTENCES.passes(text)
    assert LOWER.passes(text)


@QUICK
@given(satisfying(LOWER))
def test_one_checker_needs_no_list(text: str) -> None:
    assert LOWER.passes(text)


def test_texts_lie_on_both_sides_of_what_is_violated() -> None:
    texts = violating(WORDS, keeping=LOWER)
    for wanted in (lambda count: count == 4, lambda count: count == 10):
        found = find(texts, lambda text, wanted=wanted: wanted(WORDS.check(text).measured))
        assert LOWER.passes(found)


def test_texts_are_edited() -> None:
    found = find(satisfying(WORDS), lambda text: "é" in text or "中" in text)
    assert WORDS.passes(found)


def test_a_spec_of_a_file(own: Path) -> None:
    note = ifdsl.load(own).spec("note")
    seen = set()

    @QUICK
    @given(satisfying(note, file=own), violating(note, file=own))
    def run(good: str, bad: str) -> None:
        seen.update({good, bad})
        assert note.passes(good)
        assert not note.passes(bad)

    run()
    assert len(seen) > 20


def test_a_constraint_of_a_file(own: Path) -> None:
    quiet = ifdsl.load(own).constraint("quiet")(3)

    @QUICK
    @given(satisfying(quiet, file=own))
    def run(text: str) -> None:
        assert text.count("!") == 3

    run()


def test_what_a_checker_asks_is_read_from_its_file(own: Path) -> None:
    library = ifdsl.load(own)
    note, quiet = library.spec("note", {"words": "2..3"}), library.constraint("quiet")(2)
    known = declared(note, own)
    assert [(demand.constraint.short_name, str(demand.arguments[0])) for demand in known.demands] == [
        ("word_count", "2..3"),
        ("quiet", "1"),
    ]
    assert [demand.constraint.short_name for demand in declared(quiet, own).demands] == ["quiet"]
    assert declared(WORDS).demands[0].constraint.name == "std.length.word_count"
    assert declared(WORDS, own).demands[0].constraint.name == "std.length.word_count"
    # Without the file nothing is known but the verdicts.
    assert declared(quiet).demands[0].arguments == ()
    assert len(declared(note).demands) == 2


def test_without_the_file_texts_are_looked_for_blindly(own: Path) -> None:
    note = ifdsl.load(own).spec("note")

    @settings(max_examples=10, deadline=None)
    @given(violating(note))
    def run(text: str) -> None:
        assert not note.passes(text)

    run()


def test_where_no_text_is_found_it_is_said_of_what(own: Path) -> None:
    never = ifdsl.load(own).spec("asks_nothing")
    with pytest.raises(NoText, match="no text was found that passes `word_count"):
        find(satisfying(never, file=own), lambda _: True)
    with pytest.raises(NoText, match="no text was found that fails `all_lower` and passes `all_lower`"):
        find(violating(LOWER, keeping=LOWER), lambda _: True)


# ---------------------------------------------------------------- edits


@given(st.text(max_size=40), st.integers(0, KINDS - 1), st.integers(0, 99), st.integers(0, 99))
def test_an_edit_is_small_and_the_same_each_time(text: str, kind: int, at: int, what: int) -> None:
    other = edited(text, kind, at, what)
    assert edited(text, kind, at, what) == other
    assert len(other) <= 2 * len(text) + 6


def test_each_kind_of_edit_does_something() -> None:
    text = "one Two.\nthree four\n"
    draws = random.Random(0)
    for kind in range(KINDS):
        assert any(edited(text, kind, draws.randrange(99), draws.randrange(99)) != text for _ in range(9)), kind
    assert edited("", 0, 3, 3) == ""
    assert edited("one two", 0, 0, 0) == "two"
    assert edited("  one two", 0, 1, 0) == "  one "
    assert edited("a\nb", 1, 1, 0) == "a\n"
