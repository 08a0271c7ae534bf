"""Rows in the published shape with responses, and a folder in which they are evaluated."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import main

NEEDS_PARITY = pytest.mark.skipif(find_spec("langdetect") is None, reason="the pack needs the extra `parity`")

NO_COMMA, AT_LEAST_3 = ("punctuation:no_comma", {}), ("length_constraints:number_words", {"relation": "at least"})


def row(key: Any, prompt: str, *instructions: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    ids, arguments = zip(*(instructions or (NO_COMMA,)), strict=True)
    return {"key": key, "prompt": prompt, "instruction_id_list": list(ids), "kwargs": list(arguments)}


ROWS = [
    row(1, "one"),
    row(2, "two", (AT_LEAST_3[0], {**AT_LEAST_3[1], "num_words": 3.0, "keywords": None})),
    row(3, "three", ("keywords:existence", {"keywords": ["hello"]}), NO_COMMA),
]
RESPONSES = [
    {"key": 1, "response": "no comma"},
    {"key": 2, "response": "one two three"},
    {"key": 3, "response": "Hello, there"},
]
VERDICTS = {1: [True], 2: [True], 3: [True, False]}

RUN_FILES = ["manifest.json", "results.jsonl", "run.db", "run.lock", "summary.json"]
"""What the folder of any run has; where a model was asked, a report too."""


class Folder:
    """A folder with rows and responses, and what came of evaluating them."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path, self.capsys = path, capsys
        self.out, self.err, self.code = "", "", -1

    def write(self, name: str, rows: Any) -> Path:
        path = self.path / name
        if isinstance(rows, bytes):
            path.write_bytes(rows)
        else:
            path.write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
        return path

    def evaluate(self, rows: Any, responses: Any, *options: str) -> Folder:
        data, recorded = self.write("rows.jsonl", rows), self.write("responses.jsonl", responses)
        words = ["eval", "--from", "ifeval", str(data), "--responses", str(recorded), "--out", str(self.path / "out")]
        return self.run([*words, *options])

    def run(self, words: list[str]) -> Folder:
        self.code = main(words)
        self.out, self.err = self.capsys.readouterr()
        assert "Traceback" not in self.err
        return self

    def results(self, reading: str = "strict") -> list[dict[str, Any]]:
        text = (self.path / "out" / f"eval_results_{reading}.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.split("\n")[:-1]]

    def own(self) -> list[dict[str, Any]]:
        text = (self.path / "out" / "results.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.split("\n")[:-1]]

    def findings(self) -> list[tuple[str, int, str]]:
        """Code, line and message of each finding, of the plain format."""
        found = []
        for line in self.err.splitlines():
            place, _, rest = line.partition(": ")
            if " IF" in f" {rest}":
                severity_and_code, _, message = rest.partition(": ")
                found.append((severity_and_code.split()[1], int(place.split(":")[-2]), message))
        return found
