"""`ifdsl view`: take one run or several; serve the report on this machine, with every answer, page by page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import CannotEvaluate, add_diagnostic_options, natural, show
from ifdsl.source import codes
from ifdsl.source.file import about

EPILOG = """\
example:
  ifdsl view runs/quickstart-smollm2

The page is served on 127.0.0.1 alone, until Ctrl-C.

exit codes: 0 stopped by the user, 1 a run cannot be read or the port is taken, 2 wrong usage
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="the folder of a run")
    parser.add_argument("--port", type=natural, default=0, metavar="N", help="default: a free one")
    add_diagnostic_options(parser)
    parser.epilog = EPILOG


def run(options: argparse.Namespace) -> int:
    from ifdsl.cli.reporting import opened, results_of
    from ifdsl.report.page.serving import PortTaken, serve

    def told(address: str) -> None:
        print(f"looking at {address} (stop with Ctrl-C)", flush=True)

    try:
        with opened(options.runs) as runs:
            serve(results_of(runs), options.port, pages=[run.database.page for run in runs], told=told)
    except CannotEvaluate as error:
        show(error.diagnostics, options)
        return FAILED
    except PortTaken as error:
        show([about(options.runs[0], str(error), codes.CANNOT_WRITE)], options)
        return FAILED
    except KeyboardInterrupt:
        print(file=sys.stderr)
    return OK
