"""Closing a check keeps its meaning, patterns have samples, and facts say what checks ask for."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.build import facts_of
from ifdsl.analysis.witness.closing import Picked, closed_check
from ifdsl.analysis.witness.elements import of_element
from ifdsl.analysis.witness.plan import holds
from ifdsl.analysis.witness.samples import framed, sample, usable
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_text
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.ir.walk import operands
from ifdsl.primitives import patterns
from ifdsl.primitives.ranges import Range
from tests.analysis.witness.cases import demand, module, std


def has_picked(node: Any) -> bool:
    return isinstance(node, Picked) or any(map(has_picked, operands(node)))


@pytest.mark.parametrize("constraint", [*std(), *module("ifeval").values()], ids=lambda constraint: constraint.name)
def test_a_closed_check_gives_the_verdicts_of_the_examples(constraint: n.Constraint) -> None:
    for example in constraint.examples:
        arguments = [
            as_declared(evaluate(argument, {}), parameter.type)
            for argument, parameter in zip(example.arguments, constraint.parameters, strict=True)
        ]
        node = closed_check(constraint, arguments)
        check = constraint.check
        assert isinstance(check, n.ExprCheck)
        if node is None or has_picked(node) or check.if_empty is not None:
            continue
        assert bool(evaluate(node, {n.RESPONSE: example.text})) is (example.expect == "pass"), example.text


@pytest.mark.parametrize(
    "pattern",
    [
        r"\[.*?\]",
        r"(?m)^\s*-.*$",
        r"p\.\s?s\.",
        r"<<[^\n]+>>",
        r"\d{3}-[a-f]+",
        r"(a|b)\1",
        r"[\p{L}\p{N}_]+\z",
        r"[^\W_]x?",
    ],
)
@pytest.mark.parametrize("filler", ["", "word"])
def test_samples_match(pattern: str, filler: str) -> None:
    text = sample(pattern, filler)
    assert text is not None
    assert usable(pattern) is not None
    if "\\1" not in pattern:  # the language's own patterns look back at nothing
        assert patterns.search(pattern, text)


def test_no_sample_of_what_is_no_pattern() -> None:
    assert sample("(") is None
    assert usable("[") is None
    assert sample("(?!)") is None


def test_facts_of_counts_places_and_alternatives() -> None:
    assert f.Case(upper=True) in facts_of(demand("ifeval.english_capital"))
    [needle] = facts_of(demand("ifeval.frequency", "sea", 3, "less than"))
    assert isinstance(needle, f.Needle)
    assert needle.times == Range(None, 2)
    assert needle.ignore_case
    places = facts_of(demand("ifbench.keywords_specific_position", "tea", 4, 2))
    [same] = [fact for fact in places if isinstance(fact, f.Same)]
    assert [(step.view, step.place) for step in same.path] == [("sentences", 3), ("words", 1)]
    [chosen] = facts_of(demand("ifeval.constrained_response"))
    assert isinstance(chosen, f.Chosen)
    assert len(chosen.options) == 3


def test_what_is_not_understood_names_its_texts() -> None:
    facts = facts_of(demand("ifbench.word_reverse"))
    mentioned = {text for fact in facts if isinstance(fact, f.Other) for text in fact.mentions}
    assert "bald eagle" in mentioned


def test_patterns_of_other_letters_are_portable() -> None:
    found = usable(r"[\x{3040}-\x{30ff}]")
    assert isinstance(found, re.Pattern)
    assert found.search("か")


# ---------------------------------------------------------------- elements by their places, and what rows hold


def test_what_is_asked_of_elements_by_their_places_is_known_at_each_place() -> None:
    facts = facts_of(demand("std/structure.multiple_choice", 2, 3))
    ranked = next(fact for fact in facts if isinstance(fact, f.Ranked))
    assert ranked.path[0].view == "find_all"
    assert [holds(ranked.predicate, "Question 2", **{ranked.place: place}) for place in range(3)] == [
        False,
        True,
        False,
    ]
    each = next(fact for fact in facts if isinstance(fact, f.Every))
    inner = next(fact for fact in of_element([each.predicate]) if isinstance(fact, f.Ranked))
    assert inner.among is not None
    assert holds(inner.among, "B) tea")
    assert [holds(inner.predicate, "b. tea", **{inner.place: place}) for place in range(3)] == [False, True, False]
    assert not holds(inner.predicate, "K) tea", **{inner.place: 10})


def test_rules_for_what_is_read_of_the_elements_are_rules_for_the_elements() -> None:
    rule = next(fact for fact in facts_of(demand("std/data.multiples", 7, 10, 50)) if isinstance(fact, f.Every))
    assert rule.path[0].view == "numbers"
    assert [number for number in range(60) if holds(rule.predicate, str(number))] == [14, 21, 28, 35, 42, 49]


def own_facts(check: str) -> list[f.Fact]:
    """What a check that stands in no library asks of a text."""
    program = build_text(f'ifdsl 1\nconstraint own() {{\n  doc "Own."\n  {check}\n  render listing "Do."\n}}\n').program
    assert program is not None
    (constraint,) = program.constraints.values()
    return facts_of(Demand("own", constraint, ()))


@pytest.mark.parametrize(("read", "tested"), [("x", "x"), ("numeral", "number"), ("x", "number")])
def test_loops_over_loops_are_read_whatever_their_variables_are_called(read: str, tested: str) -> None:
    held = f"let held = [{read}.number for {read} in response.numbers]"
    check = f"{held}\n  check all({tested} % 2 == 0 for {tested} in held)"
    (rule,) = own_facts(check)
    assert isinstance(rule, f.Every)
    assert [holds(rule.predicate, text) for text in ("1", "2", "3", "4")] == [False, True, False, True]


def test_a_place_is_the_variable_of_the_loop_and_no_field_of_that_name() -> None:
    (ranked,) = own_facts(
        "check all(response.lines[min].numbers[0].number == min + 1 for min in indices(response.lines))"
    )
    assert isinstance(ranked, f.Ranked)
    assert [holds(ranked.predicate, "Step 3", **{ranked.place: place}) for place in range(4)] == [
        False,
        False,
        True,
        False,
    ]


def test_the_header_and_the_number_of_rows_are_of_the_text_itself() -> None:
    facts = facts_of(demand("std/data.csv_table", ["A", "B"], Range(2, 3), ";"))
    same = next(fact for fact in facts if isinstance(fact, f.Same))
    assert same.texts == ("A;B",)
    assert [(step.view, step.place) for step in same.path] == [("csv_rows", 0)]
    sizes = [fact.times for fact in facts if isinstance(fact, f.Size) and len(fact.path) == 1]
    assert sizes == [Range(3, 4)]


@pytest.mark.parametrize(
    ("pattern", "framed_text"),
    [(r"[\x00-\x7F]*", "It is."), (r'(?s)".*"', '"It is."'), (r"(?s)<b>.*</b>", "<b>It is.</b>"), (r"\d+", None)],
)
def test_a_text_is_framed_by_what_stands_around_any_characters(pattern: str, framed_text: str | None) -> None:
    assert framed(pattern, "It is.") == framed_text


def test_a_text_that_cannot_be_matched_within_the_limits_is_not_framed() -> None:
    assert framed("(", "It is.") is None
