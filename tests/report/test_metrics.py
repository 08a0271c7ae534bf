"""Figures over judged items."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.report.metrics import Figure, Level, Metrics, Rate, measure
from ifdsl.report.table import to_dict, to_json
from ifdsl.store.records import STATUSES, VERDICTS, ItemResult, Prompt, RequirementResult, Response

# What is not drawn keeps its default; Hypothesis would draw every field of a record.
requirements = st.builds(
    lambda constraint, group, strict, loose, required: RequirementResult(
        "r", constraint, group, strict, loose, required=required
    ),
    st.sampled_from(["std.a", "std.b", "std.c"]),
    st.sampled_from(["x", "y"]),
    st.sampled_from(VERDICTS),
    st.sampled_from(VERDICTS),
    st.booleans(),
)
responses = st.none() | st.builds(
    lambda text, status: Response("1", text, status, "m"),
    st.sampled_from(["", " ", "text"]),
    st.sampled_from(STATUSES),
)
items = st.builds(ItemResult.of, st.just(Prompt.of_text("1", "x")), responses, st.lists(requirements, max_size=4))
item_lists = st.lists(items, max_size=8)


def figures(level: Level) -> list[Figure]:
    return [level.strict, level.loose]


def all_levels(metrics: Metrics) -> list[Level]:
    return [metrics.prompt, metrics.requirement, *metrics.by_constraint.values(), *metrics.by_group.values()]


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_the_interval_holds_the_share_and_stays_within_bounds(a: int, b: int) -> None:
    rate = Rate(min(a, b), max(a, b))
    if rate.total == 0:
        assert rate.value is None
        assert rate.interval is None
        return
    low, high = rate.interval or (1.0, 0.0)
    assert 0 <= low <= (rate.value or 0.0) <= high <= 1
    assert low < high


@pytest.mark.parametrize(
    ("passed", "total", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_the_published_one(passed: int, total: int, low: float, high: float) -> None:
    assert Rate(passed, total).interval == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10**5), st.integers(0, 10**5))
def test_the_bounds_are_the_roots_of_the_score_equation(total: int, passed: int) -> None:
    share = min(passed, total) / total
    for bound in Rate(min(passed, total), total).interval or ():
        z2 = 1.959963984540054**2
        assert (share - bound) ** 2 == pytest.approx(z2 * bound * (1 - bound) / total, rel=1e-6, abs=1e-12)


@given(st.integers(1, 1000), st.integers(0, 1000))
def test_more_of_the_same_narrows_the_interval(total: int, passed: int) -> None:
    passed = min(passed, total)
    few, many = Rate(passed, total).interval, Rate(passed * 4, total * 4).interval
    assert few is not None
    assert many is not None
    assert many[1] - many[0] < few[1] - few[0]


@settings(max_examples=60)
@given(item_lists, st.randoms())
def test_the_order_of_items_does_not_matter(drawn: list[ItemResult], random) -> None:
    shuffled = list(drawn)
    random.shuffle(shuffled)
    assert measure(shuffled) == measure(drawn)
    assert to_json(measure(shuffled)) == to_json(measure(drawn))


@settings(max_examples=60)
@given(item_lists)
def test_requirements_are_pooled(drawn: list[ItemResult]) -> None:
    metrics = measure(drawn)
    for parts in (metrics.by_constraint, metrics.by_group):
        for mode in ("strict", "loose"):
            whole = getattr(metrics.requirement, mode)
            each = [getattr(level, mode) for level in parts.values()]
            for reading in ("counted", "answered"):
                assert getattr(whole, reading).passed == sum(getattr(f, reading).passed for f in each)
                assert getattr(whole, reading).total == sum(getattr(f, reading).total for f in each)
            assert whole.unknown == sum(f.unknown for f in each)
            assert whole.not_applicable == sum(f.not_applicable for f in each)


@settings(max_examples=60)
@given(item_lists)
def test_nothing_is_lost_and_nothing_counted_twice(drawn: list[ItemResult]) -> None:
    metrics = measure(drawn)
    for level, required in ((metrics.requirement, True), (metrics.preference, False)):
        total = sum(one.required is required for item in drawn for one in item.requirements)
        for figure in figures(level):
            assert figure.counted.total + figure.unknown + figure.not_applicable == total
    for figure in figures(metrics.prompt):
        assert figure.counted.total + figure.unknown == len(drawn) == metrics.items
    assert sum(metrics.statuses.values()) == len(drawn)
    for level in all_levels(metrics):
        for figure in figures(level):
            assert 0 <= figure.answered.passed == figure.counted.passed <= figure.answered.total <= figure.counted.total


@settings(max_examples=60)
@given(item_lists, item_lists)
def test_counts_of_two_runs_add_up(first: list[ItemResult], second: list[ItemResult]) -> None:
    one, two, both = measure(first), measure(second), measure(first + second)
    for reading in ("prompt", "requirement"):
        parts = [getattr(metrics, reading).strict.counted for metrics in (one, two, both)]
        assert parts[0].passed + parts[1].passed == parts[2].passed
        assert parts[0].total + parts[1].total == parts[2].total


def item(answer: str | None, *verdicts: str) -> ItemResult:
    response = None if answer is None else Response("1", answer, "ok" if answer else "api_error", "m")
    judged = [RequirementResult(str(n), f"std.{n}", "g", v, v) for n, v in enumerate(verdicts)]  # type: ignore[arg-type]
    return ItemResult.of(Prompt.of_text("1", "x"), response, judged)


def test_a_worked_example() -> None:
    metrics = measure(
        [
            item("text", "pass", "pass"),
            item("text", "pass", "fail", "not_applicable"),
            item("text", "pass", "unknown"),
            item("", "pass"),  # a check for absence passes on nothing
            item(None, "fail", "unknown"),
        ]
    )
    assert metrics.statuses == {"api_error": 1, "no_response": 1, "ok": 3}
    assert metrics.unanswered == 2
    assert metrics.prompt.strict == Figure(Rate(1, 4), Rate(1, 2), unknown=1)
    assert metrics.requirement.strict == Figure(Rate(4, 8), Rate(4, 5), unknown=1, not_applicable=1)
    assert metrics.by_constraint["std.0"].strict == Figure(Rate(3, 5), Rate(3, 3))
    assert list(metrics.by_constraint) == ["std.0", "std.1", "std.2"]
    assert metrics.by_group == {"g": metrics.requirement}


def test_no_items_give_no_rate_and_no_error() -> None:
    metrics = measure([])
    assert metrics.prompt.strict.counted.value is None
    assert to_dict(metrics)["prompt"]["strict"]["rate"] is None


def test_json_holds_full_precision_counts_and_intervals() -> None:
    read = json.loads(to_json(measure([item("text", "pass"), item("text", "fail"), item(None, "fail")])))
    assert read["prompt"]["strict"]["rate"] == 1 / 3
    assert read["prompt"]["strict"]["answered"]["rate"] == 1 / 2
    assert (read["requirement"]["loose"]["passed"], read["requirement"]["loose"]["total"]) == (1, 3)
    assert len(read["by_constraint"]["std.0"]["strict"]["interval_95"]) == 2


@pytest.mark.skipif("IFDSL_CORPORA" not in os.environ, reason="IFDSL_CORPORA is not set: no published verdicts")
@pytest.mark.parametrize(
    ("name", "prompts", "requirement"),
    [
        ("gpt4", ((417, 541), (431, 541)), ((698, 834), (714, 834))),
        ("okatanaaa_en", ((269, 541), (295, 541)), ((510, 834), (545, 834))),
    ],
)
def test_the_published_accuracies_come_out_of_the_published_verdicts(
    name: str, prompts: tuple, requirement: tuple
) -> None:
    judged = []
    with Path(os.environ["IFDSL_CORPORA"], "ifeval", f"{name}.jsonl").open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            verdicts = [["pass" if v else "fail" for v in row[mode]] for mode in ("strict", "loose")]
            results = [
                RequirementResult(str(n), type_id, type_id.partition(":")[0], strict, loose)  # type: ignore[arg-type]
                for n, (type_id, strict, loose) in enumerate(zip(row["instruction_id_list"], *verdicts, strict=True))
            ]
            status = "ok" if row["response"].strip() else "empty"
            response = Response(str(row["key"]), row["response"], status, name)
            judged.append(ItemResult.of(Prompt.of_text(str(row["key"]), row["prompt"]), response, results))
    metrics = measure(judged)
    assert [(f.counted.passed, f.counted.total) for f in figures(metrics.prompt)] == list(prompts)
    assert [(f.counted.passed, f.counted.total) for f in figures(metrics.requirement)] == list(requirement)
