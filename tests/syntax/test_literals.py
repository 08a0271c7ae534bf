from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import SourceFile, decode_source
from ifdsl.syntax import tree as t
from ifdsl.syntax.literals import Problem, quote, quote_line, stretches, value_of
from ifdsl.syntax.parser import parse_expression


def _text(literal: str, before: str = "") -> t.Text:
    file = SourceFile("f", before + literal)
    found = parse_expression(file, len(before), len(file.text))
    assert isinstance(found, t.Text)
    return found


def _value(literal: str) -> str:
    value = value_of(_text(literal))
    assert isinstance(value, str), value
    return value


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ('""', ""),
        ('"a b"', "a b"),
        (r'"\n\t\r\\\"\{\}"', '\n\t\r\\"{}'),
        (r'"\u{41}\u{1f600}\u{10FFFF}"', "A😀\U0010ffff"),
        (r'"\\n"', "\\n"),
        ('"{x} {{ }}"', "{x} {{ }}"),
        ('""""""', ""),
        ('"""a"""', "a"),
        ('"""a\n  b"""', "a\n  b"),
        ('"""  a\n  b"""', "  a\n  b"),
        ('"""a"b""c\\""""', 'a"b""c"'),
    ],
)
def test_a_literal_stands_for_its_text(literal: str, value: str) -> None:
    assert _value(literal) == value


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("\n", ""),
        ("\n\n", ""),
        ("\n\n\n", "\n"),
        ("\na\n", "a"),
        ("\na", "a"),
        ("\n  a\n    b\n  ", "a\n  b"),
        ("\n  a\n    b", "a\n  b"),
        ("\n    a\n  ", "  a"),
        ("\n  a\n\n  b\n  ", "a\n\nb"),
        ("\n  a\n \n  b\n  ", "a\n\nb"),
        ("\n  a\n       \n  b\n  ", "a\n\nb"),
        ("\n\ta\n\t\tb\n\t", "a\n\tb"),
        ("\n\ta\n  b\n", "\ta\n  b"),
        ("\n  a\n  \\n b\n  ", "a\n\n b"),
        ("\n  \\u{20}\n  ", " "),
        ("\n  a  \n  ", "a  "),
        ("\n  a\n\n  ", "a\n"),
        (" \n  a\n  ", " \n  a\n  "),
    ],
)
def test_a_literal_that_begins_with_a_line_break_is_laid_out(body: str, value: str) -> None:
    assert _value(f'"""{body}"""') == value


@pytest.mark.parametrize(
    ("literal", "bad"),
    [
        (r'"a\q"', r"\q"),
        (r'"\u0041"', r"\u"),
        (r'"\u{}"', r"\u"),
        (r'"\u{1234567}"', r"\u"),
        (r'"\u{xyz}"', r"\u"),
        (r'"\u{110000}"', r"\u{110000}"),
        (r'"\u{D800}"', r"\u{D800}"),
        (r'"\x41"', r"\x"),
        (r"""  "\'" """.strip(), r"\'"),
        ('"""a\\\nb"""', "\\\n"),
        ('"""\n    a\n    b\\qc\n  """', r"\q"),
    ],
)
def test_a_bad_escape_is_found_where_it_stands(literal: str, bad: str) -> None:
    problem = value_of(_text(literal, before="   "))
    assert isinstance(problem, Problem)
    assert ("   " + literal)[problem.start : problem.end] == bad
    assert problem.message == problem.message.strip().rstrip(".")


def test_stretches_are_what_the_file_holds() -> None:
    text = _text('"""\n   ab\n\n     c\\n\n   """', before="xx")
    source = 'xx"""\n   ab\n\n     c\\n\n   """'
    assert [(source[start : start + len(words)], words) for start, words in stretches(text)] == [
        ("ab\n", "ab\n"),
        ("\n", "\n"),
        ("  c\\n", "  c\\n"),
    ]


@pytest.mark.parametrize(
    ("value", "literal"),
    [
        ("", '""'),
        ('say "x"', r'"say \"x\""'),
        ("a\\b\tc\r", r'"a\\b\tc\r"'),
        ("\x00\x1b\u202e\ufeff", r'"\u{0}\u{1B}\u{202E}\u{FEFF}"'),
        ("{x}", '"{x}"'),
        ("a\nb", '"""\na\nb\n"""'),
        ("a\n", r'"a\n"'),
        ("a\n  \n", r'"""' + "\na\n" + r" \u{20}" + "\n\n" + '"""'),
        ('a\n"""b""""', '"""\na\n""\\"b""\\""\n"""'),
        ("é 中 😀", '"é 中 😀"'),
    ],
)
def test_the_literal_of_a_text(value: str, literal: str) -> None:
    assert quote(value) == literal


def test_the_literal_of_several_lines_is_indented() -> None:
    assert quote("a\n\n b", indent=4) == '"""\n    a\n\n     b\n    """'


def test_in_a_template_braces_have_escapes() -> None:
    assert quote("{x}", template=True) == r'"\{x\}"'


def test_a_lone_surrogate_has_no_literal() -> None:
    with pytest.raises(ValueError, match="surrogate"):
        quote("a\ud800")


_SPECIAL = st.text(st.sampled_from('ab "\\{}\n\n\t \r\u2028\0é😀#u'), max_size=14)


@given(st.one_of(st.text(), _SPECIAL), st.booleans(), st.sampled_from([0, 2, 5]))
def test_a_literal_reads_back_to_its_text(value: str, template: bool, indent: int) -> None:
    literal, line = quote(value, template=template, indent=indent), quote_line(value, template=template)
    assert _value(literal) == _value(line) == value
    assert "\n" not in line
    # It also survives the way through a file, which turns every kind of line end into one.
    file = decode_source("f", f"({literal})".encode())
    assert isinstance(file, SourceFile)
    found = parse_expression(file, 1, len(file.text) - 1)
    assert not isinstance(found, Diagnostic)
    assert isinstance(found, t.Text)
    assert value_of(found) == value


@given(_SPECIAL)
def test_any_body_of_a_literal_has_a_text_or_a_problem_inside_it(body: str) -> None:
    found = parse_expression(SourceFile("f", f'"""{body}"""'), 0, len(body) + 6)
    if isinstance(found, t.Text) and found.literal == f'"""{body}"""':
        value = value_of(found)
        if isinstance(value, Problem):
            assert 3 <= value.start < value.end <= len(body) + 3
        else:
            assert len(value) <= len(body)
