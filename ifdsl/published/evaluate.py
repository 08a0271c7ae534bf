"""Take a published file and responses; give each row with its verdicts, in input order, one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ifdsl.compiler import Compiled
from ifdsl.published.items import item_of
from ifdsl.published.joining import Join
from ifdsl.published.reading import ReadItem, read_items
from ifdsl.run.grading import Grader, Item
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.store.records import ItemResult, Response


class Graded(NamedTuple):
    """One row with its result; None where the row itself cannot be read."""

    read: ReadItem
    result: ItemResult | None


def read_published(path: Path, compiled: Compiled) -> Iterator[tuple[ReadItem, Item | None]]:
    """The rows of a published file with the items that grade them.

    Raises:
        OSError: the file cannot be read.
    """
    for read in read_items(path, compiled.signatures):
        yield read, None if read.row is None else item_of(read, compiled)


def grade_recorded(
    path: Path,
    responses: Path,
    compiled: Compiled,
    grader: Grader,
    problems: list[Diagnostic],
    *,
    by_position: bool,
    limit: int | None = None,
) -> Iterator[Graded]:
    """Grade a file of recorded responses, for no more than `limit` rows; what does not fit is added to `problems`.

    Raises:
        OSError: one of the files cannot be read.
    """
    join = Join(responses, by_position)
    reads = islice(read_items(path, compiled.signatures), limit)
    for read, response in join.responses(reads, whole=limit is None):
        problems.extend(read.problems)
        if read.row is None:
            yield Graded(read, None)
        else:
            yield Graded(read, grader.grade(item_of(read, compiled), response))
    problems.extend(join.problems)


def grade_all(
    pairs: Iterable[tuple[ReadItem, Item | None]], responses: dict[str, Response], grader: Grader
) -> Iterator[Graded]:
    """Grade items against responses that are at hand by the item's id."""
    for read, item in pairs:
        yield Graded(read, None if item is None else grader.grade(item, responses.get(item.prompt.id)))
