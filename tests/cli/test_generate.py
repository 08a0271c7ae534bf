"""`ifdsl generate` writes specs that are checked, graded and certified like any others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ifdsl.cli import main

SUITE = """ifdsl 1
use std.length
use std.content
use std.case

source own from jsonl "tasks.jsonl" { id: text  task: text }

suite core {
  seed 2
  cases 6
  draw 1..3 groups from std.length, std.content, std.case
  tasks from own
  patterns listing, incorporation
}
"""
TASKS = [{"id": "kettle", "task": "Describe an old kettle."}, {"id": "rain", "task": "Tell me why rain smells good."}]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "tasks.jsonl").write_text("".join(json.dumps(task) + "\n" for task in TASKS), encoding="utf-8")
    (tmp_path / "core.ifc").write_text(SUITE, encoding="utf-8")
    return tmp_path / "core.ifc"


def test_the_prompts_are_a_file_of_specs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, proofs = file.with_name("prompts.ifc"), file.with_name("proofs.jsonl")
    assert main(["generate", str(file), "-o", str(out), "--certificates", str(proofs), "--quiet", "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    assert counts["items"] == 6
    assert counts["by"]["pattern"] == {"incorporation": 3, "listing": 3}
    assert main(["check", str(out)]) == 0
    capsys.readouterr()
    assert main(["certify", str(proofs)]) == 0
    assert "6 certificates of consistent, all of which hold" in capsys.readouterr().err
    assert main(["eval", str(out), "--model", "oracle", "--quiet", "--json"]) == 0
    strict = json.loads(capsys.readouterr().out)["prompt"]["strict"]
    assert (strict["passed"], strict["total"]) == (6, 6)
    before = out.read_text(encoding="utf-8")
    assert main(["generate", str(file), "-o", str(out), "--quiet"]) == 0
    assert out.read_text(encoding="utf-8") == before
    assert main(["generate", str(file), "-o", str(out), "--quiet", "--seed", "3"]) == 0
    assert out.read_text(encoding="utf-8") != before


def test_a_suite_is_evaluated_as_it_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", str(file), "--json"]) == 0
    prompts = json.loads(capsys.readouterr().out)
    assert [prompt["id"] for prompt in prompts] == [f"core_{number}" for number in range(1, 7)]
    assert all(any(task["task"].rstrip(".") in prompt["prompt"] for task in TASKS) for prompt in prompts)


def test_a_file_without_suites_has_nothing_to_generate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plain.ifc"
    path.write_text('ifdsl 1\nuse std.length\nspec a { task "Write."  must word_count(1..) }\n', encoding="utf-8")
    assert main(["generate", str(path)]) == 1
    assert "IF0903" in capsys.readouterr().err


def test_a_task_that_cannot_be_read_is_located(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.with_name("tasks.jsonl").write_text('{"id": "a", "task": 3}\n', encoding="utf-8")
    assert main(["generate", str(file), "--format", "plain"]) == 1
    printed = capsys.readouterr().err
    assert "tasks.jsonl:1" in printed
    assert "`task`" in printed
