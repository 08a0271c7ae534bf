"""`ifdsl report`: the file of one run and of several, the comparison that is printed, and runs that are none."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ifdsl.cli import FAILED, OK
from ifdsl.report.comparing import compare
from ifdsl.report.versus import comparison_dict, render_comparison
from ifdsl.store.runs import Run
from tests.cli.evaluation import Folder
from tests.cli.runs import make_run, models


@pytest.fixture(autouse=True)
def _models(folder: Folder) -> Iterator[None]:
    with models(folder):
        yield


def _compared(first: Path, second: Path) -> object:
    with Run.read(first) as one, Run.read(second) as other:
        return compare(one.database.results(), other.database.results())


def test_of_one_run_the_file_is_written_and_nothing_is_compared(folder: Folder) -> None:
    run = make_run(folder, "short", "one")
    written = (run / "report.html").read_bytes()
    (run / "report.html").unlink()
    folder.run(["report", str(run)])
    assert (folder.code, folder.out) == (OK, "")
    assert folder.err == f"{run / 'report.html'}: 3 of 3 answers can be looked at\n"
    assert (run / "report.html").read_bytes() == written, "the same as the one that `eval` wrote"


def test_two_runs_are_compared_on_standard_output(folder: Folder) -> None:
    first, second = make_run(folder, "short", "before"), make_run(folder, "long", "after")
    target = folder.path / "both.html"
    folder.run(["report", str(first), str(second), "--out", str(target)])
    assert folder.code == OK
    assert folder.out == render_comparison(_compared(first, second), "before", "after")  # type: ignore[arg-type]
    row = next(line.split() for line in folder.out.splitlines() if "prompt-level, strict" in line)
    assert row[2:5] == ["1.0000", "0.3333", "-0.6667"]
    assert row[-3:-1] == ["2", "0"], "two prompts passed in the first run alone"
    assert folder.err == f"{target}: 6 of 6 answers can be looked at\n"
    assert "before and after" in target.read_text("utf-8")


def test_three_runs_are_two_comparisons_with_the_first(folder: Folder) -> None:
    runs = [make_run(folder, model, name) for model, name in (("short", "a"), ("long", "b"), ("short", "c"))]
    folder.run(["report", *map(str, runs)])
    assert [line for line in folder.out.splitlines() if "in both" in line] == [
        "3 prompts in both: first is a, second is b",
        "3 prompts in both: first is a, second is c",
    ]


def test_as_json_the_comparison_has_all_figures(folder: Folder) -> None:
    first, second = make_run(folder, "short", "before"), make_run(folder, "long", "after")
    folder.run(["report", str(first), str(second), "--json"])
    said = json.loads(folder.out)
    figures = said.pop("comparisons")
    assert said == {"file": str(first / "report.html"), "answers": 6, "shown": 6}
    expected = comparison_dict(_compared(first, second))  # type: ignore[arg-type]
    assert figures == [{"first": "before", "second": "after", **json.loads(json.dumps(expected))}]


def test_quiet_says_nothing(folder: Folder) -> None:
    first, second = make_run(folder, "short", "before"), make_run(folder, "long", "after")
    folder.run(["report", str(first), str(second), "--quiet"])
    assert (folder.code, folder.out, folder.err) == (OK, "", "")


def test_two_folders_of_one_name_are_told_apart(folder: Folder) -> None:
    for parent in ("x", "y"):
        (folder.path / parent).mkdir()
    first, second = make_run(folder, "short", "x/run"), make_run(folder, "long", "y/run")
    folder.run(["report", str(first), str(second)])
    assert folder.out.startswith("3 prompts in both: first is run (1), second is run (2)\n")


def test_a_folder_that_is_no_run(folder: Folder) -> None:
    run = make_run(folder, "short", "one")
    folder.run(["report", str(run), str(folder.path), "--out", str(folder.path / "r.html"), "--format", "plain"])
    assert (folder.code, folder.out) == (FAILED, "")
    assert folder.err == (
        f"{folder.path}:1:1: error IF0906 bad-run: `{folder.path}` is no run: it has no `manifest.json`\n"
    )
    assert not (folder.path / "r.html").exists()


def test_a_database_that_is_damaged(folder: Folder) -> None:
    run = make_run(folder, "short", "one")
    (run / "run.db").write_bytes(b"no database" * 1000)
    folder.run(["report", str(run), "--format", "plain"])
    assert folder.code == FAILED
    assert f"error IF0906 bad-run: `{run / 'run.db'}` is no database, or is damaged" in folder.err


def test_a_file_that_cannot_be_written(folder: Folder) -> None:
    run = make_run(folder, "short", "one")
    target = folder.path / "missing" / "r.html"
    folder.run(["report", str(run), "--out", str(target), "--format", "plain"])
    assert folder.code == FAILED
    assert folder.err.startswith(f"{target}:1:1: error IF0904 cannot-write: ")
    assert os.listdir(run), "the run stays"
