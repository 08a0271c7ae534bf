"""A set has as many groups as its level says, and of each as many types as its suite allows."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.generation.drawing import bounds, drawn, group_of, grouped, level_name, levels
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
    demands = drawn(asked, types, level, Random(seed))
    assert demands == drawn(asked, types, level, Random(seed))
    assert len({demand.constraint.name for demand in demands}) == len(demands)
    found = grouped(asked, types).values()
    by_group = [sum(demand.constraint in held for demand in demands) for held in found]
    held = [count for count in by_group if count]
    assert len(held) == level
    most = 1 if not groups else low + more
    assert all(1 <= count <= most for count in held)
    if groups:
        assert all(count >= min(low, len(members)) for count, members in zip(by_group, found, strict=True) if count)


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
