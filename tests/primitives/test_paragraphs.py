"""Paragraph rules: hand-written cases with known values, and what holds for every text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives import paragraphs
from ifdsl.primitives.paragraphs import RULES, code_block_end, line_bounds

ATOMS = [
    "\n",
    "\n\n",
    "\n \n",
    "\r\n",
    " ",
    "\t",
    "***",
    "---",
    "* * *",
    "```",
    "~~~~",
    "a",
    "b c",
    "*",
    "\x0b",
    "é",
    "\x1c",
    "\x85",
]
TEXTS = st.lists(st.sampled_from(ATOMS), max_size=25).map("".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t\n", []),
        ("one", ["one"]),
        ("one\ntwo", ["one\ntwo"]),
        ("one\n\ntwo", ["one", "two"]),
        ("one\n \t \n\n\ntwo\n", ["one", "two"]),
        ("one\r\n\r\ntwo\r\n", ["one", "two"]),
        ("  one  \n  two  \n\n", ["one  \n  two"]),
        ("one\n\n***\n\ntwo", ["one", "two"]),
        ("one\n***\ntwo\n- - -\nthree\n___", ["one", "two", "three"]),
        ("a **bold** line\n** no break", ["a **bold** line\n** no break"]),
        ("# head\n\n- a\n- b", ["# head", "- a\n- b"]),
        ("x\n```py\na = 1\n\n\nb = 2\n```\ny\n\nz", ["x\n```py\na = 1\n\n\nb = 2\n```\ny", "z"]),
        ("````\n\n```\n\n````\n\nz", ["````\n\n```\n\n````", "z"]),
        ("~~~\n\n```\n\n~~~", ["~~~\n\n```\n\n~~~"]),
        ("```\na\n\nb", ["```\na\n\nb"]),
        ("``` not `a` fence\n\nb", ["``` not `a` fence", "b"]),
    ],
)
def test_standard(text: str, expected: list[str]) -> None:
    assert RULES["standard"].pieces(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [""]),
        ("a\n***\nb", ["a", "b"]),
        ("a\n\n***\n\nb", ["a\n", "\nb"]),
        ("***a***", ["", "a", ""]),
        ("one ***bold*** two", ["one", "bold", "two"]),
        ("a * * * b", ["a * * * b"]),
        ("a****b", ["a", "*b"]),
        ("a******b", ["a", "", "b"]),
    ],
)
def test_stars_keeps_blank_pieces(text: str, expected: list[str]) -> None:
    assert RULES["stars"].pieces(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [""]),
        ("a\n\nb", ["a", "b"]),
        ("a\n\n\nb", ["a", "\nb"]),
        ("a\n\n\n\nb", ["a", "", "b"]),
        ("\n\na\n\n", ["", "a", ""]),
        ("a\n \nb", ["a\n \nb"]),
    ],
)
def test_blank_line_keeps_blank_pieces(text: str, expected: list[str]) -> None:
    assert RULES["blank_line"].pieces(text) == expected


def test_line_skips_blank_lines_and_keeps_indentation() -> None:
    assert RULES["line"].pieces("") == []
    assert RULES["line"].pieces("  a \n\n \t\nb\r\n") == ["  a ", "b\r"]


def test_code_block_end() -> None:
    text = "```\nx\n  ```  \nafter"
    assert text[: code_block_end(text, *line_bounds(text, 0))] == "```\nx\n  ```  "
    assert code_block_end("`x`", 0, 3) == -1
    assert code_block_end("", 0, 0) == -1


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_spans_are_in_order_and_agree_with_texts_and_count(text: str) -> None:
    for name, rule in RULES.items():
        spans = list(rule.spans(text))
        at = 0
        for start, end in spans:
            assert at <= start <= end <= len(text), name
            at = end
        pieces = [text[start:end] for start, end in spans]
        assert rule.pieces(text) == pieces, name
        assert rule.size(text) == len(spans), name
        if name in ("standard", "line"):
            assert all(piece.strip() for piece in pieces), name


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_cutting_loses_the_separators_only(text: str) -> None:
    assert RULES["blank_line"].pieces(text) == text.split("\n\n")
    assert RULES["stars"].pieces(text) == re.split(r"\s?\*\*\*\s?", text)
    assert RULES["line"].pieces(text) == [line for line in text.split("\n") if line.strip()]
    kept = "".join("".join(RULES["standard"].pieces(text)).split())
    breaks = re.compile(r"^\s*([-*_])(?:[ \t]*\1){2,}[ \t\r]*$")
    if "```" not in text and "~~~~" not in text:
        lines = [line for line in text.split("\n") if not breaks.match(line)]
        assert kept == "".join("".join(lines).split())


def test_long_junk_is_cut_in_linear_work() -> None:
    half = 50_000
    assert paragraphs.standard("\n" * 2 * half) == []
    assert len(paragraphs.standard("a\n\n" * half)) == half
    assert paragraphs.standard("```\n" * half) == [(0, 4 * half - 1)]
    assert paragraphs.standard("```````\n" + "```\n" * half) == [(0, 7 + 4 * half)]
    assert paragraphs.standard("* " * half + "x") == [(0, 2 * half + 1)]
    assert len(paragraphs.stars("***" * half)) == half + 1
