"""The older splitter of Google's checkers: known cases, what holds for every text, and the work it takes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives.google_splitter import rewritten, spans

ATOMS = ". ? ! ... … \" ” ' a J. U.S. U.S.A. Ph.D. Mr. Inc. Co. He It 2.5 a.com \n \t < é"
BLANKS = [" ", ". ", " He ", "Inc. He ", "U.S. He ", " J. ", '." ', '!" ', "\ue000"]
TEXTS = st.lists(st.sampled_from(ATOMS.split(" ") + BLANKS), max_size=25).map("".join)


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("One. Two! Three? Four", "One.|Two!|Three?|Four"),
        ("Mr. Hill met Dr. Lee and St. John. They spoke.", "Mr. Hill met Dr. Lee and St. John.|They spoke."),
        ("See a.com, b.org and 2.5 of c.edu. Done.", "See a.com, b.org and 2.5 of c.edu.|Done."),
        ("Wait... what? No.. yes", "Wait...|what?|No..|yes"),
        ("She has a Ph.D. in law. So", "She has a Ph.D. in law.|So"),
        ("J. Smith and plan b. Then", "J. Smith and plan b. Then"),
        ("I saw the U.S. He left the U.S. of old.", "I saw the U.S.|He left the U.S. of old."),
        ("Acme Inc. is here. Also Co. and Jr. too.", "Acme Inc. is here.|Also Co. and Jr. too."),
        ("Really?! Yes!!", "Really?|!|Yes!|!"),
        ("- one\n- two\n- three", "- one\n- two\n- three"),
        ("e.g. this i.e. that. Or etc. so", "e.g. this i.e. that.|Or etc.|so"),
        ("1. First 2. Second", "1.|First 2.|Second"),
        ("No stop… here。", "No stop… here。"),
    ],
)
def test_cuts(text: str, cut: str) -> None:
    assert [text[start:end] for start, end in spans(text)] == cut.split("|")
    assert rewritten(text) == cut.replace("\n", " ").split("|")


def test_a_text_without_words_has_none_or_one() -> None:
    assert rewritten("") == rewritten(" \n ") == []
    assert rewritten("\n.\n") == ["."]
    assert spans("") == spans("  ") == []


def test_a_company_before_a_starter_loses_its_stop() -> None:
    text = "He sold Acme Inc. He left."
    assert rewritten(text) == ["He sold Acme Inc", "He left."]
    assert [text[start:end] for start, end in spans(text)] == rewritten(text)


def test_two_cuts_at_one_place_leave_an_empty_sentence() -> None:
    assert rewritten("J.U.S.A. He left.") == ["J.U.S.A.", "", "He left."]


def test_what_is_rewritten() -> None:
    assert rewritten('"Go."\nHe said “no.” Then "why?" and "so!"') == [
        '"Go".',
        "He said “no”.",
        'Then "why"?',
        'and "so"!',
    ]
    assert rewritten('Vitamin E." Yes') == ['Vitamin E." Yes']
    assert rewritten('a!."') == ['a"!', "."]
    assert rewritten("<\ue000. b") == ["<\ue000.", "b"]


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_a_rewritten_sentence_has_the_characters_of_its_span(text: str) -> None:
    places, sentences = spans(text), rewritten(text)
    assert len(places) == len(sentences)
    assert all(left[1] <= right[0] for left, right in zip(places, places[1:], strict=False))
    inside = {place for start, end in places for place in range(start, end)}
    kept = [character for place, character in enumerate(text) if place in inside]
    joined = "".join(sentences)
    for character in set(text) - {"\n", "\t", " "}:
        # Quotation marks change places with stops, and nothing is lost but a company's stop.
        assert kept.count(character) == joined.count(character)
        assert text.count(character) - kept.count(character) <= (len(places) if character == "." else 0)


def test_long_junk_is_cut_in_linear_work() -> None:
    half = 30_000
    assert len(rewritten(". " * half)) == half
    assert len(rewritten('."' * half)) == half
    assert len(rewritten("A." * half)) == 1
    assert len(rewritten("." * half)) == 1
    assert rewritten(" " * half) == []
    assert len(rewritten(" Inc. He" * half)) == half // 2 + 1
    assert len(rewritten("U.S. He " * half)) == half + 1
