"""The standard library: every type is complete, every line of it holds, and its two ways of checking agree."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.checking import reference
from ifdsl.checking.compile import Module, load
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built, build_text
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.walk import operands
from ifdsl.primitives.ranges import Range
from ifdsl.rendering.prompt import sentence
from ifdsl.testing.facts import diagnostics_of, run_facts

MODULES = ("case", "content", "format", "language", "length", "position", "punctuation")
SHAPES = ("at_least", "at_most", "between", "exactly")

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


@cache
def built(module: str) -> Built:
    path = data.stdlib_path() / "std" / f"{module}.ifc"
    name = f"std.{module}"
    return build_text(path.read_text(encoding="utf-8"), path=str(path), root=data.stdlib_path(), name=name)


@cache
def program(module: str) -> n.Program:
    found = built(module).program
    assert found is not None
    return found


@cache
def compiled(module: str) -> Module:
    return load(program(module))


def all_constraints() -> list[n.Constraint]:
    return [constraint for module in MODULES for constraint in program(module).constraints.values()]


def home(constraint: n.Constraint) -> str:
    return constraint.name.split(".")[1]


def names_in(expression: n.Expr) -> set[str]:
    own = {expression.name} if isinstance(expression, n.Variable) else set()
    return own.union(*(names_in(child) for child in operands(expression)))


def test_every_module_of_std_is_tested_here() -> None:
    assert sorted(
        path.stem
        for path in (data.stdlib_path() / "std").glob("*.ifc")
        if "constraint " in path.read_text(encoding="utf-8")
    ) == sorted(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_modules_build_without_any_diagnostic(module: str) -> None:
    assert built(module).diagnostics == ()


@pytest.mark.parametrize("module", MODULES)
def test_all_facts_hold(module: str) -> None:
    facts = run_facts(program(module), None, built(module).places)
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
        if not constraint.group.startswith(f"{home(constraint)}."):
            problems.append(f"{name} is in the group {constraint.group!r}")
        counts = Counter((wording.pattern, wording.language) for wording in constraint.wordings)
        for pattern in ("listing", "incorporation"):
            if counts[pattern, "en"] < 2 or counts[pattern, "zh"] < 1:
                problems.append(f"{name} lacks wordings for {pattern}")
        expected = {example.expect for example in constraint.examples}
        if expected != {"pass", "fail"}:
            problems.append(f"{name} has only lines of {expected}")
        if "" not in {example.text for example in constraint.examples}:
            problems.append(f"{name} says nothing of the empty response")
        if {vary.parameter for vary in constraint.vary} != {parameter.name for parameter in constraint.parameters}:
            problems.append(f"{name} does not vary each parameter")
    assert problems == []


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
        "items": [("count", "range", False)],
        "row_count": [("rows", "range", False)],
        "json_object": [],
        "title_case": [],
        "all_upper": [],
    }
    found = {name: [(p.name, p.type, p.default is not None) for p in known[name].parameters] for name in wanted}
    assert found == wanted


# ---------------------------------------------------------------- arguments drawn from `vary`


def domain(vary: n.Vary, type_: str) -> list[Any]:
    """Every value that a parameter may be drawn as; of ranges, one of each shape at each place."""
    values = evaluate(vary.domain, {})
    if isinstance(values, list):
        return values
    step = 1 if vary.step is None else evaluate(vary.step, {})
    numbers = list(range(values.lo, values.hi + 1, step))
    if type_ != "range":
        return numbers
    made: list[Any] = []
    for shape in vary.shapes or SHAPES:
        for low, high in zip(numbers, [*numbers[1:], numbers[-1]], strict=True):
            made.append(
                {
                    "at_least": Range(low, None),
                    "at_most": Range(None, low),
                    "between": Range(low, high),
                    "exactly": Range(low, low),
                }[shape]
            )
    return made


def domains(constraint: n.Constraint) -> list[list[Any]]:
    by_name = {vary.parameter: vary for vary in constraint.vary}
    return [domain(by_name[parameter.name], parameter.type) for parameter in constraint.parameters]


def assert_agreement(constraint: n.Constraint, arguments: list[Any], text: str) -> None:
    checker = ConstraintChecker(compiled(home(constraint)), constraint.name, arguments)
    verdict, margin = reference.check_constraint(constraint, arguments, text)
    outcome = checker.check(text)
    assert (outcome.verdict, checker.verdict(text)) == (verdict, verdict), (constraint.name, arguments, text)
    assert outcome.margin == pytest.approx(margin), (constraint.name, arguments, text)


def test_values_to_draw_can_be_stated_and_fit_their_parameters() -> None:
    for constraint in all_constraints():
        drawn = domains(constraint)
        for place in range(max(map(len, drawn), default=1)):
            arguments = [values[place % len(values)] for values in drawn]
            ConstraintChecker(compiled(home(constraint)), constraint.name, arguments)
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
