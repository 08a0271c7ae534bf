"""What is made for a file's types: facts that can fail, gaps, wordings read back, and the arguments that are used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ifdsl.checking.verdict import Verdict
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_text
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.ranges import Range
from ifdsl.testing import facts as facts_of
from ifdsl.testing import generated as made_of
from ifdsl.testing import run as run_of
from ifdsl.testing.facts import Fact, diagnostics_of
from ifdsl.testing.generated import QUICK, Depth
from ifdsl.testing.lines import argument_sets, call
from ifdsl.testing.near_misses import SPENT
from ifdsl.testing.recognised import recognised
from ifdsl.testing.run import FileFacts, run_file

Run = Callable[..., FileFacts]

LIMIT = """ifdsl 1

constraint word_limit(words: range) {
  check len(response.words) in words
  render listing "Use {words} words."
  pass word_limit(2..3) on "two words"
}
"""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def run(text: str, **named: bool) -> FileFacts:
        path = tmp_path / "own.ifc"
        path.write_text(text, encoding="utf-8")
        return run_file(path, **named)

    return run


def constraints(text: str) -> list[n.Constraint]:
    built = build_text(text, name="own")
    assert built.program is not None, built.diagnostics
    return list(built.program.constraints.values())


def test_each_side_of_each_bound_is_a_fact_with_its_agreement(run: Run) -> None:
    found = run(LIMIT)
    texts = [fact for fact in found.made if fact.kind in ("boundary", "near_miss")]
    assert [(fact.region, fact.expected, len(fact.text.split())) for fact in texts] == [
        ("words: at the lower bound", "pass", 2),
        ("words: below the lower bound", "fail", 1),
        ("words: at the upper bound", "pass", 3),
        ("words: above the upper bound", "fail", 4),
    ]
    assert [fact.kind for fact in found.made].count("agreement") == 4
    assert all(fact.holds and fact.line == 6 for fact in texts)
    assert found.gaps == []
    assert found.diagnostics == []


def test_lines_alone_make_nothing(run: Run) -> None:
    found = run(LIMIT, generate=False)
    assert (len(found.facts), found.made, found.gaps) == (3, [], [])


def test_evaluators_that_differ_on_a_text_that_was_made_are_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = facts_of.reference.check_constraint

    def short_sighted(constraint: n.Constraint, arguments: object, text: str) -> object:
        # Only a text of four words, which no line has, is seen wrongly.
        if len(text.split()) == 4:
            return Verdict.PASS, 0.0
        return real(constraint, arguments, text)  # type: ignore[arg-type]

    monkeypatch.setattr(facts_of.reference, "check_constraint", short_sighted)
    found = run(LIMIT)
    assert all(fact.holds for fact in found.facts)
    (wrong,) = [fact for fact in found.made if not fact.holds]
    assert (wrong.kind, wrong.region) == ("agreement", "words: above the upper bound")
    (diagnostic,) = found.diagnostics
    assert diagnostic.message.startswith("two ways to check `word_limit` differ on this text")


def test_a_near_miss_that_passes_in_full_is_reported_with_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    label = None
    fact = Fact("own.limit", "near_miss", 0, "fail", "pass", "4 words", label, "limit(2..3)", "a b c d", "words: above")
    (diagnostic,) = diagnostics_of([fact])
    assert diagnostic.message == (
        "`limit(2..3)` gives pass, not fail, on `a b c d`, a text that was made for words: above: 4 words"
    )


def test_a_bound_without_effect_is_a_gap(run: Run) -> None:
    found = run(LIMIT.replace("len(response.words) in words", "len(response.words) in words.min..9"))
    assert [(gap.region, gap.reason) for gap in found.gaps] == [
        ("words: at the upper bound", "none was found"),
        ("words: above the upper bound", "none was found"),
    ]
    assert found.diagnostics == []


def test_a_file_gets_so_many_steps_and_no_more(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    others = {"a": "Take", "b": "Give", "c": "Put", "d": "Write", "last": "Make"}
    body = LIMIT.removeprefix("ifdsl 1\n")
    text = LIMIT + "".join(body.replace("word_limit", name).replace("Use", verb) for name, verb in others.items())
    one = run(LIMIT)
    assert one.gaps == []
    (constraint,) = constraints(LIMIT)
    # Enough for a first text or two.
    steps = 5 * made_of.SHARES * (constraint.cost + 20 * constraint.cost_per_char)
    monkeypatch.setattr(run_of, "QUICK", Depth(arguments=2, budget=40, largest=100, steps=steps))
    found = run(text)
    made = [fact for fact in found.made if fact.kind in ("boundary", "near_miss")]
    assert 0 < len(made) < 16
    assert [gap.region for gap in found.gaps if gap.constraint == "own.last"] == [""]
    assert {gap.reason for gap in found.gaps} == {SPENT}


def test_a_check_in_python_is_left_alone(run: Run) -> None:
    text = LIMIT.replace("check len(response.words) in words", 'check python "os:nothing"')
    assert [fact for fact in run(text).made if fact.kind != "recognition"] == []


def test_what_needs_an_extra_is_reported_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(*_: object) -> None:
        raise MissingExtra("words", "parity")

    monkeypatch.setattr(facts_of.ConstraintChecker, "check", lacking)
    monkeypatch.setattr(made_of.Judge, "passes", lambda self, text, arguments: self._lack())
    monkeypatch.setattr(
        made_of.Judge, "_lack", lambda self: setattr(self, "lacking", MissingExtra("words", "parity")), raising=False
    )
    found = run(LIMIT)
    assert [diagnostic.code.name for diagnostic in found.diagnostics] == ["missing-extra"]
    assert [fact.kind for fact in found.made] == ["recognition"]


# ---------------------------------------------------------------- arguments


def test_arguments_come_from_lines_and_each_choice_once() -> None:
    (constraint,) = constraints(
        """ifdsl 1

constraint shaped(words: range, how: "plain" | "list" | "table", loud: bool = false) {
  check len(response.words) in words and (loud or how != "list")
  render listing "Use {words} words, {how} {loud}."
  pass shaped(2, "plain") on "two words"
  pass shaped(2..2, "plain") on "two words"
  fail shaped(1, "plain") on "two words"
  fail shaped(5, "plain") on "two words"
}
"""
    )
    two, one = Range(2, 2), Range(1, 1)
    assert argument_sets(constraint, 2) == [
        (0, (two, "plain", False)),
        (2, (one, "plain", False)),
        (0, (two, "list", False)),
        (0, (two, "table", False)),
    ]
    assert call(constraint, (Range(2, None), "list", True)) == 'shaped(2.., "list", true)'


def test_without_lines_the_defaults_are_taken() -> None:
    text = "ifdsl 1\n\nconstraint {}(words: range{}) {{\n  check len(response.words) in words\n}}\n"
    assert argument_sets(constraints(text.format("a", " = 3"))[0], 2) == [(None, (Range(3, 3),))]
    assert argument_sets(constraints(text.format("a", ""))[0], 2) == []


# ---------------------------------------------------------------- wordings read back


def test_two_types_with_one_wording_are_told() -> None:
    other = LIMIT.removeprefix("ifdsl 1\n").replace("word_limit", "line_limit").replace(".words)", ".lines)")
    facts, gaps = recognised(constraints(LIMIT + other), {})
    assert gaps == []
    assert [fact.holds for fact in facts] == [False, False]
    assert facts[0].got == "word_limit(2..3) or line_limit(2..3)"
    assert facts[0].message == (
        "`Use between 2 and 3 words.` can be read as `word_limit(2..3)` or as `line_limit(2..3)`"
    )
    assert "is read back as something else" in diagnostics_of(facts)[0].message


def test_two_types_that_check_the_same_may_share_a_wording() -> None:
    other = LIMIT.removeprefix("ifdsl 1\n").replace("word_limit", "length")
    facts, gaps = recognised(constraints(LIMIT + other), {})
    assert gaps == []
    assert facts
    assert all(fact.holds for fact in facts)


def test_a_wording_that_leaves_out_an_argument_is_read_as_another() -> None:
    text = LIMIT.replace("words: range", "words: range, loud: bool = false").replace(
        "in words\n", "in words and (loud or not response.is_upper)\n"
    )
    facts, gaps = recognised(constraints(text), {})
    assert gaps == []
    assert [(fact.expected, fact.got) for fact in facts] == [
        ("word_limit(2..3, false)", "word_limit(2..3, false)"),
        ("word_limit(2..3, true)", "word_limit(2..3, false)"),
    ]


def test_a_wording_that_is_not_read_is_a_gap() -> None:
    text = LIMIT.replace("word_limit(words: range)", "word_limit(words: range, loud: bool = false)").replace(
        'Use {words} words."', r'Use {words} words{\", in capitals if need be\" if loud else \"\"}."'
    )
    facts, gaps = recognised(constraints(text), {})
    assert [fact.holds for fact in facts] == [True]
    assert [(gap.call, "not recognised" in gap.reason) for gap in gaps] == [("word_limit(2..3, true)", True)]


def test_languages_that_are_not_read_are_left_out() -> None:
    text = LIMIT.replace(
        "  render", '  render listing zh "全文字数：{words}。"\n  render listing de "{words} Wörter."\n  render'
    )
    facts, gaps = recognised(constraints(text), {})
    assert [(fact.index, fact.holds) for fact in facts] == [(0, True), (2, True)]
    assert gaps == []


def test_the_quick_depth_is_below_the_deep_one() -> None:
    assert all(
        getattr(QUICK, name) < getattr(made_of.DEEP, name) for name in ("arguments", "budget", "largest", "steps")
    )
