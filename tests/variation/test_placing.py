"""Sentences are added to a prompt so that all of both stays, and not after what is to be worked on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.variation.placing import added

SENTENCE = "Do not use any semicolons."


@given(st.text(min_size=1, max_size=200).filter(lambda text: text.strip()))
def test_all_of_both_stays_in_order(text: str) -> None:
    found = added(text, SENTENCE)
    assert SENTENCE in found
    rest = "".join(found.replace(SENTENCE, "", 1).split())
    assert rest == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Describe a ferry.", f"Describe a ferry. {SENTENCE}"),
        ("Use bullets such as:\n* one\n* two", f"Use bullets such as:\n* one\n* two\n\n{SENTENCE}"),
        ("Say what a ferry is", f"Say what a ferry is\n\n{SENTENCE}"),
    ],
)
def test_where_they_stand(text: str, expected: str) -> None:
    assert added(text, SENTENCE) == expected


def test_a_passage_to_work_on_comes_last() -> None:
    passage = "The ferry left at six. " * 10
    assert added(f"Sum up the following passage. Be brief.\n\n{passage}", SENTENCE) == (
        f"Sum up the following passage. Be brief. {SENTENCE}\n\n{passage.rstrip()}"
    )
    assert added(f"Sum up this text:\n\n{passage}", SENTENCE) == (
        f"{SENTENCE}\n\nSum up this text:\n\n{passage.rstrip()}"
    )
