"""The whole command with a real engine: asked, gone on with, graded again, and the same through a server."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from ifdsl.cli import main
from tests.vllm.conftest import OPTIONS

SPEC = """ifdsl 1

use std.length
use std.content

spec note(topic: text) {
  for topic in ["tea", "rain", "maps"]
  task "Write a sentence about {topic}."
  must { word_count(..60)  keywords([topic]) }
}
"""


def statuses(folder: Path) -> list[str]:
    connection = sqlite3.connect(folder / "run.db")
    try:
        return [row[0] for row in connection.execute("SELECT status FROM response")]
    finally:
        connection.close()


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "note.ifc"
    path.write_text(SPEC, encoding="utf-8")
    return path


def test_offline(model: Path, spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["eval", str(spec), "--model", f"vllm:{model}", "--engine-arguments", json.dumps(dict(OPTIONS))]
    words += ["--max-tokens", "24", "--out", "run", "--quiet"]
    assert main(words) == 0
    first = capsys.readouterr().out
    assert len(statuses(Path("run"))) == 3
    assert set(statuses(Path("run"))) <= {"ok", "truncated"}
    assert (Path("run") / "report.html").exists()
    # Nothing is asked again, so that no engine is started.
    assert main(words) == 0
    assert capsys.readouterr().out == first
    assert main(["verify", "run", "--quiet"]) == 0
    assert capsys.readouterr().out == first


def test_served(served: str, model: Path, spec: Path) -> None:
    words = ["eval", str(spec), "--model", "openai:small", "--base-url", served, "--max-tokens", "24"]
    words += ["--template-arguments", '{"enable_thinking": false}']
    words += ["--structured", '{"regex": "tea and [a-z ]{3,20}"}', "--out", "run", "--quiet"]
    assert main(words) == 0
    connection = sqlite3.connect("run/run.db")
    texts = [row[0] for row in connection.execute("SELECT text FROM response")]
    connection.close()
    assert len(texts) == 3
    assert all(text.startswith("tea and ") for text in texts), texts
