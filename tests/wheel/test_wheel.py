"""The wheel: what it carries, and that it works where it is installed with nothing but what it asks for."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

from tests.wheel.environment import Installed

ROOT = Path(__file__).parents[2]
SPEC = """ifdsl 1

use std.length
use std.content

spec note(name: text) {
  task "Write to {name}."
  must {
    word_count(2..4)
    any_of {
      keywords([name])
      sentence_count(2)
    }
  }
  for name in ["Ann", "Bo"]
}
"""
RESPONSES = [{"key": "note(name=Ann)", "response": "Hello Ann"}, {"key": "note(name=Bo)", "response": "Hello"}]
COMPILER = ("pydantic", "lark", "jinja2", "ifdsl.source", "ifdsl.syntax", "ifdsl.model", "ifdsl.ir", "ifdsl.rendering")


@pytest.fixture(autouse=True)
def note(installed: Installed) -> None:
    (installed.folder / "note.ifc").write_text(SPEC, encoding="utf-8")


# ---------------------------------------------------------------- what is in it


def below(folder: Path, suffixes: Sequence[str]) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.suffix in suffixes}


def test_it_carries_the_package_the_grammar_and_the_standard_library(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    package = below(ROOT / "ifdsl", (".py", ".j2", ".json", ".typed"))
    assert {f"ifdsl/{name}" for name in package} <= names
    stdlib = below(ROOT / "stdlib", (".ifc", ".jsonl"))
    assert {Path(name).suffix for name in stdlib} == {".ifc", ".jsonl"}
    assert {f"ifdsl/_data/stdlib/{name}" for name in stdlib} <= names
    assert "ifdsl/_data/grammar/ifc.lark" in names


def test_it_carries_nothing_else(wheel: Path) -> None:
    for name in zipfile.ZipFile(wheel).namelist():
        top, _, rest = name.partition("/")
        if not top.endswith(".dist-info"):
            assert top == "ifdsl"
            assert (ROOT / rest.removeprefix("_data/") if rest.startswith("_data/") else ROOT / name).is_file()
            assert "__pycache__" not in name


def test_its_metadata(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    names = archive.namelist()
    (metadata,) = (archive.read(name).decode() for name in names if name.endswith(".dist-info/METADATA"))
    (scripts,) = (archive.read(name).decode() for name in names if name.endswith(".dist-info/entry_points.txt"))
    head, _, readme = metadata.partition("\n\n")
    assert "Requires-Python: >=3.11" in head.splitlines()
    assert readme.strip()
    assert "ifdsl = ifdsl.cli:main" in scripts


# ---------------------------------------------------------------- that it works


def test_the_installation_is_the_wheel_alone(installed: Installed) -> None:
    out = installed.run("-c", "import ifdsl, ifdsl.data; print(ifdsl.__file__, ifdsl.data.stdlib_path())")
    package, stdlib = map(Path, out.split())
    assert package.is_relative_to(installed.site)
    assert stdlib == package.parent / "_data" / "stdlib"
    for module in ("pytest", "hypothesis", "openai", "langdetect", "hatchling"):
        installed.run("-c", f"import {module}", code=1)


def test_commands(installed: Installed) -> None:
    command = installed.command
    assert installed.run(command, "--version").strip() == distribution("ifdsl").version
    assert installed.run(command, "check", "note.ifc") == ""
    assert "Hello" not in installed.run(command, "render", "note.ifc")
    assert installed.run(command, "explain", "std.length.word_count").startswith("word_count(words: range)")
    assert installed.run(command, "test", "note.ifc").startswith("no facts")
    assert installed.run(command, "fmt", "--check", "note.ifc") == ""
    rows = "".join(json.dumps(row) + "\n" for row in RESPONSES)
    (installed.folder / "responses.jsonl").write_text(rows, encoding="utf-8")
    out = installed.run(command, "eval", "note.ifc", "--responses", "responses.jsonl", "--out", "out", "--json")
    assert json.loads(out)["prompt"]["strict"]["passed"] == 1
    results = (installed.folder / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["strict"] for line in results] == [True, False]


def test_the_library(installed: Installed) -> None:
    code = (
        "import ifdsl\nfrom ifdsl.std import length\n"
        "print(length.word_count('2..3').check('one two').verdict, length.word_count('2..3').passes('one'))\n"
        "print(ifdsl.load('note.ifc').spec('note', {'name': 'Ann'}).check('Hello Ann').passed)\n"
    )
    assert installed.run("-c", code).split() == ["pass", "False", "True"]


def test_the_banks_of_tasks(installed: Installed) -> None:
    code = """
from ifdsl import data
from ifdsl.datasets.tasks import bank
from ifdsl.ir.build import build_file
problems = []
for name in ("std.tasks", "std.tasks_zh"):
    path = data.module_path(name)
    print(len(bank([(source, path.parent) for source in build_file(path).program.sources], problems)) >= 60)
print(problems)
"""
    assert installed.run("-c", code).split() == ["True", "True", "[]"]


def test_a_model_without_its_extra_is_a_finding(installed: Installed) -> None:
    command = installed.command
    for model in ("local", "openai:m"):
        installed.run(command, "eval", "note.ifc", "--model", model, "--base-url", "http://127.0.0.1:9/v1", code=1)


def test_the_written_verifier_runs_without_the_compiler(installed: Installed) -> None:
    command = installed.command
    installed.run(command, "compile", "note.ifc", "-o", "build")
    script = f"""
import json, runpy, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if any(name == each or name.startswith(each + ".") for each in {COMPILER!r}):
            raise ImportError("blocked: " + name)

sys.meta_path.insert(0, Blocked())
names = runpy.run_path("build/verifier.py")
from ifdsl.checking.verifier import ConstraintChecker, Verifier

found = []
for text in ("Hello Ann", "Hello you", "One. Two.", "", "a b c d e"):
    verifier = Verifier(names["SPECS"]["note"], {{"name": "Ann"}})
    report = verifier.check(text)
    found.append([str(verdict) for verdict in verifier.verdicts(text)] + [verifier.passes(text), report.passed])
assert not any(name.partition(".")[0] in ("pydantic", "lark", "jinja2") for name in sys.modules)
print(json.dumps(found))
"""
    found: list[Any] = json.loads(installed.run("-c", script))
    assert found == [
        ["pass", "pass", True, True],
        ["pass", "fail", False, False],
        ["pass", "pass", True, True],
        ["fail", "fail", False, False],
        ["fail", "fail", False, False],
    ]
