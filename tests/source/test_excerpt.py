"""Underlines stand exactly below what they underline, on a terminal that this page models by itself."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.source.diagnostic import Label
from ifdsl.source.excerpt import columns, draw, visible
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span

# What a terminal shows for a code point of a source line, and over how many columns; written out by hand.
SHOWN = {
    "a": ("a", 1),
    " ": (" ", 1),
    "短": ("短", 2),
    "ｂ": ("ｂ", 2),
    "😀": ("😀", 2),
    "é": ("é", 1),
    "\u0301": ("\u0301", 0),
    "\u200d": ("\u200d", 0),
    "\u11a8": ("\u11a8", 0),
    "\t": ("    ", 4),
    "\x1b": ("\\x1b", 4),
    "\r": ("\\r", 2),
    "\u202e": ("\\u202e", 6),
    "\u2028": ("\\u2028", 6),
    "\ud800": ("\\ud800", 6),
}
MARKS = {char for char, (_, width) in SHOWN.items() if width == 0}
LINE = st.text(st.sampled_from(sorted(SHOWN)), max_size=30)


def plain(text: str, _style: str) -> str:
    return text


def above(row: str, first: int, last: int) -> str:
    """What stands in the columns `[first, last)` of a row on a terminal."""
    found, at = "", 0
    for char in row:
        wide = unicodedata.east_asian_width(char) in "WF"
        width = 0 if char in MARKS else 2 if wide else 1
        # A mark stands in the column of what it combines with, which is the one before.
        if first <= (at if width else at - 1) < last:
            found += char
        at += width
    return found


def drawn(text: str, span: Span, width: int = 1000, sign: str = "^") -> tuple[str, str]:
    """The source row and the row under it, for a text of one line, without the gutter."""
    rows = draw([(Label(SourceFile("a.ifc", text), span), sign)], plain, 1, width)
    assert rows[0] == "  |"
    assert len(rows) == 3
    assert rows[1].startswith("1 |")
    assert rows[2].startswith("  | ")
    return rows[1][4:], rows[2][4:]


@settings(deadline=None)
@given(LINE, st.data())
def test_carets_stand_below_the_label(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    source, under = drawn(text, Span(start, end))
    first = len(under) - len(under.lstrip(" "))
    assert set(under[first:]) == {"^"}
    while 0 < start < len(text) and text[start] in MARKS:
        start -= 1
    # Marks that follow the label combine with its last letter, so they stand above the carets too.
    while 0 < end < len(text) and text[end] in MARKS:
        end += 1
    # Marks that begin the line combine with the blank of the gutter, to the left of every caret.
    leading = len(text) - len(text.lstrip("".join(MARKS)))
    start = max(start, min(leading, end))
    expected = "".join(SHOWN[char][0] for char in text[start:end])
    if sum(SHOWN[char][1] for char in text[start:end]):
        assert above(source, first, len(under)) == expected
    else:
        # An empty label, or one of nothing but marks, still has one caret, where its place is.
        assert len(under) == first + 1
        assert first == sum(SHOWN[char][1] for char in text[:start])


@settings(deadline=None)
@given(st.text(st.sampled_from("a短\t\x1be\u0301"), max_size=300), st.integers(20, 60), st.data())
def test_a_cropped_line_shows_the_start_of_its_label(text: str, width: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    source, under = drawn(text, Span(start, end), width)
    shown = sum(2 if char == "短" else 0 if char in MARKS else 1 for char in source)
    assert shown <= width + 2
    first = len(under) - len(under.lstrip(" "))
    assert len(under) <= width + 2
    if start < end and text[start] not in MARKS:
        expected = "".join(SHOWN[char][0] if char in SHOWN else char for char in text[start:end])
        found = above(source, first, len(under)).rstrip("…").rstrip("\u0301")
        assert found
        assert expected.startswith(found)


def test_crop_marks_say_what_is_left_out() -> None:
    text = "x" * 200
    assert drawn(text, Span(0, 1), 40) == ("x" * 40 + "…", "^")
    assert drawn(text, Span(199, 200), 40)[0] == "…" + "x" * 40
    assert drawn(text, Span(100, 101), 40) == ("…" + "x" * 40 + "…", " " * 11 + "^")
    assert drawn(text, Span(100, 180), 40) == ("…" + "x" * 40 + "…", " " * 11 + "^" * 31)


def test_a_long_line_is_copied_for_each_of_its_labels() -> None:
    file = SourceFile("a.ifc", "a" + " " * 300 + "b")
    rows = draw([(Label(file, Span(301, 302)), "^"), (Label(file, Span(0, 1)), "-")], plain, 1, 40)
    assert [row[:5] for row in rows] == ["  |", "1 | a", "  | -", "1 | …", "  |  "]
    assert rows[3].endswith("b")
    assert rows[3].index("b") == rows[4].index("^")


def test_a_line_that_fits_is_shared_by_its_labels() -> None:
    file = SourceFile("a.ifc", "one two")
    rows = draw([(Label(file, Span(4, 7), "second"), "^"), (Label(file, Span(0, 3), "first"), "-")], plain, 2, 40)
    assert rows == ["   |", " 1 | one two", "   | --- first", "   |     ^^^ second"]


def test_lines_left_out_between_labels_are_marked() -> None:
    file = SourceFile("a.ifc", "a\nb\nc\nd")
    rows = draw([(Label(file, Span(at, at + 1)), "^") for at in (0, 2, 6)], plain, 1, 40)
    assert rows == ["  |", "1 | a", "  | ^", "2 | b", "  | ^", "...", "4 | d", "  | ^"]


@pytest.mark.parametrize(
    ("text", "span", "rows"),
    [
        ("ab {\n  c\n  d }\n", Span(3, 14), ["1 | ab {", "  |    ^", "...", "3 |   d }", "  |   ^^^ why"]),
        ("ab\n\n", Span(1, 3), ["1 | ab", "  |  ^ why"]),
        ("ab\n    \n", Span(0, 5), ["1 | ab", "  | ^^", "2 |     ", "  | ^^ why"]),
        ("ab\n", Span(2, 3), ["1 | ab", "  |   ^ why"]),
        ("ab\n", Span(3, 3), ["2 |", "  | ^ why"]),
        ("ab", Span(9, 12), ["1 | ab", "  |   ^ why"]),
        ("ab", Span(1, 0), ["1 | ab", "  |  ^ why"]),
    ],
)
def test_labels_that_reach_over_lines_or_out_of_the_text(text: str, span: Span, rows: list[str]) -> None:
    assert draw([(Label(SourceFile("a.ifc", text), span, "why"), "^")], plain, 1, 40)[1:] == rows


def test_no_labels_give_no_rows() -> None:
    assert draw([], plain, 1, 40) == []


@settings(deadline=None)
@given(st.text() | st.text(st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp"])))
def test_visible_text_cannot_change_a_terminal(text: str) -> None:
    shown = visible(text)
    assert visible(shown) == shown
    for char in shown:
        category = unicodedata.category(char)
        assert category not in {"Cc", "Cs", "Zl", "Zp"}
        assert category != "Cf" or char in "\u200c\u200d"
    assert len(shown) >= len(text)


def test_visible_text_keeps_what_is_harmless() -> None:
    assert visible("naïve `短` 👩\u200d💻") == "naïve `短` 👩\u200d💻"
    assert visible("a\tb\nc\x1b[0m\u202e\x9b") == "a\\tb\\nc\\x1b[0m\\u202e\\x9b"
    assert columns("短e\u0301\t") == 7
