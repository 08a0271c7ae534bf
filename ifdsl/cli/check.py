"""`ifdsl check`: take .ifc files; print what is wrong with them, and mend what can be mended.

With `--from`, take a published file; give each row a certificate: whether what it asks for can hold together.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.artefacts import Made, artefact
from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, failed, show, write
from ifdsl.source.diagnostic import Diagnostic, Safety, apply_fixes

if TYPE_CHECKING:
    from ifdsl.ir.build import Built


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=".ifc files, or a published file")
    parser.add_argument("--from", dest="benchmark", metavar="NAME", help="the file is in the shape of this benchmark")
    parser.add_argument("--fix", action="store_true", help="make the safe fixes in place")
    parser.add_argument("--unsafe-fixes", action="store_true", help="with --fix: make the others too")
    add_diagnostic_options(parser)
    parser.epilog = (
        "With --from, each row is shown to be consistent by a text that satisfies all its instructions, or to be in\n"
        "conflict by a minimal set of instructions that cannot hold together. --json gives one object a row.\n"
        "examples:\n  ifdsl check my.ifc\n  ifdsl check my.ifc --fix\n  ifdsl check my.ifc --format sarif\n"
        "  ifdsl check --from ifeval input_data.jsonl --json"
    )


def run(options: argparse.Namespace) -> int:
    if options.benchmark is not None:
        from ifdsl.cli.certifying import run_published

        return run_published(options)
    found: list[Diagnostic] = []
    for path in options.files:
        diagnostics = _check(path)
        if options.fix:
            mended = _mended(path, diagnostics, Safety.UNSAFE if options.unsafe_fixes else Safety.SAFE)
            if mended is not None:
                problems = write(path, mended)
                diagnostics = _check(path)
                found.extend(problems)
        found.extend(diagnostics)
    show(found, options)
    return FAILED if failed(found) else OK


def _conflicts(built: Built) -> list[Diagnostic]:
    """Requirements that cannot hold together; without the solver nothing is said of them."""
    if built.program is None or not built.program.specs:
        return []
    from ifdsl.analysis.solving import NoSolver
    from ifdsl.analysis.specs import conflicts

    try:
        return list(conflicts(built))
    except NoSolver:
        return []


def _check(path: Path) -> tuple[Diagnostic, ...]:
    """The findings of a file. That there are none is remembered until the file or one that it uses changes."""
    found: list[Diagnostic] = []

    def make() -> Made | None:
        from ifdsl.ir.build import build_file

        built = build_file(path)
        found.extend(built.diagnostics)
        found.extend(_conflicts(built))
        return None if found else Made(b"", built.files, built.absent)

    artefact("checked", path, make)
    return tuple(found)


def _mended(path: Path, diagnostics: tuple[Diagnostic, ...], safety: Safety) -> bytes | None:
    """The file with the fixes made; None where there is nothing to fix."""
    file = next((d.primary.file for d in diagnostics if Path(d.primary.file.path) == path), None)
    if file is None:
        return None
    mended = apply_fixes(file.text, diagnostics, safety)
    return None if mended == file.text else file.encode(mended)
