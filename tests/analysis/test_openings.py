"""What JSON begins with is never said to end it, and what can be no beginning of JSON conflicts with it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.analysis.prove import Conflict, Open, prove
from tests.analysis.drawing import demand

pytest.importorskip("z3", reason="the extra `smt` is not installed")

TEXTS = st.text(st.sampled_from('ab "\\\\{[,`1eé\n'), max_size=8)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=2)),
    max_leaves=5,
)


def found(opening: str) -> Conflict | Open:
    asked = [demand("combination:repeat_prompt", prompt_to_repeat=opening), demand("detectable_format:json_format")]
    return prove(asked, blank_fails=True)


@settings(max_examples=60, deadline=None)
@given(VALUES, st.sampled_from(["{}", "{}\n```", "```json\n{}\n```", "{} ```"]), st.data())
def test_json_may_begin_as_it_does(value: object, fence: str, data: st.DataObject) -> None:
    text = fence.format(json.dumps(value, ensure_ascii=data.draw(st.booleans())))
    opening = text[: data.draw(st.integers(1, len(text)))]
    for asked in (opening, opening.upper()):
        # Repeating is held without regard to letter case, so that a text in capitals is repeated too.
        assert isinstance(found(asked), Open), asked


@pytest.mark.parametrize(
    "opening",
    [
        '"The boat is late." What follows?',
        '"a \\" b" c',
        "11 boats are late.",
        "-1.5e3 degrees",
        "True stories, please.",
        "Null\nand void",
        '"a"\n"b"',
    ],
)
def test_more_after_a_value_is_no_json(opening: str) -> None:
    assert isinstance(found(opening), Conflict)
