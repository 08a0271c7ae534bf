"""The faults that others found in published data are found; what was judged by hand and what is found agree."""

from __future__ import annotations

import json
from functools import cache
from os import environ
from pathlib import Path
from typing import Any

import pytest

from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.linting import Linted, linted, mark_of

CORPORA = environ.get("IFDSL_CORPORA")
HERE = Path(__file__).parent
SLOW = pytest.mark.skipif(environ.get("IFDSL_WHOLE") is None, reason="takes half a minute: set IFDSL_WHOLE=1 to run it")

pytestmark = pytest.mark.skipif(CORPORA is None, reason="IFDSL_CORPORA names no folder of published data")


def read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


@cache
def rows(name: str) -> tuple[Linted, ...]:
    assert CORPORA is not None
    benchmark, path = read("sets.json")[name]
    return tuple(linted(Path(CORPORA, path), BENCHMARKS[benchmark]))


def kinds(name: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in rows(name):
        found.setdefault(row.key, set()).update(finding.code.name for finding in row.findings)
    return found  # some keys stand there twice


def marks(name: str) -> set[str]:
    return {mark_of(row, finding) for row in rows(name) for finding in row.findings}


SOURCES = [
    pytest.param(source, id=source["name"], marks=[SLOW] if source["set"] == "muldimif" else [])
    for source in read("truth.json")
]


@pytest.mark.parametrize("source", SOURCES)
def test_known_faults_are_found(source: dict[str, Any]) -> None:
    there = kinds(source["set"])
    missed = [key for key, codes in source["faults"].items() if not there[key] & set(codes)]
    assert missed == []


def read_by_hand(name: str) -> list[tuple[dict[str, Any], bool]]:
    """The findings of a set that were judged, each with whether it is of the last draw."""
    draws = read("verdicts.json")
    return [(one, draw is draws[-1]) for draw in draws for one in draw["findings"] if one["set"] == name]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[SLOW] if name in ("muldimif", "ifbench_multi") else [])
        for name in read("sets.json")
        if name != "ifevalpp_before"
    ],
)
def test_what_was_judged_and_what_is_found_agree(name: str) -> None:
    """What is right is still found, the last draw word by word; what is wrong is found no more."""
    judged, found, there = read_by_hand(name), kinds(name), marks(name)
    assert judged
    assert [one for one, _ in judged if one["right"] and one["code"] not in found[one["key"]]] == []
    assert [one for one, last in judged if last and one["right"] and one["mark"] not in there] == []
    assert [one for one, _ in judged if not one["right"] and one["mark"] in there] == []


def test_nine_of_ten_findings_that_were_judged_are_right() -> None:
    *_, last = read("verdicts.json")
    assert len(last["findings"]) >= 100
    assert sum(one["right"] for one in last["findings"]) >= 0.9 * len(last["findings"])
