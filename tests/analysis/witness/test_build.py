"""Witnesses pass, are the same each time, and cost no more texts than allowed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness.build import Failed, Witness, build
from tests.analysis.witness.cases import checker, demand, drawn, std


def found(*demands: Demand) -> str:
    """The witness of a set that must have one, after an independent look at it."""
    made = build(demands, checker(demands))
    assert isinstance(made, Witness), made
    assert made.text.strip()
    assert checker(demands)(made.text) == [True] * len(demands)
    return made.text


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 8))
def test_a_witness_of_a_random_set_passes_and_is_never_blank(seed: int, size: int) -> None:
    random = Random(seed)
    demands = [drawn(constraint, random) for constraint in random.sample(std(), size)]
    made = build(demands, checker(demands), budget=150)
    if isinstance(made, Witness):
        assert made.text.strip()
        assert all(checker(demands)(made.text))
    else:
        assert made.failing
        assert [place for place, passed in enumerate(checker(demands)(made.best)) if not passed] == list(made.failing)


@pytest.mark.parametrize("constraint", std(), ids=lambda constraint: constraint.name)
def test_every_type_of_std_alone_has_a_witness_whatever_its_arguments(constraint: Any) -> None:
    random = Random(constraint.name)
    for _ in range(6 if constraint.parameters else 1):
        one = drawn(constraint, random)
        made = build([one], checker([one]))
        assert isinstance(made, Witness), (one.arguments, made)


def mild() -> list[Demand]:
    """Constraints that agree with each other whatever the arguments."""
    return [
        demand("std/length.word_count", 40),
        demand("std/content.keywords", ["river", "market"], 2),
        demand("std/content.avoid_words", ["very"]),
        demand("std/punctuation.no_commas"),
        demand("std/punctuation.ends_with_mark", "."),
        demand("std/format.wrapped_title"),
        demand("std/content.placeholder_count", 2),
        demand("std/position.starts_with", "In short", True),
    ]


@pytest.mark.parametrize("size", range(1, 9))
def test_consistent_sets_of_one_to_eight(size: int) -> None:
    found(*mild()[:size])


def test_the_same_set_has_the_same_witness_and_another_seed_may_have_another() -> None:
    demands = mild()
    texts = [build(demands, checker(demands)) for _ in range(2)]
    assert texts[0] == texts[1]
    other = build(demands, checker(demands), seed=1)
    assert isinstance(other, Witness)


def test_the_budget_is_the_number_of_texts_checked() -> None:
    demands = [demand("ifeval.no_comma"), demand("ifeval.frequency", ",", 1, "at least")]
    asked: list[str] = []

    def check(text: str) -> Sequence[bool]:
        asked.append(text)
        return checker(demands)(text)

    for budget in (0, 1, 30):
        asked.clear()
        made = build(demands, check, budget=budget)
        assert isinstance(made, Failed)
        assert len(asked) == made.checked <= budget


def test_an_impossible_set_fails_and_says_what_is_left() -> None:
    demands = [demand("ifeval.english_lowercase"), demand("ifeval.multiple_sections", "SECTION", 2)]
    made = build(demands, checker(demands), budget=200)
    assert isinstance(made, Failed)
    assert len(made.failing) == 1


def test_a_blank_text_is_no_witness() -> None:
    made = build([demand("std/length.word_count", 0)], lambda text: [not text.strip()], budget=50)
    assert isinstance(made, Failed)


@pytest.mark.parametrize("amount", [10**9, float("inf")])
def test_huge_numbers_end(amount: float) -> None:
    demands = [demand("ifeval.number_words", amount, "at least"), demand("ifeval.number_bullet_lists", amount)]
    made = build(demands, lambda text: [False, False], budget=1)
    assert isinstance(made, Failed)
