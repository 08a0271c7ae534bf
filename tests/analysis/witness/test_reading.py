"""Closing a check keeps its meaning, patterns have samples, and facts say what checks ask for."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.build import facts_of
from ifdsl.analysis.witness.closing import Picked, closed_check
from ifdsl.analysis.witness.samples import sample, usable
from ifdsl.ir import nodes as n
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
