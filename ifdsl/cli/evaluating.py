"""Take the options of `ifdsl eval`; bring prompts, responses, grades, files and figures together."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ifdsl.checking.lenient import LENIENT
from ifdsl.cli import FAILED, INTERRUPTED, OK
from ifdsl.cli.output import CannotEvaluate, failed, show
from ifdsl.cli.session import Session, Told
from ifdsl.cli.writing import REPORT, RESULTS, SUMMARY, WITNESSES, Writer, overwritten
from ifdsl.compiler import CompileFailed
from ifdsl.primitives.extras import MissingExtra
from ifdsl.published.benchmarks import BENCHMARKS, Benchmark
from ifdsl.published.records import problem_at
from ifdsl.report.metrics import Metrics
from ifdsl.report.shortfall import Shortfall
from ifdsl.report.survey import Findings, Survey
from ifdsl.run.grading import Grader
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted
from ifdsl.source.file import about, system_reason
from ifdsl.store.records import ORACLE, UNDELIVERED, ItemResult, Problem

_WARNED = ("unmatched", "ambiguous", "duplicate", "text_differs")
"""Kinds of problem with a recorded response that leave every graded one as it is."""

_NO_SPEC = "the file has no spec to evaluate"


def evaluate(options: argparse.Namespace) -> int:
    """Run the whole command; give its exit code.

    Raises:
        CannotEvaluate: the file, the responses or the model cannot be used at all.
    """
    survey, problems = Survey(), []  # type: tuple[Survey, list[Diagnostic]]
    shortfall = Shortfall() if options.model == ORACLE else None
    stopped: list[str] = []
    folder = options.out or options.run_folder
    try:
        benchmark, path = data_of(options)
        _check_outputs(benchmark, path, options)
        # Beside what an answer costs, saying what was measured in it costs nothing.
        details = options.details or options.model not in (None, ORACLE)
        named = details or options.out is not None or options.run_folder is not None
        grader = Grader(LENIENT[benchmark.lenient if benchmark else "ifeval"], options.reading, details, named)
        with Session(options, grader) as session:
            folder = session.folder
            with Writer(folder) as writer:
                for result in _results(benchmark, path, session, problems, stopped):
                    survey.add(session.record(result))
                    if shortfall is not None:
                        shortfall.add(result)
                    writer.add(result)
            session.finish()
            if session.stopped is not None:
                stopped.append(session.stopped)
            metrics, findings = survey.figures()
            summary = _summary(metrics, findings, benchmark, shortfall)
            report = _write_figures(summary, session)
    except Told:
        show_problems(problems, options)
        return FAILED if failed(problems) else OK
    except OSError as error:
        raise CannotEvaluate([*problems, _unusable(error, folder, options)]) from error
    except MissingExtra as error:
        raise CannotEvaluate([*problems, about(options.file, str(error), codes.MISSING_EXTRA)]) from error
    except CompileFailed as error:
        raise CannotEvaluate([*problems, *error.diagnostics]) from error
    # All files are there by now: whoever reads what is printed may go away in the middle of it.
    show_problems(problems, options)
    if options.format == "json":
        sys.stdout.write(summary)
    else:
        _print_figures(metrics, findings, shortfall, options)
    if folder is not None and not options.quiet:
        print(f"results are in {folder}" + ("" if report is None else f"; look at {report}"), file=sys.stderr)
    for reason in stopped:
        print(f"stopped early: {reason}", file=sys.stderr)
    if "interrupted" in stopped:
        return INTERRUPTED
    undelivered = any(metrics.statuses.get(status) for status in UNDELIVERED)
    return FAILED if stopped or undelivered or failed(problems) else OK


def _results(
    benchmark: Benchmark | None,
    path: Path,
    session: Session,
    problems: list[Diagnostic],
    stopped: list[str],
) -> Iterator[ItemResult]:
    if benchmark is None:
        own = _own_by_oracle if session.options.model == ORACLE else _own
        return own(session, problems, stopped)
    from ifdsl.cli.evaluating_published import published_results

    return published_results(benchmark, path, session, problems, stopped)


def _check_outputs(benchmark: Benchmark | None, path: Path, options: argparse.Namespace) -> None:
    """Refuse to write over what is read: responses may be the results of an earlier run."""
    if options.out is None:
        return
    written = (RESULTS, SUMMARY, REPORT, *(benchmark.files if benchmark else ()))
    if options.model == ORACLE:
        written = (*written, WITNESSES)
    read = [one for one in (path, options.responses) if one is not None]
    lost = overwritten(read, options.out, written)
    if lost is not None:
        message = "results would be written over this file, which is read; name another folder with --out"
        raise CannotEvaluate([about(lost, message, codes.CANNOT_WRITE)])


def data_of(options: argparse.Namespace) -> tuple[Benchmark | None, Path]:
    """The published data that is to be graded: named by --from, or by the source of a suite in the file.

    Raises:
        CannotEvaluate: the file is of no kind that can be graded, or its source cannot be used.
    """
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


def _own(session: Session, problems: list[Diagnostic], stopped: list[str]) -> Iterator[ItemResult]:
    """Grade the specs of an `.ifc` file."""
    from ifdsl.cli.own_items import own_items

    options = session.options
    items = session.held(list(islice(own_items(options, problems), options.limit)))
    if failed(problems):
        raise CannotEvaluate(problems)
    if not items:
        raise CannotEvaluate([about(options.file, _NO_SPEC, codes.NOTHING_TO_RUN)])
    if options.responses is not None:
        from ifdsl.run.recorded import join_responses

        by = "position" if options.join == "position" else "key_or_text"
        joined = join_responses(options.responses, [item.prompt for item in items], by=by)  # type: ignore[arg-type]
        problems.extend(_finding(problem) for problem in joined.problems if _matters(problem, options))
        for item in items:
            yield session.grader.grade(item, joined.responses.get(item.prompt.id))
        return
    session.ask(items)
    for item in items:
        for response in session.answers(item):
            yield session.grader.grade(item, response)


def _own_by_oracle(session: Session, problems: list[Diagnostic], stopped: list[str]) -> Iterator[ItemResult]:
    """Answer the specs of an `.ifc` file by the oracle, one at a time, and grade its responses."""
    from ifdsl.cli.by_oracle import answered, own_aims

    options = session.options
    result = None
    for made, _, response in answered(islice(own_aims(options, problems), options.limit), options, stopped):
        result = session.grader.grade(made.item, response)
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


def _unusable(error: OSError, folder: Path | None, options: argparse.Namespace) -> Diagnostic:
    path = Path(error.filename or folder or options.file)
    writing = folder is not None and path.is_relative_to(folder)
    code = codes.CANNOT_WRITE if writing else codes.UNREADABLE_FILE
    return about(path, system_reason(error), code)


def show_problems(problems: list[Diagnostic], options: argparse.Namespace) -> None:
    """Print findings; with --json they are part of the summary on standard output, so they go to standard error."""
    if options.format in ("json", "sarif"):
        if not problems:
            return
        from ifdsl.source.render import render_json, render_sarif

        print(render_sarif(problems) if options.format == "sarif" else render_json(problems), file=sys.stderr)
    else:
        show(problems, options)


def _write_figures(summary: str, session: Session) -> Path | None:
    """Write the figures to the folder of the run, and where it is wanted the report; give the report's path."""
    options, run = session.options, session.run
    if run is None:
        return None
    (run.folder / SUMMARY).write_text(summary, encoding="utf-8")
    if not (session.asks if options.report is None else options.report):
        return None
    from ifdsl.cli.reporting import write_report

    write_report([run], run.folder / REPORT)
    return run.folder / REPORT


def _print_figures(
    metrics: Metrics, findings: Findings, shortfall: Shortfall | None, options: argparse.Namespace
) -> None:
    from ifdsl.report.table import render

    print(render(metrics, findings, colour=sys.stdout.isatty() and not options.no_colour), end="")
    if shortfall is not None:
        print(shortfall.text(), end="")


def _summary(metrics: Metrics, findings: Findings, benchmark: Benchmark | None, shortfall: Shortfall | None) -> str:
    """The figures as JSON, with the benchmark and what states its checkers, and what the oracle did not answer."""
    from ifdsl.report.table import to_json

    about: dict[str, object] = {}
    if benchmark is not None:
        about["benchmark"] = {"name": benchmark.name, "packs": [*benchmark.packs, *benchmark.vocabulary]}
    if shortfall is not None:
        about["oracle"] = shortfall.to_dict()
    return to_json(metrics, about, findings)
