"""The Punkt engine: hand-written cases whose values nltk 3.10.4 gives, and what holds for every text."""

from __future__ import annotations

import importlib.util

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives import punkt
from ifdsl.primitives.extras import MissingExtra

ATOMS = ". ? ! , : ; \" ' ( ) [ ] * @ - \n \t \r \x0b \x1c \x85 \xa0 “ ” ’ » é Σ 中 ١ ² 5 A b ... -- '' sales"
BLANKS = [" ", ". ", "? ", ". . .", "Dr. ", "U.S. ", "J. Smith", "1. ", "e.g. ", "The ", "word. "]
TEXTS = st.lists(st.sampled_from(ATOMS.split(" ") + BLANKS), max_size=25).map("".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("no stop", ["no stop"]),
        ("  One. Two?\nThree!  ", ["  One.", "Two?", "Three!"]),
        # A last mark after another one is a sentence of its own, a known fault of the reference.
        ("Yes!!", ["Yes!", "!"]),
        ("Really??", ["Really?", "?"]),
        ("Yes!!!", ["Yes!!", "!"]),
        ("Wow!! Go on.", ["Wow!!", "Go on."]),
        ("?!?!?!", ["?", "!?!?", "!"]),
        (".........", ["........."]),
        (". . . .", [".", ".", ".", "."]),
        ("Dr. Smith went home. He slept.", ["Dr. Smith went home.", "He slept."]),
        ("It is 5 p.m. The bell rings.", ["It is 5 p.m.", "The bell rings."]),
        ("J. Bach wrote it.", ["J. Bach wrote it."]),
        ("A. B. C.", ["A.", "B. C."]),
        ("See e.g. this one.", ["See e.g.", "this one."]),
        ("Wait... what? Yes... No.", ["Wait... what?", "Yes... No."]),
        ("Sales rose 5. International Corp. gained.", ["Sales rose 5. International Corp. gained."]),
        ("1. First item\n2. Second item", ["1.", "First item\n2.", "Second item"]),
        ("- one\n- two", ["- one\n- two"]),
        ("It costs $3.14. Cheap!", ["It costs $3.14.", "Cheap!"]),
        # The abbreviation does not count where the next word brings a stop of its own.
        ("I met Mr. Snickers?'", ["I met Mr.", "Snickers?'"]),
        ('He said "Go." She went.', ['He said "Go."', "She went."]),
        ("(It ended.) Then we left.", ["(It ended.)", "Then we left."]),
        ("“Stop.” He ran. ‘Why?’ she asked.", ["“Stop.”", "He ran.", "‘Why?’", "she asked."]),
        ("Hi!(you", ["Hi!", "(you"]),
        ('end."\n', ['end."']),
        # A no-break space is white space, but does not part two stops from each other.
        ("a.\xa0b. C", ["a.\xa0b.", "C"]),
        ("x.\x1c Y", ["x.\x1c Y"]),
        ("Foo.\n\x1c", ["Foo."]),
    ],
)
def test_sentences_as_the_reference_cuts_them(text: str, expected: list[str]) -> None:
    assert punkt.texts(text) == expected


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_spans_are_in_order_and_lose_only_white_space(text: str) -> None:
    spans = punkt.spans(text)
    at = 0
    for start, end in spans:
        assert text[at:start].strip() == ""
        assert start < end <= len(text)
        at = end
    assert text[at:].strip() == ""
    assert punkt.texts(text) == [text[start:end] for start, end in spans]


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.sampled_from("\t\r\x0b\x0c"))
def test_every_ascii_space_parts_words_as_a_blank_does(text: str, space: str) -> None:
    blanks = text.translate(dict.fromkeys(map(ord, "\n\t\r\x0b\x0c"), " "))
    assert punkt.spans(blanks.replace(" ", space)) == punkt.spans(blanks)


def test_a_plain_word_before_the_stop_needs_no_look_at_the_next_token(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[int] = []
    judge = punkt._judge
    monkeypatch.setattr(punkt, "_judge", lambda *args: judged.append(1) or judge(*args))
    assert len(punkt.spans("Some plain words stand here. " * 50)) == 50
    assert judged == []
    assert len(punkt.spans("Dr. Brown met Mr. Green there. " * 50)) == 50
    assert len(judged) == 100


def test_long_junk_is_cut_in_linear_work() -> None:
    half = 50_000
    assert punkt.spans(" " * 2 * half) == []
    assert punkt.spans("." * 2 * half) == [(0, 2 * half)]
    assert len(punkt.spans(". " * half)) == half
    assert punkt.spans("?!" * half) == [(0, 1), (1, 2 * half - 1), (2 * half - 1, 2 * half)]
    assert punkt.spans("a." * half) == [(0, 2 * half)]
    assert punkt.spans(".\xa0" * half)[-1][1] == 2 * half - 1
    assert len(punkt.spans("word. " * half)) == half


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    punkt._load.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(importlib.util, "find_spec", lambda name: None)
        with pytest.raises(MissingExtra) as caught:
            punkt.spans("One. Two.")
    assert caught.value.extra == "parity"
    assert str(caught.value) == 'the rule sentences(rule="ifeval") needs the extra: pip install "ifdsl[parity]"'
    punkt._load.cache_clear()
    assert len(punkt.spans("One. Two.")) == 2
