"""A block of cousins becomes specs: of a spec, of what a suite made, and of published rows."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from ifdsl.checking.compile import load
from ifdsl.checking.verifier import verifier
from ifdsl.cli import main
from ifdsl.generation.expand import Expanded, expanded
from ifdsl.generation.shelf import CannotDraw
from ifdsl.ir.build import build_file

HEAD = """ifdsl 1
use std.length
use std.content
use std.punctuation
use std.tasks

"""
SPEC = (
    HEAD
    + """spec blurb(name: text) {
  task "Write about {name}."
  must {
    word_count(40..60)
    keywords([name])
  }
  for name in ["kettle", "lamp"]
}

cousins of blurb {
  reword 2
  distract 1 with std.punctuation
  reconfigure 1
  swap task 1 from std.tasks.product_copy
}
"""
)
SUITE = (
    HEAD
    + """suite core {
  cases 3
  draw 1..2 groups from std.length, std.content
  tasks from std.tasks
}

cousins of core { reword 1 }
"""
)
ROWS = (
    HEAD
    + """source rows from ifeval "rows.jsonl"

cousins of rows { reword 1  reconfigure 1 }
"""
)
ROW = {
    "key": 7,
    "prompt": "Write a note about the hedge to Ann. Your answer must contain at least 60 words. Use no commas.",
    "instruction_id_list": ["length_constraints:number_words", "punctuation:no_comma"],
    "kwargs": [{"num_words": 60, "relation": "at least"}, {}],
}


def made_of(folder: Path, text: str) -> Expanded:
    path = folder / "cousins.ifc"
    path.write_text(text, encoding="utf-8")
    (folder / "rows.jsonl").write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    built = build_file(path)
    assert built.program is not None, built.diagnostics
    return expanded(built)


@pytest.mark.parametrize(
    ("text", "groups", "kinds"),
    [
        (SPEC, 2, {"original": 2, "rephrasing": 4, "distractor": 2, "ct_alteration": 2, "task_swap": 2}),
        (SUITE, 3, {"original": 3, "rephrasing": 3}),
        (ROWS, 1, {"original": 1, "rephrasing": 1, "ct_alteration": 1}),
    ],
)
def test_each_original_becomes_a_group(tmp_path: Path, text: str, groups: int, kinds: dict[str, int]) -> None:
    found = made_of(tmp_path, text)
    metas = [dict(one.spec.meta) for one in found.made]
    assert Counter(meta["kind"] for meta in metas) == kinds
    assert len({meta["base"] for meta in metas}) == groups
    assert [spec.name for spec in found.program.specs] == [one.spec.name for one in found.made]
    module = load(found.program)
    for one in found.made:
        assert verifier(module, one.spec.name, {}).passes(one.certificate.witness or "")
    assert len({one.spec.task for one in found.made}) == len(found.made)


def test_the_rows_go_out_in_the_published_shape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made_of(tmp_path, ROWS)
    file, out = tmp_path / "cousins.ifc", tmp_path / "groups.jsonl"
    assert main(["generate", str(file), "--to", "ifeval-pp", "-o", str(out), "--quiet"]) == 0
    assert "1 group of rows, 3 prompts" in capsys.readouterr().out
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["key"] for row in rows] == ["7:original", "7:rephrasing:1", "7:ct_alteration:1"]
    assert rows[0]["prompt"] == ROW["prompt"]


def test_what_cannot_be_had_is_said(tmp_path: Path) -> None:
    made_of(tmp_path, ROWS)
    (tmp_path / "rows.jsonl").unlink()
    with pytest.raises(CannotDraw) as raised:
        expanded(build_file(tmp_path / "cousins.ifc"))
    assert "rows.jsonl" in raised.value.diagnostics[0].primary.file.path
