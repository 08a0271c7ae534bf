"""Verifiers: blank responses, lenient readings, recorded answers, and arguments that do not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from ifdsl.checking.binding import BadArguments
from ifdsl.checking.compile import load
from ifdsl.checking.lenient import LENIENT
from ifdsl.checking.verdict import Verdict
from ifdsl.checking.verifier import ConstraintChecker, Verifier, verifier
from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from tests.checking.building import RESPONSE, call, checker, compare, ir_program, literal, module_of, program_of

PASS, FAIL, UNKNOWN, NOT_APPLICABLE = Verdict.PASS, Verdict.FAIL, Verdict.UNKNOWN, Verdict.NOT_APPLICABLE

CONSTRAINTS = """
constraint words(n: range) { check len(response.words) in n
  render listing "Use {n} words." }
constraint no_comma() { check "," not in response
  render listing "No commas." }
constraint starts(x: text) { check response.starts_with(x)
  render listing "Start with {x}." }
constraint shouted() { check all(i.is_upper for i in response.items) if_empty not_applicable
  render listing "Shout each item." }
constraint formal(tone: text = "formal") { check judge "Is the text {tone}?"
  render listing "Be {tone}." }
"""


def spec(must: str, should: str = "", parameters: str = "", **values: Any) -> Verifier:
    rest = f"should {{ {should} }}" if should else ""
    module = module_of(f'{CONSTRAINTS}\nspec s({parameters}) {{\n  task "Write."\n  must {{ {must} }}\n  {rest}\n}}')
    return verifier(module, "s", values)


# ---------------------------------------------------------------- blank responses


@pytest.mark.parametrize("text", ["", " \n\t", "\u2003"])
def test_a_blank_response_fails_every_requirement(text: str) -> None:
    checks = spec("words(..5)  no_comma()", "shouted()")
    assert not checks.passes(text)
    assert checks.verdicts(text) == (FAIL,) * 3
    assert checks.lenient(text).verdicts == (FAIL,) * 3
    assert checks.lenient(text, reading="one").verdicts == (FAIL,) * 3
    report = checks.check(text)
    assert (report.verdict, report.score, report.reward) == (FAIL, 0.0, 0.0)
    assert [item.outcome.message for item in report.must] == ["the response is blank"] * 2
    assert checks.questions(text) == []


def test_a_blank_text_is_a_text_to_a_constraint() -> None:
    assert checker("len(response.words) in ..5").passes("")


# ---------------------------------------------------------------- lenient readings


def test_each_requirement_takes_its_own_view_and_none_is_worse_than_strict() -> None:
    checks = spec('no_comma()  starts("Hi")  words(2)')
    text = "Well, yes\nHi you"
    assert checks.verdicts(text) == (FAIL, FAIL, FAIL)
    found = checks.lenient(text)
    assert found.verdicts == (PASS, PASS, PASS)
    assert found.views == ("without_first_line",) * 3
    text = "Hi you\nWell, yes"
    assert checks.lenient(text).views == ("without_last_line", "original", "without_first_line")


def test_one_view_for_all_is_the_first_under_which_everything_passes() -> None:
    checks = spec('no_comma()  starts("Hi")')
    text = "Hi, you\n there"
    # No commas without the first line, the start with it: no single view has both.
    assert checks.lenient(text).verdicts == (PASS, PASS)
    one = checks.lenient(text, reading="one")
    assert one.verdicts == (FAIL, PASS)
    assert one.views == ("original", "original")
    passing = checks.lenient("Well, well\nHi", reading="one")
    assert (passing.verdicts, passing.views) == ((PASS, PASS), ("without_first_line",) * 2)


def test_should_does_not_decide_which_single_view_is_taken() -> None:
    checks = spec("no_comma()", 'starts("x")')
    found = checks.lenient("a, b\nc\nx, y", reading="one")
    assert (found.verdicts, found.views) == ((PASS, FAIL), ("without_outer_lines",) * 2)


def test_what_does_not_apply_to_the_response_stays_so() -> None:
    found = spec("shouted()  no_comma()").lenient("a, b\nc")
    assert found.verdicts == (NOT_APPLICABLE, PASS)
    assert found.views == ("original", "without_first_line")


def test_a_view_of_a_response_that_loses_what_is_checked_rescues_nothing() -> None:
    assert spec("shouted()").lenient("- a\nb").verdicts == (FAIL,)


class Counting:
    """Counts how often a text is checked; `c` alone passes."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}

    def __call__(self, text: str) -> bool:
        self.texts[text] = self.texts.get(text, 0) + 1
        return text == "c"

    def taken(self) -> dict[str, int]:
        texts, self.texts = self.texts, {}
        return texts


def test_equal_variants_are_checked_once_and_only_for_what_has_not_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Counting()
    monkeypatch.setattr("ifdsl.primitives.runtime.is_upper", counting, raising=False)
    module = module_of(
        'constraint c() { check response.is_upper\n  render listing "C." }\nspec s() { task "W" must c() }'
    )
    checks = verifier(module, "s")
    assert checks.lenient("a\nb\nd").verdicts == (FAIL,)
    assert counting.taken() == {"a\nb\nd": 1, "b\nd": 1, "a\nb": 1, "b": 1}
    assert checks.lenient("a\nc\nd", strict=(FAIL,)).verdicts == (PASS,)
    assert counting.taken() == {"c\nd": 1, "a\nc": 1, "c": 1}
    assert checks.lenient("c").verdicts == (PASS,)
    assert checks.lenient("x", strict=(PASS,)).verdicts == (PASS,)
    assert counting.taken() == {"c": 1}


def test_views_of_ones_own() -> None:
    views: Mapping[str, Any] = {"last word": lambda text: text.split()[-1] if text.split() else ""}
    found = spec("words(1)").lenient("a b c", views)
    assert (found.verdicts, found.views) == ((PASS,), ("last word",))
    assert next(iter(LENIENT["ifeval"])) == "original"


# ---------------------------------------------------------------- judges


def test_a_judge_that_has_not_spoken_leaves_it_unknown() -> None:
    checks = spec("formal()  no_comma()")
    assert checks.verdicts("a") == (UNKNOWN, PASS)
    assert not checks.passes("a")
    assert checks.check("a").must[0].outcome.message == "no judge has answered `Is the text formal?`"


def test_recorded_answers_decide() -> None:
    checks = spec('formal()  formal(tone="short")')
    questions = checks.questions("a")
    assert [question.key for question in questions] == ["Is the text formal?", "Is the text short?"]
    answers = {"Is the text formal?": True, "Is the text short?": False}
    assert checks.verdicts("a", answers) == (PASS, FAIL)
    assert [item.outcome.message for item in checks.check("a", answers).must] == [
        "a judge answered yes to `Is the text formal?`",
        "a judge answered no to `Is the text short?`",
    ]
    assert checks.verdicts("a", {"Is the text formal?": "yes"}) == (UNKNOWN, UNKNOWN)  # type: ignore[dict-item]


def test_an_answer_on_the_response_says_nothing_of_its_parts_or_views() -> None:
    checks = spec("each paragraph { formal() }")
    text = "a\n\nb"
    assert checks.verdicts(text, {"Is the text formal?": True}) == (UNKNOWN,)
    keys = [question.key for question in checks.questions(text)]
    assert keys == [("Is the text formal?", "a"), ("Is the text formal?", "b")]
    assert checks.verdicts(text, dict.fromkeys(keys, True)) == (PASS,)
    assert checks.verdicts(text, {keys[0]: True, keys[1]: False}) == (FAIL,)
    whole = spec("formal()")
    assert whole.lenient(text, answers={"Is the text formal?": False}).verdicts == (UNKNOWN,)
    first = {"Is the text formal?": False, ("Is the text formal?", "b"): True}
    assert whole.lenient(text, answers=first).verdicts == (PASS,)


# ---------------------------------------------------------------- values


def test_values_by_name_in_order_and_by_default() -> None:
    for values in ({"n": 2}, [2], {"n": "2"}, {"n": Range(2, 2)}):
        assert checker("len(response.words) in n", "n: range", values).passes("a b")
    assert spec("words(n)", parameters="n: range = 1..2").passes("a b")
    assert spec("words(1..n)", parameters="n: int = 9", n=1).verdicts("a b") == (FAIL,)
    assert checker("all(w in response for w in words)", "words: list[text]", [("a", "b")]).passes("ab")


@pytest.mark.parametrize(
    ("parameters", "arguments", "words"),
    [
        ("n: range", [], "is not given `n`"),
        ("n: range", [1, 2], "takes 1 arguments, not 2"),
        ("n: range", {"n": 1, "m": 2}, "has no parameter `m`"),
        ("n: range", ["x"], "`x` is not a range"),
        ("n: range", [True], "is range, not `true`"),
        ("n: int", [1.5], "is int, not `1.5`"),
        ("n: int", ["1"], "is int, not `1`"),
        ("n: bool", [1], "is bool, not `1`"),
        ("n: text", [1], "is text, not `1`"),
        ("n: list[text]", ["ab"], "is list[text], not `ab`"),
        ("n: list[text]", [["a", 1]], "is text, not `1`"),
        ('n: "up" | "down"', ["left"], 'is "up" | "down", not `left`'),
    ],
)
def test_arguments_that_do_not_fit(parameters: str, arguments: Any, words: str) -> None:
    with pytest.raises(BadArguments) as raised:
        checker("len(response) > 0 or n == n", parameters, arguments)
    assert words in str(raised.value)


def test_names_that_there_are_not() -> None:
    module = module_of(CONSTRAINTS)
    with pytest.raises(BadArguments, match="there is no constraint `ghost`"):
        ConstraintChecker(module, "ghost")
    with pytest.raises(BadArguments, match="there is no spec `ghost`"):
        verifier(module, "ghost")


# ---------------------------------------------------------------- requirements


def test_scopes_and_combinators() -> None:
    checks = spec(
        "each paragraph { words(1..3) no_comma() }  if_present table { words(9) }  in response.lines[0] { words(1) }"
        '  any_of { words(9) starts("a") }  none_of { words(9) starts("b") }  all_of { words(..9) no_comma() }'
    )
    assert checks.verdicts("a\n\nb c") == (PASS,) * 6
    assert checks.verdicts("b, b b b\n\nc") == (FAIL, PASS, FAIL, FAIL, FAIL, FAIL)
    report = checks.check("a\n\nb c d e")
    paragraph = report.must[0].children[1]
    assert paragraph.outcome.message == "paragraph 2: 4 words; between 1 and 3 were asked for"
    assert [child.outcome.verdict for child in paragraph.children] == [FAIL, PASS]
    assert (paragraph.children[0].outcome.evidence[0].start, report.must[1].outcome.message) == (3, "there is no table")


def test_a_condition_chooses_and_without_else_nothing_applies() -> None:
    must = "if long { words(3..) }  if long { words(3..) } else { words(1) }"
    checks = spec(must, parameters="long: bool = true", long=False)
    assert checks.verdicts("a") == (NOT_APPLICABLE, PASS)
    assert checks.passes("a")
    assert checks.check("a").passed


def test_the_order_of_evaluation_is_the_cost_and_it_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []

    def noting(name: str) -> Callable[[str], bool]:
        return lambda text: bool(called.append(name))

    for name in ("is_upper", "is_title"):
        monkeypatch.setattr(f"ifdsl.primitives.runtime.{name}", noting(name), raising=False)
    program = program_of("""
    constraint slow() { check response.is_title
      render listing "A." }
    constraint quick() { check response.is_upper
      render listing "B." }
    spec s() { task "W" must { slow() quick() } }
    """)
    costs = {name: 9.0 if name.endswith("slow") else 1.0 for name in program.constraints}
    declared = {name: replace(held, cost=costs[name], cost_per_char=0.0) for name, held in program.constraints.items()}
    checks = verifier(load(replace(program, constraints=declared)), "s")
    assert not checks.passes("x")
    assert called == ["is_upper"]
    assert checks.verdicts("x") == (FAIL, FAIL)
    assert called == ["is_upper", "is_title", "is_upper"]


# ---------------------------------------------------------------- what cannot be decided in a requirement

NO_PATTERN = n.Pattern(pattern="(")
NO_LIST = call("find_all", RESPONSE, NO_PATTERN, type="list[text]", rule="standard")
NO_TEXT = n.Index(subject=NO_LIST, index=literal(0), type="text")
TRUE = n.Demand(id="true", constraint="t.c", arguments=(literal(True),))


@pytest.mark.parametrize(
    "requirement",
    [
        n.Demand(id="d", constraint="t.c", arguments=(compare(NO_TEXT, "==", literal("")),)),
        n.Each(id="e", noun="match", domain=NO_LIST, body=(TRUE,)),
        n.IfPresent(id="i", noun="match", domain=NO_LIST, body=(TRUE,)),
        n.Within(id="w", subject=NO_TEXT, body=(TRUE,)),
        n.When(id="c", condition=compare(NO_TEXT, "==", literal("")), then=(TRUE,)),
    ],
    ids=lambda requirement: requirement.kind,
)
def test_what_a_requirement_asks_of_may_be_undecided_too(requirement: n.Requirement) -> None:
    program = ir_program(n.ExprCheck(value=n.Variable(name="x", type="bool")), n.Parameter(name="x", type="bool"))
    false = n.Demand(id="false", constraint="t.c", arguments=(literal(False),))
    spec = n.Spec(
        name="s",
        task=n.Template(parts=("x",)),
        must=(requirement, n.Combined(id="all", combinator="all_of", body=(replace(requirement, id="x"), false))),
    )
    checks = verifier(load(replace(program, specs=(spec,))), "s")
    assert checks.verdicts("a") == (UNKNOWN, FAIL)
    report = checks.check("a")
    assert [item.outcome.verdict for item in report.must] == [UNKNOWN, FAIL]
    assert "the pattern `(` cannot be used" in report.must[0].outcome.message
    assert not checks.passes("a")


def test_a_question_with_holes_is_asked_in_words() -> None:
    source = """
    constraint topics(words: list[text], n: range) { check judge "Does it name {words:or} {n} times, so {words}?"
      render listing "Name {words} {n} times." }
    spec s() { task "W" must topics(["a", "b", "c"], 2..3) }
    """
    (question,) = verifier(module_of(source), "s").questions("x")
    assert question.question == "Does it name a, b or c between 2 and 3 times, so a, b, c?"


def test_an_entry_without_types_takes_its_values_as_they_are() -> None:
    module = module_of(f'{CONSTRAINTS}\nspec s() {{ task "W" must no_comma() }}')
    bare = module.specs["s"]._replace(types=(), defaults={})
    assert Verifier(bare).passes("x")
    assert not Verifier(
        bare._replace(parameters=("n",), passes=lambda doc, n: n),
        [
            "",
        ],
    ).passes("x")
