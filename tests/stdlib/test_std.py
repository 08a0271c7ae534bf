"""The standard library: every type is complete, every line of it holds, and its two ways of checking agree."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.checking import reference
from ifdsl.checking.verdict import Verdict
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.walk import operands
from ifdsl.primitives.ranges import Range
from ifdsl.rendering.prompt import sentence
from ifdsl.testing.facts import diagnostics_of, run_facts
from tests.stdlib import probes as p
from tests.stdlib.drawing import domain, tried, varied

MODULES = tuple(
    sorted(
        path.stem
        for path in (data.stdlib_path() / "std").glob("*.ifc")
        if "constraint " in path.read_text(encoding="utf-8")
    )
)

TEXTS = (
    "",
    " \n\t\n",
    "One is here. Two is here!\n\nIs three? Yes: 3.14 and 1,000.",
    "# Title\n\n- one\n- two\n\n1. first\n\n## Part 1\n> quoted, twice\n\n**bold** and *thin* and `code`.",
    "| Name | Price |\n|---|---|\n| a | 2 |\n| b | 3 |\n\nAfter the table.",
    '```json\n{"title": "A river", "tags": ["x", "y"]}\n```',
    '{"name": "Anna", "price": {"low": 1}}',
    "In short, the River met the market. That is all.",
    "DEAR [name],\nSection 1\nSEE https://example.org/a and #sun 👋🏽\n******\nP.S. Write soon.",
    "“So it is,” she said; don't ask — (never) …",
    "今天天气很好，我们去公园散步吧。\n\n苹果、梨和香蕉！",
    "Das ist ein ganz gewöhnlicher deutscher Satz über das Wetter im Norden.\r\nНе знаю.",
    "<<A day>>\nToday it rained\n> and rained\nhowever little by little it stopped. The end.",
)


def all_constraints() -> list[n.Constraint]:
    return [constraint for module in MODULES for constraint in p.own(f"std.{module}")]


def home(constraint: n.Constraint) -> str:
    return constraint.name.split(".")[1]


def names_in(expression: n.Expr) -> set[str]:
    own = {expression.name} if isinstance(expression, n.Variable) else set()
    return own.union(*(names_in(child) for child in operands(expression)))


@pytest.mark.parametrize("module", MODULES)
def test_modules_build_without_any_diagnostic(module: str) -> None:
    assert p.built(f"std.{module}").diagnostics == ()


@pytest.mark.parametrize("module", MODULES)
def test_all_facts_hold(module: str) -> None:
    facts = run_facts(p.program(f"std.{module}"), None, p.built(f"std.{module}").places)
    assert [diagnostic.message for diagnostic in diagnostics_of(facts)] == []
    assert {fact.kind for fact in facts} == {"example", "agreement", "wording"}


def test_names_are_unique_over_modules() -> None:
    counts = Counter(constraint.short_name for constraint in all_constraints())
    assert [name for name, count in counts.items() if count > 1] == []


def test_every_type_is_complete() -> None:
    problems = []
    for constraint in all_constraints():
        name = constraint.name
        if not constraint.doc:
            problems.append(f"{name} has no doc")
        counts = Counter((wording.pattern, wording.language) for wording in constraint.wordings)
        for pattern in ("listing", "incorporation"):
            if counts[pattern, "en"] < 1 or counts[pattern, "zh"] < 1:
                problems.append(f"{name} lacks wordings for {pattern}")
        if counts["listing", "en"] + counts["incorporation", "en"] < 3:
            problems.append(f"{name} has fewer than three English wordings")
        expected = {example.expect for example in constraint.examples}
        if expected != {"pass", "fail"}:
            problems.append(f"{name} has only lines of {expected}")
        if "" not in {example.text for example in constraint.examples}:
            problems.append(f"{name} says nothing of the empty response")
        if {vary.parameter for vary in constraint.vary} != {parameter.name for parameter in constraint.parameters}:
            problems.append(f"{name} does not vary each parameter")
    assert problems == []


MULDIMIF = {
    *(f"content.{name}" for name in ("keywords", "identifiers", "punctuation")),
    *(f"language.{name}" for name in ("english", "chinese", "other")),
    *(f"format.{name}" for name in ("markdown", "json", "xml", "table")),
    *(f"length.{name}" for name in ("paragraphs", "sentences", "words")),
}
STRUCTFLOW = {
    "content", "keyword_element", "style", "basic_format", "quantity_format", "template_format", "situation", "inverse",
}  # fmt: skip
"""The sub-categories of MulDimIF and the intra-turn types of StructFlowBench."""


def test_groups_are_its_own_and_those_of_the_taxonomies() -> None:
    problems = []
    for constraint in all_constraints():
        own = constraint.group.split(".")
        if own[0] != home(constraint) or len(own) != 2:
            problems.append(f"{constraint.name} is in the group {constraint.group!r}")
        elsewhere = [tuple(group.split(".", 1)) for group in constraint.also_in]
        if len(set(elsewhere)) != len(elsewhere) or elsewhere != sorted(elsewhere, key=lambda pair: pair[0]):
            problems.append(f"{constraint.name} has its other groups out of order: {constraint.also_in}")
        known = {"muldimif": MULDIMIF, "structflow": STRUCTFLOW}
        problems += [
            f"{constraint.name} is in the unknown group {taxonomy}.{rest}"
            for taxonomy, rest in elsewhere
            if rest not in known.get(taxonomy, ())
        ]
        if [taxonomy for taxonomy, _ in elsewhere].count("structflow") != 1:
            problems.append(f"{constraint.name} has not one type of StructFlowBench")
    assert problems == []


def passes(constraint: n.Constraint, arguments: list[Any], text: str) -> bool:
    return (
        ConstraintChecker(p.compiled(f"std.{home(constraint)}"), constraint.name, arguments).verdict(text)
        is Verdict.PASS
    )


def missing_sides(constraint: n.Constraint, place: int) -> set[str]:
    """Which of the four sides of its bounds no line of a range shows: just inside and outside, below and above."""
    missing = {"enough", "too few", "not too many", "too many"}
    for example in constraint.examples:
        arguments = [evaluate(argument, {}) for argument in example.arguments]
        given = arguments[place]
        range_ = given if isinstance(given, Range) else Range(given, given)

        def told(other: Range, arguments: list[Any] = arguments, text: str = example.text) -> bool:
            return passes(constraint, [*arguments[:place], other, *arguments[place + 1 :]], text)

        if example.expect == "pass":
            # Where one more, or one less, would not do, the text stands at the bound itself.
            missing -= {"enough"} if range_.lo is not None and not told(Range(range_.lo + 1, None)) else set()
            missing -= {"not too many"} if range_.hi is not None and not told(Range(None, range_.hi - 1)) else set()
        else:
            missing -= {"too few"} if range_.lo is not None and told(Range(None, range_.hi)) else set()
            missing -= {"too many"} if range_.hi is not None and told(Range(range_.lo, None)) else set()
    return missing


def test_lines_stand_on_either_side_of_each_bound() -> None:
    problems = [
        f"{constraint.name}: no line for {', '.join(sorted(missing))} of {parameter.name}"
        for constraint in all_constraints()
        for place, parameter in enumerate(constraint.parameters)
        if parameter.type == "range" and (missing := missing_sides(constraint, place))
    ]
    assert problems == []


def test_no_two_types_are_said_in_the_same_words() -> None:
    said: dict[tuple[str, str, str], str] = {}
    for constraint in all_constraints():
        counts = Counter((wording.pattern, wording.language) for wording in constraint.wordings)
        for arguments in [*tried(constraint), *varied(constraint, 6)]:
            for (pattern, language), number in counts.items():
                for choose in range(number):
                    text = sentence(constraint, arguments, pattern, language, choose)
                    key = pattern, language, text.casefold()
                    assert said.setdefault(key, constraint.name) == constraint.name, text


def test_every_wording_states_every_parameter() -> None:
    problems = []
    for constraint in all_constraints():
        parameters = {parameter.name for parameter in constraint.parameters}
        for wording in constraint.wordings:
            holes = [part.expression for part in wording.text.parts if isinstance(part, n.Hole)]
            missing = parameters - set().union(*(names_in(hole) for hole in holes))
            if missing:
                problems.append(f"{constraint.name}: {wording.pattern} {wording.language} leaves out {missing}")
    assert problems == []


def test_wordings_of_one_type_differ() -> None:
    for constraint in all_constraints():
        written = [(wording.pattern, wording.language, wording.text) for wording in constraint.wordings]
        assert len(set(written)) == len(written), constraint.name


def test_a_listing_is_a_sentence_and_an_incorporation_is_none() -> None:
    for constraint in all_constraints():
        for wording in constraint.wordings:
            last = wording.text.parts[-1]
            stopped = isinstance(last, str) and last.endswith((".", "。"))
            # What is quoted word for word, such as a text to begin with, ends its sentence without a full stop.
            quotes = isinstance(last, n.Hole) or last.endswith("******")
            assert stopped or quotes if wording.pattern == "listing" else not stopped, (constraint.name, wording)


def test_see_names_types_that_exist() -> None:
    known = {constraint.name for constraint in all_constraints()}
    targets = {see.path for constraint in all_constraints() for see in constraint.see}
    assert targets <= known


def test_relied_on_signatures() -> None:
    known = {constraint.short_name: constraint for constraint in all_constraints()}
    wanted = {
        "word_count": [("words", "range", False)],
        "sentence_count": [("sentences", "range", False)],
        "paragraph_count": [("paragraphs", "range", False)],
        "keywords": [("words", "list[text]", False), ("times", "range", True)],
        "avoid_words": [("words", "list[text]", False)],
        "item_count": [("items", "range", False)],
        "row_count": [("rows", "range", False)],
        "json_object": [],
        "title_case": [],
        "all_upper": [],
    }
    found = {name: [(p.name, p.type, p.default is not None) for p in known[name].parameters] for name in wanted}
    assert found == wanted


# ---------------------------------------------------------------- arguments drawn from `vary`


def domains(constraint: n.Constraint) -> list[list[Any]]:
    by_name = {vary.parameter: vary for vary in constraint.vary}
    return [domain(by_name[parameter.name], parameter.type) for parameter in constraint.parameters]


def assert_agreement(constraint: n.Constraint, arguments: list[Any], text: str) -> None:
    checker = ConstraintChecker(p.compiled(f"std.{home(constraint)}"), constraint.name, arguments)
    verdict, margin = reference.check_constraint(constraint, arguments, text)
    outcome = checker.check(text)
    assert (outcome.verdict, checker.verdict(text)) == (verdict, verdict), (constraint.name, arguments, text)
    assert outcome.margin == pytest.approx(margin), (constraint.name, arguments, text)


def test_values_to_draw_can_be_stated_and_fit_their_parameters() -> None:
    for constraint in all_constraints():
        drawn = domains(constraint)
        for place in range(max(map(len, drawn), default=1)):
            arguments = [values[place % len(values)] for values in drawn]
            ConstraintChecker(p.compiled(f"std.{home(constraint)}"), constraint.name, arguments)
            for pattern in ("listing", "incorporation"):
                for language in ("en", "zh"):
                    assert sentence(constraint, arguments, pattern, language).strip()


def test_compiled_and_reference_agree_on_sample_texts() -> None:
    for constraint in all_constraints():
        for place, text in enumerate(TEXTS):
            arguments = [values[place % len(values)] for values in domains(constraint)]
            assert_agreement(constraint, arguments, text)


FRAGMENTS = st.one_of(
    st.sampled_from([part for text in TEXTS for part in text.split("\n")]),
    st.text(alphabet=' \n.,!?#*->|_`"()[]ab1AÉ中', max_size=12),
)


@settings(max_examples=100, deadline=None)
@given(drawn=st.data(), text=st.lists(FRAGMENTS, max_size=6).map("\n".join))
def test_compiled_and_reference_agree_on_drawn_texts(drawn: st.DataObject, text: str) -> None:
    constraint = drawn.draw(st.sampled_from(all_constraints()), "constraint")
    arguments = [drawn.draw(st.sampled_from(values)) for values in domains(constraint)]
    assert_agreement(constraint, arguments, text)
