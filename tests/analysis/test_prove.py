"""A core is minimal, what a text satisfies is never a conflict, and the answer is the same each time."""

from __future__ import annotations

import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl.analysis.demands import Demand, demands_of_spec
from ifdsl.analysis.prove import Conflict, Open, prove
from ifdsl.analysis.repairing import repaired
from ifdsl.analysis.solving import NoSolver
from ifdsl.analysis.terms import term_of
from ifdsl.ir.build import build_text
from ifdsl.primitives.undecided import Undecided
from tests.analysis.drawing import demand, demands, texts
from tests.analysis.refuting import Text

QUIET = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def test_a_reason_names_who_and_what() -> None:
    asked = [
        demand("combination:repeat_prompt", prompt_to_repeat="Write it, please."),
        demand("length_constraints:number_words", num_words=9, relation="at least"),
        demand("punctuation:no_comma"),
    ]
    found = prove(asked)
    assert isinstance(found, Conflict)
    assert found.core == (0, 2)
    assert found.reason == "`repeat_prompt` and `no_comma` cannot hold together: `write it, please.` holds `,` once."


@QUIET
@given(st.lists(demands(), min_size=2, max_size=5))
def test_no_member_of_a_core_can_be_left_out(asked: list[Demand]) -> None:
    found = prove(asked, blank_fails=True)
    if isinstance(found, Conflict):
        core = [asked[place] for place in found.core]
        assert isinstance(prove(core, blank_fails=True), Conflict)
        for place in range(len(core)):
            assert isinstance(prove(core[:place] + core[place + 1 :], blank_fails=True), Open)
        assert prove(asked, blank_fails=True) == found


@QUIET
@given(st.lists(demands(), min_size=3, max_size=12), texts())
def test_what_a_text_satisfies_is_no_conflict(asked: list[Demand], text: str) -> None:
    met = [demand for demand in asked if _meets(demand, text)]
    assert isinstance(prove(met, blank_fails=bool(text.strip())), Open)


def _meets(demand: Demand, text: str) -> bool:
    term = term_of(demand.constraint, demand.arguments)
    assert term is not None
    try:
        return bool(Text(text).value(term))
    except Undecided:
        return False


def test_the_smallest_change_of_a_number() -> None:
    asked = [
        demand("keywords:frequency", keyword="lamp", frequency=4, relation="at least"),
        demand("keywords:letter_frequency", letter="m", let_frequency=3, let_relation="less than"),
    ]
    found = prove(asked)
    assert isinstance(found, Conflict)
    repair = repaired(asked, found).repair
    assert repair is not None
    assert (repair.position, repair.parameter, repair.value) == (0, "frequency", 2)


def test_the_requirements_of_a_spec() -> None:
    source = """ifdsl 1
use std.length

spec short {
  task "Write."
  must {
    length.word_count(5..)
    length.word_count(..4)
    any_of {
      length.word_count(..3)
      length.word_count(9..)
    }
  }
}
"""
    built = build_text(source)
    assert built.program is not None, built.diagnostics
    asked = demands_of_spec(built.program, built.program.specs[0], {})
    found = prove(asked)
    assert isinstance(found, Conflict)
    assert found.core == (0, 1)
    assert isinstance(prove(asked[1:]), Open)


def test_without_the_solver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(NoSolver, match=r"ifdsl\[smt\]"):
        prove([demand("punctuation:no_comma")])
