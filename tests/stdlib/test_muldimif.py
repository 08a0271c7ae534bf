"""The pack `muldimif`: its facts, its page, and how far it agrees with typed constraints, readers and known errors."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ifdsl import data
from ifdsl.checking.compile import Module, load
from ifdsl.checking.verifier import verifier
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_text
from ifdsl.testing.facts import diagnostics_of, run_facts
from tests.stdlib import probes as p
from tests.stdlib.muldimif_atoms import SEMANTIC, USES, requirements
from tests.stdlib.muldimif_probes import ATOM_TYPES, probe

MODULES = ("length", "content", "format", "language")
PAGE = "muldimif.md"


def constraints() -> list[n.Constraint]:
    return [constraint for module in MODULES for constraint in p.own(f"muldimif.{module}")]


@pytest.mark.parametrize("module", MODULES)
def test_modules_build_without_any_diagnostic(module: str) -> None:
    assert p.built(f"muldimif.{module}").diagnostics == ()


@pytest.mark.parametrize("module", MODULES)
def test_all_facts_hold(module: str) -> None:
    facts = run_facts(p.program(f"muldimif.{module}"), None, p.built(f"muldimif.{module}").places)
    assert [diagnostic.message for diagnostic in diagnostics_of(facts)] == []


@pytest.mark.parametrize("module", MODULES)
def test_the_pack_names_source_and_revision(module: str) -> None:
    pack = p.program(f"muldimif.{module}").packs[f"muldimif.{module}"]
    assert "2505.07591" in pack.source
    assert pack.revisions == ("2025-05-24",)


def test_every_type_is_complete() -> None:
    problems = []
    for constraint in constraints():
        counts = {
            (pattern, language): sum(w.pattern == pattern and w.language == language for w in constraint.wordings)
            for pattern in ("listing", "incorporation")
            for language in ("en", "zh")
        }
        judged = constraint.short_name in SEMANTIC
        if counts["listing", "en"] < 2 or min(counts.values()) < 1:
            problems.append(f"{constraint.name} lacks wordings")
        if not constraint.doc or constraint.group != ".".join(constraint.name.split(".")[:2]):
            problems.append(f"{constraint.name} lacks a doc or has another group")
        if not judged and {example.expect for example in constraint.examples} != {"pass", "fail"}:
            problems.append(f"{constraint.name} lacks facts on one side")
        if not judged and "" not in {example.text for example in constraint.examples}:
            problems.append(f"{constraint.name} says nothing of the empty text")
        if {vary.parameter for vary in constraint.vary} != {parameter.name for parameter in constraint.parameters}:
            problems.append(f"{constraint.name} does not vary each parameter")
    assert problems == []


def test_wordings_of_one_type_differ() -> None:
    for constraint in constraints():
        written = [(wording.pattern, wording.language, wording.text) for wording in constraint.wordings]
        assert len(set(written)) == len(written), constraint.name


def test_names_and_ids_are_unique_over_modules() -> None:
    found = constraints()
    assert len({constraint.short_name for constraint in found}) == len(found)
    assert len({constraint.id for constraint in found if constraint.id}) == len(found)


def test_see_names_types_of_std_that_exist() -> None:
    known = {
        f"std.{path.stem}.{line.removeprefix('constraint ').partition('(')[0]}"
        for path in (data.stdlib_path() / "std").glob("*.ifc")
        for line in path.read_text(encoding="utf-8").split("\n")
        if line.startswith("constraint ")
    }
    assert {see.path for constraint in constraints() for see in constraint.see} <= known


# ---------------------------------------------------------------- many requirements in one program


def spec(name: str, lines: Sequence[str]) -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f'spec {name} {{\n  task "Write."\n  must {{\n{body}\n  }}\n}}\n'


def compiled(asked: Sequence[tuple[str, ...]]) -> tuple[n.Program, Module]:
    """One program with a spec `s0`, `s1`, … for each of the lists of requirements."""
    specs = [spec(f"s{place}", lines) for place, lines in enumerate(asked)]
    found = build_text("\n".join(["ifdsl 1", USES, *specs]), root=data.stdlib_path())
    assert found.program is not None, [diagnostic.message for diagnostic in found.diagnostics]
    return found.program, load(found.program)


def passes(module: Module, place: int, text: str) -> bool:
    return verifier(module, f"s{place}").passes(text)


def disagreeing(cases: Sequence[tuple[tuple[str, ...], str, bool]]) -> list[tuple[tuple[str, ...], str, bool]]:
    """The cases, each of requirements, a text and a verdict, on which the verdict here is another."""
    asked = list(dict.fromkeys(lines for lines, _, _ in cases))
    places = {lines: place for place, lines in enumerate(asked)}
    _, module = compiled(asked)
    return [case for case in cases if passes(module, places[case[0]], case[1]) is not case[2]]


# ---------------------------------------------------------------- the page


FAULTS = p.rows(PAGE, "Known faults of the released checkers")


@cache
def faults() -> Module:
    return compiled([(p.code(row[1]),) for row in FAULTS])[1]


@pytest.mark.parametrize("place", range(len(FAULTS)), ids=lambda place: f"{FAULTS[place][0]}-{FAULTS[place][1]}")
def test_known_faults(place: int) -> None:
    _, _, response, released, here, _ = FAULTS[place]
    assert ("pass" if passes(faults(), place, p.text_of(p.code(response))) else "fail") == here
    assert released != here


def test_every_requirement_of_the_page_compiles_and_every_type_is_there() -> None:
    asked = [cell for _, cells in p.rows(PAGE, "What is asked for") for cell in cells.split("`")[1::2]]
    found, _ = compiled([(cell.replace("std.format.", "plain."),) for cell in asked])
    used = {name for one in found.specs for demand in one.must for name in named(demand)}
    assert {constraint.name for constraint in constraints()} <= used


def named(requirement: n.Requirement) -> Iterator[str]:
    """The constraints that a requirement names, at any depth."""
    if isinstance(requirement, n.Demand):
        yield requirement.constraint
    elif isinstance(requirement, n.Each | n.IfPresent | n.Within | n.Combined):
        for inner in requirement.body:
            yield from named(inner)


# ---------------------------------------------------------------- the corpus


def records(name: str) -> list[dict[str, Any]]:
    folder = os.environ.get("IFDSL_CORPORA")
    if not folder:
        pytest.skip("IFDSL_CORPORA is not set: there are no constraints and texts to compare with")
    with (Path(folder) / "muldimif" / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_every_published_constraint_can_be_said() -> None:
    typed = records("typed.jsonl")
    asked = [tuple(requirements(row["atoms"], row["text"])) for row in typed]
    assert all(asked)
    compiled(list(dict.fromkeys(asked)))
    judged = [lines for lines in asked if any(name in line for line in lines for name in SEMANTIC)]
    assert (len(asked), len(judged)) == (4180, 4)


def test_agreement_with_the_verdicts_of_a_reader() -> None:
    probes = records("atom_probes.jsonl")
    cases = [(tuple(requirements([row["atom"]])), row["text"], row["verdict"]) for row in probes]
    assert len(cases) == 1420
    assert disagreeing(cases) == []


def disagreements() -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """Each recorded error of a released checker: what is asked, a text that shows it, and the right verdict."""
    typed = {(row["id"], row["i"]): row for row in records("typed.jsonl")}
    for record in records("checker_disagreements.jsonl"):
        row = typed[record["id"], record["i"]]
        for shown in record["disagreements"]:
            kind = shown["type"]
            (atom, *_) = [atom for atom in row["atoms"] if atom["type"] == ATOM_TYPES.get(kind, kind)]
            text = probe(kind, shown["probe"], atom)
            yield tuple(requirements([atom], row["text"])), text, shown["kind"] == "compliant rejected"


def test_no_error_of_a_released_checker_is_repeated() -> None:
    cases = list(disagreements())
    assert len(cases) == 407
    assert disagreeing(cases) == []


def test_the_page_tells_released_verdicts_as_they_are_recorded() -> None:
    recorded: dict[str, set[str]] = {}
    for record in records("checker_disagreements.jsonl"):
        kinds = {shown["kind"] for shown in record["disagreements"]}
        recorded.setdefault(record["id"], set()).update(kinds)
    wanted = {"pass": "violation accepted", "fail": "compliant rejected"}
    rows_with_record = [row for row in FAULTS if row[0] in recorded]
    assert len(rows_with_record) > 30
    # Two items of the page show an error beside those that are recorded for them.
    assert {row[0] for row in rows_with_record if wanted[row[3]] not in recorded[row[0]]} <= {"4921", "4130", "4361"}
