"""`ifdsl lint` prints findings with their places, gives them as data, and tells by its exit code if there are any."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from ifdsl.cli import FAILED, OK, USAGE, main
from ifdsl.run.progress import Meter
from tests.published.linting.rows import row, written

WORDS = ("length_constraints:number_words", {"num_words": 120, "relation": "at least"})
GOOD = row("Write a note to Ann. Use at least 120 words.", WORDS)
BAD = row("Write a note to Ann. Use at least 200 words.", WORDS, key=2)


def test_nothing_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(written(tmp_path, [GOOD])), "--format", "plain"]) == OK
    told = capsys.readouterr()
    assert told.err == "1 row, nothing found\n"
    assert told.out == ""


def test_something_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, [GOOD, BAD])
    assert main(["lint", str(path), "--format", "plain"]) == FAILED
    told = capsys.readouterr().err
    assert f"{path} key 2 prompt:1:26: warning IF1003 other-number" in told
    assert "with 200 for `kwargs[0].num_words` the two agree" in told
    assert "1 finding in 1 of 2 rows: 1 other-number" in told


def test_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(written(tmp_path, [GOOD, BAD])), "--json"]) == FAILED
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert (found["key"], found["code"], found["line"]) == (2, "IF1003", 2)
    assert found["parameters"] == ["kwargs[0].num_words"]
    assert found["prompt"][0]["text"] == "at least 200 words"


def test_as_sarif(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(written(tmp_path, [BAD])), "--format", "sarif"]) == FAILED
    assert json.loads(capsys.readouterr().out)["version"] == "2.1.0"


def test_what_weighs_less_is_left_out(tmp_path: Path) -> None:
    path = written(tmp_path, [BAD])
    assert main(["lint", str(path), "--least", "warning"]) == FAILED
    assert main(["lint", str(path), "--least", "error"]) == OK


@pytest.mark.parametrize(
    ("content", "options", "said"),
    [
        (None, [], "no such file"),
        ('{"a": 1}\n', [], "has the shape of no benchmark; --benchmark says which it is: ifeval, "),
        ('{"a": 1}\n', ["--benchmark", "ifevall"], "no benchmark is called `ifevall`; there is `ifeval`"),
        ("", [], "has the shape of no benchmark"),
    ],
)
def test_nothing_can_be_looked_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None, options: list[str], said: str
) -> None:
    path = tmp_path / "rows.jsonl"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert main(["lint", str(path), *options]) == USAGE
    assert said in capsys.readouterr().err.replace("\n", " ")


def test_a_row_that_cannot_be_read_is_located(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, [GOOD, GOOD | {"key": 3, "kwargs": "none"}])
    assert main(["lint", str(path), "--benchmark", "ifeval", "--format", "plain"]) == FAILED
    assert f"{path}:2:" in capsys.readouterr().err


def test_specs_are_looked_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "note.ifc"
    path.write_text(
        'ifdsl 1\nuse std.length\n\nspec note {\n  prompt "Write a note to Ann. Use at least 200 words."\n'
        "  must word_count(120..)\n}\n",
        encoding="utf-8",
    )
    assert main(["lint", str(path), "--format", "plain"]) == FAILED
    told = capsys.readouterr().err
    assert "IF1003" in told
    assert f"{path}:6:" in told
    path.write_text(path.read_text(encoding="utf-8").replace("200", "120"), encoding="utf-8")
    assert main(["lint", str(path)]) == OK


UNGRADED = row("Describe a lamp. Do not use any commas. Use at least 3 sentences.", ("punctuation:no_comma", {}), key=3)


@pytest.mark.parametrize("code", ["ungraded", "IF1008", "if1008", "1008"])
def test_a_kind_that_is_ignored(tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str) -> None:
    path = written(tmp_path, [BAD, UNGRADED])
    assert main(["lint", str(path), "--ignore", code, "--json"]) == FAILED
    assert [json.loads(line)["name"] for line in capsys.readouterr().out.splitlines()] == ["other-number"]
    assert main(["lint", str(path), "--ignore", code, "--ignore", "other-number"]) == OK


def test_a_kind_that_there_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", str(written(tmp_path, [BAD])), "--ignore", "ungradd"]) == USAGE
    assert capsys.readouterr().err == "error: no kind of finding is called `ungradd`; there is `ungraded`\n"


def test_one_report_for_all_rows_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [written(tmp_path, [BAD, UNGRADED]), written(tmp_path, [UNGRADED], "more.jsonl")]
    assert main(["lint", *map(str, paths), "--format", "sarif"]) == FAILED
    (told,) = json.loads(capsys.readouterr().out)["runs"]
    assert len(told["results"]) == 3
    assert main(["lint", *map(str, paths)]) == FAILED
    said = capsys.readouterr().err.splitlines()
    assert said[-1] == "3 findings in 3 of 3 rows: 2 ungraded, 1 other-number"
    assert "1 warning" not in said


@pytest.mark.parametrize("name", ["gone.jsonl", "gone.ifc"])
def test_a_file_that_is_not_there_keeps_none_of_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = written(tmp_path, [BAD])
    assert main(["lint", str(tmp_path / name), str(path), "--format", "plain"]) == USAGE
    told = capsys.readouterr().err
    assert "IF0101" in told
    assert "IF1003" in told


def test_specs_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "note.ifc"
    path.write_text(
        'ifdsl 1\nuse std.length\n\nspec note {\n  prompt "Use at least 200 words."\n  must word_count(120..)\n}\n',
        encoding="utf-8",
    )
    assert main(["lint", str(path), str(written(tmp_path, [BAD])), "--json"]) == FAILED
    assert [json.loads(line)["code"] for line in capsys.readouterr().out.splitlines()] == ["IF1003", "IF1003"]


def test_progress_makes_room_for_findings() -> None:
    """What is drawn is wiped before anything else is printed, and nothing is where nothing was drawn."""

    class Screen(StringIO):
        def isatty(self) -> bool:
            return True

    screen, now = Screen(), iter(range(100))
    meter = Meter(None, stream=screen, clock=lambda: float(next(now)), noun="row")
    meter.wipe()
    assert screen.getvalue() == ""
    meter.count()
    drawn = screen.getvalue()
    meter.wipe()
    wiped = screen.getvalue().removeprefix(drawn)
    assert drawn.startswith("\r1 row")
    assert wiped == "\r" + " " * (len(drawn) - 1) + "\r"
