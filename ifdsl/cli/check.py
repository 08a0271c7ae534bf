"""`ifdsl check`: take .ifc files; print what is wrong with them, and mend what can be mended."""

from __future__ import annotations

import argparse
from pathlib import Path

from ifdsl.artefacts import Made, artefact
from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, failed, show, write
from ifdsl.source.diagnostic import Diagnostic, Safety, apply_fixes


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=".ifc files")
    parser.add_argument("--fix", action="store_true", help="make the safe fixes in place")
    parser.add_argument("--unsafe-fixes", action="store_true", help="with --fix: make the others too")
    add_diagnostic_options(parser)
    parser.epilog = "examples:\n  ifdsl check my.ifc\n  ifdsl check my.ifc --fix\n  ifdsl check my.ifc --format sarif"


def run(options: argparse.Namespace) -> int:
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


def _check(path: Path) -> tuple[Diagnostic, ...]:
    """The findings of a file. That there are none is remembered until the file or one that it uses changes."""
    found: list[Diagnostic] = []

    def make() -> Made | None:
        from ifdsl.ir.build import build_file

        built = build_file(path)
        found.extend(built.diagnostics)
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
