"""The declared sets of lenient views."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.checking.lenient import LENIENT

IFEVAL = LENIENT["ifeval"]
TEXT = " *First* line \n* a *b*\n\n  c*\n *Last* \n"


def test_the_eight_views_in_their_order() -> None:
    assert [(name, view(TEXT)) for name, view in IFEVAL.items()] == [
        ("original", TEXT),
        ("without_asterisks", " First line \n a b\n\n  c\n Last \n"),
        ("without_first_line", "* a *b*\n\n  c*\n *Last*"),
        ("without_last_line", "*First* line \n* a *b*\n\n  c*\n *Last*"),
        ("without_outer_lines", "* a *b*\n\n  c*\n *Last*"),
        ("without_first_line_and_asterisks", " a b\n\n  c\n Last"),
        ("without_last_line_and_asterisks", "First line \n a b\n\n  c\n Last"),
        ("without_outer_lines_and_asterisks", " a b\n\n  c\n Last"),
    ]


@pytest.mark.parametrize("text", ["", "one line", "*"])
def test_a_line_alone_leaves_nothing_without_it(text: str) -> None:
    names = [name for name in IFEVAL if "line" in name]
    assert [IFEVAL[name](text) for name in names] == [""] * 6


@given(st.text(st.sampled_from("ab* \n\r\t\u2028"), max_size=30))
def test_lines_end_at_newlines_alone(text: str) -> None:
    lines = text.split("\n")
    assert IFEVAL["without_first_line"](text) == text[len(lines[0]) + 1 :].strip()
    assert IFEVAL["without_last_line"](text) == text[: max(0, len(text) - len(lines[-1]) - 1)].strip()
    assert all("*" not in view(text) for name, view in IFEVAL.items() if name.endswith("asterisks"))
