"""Take a published file; give the file of specs or flows that asks what its rows ask, and what could not be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.conversations import FlowFile, conversations
from ifdsl.published.overlay import Overlay
from ifdsl.published.reading import ReadItem, read_items
from ifdsl.published.records import problem_at
from ifdsl.published.spec_file import Line, SpecFile, Unwritable, calls, statements
from ifdsl.source.diagnostic import Diagnostic


class _Asked(NamedTuple):
    """A row and what makes the lines of its spec; None where nothing can be written."""

    read: ReadItem
    lines: Callable[[], list[Line]] | None


def specs_of(path: Path, benchmark: Benchmark, problems: list[Diagnostic]) -> SpecFile:
    """A spec for each row; what is wrong with a row is added to `problems`.

    A row that cannot be read, or with an instruction that cannot be checked, is left out. Of a row whose constraints
    are sentences those that are recognised are written, and the others stand there as comments.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format whose extra is not installed.
        CompileFailed: a pack of the benchmark is not there or has errors.
    """
    known = Overlay(benchmark.pack_paths)
    specs = SpecFile(benchmark.name, known.constraints)
    rows = _sentences(path, benchmark) if benchmark.vocabulary else _instructions(path, benchmark, known)
    for read, lines in rows:
        problems.extend(read.problems)
        if read.row is None or lines is None:
            continue
        try:
            specs.add(read.row, lines())
        except Unwritable as error:
            problems.append(problem_at(str(path), read.line, f"key {read.row.key}", str(error)))
    return specs


def flows_of(path: Path, benchmark: Benchmark, problems: list[Diagnostic]) -> FlowFile:
    """A flow for each conversation; what is wrong with a row is added to `problems`, and its conversation left out.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format whose extra is not installed.
        CompileFailed: a pack of the benchmark is not there or has errors.
    """
    flows = FlowFile(benchmark.name)
    for rows in conversations(read_items(path, benchmark.shape, Overlay(benchmark.pack_paths))):
        found = [problem for read in rows for problem in read.problems]
        problems.extend(found)
        turns = [
            (read.row, [one for one in read.instructions if one is not None]) for read in rows if read.row is not None
        ]
        if found or len(turns) < len(rows):
            continue
        try:
            flows.add(turns)
        except Unwritable as error:
            problems.append(problem_at(str(path), rows[0].line, f"key {turns[0][0].key}", str(error)))
    return flows


def _instructions(path: Path, benchmark: Benchmark, known: Overlay) -> Iterator[_Asked]:
    for read in read_items(path, benchmark.shape, known):
        instructions = [one for one in read.instructions if one is not None]
        yield _Asked(read, None if read.problems else partial(calls, instructions))


def _sentences(path: Path, benchmark: Benchmark) -> Iterator[_Asked]:
    from ifdsl.published.sentences import read_sentences, words_of

    words = words_of(benchmark.vocabulary_paths)
    for read, requirements in read_sentences(path, benchmark.shape, words):
        if read.row is None or not any(requirements):
            yield _Asked(read, None)
            continue
        sentences = [given["sentence"] for given in read.row.arguments]
        yield _Asked(read, partial(statements, sentences, requirements))
