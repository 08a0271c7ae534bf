"""`ifdsl check`: take .ifc files; print what is wrong with them, and mend what can be mended."""

from __future__ import annotations

import argparse
from pathlib import Path

from ifdsl.artefacts import Made, artefact
from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, failed, show
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
        if options.fix and _mend(path, diagnostics, Safety.UNSAFE if options.unsafe_fixes else Safety.SAFE):
            diagnostics = _check(path)
        found.extend(diagnostics)
    show(found, options)
    return FAILED if failed(found) else OK


def _check(path: Path) -> tuple[Diagnostic, ...]:
    """What is wrong with a file; that nothing was wrong with it is remembered for as long as nothing changes."""
    found: list[Diagnostic] = []

    def make() -> Made | None:
        from ifdsl.ir.build import build_file

        built = build_file(path)
        found.extend(built.diagnostics)
        return None if found else Made(b"", tuple(file.path for file in built.files))

    artefact("clean", path, make)
    return tuple(found)


def _mend(path: Path, diagnostics: tuple[Diagnostic, ...], safety: Safety) -> bool:
    texts = {d.primary.file.text for d in diagnostics if Path(d.primary.file.path) == path}
    if not texts:
        return False
    text = texts.pop()
    mended = apply_fixes(text, diagnostics, safety)
    if mended != text:
        path.write_text(mended, encoding="utf-8")
    return mended != text
