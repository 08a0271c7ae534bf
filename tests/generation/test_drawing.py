"""A set has as many groups as its level says, and of each as many types as its suite allows."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.generation.drawing import bounds, demanded, group_of, grouped, level_name, levels, slots
from ifdsl.generation.shelf import drawable
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file
from ifdsl.ir.expressions import constant
from ifdsl.primitives.ranges import Range

TYPES = {
    name: constraint
    for module, path in data.module_paths().items()
    if module.split(".")[0] in ("std", "muldimif")
    for name, constraint in (build_file(path).program or n.Program(module="none")).constraints.items()
}
STD = drawable({name: one for name, one in TYPES.items() if name.startswith("std.")})
PUBLISHED = drawable({name: one for name, one in TYPES.items() if name.startswith("muldimif.")})


def suite(draw: Range, each: Range | None, groups: bool = True) -> n.Suite:
    made = None if each is None else constant(each)
    return n.Suite(name="s", draw=constant(draw), draw_groups=groups, draw_each=made)


@given(
    st.sampled_from([STD, PUBLISHED]),
    st.integers(1, 4),
    st.integers(1, 3),
    st.integers(0, 3),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_a_set_has_the_groups_of_its_level(
    types: list[n.Constraint], level: int, low: int, more: int, groups: bool, seed: int
) -> None:
    asked = suite(Range(1, 4), Range(low, low + more), groups)
    assert level in levels(asked, types)
    found = slots(asked, types, level, Random(seed))
    assert found == slots(asked, types, level, Random(seed))
    by_name = Counter(tuple(one.name for one in slot) for slot in found)
    assert len(by_name) == level
    for names, count in by_name.items():
        assert count <= len(names)
        assert min(low, len(names)) <= count <= (low + more if groups else 1)


@given(st.sampled_from(STD), st.integers(0, 2**32))
def test_arguments_are_those_of_the_parameters(constraint: n.Constraint, seed: int) -> None:
    demand = demanded(constraint, Random(seed))
    assert demand == demanded(constraint, Random(seed))
    assert len(demand.arguments) == len(constraint.parameters)


def test_what_all_groups_begin_with_tells_none_apart() -> None:
    assert set(grouped(suite(Range(1, 4), None), PUBLISHED)) == {"content", "format", "language", "length"}
    assert {"length", "format", "content", "case"} <= set(grouped(suite(Range(1, 4), None), STD))
    lengths = [one for one in STD if one.name.startswith("std.length.")]
    assert {"words", "sentences"} <= set(grouped(suite(Range(1, 4), None), lengths))
    assert group_of(lengths[0], 9) == lengths[0].group.split(".")[-1]


def test_there_is_no_level_without_its_groups() -> None:
    one_type = STD[:1]
    assert list(levels(suite(Range(1, 4), None), one_type)) == [1]
    assert list(levels(suite(Range(2, 3), None), STD)) == [2, 3]
    assert [level_name(level) for level in (1, 4, 10, 12)] == ["I", "IV", "X", "12"]


@given(st.integers(0, 9), st.integers(0, 9))
def test_bounds_of_a_range_are_in_order_and_no_less_than_one(low: int, high: int) -> None:
    for range_ in (Range(low, high), Range(low, None), Range(None, high)):
        first, last = bounds(constant(range_))
        assert 1 <= first <= last
    assert bounds(None) == (1, 1)
