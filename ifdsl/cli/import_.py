"""`ifdsl import`: take a published data file; write it as an `.ifc` file that a person can read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import about, add_diagnostic_options, show
from ifdsl.published.benchmarks import BENCHMARKS


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
    from ifdsl.published.spec_file import write_specs
    from ifdsl.source import codes
    from ifdsl.source.diagnostic import Diagnostic

    benchmark = BENCHMARKS[options.benchmark]
    compiled = compile_file(benchmark.pack_path)
    problems: list[Diagnostic] = []
    sound = []
    try:
        for item in read_items(options.file, compiled.signatures):
            problems.extend(item.problems)
            if item.row is not None and not item.problems:
                sound.append((item.row, item.instructions))
        text = write_specs(
            benchmark, f"{options.file.name}, {len(sound)} prompts in the shape of {benchmark.name}.", sound
        )
        if options.out is None:
            sys.stdout.write(text)
        else:
            options.out.write_text(text, encoding="utf-8")
    except OSError as error:
        path = str(error.filename or options.file)
        code = codes.UNREADABLE_FILE if path == str(options.file) else codes.CANNOT_WRITE
        problems.append(about(path, f"{error.strerror or error}".lower(), code))
    show(problems, options)
    return FAILED if problems else OK
