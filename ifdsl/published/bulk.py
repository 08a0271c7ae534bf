"""Take a published file and its benchmark; give what bulk verification grades responses to it with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ifdsl.data import stdlib_digest
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.evaluate import read_published
from ifdsl.run.bulk.checks import By, Checks, digest
from ifdsl.run.grading import Item, Reading
from ifdsl.source.diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class PublishedItems:
    """The items of a published file.

    Attributes:
        path: the file; every machine that verifies has to reach it.
        benchmark: a name of `BENCHMARKS`.
    """

    path: Path
    benchmark: str

    def items(self, problems: list[Diagnostic]) -> Iterator[Item]:
        """
        Raises:
            OSError: the file cannot be read.
            MissingExtra: it is in a format whose extra is not installed.
            CompileFailed: a pack of the benchmark is not there or has errors.
        """
        for read, item in read_published(self.path, BENCHMARKS[self.benchmark]):
            problems.extend(read.problems)
            if item is not None:
                yield item

    def fingerprint(self) -> str:
        """Of the file, the standard library, which has the packs and what they use, and this package's version."""
        return digest([self.benchmark.encode("utf-8"), stdlib_digest().encode("ascii"), self.path.read_bytes()])


def published_checks(
    path: Path, benchmark: str, *, reading: Reading = "each", rewards: bool = False, join: By | None = None
) -> Checks:
    """The checks of a benchmark: its lenient views, what of a response it grades, and how responses find their rows.

    Args:
        path: the published file.
        benchmark: a name of `BENCHMARKS`.
        reading: `each` or `one`, see `run.grading.Grader`.
        rewards: whether to give the dense reward as well.
        join: how responses find their rows, where not as the benchmark has it.

    Raises:
        KeyError: there is no such benchmark.
    """
    known = BENCHMARKS[benchmark]
    by = join or ("key" if known.join == "position" else known.join)
    return Checks(PublishedItems(path, benchmark), known.lenient, reading, by, known.graded, rewards)
