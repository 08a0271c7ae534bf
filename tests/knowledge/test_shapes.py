"""Rows of published data sets, and what is told of records that are not of their shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.knowledge.shapes import SHAPES, Unfit, rows_of, suffix_of

RECORDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "mmlu_pro": (
        {
            "question_id": 7,
            "question": "Q?",
            "options": ["a", "b", "c"],
            "answer": "B",
            "answer_index": 1,
            "category": "law",
        },
        {"id": "mmlu_pro-7", "subject": "law", "options": ["a", "b", "c"], "labels": ["A", "B", "C"], "gold": 1},
    ),
    "mathqa": (
        {"Problem": "Q?", "options": "a ) 1,600 , b ) 17 , c ) none of these , d ) 3 , e ) 4", "correct": "c"},
        {
            "id": "mathqa-0",
            "options": ["1,600", "17", "none of these", "3", "4"],
            "labels": ["a", "b", "c", "d", "e"],
            "gold": 2,
        },
    ),
    "boolq": (
        {"question": "is it?", "passage": "It is.", "answer": True},
        {"id": "boolq-0", "family": "boolean", "passage": "It is.", "options": ["True", "False"], "gold": 0},
    ),
    "piqa": (
        {"goal": "Boil an egg.", "sol1": "In water.", "sol2": "In sand.", "label": 0},
        {"id": "piqa-0", "question": "Boil an egg.", "options": ["In water.", "In sand."], "gold": 0},
    ),
    "winogrande": (
        {"sentence": "Ann met Bea, and _ left.", "option1": "Ann", "option2": "Bea", "answer": "2"},
        {"id": "winogrande-0", "family": "sentence", "options": ["Ann", "Bea"], "labels": ["A", "B"], "gold": 1},
    ),
}


def read(name: str, records: list[Any], folder: Path) -> tuple[list[dict[str, Any]], list[str]]:
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    problems: list[Any] = []
    return list(rows_of(SHAPES[name], path, problems)), [
        f"{one.primary.file.position(0)[0]}: {one.message}" for one in problems
    ]


@pytest.mark.parametrize("name", SHAPES)
def test_a_record_becomes_a_row(name: str, tmp_path: Path) -> None:
    record, wanted = RECORDS[name]
    (row,), problems = read(name, [record], tmp_path)
    assert problems == []
    assert wanted.items() <= row.items()
    assert set(row) == {
        *("id", "data", "subject", "family", "question", "passage", "options", "labels", "gold", "suffix"),
    }
    assert row["suffix"] == suffix_of(row["id"])


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("spoilt", [None, "", [], {}, 7, "z", -1, True, ["a"], "a ) 1"])
def test_a_spoilt_field_is_told_or_read(name: str, spoilt: Any) -> None:
    record, _ = RECORDS[name]
    for field in record:
        try:
            row = SHAPES[name].read({**record, field: spoilt})
        except Unfit:
            continue
        else:
            assert 0 <= row["gold"] < len(row["options"])


def test_what_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    good, _ = RECORDS["mathqa"]
    records = [
        good,
        {**good, "correct": "x"},
        {**good, "options": "none"},
        {**good, "options": "['a ) 1', 'b ) 2', 'c ) 3']"},
    ]
    found, problems = read("mathqa", records, tmp_path)
    assert [row["options"] for row in found] == [["1,600", "17", "none of these", "3", "4"], ["1", "2", "3"]]
    assert problems == [
        "2: the right option is number 23, counted from 0, and there are 5",
        "3: the options `none` are not `a ) … , b ) …` and so on",
    ]


@given(st.text(), st.integers(0, 9))
def test_a_suffix_follows_from_the_id_and_the_seed(id_: str, seed: int) -> None:
    found = suffix_of(id_, seed)
    assert found == suffix_of(id_, seed)
    assert 1 <= len(found) <= 40
    assert found == found.strip()
