"""All figures of a run in one pass, shown and as JSON."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.report.cofailing import measure_cofailures
from ifdsl.report.dimensions import measure_dimensions
from ifdsl.report.health import examine
from ifdsl.report.margins import measure_margins
from ifdsl.report.metrics import measure
from ifdsl.report.plain import plain
from ifdsl.report.reliability import measure_reliability
from ifdsl.report.repeats import measure_repeats
from ifdsl.report.survey import Findings, Survey
from ifdsl.report.table import render, to_json
from ifdsl.store.records import ItemResult
from tests.report.items import judged, must, runs


def surveyed(items: list[ItemResult]) -> Survey:
    survey = Survey()
    for item in items:
        survey.add(item)
    return survey


@settings(max_examples=50, deadline=None)
@given(runs(), st.randoms(use_true_random=False))
def test_one_pass_gives_what_each_meter_does_and_the_same_json_in_any_order(run: list, random: Random) -> None:
    metrics, findings = surveyed(run).figures()
    assert metrics == measure(run)
    assert findings == Findings(
        examine(metrics),
        measure_cofailures(run),
        measure_margins(run),
        measure_repeats(run),
        measure_reliability(run),
        measure_dimensions(run),
    )
    text = to_json(metrics, {"run": "x"}, findings)
    again, found_again = surveyed(random.sample(run, len(run))).figures()
    assert to_json(again, {"run": "x"}, found_again) == text
    assert all(line.isprintable() for line in render(metrics, findings).split("\n"))
    read = json.loads(text)
    assert read["items"] == len(run)
    assert {
        "prompt",
        "by_level",
        "grid",
        "health",
        "cofailures",
        "margins",
        "repeats",
        "reliability",
        "dimensions",
    } <= read.keys()


def varied() -> list[ItemResult]:
    return [
        judged(
            f"{n}",
            must("length.words", "pass" if n % 3 else "fail", measured=95 + n, expected="at least 100", margin=n / 100),
            must("case.lower", "pass" if n % 3 else "fail", "pass", id="c"),
            repeat=r,
            meta={
                "level": n % 2,
                "pattern": "listing" if n % 4 < 2 else "example",
                "language": "en",
                "base": str(n // 3),
                "kind": "rephrasing" if n % 3 else "original",
            },
        )
        for n in range(-12, 12)
        for r in range(2)
    ]


def test_the_sections_of_a_run_with_everything() -> None:
    shown = render(*surveyed(varied()).figures())
    # The whole run stands first, under the headings of the columns.
    sections = [block.split("\n", 1) for block in shown.rstrip("\n").split("\n\n")[2:]]
    found = {heading: body for heading, *rest in sections for body in rest}
    assert list(found) == [
        "by pattern, prompts",
        "by level, prompts",
        "by language, prompts",
        "by kind, prompts",
        "by group",
        "by constraint",
        "pattern by level: prompts, strict (of how many)",
        "8 groups of 3 prompts",
        "by dimension, as MulDimIF counts",
        "2 answers a prompt, strict",
        "margins of graded checks, in units of the bound",
        "failing together more often than apart",
        "checks that want a look",
    ]
    assert found["pattern by level: prompts, strict (of how many)"].split() == (
        ["0", "1", "example", "0.6667", "(12)", "0.6667", "(12)", "listing", "0.6667", "(12)", "0.6667", "(12)"]
    )
    groups = {line.strip().partition("  ")[0]: line.split() for line in found["8 groups of 3 prompts"].splitlines()}
    # Every third prompt fails, the original of each group, and its cousins pass.
    assert groups["reliable@3: all of a group pass"][6:7] == ["0.0000"]
    assert groups["rephrasing"][:3] == ["rephrasing", "16", "1.0000"]
    assert "2 answers a prompt: means over all ways to take one answer of each prompt" in groups
    assert found["by dimension, as MulDimIF counts"].splitlines()[1].split()[:2] == ["overall", "0.6667"]
    assert "16/24" in found["2 answers a prompt, strict"]
    assert (
        "20 of 24 failures missed by 0.1 of the bound or less"
        in found["margins of graded checks, in units of the bound"]
    )
    assert found["failing together more often than apart"].splitlines()[1].split() == (
        ["case", "+", "length", "16", "5.3", "48"]
    )
    assert found["checks that want a look"].strip() == "loose less strict: case.lower +16"


def test_what_is_no_figure_is_refused() -> None:
    with pytest.raises(TypeError, match="a set is not a figure"):
        plain({"x": {1}})
