"""Take the options of a command; give the items of the `.ifc` file that it names, with what each of them is made of."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ifdsl.run.grading import Item
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import about

if TYPE_CHECKING:
    from ifdsl.checking.module import Module
    from ifdsl.flows.posing import Posing
    from ifdsl.ir import nodes as n
    from ifdsl.ir.build import Built
    from ifdsl.ir.instances import Instance
    from ifdsl.ir.lower import Place
    from ifdsl.run.items import Rendering
    from ifdsl.source.diagnostic import Label


class Posed(NamedTuple):
    """An item, the instance of a spec that it is made of, and the file as built."""

    item: Item
    instance: Instance
    built: Built


class Opened(NamedTuple):
    """A file without errors: as built, with what is drawn, what checks responses, and how prompts are made."""

    built: Built
    program: n.Program
    module: Module
    rendering: Rendering


def opened(options: argparse.Namespace, problems: list[Diagnostic]) -> Opened | None:
    """The file; None where it has an error, which is among what is added to `problems`."""
    from ifdsl.checking.compile import load
    from ifdsl.flows.asked import with_asked
    from ifdsl.flows.joining import with_joined
    from ifdsl.flows.turns import with_turns
    from ifdsl.ir.build import build_file

    if getattr(options, "dialogues", None) is not None:
        from ifdsl.published.structflow.importing import flows_built

        built = flows_built(options.dialogues, problems)
    else:
        built = build_file(options.file)
    problems.extend(built.diagnostics)
    program = None if built.program is None else _expanded(built, options, problems)
    if program is None:
        return None
    try:
        program = with_asked(with_joined(program))
        rendering = rendering_of(options)
        module = load(with_turns(program), allow_python=getattr(options, "allow_python", False))
    except ValueError as error:
        problems.append(about(options.file, str(error), codes.UNRENDERABLE))
        return None
    return Opened(built, program, module, rendering)


def own_items(options: argparse.Namespace, problems: list[Diagnostic]) -> Iterator[Item]:
    """The items of the file's specs, and the turns of its flows with what history is golden.

    Findings are added to `problems`, and an error ends the items.
    """
    made = opened(options, problems)
    if made is not None:
        yield from (one.item for one in posed_in(made, options, problems))
        for turn in turns_in(made, options, problems):
            with _told(options, problems):
                yield turn.item()


def posed_in(made: Opened, options: argparse.Namespace, problems: list[Diagnostic]) -> Iterator[Posed]:
    """The items of the specs, each with what it is made of."""
    from ifdsl.run.items import posed

    with _told(options, problems):
        for instance, item in posed(made.program, made.module, made.rendering, _sources(made.built)):
            yield Posed(item, instance, made.built)
        if made.program.knowledge:
            from ifdsl.flows.asked import asked_specs
            from ifdsl.run.rows import posed_rows

            only = {one.name for one in made.program.knowledge} - asked_specs(made.program)
            sources = _sources(made.built)
            found = posed_rows(made.program, made.module, made.rendering, _home(options), problems, sources, only=only)
            for instance, item in found:
                yield Posed(item, instance, made.built)


def turns_in(made: Opened, options: argparse.Namespace, problems: list[Diagnostic]) -> list[Posing]:
    """The turns of the file's flows, in order."""
    if not made.program.flows:
        return []
    from ifdsl.flows.asked import rows_of_flows
    from ifdsl.flows.posing import posings
    from ifdsl.flows.proving import places_of

    with _told(options, problems):
        sources = _sources(made.built, places_of(made.built))
        rows = rows_of_flows(made.program, made.module, _home(options), problems)
        return list(posings(made.program, made.module, made.rendering, sources, rows))
    return []


def _home(options: argparse.Namespace) -> Path:
    """The folder of the sources."""
    home: Path = getattr(options, "data", None) or options.file.parent
    return home


@contextmanager
def _told(options: argparse.Namespace, problems: list[Diagnostic]) -> Iterator[None]:
    """Put what keeps a prompt from being made into a finding."""
    from ifdsl.primitives.undecided import Undecided
    from ifdsl.rendering.prompt import MissingWording

    try:
        yield
    except (MissingWording, Undecided, OverflowError, ValueError) as error:
        problems.append(about(options.file, str(error), codes.UNRENDERABLE))


def _expanded(built: Built, options: argparse.Namespace, problems: list[Diagnostic]) -> n.Program | None:
    """The program with what its suites and cousins draw; None where they cannot, which is added to `problems`."""
    program = built.program
    assert program is not None
    if not program.cousins and not any(suite.draw_from for suite in program.suites):
        return program
    from ifdsl.analysis.solving import NoSolver
    from ifdsl.generation.expand import expanded
    from ifdsl.generation.shelf import CannotDraw
    from ifdsl.run.progress import Meter

    meter = Meter(None, quiet=getattr(options, "quiet", True), noun="set")
    try:
        found = expanded(built, getattr(options, "data", None), meter.count)
    except CannotDraw as error:
        problems.extend(error.diagnostics)
        return None
    except NoSolver as error:
        problems.append(about(options.file, str(error), codes.MISSING_EXTRA))
        return None
    meter.close()
    return found.program


def rendering_of(options: argparse.Namespace) -> Rendering:
    """How the prompts of a file are made.

    Raises:
        ValueError: the templates cannot be read, in plain words.
    """
    from ifdsl.rendering.patterns import read_templates
    from ifdsl.run.items import Rendering

    return Rendering(
        pattern=options.pattern,
        language=options.language,
        templates=None if options.templates is None else read_templates(options.templates),
        wording=getattr(options, "wording", 0),
        system=getattr(options, "system", None),
    )


def _sources(built: Built, places: Mapping[Place, Label] | None = None) -> dict[tuple[str, str], str]:
    """Where each requirement is written, as `file.ifc:12`."""
    found = {}
    for place, label in (places or built.places).items():
        if place[0] == "requirement":
            line, _ = label.file.position(label.span.start)
            found[place[1], place[2]] = f"{Path(label.file.path).name}:{line}"
    return found
