"""The table of MulDimIF, against its evaluator's definitions spelled out over plain lists."""

import json
import os
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.published.muldimif import MAPPING, Score
from ifdsl.report.dimensions import Dimensions, dimension_of, measure_dimensions
from ifdsl.store.records import ItemResult, Prompt, RequirementResult, Response, Verdict
from tests.report.items import judged, must

Item = dict[str, Any]
LABELS = sorted(set(MAPPING.values()))
VERDICTS: dict[int | None, Verdict] = {1: "pass", 0: "fail", None: "unknown"}
each_example = settings(max_examples=60, deadline=None)

judges = st.sampled_from([0, 1, 1])
constraints = st.lists(st.tuples(st.sampled_from(LABELS), judges), min_size=1, max_size=7)
patterns, levels = st.sampled_from(["Listing", "Example"]), st.sampled_from(["Level 1", "Level 2", "Level 3"])
published = st.lists(
    st.builds(
        lambda pattern, level, found: {"pattern": pattern, "level": level, "found": found},
        patterns,
        levels,
        constraints,
    ),
    min_size=1,
    max_size=8,
)


def results(items: list[Item], answer: str = "text") -> list[ItemResult]:
    made = []
    for number, item in enumerate(items):
        each = [
            RequirementResult(str(n), label, label.partition("_")[0], VERDICTS[judge], VERDICTS[judge])
            for n, (label, judge) in enumerate(item["found"])
        ]
        meta = {"pattern": item["pattern"], "level": item["level"]}
        prompt = Prompt.of_text(str(number), "Write.")._replace(meta=meta)
        made.append(ItemResult.of(prompt, Response(str(number), answer, "ok", "m"), each))
    return made


def table(found: list[ItemResult]) -> Dimensions:
    dimensions = measure_dimensions(found)
    assert dimensions is not None
    return dimensions


def brute(items: list[Item]) -> dict[str, Any]:
    """What the evaluator's text says, item by item."""

    def averages(some: list[Item]) -> tuple[float, float, float]:
        judged = [[judge for _, judge in item["found"]] for item in some]
        return (
            mean(sum(each) == len(each) for each in judged),
            mean(sum(each) / len(each) for each in judged),
            sum(map(sum, judged)) / sum(map(len, judged)),
        )

    categories: dict[str, list[bool]] = defaultdict(list)
    subcategories: dict[str, list[int]] = defaultdict(list)
    for item in items:
        for category in {label.partition("_")[0] for label, _ in item["found"]}:
            categories[category].append(
                all(judge for label, judge in item["found"] if label.partition("_")[0] == category)
            )
        for label, judge in item["found"]:
            subcategories[label].append(judge)
    return {
        "overall": averages(items),
        "pattern": {p: averages([i for i in items if i["pattern"] == p]) for p in {i["pattern"] for i in items}},
        "level": {p: averages([i for i in items if i["level"] == p]) for p in {i["level"] for i in items}},
        "category": {name: (sum(each), len(each)) for name, each in categories.items()},
        "subcategory": {name: (sum(each), len(each)) for name, each in subcategories.items()},
    }


def said(found: Dimensions, reading: str = "strict") -> dict[str, Any]:
    """The same figures as the table has them."""

    def averages(row: Any) -> tuple[float, float, float]:
        return tuple(getattr(one, reading).value for one in (row.whole, row.macro, row.micro))  # type: ignore[return-value]

    def rates(rows: Any) -> dict[str, tuple[int, int]]:
        return {name: tuple(getattr(row, reading)[:2]) for name, row in rows.items()}

    return {
        "overall": averages(found.overall),
        "pattern": {name: averages(row) for name, row in found.by_pattern.items()},
        "level": {name: averages(row) for name, row in found.by_level.items()},
        "category": rates(found.by_category),
        "subcategory": rates(found.by_subcategory),
    }


def same(figures: dict[str, Any], expected: dict[str, Any]) -> None:
    for name in ("category", "subcategory"):
        assert figures[name] == expected[name]
    for name in ("pattern", "level"):
        assert figures[name].keys() == expected[name].keys()
        for value, row in expected[name].items():
            assert figures[name][value] == pytest.approx(row)
    assert figures["overall"] == pytest.approx(expected["overall"])


@each_example
@given(published)
def test_the_figures_are_those_of_the_definition(items: list[Item]) -> None:
    found = table(results(items))
    assert found.items == len(items)
    same(said(found), brute(items))
    same(said(found, "loose"), brute(items))


@each_example
@given(published, st.randoms(use_true_random=False))
def test_no_order_of_items_changes_a_figure(items: list[Item], random: Random) -> None:
    found = results(items)
    assert table(random.sample(found, len(found))) == table(found)


ungraded = st.lists(st.tuples(st.sampled_from(LABELS), judges | st.none()), min_size=1, max_size=5)


@each_example
@given(st.lists(st.tuples(patterns, levels, ungraded), min_size=1, max_size=8))
def test_the_maps_of_the_evaluator_hold_the_same(drawn: list[tuple[str, str, list[tuple[str, int | None]]]]) -> None:
    score, items = Score(), []
    for pattern, level, each in drawn:
        score.add([label for label, _ in each], [judge for _, judge in each], pattern, level)
        items.append({"pattern": pattern, "level": level, "found": each})
    found, maps = table(results(items)), score.maps()

    def text(rate: Any) -> str:
        return f"{rate.passed}/{rate.total}={rate.passed / rate.total}"

    whole = found.overall.whole.strict
    assert maps["Overall"] == (text(whole) if whole.total else "0/0")
    named: dict[str, dict[str, Any]] = {
        "constraint_pattern_list": {name: row.whole for name, row in found.by_pattern.items()},
        "constraint_difficulty_list": {name: row.whole for name, row in found.by_level.items()},
        "constraint_category_list": dict(found.by_category),
        "constraint_category_second_list": dict(found.by_subcategory),
    }
    for name, rows in named.items():
        # Where none passes, the evaluator's maps leave out what is not a subcategory.
        everything = name == "constraint_category_second_list"
        shown = {
            key: text(row.strict) for key, row in rows.items() if row.strict.total and (row.strict.passed or everything)
        }
        assert shown == maps[name]


def test_what_got_no_answer_has_failed_and_what_does_not_apply_has_passed() -> None:
    meta = {"pattern": "listing", "level": "II"}
    found = table(
        [
            judged("1", must("length.words", "pass"), must("case.upper", "not_applicable", id="c"), meta=meta),
            judged("2", must("length.words", "pass"), text="", meta=meta),
            judged("3", must("length.words", "unknown"), must("case.upper", "fail", id="c"), meta=meta),
            judged("4", must("length.words", "unknown", "pass"), meta=meta),
        ]
    )
    assert found.items == 4
    assert found.overall.whole.strict[:2] == (1, 3)
    assert found.overall.whole.loose[:2] == (2, 4)
    assert found.overall.micro.strict[:2] == (2, 4)
    assert found.overall.macro.strict.value == pytest.approx((1 + 0 + 0) / 3)
    assert found.by_subcategory["length.words"].strict[:2] == (1, 2)
    assert found.by_category["case"].strict[:2] == (1, 2)


def test_only_items_with_a_pattern_and_a_level_are_counted_and_preferences_are_not() -> None:
    one = judged("1", must("a.x", "pass"), meta={"pattern": "listing"})
    two = judged("2", must("a.x", "pass"), meta={"level": 1})
    three = judged("3", must("a.x", "pass", required=False), meta={"pattern": "listing", "level": 1})
    assert measure_dimensions([]) is None
    assert measure_dimensions([one, two, three]) is None


def test_the_order_of_levels() -> None:
    found = [
        judged(str(n), must("a.x", "pass"), meta={"pattern": "listing", "level": level})
        for n, level in enumerate(("IX", "IV", "I", "V", "II"))
    ]
    assert list(table(found).by_level) == ["I", "II", "IV", "V", "IX"]


@pytest.mark.parametrize(
    ("constraint", "group", "expected"),
    [
        ("Content_Keywords", "Content", ("Content", "Content_Keywords")),
        ("std.length.word_count", "length.words", ("length", "length.words")),
        ("muldimif.length.words", "muldimif.length", ("length", "length.words")),
        ("own.rule", "", ("own.rule", "own.rule")),
        ("ifeval.number_words", "length_constraints", ("length_constraints", "ifeval.number_words")),
    ],
)
def test_categories_and_subcategories(constraint: str, group: str, expected: tuple[str, str]) -> None:
    assert dimension_of(RequirementResult("r", constraint, group, "pass", "pass")) == expected


@pytest.mark.skipif("IFDSL_CORPORA" not in os.environ, reason="IFDSL_CORPORA is not set: no published items")
def test_the_published_items_come_out_as_defined() -> None:
    """All 1,200 items with verdicts drawn at random."""
    random, items = Random(8), []
    with Path(os.environ["IFDSL_CORPORA"], "muldimif", "test.jsonl").open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            found = [(MAPPING[f"{one[0]}_{one[1]}"], int(random.random() < 0.8)) for one in row["constraints"]]
            items.append({"pattern": row["constraint_pattern"], "level": row["difficulty"], "found": found})
    dimensions = table(results(items))
    same(said(dimensions), brute(items))
    assert [row.whole.strict.total for row in dimensions.by_pattern.values()] == [400, 400, 400]
    assert [row.whole.strict.total for row in dimensions.by_level.values()] == [300, 300, 300, 300]
    # How many constraints of each kind the paper's Table 1 has.
    counts: dict[str, int] = defaultdict(int)
    for name, read in dimensions.by_subcategory.items():
        counts[name.partition("_")[0]] += read.strict.total
    assert counts == {"Content": 1_175, "Format": 1_210, "Language": 694, "Length": 1_101}
