"""Rewards of one response: what each kind is, and how it goes with verdicts and margins."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import ifdsl
from ifdsl.checking.compile import load
from ifdsl.checking.lenient import LENIENT
from ifdsl.checking.verdict import Outcome, Report, RequirementOutcome, Verdict
from ifdsl.checking.verifier import Verifier, verifier
from ifdsl.ir.build import build_text
from ifdsl.rewarding.kinds import KINDS, Kind
from ifdsl.std import case, length, position, punctuation
from tests.ir_strategies import SpecCase, spec_cases

SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

# ---------------------------------------------------------------- the formula of the dense kind

FAILS, ACCEPTED = [-1e9, -2.0, -1.0, -0.5, -1e-9, -1e-300], [Verdict.PASS, Verdict.NOT_APPLICABLE]
margins = st.floats(-3, 3, allow_subnormal=True) | st.sampled_from(FAILS)


def of_margin(margin: float | None) -> Outcome:
    if margin is None:
        return Outcome(Verdict.UNKNOWN, None, "words")
    return Outcome(Verdict.PASS if margin >= 0 else Verdict.FAIL, margin, "words")


def report(must: Sequence[Outcome], should: Sequence[Outcome]) -> Report:
    def named(outcomes: Sequence[Outcome], name: str) -> tuple[RequirementOutcome, ...]:
        return tuple(RequirementOutcome(f"{name}{i}", "c", outcome) for i, outcome in enumerate(outcomes))

    return Report("spec", named(must, "m"), named(should, "s"))


outcomes = (margins | st.none()).map(of_margin) | st.just(Outcome(Verdict.NOT_APPLICABLE, None, "words"))
reports = st.builds(report, st.lists(outcomes, min_size=1, max_size=8), st.lists(outcomes, max_size=4))


@given(reports)
def test_a_dense_reward_is_1_exactly_where_everything_is_accepted(found: Report) -> None:
    assert 0 <= found.reward <= 1
    assert (found.reward == 1) is all(one.outcome.verdict in ACCEPTED for one in (*found.must, *found.should))


@given(st.data(), st.integers(1, 6), st.integers(0, 4))
def test_no_response_that_fails_earns_what_one_that_passes_does(data: st.DataObject, must: int, should: int) -> None:
    lists = [st.lists(outcomes, min_size=n, max_size=n) for n in (must, should)]
    one, other = (report(data.draw(lists[0]), data.draw(lists[1])) for _ in range(2))
    if one.passed and not other.passed:
        assert one.reward > other.reward


def test_the_best_failure_is_still_below_the_worst_pass() -> None:
    for count in (1, 2, 10, 1000):
        near = [of_margin(1.0)] * (count - 1) + [of_margin(-1e-300)]
        failed = report(near, [of_margin(1.0)])
        passed = report([of_margin(0.0)] * count, [of_margin(-1e9)])
        assert failed.reward < passed.reward


@given(st.lists(margins, min_size=1, max_size=6), st.lists(margins, max_size=4), st.data())
def test_a_dense_reward_never_falls_where_a_margin_rises(
    must: list[float], should: list[float], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(must) + len(should) - 1))
    higher = [*must, *should]
    higher[at] += data.draw(st.floats(0, 3))
    better = report([of_margin(m) for m in higher[: len(must)]], [of_margin(m) for m in higher[len(must) :]])
    assert report([of_margin(m) for m in must], [of_margin(m) for m in should]).reward <= better.reward


# ---------------------------------------------------------------- kinds and verdicts


@settings(SLOW, max_examples=60)
@given(spec_cases())
def test_every_kind_says_what_the_verdicts_say(case: SpecCase) -> None:
    checks = verifier(load(case.program), "s", case.values)
    for loose in (False, True):
        agree(checks, case.text, loose)


def agree(checks: Verifier, text: str, loose: bool) -> None:
    verdicts = checks.lenient(text).verdicts if loose else checks.verdicts(text)
    satisfied = [verdict in ACCEPTED for verdict in verdicts]
    found = {kind: ifdsl.reward(checks, kind, loose=loose)(text) for kind in KINDS}
    assert found["count"] == sum(satisfied)
    assert found["fraction"] == sum(satisfied) / len(satisfied)
    assert found["all"] == float(bool(text.strip()) and all(satisfied[: checks.required]))
    assert 0 <= found["dense"] <= 1
    assert (found["dense"] == 1) is all(satisfied)
    if not loose:
        assert found["dense"] == checks.check(text).reward


@given(st.lists(st.sampled_from(["# Title", "", "**Dear Ada**", "no commas here", "One, two.", "END", "a b c d"])))
@example(["Sure!", "Dear Ada, all is well."])
@settings(SLOW, max_examples=60)
def test_no_loose_reward_is_below_the_strict_one(lines: list[str]) -> None:
    text = "\n".join(lines)
    constraints = [length.word_count("4..6"), punctuation.no_commas(), position.starts_with("Dear"), case.all_lower()]
    for kind in KINDS:
        assert ifdsl.reward(constraints, kind, loose=True)(text) >= ifdsl.reward(constraints, kind)(text)


def test_the_loose_dense_reward_takes_the_best_of_each_requirement_over_the_views() -> None:
    constraints = [length.word_count("10..10"), position.starts_with("Dear Ada")]
    text = "Sure!\nDear Ada all is well"
    # Six words of ten with the first line, so a little more than without it; the salutation is found only without it.
    assert ifdsl.reward(constraints, "dense")(text) == pytest.approx((0.6 / 2 + 0) / 2)
    assert ifdsl.reward(constraints, "dense", loose=True)(text) == pytest.approx((0.6 / 2 + 1) / 2)
    assert "without_first_line" in LENIENT["ifeval"]


# ---------------------------------------------------------------- what is rewarded, and what a response is


def test_the_kinds_on_constraints_of_the_standard_library() -> None:
    constraints = [length.word_count("..3"), punctuation.no_commas(), case.all_lower()]
    found = {kind: ifdsl.reward(constraints, kind)("one, two three four five six") for kind in KINDS}
    assert found == {"count": 1.0, "fraction": 1 / 3, "all": 0.0, "dense": pytest.approx(1 / 3)}
    assert [ifdsl.reward(constraints, kind)("one two") for kind in KINDS] == [3.0, 1.0, 1.0, 1.0]
    assert ifdsl.reward(length.word_count("..3"))("one") == 1.0


SPEC = """ifdsl 1
use std.length

constraint kind_words() {
  check judge "Is it kind?"
  render listing "Be kind."
}

constraint loud_lines() {
  check all(line == line.upper() for line in response.lines if line.contains("!")) if_empty not_applicable
  render listing "Write each line with an exclamation mark in upper case."
}

spec note {
  task "Write."
  must {
    word_count(2..4)
    kind_words()
    loud_lines()
  }
  should word_count(3)
}
"""


@pytest.fixture(scope="module")
def note() -> Verifier:
    built = build_text(SPEC)
    assert built.program is not None, built.diagnostics
    return verifier(load(built.program), "note")


def test_an_unknown_earns_nothing_and_what_does_not_apply_is_satisfied(note: Verifier) -> None:
    text = "Dear all, hello"
    found = {kind: ifdsl.reward(note, kind)(text) for kind in KINDS}
    assert found == {"count": 3.0, "fraction": 0.75, "all": 0.0, "dense": pytest.approx(5 / 7)}
    answered = {kind: ifdsl.reward(note, kind)(text, {"Is it kind?": True}) for kind in KINDS}
    assert answered == {"count": 4.0, "fraction": 1.0, "all": 1.0, "dense": 1.0}
    refused = {kind: ifdsl.reward(note, kind)(text, {"Is it kind?": False}) for kind in KINDS}
    assert refused == found


def test_a_should_that_is_missed_costs_less_than_any_must(note: Verifier) -> None:
    answers = {"Is it kind?": True}
    dense, whole = ifdsl.reward(note, "dense"), ifdsl.reward(note, "all")
    assert whole("one two", answers) == 1.0
    assert 6 / 7 < dense("one two", answers) < 1
    assert dense("one two", {"Is it kind?": False}) < 6 / 7


@pytest.mark.parametrize("blank", [None, "", "  \n\t"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("loose", [False, True])
def test_no_answer_earns_nothing(kind: Kind, loose: bool, blank: str | None) -> None:
    assert ifdsl.reward([punctuation.no_commas(), length.word_count("..3")], kind, loose=loose)(blank) == 0.0


def test_what_is_graded_may_be_a_part() -> None:
    whole = ifdsl.reward([punctuation.no_commas()])
    after = ifdsl.reward([punctuation.no_commas()], graded=lambda text: text.rpartition("</think>")[2])
    assert (whole("Well, well.</think>Yes."), after("Well, well.</think>Yes.")) == (0.0, 1.0)
    assert after("Well.</think>") == 0.0


def test_what_cannot_be_rewarded_says_so() -> None:
    with pytest.raises(ValueError, match="there is no reward `half`; there are `count`, `fraction`, `all`, `dense`"):
        ifdsl.reward([punctuation.no_commas()], "half")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no constraint"):
        ifdsl.reward([])
    for wrong in ("no commas", ["no commas"], 3, None):
        with pytest.raises(TypeError, match="can be rewarded"):
            ifdsl.reward(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a response is a text or None, not int"):
        ifdsl.reward([punctuation.no_commas()])(3)  # type: ignore[arg-type]
