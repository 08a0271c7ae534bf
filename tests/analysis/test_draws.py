"""What is drawn lies in what the `vary` lines say, and is the same for the same seed."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.varying import arguments
from ifdsl.primitives.ranges import Range

TYPES = [
    constraint
    for name, path in data.module_paths().items()
    if name.startswith("std.")
    for constraint in (build_file(path).program or n.Program(module="none")).constraints.values()
    if constraint.vary
]


@given(st.sampled_from(TYPES), st.integers(0, 2**32))
def test_drawn_values_are_those_that_vary_allows(constraint: n.Constraint, seed: int) -> None:
    drawn = arguments(constraint, Random(seed))
    assert drawn == arguments(constraint, Random(seed))
    if drawn is None:
        assert any(
            p.default is None and p.name not in {v.parameter for v in constraint.vary} for p in constraint.parameters
        )
        return
    values = dict(zip([parameter.name for parameter in constraint.parameters], drawn, strict=True))
    for vary in constraint.vary:
        domain, value = evaluate(vary.domain, {}), values[vary.parameter]
        if isinstance(domain, list):
            assert value in domain or Range(value, value) in domain or value in [Range.of(each) for each in domain]
            continue
        step = 1 if vary.step is None else evaluate(vary.step, {})
        ends = [end for end in (value.lo, value.hi) if end is not None] if isinstance(value, Range) else [value]
        assert ends
        assert all(end in domain and (end - domain.lo) % step == 0 for end in ends)
        if isinstance(value, Range):
            shape = "at_least" if value.hi is None else "at_most" if value.lo is None else "between"
            shape = "exactly" if value.lo == value.hi and "exactly" in vary.shapes else shape
            assert not vary.shapes or shape in vary.shapes
