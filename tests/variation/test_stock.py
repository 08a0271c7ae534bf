"""Distractors are drawn among types about other sides of a text that leave room for what else is asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file
from ifdsl.variation.stock import Stock, side_of

MODULES = ("ifeval", "std.content", "std.format", "std.punctuation", "std.case", "std.length", "std.position")


def types() -> dict[str, n.Constraint]:
    found: dict[str, n.Constraint] = {}
    for name in MODULES:
        path = data.module_path(name)
        assert path is not None
        program = build_file(path).program
        assert program is not None
        found |= program.constraints
    return found


TYPES = types()


@given(st.sets(st.sampled_from(sorted(TYPES)), max_size=4))
def test_no_side_is_taken_twice(names: set[str]) -> None:
    asked = [TYPES[name] for name in names]
    others = Stock(TYPES).others(asked)
    assert {side_of(one) for one in others}.isdisjoint(side_of(one) for one in asked)


@pytest.mark.parametrize(
    "name",
    [
        "ifeval.response_language",
        "ifeval.json_format",
        "ifeval.repeat_prompt",
        "ifeval.constrained_response",
        "ifeval.two_responses",
        "std.format.json",
        "std.format.heading_only",
        "std.case.all_upper",
        "std.content.one_of_answers",
    ],
)
def test_what_makes_another_task_of_it_does_not_distract(name: str) -> None:
    assert TYPES[name] not in Stock(TYPES).others([])


def test_types_of_two_packs_about_one_side_are_not_added_to_each_other() -> None:
    others = {one.name for one in Stock(TYPES).others([TYPES["ifeval.existence"]])}
    assert others
    assert not any(name.startswith("std.content.") for name in others)
