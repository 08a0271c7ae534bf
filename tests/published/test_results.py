"""What the evaluators of IFEval++, Multi-IF and MulDimIF compute over all rows, faults included."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from ifdsl.published import muldimif, multi_if, shapes
from ifdsl.published.multi_if import Outcome
from ifdsl.published.reading import ReadItem
from ifdsl.published.records import Record
from ifdsl.published.reliability import KINDS, Tally
from ifdsl.published.rows import Row
from ifdsl.store.records import ItemResult, Prompt, RequirementResult, Response, Verdict

# ---------------------------------------------------------------- IFEval++

MEMBERS = ["original", *(f"{kind}:{number}" for kind in KINDS for number in (1, 2, 3))]


def reliable(*groups: dict[str, bool], suffix: str = "") -> Any:
    """The figures of groups, of which each says which members fail."""
    tally = Tally()
    for number, failing in enumerate(groups):
        for member in failing:
            tally.add(f"{number}:{member}", f"p{suffix}", ["a:b"], [failing[member]])
    return tally.log().get("reliable_at_k")


def group(*failing: str, members: list[str] = MEMBERS) -> dict[str, bool]:
    return {member: member not in failing for member in members}


def test_reliability_of_whole_groups() -> None:
    found = reliable(group(), group("rephrasing:1"), group("distractor:3"), group("original"))
    assert found == {
        "reliable_at_k_all": 1 / 4,
        "reliable_at_k_original": 3 / 4,
        "reliable_at_k_ct_alteration_at_2": 3 / 4,
        "reliable_at_k_ct_alteration_at_4": 3 / 4,
        "reliable_at_k_rephrasing_at_2": 2 / 4,
        "reliable_at_k_rephrasing_at_4": 2 / 4,
        "reliable_at_k_distractor_at_2": 3 / 4,
        "reliable_at_k_distractor_at_4": 2 / 4,
    }


def test_the_original_is_first_and_the_others_stand_as_in_the_file() -> None:
    last_first = ["rephrasing:3", "rephrasing:2", "rephrasing:1", "original"]
    found = reliable(group("rephrasing:1", members=last_first))
    assert (found["reliable_at_k_rephrasing_at_2"], found["reliable_at_k_rephrasing_at_4"]) == (1, 0)
    found = reliable(group("rephrasing:3", members=last_first))
    assert found["reliable_at_k_rephrasing_at_2"] == 0


def test_a_group_of_another_size_is_never_reliable() -> None:
    assert reliable(group(members=MEMBERS[:9]))["reliable_at_k_all"] == 0
    assert reliable(group(members=[*MEMBERS, "distractor:4"]))["reliable_at_k_all"] == 0
    assert reliable(group("distractor:4", members=[*MEMBERS, "distractor:4"]))["reliable_at_k_all"] == 1


def test_what_the_evaluator_cannot_compute_is_left_out() -> None:
    assert reliable(group("original")) is None, "it divides by the share of originals"
    assert reliable(group(members=MEMBERS[1:])) is None
    tally = Tally()
    tally.add(12, "p", ["a:b", "a:c"], [True, False])
    tally.add("13", "p", ["a:b"], [True])
    assert tally.log() == {
        "prompt_level_accuracy": 1 / 2,
        "instruction_level_accuracy": 2 / 3,
        "tier0": {"a": 2 / 3},
        "tier1": {"a:b": 1.0, "a:c": 0.0},
    }
    assert Tally().log()["prompt_level_accuracy"] is None


def test_samples() -> None:
    """The first sample of a rephrasing fails and the second passes; the original of the other group never does."""
    tally = Tally()
    for number, failing in enumerate([{"rephrasing:1": {0}}, {"original": {0, 1}}]):
        for sample in (0, 1):
            for member in MEMBERS:
                passed = sample not in failing.get(member, set())
                tally.add(f"{number}:{member}", f"{member}--kk--{sample}", ["a:b"], [passed])
    found = tally.log()["reliable_at_k"]
    assert list(found) == ["1", "2"]
    assert found["2"]["sampling_id"] == 2
    assert (found["1"]["reliable_at_k_all"], found["2"]["reliable_at_k_all"]) == (0, 1 / 2)
    assert [found[k]["reliable_at_k_rephrasing_at_2"] for k in ("1", "2")] == [0, 1 / 2]
    assert [found[k]["reliable_at_k_original"] for k in ("1", "2")] == [1 / 2, 1 / 2]
    assert reliable(group("original"), suffix="--kk--0")["1"]["reliable_at_k_original"] == 0
    assert reliable(group(), suffix="--kk--" + "9" * 200)["reliable_at_k_all"] == 1, "no number of a sample"


# ---------------------------------------------------------------- Multi-IF


def figures(folder: Path, rows: list[tuple[int, str, list[tuple[Verdict, Verdict]]]]) -> Any:
    """What the writer leaves of rows: turn, language, and the strict and loose verdicts."""
    with multi_if.multi_if(folder) as write:
        for number, (turn, language, verdicts) in enumerate(rows):
            meta = {"conversation": "c", "turn": turn, "language": language}
            ids, arguments = ("a:b",) * len(verdicts), ({},) * len(verdicts)
            row = Row(number, str(number), str(number), "p", ids, arguments, meta=meta)
            write(ReadItem(number, row, None, (), ()), result(row.key, verdicts, "text"))
    return json.loads((folder / multi_if.TURNS).read_text(encoding="utf-8"))


def result(key: str, verdicts: list[tuple[Verdict, Verdict]], text: str | None) -> ItemResult:
    requirements = [RequirementResult(str(n), "c", "g", strict, loose) for n, (strict, loose) in enumerate(verdicts)]
    response = None if text is None else Response(key, text, "ok", "m")
    return ItemResult.of(Prompt.of_text(key, "p"), response, requirements)


FAIL, LOOSE, PASS = ("fail", "fail"), ("fail", "pass"), ("pass", "pass")


def test_the_mean_of_four_accuracies(tmp_path: Path) -> None:
    rows: list[Any] = [
        (1, "German", [PASS]),
        (1, "English", [PASS, LOOSE]),
        (1, "English", [FAIL]),
        (2, "Kannada", [PASS]),
    ]
    found = figures(tmp_path, rows)
    everything = found["turn_1"]["all_languages"]
    assert list(found["turn_1"]) == ["all_languages", "German", "English"]
    assert (everything["prompts"], everything["prompt_strict"], everything["prompt_loose"]) == (3, 1 / 3, 2 / 3)
    assert (everything["instruction_strict"], everything["instruction_loose"]) == (2 / 4, 3 / 4)
    assert everything["overall"] == pytest.approx((1 / 3 + 2 / 4 + 2 / 3 + 3 / 4) / 4)
    table = (tmp_path / "eval_result_step_1_metric.csv").read_text(encoding="utf-8").split("\n")
    assert table[:3] == ["0", "3", repr(everything["overall"])]
    bounds = [*everything["prompt_strict_interval"], *everything["instruction_strict_interval"]]
    assert table[3] == '"(' + ", ".join(map(repr, bounds)) + ')"'
    assert len(table) == 2 + 3 * 3 + 1
    assert list(found["turn_2"]) == ["all_languages", "Kannada"]
    assert not (tmp_path / "eval_result_step_3_metric.csv").exists()


def test_the_interval_is_that_of_resampled_prompts(tmp_path: Path) -> None:
    """Of 400 prompts 300 pass: the middle 95 % of Binomial(400, 3/4) is 283 to 317, near 300 ± 1.96 σ."""
    rows: list[Any] = [(1, "English", [PASS])] * 300 + [(1, "English", [FAIL, PASS])] * 100
    found = figures(tmp_path, rows)["turn_1"]["English"]
    low, high = found["prompt_strict_interval"]
    half = 1.96 * sqrt(0.75 * 0.25 / 400)
    assert low == pytest.approx(0.75 - half, abs=0.004)
    assert high == pytest.approx(0.75 + half, abs=0.004)
    # The share of a prompt is 1 or 1/2, so the interval of its mean is half as wide, about 7/8.
    low, high = found["instruction_strict_interval"]
    assert (low + high) / 2 == pytest.approx(0.875, abs=0.004)
    assert high - low == pytest.approx(half, abs=0.004)
    assert found["overall_interval"][0] < found["overall"] < found["overall_interval"][1]
    assert found == figures(tmp_path, rows)["turn_1"]["English"], "the seed is fixed"


def test_one_prompt_has_no_spread(tmp_path: Path) -> None:
    found = figures(tmp_path, [(1, "", [PASS])])["turn_1"]
    assert list(found) == ["all_languages"]
    assert found["all_languages"]["prompt_strict_interval"] == [1.0, 1.0]
    assert multi_if._figures([Outcome(0, 0, 2)])["overall_interval"] == [0.0, 0.0]


# ---------------------------------------------------------------- MulDimIF

ITEM = {
    "id": "1", "conversations": [{"role": "user", "content": "Do it."}],
    "constraints": [["Length", "Words", "a"], ["Length", "Sentences: At most", "b"], ["Content", "Keywords", "c"]],
    "constraint_pattern": "Listing", "difficulty": "Level 2",
}  # fmt: skip


def graded(
    folder: Path, items: list[tuple[dict[str, Any], list[Verdict], str | None]]
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    with muldimif.muldimif(folder) as write:
        for change, verdicts, text in items:
            (row,) = shapes.muldimif(Record("x", 1, b"", {**ITEM, **change}))
            assert isinstance(row, Row)
            write(ReadItem(1, row, None, (), ()), result("1", [(one, one) for one in verdicts], text))
    lines = (folder / muldimif.JUDGES).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines], json.loads((folder / muldimif.SCORE).read_text(encoding="utf-8"))


def test_judges_and_maps(tmp_path: Path) -> None:
    judges, score = graded(
        tmp_path,
        [
            ({}, ["pass", "pass", "pass"], "x"),
            ({"constraint_pattern": "Example"}, ["pass", "fail", "pass"], "y"),
            ({"difficulty": "Level 1"}, ["pass", "not_applicable", "pass"], "z"),
            ({"difficulty": "Level 3"}, ["pass", "pass", "pass"], None),
        ],
    )
    assert [item["judges"] for item in judges] == [[1, 1, 1], [1, 0, 1], [1, 1, 1], [0, 0, 0]]
    assert judges[0] == {
        **ITEM,
        "conversations": [*ITEM["conversations"], {"role": "assistant", "content": "x"}],
        "judges": [1, 1, 1],
    }
    assert score == {
        "constraint_pattern_list": {"Listing": "2/3=0.6666666666666666"},
        "constraint_category_list": {"Length": "2/4=0.5", "Content": "3/4=0.75"},
        "constraint_category_second_list": {
            "Length_Words": "3/4=0.75", "Length_Sentences": "2/4=0.5", "Content_Keywords": "3/4=0.75",
        },
        "constraint_difficulty_list": {"Level 1": "1/1=1.0", "Level 2": "1/2=0.5"},
        "Overall": "2/4=0.5",
    }  # fmt: skip
    assert list(score["constraint_difficulty_list"]) == ["Level 1", "Level 2"]


def test_what_is_not_graded_is_counted_apart(tmp_path: Path) -> None:
    judges, score = graded(
        tmp_path,
        [
            ({}, ["pass", "unknown", "pass"], "x"),
            ({}, ["fail", "unknown", "pass"], "x"),
            ({}, ["pass", "pass", "pass"], "x"),
        ],
    )
    assert [item["judges"] for item in judges] == [[1, None, 1], [0, None, 1], [1, 1, 1]]
    assert score["Overall"] == "1/2=0.5"
    assert score["constraint_category_list"] == {"Content": "3/3=1.0", "Length": "1/2=0.5"}
    assert score["constraint_category_second_list"]["Length_Sentences"] == "1/1=1.0"
    assert score["Ungraded"] == {"items": "1/3=0.3333333333333333", "constraints": "2/9=0.2222222222222222"}


def test_nothing_graded(tmp_path: Path) -> None:
    _, score = graded(tmp_path, [({}, ["unknown"] * 3, "x")])
    assert score["Overall"] == "0/0"
    assert score["constraint_category_second_list"] == {}


def test_every_label_of_the_published_mapping() -> None:
    assert len(muldimif.MAPPING) == 55
    assert len(set(muldimif.MAPPING.values())) == 12
