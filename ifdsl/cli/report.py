"""`ifdsl report`: take one run or several; write the report, one HTML file that needs no network, and compare them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import CannotEvaluate, add_diagnostic_options, show
from ifdsl.cli.writing import REPORT
from ifdsl.source import codes
from ifdsl.source.file import about, system_reason

if TYPE_CHECKING:
    from ifdsl.report.comparing import Comparison
    from ifdsl.report.page.write import Kin

EPILOG = """\
examples:
  ifdsl report runs/quickstart-smollm2
  ifdsl report runs/before runs/after --out comparison.html

The first run is what the others are compared with, prompt by prompt; the comparison is printed too, and so are the
figures of each run over groups of cousins (reliable@k) and over MulDimIF's dimensions, where it has them. A large run
is looked at whole with `ifdsl view`: the file holds all figures, and of the answers those that failed first.

exit codes: 0 written, 1 a run cannot be read or the file not written, 2 wrong usage
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="the folder of a run")
    parser.add_argument("--out", type=Path, metavar="FILE", help=f"default: {REPORT} in the folder of the first run")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")
    add_diagnostic_options(parser)
    parser.epilog = EPILOG


def run(options: argparse.Namespace) -> int:
    from ifdsl.cli.reporting import opened, results_of, write_report

    target = options.out or options.runs[0] / REPORT
    try:
        with opened(options.runs) as runs:
            held = write_report(runs, target)
            names = [one.name for one in results_of(runs)]
    except CannotEvaluate as error:
        show(error.diagnostics, options)
        return FAILED
    except OSError as error:
        show([about(target, system_reason(error), codes.CANNOT_WRITE)], options)
        return FAILED
    if options.format == "json":
        file = {"file": str(target), "answers": held.total, "shown": held.shown}
        print(_json(file, names, held.kin, held.comparisons))
    elif not options.quiet:
        print("\n".join([*_own(held.kin), *_compared(names, held.comparisons)]), end="")
        print(f"{target}: {held.shown} of {held.total} answers can be looked at", file=sys.stderr)
    return OK


def _own(kin: Sequence[Kin]) -> Iterator[str]:
    """What each run has of groups of cousins and of dimensions."""
    from ifdsl.report.columns import clean
    from ifdsl.report.group_sections import group_sections

    for one in kin:
        for section in group_sections(one.reliability, one.dimensions):
            yield "\n".join([f"{clean(one.name)}: {section.heading}", *section.lines]) + "\n"


def _compared(names: Sequence[str], comparisons: Sequence[Comparison]) -> Iterator[str]:
    """The comparison of each run but the first with the first."""
    from ifdsl.report.versus import render_comparison

    pairs = zip(names[1:], comparisons, strict=True)
    return (render_comparison(comparison, names[0], name) for name, comparison in pairs)


def _json(file: dict[str, object], names: Sequence[str], kin: Sequence[Kin], comparisons: Sequence[Comparison]) -> str:
    from ifdsl.report.plain import plain
    from ifdsl.report.versus import comparison_dict

    own = {one.name: one for one in kin}
    runs = [
        {"name": name, **{part: plain(getattr(own.get(name), part, None)) for part in ("reliability", "dimensions")}}
        for name in names
    ]
    pairs = zip(names[1:], comparisons, strict=True)
    compared = [{"first": names[0], "second": name, **comparison_dict(comparison)} for name, comparison in pairs]
    return json.dumps({**file, "runs": runs, "comparisons": compared}, ensure_ascii=False, allow_nan=False)
