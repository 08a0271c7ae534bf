"""Published rows become specs that cousins can be made of; what is wrong with a file is said, and nothing else read."""

from __future__ import annotations

import json
from pathlib import Path

from ifdsl.ir import nodes as n
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.variation.pool import Job, groups
from ifdsl.variation.sources import originals
from ifdsl.variation.stock import Stock

ROWS = [
    {
        "key": 7,
        "prompt": "Tell me how salt is made. Do not use any commas.",
        "instruction_id_list": ["punctuation:no_comma"],
        "kwargs": [{}],
    },
    {
        "key": 8,
        "prompt": "Who built the first dam? Answer with at least 90 words.",
        "instruction_id_list": ["length_constraints:number_words"],
        "kwargs": [{"num_words": 90, "relation": "at least"}],
    },
    {"key": 9, "prompt": "Sing.", "instruction_id_list": ["no:such"], "kwargs": [{}]},
]


def written(folder: Path) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return path


def source(location: str, format_: str = "ifeval") -> n.Source:
    return n.Source(name="originals", format=format_, location=location)


def test_each_row_that_can_be_read_is_a_spec(tmp_path: Path) -> None:
    written(tmp_path)
    problems: list[Diagnostic] = []
    program = originals(source("rows.jsonl"), tmp_path, problems)
    assert program is not None
    assert [spec.name for spec in program.specs] == ["prompt_7", "prompt_8"]
    assert all(spec.stated for spec in program.specs)
    assert len(problems) == 1


def test_cousins_are_made_of_them(tmp_path: Path) -> None:
    written(tmp_path)
    program = originals(source("rows.jsonl"), tmp_path, [])
    assert program is not None
    job = Job(program, n.Cousins(of="originals", reword=2), Stock())
    made = list(groups(job, program.specs))
    assert [len(group.members) for group in made] == [3, 3]
    assert [member.clean for group in made for member in group.members] == [True] * 6


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    written(tmp_path)
    for one in (source("absent.jsonl"), source("rows.jsonl", "csv"), source("../rows.jsonl")):
        problems: list[Diagnostic] = []
        folder = tmp_path / "below"
        folder.mkdir(exist_ok=True)
        home = folder if one.location.startswith("..") else tmp_path
        assert originals(one, home, problems) is None
        assert len(problems) == 1
