"""`ifdsl certify`: take a file of certificates; check each of them again and print those that do not hold."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from ifdsl.cli import FAILED, OK
from ifdsl.cli.output import add_diagnostic_options, show, unreadable
from ifdsl.source.diagnostic import Diagnostic, counted


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="certificates: one JSON object a line")
    add_diagnostic_options(parser)
    parser.epilog = (
        "Reads what `ifdsl compile --certify` writes, and what `ifdsl check --certify --json` and `ifdsl check --from\n"
        "NAME --json` print. A witness is run through the compiled checkers again, and so are the texts that show\n"
        "that no member of a core can be left out; only the contradiction itself is left to the solver.\n"
        "examples:\n  ifdsl check --from ifeval input_data.jsonl --json > certificates.jsonl\n"
        "  ifdsl certify certificates.jsonl"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.analysis.solving import NoSolver
    from ifdsl.primitives.extras import MissingExtra
    from ifdsl.published.rechecking import rechecked

    counts: Counter[tuple[str, bool]] = Counter()
    problems: list[Diagnostic] = []
    try:
        for one in rechecked(options.file):
            counts[one.verdict, not one.problems] += 1
            problems += one.problems
    except (OSError, MissingExtra) as error:
        show(unreadable(options.file, error), options)
        return FAILED
    except NoSolver as error:
        print(f"error: {error}", file=sys.stderr)
        return FAILED
    total = {verdict: counts[verdict, True] + counts[verdict, False] for verdict, _ in counts}
    if options.format == "json":
        said = {
            verdict: {"certificates": count, "hold": counts[verdict, True]} for verdict, count in sorted(total.items())
        }
        print(json.dumps({"verdicts": said, "problems": [problem.message for problem in problems]}, indent=2))
    else:
        show(problems, options)
        shown = [_said(verdict, count, counts[verdict, True]) for verdict, count in sorted(total.items())]
        print("; ".join(shown) or "no certificates", file=sys.stderr)
    return FAILED if problems or not total else OK


def _said(verdict: str, count: int, hold: int) -> str:
    if verdict in ("unknown", "unreadable"):
        return f"{count} {verdict}"
    return f"{counted(count, 'certificate')} of {verdict}, {hold if hold < count else 'all'} of which hold"
