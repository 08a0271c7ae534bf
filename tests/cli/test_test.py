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
    assert out == "5 facts, 5 hold\n9 generated, 9 hold\n"
    assert err == ""


def test_a_line_that_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "wrong.ifc", WRONG)
    assert main(["test", path]) == FAILED
    out, err = capsys.readouterr()
    assert out == "5 facts, 4 hold\n9 generated, 9 hold\n"
    assert f"{path}:7:3" in err
    assert "error[IF0506 example-contradicted]: this line says that `word_limit` gives fail, but it gives pass" in err


def test_several_files_count_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [write(tmp_path, "sound.ifc", SOUND), write(tmp_path, "wrong.ifc", WRONG)]
    assert main(["test", *files]) == FAILED
    assert capsys.readouterr().out == "10 facts, 9 hold\n18 generated, 18 hold\n"


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


def test_json_holds_what_was_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SOUND.replace("in words\n", "in words.min..9\n")
    path = write(tmp_path, "sound.ifc", text)
    assert main(["test", path, "--json"]) == OK
    made = json.loads(capsys.readouterr().out)["generated"]
    assert (made["total"], made["holding"]) == (5, 5)
    assert [fact["kind"] for fact in made["facts"]] == [
        "boundary", "agreement", "near_miss", "agreement", "recognition"
    ]  # fmt: skip
    near = made["facts"][2]
    assert (near["expected"], near["got"], near["region"]) == ("fail", "fail", "words: below the lower bound")
    assert (near["call"], len(near["text"].split()), near["line"]) == ("word_limit(2..3)", 1, 6)
    assert made["gaps"] == [
        {"path": path, "constraint": "sound.word_limit", "call": "word_limit(2..3)", "region": f"words: {side}",
         "reason": "none was found"}
        for side in ("at the upper bound", "above the upper bound")
    ]  # fmt: skip


def test_lines_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "sound.ifc", SOUND)
    assert main(["test", path, "--lines"]) == OK
    assert capsys.readouterr().out == "5 facts, 5 hold\n"
    assert main(["test", path, "--lines", "--json"]) == OK
    found = json.loads(capsys.readouterr().out)
    assert found["generated"] == {"facts": [], "total": 0, "holding": 0, "gaps": []}
    with pytest.raises(SystemExit):
        main(["test", path, "--lines", "--deep"])


def test_deep_uses_more_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = "".join(f'  fail word_limit({low}..) on "one"\n' for low in range(4, 9))
    text = SOUND.rstrip().removesuffix("}") + more + "}\n"
    path = write(tmp_path, "sound.ifc", text)
    counts = []
    for options in ([], ["--deep"]):
        assert main(["test", path, "--json", *options]) == OK
        made = json.loads(capsys.readouterr().out)["generated"]
        counts.append(len({fact["call"] for fact in made["facts"]}))
    assert counts == [2, 6]


def test_gaps_are_counted_and_fail_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "sound.ifc", SOUND.replace("in words\n", "in 2..9\n").replace("2..3", "2.."))
    assert main(["test", path]) == OK
    assert capsys.readouterr().out.splitlines()[1].endswith("; 2 gaps")
    assert main(["test", path, "--coverage"]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[lines.index("gaps:") + 1 :] == [
        f"  word_limit(2..): words: {side}: none was found" for side in ("at the lower bound", "below the lower bound")
    ]


def test_two_types_with_one_wording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = SOUND.removeprefix("ifdsl 1\n").replace("word_limit", "line_limit").replace(".words)", ".lines)")
    path = write(tmp_path, "twice.ifc", SOUND + other.replace('on "two words"', 'on "two\\nlines"'))
    assert main(["test", path]) == FAILED
    out, err = capsys.readouterr()
    assert out.startswith("10 facts, 10 hold\n")
    assert "can be read as `word_limit(2..3)` or as `line_limit(2..3)`" in err
    assert f"{path}:5:" in err


def test_coverage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SOUND.replace("in words\n", 'in words and ("zzyzx" not in response or "zzyzx" in response)\n')
    path = write(tmp_path, "sound.ifc", text)
    assert main(["test", path, "--coverage", "--lines"]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split() == ["type", "texts", "regions", "branches"]
    assert lines[3].split() == ["word_limit", "2", "+", "0", "2,", "2", "of", "4", "6,", "6", "of", "10"]
    assert lines[5] == "not reached:"
    assert "  word_limit: words: above the upper bound" in lines
    assert "gaps:" not in lines
    assert main(["test", path, "--coverage", "--json"]) == OK
    (found,) = json.loads(capsys.readouterr().out)["coverage"]
    assert (found["constraint"], found["texts"]["lines"]) == ("sound.word_limit", 2)
    assert all(item["by_all"] for item in found["regions"])
    assert [item["by_lines"] for item in found["regions"]] == [True, True, False, False]
    assert {"what", "by_lines", "by_all"} == set(found["branches"][0])


def test_coverage_of_several_types_is_summed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = SOUND.replace("word_limit", "limit")
    files = [write(tmp_path, "sound.ifc", SOUND), write(tmp_path, "other.ifc", other)]
    assert main(["test", *files, "--coverage"]) == OK
    assert capsys.readouterr().out.splitlines()[-1].split() == [
        "all", "4", "+", "8", "4,", "8", "of", "8", "4,", "4", "of", "4"
    ]  # fmt: skip
    assert main(["test", write(tmp_path, "none.ifc", "ifdsl 1\n"), "--coverage"]) == OK
    assert capsys.readouterr().out.startswith("no facts")


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
    assert counts == [(files[0], "14", "0", "0"), (files[1], "14", "1", "0"), (files[2], "1", "0", "1")]
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
    assert capsys.readouterr().out == "2 facts, 2 hold\n1 generated, 1 holds\n"
