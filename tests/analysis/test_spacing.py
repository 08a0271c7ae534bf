"""A text that is not blank has an element in every view that leaves no visible character out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.analysis.prove import Conflict, Open, prove
from ifdsl.analysis.spacing import NEVER_EMPTY
from ifdsl.primitives.table import TABLE
from tests.analysis.drawing import demand
from tests.analysis.test_lemmas import PIECES


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from((*PIECES, "***", "\u200b", "\x1c", "\x85")), max_size=8).map("".join))
def test_an_element_is_not_blank_where_the_text_is_not(text: str) -> None:
    pytest.importorskip("punkt", reason="the extra `parity` is not installed")
    for view, rule in NEVER_EMPTY:
        assert any(part.strip() for part in TABLE[view].rules[rule].pieces(text)) is bool(text.strip()), (view, rule)


def test_fewer_than_one_sentence_is_none() -> None:
    pytest.importorskip("z3", reason="the extra `smt` is not installed")

    def asked(below: int) -> Conflict | Open:
        sentences = demand("length_constraints:number_sentences", num_sentences=below, relation="less than")
        return prove([sentences], blank_fails=True)

    assert isinstance(asked(1), Conflict)
    assert isinstance(asked(2), Open)
