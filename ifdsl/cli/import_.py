"""`ifdsl import`: take a published data file; write it as an `.ifc` file that a person can read.

Prompts become specs, and conversations flows.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ifdsl.cli import FAILED, OK
from ifdsl.cli.exporting import is_one_of
from ifdsl.cli.output import add_diagnostic_options, show, unreadable, write
from ifdsl.published.benchmarks import BENCHMARKS, STRUCTFLOW
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import MAX_BYTES, about

NAMES = sorted([*BENCHMARKS, STRUCTFLOW])


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", choices=NAMES, metavar="BENCHMARK", help=f"one of {', '.join(NAMES)}")
    parser.add_argument("file", type=Path, metavar="FILE", help="the published data")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE.ifc", help="where to write (default: standard output)")
    add_diagnostic_options(parser)
    parser.epilog = (
        "Rows that cannot be read are reported and left out; the others are written.\n"
        "examples:\n  ifdsl import ifeval input_data.jsonl -o prompts.ifc\n"
        "  ifdsl import muldimif test.json -o muldimif.ifc"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.compiler import CompileFailed
    from ifdsl.primitives.extras import MissingExtra

    problems: list[Diagnostic] = []
    if options.out is not None and is_one_of(options.out, [options.file]):
        message = "specs would be written over this file, which is read"
        show([about(options.out, message, codes.CANNOT_WRITE)], options)
        return FAILED
    try:
        text, count = _imported(options, problems)
    except (OSError, MissingExtra, CompileFailed) as error:
        problems.extend(unreadable(options.file, error))
    else:
        if not count and not problems:
            problems.append(about(options.file, "the file has no row", codes.NOTHING_TO_RUN))
        return _written(text, problems, options)
    show(problems, options)
    return FAILED


def _imported(options: argparse.Namespace, problems: list[Diagnostic]) -> tuple[str, int]:
    """The text of the file, and how many specs or flows it has."""
    if options.benchmark == STRUCTFLOW:
        from ifdsl.published.structflow.importing import flows_text

        return flows_text(options.file, problems)
    from ifdsl.published.importing import flows_of, specs_of

    benchmark = BENCHMARKS[options.benchmark]
    make = flows_of if benchmark.conversations else specs_of
    found = make(options.file, benchmark, problems)
    return found.text(options.file.name), found.count


def _written(text: str, problems: list[Diagnostic], options: argparse.Namespace) -> int:
    data = text.encode("utf-8")
    if len(data) > MAX_BYTES:
        message = f"it is larger than {MAX_BYTES:,} bytes, so it cannot be read again; split the data"
        problems.append(about(options.out or options.file, message, codes.FILE_TOO_LARGE))
    if options.out is None:
        sys.stdout.write(text)
    else:
        problems.extend(write(options.out, data))
    show(problems, options)
    return FAILED if problems else OK
