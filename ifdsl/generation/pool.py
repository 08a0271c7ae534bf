"""Take a suite of a file and numbers of items; give their sets in order, drawn by several processes.

Processes are spawned, never forked. Each builds the file anew; what one draws depends on the number of the item alone,
so that it is the same with any number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from os import sched_getaffinity
from pathlib import Path

from ifdsl.generation.asking import Asked, Asker
from ifdsl.generation.shelf import Shelf
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file

WORTH = 200
"""Sets from which on more than one process is worth its start of a second or two."""
_CHUNK = 20

_asker: Asker | None = None


def workers_for(sets: int) -> int:
    """How many processes draw so many sets."""
    return 1 if sets < WORTH else min(len(sched_getaffinity(0)), 8, sets // _CHUNK)


def drawn_by(workers: int, path: Path, suite: n.Suite, data: Path | None, cases: int) -> Iterator[Asked]:
    """The sets of the items 0, 1, 2, … of a suite of the file at `path`.

    Raises:
        CannotDraw: as `Asker` and its `asked` do.
    """
    chunks = [range(first, min(first + _CHUNK, cases)) for first in range(0, cases, _CHUNK)]
    with ProcessPoolExecutor(workers, get_context("spawn"), _start, (path, suite, data)) as executor:
        for chunk in executor.map(_draw, chunks):
            yield from chunk


def _start(path: Path, suite: n.Suite, data: Path | None) -> None:
    global _asker
    _asker = Asker(Shelf(build_file(path), data), suite)


def _draw(numbers: range) -> list[Asked]:
    assert _asker is not None
    return [_asker.asked(number) for number in numbers]
