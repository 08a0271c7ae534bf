"""`check` and `compile` refuse what no text can satisfy, but where that is allowed, and say what asks for nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ifdsl.cli import FAILED, OK, main

pytest.importorskip("z3", reason="the extra `smt` is not installed")

SOUND = 'ifdsl 1\n\nuse std.length\n\nspec fine {\n  task "Write."\n  must word_count(5..10)\n}\n'
TORN = SOUND + '\nspec torn {\n  task "Write."\n  must {\n    word_count(5..10)\n    word_count(20..)\n  }\n}\n'
SOME = """ifdsl 1

use std.length

spec some(most: int) {
  task "Write."
  must {
    word_count(..most)
    word_count(20..)
  }
  for most in [30, 5]
}
"""
IDLE = SOUND.replace("must word_count(5..10)", "must {\n    word_count(5..10)\n    word_count(2..)\n  }")


def write(folder: Path, text: str, name: str = "a.ifc") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_conflict_stops_the_compilation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, TORN)
    for _ in range(2):
        assert main(["compile", path, "-o", str(tmp_path / "out"), "--format", "plain"]) == FAILED
        assert "13:5: error IF0701 conflict: these 2 requirements cannot hold together" in capsys.readouterr().err
        assert not (tmp_path / "out").exists()
    assert main(["compile", path, "-o", str(tmp_path / "out"), "--allow", "torn"]) == OK
    assert (tmp_path / "out" / "verifier.py").exists()
    assert main(["compile", path, "-o", str(tmp_path / "out")]) == FAILED


@pytest.mark.parametrize("command", ["check", "compile"])
def test_an_exception_is_a_spec_or_an_instance(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, SOME)
    rest = ["-o", str(tmp_path / "out")] if command == "compile" else []
    assert main([command, path, *rest]) == FAILED
    assert "in `some(most=5)`" in capsys.readouterr().err
    assert main([command, path, *rest, "--allow", "some(most=30)"]) == FAILED
    assert main([command, path, *rest, "--allow", "some(most=5)"]) == OK
    assert main([command, path, *rest, "--allow", "some"]) == OK
    capsys.readouterr()
    assert main([command, path, *rest, "--allow", "some", "--allow", "sone"]) == FAILED
    assert "IF0704 unknown-exception]: no spec is called `sone`; there is `some`" in capsys.readouterr().err


def test_with_several_files_an_exception_may_be_of_any(tmp_path: Path) -> None:
    one, other = write(tmp_path, SOUND), write(tmp_path, TORN, "b.ifc")
    assert main(["check", one, other]) == FAILED
    assert main(["check", one, other, "--allow", "torn"]) == OK


def test_what_asks_for_nothing_more_is_said_each_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, IDLE)
    for _ in range(2):
        assert main(["check", path, "--format", "plain"]) == OK
        assert "a.ifc:9:5: warning IF0703 redundant: this requirement asks for no more" in capsys.readouterr().err
        # What was found is kept, and nothing is proved again.
        monkeypatch.setattr("ifdsl.analysis.specs.findings", None)


def test_certificates_of_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, TORN)
    assert main(["check", path, "--certify"]) == FAILED
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "consistent: fine"
    assert out.splitlines()[1].startswith("conflict: torn: `word_count(5..10)` and `word_count(20..)` cannot hold")
    assert err == "1 consistent, 1 conflict\n"
    assert main(["check", path, "--certify", "--allow", "torn"]) == OK
    capsys.readouterr()
    assert main(["check", path, "--certify", "--json"]) == FAILED
    head, fine, torn = map(json.loads, capsys.readouterr().out.splitlines())
    assert head["source"] == "a.ifc"
    assert len(fine["witness"].split()) in range(5, 11)
    assert torn["core"] == [0, 1]
    assert main(["check", write(tmp_path, "ifdsl 1\nspec", "c.ifc"), "--certify"]) == FAILED
    assert "IF0201" in capsys.readouterr().err
