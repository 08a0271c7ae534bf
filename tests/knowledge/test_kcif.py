"""The two dialects of KCIF: the released one against recorded outputs and error sets, both against the pack's page."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ifdsl.checking.compile import load
from ifdsl.checking.functions import functions_of
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file, build_text
from ifdsl.knowledge.asking import Asked, asked_of
from ifdsl.knowledge.shapes import SHAPES, rows_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "packs" / "kcif.md"
CHANGES = (
    "increment_correct_numeric_answer_by_one",
    "numformat_numeric_answer",
    "print_correct_answer_in_words",
)
"""The instructions of the columns of the table of edge cases."""

FILES = {
    "mmlu_pro": "mmlu_pro_sample350.jsonl",
    "mathqa": "mathqa_test_subset1000.jsonl",
    "boolq": "boolq_validation_nopassage.jsonl",
    "piqa": "piqa_validation.jsonl",
    "winogrande": "winogrande_xl_validation.jsonl",
}


def corpora() -> Path:
    folder = os.environ.get("IFDSL_CORPORA")
    if not folder:
        pytest.skip("IFDSL_CORPORA names no folder of recorded outputs")
    found = Path(folder) / "knowledge"
    if not found.exists():
        pytest.skip(f"{found} does not exist")
    return found


def recorded(name: str) -> Iterator[dict[str, Any]]:
    with (corpora() / name).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def key(row: dict[str, Any]) -> str:
    return f"{row['source']} {row['index']}"


@cache
def released(folder: Path) -> dict[tuple[str, str], Asked]:
    """What `specs/kcif_as_released.ifc` asks of every recorded question, by instruction and question."""
    rows: dict[str, dict[str, Any]] = {}
    for row in recorded("kcif_expected_outputs.jsonl"):
        made = rows.setdefault(
            key(row),
            {
                "id": key(row),
                "data": "",
                "subject": "",
                "family": "choice",
                "question": "?",
                "passage": "",
                "suffix": "",
                "instructions": [],
                "options": row["candidates"],
                "labels": row["labels"],
                "gold": row["labels"].index(row["gold_label"]),
            },
        )
        made["instructions"].append(row["instruction"])
        made["suffix"] = row.get("suffix", made["suffix"])
    for row in recorded("kcif_error_sets_small.jsonl"):
        if key(row) not in rows:
            rows[key(row)] = {**_published(row["source"], row["index"]), "id": key(row), "instructions": []}
        if row["instruction"] not in rows[key(row)]["instructions"]:
            rows[key(row)]["instructions"].append(row["instruction"])
        if row["instruction"] == "print_correct_answer_append_string" and not rows[key(row)]["suffix"]:
            made = rows[key(row)]
            made["suffix"] = row["kcif_expected"].removeprefix(made["options"][made["gold"]])
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows.values())
    (folder / "kcif.jsonl").write_text(lines, encoding="utf-8")
    built = build_file(ROOT / "specs" / "kcif_as_released.ifc")
    assert built.program is not None
    problems: list[Any] = []
    asked = {
        (one.knowledge.name, str(one.row["id"])): one
        for one in asked_of(built.program, load(built.program), folder, problems)
    }
    assert problems == []
    return asked


@cache
def _rows_of(name: str) -> list[dict[str, Any]]:
    problems: list[Any] = []
    found = list(rows_of(SHAPES[name], corpora() / FILES[name], problems))
    assert problems == []
    return found


def _published(source: str, index: int) -> dict[str, Any]:
    name = next(name for name, file in FILES.items() if source.startswith(file.removesuffix(".jsonl")))
    return {**_rows_of(name)[index], "suffix": ""}


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Asked]:
    return released(tmp_path_factory.mktemp("kcif"))


def test_the_released_dialect_gives_every_recorded_output_and_split(asked: dict[tuple[str, str], Asked]) -> None:
    rows = list(recorded("kcif_expected_outputs.jsonl"))
    assert len(rows) == 6_900
    wrong = []
    for row in rows:
        one = asked[row["instruction"], key(row)]
        if (one.right, one.meta()["split"]) != (row["kcif_expected"], row["kcif_split"]):
            wrong.append((one.instance.id, one.right, row["kcif_expected"]))
    assert wrong == []


def test_the_released_dialect_gives_every_recorded_error_set(asked: dict[tuple[str, str], Asked]) -> None:
    rows = list(recorded("kcif_error_sets_small.jsonl"))
    assert len(rows) == 450
    wrong = []
    for row in rows:
        one = asked[row["instruction"], key(row)]
        sets = one.sets()
        wanted = (set(row["if_error_set"]), set(row["knowledge_error_set"]))
        if (set(sets.instruction), set(sets.knowledge)) != wanted or one.right != row["kcif_expected"]:
            wrong.append((one.instance.id, one.right, row["kcif_expected"]))
    assert wrong == []


@pytest.mark.parametrize("name", FILES)
def test_the_shapes_read_what_was_recorded(name: str) -> None:
    """But for the items of MathQA whose options the released code reads with the marks of a list of Python."""
    stem = FILES[name].removesuffix(".jsonl")
    seen = {key(row): row for row in recorded("kcif_expected_outputs.jsonl") if row["source"].startswith(stem)}
    assert seen
    for row in seen.values():
        made = _published(row["source"], row["index"])
        if any(option.endswith(("'", "']")) for option in row["candidates"]):
            assert name == "mathqa"
            continue
        assert (made["options"], made["labels"]) == (row["candidates"], row["labels"])
        assert made["labels"][made["gold"]] == row["gold_label"]


# ---------------------------------------------------------------- the page


@cache
def changes(pack: str) -> list[Any]:
    """The functions of `CHANGES` in a pack."""
    source = 'source s from jsonl "s.jsonl" { gold: text }\n'
    specs = "".join(
        f'spec s{place} on q in s {{\n  task "x"\n  answer response\n  expect {name}(q.gold)\n  match exact\n}}\n'
        for place, name in enumerate(CHANGES)
    )
    built = build_text(f"ifdsl 1\nuse answers\nuse {pack}\n{source}{specs}", name="t")
    assert built.program is not None
    gold = n.Variable(name="gold", type="text")
    from ifdsl.ir.posing import mapped

    change = lambda node: gold if isinstance(node, n.FieldOf) else None  # noqa: E731
    expressions = [mapped(knowledge.expect, change) for knowledge in built.program.knowledge]
    return functions_of(expressions, [n.Parameter(name="gold", type="text")])


def edge_cases() -> list[tuple[str, list[tuple[str, str]]]]:
    """The rows of the page: a text, and of each change what the right and the released dialect make of it."""
    table = PAGE.read_text(encoding="utf-8").split("## Edge cases")[1].split("\n## ")[0]
    found = []
    for line in re.findall(r"^\| `(.*) \|$", table, re.MULTILINE):
        text, *cells = re.split(r"` \| `|\) \| `|` \| |\) \| ", line)[:4]
        pairs = []
        for cell in cells:
            right, _, published = cell.strip("`").partition("` (`")
            pairs.append((right, published.rstrip("`") or right))
        found.append((text, pairs))
    return found


@pytest.mark.parametrize(("text", "cells"), edge_cases(), ids=lambda value: value if isinstance(value, str) else "")
def test_edge_cases_are_as_the_page_says(text: str, cells: list[tuple[str, str]]) -> None:
    right, published = changes("kcif"), changes("kcif_released")
    assert [(one(text), other(text)) for one, other in zip(right, published, strict=True)] == cells


def test_the_page_has_every_recorded_edge_case() -> None:
    cases = json.loads((corpora() / "kcif_edge_cases.json").read_text(encoding="utf-8"))
    page = dict(edge_cases())
    assert set(page) == {case["input"] for case in cases}
    for case in cases:
        recorded_outputs = [case[name]["kcif_output"] for name in ("increment", "numformat", "words")]
        assert [published for _, published in page[case["input"]]] == recorded_outputs
