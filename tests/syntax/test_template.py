from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import SourceFile
from ifdsl.syntax import tree as t
from ifdsl.syntax.documents import print_expression
from ifdsl.syntax.literals import quote, value_of
from ifdsl.syntax.parser import parse_expression
from ifdsl.syntax.template import Hole, parts_of
from ifdsl.syntax.walk import shape, walk
from tests.programs import expressions, templates


def _split(literal: str) -> tuple[SourceFile, list[str | Hole], list[Diagnostic]]:
    file = SourceFile("f", f"task {literal}")
    text = parse_expression(file, 5, len(file.text))
    assert isinstance(text, t.Text)
    parts, diagnostics = parts_of(file, text)
    return file, parts, diagnostics


def _shown(literal: str) -> list[str | tuple[str, str | None]]:
    _, parts, diagnostics = _split(literal)
    assert not diagnostics, diagnostics[0].message
    return [part if isinstance(part, str) else (print_expression(part.expression), part.format) for part in parts]


@pytest.mark.parametrize(
    ("literal", "parts"),
    [
        ('""', []),
        ('"plain"', ["plain"]),
        ('"{x}"', [("x", None)]),
        ('"a {x} b {y:and}."', ["a ", ("x", None), " b ", ("y", "and"), "."]),
        ('"{{x}} \\{y\\} }}{{"', ["{x} {y} }{"]),
        ('"{{{x}}}"', ["{", ("x", None), "}"]),
        ('"\\n{x}\\u{41}"', ["\n", ("x", None), "A"]),
        ('"{ x.y : labelled }"', [("x.y", "labelled")]),
        ('"{x[1:2]}{x[1:]:and}"', [("x[1:2]", None), ("x[1:]", "and")]),
        ('"{f(x, y=2..)}"', [("f(x, y=2..)", None)]),
        ('"{a if b else c:and}"', [("a if b else c", "and")]),
        ('"{true}{not x}"', [("true", None), ("not x", None)]),
        (r'"{join(x, \", \")}"', [('join(x, ", ")', None)]),
        (r'"{join(x, \"}: \"):and}"', [('join(x, "}: ")', "and")]),
        ('"""{join(x, "}: "):and}"""', [('join(x, "}: ")', "and")]),
        ('"""\n  a {x}\n    b\n\n  {y}\n  """', ["a ", ("x", None), "\n  b\n\n", ("y", None)]),
        ('"""\n  {f(\n    1,\n  )} x\n  """', [("f(1)", None), " x"]),
        ('"{/a{2}/.pattern}"', [("/a{2}/.pattern", None)]),
        ('"a\\qb{x}"', ["a\\qb", ("x", None)]),
    ],
)
def test_a_template_is_split(literal: str, parts: list[object]) -> None:
    assert _shown(literal) == parts


@pytest.mark.parametrize(
    ("literal", "place", "message"),
    [
        ('"a { b"', "{", "this `{` opens a hole that nothing closes"),
        ('"a } b"', "}", "this `}` closes no hole"),
        ('"a {} b"', "{}", "the braces hold no expression"),
        ('"a { :and}"', "{ :and}", "the braces hold no expression"),
        ('"{x:}"', ":", "no format is named after `:`"),
        ('"{x:1.2f}"', ":1.2f", "`1.2f` is no name of a format"),
        ('"{a # b}"', "# b", "a comment cannot stand in a hole"),
        ('"{a b}"', "b", "`b` cannot follow an expression"),
        ('"{a +}"', "+", "the expression ends after `+`, before what belongs to it"),
        ('"{(a}"', "{", "this `{` opens a hole that nothing closes"),
        (r'"{f(\"a\" b)}"', r"\" b", "`,` is missing between two arguments"),
        ("\"{f('a')}\"", "'a'", "a text is written between `\"`, not `'`"),
        ('"""\n  {{\n  {x y}\n"""', "y", "`y` cannot follow an expression"),
    ],
)
def test_bad_braces_are_found_where_they_stand(literal: str, place: str, message: str) -> None:
    file, _, diagnostics = _split(literal)
    assert [one.code.id for one in diagnostics] == ["IF0208"]
    assert diagnostics[0].message == message
    span = diagnostics[0].primary.span
    assert file.text[span.start : span.end].strip() in (place, place.lstrip('\\"').strip())


def test_spans_are_those_of_the_file() -> None:
    for literal in (r'"é {join(xs, \"a\", \"b\"):and} {y.z[0]}"', '"""\n    {join(xs, "a")}\n  {y.z[0]}\n"""'):
        file, parts, _ = _split(literal)
        for hole in [part for part in parts if isinstance(part, Hole)]:
            words = file.text[hole.start : hole.end]
            assert words.startswith("{")
            assert words.endswith("}")
            for node in walk(hole.expression):
                assert hole.start < node.start <= node.end < hole.end
                if isinstance(node, t.Name):
                    assert file.text[node.start : node.end] == node.value
                if isinstance(node, t.Text):
                    assert file.text[node.start : node.end].replace("\\", "") == node.literal


@given(expressions())
def test_the_expression_of_a_hole_is_read_as_anywhere(text: str) -> None:
    plain = parse_expression(SourceFile("f", text), 0, len(text))
    assert not isinstance(plain, Diagnostic)
    if '"""' in text or "#" in text or "\\" in text:
        return
    _, parts, diagnostics = _split(f'"""-{{{text}}}"""')
    assert not diagnostics, diagnostics[0].message
    assert isinstance(parts[1], Hole)
    assert shape(parts[1].expression) == shape(plain)


@given(templates())
def test_templates_have_no_problem(literal: str) -> None:
    assert not _split(literal)[2]


@given(st.text(max_size=20), st.sampled_from([0, 3]))
def test_a_text_quoted_for_a_template_is_its_only_part(value: str, indent: int) -> None:
    assert _shown(quote(value, template=True, indent=indent)) == ([value] if value else [])


@given(st.text(st.sampled_from('{}:x\\" \n"'), max_size=16))
def test_whatever_stands_between_the_quotes_is_split_or_reported(body: str) -> None:
    file = SourceFile("f", f'"""{body} """')
    text = parse_expression(file, 0, len(file.text))
    if isinstance(text, t.Text) and len(text.literal) == len(file.text):
        parts, diagnostics = parts_of(file, text)
        for one in diagnostics:
            assert 3 <= one.primary.span.start <= one.primary.span.end <= len(file.text) - 3
        value = value_of(text)
        if "{" not in body and "}" not in body and isinstance(value, str):
            assert "".join(part for part in parts if isinstance(part, str)) == value


@pytest.mark.parametrize(
    "body", ["{ " * 50_000, "} " * 50_000, "{x}" * 50_000, "{" * 50_001, '{\\"' * 50_000, "{[" * 50_000]
)
def test_hostile_templates_are_split_soon(body: str) -> None:
    _, _, diagnostics = _split(f'"{body}"')
    assert len(diagnostics) <= 10
