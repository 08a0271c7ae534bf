"""What holds of every text: reading never fails, and formatting keeps the tree and the comments."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.source.diagnostic import Diagnostic, Safety, apply_fixes
from ifdsl.source.file import SourceFile, decode_source
from ifdsl.source.render import render_human
from ifdsl.syntax import tree as t
from ifdsl.syntax.documents import print_expression
from ifdsl.syntax.parser import Parsed, parse, parse_expression
from ifdsl.syntax.printer import format_module
from ifdsl.syntax.walk import shape, walk
from tests.programs import expressions, modules

_ROOT = Path(__file__).parents[2]
_REAL = sorted([*data.stdlib_path().rglob("*.ifc"), *(_ROOT / "specs").rglob("*.ifc")])
_SAMPLE = _ROOT / "tests" / "syntax" / "everything.ifc"

_modest = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
_many = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _read(path: Path) -> str:
    file = decode_source(str(path), path.read_bytes())
    assert isinstance(file, SourceFile), file.message
    return file.text


def _check_spans(parsed: Parsed) -> None:
    """Everything that is reported and built lies inside the file."""
    length = len(parsed.file.text)
    for one in parsed.diagnostics:
        for label in (one.primary, *one.secondary):
            assert 0 <= label.span.start <= label.span.end <= length
        for fix in one.fixes:
            assert all(0 <= edit.span.start <= edit.span.end <= length for edit in fix.edits)
    for node in walk(parsed.module):
        assert 0 <= node.start <= node.end <= length


# ---------------------------------------------------------------- programs


@_modest
@given(modules())
def test_formatting_keeps_tree_and_comments_and_is_done_once(text: str) -> None:
    parsed = parse(SourceFile("f", text))
    assert not parsed.diagnostics, parsed.diagnostics[0].message
    formatted = format_module(parsed.module)
    again = parse(SourceFile("f", formatted))
    assert not again.diagnostics, again.diagnostics[0].message
    assert shape(again.module) == shape(parsed.module)
    assert [one.text.rstrip() for one in again.module.comments] == [one.text.rstrip() for one in parsed.module.comments]
    assert format_module(again.module) == formatted


@_modest
@given(modules())
def test_formatted_text_has_no_loose_blanks(text: str) -> None:
    formatted = format_module(parse(SourceFile("f", text)).module)
    in_texts = '"""' in formatted
    assert formatted.endswith("\n")
    assert not formatted.startswith("\n")
    assert not formatted.endswith("\n\n")
    if not in_texts and "#" not in formatted:
        assert "\n\n\n" not in formatted
        assert "{\n\n" not in formatted
        assert "\n\n}" not in formatted.replace(" ", "")
        assert all(line == line.rstrip() for line in formatted.splitlines())


@_many
@given(expressions())
def test_an_expression_prints_to_what_reads_the_same(text: str) -> None:
    expr = parse_expression(SourceFile("f", text), 0, len(text))
    assert not isinstance(expr, Diagnostic), expr.message
    printed = print_expression(expr)
    again = parse_expression(SourceFile("f", printed), 0, len(printed))
    assert not isinstance(again, Diagnostic)
    assert shape(again) == shape(expr)


# ---------------------------------------------------------------- any text

_WORDS = [
    "not",
    "if",
    "else",
    "must",
    "task",
    "check",
    "turn",
    "x",
    "1",
    "1.5",
    "..",
    "->",
    "==",
    '"""',
    '"t"',
    "ifdsl",
]
_OPENINGS = ["ifdsl 1", "spec a {", "constraint a() {", "use a", "fn f() -> int =", "“", "\ud800", "\r\n"]
_BITS = st.sampled_from([*"{}()[]\"'#/.,:=<>+-*%@|;!&?$\\\n\t \0é", *_WORDS, *_OPENINGS])


@_many
@given(st.one_of(st.text(), st.lists(_BITS, max_size=30).map("".join), st.lists(_BITS, max_size=30).map(" ".join)))
def test_any_text_is_read(text: str) -> None:
    parsed = parse(SourceFile("f", text))
    _check_spans(parsed)
    assert bool(render_human(parsed.diagnostics)) == bool(parsed.diagnostics)
    for fixed in (apply_fixes(text, parsed.diagnostics, safety) for safety in (Safety.SAFE, Safety.UNSAFE)):
        _check_spans(parse(SourceFile("f", fixed)))


@_many
@given(st.text(), st.data())
def test_any_stretch_is_read_as_an_expression_or_reported_inside_it(text: str, draw: st.DataObject) -> None:
    end = draw.draw(st.integers(0, len(text)))
    start = draw.draw(st.integers(0, end))
    found = parse_expression(SourceFile("f", text), start, end)
    spans = [found.primary.span] if isinstance(found, Diagnostic) else [found]
    assert all(start <= span.start <= span.end <= end for span in spans)


@_many
@given(st.binary(max_size=60))
def test_any_bytes_are_read(content: bytes) -> None:
    file = decode_source("f", content)
    if isinstance(file, SourceFile):
        _check_spans(parse(file))


# ---------------------------------------------------------------- real files, changed


@st.composite
def _changed(draw: st.DrawFn) -> str:
    """A part of a real file with a few leaves or characters left out, doubled, exchanged or put in."""
    text = _read(draw(st.sampled_from([_SAMPLE, *_REAL])))
    start = draw(st.integers(0, max(0, len(text) - 200)))
    start = text.rfind("\n\n", 0, start) + 1
    text = text[start : start + draw(st.integers(100, 900))]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        size = draw(st.integers(0, 6))
        put_in = draw(st.one_of(st.just(""), _BITS, st.just(text[at : at + size] * 2), st.characters()))
        text = text[:at] + put_in + text[at + size :]
    return text


@_many
@given(_changed())
def test_a_changed_program_is_read_and_what_is_sound_in_it_formatted(text: str) -> None:
    parsed = parse(SourceFile("f", text), fragment=True)
    _check_spans(parsed)
    if not parsed.diagnostics:
        formatted = format_module(parsed.module)
        again = parse(SourceFile("f", formatted))
        assert shape(t.Module(0, 0, None, again.module.declarations, again.module.comments, "")) == shape(
            t.Module(0, 0, None, parsed.module.declarations, parsed.module.comments, "")
        )
        assert format_module(again.module) == formatted


@_modest
@given(modules(declarations=2), st.data())
def test_a_leaf_left_out_is_reported_where_it_was_or_later_or_was_not_needed(text: str, draw: st.DataObject) -> None:
    parsed = parse(SourceFile("f", text))
    leaves = [node for node in walk(parsed.module) if isinstance(node, t.Name | t.Number | t.Text | t.Word)]
    assume(leaves)
    leaf = draw.draw(st.sampled_from(sorted(leaves, key=lambda node: node.start)))
    without = text[: leaf.start] + " " * (leaf.end - leaf.start) + text[leaf.end :]
    _check_spans(parse(SourceFile("f", without)))


@pytest.mark.parametrize("path", _REAL, ids=lambda path: path.stem)
def test_files_that_ship_are_sound_and_keep_their_tree_when_formatted(path: Path) -> None:
    text = _read(path)
    parsed = parse(SourceFile(str(path), text))
    assert not parsed.diagnostics
    formatted = format_module(parsed.module)
    again = parse(SourceFile("f", formatted))
    assert shape(again.module) == shape(parsed.module)
    assert format_module(again.module) == formatted
