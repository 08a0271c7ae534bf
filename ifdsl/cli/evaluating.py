"""Take the options of `ifdsl eval`; bring prompts, responses, grades, files and figures together."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.checking.lenient import LENIENT
from ifdsl.cli import FAILED, INTERRUPTED, OK
from ifdsl.cli.output import failed, show
from ifdsl.cli.writing import RESULTS, SUMMARY, Writer, overwritten
from ifdsl.compiler import Compiled, CompileFailed, compile_file
from ifdsl.published.benchmarks import BENCHMARKS, Benchmark
from ifdsl.published.evaluate import Graded, grade_all, grade_recorded, read_published
from ifdsl.published.reading import ReadItem
from ifdsl.published.results import FILES, PublishedResults
from ifdsl.published.rows import problem_at
from ifdsl.report.metrics import Meter
from ifdsl.run.grading import Grader, Item
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted
from ifdsl.source.file import about, system_reason
from ifdsl.store.records import UNDELIVERED, ItemResult, Problem

if TYPE_CHECKING:
    from ifdsl.cli.asking import Asked
_WARNED = ("unmatched", "ambiguous", "duplicate", "text_differs")
"""Kinds of problem with a recorded response that leave every graded one as it is."""


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
    grader = Grader(LENIENT["ifeval"], options.reading, options.details)
    meter, problems = Meter(), []  # type: tuple[Meter, list[Diagnostic]]
    stopped: list[str] = []
    try:
        with Writer(options.out) as writer:
            for result in _results(options, grader, problems, stopped):
                meter.add(result)
                writer.add(result)
    except OSError as error:
        raise CannotEvaluate([*problems, _unusable(error, options)]) from error
    show_problems(problems, options)
    return _finish(meter, problems, stopped, options)


def _results(
    options: argparse.Namespace, grader: Grader, problems: list[Diagnostic], stopped: list[str]
) -> Iterator[ItemResult]:
    benchmark, path = _published(options)
    _check_outputs([path, options.responses], (RESULTS, SUMMARY, *(() if benchmark is None else FILES)), options)
    if benchmark is None:
        yield from _own(options, grader, problems, stopped)
        return
    compiled = _compiled(benchmark.pack_path)
    grader = Grader(LENIENT[benchmark.lenient], grader.reading, grader.details)
    if options.responses is not None:
        by_position = options.join == "position"
        graded: Iterator[Graded] = grade_recorded(
            path, options.responses, compiled, grader, problems, by_position=by_position, limit=options.limit
        )
    else:
        graded = _ask_published(path, compiled, grader, problems, stopped, options)
    with ExitStack() as stack:
        published = stack.enter_context(PublishedResults(options.out)) if options.out is not None else None
        one = None
        for one in graded:
            if published is not None:
                published.write(one.read, one.result)
            if one.result is not None:
                if one.result.response is None and options.responses is not None:
                    problems.append(
                        about(options.responses, f"key {one.result.prompt_id} has no response", codes.MISSING_RESPONSE)
                    )
                yield one.result
    if one is None:
        raise CannotEvaluate([*problems, about(path, "the file has no row", codes.NOTHING_TO_RUN)])


def _check_outputs(read: list[Path | None], written: tuple[str, ...], options: argparse.Namespace) -> None:
    """Refuse to write over what is read: responses may be the results of an earlier run."""
    if options.out is None:
        return
    lost = overwritten([path for path in read if path is not None], options.out, written)
    if lost is not None:
        message = "results would be written over this file, which is read; name another folder with --out"
        raise CannotEvaluate([about(lost, message, codes.CANNOT_WRITE)])


def _published(options: argparse.Namespace) -> tuple[Benchmark | None, Path]:
    """The published data that is to be graded: named by --from, or by the source of a suite in the file."""
    if options.benchmark is not None:
        return BENCHMARKS[options.benchmark], options.file
    if options.file.suffix != ".ifc":
        advice = "name the shape of a data file with --from, as in `--from ifeval`"
        message = f"{quoted(str(options.file))} is no `.ifc` file"
        raise CannotEvaluate([about(options.file, message, codes.NOTHING_TO_RUN, advice)])
    from ifdsl.run.sources import BadSource, published_source

    try:
        found = published_source(options.file, options.data, BENCHMARKS)
    except BadSource as error:
        raise CannotEvaluate(error.diagnostics) from error
    return (None, options.file) if found is None else (BENCHMARKS[found[0]], found[1])


def _ask_published(
    path: Path,
    compiled: Compiled,
    grader: Grader,
    problems: list[Diagnostic],
    stopped: list[str],
    options: argparse.Namespace,
) -> Iterator[Graded]:
    pairs: list[tuple[ReadItem, Item | None]] = []
    seen: set[str] = set()
    for read, item in islice(read_published(path, compiled), options.limit):
        problems.extend(read.problems)
        if item is not None and item.prompt.id in seen:
            problems.append(
                about(path, f"two rows have the key {item.prompt.id}; the first stands", codes.DUPLICATE_KEY)
            )
            continue
        if item is not None:
            seen.add(item.prompt.id)
        pairs.append((read, item))
    asked = _ask([item for _, item in pairs if item is not None], options)
    _note(asked, stopped, options)
    yield from grade_all(pairs, asked.responses, grader)


def _own(
    options: argparse.Namespace, grader: Grader, problems: list[Diagnostic], stopped: list[str]
) -> Iterator[ItemResult]:
    """Grade the specs of an `.ifc` file."""
    from ifdsl.cli.own_items import own_items

    items = list(islice(own_items(options, problems), options.limit))
    if failed(problems):
        raise CannotEvaluate(problems)
    if not items:
        raise CannotEvaluate([about(options.file, "the file has no spec to evaluate", codes.NOTHING_TO_RUN)])
    if options.responses is not None:
        from ifdsl.run.recorded import join_responses

        by = "position" if options.join == "position" else "key_or_text"
        joined = join_responses(options.responses, [item.prompt for item in items], by=by)  # type: ignore[arg-type]
        problems.extend(_finding(problem) for problem in joined.problems if _matters(problem, options))
        responses = joined.responses
    else:
        asked = _ask(items, options)
        _note(asked, stopped, options)
        responses = asked.responses
    for item in items:
        yield grader.grade(item, responses.get(item.prompt.id))


def _matters(problem: Problem, options: argparse.Namespace) -> bool:
    """A response to a prompt beyond --limit is no finding, and neither is a blank line."""
    return problem.kind != "blank" and not (problem.kind == "unmatched" and options.limit is not None)


def _finding(problem: Problem) -> Diagnostic:
    if problem.kind == "missing":
        return about(problem.file, problem.message, codes.MISSING_RESPONSE)
    code = codes.UNMATCHED_RESPONSE if problem.kind in _WARNED else codes.MALFORMED_ROW
    return problem_at(problem.file, problem.line or 1, "", problem.message, code)


def _ask(items: list[Item], options: argparse.Namespace) -> Asked:
    from ifdsl.cli.asking import ask

    asked = ask([item.prompt for item in items], options)
    if asked.error is not None:
        code = codes.MISSING_EXTRA if asked.missing else codes.MODEL_ERROR
        raise CannotEvaluate([about(options.model, asked.error, code)])
    return asked


def _note(asked: Asked, stopped: list[str], options: argparse.Namespace) -> None:
    if asked.stopped is not None:
        stopped.append(asked.stopped)
    if asked.kept and not options.quiet:
        print(f"{asked.kept} responses were there already and were not asked for again", file=sys.stderr)


def _compiled(path: Path) -> Compiled:
    try:
        return compile_file(path)
    except CompileFailed as error:
        raise CannotEvaluate(error.diagnostics) from error


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


def _finish(meter: Meter, problems: list[Diagnostic], stopped: list[str], options: argparse.Namespace) -> int:
    from ifdsl.report.table import render, to_json

    metrics = meter.metrics()
    if options.format == "json":
        sys.stdout.write(to_json(metrics))
    else:
        print(render(metrics, colour=sys.stdout.isatty() and not options.no_colour), end="")
    if options.out is not None:
        try:
            (options.out / SUMMARY).write_text(to_json(metrics), encoding="utf-8")
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
