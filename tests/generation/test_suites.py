"""Items of a suite are proven, fill its cells evenly and are the same whatever else is made."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ifdsl.checking.compile import load
from ifdsl.checking.verifier import verifier
from ifdsl.generation.expand import Expanded, expanded
from ifdsl.generation.shelf import CannotDraw
from ifdsl.ir.build import Built, build_text
from ifdsl.ir.json import from_json, to_json
from ifdsl.ir.printer import print_program

MODULES = "std.length, std.content, std.format, std.case, std.punctuation"
SUITE = f"""ifdsl 1
{"".join(f"use {name}" + chr(10) for name in MODULES.split(", "))}
use std.tasks

suite core {{
  seed 5
  cases CASES
  draw 1..4 groups of 1..2 from {MODULES}
  tasks from std.tasks
  patterns PATTERNS
}}
"""


def text_of(cases: int, patterns: str) -> str:
    return SUITE.replace("CASES", str(cases)).replace("PATTERNS", patterns)


def built(cases: int, patterns: str = "listing, incorporation") -> Built:
    found = build_text(text_of(cases, patterns), path="core.ifc", name="core")
    assert found.program is not None
    return found


@cache
def made(cases: int, patterns: str = "listing, incorporation") -> Expanded:
    return expanded(built(cases, patterns))


def test_each_cell_has_as_many_items() -> None:
    cells = Counter((dict(one.spec.meta)["pattern"], dict(one.spec.meta)["level"]) for one in made(24).made)
    assert cells == {
        (pattern, level): 3 for pattern in ("listing", "incorporation") for level in ("I", "II", "III", "IV")
    }


def test_each_item_has_a_text_that_passes_and_none_that_is_idle() -> None:
    program = made(24).program
    module = load(program)
    for one in made(24).made:
        assert one.certificate.verdict == "consistent"
        assert not one.certificate.implied
        verdicts = verifier(module, one.spec.name, {}).verdicts(one.certificate.witness or "")
        assert len(verdicts) == len(one.spec.must) > 0
        assert all(verdict.accepted for verdict in verdicts)


def test_an_item_is_the_same_whatever_else_is_made() -> None:
    few = {one.spec.task: one.spec.must for one in made(8).made}
    many = {one.spec.task: one.spec.must for one in made(24).made}
    assert few.items() <= many.items()
    assert expanded(built(8)) == made(8)


def test_no_task_stands_in_two_items_while_there_are_others() -> None:
    tasks = [dict(one.spec.meta)["task"] for one in made(24).made]
    assert len(set(tasks)) == len(tasks)


def test_what_is_written_is_built_again() -> None:
    program = made(24).program
    again = build_text(print_program(program), path="core.ifc", name="core")
    assert again.program is not None
    assert again.program.specs == program.specs
    assert from_json(to_json(program)) == program


def test_the_set_is_all_there_is_without_tasks() -> None:
    text = text_of(4, "listing").replace("  tasks from std.tasks\n", "")
    found = expanded(build_text(text, path="core.ifc", name="core"))
    assert [one.spec.stated for one in found.made] == [False] * 4


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tasks from std.tasks\n", "tasks from own\n", "questions.jsonl"),
        (
            "draw 1..4 groups of 1..2 from std.length",
            "draw 1..4 groups of 1..2 from std.tasks",
            "no type that can be drawn",
        ),
    ],
)
def test_what_cannot_be_drawn_from_is_said(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = text_of(4, "listing").replace(old, new)
    if new.startswith("draw"):
        text = text.replace(", std.content, std.format, std.case, std.punctuation\n", "\n")
    text += '\nsource own from jsonl "questions.jsonl" { task: text }\n'
    found = build_text(text, path=str(tmp_path / "core.ifc"), name="core")
    assert found.program is not None, found.diagnostics
    with pytest.raises(CannotDraw) as raised:
        expanded(found)
    assert said in raised.value.diagnostics[0].message + raised.value.diagnostics[0].primary.file.path
