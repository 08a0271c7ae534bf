"""`ifdsl export`: take a run or an `.ifc` file; write its answers with verdicts, or its prompts as published rows."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ifdsl.cli import FAILED, OK, USAGE
from ifdsl.cli.output import CannotEvaluate, add_diagnostic_options, show, unreadable
from ifdsl.primitives.extras import MissingExtra
from ifdsl.source import codes
from ifdsl.source.diagnostic import counted
from ifdsl.source.file import about, system_reason

SHAPES = ("ifeval", "ifeval-pp", "muldimif")
EPILOG = """\
examples:
  ifdsl export runs/mine answers.parquet
  ifdsl export runs/mine answers.jsonl
  ifdsl export prompts.ifc --to ifeval --out rows.jsonl

Of a run the ending of the name says which of the two is written; Parquet needs the extra `parquet`. Of an .ifc file
each instance of each spec is a line of JSON. What a shape has no place for is reported, and its spec left out.

exit codes: 0 written, 1 something cannot be read, said or written, 2 wrong usage
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=Path, metavar="RUN|FILE.ifc", help="the folder of a run, or a file with --to")
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="of a run: ends in .jsonl or .parquet")
    parser.add_argument("--to", type=_shape, metavar="SHAPE", help=f"write the rows of {', '.join(SHAPES)}")
    parser.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="the same as FILE (rows: default standard output)"
    )
    parser.add_argument(
        "--pattern",
        choices=("listing", "incorporation"),
        default="listing",
        help="how rows put what a task does not state itself (default: listing)",
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")
    add_diagnostic_options(parser)
    parser.epilog = EPILOG
    parser.set_defaults(parser=parser)


def _shape(text: str) -> str:
    # The paper writes it without a hyphen.
    name = "ifeval-pp" if text == "ifevalpp" else text
    if name not in SHAPES:
        raise argparse.ArgumentTypeError(f"`{text}` is none of {', '.join(SHAPES)}")
    return name


def run(options: argparse.Namespace) -> int:
    if options.file is not None and options.out is not None:
        options.parser.error("FILE and --out both say where to write")
    target = options.out if options.file is None else options.file
    if options.to is not None:
        from ifdsl.cli.exporting import export_rows

        return export_rows(options, target)
    if options.source.suffix == ".ifc":
        options.parser.error(f"say with --to what `{options.source}` is written as: {', '.join(SHAPES)}")
    if target is None:
        options.parser.error("say which file the answers are written to")
    return _answers(options, target)


def _answers(options: argparse.Namespace, target: Path) -> int:
    from ifdsl.cli.reporting import opened
    from ifdsl.store.export import write_jsonl, write_table

    write = {".jsonl": write_jsonl, ".parquet": write_table}.get(target.suffix)
    if write is None:
        options.parser.error(f"`{target}` ends neither in .jsonl nor in .parquet")
        return USAGE
    try:
        with opened([options.source]) as (found,):
            count = write(target, found.database.results())
    except CannotEvaluate as error:
        show(error.diagnostics, options)
        return FAILED
    except MissingExtra as error:
        show(unreadable(target, error), options)
        return FAILED
    except OSError as error:
        show([about(target, system_reason(error), codes.CANNOT_WRITE)], options)
        return FAILED
    if not options.quiet:
        print(f"{counted(count, 'answer')} written to {target}", file=sys.stderr)
    return OK
