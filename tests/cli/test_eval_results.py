"""`ifdsl eval`: result files, figures, readings of loose, and files in the way."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from ifdsl.cli import FAILED, INTERRUPTED, OK
from ifdsl.cli import evaluating as evaluating_module
from tests.cli.evaluation import NEEDS_PARITY, NO_COMMA, RESPONSES, ROWS, RUN_FILES, Folder, row

pytestmark = NEEDS_PARITY


def test_result_files_have_the_published_shape(folder: Folder) -> None:
    folder.evaluate(ROWS, RESPONSES)
    names = [
        "key", "instruction_id_list", "prompt", "response", "follow_all_instructions", "follow_instruction_list",
    ]  # fmt: skip
    for reading in ("strict", "loose"):
        assert [list(result) for result in folder.results(reading)] == [names] * 3
    assert folder.results()[2] == {
        "key": 3,
        "instruction_id_list": ["keywords:existence", "punctuation:no_comma"],
        "prompt": "three",
        "response": "Hello, there",
        "follow_all_instructions": False,
        "follow_instruction_list": [True, False],
    }
    assert sorted(path.name for path in (folder.path / "out").iterdir()) == sorted(
        ["eval_results_loose.jsonl", "eval_results_strict.jsonl", *RUN_FILES]
    )


def test_json_is_the_summary(folder: Folder) -> None:
    folder.evaluate(ROWS, RESPONSES[:2], "--json")
    summary = json.loads(folder.out)
    assert summary == json.loads((folder.path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert (summary["items"], summary["unanswered"]) == (3, 1)
    assert summary["prompt"]["strict"]["passed"] == 2
    assert (summary["requirement"]["strict"]["passed"], summary["requirement"]["strict"]["total"]) == (2, 4)
    findings, _, note = folder.err.rpartition("results are in ")
    assert [finding["code"] for finding in json.loads(findings)] == ["IF0805"]
    assert note


def test_limit(folder: Folder) -> None:
    folder.evaluate(ROWS, RESPONSES, "--limit", "2")
    assert folder.code == OK
    assert "IF0804" not in folder.err, "responses to rows beyond the limit are no findings"
    assert [result["key"] for result in folder.results()] == [1, 2]
    lines = [json.dumps(RESPONSES[0]).encode(), b"nonsense", *(json.dumps(each).encode() for each in RESPONSES[1:])]
    folder.evaluate(ROWS, b"\n".join(lines), "--limit", "2", "--format", "plain")
    assert folder.code == FAILED
    assert [(code, line) for code, line, _ in folder.findings()] == [("IF0801", 2)]


def test_readings_of_loose(folder: Folder) -> None:
    """The comma stands in the first line, the missing word in the last: no one view removes both."""
    rows = [row(1, "p", NO_COMMA, ("startend:end_checker", {"end_phrase": "the end"}))]
    made = [{"key": 1, "response": "Well, then.\nthe end\nfoo"}]
    folder.evaluate(rows, made)
    assert folder.results("strict")[0]["follow_instruction_list"] == [False, False]
    assert folder.results("loose")[0]["follow_instruction_list"] == [True, True]
    folder.evaluate(rows, [{"key": 1, "response": "Well, then.\nthe end"}], "--reading", "one")
    assert folder.results("loose")[0]["follow_instruction_list"] == [True, True]
    folder.evaluate(rows, [{"key": 1, "response": "the end\nWell, then"}], "--reading", "each")
    each = folder.results("loose")[0]["follow_instruction_list"]
    folder.evaluate(rows, [{"key": 1, "response": "the end\nWell, then"}], "--reading", "one")
    assert (each, folder.results("loose")[0]["follow_instruction_list"]) == ([True, True], [True, True])


def test_one_view_for_all_may_pass_less_than_one_for_each(folder: Folder) -> None:
    rows = [row(1, "p", NO_COMMA, ("keywords:existence", {"keywords": ["first"]}))]
    made = [{"key": 1, "response": "first, line\nlast"}]
    folder.evaluate(rows, made)
    assert folder.results("loose")[0]["follow_instruction_list"] == [True, True]
    folder.evaluate(rows, made, "--reading", "one")
    assert folder.results("loose")[0]["follow_instruction_list"].count(True) == 1


def test_details(folder: Folder) -> None:
    folder.evaluate(ROWS, RESPONSES, "--details")
    requirement = folder.own()[1]["requirements"][0]
    assert requirement["measured"] == 3
    assert requirement["margin"] == 0.0
    assert "3 words" in requirement["message"]
    folder.evaluate(ROWS, RESPONSES)
    assert "measured" not in folder.own()[1]["requirements"][0]


def test_results_are_the_same_whatever_the_size_of_a_batch(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.evaluate(ROWS, RESPONSES)
    whole = folder.own()
    monkeypatch.setattr("ifdsl.cli.writing.BATCH", 1)
    folder.evaluate(ROWS, RESPONSES)
    assert folder.own() == whole


def test_a_reader_that_goes_away_is_no_error(folder: Folder) -> None:
    data, recorded = folder.write("rows.jsonl", ROWS), folder.write("responses.jsonl", RESPONSES)
    # Unbuffered, what is printed meets the closed pipe at once, as a long summary does.
    words = [sys.executable, "-u", "-m", "ifdsl.cli", "eval", "--from", "ifeval", str(data), "--json"]
    with subprocess.Popen(
        [*words, "--responses", str(recorded)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        said = started.stderr.read()
    assert (started.returncode, said) == (OK, b"")


# ---------------------------------------------------------------- files in the way


def test_an_earlier_run_is_replaced_only_by_a_later_one(folder: Folder) -> None:
    folder.evaluate(ROWS, RESPONSES)
    before = folder.own()
    out = str(folder.path / "out")
    for words in (
        ["eval", str(folder.path / "nowhere.ifc"), "--responses", "r.jsonl", "--out", out],
        ["eval", "--from", "ifeval", str(folder.path / "nowhere.jsonl"), "--responses", "r.jsonl", "--out", out],
    ):
        assert folder.run(words).code == FAILED
        assert folder.own() == before
    folder.evaluate(ROWS[:1], RESPONSES[:1])
    assert len(folder.own()) == 1


def test_results_of_an_earlier_run_may_be_graded_again_but_not_overwritten(folder: Folder) -> None:
    folder.evaluate(ROWS, RESPONSES)
    out = folder.path / "out"
    recorded = out / "eval_results_strict.jsonl"
    text = recorded.read_bytes()
    words = ["eval", "--from", "ifeval", str(folder.path / "rows.jsonl"), "--responses", str(recorded), "--out"]
    assert folder.run([*words, str(out)]).code == FAILED
    assert "would be written over this file" in folder.err
    assert recorded.read_bytes() == text
    again = folder.path / "again"
    assert folder.run([*words, str(again)]).code == OK
    assert (again / "eval_results_strict.jsonl").read_bytes() == text
    (folder.path / "link").symlink_to(out)
    assert folder.run([*words, str(folder.path / "link")]).code == FAILED
    assert recorded.read_bytes() == text


@pytest.mark.parametrize("place", ["rows.jsonl", "rows.jsonl/below"])
def test_a_folder_that_cannot_be_made(place: str, folder: Folder) -> None:
    folder.evaluate(ROWS, RESPONSES)
    words = ["eval", "--from", "ifeval", str(folder.path / "rows.jsonl"), "--responses"]
    words += [str(folder.path / "responses.jsonl"), "--out", str(folder.path / place)]
    assert folder.run(words).code == FAILED
    assert "IF0904 cannot-write" in folder.err


@pytest.mark.parametrize("name", ["results.jsonl", "summary.json", "eval_results_loose.jsonl"])
def test_a_file_that_cannot_be_written(name: str, folder: Folder) -> None:
    (folder.path / "out" / name).mkdir(parents=True)
    folder.evaluate(ROWS, RESPONSES)
    assert folder.code == FAILED
    assert "IF0904 cannot-write" in folder.err
    assert name in folder.err


@pytest.mark.parametrize("which", ["rows.jsonl", "responses.jsonl"])
def test_a_file_that_cannot_be_read(which: str, folder: Folder) -> None:
    folder.evaluate(ROWS, RESPONSES)
    (folder.path / which).unlink()
    words = ["eval", "--from", "ifeval", str(folder.path / "rows.jsonl"), "--responses"]
    words += [str(folder.path / "responses.jsonl"), "--out", str(folder.path / "out")]
    for _ in range(2):
        assert folder.run(words).code == FAILED
        assert "IF0101 unreadable-file" in folder.err
        (folder.path / which).mkdir(exist_ok=True)


def test_an_interruption_keeps_what_was_graded(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    grade = evaluating_module.Grader.grade

    def stop(self: Any, item: Any, response: Any) -> Any:
        if item.prompt.id == "3":
            raise KeyboardInterrupt
        return grade(self, item, response)

    monkeypatch.setattr(evaluating_module.Grader, "grade", stop)
    folder.evaluate(ROWS, RESPONSES)
    assert folder.code == INTERRUPTED
    assert [result["prompt_id"] for result in folder.own()] == ["1", "2"]
