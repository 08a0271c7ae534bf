"""How answers are read from responses and matched: each extractor, and the facts of each matcher."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.checking.compile import load
from ifdsl.checking.functions import functions_of
from ifdsl.checking.module import Module
from ifdsl.checking.verdict import Verdict
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built, build_file, build_text
from ifdsl.testing.facts import diagnostics_of, run_facts


@cache
def built(name: str) -> Built:
    return build_file(data.stdlib_path() / f"{name}.ifc")


@cache
def extractor(written: str, module: str = "answers") -> Any:
    """An `answer` line as a function from a response to the answer."""
    uses = dict.fromkeys(["answers", module])
    head = "ifdsl 1\n" + "".join(f"use {name}\n" for name in uses)
    source = 'source s from jsonl "s.jsonl" { gold: text }\n'
    spec = f'spec x on q in s {{\n  task "x"\n  answer {written}\n  expect "a"\n  match exact\n}}\n'
    made = build_text(head + source + spec, name="t")
    assert made.program is not None, [one.message for one in made.diagnostics]
    reading = made.program.knowledge[0].readings[0]
    return functions_of([reading.answer], [n.Parameter(name=n.RESPONSE, type="text")])[0]


@pytest.mark.parametrize("name", ["answers", "kcif", "kcif_prompts", "kcif_released"])
def test_the_modules_have_nothing_wrong_and_their_facts_hold(name: str) -> None:
    found = built(name)
    assert found.program is not None
    assert found.diagnostics == ()
    facts = run_facts(found.program, None, found.places)
    assert [diagnostic.message for diagnostic in diagnostics_of(facts)] == []


@pytest.mark.parametrize(
    ("written", "response", "answer"),
    [
        ('after_last("Response:")', "Response: 1\nResponse: 2 ", " 2 "),
        ('after_last("Response:")', "no mark", ""),
        ("response", "all of it", "all of it"),
        ("final_line", "one\ntwo\n\n", "two"),
        ('on_line_of("Response:")', "Response: 6\nHope it helps.", " 6"),
        ('on_line_of("Response:")', "Response:\n\n6\n", "6"),
        ("found_answer", "Response: a\nmore", " a"),
        ("found_answer", "response: a\nmore", " a"),
        ("found_answer", "So the answer is: 7", "7"),
        ("found_answer", "I think\nseven", "seven"),
        ("in_json", 'Here:\n```json\n{"answer": "x", "n": 2}\n```', "x"),
        ('in_json("n")', '{"answer": "x", "n": 2}', "2"),
        ("in_json", "no object", ""),
    ],
)
def test_answers_are_read(written: str, response: str, answer: str) -> None:
    assert extractor(written)(response) == answer


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        ("Response: 1\nResponse: 2", " 2"),
        ("Response: 1\nresponse: 2", " 2"),
        ("the answer is: 4", " 4"),
        ("the answer is : 4", " 4"),
        ("one\ntwo", "two"),
        ("all of it", "all of it"),
    ],
)
def test_the_released_code_reads_answers_so(response: str, answer: str) -> None:
    assert extractor("parsed(response)", "kcif_released")(response) == answer


@given(st.text(), st.sampled_from(["found_answer", "final_line", "in_json", 'on_line_of("x")']))
def test_reading_is_total(response: str, written: str) -> None:
    assert isinstance(extractor(written)(response), str)


@cache
def module() -> Module:
    program = built("answers").program
    assert program is not None
    return load(program)


def matches(name: str, expected: str, answer: str) -> bool:
    arguments = [expected, 2] if name == "loose" else [expected]
    return ConstraintChecker(module(), f"answers.{name}", arguments).verdict(answer) is Verdict.PASS


TEXTS = st.text(alphabet="abc *`'\"51.,%$", min_size=1).map(str.strip).filter(bool)


@given(TEXTS, TEXTS)
def test_what_the_strict_ones_let_pass_the_lenient_ones_do(expected: str, answer: str) -> None:
    assert matches("exact", expected, f" {expected}\n")
    if matches("exact", expected, answer):
        assert expected == answer
    # Marks that the expected text has itself are no marks around an answer.
    if expected.strip("*`'\". ") == expected and matches("plain", expected, answer):
        assert matches("loose", expected, answer)


@given(st.integers(0, 9999), st.integers(0, 9999))
def test_no_number_passes_for_another(one: int, other: int) -> None:
    for written in (str, lambda value: f"${value:,}", lambda value: f"{value}%"):
        assert matches("loose", written(one), written(other)) is (one == other)


@given(st.lists(st.text(alphabet="abcde", min_size=1), min_size=2, unique=True), st.sampled_from([", ", "\n", "\n- "]))
def test_lists_match_however_they_are_written(items: list[str], joint: str) -> None:
    import json

    expected = json.dumps(items)
    assert matches("listed", expected, joint.join(["", *items]) if joint == "\n- " else joint.join(items))
    assert matches("listed", expected, repr(items))
    assert not matches("listed", expected, repr(items[::-1]))
    assert not matches("listed", expected, repr(items[:-1]))
