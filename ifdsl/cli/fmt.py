"""`ifdsl fmt`: take .ifc files; rewrite them in the house format, or say which are not in it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, show, write
from ifdsl.source.diagnostic import Diagnostic


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="an .ifc file, or - for standard input")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file is not formatted")
    add_diagnostic_options(parser)
    parser.epilog = "examples:\n  ifdsl fmt my.ifc\n  ifdsl fmt --check specs/quickstart.ifc\n  ifdsl fmt - < my.ifc"


def run(options: argparse.Namespace) -> int:
    from ifdsl.source.file import SourceFile, decode_source, read_source
    from ifdsl.syntax.printer import format_file

    problems: list[Diagnostic] = []
    unformatted = 0
    for path in options.files:
        from_input = str(path) == "-"
        source = decode_source("<input>", sys.stdin.buffer.read()) if from_input else read_source(path)
        formatted = format_file(source) if isinstance(source, SourceFile) else (source,)
        if not isinstance(formatted, str):
            problems.extend(formatted)
            continue
        assert isinstance(source, SourceFile)
        if from_input and not options.check:
            sys.stdout.write(formatted)
        elif formatted != source.text:
            unformatted += 1
            unwritten = [] if options.check else write(path, source.encode(formatted))
            problems.extend(unwritten)
            if not unwritten:
                print(f"{'would format' if options.check else 'formatted'} {path}", file=sys.stderr)
    show(problems, options)
    return FAILED if problems or (options.check and unformatted) else OK
