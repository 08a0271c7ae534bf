"""Each lemma of the theory holds of every text: generated sets of demands and texts try to refute it."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl.analysis import elements, theory
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import formula_of
from ifdsl.analysis.terms import term_of
from ifdsl.primitives.table import TABLE
from ifdsl.primitives.undecided import Undecided
from tests.analysis.drawing import demands, texts
from tests.analysis.refuting import Text, Unknown

ORDINARY = "\u0301²"


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(demands(), min_size=1, max_size=4), st.lists(texts(), min_size=4, max_size=8))
def test_no_text_refutes_a_lemma(asked: list[Demand], tried: list[str]) -> None:
    lemmas = theory.lemmas([formula_of(demand) for demand in asked])
    for text in tried:
        world = Text(text, lemmas)
        for lemma in lemmas:
            if lemma.supposing and any(char in text for char in ORDINARY):
                continue
            try:
                holds = world.holds(lemma.formula)
            except (Unknown, Undecided):
                continue
            assert holds, (lemma.rule, lemma.why, lemma.formula, text)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(demands(), st.lists(texts(), min_size=1, max_size=6))
def test_the_formula_of_a_demand_is_its_check(asked: Demand, tried: list[str]) -> None:
    formula = formula_of(asked)
    term = term_of(asked.constraint, asked.arguments)
    assert term is not None
    for text in tried:
        world = Text(text)
        try:
            assert world.holds(formula) == bool(world.value(term)), text
        except (Unknown, Undecided):
            continue


PIECES = (
    "word", "a", "b1", "don't", "3.14", "1,000", "．", "。", "！", "?", ".", "...", "\n", "\n\n", " ", " ", "- ", "* ",
    "> ", "```", "```\n", "|", "# ", "é", "日本", "．1", "_x", "–", "(", ")", '"', "’", "»", "\t", "\r\n", "\u2028",
    "x\u0301", "e.g.", "Mr.", "U.S.", "[1]", "A. ", "1. ",
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_no_element_cuts_a_word_in_two(text: str) -> None:
    for (view, rule), words in elements.WHOLE_WORDS.items():
        parts = TABLE[view].rules[rule].pieces(text)
        for name in words:
            count = TABLE["words"].rules[name].size
            assert sum(map(count, parts)) <= count(text), (view, rule, name)
            assert view != "lines" or sum(map(count, parts)) == count(text), (rule, name)


def test_the_lemmas_that_are_tried_are_decided() -> None:
    """The refuter is no use where it can say nothing."""
    from tests.analysis.drawing import packs

    decided: Counter[bool] = Counter()
    for constraint in packs().values():
        values = {"int": 2, "number": 2, "text": "river", "list[text]": ["river"]}
        arguments = tuple(values.get(parameter.type, "at least") for parameter in constraint.parameters)
        lemmas = theory.lemmas([formula_of(Demand("x", constraint, arguments))])
        world = Text("My answer is yes. A river!", lemmas)
        for lemma in lemmas:
            try:
                world.holds(lemma.formula)
                decided[True] += 1
            except Unknown:
                decided[False] += 1
    assert decided[False] < decided[True] / 50
