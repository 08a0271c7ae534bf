"""Lemmas about patterns hold of every text, and conflicts of patterns are found and explained."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl.analysis import theory
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import Conflict, formula_of, prove
from ifdsl.analysis.regular import candidate
from ifdsl.ir import nodes as n
from tests.analysis.drawing import demand
from tests.analysis.refuting import Text, Unknown
from tests.analysis.test_automata import PATTERNS, TEXTS

pytest.importorskip("z3", reason="the extra `smt` is not installed")

RESPONSE = n.Variable(name=n.RESPONSE, type="text")


def pattern(function: str, source: str) -> Demand:
    check = n.Call(function=function, arguments=(RESPONSE, n.Pattern(pattern=source)), type="bool")
    return Demand(function, n.Constraint(name=function, parameters=(), check=n.ExprCheck(value=check)), ())


def at_end(function: str, text: str, fold: bool) -> Demand:
    arguments = (RESPONSE, n.Value(value=text, type="text"), n.Value(value=fold, type="bool"))
    check = n.Call(function=function, arguments=arguments, type="bool")
    return Demand(function, n.Constraint(name=function, parameters=(), check=n.ExprCheck(value=check)), ())


def letter(char: str) -> Demand:
    return demand("keywords:letter_frequency", letter=char, let_frequency=1, let_relation="at least")


ENDS = st.sampled_from(["a", "Sa", "1 ", "."])
DEMANDS = st.one_of(
    st.builds(pattern, st.sampled_from(["full_match", "matches"]), PATTERNS),
    st.builds(pattern, st.sampled_from(["full_match", "matches"]), PATTERNS),
    st.builds(at_end, st.sampled_from(["starts_with", "ends_with"]), ENDS, st.booleans()),
    st.builds(letter, st.sampled_from(["a", "1", "_"])),
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(DEMANDS, min_size=1, max_size=3), st.lists(TEXTS, min_size=4, max_size=12))
def test_no_text_refutes_a_lemma(asked: list[Demand], tried: list[str]) -> None:
    lemmas = [lemma for lemma in theory.lemmas([formula_of(demand) for demand in asked]) if lemma.rule == "regular"]
    for text in tried:
        for lemma in lemmas:
            try:
                assert Text(text).holds(lemma.formula), (lemma.why, text)
            except Unknown:
                continue


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.builds(pattern, st.sampled_from(["full_match", "matches"]), PATTERNS), min_size=1, max_size=3))
def test_a_candidate_is_as_the_patterns_say(asked: list[Demand]) -> None:
    formulas = [formula_of(demand) for demand in asked]
    found = candidate(formulas)
    if found is not None:
        assert all(Text(found).holds(formula) for formula in formulas)


@pytest.mark.parametrize(
    ("asked", "core"),
    [
        ([pattern("full_match", "[0-9]+"), pattern("matches", "[a-z]")], (0, 1)),
        ([pattern("full_match", r"\d{4}-\d{2}"), at_end("ends_with", "x", False)], (0, 1)),
        ([pattern("full_match", ".*,.*"), demand("punctuation:no_comma")], (0, 1)),
        ([pattern("matches", r"a\z"), pattern("matches", "[cd]"), pattern("full_match", "c|d")], (0, 2)),
        ([pattern("full_match", "[^a]"), pattern("matches", "a")], (0, 1)),
        ([pattern("full_match", "[a-f]{3}"), pattern("matches", "[d-k]")], None),
        ([pattern("full_match", r"a\z\Ab")], (0,)),
    ],
)
def test_patterns_that_exclude_each_other(asked: list[Demand], core: tuple[int, ...] | None) -> None:
    found = prove(asked)
    assert (found.core if isinstance(found, Conflict) else None) == core
