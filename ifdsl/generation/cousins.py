"""Take a block of cousins of a built file; give its groups, of a spec, of what a suite made, or of published rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ifdsl.compiler import CompileFailed
from ifdsl.generation.shelf import CannotDraw, Shelf
from ifdsl.generation.suites import Made
from ifdsl.ir import nodes as n
from ifdsl.ir.instances import instances
from ifdsl.primitives.extras import MissingExtra
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import about
from ifdsl.variation.group import Group
from ifdsl.variation.pool import Job, groups
from ifdsl.variation.revising import Rewriter, revised
from ifdsl.variation.sources import originals
from ifdsl.variation.stock import Stock
from ifdsl.variation.vary import Variation

Told = Callable[[], None]

TASKS = "std.tasks"
"""Where other tasks come from by default."""


@dataclass(frozen=True, slots=True)
class Family:
    """The groups of one block, and the constraint types that their members may have."""

    cousins: n.Cousins
    groups: tuple[Group, ...]
    types: dict[str, n.Constraint]


def family_of(
    shelf: Shelf,
    cousins: n.Cousins,
    made: Sequence[Made],
    told: Told = lambda: None,
    workers: int | None = None,
    rewriter: Rewriter | None = None,
) -> Family:
    """The groups of a block.

    Args:
        made: the items of the file's suites.
        told: called for each group.
        workers: how many processes make groups of published rows or of a suite; by default as many as are worth it.
        rewriter: puts prompts and tasks in other words, which are accepted where they are read back.

    Raises:
        CannotDraw: a module, a bank of tasks or the data cannot be had.
    """
    place = ("cousins", cousins.of)
    types = shelf.types(cousins.distract_from, place)
    # Where no argument can be altered another task is asked for, whether or not such cousins are wanted besides.
    stock = Stock(types, shelf.tasks(cousins.swap_from or ((TASKS,) if cousins.reconfigure else ()), place))
    program = _originals(shelf, cousins, made)
    found = []
    for group in _groups(shelf, program, cousins, stock, workers):
        found.append(group)
        told()
    if rewriter is not None:
        found = list(revised(program, found, rewriter, {task.id: task.text for task in stock.tasks}))
    return Family(cousins, tuple(found), {**types, **program.constraints})


def _groups(shelf: Shelf, program: n.Program, cousins: n.Cousins, stock: Stock, workers: int | None) -> Iterator[Group]:
    spec = next((one for one in shelf.program.specs if one.name == cousins.of), None)
    if spec is None:
        yield from groups(Job(program, cousins, stock), program.specs, workers)
        return
    variation = Variation(program, stock)
    found = list(instances(spec))
    for number, instance in enumerate(found, start=1):
        # The id of an instance is no name that a spec can have.
        name = spec.name if len(found) == 1 else f"{spec.name}_{number}"
        yield variation.group(replace(spec, name=name), instance.values, cousins)


def _originals(shelf: Shelf, cousins: n.Cousins, made: Sequence[Made]) -> n.Program:
    """A program of the specs that there is to be a group of."""
    program = shelf.program
    if any(spec.name == cousins.of for spec in program.specs):
        return program
    source = next((one for one in program.sources if one.name == cousins.of), None)
    if source is None:
        own = [one for one in made if dict(one.spec.meta).get("suite") == cousins.of]
        types = {type_.name: type_ for one in own for type_ in one.types}
        return replace(program, constraints={**program.constraints, **types}, specs=tuple(one.spec for one in own))
    problems: list[Diagnostic] = []
    home = shelf.data or Path(shelf.built.files[-1].path).parent
    try:
        found = originals(source, home, problems)
    except CompileFailed as error:
        raise CannotDraw(error.diagnostics) from None
    except MissingExtra as error:
        raise CannotDraw([about(home / source.location, str(error), codes.MISSING_EXTRA)]) from None
    if found is None or problems:
        raise CannotDraw(problems)
    return found
