"""Reading files, and turning offsets into lines and columns and back."""

import os
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import SourceFile, decode_source, read_source
from ifdsl.source.span import Span

LINES = st.text(st.sampled_from("ab\n\r\t\f\x85\u2028 短e\u0301"), max_size=40)


def refused(result: SourceFile | Diagnostic) -> Diagnostic:
    assert isinstance(result, Diagnostic)
    return result


def read(result: SourceFile | Diagnostic) -> SourceFile:
    assert isinstance(result, SourceFile)
    return result


@settings(deadline=None)
@given(LINES, st.data())
def test_offset_and_position_are_inverse(text: str, data: st.DataObject) -> None:
    file = SourceFile("a.ifc", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = file.position(offset)
    assert file.offset(line, column) == offset
    # The definition: count the newlines before, and what follows the last of them.
    before = text[:offset].split("\n")
    assert (line, column) == (len(before), len(before[-1]) + 1)


@settings(deadline=None)
@given(LINES)
def test_lines_are_the_text(text: str) -> None:
    file = SourceFile("a.ifc", text)
    lines = [file.line_text(line) for line in range(1, file.line_count + 1)]
    assert "\n".join(lines) == text
    assert [file.excerpt(file.line_span(line)) for line in range(1, file.line_count + 1)] == lines


def test_offsets_outside_the_text_count_as_its_ends() -> None:
    file = SourceFile("a.ifc", "ab\nc")
    assert file.position(-5) == (1, 1)
    assert file.position(99) == (2, 2)


@pytest.mark.parametrize(("line", "column"), [(0, 1), (1, 0), (1, 4), (3, 1)])
def test_there_is_no_offset_of_a_place_that_is_not_there(line: int, column: int) -> None:
    with pytest.raises(ValueError, match=f"no line {line}, column {column}"):
        SourceFile("a.ifc", "ab\nc").offset(line, column)


def test_there_is_no_text_of_a_line_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no line 3"):
        SourceFile("a.ifc", "ab\nc").line_text(3)


def test_files_are_equal_by_path_and_text() -> None:
    file = SourceFile("a.ifc", "x\n")
    file.position(1)
    assert file == SourceFile("a.ifc", "x\n")
    assert hash(file) == hash(SourceFile("a.ifc", "x\n"))
    assert file != SourceFile("b.ifc", "x\n")


@pytest.mark.parametrize(
    ("data", "text", "newline", "bom"),
    [
        (b"a\nb", "a\nb", "\n", False),
        (b"a\r\nb\r\n", "a\nb\n", "\r\n", False),
        (b"a\rb", "a\nb", "\r", False),
        (b"a\nb\r\n", "a\nb\n", "\n", False),
        (b"\xef\xbb\xbfa", "a", "\n", True),
        ("短\r\n".encode(), "短\n", "\r\n", False),
        (b"", "", "\n", False),
    ],
)
def test_newlines_are_translated_and_remembered(data: bytes, text: str, newline: str, bom: bool) -> None:
    file = read(decode_source("a.ifc", data))
    assert (file.text, file.newline, file.bom) == (text, newline, bom)


@settings(deadline=None)
@given(st.text(st.sampled_from("ab\n短"), max_size=20), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_encode_gives_back_the_bytes_that_were_read(text: str, newline: str, bom: bool) -> None:
    data = (b"\xef\xbb\xbf" if bom else b"") + text.replace("\n", newline).encode()
    file = read(decode_source("a.ifc", data))
    assert file.text == text
    assert file.encode(file.text) == data


@settings(deadline=None)
@given(LINES, st.sampled_from([b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xe7\x9f"]), LINES)
def test_bad_bytes_are_located(before: str, bad: bytes, after: str) -> None:
    found = refused(decode_source("a.ifc", before.encode() + bad + b"!" + after.encode()))
    assert found.code is codes.INVALID_UTF8
    assert f"0x{bad[0]:02x}" in found.message
    file, span = found.primary.file, found.primary.span
    plain = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert file.position(span.start) == (len(plain), len(plain[-1]) + 1)
    assert file.excerpt(span) == "\ufffd"


def test_a_file_is_read_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "a.ifc"
    path.write_bytes("ifdsl 1\r\n# 短\r\n".encode())
    file = read(read_source(path))
    assert file.path == str(path)
    assert file.text == "ifdsl 1\n# 短\n"


@pytest.mark.parametrize(("size", "fits"), [(10, True), (11, False)])
def test_a_file_may_be_as_large_as_the_limit(tmp_path: Path, size: int, fits: bool) -> None:
    path = tmp_path / "a.ifc"
    path.write_bytes(b"x" * size)
    result = read_source(path, limit=10)
    if fits:
        assert read(result).text == "x" * size
    else:
        found = refused(result)
        assert found.code is codes.FILE_TOO_LARGE
        assert "10 bytes" in found.message
        assert found.primary.span == Span(0, 0)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("gone.ifc", "there is no such file"),
        ("folder", "it is a folder"),
        ("file/a.ifc", "a part of the path is not a folder"),
        ("a\0b.ifc", "no path can hold one of its characters"),
        ("\ud800.ifc", "no path can hold one of its characters"),
        ("x" * 5000, "file name too long"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    found = refused(read_source(f"{tmp_path}/{name}"))
    assert found.code is codes.UNREADABLE_FILE
    assert found.message.endswith(reason)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (PermissionError(13, "Permission denied"), "permission is denied"),
        (OSError(5, "Input/output error"), "input/output error"),
        (OSError(), "no reason is given"),
    ],
)
def test_what_the_system_refuses_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, reason: str
) -> None:
    def refuse(*_: object) -> int:
        raise error

    monkeypatch.setattr(os, "open", refuse)
    assert refused(read_source(tmp_path / "a.ifc")).message.endswith(reason)


def test_a_folder_that_the_system_calls_forbidden_is_called_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert refused(read_source(tmp_path)).message.endswith("it is a folder")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pipe.ifc"
    os.mkfifo(path)
    results: list[SourceFile | Diagnostic] = []
    thread = threading.Thread(target=lambda: results.append(read_source(path)), daemon=True)
    thread.start()
    thread.join(timeout=5)
    assert results, "reading a pipe without a writer hangs"
    assert refused(results[0]).message.endswith("it is not a regular file")


def test_spans_join_and_overlap() -> None:
    assert Span(2, 4).to(Span(7, 9)) == Span(7, 9).to(Span(2, 4)) == Span(2, 9)
    assert Span(2, 4).overlaps(Span(3, 9))
    assert Span(2, 9).overlaps(Span(4, 4))
    assert not Span(2, 4).overlaps(Span(4, 9))
