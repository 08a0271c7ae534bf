"""`ifdsl compile`: the files that it writes, that they agree, and that they are the same every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from ifdsl.checking.module import execute
from ifdsl.checking.verifier import verifier
from ifdsl.cli import FAILED, OK, main
from ifdsl.ir.build import build_file
from ifdsl.ir.json import from_json

SPEC = """ifdsl 1

use std.length

constraint polite(word: text = "please") {
  check response.contains(word, ignore_case)
  render listing "Say {word}."
  render incorporation "with a {word}"
}

spec note(name: text) {
  task "Write to {name}. ✉"
  must {
    word_count(2..4)
    polite()
  }
  should sentence_count(1)
  for name in ["Ann", "Zoë"]
}
"""
NAMES = ["ir.json", "manifest.json", "prompts.jsonl", "verifier.py"]


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "note.ifc"
    path.write_text(SPEC, encoding="utf-8")
    return path


def compiled(spec: Path, out: Path, *options: str) -> dict[str, bytes]:
    assert main(["compile", str(spec), "-o", str(out), *options]) == OK
    assert sorted(path.name for path in out.iterdir()) == NAMES
    return {path.name: path.read_bytes() for path in out.iterdir()}


def test_the_four_files(spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = compiled(spec, tmp_path / "deep" / "er")
    built = build_file(spec).program
    assert from_json(files["ir.json"]) == built
    rows = [json.loads(line) for line in files["prompts.jsonl"].decode().splitlines()]
    assert [row["id"] for row in rows] == ["note(name=Ann)", "note(name=Zoë)"]
    assert [row["values"] for row in rows] == [{"name": "Ann"}, {"name": "Zoë"}]
    assert rows[1]["prompt"].startswith("Write to Zoë. ✉\n")
    assert "Say please." in rows[0]["prompt"]
    assert [row["constraint"] for row in rows[0]["must"]] == ["std.length.word_count", "note.polite"]
    assert [row["constraint"] for row in rows[0]["should"]] == ["std.length.sentence_count"]
    module = execute(files["verifier.py"].decode())
    ids = [row["id"] for row in (*rows[0]["must"], *rows[0]["should"])]
    checks = verifier(module, "note", {"name": "Ann"})
    assert list(checks.ids) == ids
    assert [verdict.value for verdict in checks.verdicts("Please do. Now.")] == ["pass", "pass", "fail"]
    out, err = capsys.readouterr()
    assert out == ""
    assert "with 2 prompts are in" in err


def test_the_manifest_has_the_hash_of_everything(spec: Path, tmp_path: Path, capsys: object) -> None:
    files = compiled(spec, tmp_path / "out")
    manifest = json.loads(files["manifest.json"])
    assert manifest["files"] == {
        name: sha256(data).hexdigest() for name, data in files.items() if name != "manifest.json"
    }
    assert manifest["sources"]["note.ifc"] == sha256(SPEC.encode()).hexdigest()
    assert manifest["constraints"].keys() == json.loads(files["ir.json"])["constraints"].keys()


def test_json_gives_the_manifest(spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = compiled(spec, tmp_path / "out", "--json")
    found = json.loads(capsys.readouterr().out)
    assert found == {"out": str(tmp_path / "out"), "manifest": json.loads(files["manifest.json"])}


def test_pattern_and_language_change_the_prompts_alone(spec: Path, tmp_path: Path, capsys: object) -> None:
    listing = compiled(spec, tmp_path / "a")
    woven = compiled(spec, tmp_path / "b", "--pattern", "incorporation")
    assert listing["prompts.jsonl"] != woven["prompts.jsonl"]
    assert b"with a please" in woven["prompts.jsonl"]
    assert {name for name in NAMES if listing[name] != woven[name]} == {"prompts.jsonl", "manifest.json"}


def test_every_process_writes_the_same_bytes(spec: Path, tmp_path: Path, capsys: object) -> None:
    here = compiled(spec, tmp_path / "here")
    for seed in ("1", "77"):
        out = tmp_path / seed
        environment = {**os.environ, "PYTHONHASHSEED": seed, "XDG_CACHE_HOME": str(tmp_path / f"cache{seed}")}
        words = [sys.executable, "-m", "ifdsl.cli", "compile", str(spec), "-o", str(out)]
        subprocess.run(words, check=True, capture_output=True, env=environment)
        assert {path.name: path.read_bytes() for path in out.iterdir()} == here


def test_a_change_is_seen_at_once(spec: Path, tmp_path: Path, capsys: object) -> None:
    first = compiled(spec, tmp_path / "out")
    spec.write_text(SPEC.replace("2..4", "2..9"), encoding="utf-8")
    second = compiled(spec, tmp_path / "out")
    assert first["ir.json"] != second["ir.json"]
    spec.write_text(SPEC, encoding="utf-8")
    assert compiled(spec, tmp_path / "out") == first


def test_a_module_that_comes_between_is_seen_at_once(spec: Path, tmp_path: Path, capsys: object) -> None:
    compiled(spec, tmp_path / "out")
    (tmp_path / "std").mkdir()
    nearer = 'ifdsl 1\n\nconstraint {}(n: range) {{\n  check len(response) in n\n  render listing "Mine: {{n}}."\n}}\n'
    text = nearer.format("word_count") + nearer.format("sentence_count").removeprefix("ifdsl 1\n")
    (tmp_path / "std" / "length.ifc").write_text(text, encoding="utf-8")
    assert b"Mine: between 2 and 4." in compiled(spec, tmp_path / "out")["prompts.jsonl"]


def test_a_file_of_the_same_name_elsewhere_is_another(
    spec: Path, tmp_path: Path, capsys: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "note.ifc").write_text(SPEC, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    compiled(Path("note.ifc"), tmp_path / "out")
    spec.write_text(SPEC.replace("Write to", "Call"), encoding="utf-8")
    monkeypatch.chdir(other)
    assert b"Call Ann" in compiled(Path("../note.ifc"), tmp_path / "out")["prompts.jsonl"]


def test_a_file_with_errors_writes_nothing(spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec.write_text(SPEC.replace("word_count", "wrod_count"), encoding="utf-8")
    assert main(["compile", str(spec), "-o", str(tmp_path / "out")]) == FAILED
    assert "IF0302" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


HUGE = " * ".join(["999999999999999"] * 25)


@pytest.mark.parametrize(
    "text",
    [
        SPEC.replace('  render listing "Say {word}."\n  render incorporation "with a {word}"\n', ""),
        SPEC.replace("Say {word}.", f"Say {{word}}{{{HUGE} / 2}}."),
        SPEC.replace("Say {word}.", f"Say {{word}}{{0.5 * {HUGE.replace('9 ', '9.5 ')}}}."),
        SPEC.replace("Write to", "Write {(..3).min} to"),
    ],
)
def test_a_prompt_that_cannot_be_written_is_a_finding(
    text: str, spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert text != SPEC
    spec.write_text(text, encoding="utf-8")
    assert main(["compile", str(spec), "-o", str(tmp_path / "out")]) == FAILED
    assert "IF0607 unrenderable" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("place", ["note.ifc", "note.ifc/below"])
def test_a_folder_that_cannot_be_made(
    place: str, spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", str(spec), "-o", str(tmp_path / place)]) == FAILED
    assert "IF0904 cannot-write" in capsys.readouterr().err
    assert spec.read_text(encoding="utf-8") == SPEC


def test_a_circle_of_links_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "loop.ifc").symlink_to(tmp_path / "loop.ifc")
    assert main(["compile", str(tmp_path / "loop.ifc"), "-o", str(tmp_path / "out")]) == FAILED
    assert "IF0101" in capsys.readouterr().err
