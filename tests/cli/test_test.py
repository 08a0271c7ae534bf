"""`ifdsl test`: summaries, located findings, JSON, JUnit and exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ifdsl.cli import FAILED, OK, main

SOUND = """ifdsl 1

constraint word_limit(words: range) {
  check len(response.words) in words
  render listing "Use {words} words."
  pass word_limit(2..3) on "two words"
  fail word_limit(2..3) on "one"
}
"""
WRONG = SOUND.replace('on "one"', 'on "two words"')


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_sound_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", write(tmp_path, "sound.ifc", SOUND)]) == OK
    out, err = capsys.readouterr()
    assert out == "5 facts, 5 hold\n"
    assert err == ""


def test_a_line_that_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "wrong.ifc", WRONG)
    assert main(["test", path]) == FAILED
    out, err = capsys.readouterr()
    assert out == "5 facts, 4 hold\n"
    assert f"{path}:7:3" in err
    assert "error[IF0506 example-contradicted]: this line says that `word_limit` gives fail, but it gives pass" in err


def test_several_files_count_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [write(tmp_path, "sound.ifc", SOUND), write(tmp_path, "wrong.ifc", WRONG)]
    assert main(["test", *files]) == FAILED
    assert capsys.readouterr().out == "10 facts, 9 hold\n"


def test_a_file_that_does_not_build(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", write(tmp_path, "broken.ifc", SOUND.replace("response.words", "response.wrods"))]) == FAILED
    out, err = capsys.readouterr()
    assert "IF0308 unknown-view" in err
    assert out == "no facts: no constraint has `pass` or `fail` lines\n"


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(tmp_path / "none.ifc")]) == FAILED
    assert "IF0101 unreadable-file" in capsys.readouterr().err


def test_types_of_other_modules_are_not_tested_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'ifdsl 1\n\nuse std.length\n\nspec blurb {\n  task "Write."\n  must word_count(2..)\n}\n'
    assert main(["test", write(tmp_path, "spec.ifc", text)]) == OK
    assert capsys.readouterr().out.startswith("no facts")


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "wrong.ifc", WRONG)
    assert main(["test", path, "--json"]) == FAILED
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert err == ""
    assert (found["total"], found["holding"]) == (5, 4)
    assert [fact["kind"] for fact in found["facts"]] == ["example", "agreement", "example", "agreement", "wording"]
    wrong = found["facts"][2]
    assert (wrong["path"], wrong["line"], wrong["constraint"]) == (path, 7, "wrong.word_limit")
    assert (wrong["expected"], wrong["got"], wrong["holds"]) == ("fail", "pass", False)
    assert [diagnostic["code"] for diagnostic in found["diagnostics"]] == ["IF0506"]


def test_sarif_holds_the_findings_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", write(tmp_path, "wrong.ifc", WRONG), "--format", "sarif"]) == FAILED
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["IF0506"]


def test_junit(tmp_path: Path) -> None:
    report = tmp_path / "facts.xml"
    odd = WRONG.replace("word_limit", "limit").replace("two words", "two \\u{1} words")
    files = [
        write(tmp_path, "sound.ifc", SOUND),
        write(tmp_path, "odd.ifc", odd),
        write(tmp_path, "broken.ifc", SOUND.replace("words", "wrods", 1)),
    ]
    assert main(["test", *files, "--junit", str(report)]) == FAILED
    root = ElementTree.parse(report).getroot()
    counts = [(suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("errors")) for suite in root]
    assert counts == [(files[0], "5", "0", "0"), (files[1], "5", "1", "0"), (files[2], "1", "0", "1")]
    (failure,) = root.iter("failure")
    assert failure.text == "expected fail, got pass"
    case = next(case for case in root.iter("testcase") if case.find("failure") is not None)
    assert (case.get("classname"), case.get("name")) == ("odd.limit", "example 2 (line 7)")


def test_a_report_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "sound.ifc", SOUND)
    assert main(["test", path, "--junit", str(tmp_path / "no" / "facts.xml")]) == FAILED
    assert "IF0904 cannot-write" in capsys.readouterr().err


def test_python_runs_only_where_it_is_allowed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """ifdsl 1

constraint blank() {
  check python "operator:not_"
  render listing "Write nothing."
  pass blank() on ""
}
"""
    path = write(tmp_path, "hatch.ifc", text)
    assert main(["test", path]) == FAILED
    assert "it gives unknown" in capsys.readouterr().err
    assert main(["test", path, "--allow-python"]) == OK
    assert capsys.readouterr().out == "2 facts, 2 hold\n"
