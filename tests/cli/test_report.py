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
from tests.cli.evaluation import NEEDS_PARITY, Folder, row
from tests.cli.runs import make_run, models, write_spec


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
    cells = next(line.split() for line in folder.out.splitlines() if "prompt-level, strict" in line)
    assert cells[2:5] == ["1.0000", "0.3333", "-0.6667"]
    assert cells[-3:-1] == ["2", "0"], "two prompts passed in the first run alone"
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
    runs = [{"name": name, "reliability": None, "dimensions": None} for name in ("before", "after")]
    assert said == {"file": str(first / "report.html"), "answers": 6, "shown": 6, "runs": runs}
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


# ---------------------------------------------------------------- groups of cousins, and MulDimIF's dimensions


MEMBERS = ["original", *(f"{kind}:{n}" for kind in ("rephrasing", "distractor", "ct_alteration") for n in (1, 2, 3))]


def _cousins(folder: Folder, name: str, failing: set[str]) -> Path:
    """A run of two groups of ten in the shape of IFEval++, of which these rows fail."""
    keys = [f"{group}:{member}" for group in (1, 2) for member in MEMBERS]
    rows = folder.write("rows.jsonl", [row(key, f"Ask {key}") for key in keys])
    answers = [{"key": key, "prompt": f"Ask {key}", "response": "a, b" if key in failing else "a b"} for key in keys]
    made, out = folder.write(f"{name}.jsonl", answers), folder.path / name
    folder.run(["eval", "--from", "ifeval-pp", str(rows), "--responses", str(made), "--out", str(out)])
    assert folder.code == OK
    return out


@NEEDS_PARITY
def test_groups_of_a_published_run_agree_with_its_evaluator(folder: Folder) -> None:
    run = _cousins(folder, "one", {"2:distractor:3"})
    assert "2 groups of 10 prompts" in folder.out
    log = json.loads((run / "eval_results_strict_log.json").read_text("utf-8"))["reliable_at_k"]
    found = json.loads((run / "summary.json").read_text("utf-8"))["reliability"]["strict"]
    assert found["every"]["whole"]["value"] == log["reliable_at_k_all"] == 0.5
    assert found["original"]["value"] == log["reliable_at_k_original"] == 1.0
    for kind in ("rephrasing", "distractor", "ct_alteration"):
        beside = found["kinds"][kind]["with_original"]["whole"]["value"]
        assert beside == log[f"reliable_at_k_{kind}_at_4"]
    assert found["every"]["drop"]["value"] == 0.5
    assert [point["k"] for point in found["every"]["curve"]] == list(range(1, 11))
    assert found["kinds"]["distractor"]["alone"]["curve"][0]["all"]["value"] == pytest.approx(5 / 6)


@NEEDS_PARITY
def test_groups_are_reported_and_compared(folder: Folder) -> None:
    first = _cousins(folder, "first", {"1:original", "2:distractor:3"})
    second = _cousins(folder, "second", {"2:distractor:3"})
    folder.run(["report", str(first), str(second)])
    assert folder.code == OK
    headings = [line for line in folder.out.splitlines() if "groups of 10" in line]
    assert headings == [
        "first: 2 groups of 10 prompts",
        "second: 2 groups of 10 prompts",
        "2 groups of 10 prompts that both have, means over groups",
    ]
    compared = next(line.split() for line in folder.out.splitlines() if "reliable@10, strict" in line)
    assert compared[2:5] == ["0.0000", "0.5000", "+0.5000"]
    assert "Groups of cousins" in (first / "report.html").read_text("utf-8")
    folder.run(["report", str(first), str(second), "--json"])
    said = json.loads(folder.out)
    assert [run["reliability"]["strict"]["every"]["whole"]["value"] for run in said["runs"]] == [0.0, 0.5]
    assert said["comparisons"][0]["reliability"]["strict"]["whole"]["difference"] == 0.5


COUSINS = """ifdsl 1

use std.length

spec plain { prompt "Greet Ann in at most four words." must word_count(..4) }

spec other {
  prompt "In no more than four words, greet Ann."
  must word_count(..4)
  meta base "plain"
  meta kind "rephrasing"
  meta pattern "listing"
  meta level "I"
}
"""


def test_what_a_spec_says_of_itself_makes_a_group(folder: Folder) -> None:
    made = folder.path / "made"
    spec = write_spec(folder, "cousins.ifc", COUSINS)
    folder.run(["eval", str(spec), "--model", "python:greeters:short", "--repeats", "2", "--out", str(made)])
    assert folder.code == OK
    assert "1 group of 2 prompts" in folder.out
    figures = json.loads((made / "summary.json").read_text("utf-8"))
    assert figures["reliability"]["kinds"] == {"original": 1, "rephrasing": 1}
    assert (figures["reliability"]["fewest"], figures["reliability"]["most"]) == (2, 2)
    assert figures["by_kind"]["rephrasing"]["prompt"]["strict"]["total"] == 2
    assert figures["dimensions"]["items"] == 2, "one of the prompts says its pattern and level"


def test_the_table_of_muldimif_is_that_of_its_evaluator(folder: Folder) -> None:
    def item(number: int, level: str, *constraints: tuple[str, str, str]) -> dict[str, object]:
        return {
            "id": str(number),
            "conversations": [{"role": "user", "content": f"Write {number}."}],
            "constraints": [list(one) for one in constraints],
            "constraint_pattern": "Listing",
            "difficulty": level,
        }

    short = ("Length", "Words", "The response must contain at most 3 words.")
    upper = ("Language", "English", "The answer must be in all uppercase letters.")
    rows = [item(1, "Level 1", short), item(2, "Level 2", short, upper), item(3, "Level 2", short, upper)]
    answers = [{"key": str(n), "response": text} for n, text in ((1, "a b c d"), (2, "A B"), (3, "a b"))]
    data, made = folder.write("items.jsonl", rows), folder.write("answers.jsonl", answers)
    out = folder.path / "out"
    folder.run(["eval", "--from", "muldimif", str(data), "--responses", str(made), "--out", str(out)])
    assert folder.code == OK
    assert "by dimension, as MulDimIF counts" in folder.out
    maps = json.loads((out / "score.json").read_text("utf-8"))
    found = json.loads((out / "summary.json").read_text("utf-8"))["dimensions"]

    def text(read: dict[str, dict[str, float]]) -> str:
        return f"{read['strict']['passed']}/{read['strict']['total']}={read['strict']['rate']}"

    assert text(found["overall"]["whole"]) == maps["Overall"] == f"1/3={1 / 3}"
    assert text(found["by_pattern"]["Listing"]["whole"]) == maps["constraint_pattern_list"]["Listing"]
    assert text(found["by_level"]["Level 2"]["whole"]) == maps["constraint_difficulty_list"]["Level 2"]
    assert {name: text(read) for name, read in found["by_category"].items()} == maps["constraint_category_list"]
    assert {name: text(read) for name, read in found["by_subcategory"].items()} == (
        maps["constraint_category_second_list"]
    )
    assert found["overall"]["macro"]["strict"]["value"] == pytest.approx((0 + 1 + 1 / 2) / 3)
    assert found["overall"]["micro"]["strict"]["rate"] == 3 / 5
