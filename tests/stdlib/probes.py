"""Take packs, recorded verdicts and the pages of packs; give where they disagree, for the tests of each pack."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
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

REFUSED = "refused"
"""What is said of arguments that do not fit their parameters; everything else is the value of a verdict."""

PAGES = Path(__file__).parents[2] / "docs" / "reference" / "packs"

# ---------------------------------------------------------------- packs


@cache
def built(module: str) -> Built:
    """A module of the standard library by its dotted name (`ifeval`, `std.length`), built by itself."""
    path = data.stdlib_path().joinpath(*module.split(".")).with_suffix(".ifc")
    return build_text(path.read_text(encoding="utf-8"), path=str(path), root=data.stdlib_path(), name=module)


@cache
def program(module: str) -> n.Program:
    found = built(module).program
    assert found is not None, [diagnostic.message for diagnostic in built(module).diagnostics]
    return found


@cache
def compiled(module: str) -> Module:
    return load(program(module))


@cache
def own(module: str) -> tuple[n.Constraint, ...]:
    """The constraints that a module declares itself."""
    return tuple(held for name, held in program(module).constraints.items() if name.rpartition(".")[0] == module)


@cache
def by_id(*modules: str) -> dict[str, tuple[Module, n.Constraint]]:
    """The types of packs by their published ids; where two packs have one, the pack that is named first has it."""
    found: dict[str, tuple[Module, n.Constraint]] = {}
    for module in modules:
        for constraint in own(module):
            if constraint.id:
                found.setdefault(constraint.id, (compiled(module), constraint))
    return found


@cache
def std_types() -> frozenset[str]:
    """The qualified names of all constraints of `std`, read off the files, so that a broken one hides no other."""
    return frozenset(
        f"std.{path.stem}.{line.split('(')[0].removeprefix('constraint ')}"
        for path in (data.stdlib_path() / "std").glob("*.ifc")
        for line in path.read_text(encoding="utf-8").split("\n")
        if line.startswith("constraint ")
    )


# ---------------------------------------------------------------- verdicts


def given(kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Published arguments as values: nulls are absent, and whole numbers are whole however JSON writes them."""
    return {name: _whole(value) for name, value in kwargs.items() if value is not None}


def _whole(value: Any) -> Any:
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def verdict_of(packs: Sequence[str], id: str, kwargs: Mapping[str, Any], text: str) -> str:
    """What the type of a published id says of a text: `pass`, `fail`, `unknown`, `not_applicable` or `refused`.

    Args:
        packs: modules of the standard library; the first one that has the type decides.
    """
    module, constraint = by_id(*packs)[id]
    texts = {parameter.name for parameter in constraint.parameters if parameter.type == "text"}
    # As in published files, a text may be the only one of a list.
    arguments = {
        name: value[0] if name in texts and isinstance(value, list) and len(value) == 1 else value
        for name, value in given(kwargs).items()
    }
    try:
        checker = ConstraintChecker(module, constraint.name, arguments)
    except BadArguments:
        return REFUSED
    outcome, fast = checker.check(text), checker.verdict(text)
    assert outcome.verdict is fast, (id, kwargs, text)
    return fast.value


@dataclass(frozen=True, slots=True)
class Agreement:
    """How the types of packs compare with recorded verdicts on probes."""

    number: int
    """Probes compared."""
    differing: list[tuple[Any, ...]]
    """Those with another verdict: id, arguments, text, the recorded verdict, the one here."""
    broken: list[tuple[Any, ...]]
    """Those on which the published code raises, the name of its exception as the recorded verdict: the same fields."""
    missing: set[str]
    """Ids that no pack has a type for."""


def compare(packs: Sequence[str], source: str) -> Agreement:
    """Run every probe of a source through the types of packs.

    Where the published code raises, anything but a pass agrees with it; that is in `broken` all the same.
    """
    number, differing, broken = 0, [], []
    missing: set[str] = set()
    for probe in probes(source):
        id, kwargs, text, published = probe["id"], probe["kwargs"], probe["text"], probe["verdict"]
        if id not in by_id(*packs):
            missing.add(id)
            continue
        number += 1
        said = verdict_of(packs, id, kwargs, text)
        found = (id, kwargs, text, published, said)
        if isinstance(published, str):
            broken.append(found)
            if said == "pass":
                differing.append(found)
        elif said != ("pass" if published else "fail"):
            differing.append(found)
    return Agreement(number, differing, broken, missing)


# ---------------------------------------------------------------- recorded data


def corpora() -> Path:
    """The folder of recorded verdicts; a test that needs it is skipped where it is not named."""
    folder = os.environ.get("IFDSL_CORPORA")
    if not folder:
        pytest.skip("IFDSL_CORPORA is not set: there are no published verdicts to compare with")
    return Path(folder)


def records(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def probes(source: str) -> Iterator[dict[str, Any]]:
    """The probes of one source, each with `id`, `kwargs`, `text` and `verdict`."""
    return (probe for probe in records(corpora() / "probes.jsonl") if probe["source"] == source)


# ---------------------------------------------------------------- pages


def headings(page: str) -> list[str]:
    """The headings of the second level of a pack's page."""
    return re.findall(r"^## (.*)$", (PAGES / page).read_text(encoding="utf-8"), re.MULTILINE)


@cache
def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the table below a heading of a pack's page (`iftrain.md`), without its head; `\\|` is a bar."""
    section = (PAGES / page).read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.split("\n") if line.startswith("| ")]
    return [[cell.strip().replace("\\|", "|") for cell in line.strip("|").split(" | ")] for line in lines[1:]]


def code(cell: str) -> str:
    """What a cell holds between its backticks."""
    assert cell[0] == cell[-1] == "`", cell
    return cell[1:-1]


def text_of(literal: str) -> str:
    """The text that a literal of the language stands for."""
    value = value_of(t.Text(0, len(literal), literal))
    assert isinstance(value, str), literal
    return value


class Calls:
    """Calls of constraints as a page writes them (`ifeval.no_comma()`), all built at once, and what they say."""

    def __init__(self, modules: Sequence[str], calls: Sequence[str]) -> None:
        """
        Args:
            modules: what is used; `std.length` is written `std.length.word_count(…)` or by its last part.
            calls: the calls, each of which is asked for by its place in this list.
        """
        uses = "\n".join(f"use {module}" for module in modules)
        specs = "".join(
            f'spec row{place} {{\n  task "Write."\n  must {{\n    {call}\n  }}\n}}\n'
            for place, call in enumerate(calls)
        )
        found = build_text(f"ifdsl 1\n{uses}\n{specs}", root=data.stdlib_path())
        self.problems = [diagnostic.message for diagnostic in found.diagnostics]
        self._program = found.program
        self._module = load(found.program) if found.program is not None else None

    def verdict(self, place: int, text: str) -> str:
        """What a call says of a text; `refused` where the calls do not build."""
        if self._program is None or self._module is None:
            return REFUSED
        (asked,) = (spec for spec in self._program.specs if spec.name == f"row{place}")
        (demand,) = asked.must
        assert isinstance(demand, n.Demand)
        arguments = [evaluate(argument, {}) for argument in demand.arguments]
        return ConstraintChecker(self._module, demand.constraint, arguments).verdict(text).value
