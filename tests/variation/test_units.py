"""A prompt is cut into sentences and lines: apart, in order, covering all that is said, never inside a quotation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.variation.units import units

PIECES = st.sampled_from(
    [
        "Draw a map.",
        "Use fewer than 40 words!",
        "Is it late?",
        'Say "Well. So be it." twice.',
        "For example:\n* first\n* second",
        "End with P.S. and a wish.",
        "It costs 3.50 e.g. in Rome.",
        "(Yes. No.)",
        "\n\n",
        "***",
        "1. One thing",
        "…",
        '"',
        "“",
    ]
)


@given(st.lists(PIECES, max_size=8).map(" ".join) | st.text(max_size=200))
def test_units_are_apart_in_order_and_hold_all_that_is_no_space(text: str) -> None:
    found = units(text)
    assert all(one.start < one.end for one in found)
    assert all(one.end <= other.start for one, other in zip(found, found[1:], strict=False))
    at = 0
    for one in found:
        assert not text[at : one.start].strip()
        at = one.end
    assert not text[at:].strip()
    assert all(text[one.start : one.end].strip() == text[one.start : one.end] for one in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Draw a map. Use ink.", ["Draw a map.", "Use ink."]),
        ('Say "Well. So be it." Then stop.', ['Say "Well. So be it."', "Then stop."]),
        ("Mark three parts, i.e. *this*. Use ink.", ["Mark three parts, i.e. *this*.", "Use ink."]),
        ("Add a note with P.S. The rest is free.", ["Add a note with P.S.", "The rest is free."]),
        ("Use bullets such as:\n* one\n* two\nUse ink.", ["Use bullets such as:\n* one\n* two", "Use ink."]),
        ("Ask Dr. Lee first. Use ink.", ["Ask Dr. Lee first.", "Use ink."]),
        ("Keep two rules:\n1. No ink.\n2. No maps.", ["Keep two rules:", "1. No ink.", "2. No maps."]),
        ("", []),
    ],
)
def test_where_a_person_would_cut(text: str, expected: list[str]) -> None:
    assert [text[one.start : one.end] for one in units(text)] == expected
