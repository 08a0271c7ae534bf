"""`ifdsl judge`: take a run and a model; ask it what no code decides, and grade the run with its answers."""

from __future__ import annotations

import argparse
from pathlib import Path

from ifdsl.cli import FAILED
from ifdsl.cli.eval import MODEL, add_asking_options, add_model_options
from ifdsl.cli.output import CannotEvaluate, add_diagnostic_options, positive
from ifdsl.published.benchmarks import BENCHMARKS, STRUCTFLOW

EPILOG = """\
examples:
  ifdsl judge runs/trip-gpt-4.1-mini --model openai:gpt-4.1
  ifdsl judge runs/trip-local --model local --attempts 2 --against people.jsonl

All questions about one response are one request, in an order of its own at each try. What the judge's answer does not
say is asked again, and is `unknown` in the end: counted, and in no figure. What code decides is not asked. The answers
are kept in the folder of the run, with the requests; a run that was judged is graded with them by `ifdsl verify` too.
--against compares them with other answers (Cohen's kappa).

exit codes: 0 all judged, 1 something is wrong or was not judged, 2 wrong usage, 130 stopped
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", type=Path, metavar="RUN", help="the folder of a run")
    parser.add_argument("--model", required=True, metavar="MODEL", help=MODEL.replace("oracle, ", ""))
    parser.add_argument("--attempts", type=positive, default=3, metavar="N", help="tries at a question (default: 3)")
    parser.add_argument(
        "--no-schema", action="store_true", help="send no schema for the answers, for a server that refuses one"
    )
    parser.add_argument("--against", type=Path, metavar="FILE", help="answers to compare with, such as a person's")
    parser.add_argument(
        "--against-of", metavar="MODEL", help="with --against a table of verdicts on several models: whose responses"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="where requests and answers go (default: RUN/judge)")
    parser.add_argument("--spec", type=Path, metavar="FILE", help="in place of the file that the run was made with")
    parser.add_argument("--from", dest="benchmark", choices=sorted([*BENCHMARKS, STRUCTFLOW]), metavar="BENCHMARK")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where the sources that the file declares are")
    parser.add_argument("--allow-python", action="store_true", help="run checks that are written in Python")
    add_model_options(parser, max_tokens=1024)
    add_asking_options(parser)
    parser.add_argument("--quiet", action="store_true", help="print no progress")
    add_diagnostic_options(parser)
    parser.epilog = EPILOG
    parser.set_defaults(
        parser=parser, details=True, report=None, dry_run=False, batch_out=None, batch_in=None, repeats=1, store=None
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.cli import evaluating, judging

    if options.against_of is not None and options.against is None:
        options.parser.error("--against-of goes with --against")
    try:
        return judging.judge_run(options)
    except CannotEvaluate as error:
        evaluating.show_problems(list(error.diagnostics), options)
        return FAILED
