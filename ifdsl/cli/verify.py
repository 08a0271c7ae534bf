"""`ifdsl verify`: take a run, or a file of responses at scale, and maybe a changed spec; grade again, ask nothing."""

from __future__ import annotations

import argparse
from pathlib import Path

from ifdsl.cli import FAILED
from ifdsl.cli.output import CannotEvaluate, add_diagnostic_options, positive

EPILOG = """\
examples:
  ifdsl verify runs/quickstart-smollm2
  ifdsl verify runs/mine --spec changed.ifc
  ifdsl verify responses.parquet --spec my.ifc --out verdicts --engine ray --workers 16

Of a run the responses are graded again where they are, with the spec that it was made with, as that is now, or with
the one that --spec names; no model is asked. What the earlier verifiers said stays in the run. With --out they are
shared out over processes, or over a cluster, and the run stays as it is. Of a Parquet file, a folder of them or a JSONL
file the verdicts are written to --out, part by part; a job that was stopped goes on where it ended.

exit codes: 0 all graded, 1 something could not be graded or is wrong, 2 wrong usage, 130 stopped
"""


def configure(parser: argparse.ArgumentParser) -> None:
    from ifdsl.published.benchmarks import BENCHMARKS, STRUCTFLOW

    parser.add_argument("target", type=Path, metavar="RUN", help="the folder of a run, or a file of responses")
    parser.add_argument("--spec", type=Path, metavar="FILE", help="an .ifc file, or the data file of --from")
    parser.add_argument("--from", dest="benchmark", choices=sorted([*BENCHMARKS, STRUCTFLOW]), metavar="BENCHMARK")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where the sources that the file declares are")
    parser.add_argument(
        "--no-details", dest="details", action="store_false", help="leave out measured values, messages and evidence"
    )
    parser.add_argument("--allow-python", action="store_true", help="run checks that are written in Python")
    parser.add_argument(
        "--report",
        action=argparse.BooleanOptionalAction,
        help="of a run: write report.html anew (default: where there is one)",
    )
    bulk = parser.add_argument_group("at scale")
    bulk.add_argument("--out", type=Path, metavar="DIR", help="where verdicts are written")
    bulk.add_argument("--engine", choices=("local", "ray"), default="local", help="what the work is shared out by")
    bulk.add_argument("--workers", type=positive, metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--quiet", action="store_true", help="print no progress")
    add_diagnostic_options(parser)
    parser.epilog = EPILOG
    parser.set_defaults(parser=parser)


def run(options: argparse.Namespace) -> int:
    from ifdsl.cli import evaluating, verifying

    try:
        if not verifying.is_run(options.target):
            return verifying.verify_rows(options)
        return verifying.verify_run(options) if options.out is None else verifying.verify_exported(options)
    except CannotEvaluate as error:
        evaluating.show_problems(list(error.diagnostics), options)
        return FAILED
