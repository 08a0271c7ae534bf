"""`ifdsl check`: findings in every format, exit codes, and fixes that keep a file's bytes otherwise as they are."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from ifdsl.cli import FAILED, OK, main

SOUND = 'ifdsl 1\n\nuse std.length\n\nspec s {\n  task "Say hello."\n  must word_count(..3)\n}\n'
LACKS_USE = SOUND.replace("use std.length\n\n", "")
MISSPELT = SOUND.replace("word_count", "word_cuont")
WARNED = "ifdsl 1\n\nconstraint c() {\n  check len(response) > 0\n}\n"


def write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode("utf-8"))
    return path


def test_a_sound_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(write(tmp_path / "a.ifc", SOUND))]) == OK
    assert capsys.readouterr() == ("", "")


def test_a_warning_is_shown_but_is_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(write(tmp_path / "a.ifc", WARNED))]) == OK
    out, err = capsys.readouterr()
    assert out == ""
    assert "warning[IF0504 missing-wording]" in err
    assert "1 warning" in err


def test_an_error_is_shown_where_it_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.ifc", MISSPELT)
    assert main(["check", str(path)]) == FAILED
    err = capsys.readouterr().err
    assert "error[IF0302 unknown-constraint]: no constraint is called `word_cuont`" in err
    assert f"--> {path}:7:8" in err
    assert "1 error" in err


def test_several_files_are_all_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [write(tmp_path / name, text) for name, text in (("a.ifc", MISSPELT), ("b.ifc", SOUND), ("c.ifc", WARNED))]
    assert main(["check", *map(str, paths), "--format", "plain"]) == FAILED
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in lines if line.startswith(str(tmp_path))] == [
        str(paths[0]),
        str(paths[2]),
    ]


def test_json_lists_the_findings_on_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.ifc", MISSPELT)
    assert main(["check", str(path), "--json"]) == FAILED
    out, err = capsys.readouterr()
    assert err == ""
    (finding,) = json.loads(out)
    assert (finding["code"], finding["name"], finding["severity"]) == ("IF0302", "unknown-constraint", "error")
    assert finding["location"]["start"]["line"] == 7
    assert finding["fixes"]
    assert main(["check", str(write(path, SOUND)), "--json"]) == OK
    assert json.loads(capsys.readouterr().out) == []


def test_sarif(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(write(tmp_path / "a.ifc", MISSPELT)), "--format", "sarif"]) == FAILED
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["IF0302"]


@pytest.mark.parametrize("name", ["nowhere.ifc", "folder", "deep/er/nowhere.ifc", "loop.ifc", "wrong.ifc"])
def test_what_cannot_be_read_is_a_finding(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop.ifc").symlink_to(tmp_path / "loop.ifc")
    (tmp_path / "wrong.ifc").write_bytes(b"ifdsl 1\n\xff\xfe\n")
    assert main(["check", str(tmp_path / name)]) == FAILED
    assert ("IF0102" if name == "wrong.ifc" else "IF0101") in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_without_a_writer_is_not_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.ifc")
    for command in (["check"], ["fmt"], ["compile", "-o", str(tmp_path / "out")], ["eval", "--responses", "r"]):
        assert main([*command, str(tmp_path / "pipe.ifc")]) == FAILED
        assert "it is not a regular file" in capsys.readouterr().err


# ---------------------------------------------------------------- fixes


def test_fix_makes_the_safe_fixes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.ifc", LACKS_USE)
    assert main(["check", str(path)]) == FAILED
    assert main(["check", str(path), "--fix"]) == OK
    assert path.read_text(encoding="utf-8") == SOUND
    capsys.readouterr()


def test_unsafe_fixes_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.ifc", MISSPELT)
    assert main(["check", str(path), "--fix"]) == FAILED
    assert path.read_text(encoding="utf-8") == MISSPELT
    assert main(["check", str(path), "--unsafe-fixes"]) == FAILED
    assert path.read_text(encoding="utf-8") == MISSPELT, "without --fix nothing is written"
    assert main(["check", str(path), "--fix", "--unsafe-fixes"]) == OK
    assert path.read_text(encoding="utf-8") == SOUND
    capsys.readouterr()


def test_a_fix_keeps_line_ends_and_the_byte_order_mark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.ifc", "\ufeff" + LACKS_USE.replace("\n", "\r\n"))
    assert main(["check", str(path), "--fix"]) == OK
    assert path.read_bytes() == b"\xef\xbb\xbf" + SOUND.replace("\n", "\r\n").encode()
    capsys.readouterr()


def test_a_fix_that_cannot_be_written_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, data: bytes) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    path = write(tmp_path / "a.ifc", LACKS_USE)
    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert main(["check", str(path), "--fix"]) == FAILED
    err = capsys.readouterr().err
    assert "IF0904 cannot-write" in err
    assert "IF0302 unknown-constraint" in err


def test_nothing_is_written_where_nothing_is_to_fix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.ifc", SOUND)
    before = path.stat().st_mtime_ns
    assert main(["check", str(path), "--fix", "--unsafe-fixes"]) == OK
    assert path.stat().st_mtime_ns == before
    capsys.readouterr()


def test_colour_is_for_terminals_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(write(tmp_path / "a.ifc", MISSPELT))
    main(["check", path])
    assert "\x1b[" not in capsys.readouterr().err
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["check", path])
    assert "\x1b[" in capsys.readouterr().err
    main(["check", path, "--no-colour"])
    assert "\x1b[" not in capsys.readouterr().err
    monkeypatch.setenv("NO_COLOR", "1")
    main(["check", path])
    assert "\x1b[" not in capsys.readouterr().err


# ---------------------------------------------------------------- published files

ROWS = [
    {"key": 1, "prompt": "A", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]},
    {
        "key": 2,
        "prompt": "B",
        "instruction_id_list": [
            "punctuation:no_comma",
            "length_constraints:number_words",
            "length_constraints:number_words",
        ],
        "kwargs": [{}, {"num_words": 20, "relation": "at least"}, {"num_words": 10, "relation": "less than"}],
    },
    {"key": 3, "prompt": "C", "instruction_id_list": ["punctuation:no_coma"], "kwargs": [{}]},
]


@pytest.fixture
def published(tmp_path: Path) -> Path:
    pytest.importorskip("z3", reason="the extra `smt` is not installed")
    return write(tmp_path / "rows.jsonl", "".join(json.dumps(row) + "\n" for row in ROWS))


def test_each_row_gets_a_certificate(published: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--from", "ifeval", str(published), "--json"]) == FAILED
    out, err = capsys.readouterr()
    assert err == ""
    first, second, third = map(json.loads, out.splitlines())
    assert (first["key"], first["verdict"]) == (1, "consistent")
    assert first["witness"].strip()
    assert "," not in first["witness"]
    assert (second["key"], second["verdict"], second["core"]) == (2, "conflict", [1, 2])
    assert second["instructions"] == ["length_constraints:number_words"] * 2
    assert second["reason"]
    assert (third["key"], third["line"], third["verdict"]) == (3, 3, "unreadable")
    assert "punctuation:no_comma" in third["reason"]


def test_rows_for_people(published: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--from", "ifeval", str(published)]) == FAILED
    out, err = capsys.readouterr()
    assert out.startswith("conflict: key 2: `length_constraints:number_words`")
    assert "error[IF0802 unknown-instruction]" in err
    assert err.endswith("1 consistent, 1 conflict, 1 unreadable\n")


def test_rows_that_are_all_consistent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("z3", reason="the extra `smt` is not installed")
    path = write(tmp_path / "rows.jsonl", json.dumps(ROWS[0]) + "\n")
    assert main(["check", "--from", "ifbench", str(path)]) == OK
    assert capsys.readouterr() == ("", "1 consistent\n")


@pytest.mark.parametrize(("name", "words"), [("ifevl", "there is `ifeval`"), ("muldimif", "`ifdsl import muldimif`")])
def test_a_benchmark_that_has_no_instructions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, words: str
) -> None:
    assert main(["check", "--from", name, str(tmp_path / "rows.jsonl")]) == FAILED
    assert words in capsys.readouterr().err


def test_a_published_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--from", "ifeval", str(tmp_path / "rows.jsonl")]) == FAILED
    assert "IF0101" in capsys.readouterr().err


def test_requirements_that_cannot_hold_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("z3", reason="the extra `smt` is not installed")
    text = SOUND.replace("must word_count(..3)", "must {\n    word_count(..3)\n    word_count(5..)\n  }")
    assert main(["check", str(write(tmp_path / "a.ifc", text))]) == FAILED
    assert "IF0701" in capsys.readouterr().err
