"""`ifdsl test`: take .ifc files; run the lines of their constraints and texts made for them, and say what fails."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, failed, show
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import about, system_reason

if TYPE_CHECKING:
    from ifdsl.testing.run import FileFacts

_EPILOG = """\
examples:
  ifdsl test my.ifc
  ifdsl test my.ifc --coverage
  ifdsl test my.ifc --json
  ifdsl test *.ifc --junit facts.xml
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=".ifc files")
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--lines", action="store_true", help="run the lines alone, and make no texts")
    amount.add_argument("--deep", action="store_true", help="make more texts, for larger numbers; takes minutes")
    parser.add_argument("--coverage", action="store_true", help="also say which regions and branches are reached")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="also write the facts as a JUnit XML report")
    parser.add_argument("--allow-python", action="store_true", help="run checks that are written in Python")
    add_diagnostic_options(parser)
    parser.epilog = _EPILOG


def run(options: argparse.Namespace) -> int:
    from ifdsl.cli.tested import data, summary, table
    from ifdsl.testing.run import run_file

    tested = [
        run_file(
            path,
            generate=not options.lines,
            deep=options.deep,
            covered=options.coverage,
            allow_python=options.allow_python,
        )
        for path in options.files
    ]
    found = [diagnostic for one in tested for diagnostic in one.diagnostics]
    if options.junit is not None:
        found += _write_junit(options.junit, tested)
    if options.format == "json":
        print(json.dumps(data(tested, found, covered=options.coverage), indent=2))
    else:
        show(found, options)
        if options.format in ("human", "plain"):
            print(summary(tested))
            if options.coverage and any(one.coverage for one in tested):
                print(f"\n{table(tested)}")
    return FAILED if failed(found) else OK


def _write_junit(path: Path, tested: Sequence[FileFacts]) -> list[Diagnostic]:
    """Write the report; give what kept it from being written."""
    from ifdsl.cli.tested import junit

    try:
        path.write_text(junit(tested), encoding="utf-8")
    except OSError as error:
        return [about(path, f"the report cannot be written: {system_reason(error)}", codes.CANNOT_WRITE)]
    return []
