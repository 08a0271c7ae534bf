"""Take the options of `ifdsl eval`; bring prompts, responses, grades, files and figures together."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.checking.lenient import LENIENT
from ifdsl.cli import FAILED, INTERRUPTED, OK
from ifdsl.cli.output import failed, show
from ifdsl.cli.writing import RESULTS, SUMMARY, WITNESSES, Writer, overwritten
from ifdsl.compiler import CompileFailed
from ifdsl.primitives.extras import MissingExtra
from ifdsl.published.benchmarks import BENCHMARKS, Benchmark
from ifdsl.published.records import problem_at
from ifdsl.report.metrics import Meter, Metrics
from ifdsl.report.shortfall import Shortfall
from ifdsl.run.grading import Grader, Item
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted
from ifdsl.source.file import about, system_reason
from ifdsl.store.records import ORACLE, UNDELIVERED, ItemResult, Problem

if TYPE_CHECKING:
    from ifdsl.cli.asking import Asked
_WARNED = ("unmatched", "ambiguous", "duplicate", "text_differs")
"""Kinds of problem with a recorded response that leave every graded one as it is."""

_NO_SPEC = "the file has no spec to evaluate"


class CannotEvaluate(Exception):
    """Nothing could be graded; `diagnostics` says why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        super().__init__("nothing could be graded")
        self.diagnostics = tuple(diagnostics)


def evaluate(options: argparse.Namespace) -> int:
    """Run the whole command; give its exit code.

    Raises:
        CannotEvaluate: the file, the responses or the model cannot be used at all.
    """
    meter, problems = Meter(), []  # type: tuple[Meter, list[Diagnostic]]
    shortfall = Shortfall() if options.model == ORACLE else None
    stopped: list[str] = []
    try:
        with Writer(options.out) as writer:
            benchmark, path = _data(options)
            for result in _results(benchmark, path, options, problems, stopped):
                meter.add(result)
                if shortfall is not None:
                    shortfall.add(result)
                writer.add(result)
    except OSError as error:
        raise CannotEvaluate([*problems, _unusable(error, options)]) from error
    except MissingExtra as error:
        raise CannotEvaluate([*problems, about(options.file, str(error), codes.MISSING_EXTRA)]) from error
    except CompileFailed as error:
        raise CannotEvaluate([*problems, *error.diagnostics]) from error
    show_problems(problems, options)
    return _finish(meter, benchmark, shortfall, problems, stopped, options)


def _results(
    benchmark: Benchmark | None,
    path: Path,
    options: argparse.Namespace,
    problems: list[Diagnostic],
    stopped: list[str],
) -> Iterator[ItemResult]:
    written = (RESULTS, SUMMARY, *(benchmark.files if benchmark else ()))
    _check_outputs([path, options.responses], (*written, WITNESSES) if options.model == ORACLE else written, options)
    if benchmark is None:
        grader = Grader(LENIENT["ifeval"], options.reading, options.details)
        own = _own_by_oracle if options.model == ORACLE else _own
        return own(options, grader, problems, stopped)
    from ifdsl.cli.evaluating_published import published_results

    return published_results(benchmark, path, options, problems, stopped)


def _check_outputs(read: list[Path | None], written: tuple[str, ...], options: argparse.Namespace) -> None:
    """Refuse to write over what is read: responses may be the results of an earlier run."""
    if options.out is None:
        return
    lost = overwritten([path for path in read if path is not None], options.out, written)
    if lost is not None:
        message = "results would be written over this file, which is read; name another folder with --out"
        raise CannotEvaluate([about(lost, message, codes.CANNOT_WRITE)])


def _data(options: argparse.Namespace) -> tuple[Benchmark | None, Path]:
    """The published data that is to be graded: named by --from, or by the source of a suite in the file."""
    if options.benchmark is not None:
        return BENCHMARKS[options.benchmark], options.file
    if options.file.suffix != ".ifc":
        advice = "name the shape of a data file with --from, as in `--from ifeval`"
        message = f"{quoted(str(options.file))} is no `.ifc` file"
        raise CannotEvaluate([about(options.file, message, codes.NOTHING_TO_RUN, advice)])
    from ifdsl.run.sources import BadSource, published_source

    formats = {benchmark.source_format: benchmark for benchmark in BENCHMARKS.values()}
    try:
        found = published_source(options.file, options.data, formats)
    except BadSource as error:
        raise CannotEvaluate(error.diagnostics) from error
    return (None, options.file) if found is None else (formats[found[0]], found[1])


def _own(
    options: argparse.Namespace, grader: Grader, problems: list[Diagnostic], stopped: list[str]
) -> Iterator[ItemResult]:
    """Grade the specs of an `.ifc` file."""
    from ifdsl.cli.own_items import own_items

    items = list(islice(own_items(options, problems), options.limit))
    if failed(problems):
        raise CannotEvaluate(problems)
    if not items:
        raise CannotEvaluate([about(options.file, _NO_SPEC, codes.NOTHING_TO_RUN)])
    if options.responses is not None:
        from ifdsl.run.recorded import join_responses

        by = "position" if options.join == "position" else "key_or_text"
        joined = join_responses(options.responses, [item.prompt for item in items], by=by)  # type: ignore[arg-type]
        problems.extend(_finding(problem) for problem in joined.problems if _matters(problem, options))
        responses = joined.responses
    else:
        asked = ask_items(items, options)
        note(asked, stopped, options)
        responses = asked.responses
    for item in items:
        yield grader.grade(item, responses.get(item.prompt.id))


def _own_by_oracle(
    options: argparse.Namespace, grader: Grader, problems: list[Diagnostic], stopped: list[str]
) -> Iterator[ItemResult]:
    """Answer the specs of an `.ifc` file by the oracle, one at a time, and grade its responses."""
    from ifdsl.cli.by_oracle import answered, own_aims

    result = None
    for made, _, response in answered(islice(own_aims(options, problems), options.limit), options, stopped):
        result = grader.grade(made.item, response)
        yield result
    if failed(problems):
        raise CannotEvaluate(problems)
    if result is None and not stopped:
        raise CannotEvaluate([about(options.file, _NO_SPEC, codes.NOTHING_TO_RUN)])


def _matters(problem: Problem, options: argparse.Namespace) -> bool:
    """A response to a prompt beyond --limit is no finding, and neither is a blank line."""
    return problem.kind != "blank" and not (problem.kind == "unmatched" and options.limit is not None)


def _finding(problem: Problem) -> Diagnostic:
    if problem.kind == "missing":
        return about(problem.file, problem.message, codes.MISSING_RESPONSE)
    code = codes.UNMATCHED_RESPONSE if problem.kind in _WARNED else codes.MALFORMED_ROW
    return problem_at(problem.file, problem.line or 1, "", problem.message, code)


def ask_items(items: list[Item], options: argparse.Namespace) -> Asked:
    from ifdsl.cli.asking import ask

    asked = ask([item.prompt for item in items], options)
    if asked.error is not None:
        code = codes.MISSING_EXTRA if asked.missing else codes.MODEL_ERROR
        raise CannotEvaluate([about(options.model, asked.error, code)])
    return asked


def note(asked: Asked, stopped: list[str], options: argparse.Namespace) -> None:
    if asked.stopped is not None:
        stopped.append(asked.stopped)
    if asked.kept and not options.quiet:
        print(f"{asked.kept} responses were there already and were not asked for again", file=sys.stderr)


def _unusable(error: OSError, options: argparse.Namespace) -> Diagnostic:
    path = Path(error.filename or options.out or options.file)
    writing = options.out is not None and path.is_relative_to(options.out)
    code = codes.CANNOT_WRITE if writing else codes.UNREADABLE_FILE
    return about(path, system_reason(error), code)


def show_problems(problems: list[Diagnostic], options: argparse.Namespace) -> None:
    """Print findings; with --json they are part of the summary on standard output, so they go to standard error."""
    if options.format in ("json", "sarif"):
        from ifdsl.source.render import render_json, render_sarif

        print(render_sarif(problems) if options.format == "sarif" else render_json(problems), file=sys.stderr)
    else:
        show(problems, options)


def _finish(
    meter: Meter,
    benchmark: Benchmark | None,
    shortfall: Shortfall | None,
    problems: list[Diagnostic],
    stopped: list[str],
    options: argparse.Namespace,
) -> int:
    from ifdsl.report.table import render

    metrics = meter.metrics()
    summary = _summary(metrics, benchmark, shortfall)
    if options.format == "json":
        sys.stdout.write(summary)
    else:
        print(render(metrics, colour=sys.stdout.isatty() and not options.no_colour), end="")
        if shortfall is not None:
            print(shortfall.text(), end="")
    if options.out is not None:
        try:
            (options.out / SUMMARY).write_text(summary, encoding="utf-8")
        except OSError as error:
            raise CannotEvaluate([_unusable(error, options)]) from error
        if not options.quiet:
            print(f"results are in {options.out}", file=sys.stderr)
    for reason in stopped:
        print(f"stopped early: {reason}", file=sys.stderr)
    if any(reason == "interrupted" for reason in stopped):
        return INTERRUPTED
    undelivered = any(metrics.statuses.get(status) for status in UNDELIVERED)
    return FAILED if stopped or undelivered or failed(problems) else OK


def _summary(metrics: Metrics, benchmark: Benchmark | None, shortfall: Shortfall | None) -> str:
    """The figures as JSON, with the benchmark and what states its checkers, and what the oracle did not answer."""
    from ifdsl.report.table import to_json

    about: dict[str, object] = {}
    if benchmark is not None:
        about["benchmark"] = {"name": benchmark.name, "packs": [*benchmark.packs, *benchmark.vocabulary]}
    if shortfall is not None:
        about["oracle"] = shortfall.to_dict()
    return to_json(metrics, about)
