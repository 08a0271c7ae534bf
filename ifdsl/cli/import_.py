"""`ifdsl import`: take a published data file; write it as an `.ifc` file that a person can read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, show, write
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, counted
from ifdsl.source.file import MAX_BYTES, about, system_reason


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", choices=sorted(BENCHMARKS), help="the shape that the data is in")
    parser.add_argument("file", type=Path, metavar="FILE.jsonl", help="the published data")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE.ifc", help="where to write (default: standard output)")
    add_diagnostic_options(parser)
    parser.epilog = (
        "Rows that cannot be read are reported and left out; the others are written.\n"
        "example:\n  ifdsl import ifeval input_data.jsonl -o prompts.ifc"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.compiler import compile_file
    from ifdsl.published.reading import read_items
    from ifdsl.published.rows import problem_at
    from ifdsl.published.spec_file import SpecFile, Unwritable

    benchmark = BENCHMARKS[options.benchmark]
    compiled = compile_file(benchmark.pack_path)
    problems: list[Diagnostic] = []
    specs = SpecFile(benchmark)
    try:
        for item in read_items(options.file, compiled.signatures):
            problems.extend(item.problems)
            if item.row is None or item.problems:
                continue
            try:
                specs.add(item.row, item.instructions)
            except Unwritable as error:
                problems.append(problem_at(str(options.file), item.line, f"key {item.row.key}", str(error)))
    except OSError as error:
        problems.append(about(options.file, system_reason(error), codes.UNREADABLE_FILE))
        show(problems, options)
        return FAILED
    shape = f"{counted(len(specs.specs), 'prompt')} in the shape of {benchmark.name}"
    data = specs.text(f"{options.file.name}, {shape}.").encode("utf-8")
    if len(data) > MAX_BYTES:
        message = f"it is larger than {MAX_BYTES:,} bytes, so it cannot be read again; split the data"
        problems.append(about(options.out or options.file, message, codes.FILE_TOO_LARGE))
    if options.out is None:
        sys.stdout.write(data.decode("utf-8"))
    else:
        problems.extend(write(options.out, data))
    show(problems, options)
    return FAILED if problems else OK
