"""Take a published file and responses; give each row with its verdicts, in input order, one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.items import item_of
from ifdsl.published.joining import Join
from ifdsl.published.overlay import Overlay
from ifdsl.published.reading import ReadItem, read_items
from ifdsl.run.grading import Grader, Item
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.store.records import ItemResult, Response


class Graded(NamedTuple):
    """One row with its result; None where the row itself cannot be read."""

    read: ReadItem
    result: ItemResult | None


def read_published(path: Path, benchmark: Benchmark) -> Iterator[tuple[ReadItem, Item | None]]:
    """The rows of a published file with the items that grade them.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format whose extra is not installed.
        CompileFailed: a pack of the benchmark is not there or has errors.
    """
    if benchmark.vocabulary:
        # Recognition builds modules from their sources, which no other benchmark waits for.
        from ifdsl.published.sentences import Checks, read_sentences, words_of

        words = words_of(benchmark.vocabulary_paths)
        for stated, item in Checks(words).items(read_sentences(path, benchmark.shape, words)):
            yield stated.read, item
        return
    known = Overlay(benchmark.pack_paths)
    for read in read_items(path, benchmark.shape, known):
        yield read, None if read.row is None else item_of(read, known.constraints)


def grade_recorded(
    path: Path,
    responses: Path,
    benchmark: Benchmark,
    grader: Grader,
    problems: list[Diagnostic],
    *,
    by_position: bool,
    limit: int | None = None,
) -> Iterator[Graded]:
    """Grade a file of recorded responses, for no more than `limit` rows; what does not fit is added to `problems`.

    Raises:
        OSError: one of the files cannot be read.
        MissingExtra: one is in a format whose extra is not installed.
        CompileFailed: a pack of the benchmark is not there or has errors.
    """
    join = Join(responses, "position" if by_position else benchmark.join, benchmark.answers)
    pairs = islice(read_published(path, benchmark), limit)
    for read, item, response in join.responses(pairs, whole=limit is None):
        problems.extend(read.problems)
        yield _graded(read, item, response, benchmark, grader)
    problems.extend(join.problems)


def grade_all(
    rows: Iterable[tuple[ReadItem, Item | None, Response | None]], benchmark: Benchmark, grader: Grader
) -> Iterator[Graded]:
    """Grade items against their responses."""
    for read, item, response in rows:
        yield _graded(read, item, response, benchmark, grader)


def _graded(
    read: ReadItem, item: Item | None, response: Response | None, benchmark: Benchmark, grader: Grader
) -> Graded:
    if item is None:
        return Graded(read, None)
    if response is not None and benchmark.graded is not None:
        response = response._replace(text=benchmark.graded(response.text))
    return Graded(read, grader.grade(item, response))
