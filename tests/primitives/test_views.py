"""What holds of every view and rule, and the views that no other file tests."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.piece import Piece
from ifdsl.primitives.primitive import Rule
from ifdsl.primitives.table import TABLE

_PIECES = [
    "\n", "\n", "\n\n", "\r\n", "\r", " ", "  ", "\t", "word", "two words", "é漢", "😀", "👍🏽", "- ", "* ", "+ ",
    "1. ", "2) ", "# ", "## ", "###### ", "#", "```", "````", "~~~", "```py\n", "`", "``", "*", "**", "***", "_", "__",
    "|", "|a|b|\n|-|-|\n", "| 1 | 2 |", "---", "- - -", "> ", "[", "]", "(", ")", "[x](y)", "![", "[x] ", "[name]",
    "http://a.b/c", "www.a.b", '"', "“", "”", "\\", "\\*", "-3", "1,250.5", ".", ",", "!", "?", "Dr. A. Smith", "\0",
    "\ud800", "\u0301", "{", "}", "<<t>>", "<a x='1'>", "</a>", "<b/>", "<!--", "```xml\n", "```json\n", '{"a": [1]}',
    "===\n", "    ", "[x]: /y\n", "\u2028", "漢|",
]  # fmt: skip
MARKDOWN = st.lists(st.sampled_from(_PIECES), max_size=25).map("".join)
TEXTS = st.text(max_size=30) | MARKDOWN

_UNITS = [
    "a", " ", "\t", "\n", "\r", "*", "_", "**a", "*a_b", "_a*", "`", "` ``", "[", "]", "[]", "[a", "](", "[](",
    "[x](a(b)", '"', '" a', "“", "|", "|-", "|-|\n", "a|b\n", "-", "- ", "* ", "1. ", "1", "1,", "1,234,", "#", "# #",
    "# a\n", "## a\n", ">", "> \n", "```", "```\n", "~~~\n", "\\", "http://", "http://a(", "www.a.", "http://a)", "<<",
    "a.", "a b", "!?", "é", "😀", "\u200d", "1\ufe0f", "{", '{"a":', "\\[", "[^", "[a]: ", " \n", " \n ", "a\n ",
    "Dr. ",
]  # fmt: skip
HOSTILE = [unit * (20_000 // len(unit)) for unit in _UNITS] + [
    "".join("`" * width + " " for width in range(1, 190)),
    "".join("`" * width + "a` " for width in range(1, 190)),
    "**a " * 3_000 + "b** " * 3_000,
    "*a **b " * 2_000 + "** c*" * 2_000,
    "[](" + "(b)" * 6_000,
]
RULES = [(view.name, rule) for view in TABLE.values() for rule in view.rules]
_ELSEWHERE = ("words", "sentences", "paragraphs", "find_all", "split_at", "split", "occurrences", "chars", "letters")
SCANNED = [(name, rule) for name, rule in RULES if name not in _ELSEWHERE]
ARGUMENTS = {
    "find_all": st.sampled_from([(r"\w+",), (r"a|\b",), ("é*",), (r"(?m)^\s*-",), ("[^a]{2}",)]),
    "split_at": st.sampled_from([(r"\s+",), (r"\b",), ("",), ("[.!?]",)]),
    "split": st.sampled_from([("",), (" ",), ("\n\n",), ("**",), ("é",)]),
    "occurrences": st.tuples(st.sampled_from(["", "a", "É", "**", "a.?", "(", "ß"]), *[st.booleans()] * 3),
}
ARGUMENTS |= {
    "headings": st.sampled_from([(0,), (1,), (2,), (7,), (-1,)]),
    "code_blocks": st.sampled_from([("",), ("py",), ("PY ",)]),
    "table_column": st.sampled_from([("a",), (" B",), ("",)]),
    "csv_rows": st.sampled_from([(",",), ("\t",), ("",), ('"',), ("ab",), ("é",), ("\n",)]),
}
NEEDED = {"table_column": ("a",)}


def rule_of(name: str, rule: str) -> Rule:
    found = TABLE[name].rules[rule]
    if found.needs is None:
        return found
    try:
        found.spans("")
    except MissingExtra as missing:
        pytest.skip(str(missing))
    return found


def pieces_of(name: str, text: str, *args: str, rule: str | None = None) -> list[str]:
    view = TABLE[name]
    return view.rules[rule or view.default_rule].pieces(text, *args)


@pytest.mark.parametrize(("name", "rule"), RULES, ids=map("-".join, RULES))
@settings(max_examples=15, deadline=None)
@given(data=st.data(), text=TEXTS)
def test_spans_define_a_view(name: str, rule: str, data: st.DataObject, text: str) -> None:
    args = data.draw(ARGUMENTS.get(name, st.just(())))
    used = rule_of(name, rule)
    spans = list(used.spans(text, *args))
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
    overlap = TABLE[name].overlap
    assert sum(end - start for start, end in spans) <= overlap * len(text)
    if overlap == 1:
        assert all(left[1] <= right[0] for left, right in zip(spans, spans[1:], strict=False))
    texts = [text[start:end] for start, end in spans]
    assert used.pieces(text, *args) == texts
    assert used(text, *args) == texts
    assert used.size(text, *args) == len(texts)


@pytest.mark.parametrize(("name", "rule"), RULES, ids=map("-".join, RULES))
@settings(max_examples=5, deadline=None)
@given(data=st.data(), text=TEXTS, start=st.integers(0, 50))
def test_pieces_of_a_piece_know_their_place(name: str, rule: str, data: st.DataObject, text: str, start: int) -> None:
    args = data.draw(ARGUMENTS.get(name, st.just(())))
    used = rule_of(name, rule)
    whole = "x" * start + text
    for element in used.pieces(Piece(text, start), *args):
        assert isinstance(element, Piece)
        assert whole[element.start : element.start + len(element)] == element
    assert used.pieces(Piece(text, start), *args) == used.pieces(text, *args)


@pytest.mark.parametrize(("name", "rule"), SCANNED, ids=map("-".join, SCANNED))
def test_no_view_takes_long_on_a_hostile_text(name: str, rule: str) -> None:
    used = TABLE[name].rules[rule]
    for text in HOSTILE:
        found = used.spans(text, *NEEDED.get(name, ()))
        assert all(0 <= start <= end <= len(text) for start, end in found), text[:20]


@pytest.mark.parametrize("text", ["", "\n", "a", "a\n", "a\r\nb\rc\n\nd", "\r\n", "\n\n", "a\x0bb\u2028c"])
def test_lines(text: str) -> None:
    parts = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    expected = parts if parts[-1] else parts[:-1]
    assert pieces_of("lines", text) == expected
    assert pieces_of("lines", text, rule="filled") == [line for line in expected if line.strip()]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3 cats, 10kg, 2nd", ["3", "10", "2"]),
        ("A4 x2 B-52", ["52"]),
        ("-5 +7 5-3 (−2)", ["-5", "+7", "5", "3", "−2"]),
        ("1,250 1,2345 12,345,678.90", ["1,250", "1", "2345", "12,345,678.90"]),
        ("3.14. 1.2.3 .5", ["3.14", "1.2", "3", "5"]),
        ("$1,000.50 50%", ["1,000.50", "50"]),
        ("no number", []),
    ],
)
def test_numbers(text: str, found: list[str]) -> None:
    assert pieces_of("numbers", text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]),
        ("👨‍👩‍👧 👍🏽👍", ["👨‍👩‍👧", "👍🏽", "👍"]),
        ("☺ ☺\ufe0f © ©\ufe0f ❤\ufe0f‍🔥", ["☺\ufe0f", "©\ufe0f", "❤\ufe0f‍🔥"]),
        ("1\ufe0f\u20e3 1 #\u20e3", ["1\ufe0f\u20e3", "#\u20e3"]),
        ("⌚ ⌚\ufe0e ✅", ["⌚", "✅"]),
        ("“plain” — 漢字 ★", []),
    ],
)
def test_emoji(text: str, found: list[str]) -> None:
    assert pieces_of("emoji", text) == found


@given(TEXTS)
def test_letters_and_characters(text: str) -> None:
    assert pieces_of("chars", text) == list(text)
    assert pieces_of("letters", text) == [char for char in text if char.isalpha()]


@given(TEXTS, st.sampled_from([",", "\n", " ", "word", "```"]))
def test_split_is_undone_by_join(text: str, separator: str) -> None:
    assert separator.join(pieces_of("split", text, separator)) == text
    assert pieces_of("split", text, "") == [text]


@given(TEXTS)
def test_split_at_leaves_out_what_find_all_finds(text: str) -> None:
    parts, matches = pieces_of("split_at", text, r"\s+|\d"), pieces_of("find_all", text, r"\s+|\d")
    assert len(parts) == len(matches) + 1
    assert "".join(part + match for part, match in zip(parts, [*matches, ""], strict=True)) == text
