"""The faults that others found in published data are found; findings a person judged are still those that are drawn."""

from __future__ import annotations

import json
from functools import cache
from os import environ
from pathlib import Path
from typing import Any

import pytest

from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.linting import linted

CORPORA = environ.get("IFDSL_CORPORA")
HERE = Path(__file__).parent
FILES = {
    "ifeval": ("ifeval", "published/ifeval_input_data_541.jsonl"),
    "ifevalpp_before": ("ifeval", "published/ifevalpp_ifeval_original_541.jsonl"),
    "ifevalpp_after": ("ifeval-pp", "published/ifevalpp_ifeval_original_fix_541.jsonl"),
    "ifbench": ("ifbench", "published/ifbench_test_300.jsonl"),
    "muldimif": ("muldimif", "muldimif/test.jsonl"),
}
SLOW = pytest.mark.skipif(environ.get("IFDSL_WHOLE") is None, reason="takes half a minute: set IFDSL_WHOLE=1 to run it")

pytestmark = pytest.mark.skipif(CORPORA is None, reason="IFDSL_CORPORA names no folder of published data")


def read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


@cache
def found(name: str) -> dict[str, set[str]]:
    assert CORPORA is not None
    benchmark, path = FILES[name]
    rows = linted(Path(CORPORA, path), BENCHMARKS[benchmark])
    return {row.key: {finding.code.name for finding in row.findings} for row in rows}


SOURCES = [
    pytest.param(source, id=source["name"], marks=[SLOW] if source["set"] == "muldimif" else [])
    for source in read("truth.json")
]


@pytest.mark.parametrize("source", SOURCES)
def test_known_faults_are_found(source: dict[str, Any]) -> None:
    there = found(source["set"])
    missed = [key for key, codes in source["faults"].items() if not there[key] & set(codes)]
    assert missed == []


@pytest.mark.parametrize("name", ["ifeval", "ifevalpp_after", "ifbench", pytest.param("muldimif", marks=SLOW)])
def test_what_was_judged_is_still_found(name: str) -> None:
    judged = [one for one in read("verdicts.json")["findings"] if one["set"] == name]
    gone = [one for one in judged if one["right"] and one["code"] not in found(name)[str(one["key"])]]
    assert judged
    assert gone == []


def test_nine_of_ten_findings_that_a_person_judged_are_right() -> None:
    judged = read("verdicts.json")["findings"]
    assert len(judged) >= 100
    assert sum(one["right"] for one in judged) >= 0.9 * len(judged)
