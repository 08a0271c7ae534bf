"""`ifdsl export`: take a run; write its answers with their verdicts as JSONL or Parquet."""

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

EPILOG = """\
examples:
  ifdsl export runs/mine answers.parquet
  ifdsl export runs/mine answers.jsonl

The name's ending says which of the two it is. Parquet needs the extra `parquet`.

exit codes: 0 written, 1 the run cannot be read or the file not written, 2 wrong usage
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="RUN", help="the folder of a run")
    parser.add_argument("file", type=Path, metavar="FILE", help="ends in .jsonl or .parquet")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")
    add_diagnostic_options(parser)
    parser.epilog = EPILOG
    parser.set_defaults(parser=parser)


def run(options: argparse.Namespace) -> int:
    from ifdsl.cli.reporting import opened
    from ifdsl.store.export import write_jsonl, write_table

    write = {".jsonl": write_jsonl, ".parquet": write_table}.get(options.file.suffix)
    if write is None:
        options.parser.error(f"`{options.file}` ends neither in .jsonl nor in .parquet")
        return USAGE
    try:
        with opened([options.folder]) as (found,):
            count = write(options.file, found.database.results())
    except CannotEvaluate as error:
        show(error.diagnostics, options)
        return FAILED
    except MissingExtra as error:
        show(unreadable(options.file, error), options)
        return FAILED
    except OSError as error:
        show([about(options.file, system_reason(error), codes.CANNOT_WRITE)], options)
        return FAILED
    if not options.quiet:
        print(f"{counted(count, 'answer')} written to {options.file}", file=sys.stderr)
    return OK
