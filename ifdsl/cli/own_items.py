"""Take the options of a command; give the items of the `.ifc` file that it names."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ifdsl.run.grading import Item
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import about


def own_items(options: argparse.Namespace, problems: list[Diagnostic]) -> Iterator[Item]:
    """The items of the file's specs; findings are added to `problems`, and an error ends the items."""
    from ifdsl.checking.compile import load
    from ifdsl.ir.build import build_file
    from ifdsl.primitives.undecided import Undecided
    from ifdsl.rendering.patterns import read_templates
    from ifdsl.rendering.prompt import MissingWording
    from ifdsl.run.items import Rendering, items_of

    built = build_file(options.file)
    problems.extend(built.diagnostics)
    if built.program is None:
        return
    try:
        templates = None if options.templates is None else read_templates(options.templates)
        rendering = Rendering(
            pattern=options.pattern,
            language=options.language,
            templates=templates,
            wording=getattr(options, "wording", 0),
            system=getattr(options, "system", None),
        )
        module = load(built.program, allow_python=getattr(options, "allow_python", False))
        yield from items_of(built.program, module, rendering)
    except (MissingWording, Undecided, OverflowError, ValueError) as error:
        problems.append(about(options.file, str(error), codes.UNRENDERABLE))
