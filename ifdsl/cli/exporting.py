"""Take an `.ifc` file and a published shape; write its prompts as rows of that shape."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import failed, show, write
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, counted
from ifdsl.source.file import about

if TYPE_CHECKING:
    from ifdsl.ir.build import Built


def export_rows(options: argparse.Namespace, target: Path | None) -> int:
    """Write the rows to `target`, or to standard output; give an exit code."""
    from ifdsl.compiler import CompileFailed
    from ifdsl.ir.build import build_file
    from ifdsl.published.exporting.rows import export
    from ifdsl.published.results import encoded

    built = build_file(options.source)
    problems = [one for one in built.diagnostics if one.severity != "note"]
    refused = None if built.program is None else _refused(built, options.source, target)
    if built.program is None or refused is not None:
        show(problems if refused is None else [*problems, refused], options)
        return FAILED
    try:
        found = export(built, options.to, options.pattern)
    except CompileFailed as error:
        show([*problems, *error.diagnostics], options)
        return FAILED
    problems += found.problems
    data = b"".join(encoded(row) + b"\n" for row in found.rows)
    if target is None:
        sys.stdout.write(data.decode("utf-8"))
    else:
        problems += write(target, data)
    show(problems, options)
    if failed(problems):
        return FAILED
    if target is not None and not options.quiet:
        print(f"{counted(len(found.rows), 'prompt')} written to {target}", file=sys.stderr)
    return OK


def _refused(built: Built, source: Path, target: Path | None) -> Diagnostic | None:
    """Why nothing is exported at all."""
    program = built.program
    assert program is not None
    if target is not None and is_one_of(target, [source, *(Path(file.path) for file in built.files)]):
        return about(target, "rows would be written over this file, which is read", codes.CANNOT_WRITE)
    if program.cousins or any(suite.draw_from for suite in program.suites):
        advice = f"write them with `ifdsl generate {source} -o prompts.ifc`, and export that file"
        return about(source, "the prompts of this file are still to be drawn", codes.NOTHING_TO_RUN, advice)
    if not program.specs:
        return about(source, "the file has no spec", codes.NOTHING_TO_RUN)
    return None


def is_one_of(target: Path, read: list[Path]) -> bool:
    """Whether a file that is to be written is among those that are read."""
    return target.exists() and any(path.exists() and os.path.samefile(target, path) for path in read)
