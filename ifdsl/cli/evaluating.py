"""Take the options of `ifdsl eval`; bring prompts, responses, grades, files and figures together."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from ifdsl.checking.lenient import LENIENT
from ifdsl.cli import FAILED, INTERRUPTED, OK
from ifdsl.cli.answering import answers_for
from ifdsl.cli.output import CannotEvaluate, failed, show
from ifdsl.cli.session import Session, Told
from ifdsl.cli.writing import REPORT, RESULTS, SUMMARY, WITNESSES, Writer, overwritten
from ifdsl.compiler import CompileFailed
from ifdsl.primitives.extras import MissingExtra
from ifdsl.published.benchmarks import BENCHMARKS, STRUCTFLOW, Benchmark
from ifdsl.published.records import problem_at
from ifdsl.report.metrics import Metrics
from ifdsl.report.shortfall import Shortfall
from ifdsl.report.survey import Findings, Survey
from ifdsl.run.grading import Grader
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted
from ifdsl.source.file import about, system_reason
from ifdsl.store.records import ORACLE, UNDELIVERED, ItemResult, Problem, Prompt, Response

_WARNED = ("unmatched", "ambiguous", "duplicate", "text_differs")
"""Kinds of problem with a recorded response that leave every graded one as it is."""

_NO_SPEC = "the file has no spec and no flow to evaluate"


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
        views = LENIENT[benchmark.lenient if benchmark else "ifeval"]
        grader = Grader(views, options.reading, details, named, answers_for(options, problems))
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


def graded_with(
    options: argparse.Namespace, problems: list[Diagnostic], wrapped: Callable[[Grader], Any]
) -> Iterator[ItemResult]:
    """The results of a run that is graded again, by what is made of the grader; nothing of them is written.

    Raises:
        CannotEvaluate: the file, the responses or the model cannot be used at all.
    """
    try:
        benchmark, path = data_of(options)
        views = LENIENT[benchmark.lenient if benchmark else "ifeval"]
        with Session(options, wrapped(Grader(views, options.reading, False, True))) as session:
            yield from _results(benchmark, path, session, problems, [])
    except MissingExtra as error:
        raise CannotEvaluate([*problems, about(options.file, str(error), codes.MISSING_EXTRA)]) from error
    except CompileFailed as error:
        raise CannotEvaluate([*problems, *error.diagnostics]) from error


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
    if options.benchmark == STRUCTFLOW:
        options.dialogues = options.file
        return None, options.file
    if options.benchmark is not None:
        return BENCHMARKS[options.benchmark], options.file
    if options.file.suffix != ".ifc":
        advice = "name the shape of a data file with --from, as in `--from ifeval`"
        message = f"{quoted(str(options.file))} is no `.ifc` file"
        raise CannotEvaluate([about(options.file, message, codes.NOTHING_TO_RUN, advice)])
    from ifdsl.run.sources import BadSource, published_source

    formats = {benchmark.source_format: benchmark for benchmark in BENCHMARKS.values()}
    try:
        found = published_source(options.file, options.data, {*formats, STRUCTFLOW})
    except BadSource as error:
        raise CannotEvaluate(error.diagnostics) from error
    if found is not None and found[0] == STRUCTFLOW:
        options.dialogues = found[1]
        return None, options.file
    return (None, options.file) if found is None else (formats[found[0]], found[1])


def _own(session: Session, problems: list[Diagnostic], stopped: list[str]) -> Iterator[ItemResult]:
    """Grade the specs and flows of an `.ifc` file."""
    from ifdsl.cli import dialogues
    from ifdsl.cli.own_items import opened, posed_in, turns_in

    options = session.options
    made = opened(options, problems)
    specs = [] if made is None else list(islice((one.item for one in posed_in(made, options, problems)), options.limit))
    turns = [] if made is None else turns_in(made, options, problems)
    turns = turns if options.limit is None else turns[: options.limit - len(specs)]
    if failed(problems):
        raise CannotEvaluate(problems)
    if not specs and not turns:
        raise CannotEvaluate([about(options.file, _NO_SPEC, codes.NOTHING_TO_RUN)])
    # What a prompt says may hang on what is answered before it; its id does not.
    prompts = [*(item.prompt for item in specs), *(turn.item().prompt for turn in turns)]
    if options.responses is not None:
        responses = _recorded(prompts, options, problems)
        for item in (*specs, *dialogues.recorded(turns, responses)):
            yield session.grader.grade(item, responses.get(item.prompt.id))
        return
    held = {prompt.id for prompt in session.held(prompts)}
    specs = [item for item in specs if item.prompt.id in held]
    session.ask(specs)
    for item in (*specs, *dialogues.of_model([turn for turn in turns if turn.id in held], session)):
        for response in session.answers(item):
            yield session.grader.grade(item, response)


def _recorded(
    prompts: Sequence[Prompt], options: argparse.Namespace, problems: list[Diagnostic]
) -> Mapping[str, Response]:
    """The recorded responses, by prompt id; what is wrong with them is added to `problems`."""
    if options.dialogues is not None:
        from ifdsl.published.structflow.recorded import responses_by_turn

        return responses_by_turn(options.responses, prompts, problems)
    from ifdsl.run.recorded import join_responses

    by = "position" if options.join == "position" else "key_or_text"
    joined = join_responses(options.responses, prompts, by=by)  # type: ignore[arg-type]
    problems.extend(_finding(problem) for problem in joined.problems if _matters(problem, options))
    return joined.responses


def _own_by_oracle(session: Session, problems: list[Diagnostic], stopped: list[str]) -> Iterator[ItemResult]:
    """Answer the specs and flows of an `.ifc` file by the oracle, one at a time, and grade its responses."""
    from ifdsl.cli import dialogues
    from ifdsl.cli.by_oracle import aims_in, answered
    from ifdsl.cli.own_items import opened, turns_in

    options = session.options
    made = opened(options, problems)
    count = 0
    if made is not None:
        rows = answered(islice(aims_in(made, options, problems), options.limit), options, stopped)
        for one, _, response in rows:
            count += 1
            yield session.grader.grade(one.item, response)
        turns = turns_in(made, options, problems)
        turns = turns if options.limit is None else turns[: options.limit - count]
        for result in dialogues.of_oracle(made, turns, options, stopped, session.grader):
            count += 1
            yield result
    if failed(problems):
        raise CannotEvaluate(problems)
    if not count and not stopped:
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
