"""Figures over judged items."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.report.metrics import Figure, Level, Meter, Metrics, Rate, measure
from ifdsl.report.table import to_dict, to_json
from ifdsl.store.records import ItemResult, Prompt, RequirementResult, Response
from tests.report.items import judged, must, runs, simple


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


@settings(max_examples=50, deadline=None)
@given(runs(), st.randoms())
def test_the_order_of_items_does_not_matter(drawn: list[ItemResult], random) -> None:
    shuffled = list(drawn)
    random.shuffle(shuffled)
    assert measure(shuffled) == measure(drawn)
    assert to_json(measure(shuffled)) == to_json(measure(drawn))


@settings(max_examples=50, deadline=None)
@given(runs())
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


@settings(max_examples=50, deadline=None)
@given(runs())
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


@settings(max_examples=50, deadline=None)
@given(runs(), runs())
def test_counts_of_two_runs_add_up(first: list[ItemResult], second: list[ItemResult]) -> None:
    one, two, both = measure(first), measure(second), measure(first + second)
    for reading in ("prompt", "requirement"):
        parts = [getattr(metrics, reading).strict.counted for metrics in (one, two, both)]
        assert parts[0].passed + parts[1].passed == parts[2].passed
        assert parts[0].total + parts[1].total == parts[2].total


def item(id: str, answer: str | None, *verdicts: str) -> ItemResult:
    response = None if answer is None else Response(id, answer, "ok" if answer else "api_error", "m")
    judged = [RequirementResult(str(n), f"std.{n}", "g", v, v) for n, v in enumerate(verdicts)]  # type: ignore[arg-type]
    return ItemResult.of(Prompt.of_text(id, "x"), response, judged)


def test_a_worked_example() -> None:
    metrics = measure(
        [
            item("1", "text", "pass", "pass"),
            item("2", "text", "pass", "fail", "not_applicable"),
            item("3", "text", "pass", "unknown"),
            item("4", "", "pass"),  # a check for absence passes on nothing
            item("5", None, "fail", "unknown"),
        ]
    )
    assert metrics.statuses == {"api_error": 1, "no_response": 1, "ok": 3}
    assert metrics.unanswered == 2
    assert metrics.prompt.strict == Figure(Rate(1, 4), Rate(1, 2), unknown=1)
    strict = metrics.requirement.strict
    # By prompt: 2 of 2, 1 of 2, 1 of 1, and 0 of 1, 0 of 2 without an answer.
    counted, answered = Rate.of([(2, 2), (1, 2), (1, 1), (0, 1), (0, 2)]), Rate.of([(2, 2), (1, 2), (1, 1)])
    assert strict == Figure(counted, answered, unknown=1, not_applicable=1)
    assert (counted.passed, counted.total, answered.passed, answered.total) == (4, 8, 4, 5)
    assert metrics.by_constraint["std.0"].strict == Figure(Rate(3, 5), Rate(3, 3))
    assert list(metrics.by_constraint) == ["std.0", "std.1", "std.2"]
    assert metrics.by_group == {"g": metrics.requirement}


def test_no_items_give_no_rate_and_no_error() -> None:
    metrics = measure([])
    assert metrics.prompt.strict.counted.value is None
    assert to_dict(metrics)["prompt"]["strict"]["rate"] is None


def test_json_holds_full_precision_counts_and_intervals() -> None:
    read = json.loads(to_json(measure([item("1", "text", "pass"), item("2", "text", "fail"), item("3", None, "fail")])))
    assert read["prompt"]["strict"]["rate"] == 1 / 3
    assert read["prompt"]["strict"]["answered"]["rate"] == 1 / 2
    assert (read["requirement"]["loose"]["passed"], read["requirement"]["loose"]["total"]) == (1, 3)
    assert len(read["by_constraint"]["std.0"]["strict"]["interval_95"]) == 2


def test_requirements_of_one_prompt_are_one_cluster() -> None:
    """The interval is that of the prompts' own counts, whatever else each prompt stands beside."""
    metrics = measure([simple("1", True, True), simple("2", False, False, False), simple("3", True)])
    assert metrics.requirement.strict.counted == Rate.of([(2, 2), (0, 3), (1, 1)])
    assert metrics.prompt.strict.counted == Rate(2, 3)


def test_repeats_and_cousins_widen_the_interval_of_prompts() -> None:
    outcomes = [n % 3 > 0 for n in range(30)]
    apart = measure([simple(str(n), one) for n, one in enumerate(outcomes)])
    repeated = measure([simple(str(n), one, repeat=r) for n, one in enumerate(outcomes) for r in range(4)])
    cousins = measure([simple(f"{n}.{r}", one, base=str(n)) for n, one in enumerate(outcomes) for r in range(4)])
    assert (
        repeated.prompt.strict.counted == cousins.prompt.strict.counted == Rate.of([(4 * one, 4) for one in outcomes])
    )
    widths = [high - low for low, high in (m.prompt.strict.counted.interval or (0, 0) for m in (apart, repeated))]
    # Four answers that agree tell no more than one, and Student's quantile is a little above the normal one.
    assert widths[0] < widths[1] < 1.1 * widths[0]


@settings(max_examples=50, deadline=None)
@given(runs())
def test_the_parts_by_each_facet_hold_what_their_items_do(drawn: list[ItemResult]) -> None:
    metrics = measure(drawn)
    for name, parts in (
        ("pattern", metrics.by_pattern),
        ("level", metrics.by_level),
        ("language", metrics.by_language),
        ("kind", metrics.by_kind),
    ):
        assert set(parts) == {str(one.prompt.meta[name]) for one in drawn if name in one.prompt.meta}
        for value, part in parts.items():
            alone = measure([one for one in drawn if str(one.prompt.meta.get(name)) == value])
            assert part == (alone.prompt, alone.requirement)
    cells = {(row, column): part for row, cells in metrics.grid.items() for column, part in cells.items()}
    for (pattern, level), part in cells.items():
        meta = {"pattern": pattern, "level": int(level)}
        alone = measure([one for one in drawn if meta.items() <= dict(one.prompt.meta).items()])
        assert part == (alone.prompt, alone.requirement)
    both = [one for one in drawn if {"pattern", "level"} <= one.prompt.meta.keys()]
    assert sum(p.prompt.strict.counted.total + p.prompt.strict.unknown for p in cells.values()) == len(both)


def test_levels_that_are_numbers_stand_in_their_order() -> None:
    found = measure(
        [
            judged(str(n), must("a.x", "pass"), meta={"level": n})
            for n in (10, 9, "Level II", 1, "", None, "IV", "IX", "V")
        ]
    )
    assert list(found.by_level) == ["1", "9", "10", "IV", "V", "IX", "Level II"]


def test_a_long_run_needs_no_more_memory_than_its_figures() -> None:
    meter, sizes = Meter(), []
    for n in range(9_000):
        meter.add(simple(str(n), n % 2 == 0, n % 3 == 0))
        if n in (3_000, 8_999):
            sizes.append(len(meter._by_constraint["a.x"].ledger.rows))
    assert max(sizes) <= 2048
    part = meter.metrics().by_constraint["a.x"].strict.counted
    assert (part.passed, part.total) == (4_500 + 3_000, 18_000)
    assert part.interval is not None
    exact = Rate.of([((n % 2 == 0) + (n % 3 == 0), 2) for n in range(9_000)]).interval
    assert part.interval == pytest.approx(exact, abs=2e-3)


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
