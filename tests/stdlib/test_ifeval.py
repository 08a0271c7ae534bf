"""The pack `ifeval`: its facts, its agreement with published verdicts, and every row of its page."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ifdsl import data
from ifdsl.checking.binding import BadArguments
from ifdsl.checking.compile import Module, load
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built, build_text
from ifdsl.ir.evaluate import evaluate
from ifdsl.syntax import tree as t
from ifdsl.syntax.literals import value_of
from ifdsl.testing.facts import diagnostics_of, run_facts

pytestmark = pytest.mark.skipif(
    find_spec("langdetect") is None or find_spec("punkt") is None, reason="the pack needs the extra `parity`"
)

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "packs" / "ifeval.md"
STD = ("case", "content", "format", "language", "length", "position", "punctuation")

REFUSED = {
    # Numbers written as texts and relations that there are not are wrong arguments and give no verdict.
    ("keywords:frequency", "frequency", "2", "TypeError"),
    ("change_case:capital_word_frequency", "capital_relation", "at most", "ValueError"),
    ("length_constraints:number_sentences", "relation", "at most", "ValueError"),
    ("length_constraints:number_words", "relation", "at most", "ValueError"),
}
"""Probes whose arguments are refused: the type, the argument and what the published code made of it."""


@cache
def built() -> Built:
    path = data.stdlib_path() / "ifeval.ifc"
    return build_text(path.read_text(encoding="utf-8"), path=str(path), root=data.stdlib_path(), name="ifeval")


@cache
def program() -> n.Program:
    found = built().program
    assert found is not None
    return found


@cache
def compiled() -> Module:
    return load(program())


@cache
def by_id() -> dict[str, n.Constraint]:
    return {constraint.id: constraint for constraint in program().constraints.values() if constraint.id}


def test_it_builds_without_any_diagnostic() -> None:
    assert built().diagnostics == ()


def test_it_has_the_25_published_types() -> None:
    assert len(by_id()) == len(program().constraints) == 25
    assert all(constraint.name == f"ifeval.{id.partition(':')[2]}" for id, constraint in by_id().items())
    assert all(constraint.group == id.partition(":")[0] for id, constraint in by_id().items())


def test_all_facts_hold() -> None:
    facts = run_facts(program(), None, built().places)
    assert [diagnostic.message for diagnostic in diagnostics_of(facts)] == []


def test_see_names_types_of_std_that_exist() -> None:
    known = {
        f"std.{module}.{line.split('(')[0].removeprefix('constraint ')}"
        for module in STD
        for line in (data.stdlib_path() / "std" / f"{module}.ifc").read_text(encoding="utf-8").split("\n")
        if line.startswith("constraint ")
    }
    targets = {constraint.name: [see.path for see in constraint.see] for constraint in program().constraints.values()}
    assert all(len(paths) == 1 for paths in targets.values())
    assert {path for paths in targets.values() for path in paths} <= known


def test_the_pack_names_source_and_revision() -> None:
    (pack,) = program().packs.values()
    assert "2311.07911" in pack.source
    assert pack.revisions == ("without the a-z guard",)


# ---------------------------------------------------------------- the page


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading of the page, without its head."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.split("\n") if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[1:]]


def code(cell: str) -> str:
    """What a cell holds between its backticks."""
    assert cell[0] == cell[-1] == "`", cell
    return cell[1:-1]


def text_of(literal: str) -> str:
    value = value_of(t.Text(0, len(literal), literal))
    assert isinstance(value, str), literal
    return value


def spec(name: str, calls: list[str]) -> str:
    """A spec that asks for each call, with its text to be graded left out."""
    body = "\n".join(f"    {call}" for call in calls)
    return f'spec {name} {{\n  task "Write."\n  must {{\n{body}\n  }}\n}}\n'


def verdicts(program: n.Program, module: Module, name: str, text: str) -> list[str]:
    """What each requirement of a spec says of a text."""
    (asked,) = (spec for spec in program.specs if spec.name == name)
    said = []
    for demand in asked.must:
        assert isinstance(demand, n.Demand)
        arguments = [evaluate(argument, {}) for argument in demand.arguments]
        said.append(ConstraintChecker(module, demand.constraint, arguments).verdict(text).value)
    return said


FAULTS = rows("Known faults")


@cache
def faults() -> tuple[n.Program, Module]:
    """Every row of the table of known faults as a spec `row0`, `row1`, …: the pack's type, then that of `std`."""
    uses = "\n".join(["use ifeval", *(f"use std.{module}" for module in STD)])
    specs = [
        spec(f"row{number}", [f"ifeval.{code(row[0])}", f"std.{code(row[3])}"]) for number, row in enumerate(FAULTS)
    ]
    found = build_text("\n".join(["ifdsl 1", uses, *specs]), root=data.stdlib_path())
    assert found.program is not None, [diagnostic.message for diagnostic in found.diagnostics]
    return found.program, load(found.program)


@pytest.mark.parametrize("number", range(len(FAULTS)), ids=lambda number: FAULTS[number][0])
def test_known_faults(number: int) -> None:
    _, literal, published, _, verdict, reason = FAULTS[number]
    assert verdicts(*faults(), f"row{number}", text_of(code(literal))) == [published, verdict]
    assert (published == verdict) == reason.startswith("no fault")


@pytest.mark.parametrize("row", rows("Where the published code breaks off"), ids=lambda row: row[0])
def test_where_the_published_code_breaks_off(row: list[str]) -> None:
    asked, literal, _, here = row
    source = f"ifdsl 1\nuse ifeval\n{spec('row', [f'ifeval.{code(asked)}'])}"
    found = build_text(source, root=data.stdlib_path())
    said = ["refused"]
    if found.program is not None:
        said = verdicts(found.program, load(found.program), "row", text_of(code(literal)))
    assert said == [here]


def test_every_type_has_a_row_of_known_faults() -> None:
    with_rows = {code(row[0]).partition("(")[0] for row in FAULTS}
    assert with_rows == {constraint.short_name for constraint in program().constraints.values()}


# ---------------------------------------------------------------- published verdicts


def corpora() -> Path:
    folder = os.environ.get("IFDSL_CORPORA")
    if not folder:
        pytest.skip("IFDSL_CORPORA is not set: there are no published verdicts to compare with")
    return Path(folder)


def records(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def verdict_of(id: str, given: dict[str, Any], text: str) -> str:
    # JSON does not tell 2.0 from 2, and some sets write every number as the former.
    arguments = {
        name: int(value) if isinstance(value, float) and value.is_integer() else value for name, value in given.items()
    }
    try:
        checker = ConstraintChecker(compiled(), by_id()[id].name, arguments)
    except BadArguments:
        return "refused"
    outcome, fast = checker.check(text), checker.verdict(text)
    assert outcome.verdict is fast
    return fast.value


def test_all_published_verdicts_on_probes() -> None:
    differing, refused, number = [], set(), 0
    for probe in records(corpora() / "probes.jsonl"):
        if probe["source"] != "ifeval":
            continue
        number += 1
        id, given, published = probe["id"], probe["kwargs"], probe["verdict"]
        said = verdict_of(id, given, probe["text"])
        if said == "refused":
            names = [entry for entry in REFUSED if entry[0] == id and given.get(entry[1]) == entry[2]]
            refused |= {entry for entry in names if entry[3] == published}
            if not names:
                differing.append((id, given, probe["text"], published, said))
        elif said not in ({True: ("pass",), False: ("fail",)}.get(published, ("fail", "unknown"))):
            differing.append((id, given, probe["text"], published, said))
    assert number > 3000
    assert differing == []
    assert refused == REFUSED


@pytest.mark.parametrize("name", ["gpt4", "okatanaaa_en"])
def test_all_published_verdicts_on_responses(name: str) -> None:
    differing, number = [], 0
    for row in records(corpora() / "ifeval" / f"{name}.jsonl"):
        for id, given, published in zip(row["instruction_id_list"], row["kwargs"], row["strict"], strict=True):
            number += 1
            said = verdict_of(id, given, row["response"]) if row["response"].strip() else "fail"
            if said != ("pass" if published else "fail"):
                differing.append((row["key"], id, given, published, said))
    assert number == 834
    assert differing == []
