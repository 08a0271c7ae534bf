"""`ifdsl lint`: take published data, or .ifc files; print where prompts and what they are graded on disagree."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.cli import FAILED, OK, USAGE
from ifdsl.cli.output import add_diagnostic_options, show, unreadable
from ifdsl.published.benchmarks import STRUCTFLOW
from ifdsl.source.diagnostic import Diagnostic, counted, quoted, suggest

if TYPE_CHECKING:
    from ifdsl.published.benchmarks import Benchmark
    from ifdsl.published.linting import Linted

SEVERITIES = ("error", "warning", "note")


class _CannotLint(Exception):
    """Nothing can be looked over; the message says why."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="published data, or .ifc files")
    parser.add_argument("--prompts", action="store_true", help="the files are data, whatever they are called")
    parser.add_argument("--benchmark", metavar="NAME", help="what the rows are (default: what their shape fits)")
    parser.add_argument(
        "--least", choices=SEVERITIES, default="note", metavar="SEVERITY",
        help="leave out what weighs less: error, warning or note (default: note)",
    )  # fmt: skip
    parser.add_argument("--no-proofs", action="store_true", help="do not prove what cannot hold together")
    parser.set_defaults(allow=[])
    add_diagnostic_options(parser)
    parser.epilog = (
        "Data is looked over row by row: what is graded and not stated, stated otherwise, or stated and not graded;\n"
        "what contradicts itself, cannot be passed or is always passed; repetitions; what a pipeline has left behind.\n"
        "An .ifc file is checked as by `ifdsl check`, and the prompts that its specs state are looked over likewise.\n"
        "--json gives one object a finding, with its place in the prompt and in the parameters, and its repair.\n"
        "exit codes: 0 nothing found, 1 something found, 2 nothing could be looked over\n"
        "examples:\n  ifdsl lint --prompts --benchmark ifeval input_data.jsonl\n"
        "  ifdsl lint test.json --json > findings.jsonl\n  ifdsl lint my.ifc"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.compiler import CompileFailed
    from ifdsl.primitives.extras import MissingExtra

    counts: Counter[str] = Counter()
    rows = with_findings = 0
    found = False
    try:
        for path in options.files:
            if path.suffix == ".ifc" and not options.prompts:
                found = _lint_spec(path, options) or found
                continue
            if options.benchmark == STRUCTFLOW:
                said = _lint_dialogues(path, options)
                counts.update(said)
                continue
            for row in _rows(path, options):
                said = _say(row, path, options)
                counts.update(said)
                rows, with_findings = rows + 1, with_findings + bool(said)
    except _CannotLint as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE
    except (OSError, MissingExtra, CompileFailed) as error:
        show(unreadable(path, error), options)
        return USAGE
    if rows and options.format != "json":
        print(_summary(counts, rows, with_findings), file=sys.stderr)
    return FAILED if found or counts else OK


def _lint_dialogues(path: Path, options: argparse.Namespace) -> list[str]:
    """Print the findings on a file of dialogues; give the names of their kinds."""
    from ifdsl.published.structflow.faults import faults
    from ifdsl.published.structflow.importing import dialogues_of
    from ifdsl.published.structflow.questions import Questions

    found: list[Diagnostic] = []
    dialogues = dialogues_of(path, found)
    found += faults(dialogues, Questions.of_pack())
    weighty = [one for one in found if _weighs(str(one.severity), options)]
    show(weighty, options)
    return [one.code.name for one in weighty]


def _rows(path: Path, options: argparse.Namespace) -> Iterator[Linted]:
    from ifdsl.analysis.solving import NoSolver
    from ifdsl.published.linting import linted

    benchmark = _benchmark(path, options)
    try:
        yield from linted(path, benchmark, proofs=not options.no_proofs)
    except NoSolver as error:
        raise _CannotLint(f"{error}; with --no-proofs the rest is looked over") from None


def _benchmark(path: Path, options: argparse.Namespace) -> Benchmark:
    from ifdsl.published.benchmarks import BENCHMARKS
    from ifdsl.published.linting import guessed

    if options.benchmark is None:
        fitting = guessed(path)
        if fitting is None:
            known = ", ".join(BENCHMARKS)
            raise _CannotLint(f"{path} has the shape of no benchmark; --benchmark says which it is: {known}")
        return fitting
    if options.benchmark not in BENCHMARKS:
        nearest = suggest(options.benchmark, BENCHMARKS)
        hint = f"; there is {quoted(nearest)}" if nearest else f"; there are {', '.join(BENCHMARKS)}"
        raise _CannotLint(f"no benchmark is called {quoted(options.benchmark)}{hint}")
    return BENCHMARKS[options.benchmark]


def _say(row: Linted, path: Path, options: argparse.Namespace) -> list[str]:
    """Print the findings on one row; give the names of their kinds."""
    from ifdsl.published.linting.showing import data_of, diagnostics_of

    if options.format == "json":
        data = [one for one in data_of(row, str(path)) if _weighs(one["severity"], options)]
        for one in data:
            print(json.dumps(one, ensure_ascii=False))
        return [str(one["name"]) for one in data]
    found = [one for one in diagnostics_of(row, str(path)) if _weighs(str(one.severity), options)]
    show(found, options)
    return [one.code.name for one in found]


def _weighs(severity: str, options: argparse.Namespace) -> bool:
    return SEVERITIES.index(severity) <= SEVERITIES.index(options.least)


def _lint_spec(path: Path, options: argparse.Namespace) -> bool:
    """Print the findings on an .ifc file; give whether there are any."""
    from ifdsl.cli.check import check_file
    from ifdsl.ir.build import build_file
    from ifdsl.linting.specs import findings

    found: list[Diagnostic] = [*check_file(path, options), *findings(build_file(path))]
    weighty = [one for one in found if _weighs(str(one.severity), options)]
    show(weighty, options)
    return bool(weighty)


def _summary(counts: Counter[str], rows: int, with_findings: int) -> str:
    kinds = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    told = f"{counted(counts.total(), 'finding')} in {with_findings} of {counted(rows, 'row')}"
    return f"{told}: {kinds}" if kinds else f"{counted(rows, 'row')}, nothing found"
