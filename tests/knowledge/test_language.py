"""Specs over rows survive JSON and the printer, and what is compiled of them is what the evaluator gives."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.checking.functions import functions_of
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file, build_text
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.json import from_json, to_json
from ifdsl.ir.printer import print_program
from tests.knowledge.specs import HEAD, PIPELINES, ROWS, asked_by, rows, spec, write

MORE = (
    "",
    "  must json_object()\n",
    "  should json_object()\n  must { keep: json_keys([label]) }\n",
    "  errors instruction [gold] + q.options\n",
    "  errors knowledge [option for option in q.options if option != gold]\n  errors instruction []\n",
    '  meta topic "{q.question}, {gold:quoted}"\n',
    "  answer found_answer(response)\n  match plain\n",
)
CONDITIONS = ("", " if len(q.options) > 2", ' if gold_of(q.gold) and q.question != ""')


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PIPELINES), st.sampled_from(MORE), st.sampled_from(CONDITIONS), st.booleans())
def test_a_spec_survives_json_and_the_printer(expect: str, more: str, condition: str, drawn: bool) -> None:
    text = spec(expect, more=more).replace(" in quiz {", f" in quiz{condition} {{")
    if drawn:
        text = text.replace("spec asked on", "spec asked(times: int = 1, word: text) on")
        text = text.rstrip().removesuffix("}") + '  for word in ["a", "b"]\n}\n'
    text = HEAD + "use std.format\n\nfn gold_of(place: int) -> bool = place >= 0\n" + text
    built = build_text(text, name="t")
    assert built.program is not None, [one.message for one in built.diagnostics]
    assert len(built.program.knowledge) == 1
    assert from_json(to_json(built.program)) == built.program
    again = build_text(print_program(built.program), name="t")
    assert again.program == built.program


@pytest.mark.parametrize("name", ["kcif.ifc", "kcif_as_released.ifc"])
def test_the_reproductions_survive_too(name: str) -> None:
    built = build_file(data.stdlib_path().parent / "specs" / name)
    assert built.program is not None
    assert built.diagnostics == ()
    assert len(built.program.knowledge) == 15
    assert from_json(to_json(built.program)) == built.program
    again = build_text(print_program(built.program), name=built.program.module, path=f"specs/{name}")
    assert again.program is not None, [one.message for one in again.diagnostics]
    assert again.program.knowledge == built.program.knowledge


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(PIPELINES), rows())
def test_what_is_compiled_is_what_the_evaluator_gives(expect: str, row: dict[str, Any]) -> None:
    built = build_text(HEAD + spec(expect), name="t")
    assert built.program is not None
    (knowledge,) = built.program.knowledge
    environment: dict[str, Any] = {"q": row}
    for one in knowledge.given:
        environment[one.name] = evaluate(one.value, environment)
    expected = evaluate(knowledge.expect, environment)
    with tempfile.TemporaryDirectory() as folder:
        asked = asked_by(spec(expect), Path(folder), [row], problems=[])
    assert [one.right for one in asked] == ([expected] if expected.strip() else [])


def test_functions_of_expressions_take_their_variables_in_order() -> None:
    a, b = (n.Variable(name=name, type="int") for name in ("a", "class"))
    difference = n.Arithmetic(operator="-", left=a, right=b, type="int")
    (minus,) = functions_of([difference], [n.Parameter(name="class", type="int"), n.Parameter(name="a", type="int")])
    assert minus(1, 5) == 4


def test_a_value_that_meets_a_bound_is_told_of_its_row(tmp_path: Path) -> None:
    problems: list[Any] = []
    asked = asked_by(
        spec('gold.replace("x", q.question)'),
        tmp_path,
        [{**ROWS[0], "options": ["x" * 60_000], "question": "y" * 200}],
        problems,
    )
    assert asked == []
    assert [(one.code.id, one.primary.file.position(0)[0]) for one in problems] == [("IF1205", 1)]


def test_a_row_whose_field_picks_nothing_is_told(tmp_path: Path) -> None:
    problems: list[Any] = []
    asked = asked_by(spec("gold"), tmp_path, [*ROWS, {**ROWS[0], "gold": 7}], problems)
    assert [one.row["id"] for one in asked] == ["a", "b", "c"]
    assert [one.message for one in problems] == [
        "`gold` is 7, and the list that it picks from has 3 elements, counted from 0"
    ]


def test_rows_that_a_condition_leaves_out_are_not_asked(tmp_path: Path) -> None:
    text = spec("gold").replace(" in quiz {", " in quiz if q.gold == 0 {")
    assert [one.instance.id for one in asked_by(text, tmp_path)] == ["asked[a]", "asked[c]"]


def test_rows_with_one_id_are_told_apart(tmp_path: Path) -> None:
    assert [one.instance.id for one in asked_by(spec("gold"), tmp_path, [ROWS[0], ROWS[0]])] == [
        "asked[a]",
        "asked[a]#2",
    ]


def test_a_source_that_leads_out_of_its_folder_is_refused(tmp_path: Path) -> None:
    write(tmp_path, ROWS)
    inner = tmp_path / "inner"
    inner.mkdir()
    built = build_text(HEAD.replace("quiz.jsonl", "../quiz.jsonl") + spec("gold"), name="t")
    assert built.program is not None
    from ifdsl.checking.compile import load
    from ifdsl.knowledge.asking import asked_of

    problems: list[Any] = []
    assert list(asked_of(built.program, load(built.program), inner, problems)) == []
    assert [one.code.id for one in problems] == ["IF0106"]
