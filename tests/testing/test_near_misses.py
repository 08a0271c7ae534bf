"""Near misses: a text at each bound that passes, one just beyond that fails, of every kind of argument."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl.checking.compile import load
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_text
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.ranges import Range
from ifdsl.testing import judging
from ifdsl.testing.facts import Fact, claimed
from ifdsl.testing.judging import Judge, negated
from ifdsl.testing.near_misses import Missing, NearMiss, near_misses
from ifdsl.testing.targets import ELEMENT, targets
from tests.ir_strategies import Case, cases

TYPES = """ifdsl 1

constraint words(words: range) {
  check len(response.words) in words
  render listing "Use {words} words."
}
constraint strict_below(words: range) {
  check len(response.words) < words.max
  render listing "Use {words} words."
}
constraint not_in(words: range) {
  check not (len(response.words) in words)
  render listing "Use other than {words} words."
}
constraint ignored(words: range) {
  check "a" in response
  render listing "Use {words} words."
}
constraint at_least(count: int) {
  check len(response.bullets) >= count
  render listing "Use {count} bullets."
}
constraint average(words: range) {
  check len(response.sentences) > 0 and len(response.words) / len(response.sentences) in words
  render listing "Use {words} words."
}
constraint all_of_them(parts: list[text]) {
  check all(part in response for part in parts)
  render listing "Use {parts:and}."
}
constraint one_of_them(parts: list[text]) {
  check any(part in response for part in parts)
  render listing "Use {parts:or}."
}
constraint cased(how: "upper" | "lower") {
  check response.is_upper if how == "upper" else response.is_lower
  render listing "Use {how} case."
}
constraint free() {
  check "x" in response
  render listing "Use x."
}
constraint never() {
  check len(response) < 0
  render listing "Write nothing."
}
constraint judged(words: range) {
  check judge "Is it {words} words long?"
  render listing "Use {words} words."
}
"""


def judge(name: str) -> Judge:
    built = build_text(TYPES, name="own")
    assert built.program is not None, built.diagnostics
    return Judge(load(built.program), built.program.constraints[f"own.{name}"])


def found(name: str, *arguments: Any, **named: Any) -> dict[str, list[str]]:
    """The texts by region."""
    texts: dict[str, list[str]] = {}
    checks = judge(name)
    for one in near_misses(checks, arguments, **named):
        if isinstance(one, NearMiss):
            # Each says what the check says.
            assert (checks.passes if one.expected == "pass" else checks.fails)(one.text, arguments)
            texts.setdefault(one.target.name, []).append(one.text)
    return texts


def missing(name: str, *arguments: Any, **named: Any) -> list[str]:
    return [one.target.name for one in near_misses(judge(name), arguments, **named) if isinstance(one, Missing)]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 30), st.integers(0, 30))
def test_the_bounds_of_a_range_of_words_are_met_exactly(low: int, width: int) -> None:
    texts = found("words", Range(low, low + width))
    counts = {region: len(texts[region][0].split()) for region in texts if region.startswith("words: ")}
    expected = {"words: above the upper bound": low + width + 1}
    expected |= {"words: at the lower bound": low, "words: at the upper bound": low + width} if width else {}
    expected |= {"words: at the bound": low} if not width else {}
    expected |= {"words: below the lower bound": low - 1} if low else {}
    assert counts == expected


def test_an_open_side_has_no_near_miss() -> None:
    assert set(found("words", Range(3, None))) == {"words: at the lower bound", "words: below the lower bound"}
    assert set(found("words", Range(None, 3))) == {"words: at the upper bound", "words: above the upper bound"}
    # What passes always has no text that fails, and says so.
    assert missing("words", Range(None, None)) == ["any text that fails"]


def test_a_strict_comparison_is_met_where_it_turns() -> None:
    texts = found("strict_below", Range(None, 5))
    assert len(texts["words: at the upper bound"][0].split()) == 4
    assert len(texts["words: above the upper bound"][0].split()) == 5


def test_where_a_range_is_refused_the_sides_change_places() -> None:
    checks = judge("not_in")
    regions = {one.target.region: one for one in near_misses(checks, (Range(3, 5),)) if isinstance(one, NearMiss)}
    said = {region: (one.expected, len(one.text.split())) for region, one in regions.items()}
    assert said == {
        "at the lower bound": ("fail", 3),
        "below the lower bound": ("pass", 2),
        "at the upper bound": ("fail", 5),
        "above the upper bound": ("pass", 6),
    }


def test_a_bound_without_effect_has_no_near_miss() -> None:
    every = ["at the lower bound", "below the lower bound", "at the upper bound", "above the upper bound"]
    assert missing("ignored", Range(2, 3)) == [f"words: {region}" for region in every]
    assert set(found("ignored", Range(2, 3))) == {"any text that passes", "any text that fails"}


def test_a_number_is_met_from_the_side_that_it_bounds() -> None:
    texts = found("at_least", 3)
    assert [text.count("\n- ") + text.startswith("- ") for text in texts["count: at the number"]] == [3]
    assert [text.count("\n- ") + text.startswith("- ") for text in texts["count: just beyond the number"]] == [2]


def test_a_bound_between_whole_numbers() -> None:
    texts = found("average", Range(2.5, 3.5))
    assert {"words: at the lower bound", "words: below the lower bound"} <= set(texts)


def test_a_list_lacks_one_element_at_a_time() -> None:
    lacking = found("all_of_them", ["rain", "sun", "wind"])[f"parts: {ELEMENT}"]
    assert [[part for part in ("rain", "sun", "wind") if part not in text.lower()] for text in lacking] == [
        ["rain"],
        ["sun"],
        ["wind"],
    ]
    only = found("one_of_them", ["rain", "sun"])[f"parts: {ELEMENT}"]
    assert [[part for part in ("rain", "sun") if part in text.lower()] for text in only] == [["rain"], ["sun"]]


def test_another_choice_has_a_near_miss() -> None:
    (text,) = found("cased", "upper")["how: the choice decides"]
    assert text.islower()


def test_a_type_without_arguments_has_a_text_of_each_kind() -> None:
    texts = found("free")
    assert set(texts) == {"any text that passes", "any text that fails"}
    assert missing("never") == ["any text that passes"]


def test_no_text_is_built_for_a_number_that_is_too_large() -> None:
    reasons = {
        one.reason for one in near_misses(judge("words"), (Range(10**9, None),), largest=99) if isinstance(one, Missing)
    }
    assert reasons == {"no text is built for numbers above 99"}
    assert found("words", Range(10**9, None), largest=99) == {"any text that fails": [""]}


def test_the_same_arguments_give_the_same_texts() -> None:
    assert found("words", Range(4, 9)) == found("words", Range(4, 9))
    assert found("words", Range(4, 9), seed=1) != found("words", Range(4, 9))


def test_a_judged_check_gives_nothing() -> None:
    assert found("judged", Range(2, 3)) == {}


@pytest.mark.parametrize("name", ["words", "strict_below", "not_in"])
def test_the_region_of_a_text_is_told_from_any_text(name: str) -> None:
    checks, arguments = judge(name), (Range(3, 5),)
    for one in near_misses(checks, arguments):
        if isinstance(one, NearMiss):
            assert one.target in targets(checks.constraint, arguments)
            assert one.target.reached(one.text, arguments, checks)
            assert not one.target.reached("", arguments, checks)


def test_what_needs_an_extra_ends_the_search() -> None:
    checks = judge("words")

    def lacking(*_: object) -> bool:
        raise MissingExtra("words", "parity")

    checks._run = lacking
    assert list(near_misses(checks, (Range(2, 3),))) == []
    assert checks.lacking is not None
    assert not checks.exhausted


def test_views_of_texts_are_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MOST_TEXTS", 2)
    checks = judge("words")
    texts = ["one", "one two", "one two three", "one"]
    assert [checks.passes(text, (Range(2, 2),)) for text in texts] == [False, True, False, False]
    assert len(checks._docs) <= 2


def test_a_negated_check_holds_where_the_check_does_not() -> None:
    checks = judge("words")
    built = build_text(TYPES, name="own")
    assert built.program is not None
    opposite = negated(checks.constraint)
    alone = replace(built.program, constraints={opposite.name: opposite})
    turned = Judge(load(alone), opposite)
    for text in ("", "one", "one two three", "one two three four five six"):
        assert turned.passes(text, (Range(2, 4),)) is checks.fails(text, (Range(2, 4),))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(cases(depth=3))
def test_texts_of_any_check_have_their_verdict_by_every_evaluator(case: Case) -> None:
    constraint = case.constraint
    module = load(n.Program(module="m", constraints={constraint.name: constraint}))
    blank = Fact(constraint.name, "boundary", 0, "", "", "")
    for one in near_misses(Judge(module, constraint), case.arguments, budget=20):
        if isinstance(one, NearMiss):
            facts = claimed(module, constraint, case.arguments, one.text, replace(blank, expected=one.expected))
            assert all(fact.holds for fact in facts), facts
