"""Groups of published prompts: complete but for a few, each member proven and saying what is graded."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from ifdsl.checking.compile import load
from ifdsl.checking.verifier import verifier
from ifdsl.ir import nodes as n
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.variation.agreeing import disagreements
from ifdsl.variation.group import ALTERATION, ORIGINAL, REPHRASING, Group, Member
from ifdsl.variation.originals import original
from ifdsl.variation.pool import Job, groups
from ifdsl.variation.sources import originals
from ifdsl.variation.stock import Stock

EVERY = 27
"""One in so many of the 541 prompts."""


@cache
def program() -> n.Program:
    folder = os.environ.get("IFDSL_CORPORA")
    if folder is None:
        pytest.skip("IFDSL_CORPORA is not set: there are no published prompts")
    problems: list[Diagnostic] = []
    source = n.Source(name="originals", format="ifeval", location="ifeval_input_data_541.jsonl")
    found = originals(source, Path(folder) / "published", problems)
    assert not problems
    assert found is not None
    return found


@cache
def made() -> tuple[Group, ...]:
    types = program().constraints
    asked = n.Cousins(of="originals", reword=2, distract=1, reconfigure=1)
    job = Job(program(), asked, Stock({name: one for name, one in types.items() if name.startswith("ifeval.")}))
    return tuple(groups(job, program().specs[::EVERY], workers=1))


def members() -> list[Member]:
    return [member for group in made() for member in group.members]


def text(member: Member) -> str:
    return "".join(part for part in member.spec.task.parts if isinstance(part, str))


def test_all_rows_are_specs() -> None:
    assert len(program().specs) == 541


def test_originals_and_rephrasings_are_all_there() -> None:
    assert len(made()) == 21
    assert all(group.members[0].kind == ORIGINAL for group in made())
    missing = [one for group in made() for one in group.missing if one.kind != ALTERATION]
    assert len(missing) <= 1, missing


def test_each_witness_passes() -> None:
    specs = tuple(
        n.Spec(name=f"s{place}", task=n.Template(parts=()), must=one.spec.must) for place, one in enumerate(members())
    )
    module = load(n.Program(module="members", constraints=program().constraints, specs=specs))
    failing = [place for place, one in enumerate(members()) if not verifier(module, f"s{place}").passes(one.witness)]
    assert failing == []


def test_what_is_restated_agrees_with_what_is_graded() -> None:
    for member in members():
        if member.clean and member.kind == REPHRASING:
            demands = original(program(), member.spec, {}).demands
            assert disagreements(text(member), demands) == frozenset(), text(member)


def test_more_than_half_are_taken_apart_cleanly() -> None:
    clean = [group.members[0].clean for group in made()]
    assert sum(clean) > len(clean) / 2


def test_no_prompt_of_a_group_stands_twice() -> None:
    for group in made():
        assert len({text(one) for one in group.members}) == len(group.members)
