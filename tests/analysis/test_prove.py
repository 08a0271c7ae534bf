"""A core is minimal, what a text satisfies is never a conflict, and the answer is the same each time."""

from __future__ import annotations

import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl.analysis.demands import Demand, demands_of_spec
from ifdsl.analysis.prove import Conflict, Open, Question, prove
from ifdsl.analysis.repairing import repaired
from ifdsl.analysis.solving import NoSolver
from ifdsl.analysis.terms import term_of
from ifdsl.ir import nodes as n
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


@QUIET
@given(st.lists(demands(), min_size=1, max_size=6), st.lists(texts(), min_size=1, max_size=6))
def test_what_is_implied_holds_of_every_text_that_meets_the_rest(asked: list[Demand], drawn: list[str]) -> None:
    question = Question(asked, blank_fails=True)
    if question.conflict() is not None:
        return
    for implied in question.implied():
        others = [asked[place] for place in implied.by]
        alone = Question([*others, asked[implied.position]], blank_fails=True).implied()
        assert any(each.position == len(others) for each in alone)
        for left_out in range(len(others)):
            fewer = [*others[:left_out], *others[left_out + 1 :], asked[implied.position]]
            found = Question(fewer, blank_fails=True).implied()
            assert all(each.position != len(others) - 1 for each in found)
        for text in drawn:
            if text.strip() and all(_meets(other, text) for other in others):
                assert _meets(asked[implied.position], text), (implied.reason, text)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ([("words", "at least", 20), ("words", "at least", 10)], [(1, (0,))]),
        ([("words", "at least", 10), ("words", "at least", 20)], [(0, (1,))]),
        ([("words", "at least", 10), ("words", "at least", 10)], [(1, (0,))]),
        ([("words", "at least", 0)], [(0, ())]),
        ([("words", "at least", 10), ("sentences", "at least", 2)], []),
    ],
    ids=str,
)
def test_what_asks_for_nothing_more(
    asked: list[tuple[str, str, int]], expected: list[tuple[int, tuple[int, ...]]]
) -> None:
    set_ = [
        demand(f"length_constraints:number_{what}", **{f"num_{what}": number}, relation=relation)
        for what, relation, number in asked
    ]
    found = Question(set_, blank_fails=True).implied()
    assert [(each.position, each.by) for each in found] == expected
    assert all(each.kind == ("redundant" if each.by else "vacuous") for each in found)


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


def asked_of(must: str, before: str = "") -> tuple[tuple[Demand, ...], n.Program]:
    uses = "\n".join(f"use std.{name}" for name in ("length", "content", "case", "punctuation"))
    built = build_text(f'ifdsl 1\n{uses}\n{before}\nspec s {{\n  task "Write."\n  must {{\n{must}\n  }}\n}}\n')
    assert built.program is not None, built.diagnostics
    return demands_of_spec(built.program, built.program.specs[0], {}), built.program


@pytest.mark.parametrize(
    ("must", "core"),
    [
        ("word_count(5..)\nword_count(..4)\nany_of { word_count(..3)\nword_count(9..) }", (0, 1)),
        ("word_count(..4)\nany_of { word_count(9..)\nword_count(12..) }", (0, 1)),
        ("word_count(..8)\nnone_of { word_count(..10) }", (0, 1)),
        ("all_of { word_count(..8)\nword_count(9..) }", (0,)),
        ("any_of { word_count(..8)\nword_count(9..) }", None),
        ("word_count(..8)\nany_of { word_count(5..)\nword_count(12..) }", None),
        ("each sentence { word_count(2..)\nword_count(..1) }\nsentence_count(..0)", None),
        ("word_count(..20)\neach paragraph { word_count(15..) }\nparagraph_count(2..)", (0, 1, 2)),
        ("word_count(30..)\neach line { word_count(..5) }\nline_count(..5)", (0, 1, 2)),
        ("word_count(30..)\neach line { word_count(..5) }\nline_count(..6)", None),
        ("word_count(..8)\nif 2 > 1 { word_count(9..) }", (0, 1)),
    ],
)  # fmt: skip
def test_scopes_and_alternatives_are_read(must: str, core: tuple[int, ...] | None) -> None:
    asked, _ = asked_of(must)
    found = prove(asked)
    assert (found.core if isinstance(found, Conflict) else None) == core


DECLARED = """conflict "no lamp in a short text" {
  between length.word_count(words as w) and content.keywords(words as k)
  when w.max < 30 and "lamp" in k
  because "a lamp takes thirty words"
}"""


def test_what_an_author_declares_impossible_is_believed() -> None:
    asked, program = asked_of('word_count(9..20)\nno_commas()\nkeywords(["lamp"])', DECLARED)
    assert isinstance(prove(asked), Open)
    found = prove(asked, declared=program.conflicts)
    assert isinstance(found, Conflict)
    assert found.core == (0, 2)
    assert "a lamp takes thirty words" in found.reason
    for free in ('word_count(9..40)\nkeywords(["lamp"])', 'word_count(9..20)\nkeywords(["sun"])', 'keywords(["lamp"])'):
        asked, program = asked_of(free, DECLARED)
        assert isinstance(prove(asked, declared=program.conflicts), Open)


def test_without_the_solver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(NoSolver, match=r"ifdsl\[smt\]"):
        prove([demand("punctuation:no_comma")])
