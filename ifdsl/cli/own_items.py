"""Take the options of a command; give the items of the `.ifc` file that it names, with what each of them is made of."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ifdsl.run.grading import Item
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import about

if TYPE_CHECKING:
    from ifdsl.ir import nodes as n
    from ifdsl.ir.build import Built
    from ifdsl.ir.instances import Instance
    from ifdsl.run.items import Rendering


class Posed(NamedTuple):
    """An item, the instance of a spec that it is made of, and the file as built."""

    item: Item
    instance: Instance
    built: Built


def own_items(options: argparse.Namespace, problems: list[Diagnostic]) -> Iterator[Item]:
    """The items of the file's specs; findings are added to `problems`, and an error ends the items."""
    return (one.item for one in own_posed(options, problems))


def own_posed(options: argparse.Namespace, problems: list[Diagnostic]) -> Iterator[Posed]:
    """The same, each with what it is made of."""
    from ifdsl.checking.compile import load
    from ifdsl.ir.build import build_file
    from ifdsl.primitives.undecided import Undecided
    from ifdsl.rendering.prompt import MissingWording
    from ifdsl.run.items import posed

    built = build_file(options.file)
    problems.extend(built.diagnostics)
    if built.program is None:
        return
    program = _expanded(built, options, problems)
    if program is None:
        return
    try:
        rendering = rendering_of(options)
        module = load(program, allow_python=getattr(options, "allow_python", False))
        for instance, item in posed(program, module, rendering, _sources(built)):
            yield Posed(item, instance, built)
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


def _sources(built: Built) -> dict[tuple[str, str], str]:
    """Where each requirement is written, as `file.ifc:12`."""
    found = {}
    for place, label in built.places.items():
        if place[0] == "requirement":
            line, _ = label.file.position(label.span.start)
            found[place[1], place[2]] = f"{Path(label.file.path).name}:{line}"
    return found
