"""Take a published benchmark and a session; give the results on its rows, and write its own files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from ifdsl.cli.output import CannotEvaluate
from ifdsl.cli.session import Session
from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.dialogue import asked, turn_of
from ifdsl.published.evaluate import Graded, grade_all, grade_recorded, read_published
from ifdsl.published.reading import ReadItem
from ifdsl.run.grading import Item
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import about
from ifdsl.store.records import ORACLE, ItemResult, Response

Answered: TypeAlias = tuple[ReadItem, Item | None, Response | None]


def published_results(
    benchmark: Benchmark, path: Path, session: Session, problems: list[Diagnostic], stopped: list[str]
) -> Iterator[ItemResult]:
    """The result of each row, in input order; what is wrong is added to `problems`.

    Raises:
        CannotEvaluate: the file has no row, or the model cannot be asked.
        OSError: a file cannot be read or written.
        MissingExtra: a file is in a format whose extra is not installed.
        CompileFailed: a pack of the benchmark is not there or has errors.
    """
    options, grader = session.options, session.grader
    if options.responses is not None:
        by_position = options.join == "position"
        graded = grade_recorded(
            path, options.responses, benchmark, grader, problems, by_position=by_position, limit=options.limit
        )
    else:
        if options.model == ORACLE:
            rows = _by_oracle(benchmark, path, problems, stopped, options)
        else:
            rows = _asked(benchmark, path, problems, session)
        graded = grade_all(rows, benchmark, grader)
    with ExitStack() as stack:
        folder = session.folder
        write = stack.enter_context(benchmark.write(folder)) if folder is not None else None
        one: Graded | None = None
        for one in graded:
            # The published files have one answer to a prompt.
            if write is not None and (one.result is None or not one.result.repeat):
                write(one.read, one.result)
            if one.result is not None:
                if one.result.response is None and options.responses is not None:
                    message = f"key {one.result.prompt_id} has no response"
                    problems.append(about(options.responses, message, codes.MISSING_RESPONSE))
                yield one.result
    if one is None and not stopped:
        raise CannotEvaluate([*problems, about(path, "the file has no row", codes.NOTHING_TO_RUN)])


def _asked(benchmark: Benchmark, path: Path, problems: list[Diagnostic], session: Session) -> Iterator[Answered]:
    """The rows with the responses of a model."""
    seen: set[str] = set()
    rows = islice(read_published(path, benchmark), session.options.limit)
    pairs = [(read, item) for read, item in rows if _counts(read, item, seen, path, problems)]
    held = {prompt.id for prompt in session.held([item.prompt for _, item in pairs if item is not None])}
    pairs = [(read, item) for read, item in pairs if item is None or item.prompt.id in held]
    conversations = any(turn_of(read) > 1 for read, _ in pairs)
    if session.options.repeats > 1 and conversations:
        message = "conversations are asked once: later turns go on from one answer"
        raise CannotEvaluate([about(path, message, codes.NOTHING_TO_RUN, "leave out --repeats")])

    def ask(items: list[Item]) -> Mapping[str, Response]:
        session.ask(items)
        # An answer is needed here by a later turn alone.
        found = {item.prompt.id: session.answers(item)[0] for item in items if conversations}
        return {id_: response for id_, response in found.items() if response is not None}

    for read, item in asked(pairs, ask):
        for response in [None] if item is None else session.answers(item):
            yield read, item, response


def _by_oracle(
    benchmark: Benchmark, path: Path, problems: list[Diagnostic], stopped: list[str], options: argparse.Namespace
) -> Iterator[Answered]:
    """The rows with the responses of the oracle. Each stands for itself, turns of a conversation too."""
    from ifdsl.cli.by_oracle import answered
    from ifdsl.published.aiming import aimed_rows

    seen: set[str] = set()
    rows = islice(aimed_rows(path, benchmark), options.limit)
    counted = (row for row in rows if _counts(row[0], row[1], seen, path, problems))
    return answered(counted, options, stopped, graded=benchmark.graded)


def _counts(read: ReadItem, item: Item | None, seen: set[str], path: Path, problems: list[Diagnostic]) -> bool:
    """Whether a row counts: of rows with one key the first does. What is wrong with it is added to `problems`."""
    problems.extend(read.problems)
    if item is None:
        return True
    if item.prompt.id in seen:
        message = f"two rows have the key {item.prompt.id}; the first stands"
        problems.append(about(path, message, codes.DUPLICATE_KEY))
        return False
    seen.add(item.prompt.id)
    return True
