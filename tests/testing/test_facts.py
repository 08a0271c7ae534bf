"""Facts of a program: what is read off `pass` and `fail` lines, and that each kind of fact can fail."""

from __future__ import annotations

import pytest

from ifdsl.checking.verdict import Verdict
from ifdsl.ir.build import Built, build_text
from ifdsl.primitives.extras import MissingExtra
from ifdsl.testing import facts as facts_of
from ifdsl.testing.facts import Fact, diagnostics_of, run_facts

SOUND = """ifdsl 1

constraint word_limit(words: range) {
  check len(response.words) in words
  render listing "Use {words} words."
  pass word_limit(2..3) on "two words"
  fail word_limit(2..3) on "one"
}
"""


def built(text: str) -> Built:
    found = build_text(text)
    assert found.program is not None, found.diagnostics
    return found


def facts(text: str) -> list[Fact]:
    found = built(text)
    assert found.program is not None
    return run_facts(found.program, None, found.places)


def test_each_line_and_each_wording_gives_facts() -> None:
    found = facts(SOUND)
    assert [(fact.kind, fact.index) for fact in found] == [
        ("example", 0),
        ("agreement", 0),
        ("example", 1),
        ("agreement", 1),
        ("wording", 0),
    ]
    assert all(fact.holds for fact in found)
    assert diagnostics_of(found) == []


def test_a_line_that_the_check_contradicts_is_reported_where_it_stands() -> None:
    found = facts(SOUND.replace('pass word_limit(2..3) on "two words"', 'pass word_limit(5..) on "two words"'))
    wrong = [fact for fact in found if not fact.holds]
    assert [(fact.kind, fact.index, fact.expected, fact.got) for fact in wrong] == [("example", 0, "pass", "fail")]
    (diagnostic,) = diagnostics_of(found)
    assert diagnostic.code.id == "IF0506"
    assert diagnostic.message == ("this line says that `word_limit` gives pass, but it gives fail: " + wrong[0].message)
    label = diagnostic.primary
    assert label.file.text[label.span.start : label.span.end] == 'pass word_limit(5..) on "two words"'


def test_a_wording_without_words_for_its_values_does_not_hold() -> None:
    text = """ifdsl 1

constraint named(words: list[text]) {
  check all(word in response for word in words)
  render listing "Name {words:and}."
  pass named(["a"]) on "a"
  pass named([]) on "b"
}
"""
    wrong = [fact for fact in facts(text) if not fact.holds]
    assert [(fact.kind, fact.got, fact.message) for fact in wrong] == [
        ("wording", "no text", "an empty list has no phrase in a sentence")
    ]
    assert wrong[0].label is not None


def test_two_ways_to_check_that_differ_are_a_fact_that_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def always_far(*_: object) -> tuple[Verdict, float]:
        return Verdict.PASS, 7.0

    monkeypatch.setattr(facts_of.reference, "check_constraint", always_far)
    wrong = [fact for fact in facts(SOUND) if not fact.holds]
    assert [(fact.kind, fact.index) for fact in wrong] == [("agreement", 0), ("agreement", 1)]
    assert wrong[1].expected == "pass by 7"
    assert wrong[1].got.startswith("fail by ")
    assert len(diagnostics_of(wrong)) == 2


def test_what_does_not_apply_is_written_as_a_pass() -> None:
    text = """ifdsl 1

constraint short_sentences() {
  check all(len(sentence.words) in ..3 for sentence in response.sentences) if_empty not_applicable
  render listing "Use short sentences."
  pass short_sentences() on ""
  fail short_sentences() on ""
}
"""
    found = [fact for fact in facts(text) if fact.kind == "example"]
    assert [(fact.expected, fact.got) for fact in found] == [("pass", "pass"), ("fail", "not_applicable")]


def test_a_judged_type_says_nothing_until_a_judge_does() -> None:
    text = """ifdsl 1

constraint formal() {
  check judge "Is it formal?"
  render listing "Be formal."
  pass formal() on "Indeed."
}
"""
    found = facts(text)
    assert [(fact.kind, fact.got) for fact in found] == [("example", "unknown"), ("wording", "rendered")]


def test_a_missing_extra_is_one_report_for_each_type(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(*_: object) -> None:
        raise MissingExtra('sentences(rule="ifeval")', "parity")

    monkeypatch.setattr(facts_of.ConstraintChecker, "check", lacking)
    found = facts(SOUND)
    assert {fact.got for fact in found if fact.kind == "example"} == {facts_of.NOT_RUN}
    (diagnostic,) = diagnostics_of(found)
    assert diagnostic.code.name == "missing-extra"
    assert 'pip install "ifdsl[parity]"' in diagnostic.message


def test_only_the_named_types_are_checked() -> None:
    found = built(SOUND + SOUND.removeprefix("ifdsl 1\n").replace("word_limit", "other_limit"))
    assert found.program is not None
    names = list(found.program.constraints)
    assert len(names) == 2
    assert {fact.constraint for fact in run_facts(found.program, names[1:])} == {names[1]}
    with pytest.raises(KeyError):
        run_facts(found.program, ["nothing"])


def test_without_places_there_are_no_labels() -> None:
    found = built(SOUND)
    assert found.program is not None
    assert {fact.label for fact in run_facts(found.program)} == {None}
