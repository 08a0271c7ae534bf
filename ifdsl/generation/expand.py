"""Take a built file; give its program with the items of its suites, and the cousins of its specs, as ordinary specs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from ifdsl.analysis.certificate import Certificate
from ifdsl.analysis.solving import NoSolver
from ifdsl.generation.cousins import Family, family_of
from ifdsl.generation.dialogues import MadeFlow, dialogues_of
from ifdsl.generation.phrasing import phrased
from ifdsl.generation.shelf import Shelf
from ifdsl.generation.suites import Made, items_of
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built
from ifdsl.variation.group import Group, Member
from ifdsl.variation.revising import Rewriter

Told = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Expanded:
    """A program without suites and cousins, for they stand in it as specs; and what was made, in order."""

    program: n.Program
    made: tuple[Made, ...]
    flows: tuple[MadeFlow, ...] = ()
    families: tuple[Family, ...] = ()


def is_drawn(program: n.Program) -> bool:
    """Whether there is something to expand."""
    return any(suite.draw_from for suite in program.suites) or bool(program.cousins)


def expanded(
    built: Built,
    data: Path | None = None,
    told: Told = lambda: None,
    workers: int | None = None,
    rewriter: Rewriter | None = None,
) -> Expanded:
    """
    Args:
        built: a file without errors.
        data: the folder of the sources that it declares itself; by default its own.
        told: called now and then while items are made.
        workers: how many processes draw; by default as many as are worth it.
        rewriter: puts the words of cousins and of users otherwise, which are accepted where they are read back.

    Raises:
        CannotDraw: something that is drawn from cannot be had, or gives too little.
        NoSolver: the extra `smt` is not installed; without it nothing is proved of a set.
    """
    program = built.program
    assert program is not None
    if not is_drawn(program):
        return Expanded(program, ())
    if find_spec("z3") is None:
        raise NoSolver("drawing constraints needs the extra `smt`: pip install 'ifdsl[smt]'")
    shelf = Shelf(built, data)
    made: list[Made] = []
    flows: list[MadeFlow] = []
    for suite in program.suites:
        if suite.flows:
            for one in dialogues_of(shelf, suite):
                flows.append(one)
                told()
            continue
        made += items_of(shelf, suite, told, workers)
    if rewriter is not None and flows:
        flows = list(phrased(flows, rewriter))
    families = [family_of(shelf, cousins, made, told, workers, rewriter) for cousins in program.cousins]
    grouped = {family.cousins.of for family in families}
    alone = [one for one in made if dict(one.spec.meta).get("suite") not in grouped]
    specs = tuple(spec for spec in program.specs if spec.name not in grouped)
    made = [*alone, *(_member(family, group, member)
                      for family in families for group in family.groups for member in group.members)]  # fmt: skip
    return Expanded(_with(replace(program, specs=specs), made, flows), tuple(made), tuple(flows), tuple(families))


def _member(family: Family, group: Group, member: Member) -> Made:
    names = {one.constraint for one in member.spec.must if isinstance(one, n.Demand)}
    types = tuple(family.types[name] for name in sorted(names)) if names <= family.types.keys() else member.types
    rejected = group.rejected if member is group.members[0] else Counter()
    return Made(
        member.spec,
        types,
        Certificate("consistent", witness=member.witness, checked=1),
        rejected,
    )


def _with(program: n.Program, made: Sequence[Made], flows: Sequence[MadeFlow]) -> n.Program:
    types = {one.name: one for each in made for one in each.types}
    said = {*types, *(name for flow in flows for name in flow.said)}
    for flow in flows:
        types |= flow.types
    homes = sorted({name.rpartition(".")[0] for name in said} - {program.module})
    needed = {name.rpartition(".")[0] for name in (*program.constraints, *program.layouts, *said)}
    uses = dict.fromkeys(module for module in (*program.uses, *homes) if module in needed)
    return replace(
        program,
        uses=tuple(uses),
        constraints={**program.constraints, **types},
        specs=(*program.specs, *(one.spec for one in made)),
        flows=(*program.flows, *(one.flow for one in flows)),
        suites=tuple(suite for suite in program.suites if not suite.draw_from),
        cousins=(),
    )
