"""Views that repeat how published checkers cut a text, against what those checkers do to make the cut."""

from __future__ import annotations

import csv
import io
import sys

from hypothesis import example, given
from hypothesis import strategies as st

from ifdsl.primitives import lines, tabular
from ifdsl.primitives.emoji import characters
from ifdsl.primitives.table import TABLE

THINNED = TABLE["lines"].rules["thinned"]
NEWLINE = TABLE["csv_rows"].rules["newline"]


def thinned(text: str) -> list[str]:
    """The lines that are left where each blank one is taken out of the list while that is gone through."""
    left = text.split("\n")
    for line in left:
        if not line.strip():
            left.remove(line)
    return left


@given(st.lists(st.sampled_from(["", "", "", " ", "\r", "a", " b"]), max_size=14).map("\n".join))
def test_lines_that_are_left(text: str) -> None:
    assert THINNED.pieces(text) == thinned(text)


def test_thinned_lines_by_hand() -> None:
    assert THINNED.pieces("a\n\n\nb") == ["a", "", "b"]
    assert THINNED.pieces("a\n\n\nb\n\nc") == ["a", "b", "", "c"]
    assert THINNED.pieces("") == []
    assert lines.RULES["thinned"] is THINNED


@given(st.text(alphabet='a,"\t\n\r ', max_size=24), st.sampled_from([",", "\t"]))
@example('"\n\n', ",")
@example('"a\n"\n', ",")
def test_rows_as_the_standard_library_reads_them(text: str, delimiter: str) -> None:
    try:
        expected = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error:
        expected = []
    if expected and expected[-1] and text.endswith("\n"):
        # The break that ends the text is a part of no row here, not even where a quote is open.
        expected[-1] = list(csv.reader(io.StringIO(text[:-1]), delimiter=delimiter))[-1]
    assert [tabular.fields(row, delimiter) for row in NEWLINE.pieces(text, delimiter)] == expected


def test_rows_by_hand() -> None:
    assert NEWLINE.pieces('a,b\r\n\n"1\n2",3\n', ",") == ["a,b\r", "", '"1\n2",3']
    assert NEWLINE.pieces("a\rb\nc", ",") == []
    assert NEWLINE.pieces("a" * 200_000, ",") == []
    assert NEWLINE.pieces("a\n\nb\n", "") == ["a", "", "b"]


@given(st.text(alphabet='a;\n\r"', max_size=12))
def test_rows_stand_in_the_text_in_order(text: str) -> None:
    spans = tabular.newline_rows(text, ";")
    assert all(a <= b for a, b in spans)
    assert all(before[1] < after[0] for before, after in zip(spans, spans[1:], strict=False))


def test_characters_that_are_emoji() -> None:
    found = {chr(code) for code in range(sys.maxunicode) if characters(chr(code))}
    assert {"😀", "☺", "©", "🏽", "❤", "ℹ"} <= found
    assert not found & {"1", "#", "*", "\U0001f1eb", "\ufe0f", "\u200d", "a", "✗"}
    assert len(found) > 1_400
    assert characters("a🇫🇷👍🏽") == [(3, 4), (4, 5)]
