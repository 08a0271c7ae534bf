"""`ifdsl generate --rewriter` asks a model once, takes what is read back, and shows what it refuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ifdsl.cli import FAILED, OK, main

SPEC = """ifdsl 1
use std.length
use std.punctuation

spec tea {
  task "Tell our guests how tea grows."
  must {
    word_count(120..)
    no_commas()
  }
}

cousins of tea { reword 2 }
"""
WRITES = '''"""Rewords the request that a prompt ends with; leaves out what it asks for each second time."""

from pathlib import Path

ASKED = Path(__file__).with_name("asked.txt")


def answer(messages, sampling):
    with ASKED.open("a", encoding="utf-8") as log:
        log.write("x")
    request = messages[-1]["content"].rpartition("Request:\\n")[2]
    if "briefly" in messages[-1]["content"]:
        return "Say how tea grows."
    return request.replace("Tell our guests how tea grows", "Explain to our guests how tea grows")
'''


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "wordsmith.py").write_text(WRITES, encoding="utf-8")
    (tmp_path / "tea.ifc").write_text(SPEC, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "wordsmith", raising=False)
    return tmp_path / "tea.ifc"


def generate(file: Path, *options: str) -> int:
    return main(["generate", str(file), "-o", "out.ifc", "--quiet", "--rewriter", "python:wordsmith:answer", *options])


def test_a_rewriter_words_what_is_read_back(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(file) == OK
    told = capsys.readouterr().out
    assert "the rewriter wrote 1 prompt of 2" in told
    assert "refused: 1 a demand is not read in the proposal" in told
    assert "tea:rephrasing:2: a demand is not read in the proposal: Say how tea grows." in told
    written = Path("out.ifc").read_text(encoding="utf-8")
    assert "Explain to our guests how tea grows." in written
    assert "Say how tea grows." not in written
    assert main(["check", "out.ifc"]) == OK
    assert main(["eval", "out.ifc", "--model", "oracle", "--quiet", "--json"]) == OK


def test_nothing_is_asked_twice(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(file) == OK
    first = Path("out.ifc").read_text(encoding="utf-8")
    capsys.readouterr()
    assert generate(file, "--json") == OK
    assert Path("out.ifc").read_text(encoding="utf-8") == first
    assert Path("asked.txt").read_text(encoding="utf-8") == "xx"
    counts = json.loads(capsys.readouterr().out)["groups"]["tea"]
    assert (counts["asked"], counts["rewritten"]) == (2, 1)
    assert counts["refused_for"] == {"a demand is not read in the proposal": 1}


def test_what_is_left_by_a_budget_is_asked_the_next_time(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(file, "--max-requests", "1", "--concurrency", "1") == FAILED
    assert "the rewriter was stopped early" in capsys.readouterr().err
    assert generate(file) == OK
    assert "of 2" in capsys.readouterr().out
    assert Path("asked.txt").read_text(encoding="utf-8") == "xx"


def test_a_request_without_an_answer_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.with_name("wordsmith.py").write_text("def answer(messages, sampling):\n    raise OSError('no ink')\n")
    assert generate(file, "--deadline", "1", "--timeout", "1") == FAILED
    told = capsys.readouterr().err
    assert "2 requests to the rewriter got no answer" in told
    assert "no ink" in told


def test_a_model_that_is_not_there_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate(file, "--rewriter", "python:wordsmith:nobody") == FAILED
    assert "nobody" in capsys.readouterr().err
