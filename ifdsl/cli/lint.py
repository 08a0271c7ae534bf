"""`ifdsl lint`: take published data, or .ifc files; print where prompts and what they are graded on disagree."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.cli import FAILED, OK, USAGE
from ifdsl.cli.output import add_diagnostic_options, show, unreadable, use_colour
from ifdsl.published.benchmarks import STRUCTFLOW
from ifdsl.source.codes import BY_NAME, Code, find_code
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
    parser.add_argument(
        "--ignore", action="append", default=[], metavar="CODE",
        help="leave out findings of this kind, such as IF1008 or ungraded; may be given again",
    )  # fmt: skip
    parser.add_argument("--no-proofs", action="store_true", help="do not prove what cannot hold together")
    parser.add_argument("--quiet", action="store_true", help="print no progress")
    parser.set_defaults(allow=[])
    add_diagnostic_options(parser)
    parser.epilog = (
        "Data is looked over row by row: what is graded and not stated, stated otherwise, or stated and not graded;\n"
        "what contradicts itself, cannot be passed or is always passed; repetitions; what a pipeline has left behind.\n"
        "An .ifc file is checked as by `ifdsl check`, and the prompts that its specs state are looked over likewise.\n"
        "--json gives an object a finding, a line each: its place in the prompt and in the parameters, its repair,\n"
        "and a mark that stays the same as long as the row and the finding do.\n"
        "exit codes: 0 nothing found, 1 something found, 2 a file could not be looked over\n"
        "examples:\n  ifdsl lint --prompts --benchmark ifeval input_data.jsonl\n"
        "  ifdsl lint test.json --json > findings.jsonl\n  ifdsl lint my.ifc\n"
        "  ifdsl lint rows.jsonl --least warning --ignore ungraded"
    )


def run(options: argparse.Namespace) -> int:
    from ifdsl.compiler import CompileFailed
    from ifdsl.primitives.extras import MissingExtra

    unread = False
    try:
        _known(options.benchmark)
        told = _Told(options, {_code(text) for text in options.ignore})
    except _CannotLint as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE
    for path in options.files:
        try:
            path.open("rb").close()
            _look_over(path, options, told)
        except _CannotLint as error:
            unread = True
            told.wipe()
            print(f"error: {error}", file=sys.stderr)
        except (OSError, MissingExtra, CompileFailed) as error:
            unread = True
            told.say(unreadable(path, error))
    told.close()
    return USAGE if unread else FAILED if told.counts else OK


def _known(benchmark: str | None) -> None:
    from ifdsl.published.benchmarks import BENCHMARKS

    names = (*BENCHMARKS, STRUCTFLOW)
    if benchmark is not None and benchmark not in names:
        nearest = suggest(benchmark, names)
        hint = f"; there is {quoted(nearest)}" if nearest else f"; there are {', '.join(names)}"
        raise _CannotLint(f"no benchmark is called {quoted(benchmark)}{hint}")


def _code(text: str) -> Code:
    found = find_code(text)
    if found is None:
        nearest = suggest(text, BY_NAME)
        hint = f"; there is {quoted(nearest)}" if nearest else ""
        raise _CannotLint(f"no kind of finding is called {quoted(text)}{hint}")
    return found


class _Told:
    """Prints findings as they are found, and counts them."""

    def __init__(self, options: argparse.Namespace, ignored: set[Code]) -> None:
        from ifdsl.run.progress import Meter

        self.counts: Counter[str] = Counter()
        self._options, self._ignored = options, ignored
        self._rows = self._with_findings = 0
        self._kept: list[Diagnostic] = []
        on_screen = options.format in ("human", "plain") and not sys.stderr.isatty()
        self._meter = Meter(None, quiet=options.quiet or on_screen, noun="row")

    def row(self, row: Linted, path: Path) -> None:
        """Print what is found in a row of data."""
        from ifdsl.published.linting.showing import data_of, diagnostics_of

        if self._options.format == "json":
            data = [one for one in data_of(row, str(path)) if self._tells(one["severity"], one["name"])]
            self._print(data)
            names = [str(one["name"]) for one in data]
        else:
            names = self.say(diagnostics_of(row, str(path)))
        self.counts.update(names)
        self._rows, self._with_findings = self._rows + 1, self._with_findings + bool(names)
        self._meter.count()

    def all(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Print what is found in a file."""
        self.counts.update(self.say(diagnostics))

    def say(self, diagnostics: Iterable[Diagnostic]) -> list[str]:
        """Print diagnostics without counting them; give the names of their kinds."""
        from ifdsl.source.render import render_human, render_plain, to_data

        found = [one for one in diagnostics if self._tells(str(one.severity), one.code.name)]
        match self._options.format:
            case "json":
                self._print(to_data(one) for one in found)
            case "sarif":
                self._kept += found
            case written if found:
                human = written == "human"
                text = render_human(found, use_colour(self._options)) if human else render_plain(found).rstrip("\n")
                self.wipe()
                print(text, file=sys.stderr)
        return [one.code.name for one in found]

    def wipe(self) -> None:
        """Make room for something else to be printed."""
        self._meter.wipe()

    def close(self) -> None:
        """Print what all files come to."""
        self.wipe()
        if self._options.format == "sarif":
            show(self._kept, self._options)
        elif self._rows and self._options.format != "json":
            print(_summary(self.counts, self._rows, self._with_findings), file=sys.stderr)

    def _tells(self, severity: str, name: str) -> bool:
        weighs = SEVERITIES.index(severity) <= SEVERITIES.index(self._options.least)
        return weighs and BY_NAME[name] not in self._ignored

    def _print(self, data: Iterable[object]) -> None:
        for one in data:
            print(json.dumps(one, ensure_ascii=False))


def _look_over(path: Path, options: argparse.Namespace, told: _Told) -> None:
    if path.suffix == ".ifc" and not options.prompts:
        told.all(_of_spec(path, options))
    elif options.benchmark == STRUCTFLOW:
        told.all(_of_dialogues(path))
    else:
        for row in _rows(path, options):
            told.row(row, path)


def _of_spec(path: Path, options: argparse.Namespace) -> list[Diagnostic]:
    from ifdsl.cli.check import check_file
    from ifdsl.ir.build import build_file
    from ifdsl.linting.specs import findings

    return [*check_file(path, options), *findings(build_file(path))]


def _of_dialogues(path: Path) -> list[Diagnostic]:
    from ifdsl.published.structflow.faults import faults
    from ifdsl.published.structflow.importing import dialogues_of
    from ifdsl.published.structflow.questions import Questions

    found: list[Diagnostic] = []
    dialogues = dialogues_of(path, found)
    return [*found, *faults(dialogues, Questions.of_pack())]


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
            known = ", ".join((*BENCHMARKS, STRUCTFLOW))
            raise _CannotLint(f"{path} has the shape of no benchmark; --benchmark says which it is: {known}")
        return fitting
    return BENCHMARKS[options.benchmark]


def _summary(counts: Counter[str], rows: int, with_findings: int) -> str:
    kinds = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    told = f"{counted(counts.total(), 'finding')} in {with_findings} of {counted(rows, 'row')}"
    return f"{told}: {kinds}" if kinds else f"{counted(rows, 'row')}, nothing found"
