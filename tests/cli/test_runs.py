"""`ifdsl verify`, `ifdsl export` and `ifdsl view` on the folder of a run, and on what is none."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import FAILED, OK, USAGE, main
from ifdsl.store.encoding import decode_item
from ifdsl.store.runs import Run
from tests.cli.evaluation import Folder
from tests.cli.runs import SPEC, make_run, models, write_spec


@pytest.fixture(autouse=True)
def _models(folder: Folder) -> Iterator[None]:
    with models(folder):
        yield


@pytest.fixture
def run(folder: Folder) -> Path:
    return make_run(folder, "long", "run")


def _counts(folder: Folder, words: list[str]) -> tuple[int, int]:
    """How many prompts passed, of how many, by the figures that a command prints as JSON."""
    folder.run([*words, "--json"])
    assert folder.code == OK
    counted = json.loads(folder.out)["prompt"]["strict"]
    return counted["passed"], counted["total"]


def _asked(run: Path) -> int:
    with Run.read(run) as opened:
        return opened.database.spent().requests


# ---------------------------------------------------------------- verify


def test_a_run_is_graded_again_as_it_was(folder: Folder, run: Path) -> None:
    before = (run / "summary.json").read_bytes(), (run / "results.jsonl").read_bytes()
    assert _counts(folder, ["verify", str(run)]) == (1, 3)
    assert ((run / "summary.json").read_bytes(), (run / "results.jsonl").read_bytes()) == before


def test_a_changed_spec_grades_the_answers_that_are_there(folder: Folder, run: Path) -> None:
    wider = write_spec(folder, "wider.ifc", SPEC.replace("..4", "..9"))
    assert _counts(folder, ["verify", str(run), "--spec", str(wider)]) == (3, 3)
    assert _asked(run) == 3, "nothing was asked"
    (first, *_) = [json.loads(line) for line in (run / "results.jsonl").read_text("utf-8").splitlines()]
    assert [one["strict"] for one in first["requirements"]] == ["pass", "pass"]
    assert _counts(folder, ["verify", str(run)]) == (1, 3), "the spec that it was made with grades as it did"


def test_the_verdicts_of_the_earlier_verifier_stay(folder: Folder, run: Path) -> None:
    wider = write_spec(folder, "wider.ifc", SPEC.replace("..4", "..9"))
    folder.run(["verify", str(run), "--spec", str(wider), "--quiet"])
    with Run.read(run) as opened:
        rows = opened.database.link.run("SELECT verifier, count(*) FROM verdict GROUP BY verifier")
    assert [count for _, count in rows] == [2] * 6, "two requirements of three prompts, each by its two verifiers"


def test_a_requirement_more_or_less_is_what_is_reported(folder: Folder, run: Path) -> None:
    fewer = write_spec(folder, "fewer.ifc", SPEC.replace("word_count(..4)  ", ""))
    folder.run(["verify", str(run), "--spec", str(fewer), "--json"])
    figures = json.loads(folder.out)["requirement"]["strict"]
    assert (figures["passed"], figures["total"]) == (3, 3)


def test_with_a_spec_that_does_not_compile_the_run_stays(folder: Folder, run: Path) -> None:
    before = (run / "results.jsonl").read_bytes()
    wrong = write_spec(folder, "wrong.ifc", SPEC.replace("word_count(2..)", "wordcount(2..)"))
    folder.run(["verify", str(run), "--spec", str(wrong), "--format", "plain"])
    assert folder.code == FAILED
    assert "error IF0302 unknown-constraint" in folder.err
    assert (run / "results.jsonl").read_bytes() == before


def test_a_spec_that_is_gone(folder: Folder, run: Path) -> None:
    (folder.path / "greet.ifc").unlink()
    folder.run(["verify", str(run), "--format", "plain"])
    assert folder.code == FAILED
    assert f"{folder.path / 'greet.ifc'}:1:1: error IF0101 unreadable-file" in folder.err


def test_a_folder_that_is_missing_is_no_run_and_no_file(folder: Folder) -> None:
    spec, missing = write_spec(folder), folder.path / "missing"
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(missing)])
    assert ended.value.code == USAGE
    assert f"`{missing}` is no run: --spec is needed" in folder.capsys.readouterr().err
    words = ["verify", str(missing), "--spec", str(spec), "--out", str(folder.path / "verdicts"), "--format", "plain"]
    folder.run(words)
    assert folder.code == FAILED
    assert folder.err == f"{missing}:1:1: error IF0101 unreadable-file: there is no such file\n"


def test_another_writer_is_not_disturbed(folder: Folder, run: Path) -> None:
    with Run.write(run, json.loads((run / "manifest.json").read_text("utf-8"))):
        folder.run(["verify", str(run), "--format", "plain"])
    assert folder.code == FAILED
    assert f"error IF0906 bad-run: another process writes to `{run}`" in folder.err


def test_responses_are_shared_out_as_the_run_graded_them(folder: Folder) -> None:
    """No one view makes the answer short enough and leaves it long enough, and the prompts are in a pattern of ours."""
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    spec = write_spec(folder, text=SPEC.replace("word_count(2..)", "word_count(6..)"))
    (folder.path / "own").mkdir()
    (folder.path / "own" / "mine.en.j2").write_text("{{ task }}", encoding="utf-8")
    for reading, passed in (("each", 3), ("one", 0)):
        run, verdicts = folder.path / reading, folder.path / f"{reading}-verdicts"
        made = ["eval", str(spec), "--model", "python:greeters:lines", "--reading", reading, "--out", str(run)]
        assert folder.run([*made, "--templates", str(folder.path / "own"), "--pattern", "mine", "--quiet"]).code == OK
        folder.run(["verify", str(run), "--out", str(verdicts), "--workers", "1", "--quiet", "--json"])
        assert (folder.code, json.loads(folder.out)["loose"].get("pass", 0)) == (OK, passed), folder.err


def test_a_spec_without_prompts_is_told_of_before_responses_are_shared_out(folder: Folder) -> None:
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    quiet = "constraint quiet() {\n  check len(response.words) == 0\n}\n"
    text = f'ifdsl 1\n\n{quiet}\nspec s {{\n  task "x"\n  must quiet()\n}}\n'
    spec, responses = write_spec(folder, text=text), folder.write("made.jsonl", [{"key": "s", "response": ""}])
    words = ["verify", str(responses), "--spec", str(spec), "--out", str(folder.path / "verdicts")]
    folder.run([*words, "--workers", "1", "--format", "plain"])
    assert folder.code == FAILED
    assert folder.err.startswith(f"{spec}:1:1: error ")
    assert "unrenderable" in folder.err


def test_an_answer_of_a_later_repeat_is_kept_too(folder: Folder) -> None:
    answer = {"prompt_id": "greet(name=Ann)", "text": "Good day.", "status": "ok", "model": "m", "repeat": 1}
    responses, out = folder.write("made.jsonl", [answer]), folder.path / "out"
    folder.run(["eval", str(write_spec(folder)), "--responses", str(responses), "--out", str(out), "--quiet"])
    with Run.read(out) as opened:
        found = [(one.prompt_id, one.answered) for one in opened.database.results()]
    assert found == [("greet(name=Ann)", True), ("greet(name=Bo)", False), ("greet(name=Cy)", False)]


# ---------------------------------------------------------------- export


def test_lines_hold_what_the_run_holds(folder: Folder, run: Path) -> None:
    target = folder.path / "answers.jsonl"
    folder.run(["export", str(run), str(target)])
    assert (folder.code, folder.out, folder.err) == (OK, "", f"3 answers written to {target}\n")
    lines = target.read_text("utf-8").splitlines()
    with Run.read(run) as opened:
        assert [decode_item(json.loads(line)) for line in lines] == list(opened.database.results())


def test_a_table_has_a_row_for_each_answer(folder: Folder, run: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    target = folder.path / "answers.parquet"
    folder.run(["export", str(run), str(target), "--quiet"])
    assert (folder.code, folder.out, folder.err) == (OK, "", "")
    rows: list[dict[str, Any]] = parquet.read_table(target).to_pylist()
    assert [(row["text"], row["strict"]) for row in rows] == [
        ("Good day to you, my dear Ann.", False),
        ("Good day.", True),
        ("Good day to you, my dear Cy.", False),
    ]


def test_a_name_with_another_ending_is_wrong_usage(folder: Folder, run: Path) -> None:
    target = folder.path / "answers.csv"
    with pytest.raises(SystemExit) as ended:
        main(["export", str(run), str(target)])
    assert ended.value.code == USAGE
    assert f"`{target}` ends neither in .jsonl nor in .parquet" in folder.capsys.readouterr().err
    assert not target.exists()


def test_what_cannot_be_exported(folder: Folder, run: Path) -> None:
    missing = folder.path / "missing"
    folder.run(["export", str(missing), str(folder.path / "a.jsonl"), "--format", "plain"])
    assert folder.code == FAILED
    assert folder.err == f"{missing}:1:1: error IF0906 bad-run: `{missing}` is no run: there is no such folder\n"
    target = missing / "a.jsonl"
    folder.run(["export", str(run), str(target), "--format", "plain"])
    assert folder.code == FAILED
    assert folder.err.startswith(f"{target}:1:1: error IF0904 cannot-write: ")


# ---------------------------------------------------------------- view


def test_a_folder_that_cannot_be_viewed(folder: Folder) -> None:
    folder.run(["view", str(folder.path), "--format", "plain"])
    assert folder.code == FAILED
    assert folder.err == (
        f"{folder.path}:1:1: error IF0906 bad-run: `{folder.path}` is no run: it has no `manifest.json`\n"
    )


def test_a_port_that_is_taken(folder: Folder, run: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        folder.run(["view", str(run), "--port", str(port), "--format", "plain"])
    assert folder.code == FAILED
    assert folder.err == f"{run}:1:1: error IF0904 cannot-write: another program listens on port {port}\n"


def test_a_port_that_is_none(folder: Folder, run: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["view", str(run), "--port", "-1"])
    assert ended.value.code == USAGE
