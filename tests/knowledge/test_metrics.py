"""KCIF's figures by their definitions, on answers that are counted by hand and on drawn ones."""

from __future__ import annotations

from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.knowledge.kinds import BASELINES
from ifdsl.knowledge.metrics import Answered, Share, measure_knowledge

INSTRUCTIONS = {"upper": "String", "reverse": "String", "words": "Format"}
ANSWERS = st.lists(
    st.builds(
        lambda row, name, data, effect, clear, outcome: Answered(
            f"r{row}",
            name,
            INSTRUCTIONS.get(name, name),
            data,
            effect,
            clear,
            outcome is None,
            outcome is None or outcome == "instruction",
            outcome,  # type: ignore[arg-type]
        ),
        st.integers(0, 9),
        st.sampled_from([*INSTRUCTIONS, *BASELINES]),
        st.sampled_from(["piqa", "boolq"]),
        st.booleans(),
        st.booleans(),
        st.sampled_from([None, "knowledge", "instruction", "both", "either", "unclassified", "blank"]),
    ),
    min_size=1,
    max_size=80,
    unique_by=lambda one: (one.row, one.instruction, one.data),
)


def share(answers: list[Answered], loose: bool = False) -> float | None:
    right = [one.loose if loose else one.strict for one in answers]
    return fmean(right) if right else None


@given(ANSWERS, st.booleans())
def test_figures_are_their_definitions(answers: list[Answered], loose: bool) -> None:
    figures = measure_knowledge(answers)
    assert figures is not None
    told = [one for one in answers if one.instruction not in BASELINES]
    effective = [one for one in told if one.effect]
    scores = figures.loose if loose else figures.strict
    by_category = [
        share([one for one in effective if one.category == name], loose) for name in {one.category for one in effective}
    ]
    by_data = [share([one for one in effective if one.data == name], loose) for name in {one.data for one in effective}]
    idle = share([one for one in told if not one.effect], loose)
    wanted = [
        share(effective, loose),
        fmean(by_category) if by_category else None,  # type: ignore[type-var]
        fmean(by_data) if by_data else None,  # type: ignore[type-var]
        idle,
    ]
    found = [scores.micro.value, scores.by_category, scores.by_data, scores.no_effect.value]
    assert found == pytest.approx(wanted)
    known = [one for one in wanted if one is not None]
    assert scores.overall == (pytest.approx(fmean(known)) if known else None)


@given(ANSWERS)
def test_every_answer_is_right_or_tells_something(answers: list[Answered]) -> None:
    figures = measure_knowledge(answers)
    assert figures is not None
    for errors in (figures.errors, *figures.errors_by_instruction.values(), *figures.errors_by_data.values()):
        assert errors.right + sum(errors.kinds.values()) == errors.answers
    assert sum(errors.answers for errors in figures.errors_by_instruction.values()) == len(answers)


@given(ANSWERS)
def test_the_order_does_not_matter(answers: list[Answered]) -> None:
    assert measure_knowledge(answers) == measure_knowledge(answers[::-1])


def test_a_drop_is_over_the_rows_that_have_both() -> None:
    def one(row: str, name: str, right: bool) -> Answered:
        return Answered(row, name, "String", "piqa", True, True, right, right, None if right else "instruction")

    plain = BASELINES[0]
    answers = [one("a", plain, True), one("b", plain, True), one("c", plain, False)]
    answers += [one("a", "upper", False), one("b", "upper", True), one("d", "upper", True)]
    figures = measure_knowledge(answers)
    assert figures is not None
    drop = figures.drops["upper"]
    assert (drop.plain, drop.told, drop.value) == (Share(2, 2), Share(1, 2), 0.5)
    assert figures.plain == {plain: (Share(2, 3), Share(2, 3))}


def test_nothing_gives_no_figures() -> None:
    assert measure_knowledge([]) is None
