"""`ifdsl fmt`: files and standard input, --check, and files that are left alone."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from ifdsl.cli import FAILED, OK, main

LOOSE = 'ifdsl 1\nuse std.length\nspec s {\n      task "Say hello."   # twice\n  must   word_count( ..3 )\n}'
TIDY = 'ifdsl 1\n\nuse std.length\n\nspec s {\n  task "Say hello."  # twice\n  must word_count(..3)\n}\n'


def test_a_file_is_rewritten_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.ifc"
    path.write_text(LOOSE, encoding="utf-8")
    assert main(["fmt", str(path)]) == OK
    assert path.read_text(encoding="utf-8") == TIDY
    assert capsys.readouterr() == ("", f"formatted {path}\n")
    before = path.stat().st_mtime_ns
    assert main(["fmt", str(path)]) == OK
    assert path.stat().st_mtime_ns == before
    assert capsys.readouterr() == ("", "")


def test_check_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loose, tidy = tmp_path / "a.ifc", tmp_path / "b.ifc"
    loose.write_text(LOOSE, encoding="utf-8")
    tidy.write_text(TIDY, encoding="utf-8")
    assert main(["fmt", "--check", str(loose), str(tidy)]) == FAILED
    assert capsys.readouterr().err == f"would format {loose}\n"
    assert loose.read_text(encoding="utf-8") == LOOSE
    assert main(["fmt", "--check", str(tidy)]) == OK


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_line_ends_and_the_byte_order_mark_stay(
    newline: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.ifc"
    path.write_bytes(b"\xef\xbb\xbf" + LOOSE.replace("\n", newline).encode())
    assert main(["fmt", str(path)]) == OK
    assert path.read_bytes() == b"\xef\xbb\xbf" + TIDY.replace("\n", newline).encode()
    capsys.readouterr()


def test_a_file_that_cannot_be_read_as_ifc_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken, tidy = tmp_path / "a.ifc", tmp_path / "b.ifc"
    broken.write_text(LOOSE + "\nspec {\n", encoding="utf-8")
    tidy.write_text(LOOSE, encoding="utf-8")
    assert main(["fmt", str(broken), str(tidy), str(tmp_path / "nowhere.ifc")]) == FAILED
    err = capsys.readouterr().err
    assert "IF0101" in err
    assert "IF02" in err
    assert broken.read_text(encoding="utf-8") == LOOSE + "\nspec {\n"
    assert tidy.read_text(encoding="utf-8") == TIDY, "the other files are formatted all the same"


def test_a_file_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, data: bytes) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    path = tmp_path / "a.ifc"
    path.write_text(LOOSE, encoding="utf-8")
    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert main(["fmt", str(path)]) == FAILED
    err = capsys.readouterr().err
    assert "IF0904 cannot-write" in err
    assert "formatted" not in err


def test_standard_input_goes_to_standard_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def give(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    give(LOOSE.encode())
    assert main(["fmt", "-"]) == OK
    assert capsys.readouterr() == (TIDY, "")
    give(LOOSE.encode())
    assert main(["fmt", "--check", "-"]) == FAILED
    assert capsys.readouterr() == ("", "would format -\n")
    give(b"\xff")
    assert main(["fmt", "-"]) == FAILED
    assert "IF0102" in capsys.readouterr().err
