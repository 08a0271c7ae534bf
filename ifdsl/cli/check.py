"""`ifdsl check`: take .ifc files; print what is wrong with them, and mend what can be mended.

With `--from`, take a published file; give each row a certificate: whether what it asks for can hold together.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ifdsl.artefacts import Made, artefact_with_findings
from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, failed, show, write
from ifdsl.cli.proving import add_proof_options, key_of, proved
from ifdsl.source.diagnostic import Diagnostic, Safety, apply_fixes


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=".ifc files, or a published file")
    parser.add_argument("--from", dest="benchmark", metavar="NAME", help="the file is in the shape of this benchmark")
    parser.add_argument("--fix", action="store_true", help="make the safe fixes in place")
    parser.add_argument("--unsafe-fixes", action="store_true", help="with --fix: make the others too")
    add_proof_options(parser)
    add_diagnostic_options(parser)
    parser.epilog = (
        "Requirements that no text can satisfy are an error; --allow lists the specs where they are meant so.\n"
        "With --certify each instance of a spec, and with --from each row, is shown to be consistent by a text that\n"
        "satisfies it all, or to be in conflict by a minimal set of requirements that cannot hold together. --json\n"
        "gives one object for each, which `ifdsl certify` checks again.\n"
        "examples:\n  ifdsl check my.ifc\n  ifdsl check my.ifc --fix\n  ifdsl check my.ifc --format sarif\n"
        "  ifdsl check my.ifc --certify --json > certificates.jsonl\n"
        "  ifdsl check --from ifeval input_data.jsonl --json"
    )


def run(options: argparse.Namespace) -> int:
    if options.benchmark is not None:
        from ifdsl.cli.certifying import run_published

        return run_published(options)
    if options.certify:
        from ifdsl.cli.certifying import run_files

        return run_files(options)
    found: list[Diagnostic] = []
    for path in options.files:
        diagnostics = check_file(path, options)
        if options.fix:
            mended = _mended(path, diagnostics, Safety.UNSAFE if options.unsafe_fixes else Safety.SAFE)
            if mended is not None:
                problems = write(path, mended)
                diagnostics = check_file(path, options)
                found.extend(problems)
        found.extend(diagnostics)
    show(found, options)
    return FAILED if failed(found) else OK


def check_file(path: Path, options: argparse.Namespace) -> tuple[Diagnostic, ...]:
    """The findings of a file. Where none is an error they are remembered until it or one that it uses changes."""

    def make() -> tuple[Made | None, list[Diagnostic]]:
        from ifdsl.ir.build import build_file

        built = build_file(path)
        found = [*built.diagnostics, *proved(built, options.allow, alone=len(options.files) == 1)]
        return (None if failed(found) else Made(b"", built.files, built.absent)), found

    _, found = artefact_with_findings(f"checked{key_of(options.allow)}", path, make)
    return found


def _mended(path: Path, diagnostics: tuple[Diagnostic, ...], safety: Safety) -> bytes | None:
    """The file with the fixes made; None where there is nothing to fix."""
    file = next((d.primary.file for d in diagnostics if Path(d.primary.file.path) == path), None)
    if file is None:
        return None
    mended = apply_fixes(file.text, diagnostics, safety)
    return None if mended == file.text else file.encode(mended)
