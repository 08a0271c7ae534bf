"""Take a suite of a built file; give its items: prompts over drawn tasks and constraints, each certified and read back.

Item number i has the pattern and the level of cell i, where the cells go through all patterns and then all levels, so
that each cell has as many items as the others, give or take one. Each item has a source of random numbers of its own,
made from the suite's name, its seed and i, so that it is the same on every machine whatever else is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path

from ifdsl.analysis.certificate import Certificate
from ifdsl.analysis.demands import requirements_of
from ifdsl.generation.asking import Asked, Asker
from ifdsl.generation.drawing import level_name
from ifdsl.generation.shelf import Shelf
from ifdsl.generation.writing import Writer, Written
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file

Told = Callable[[], None]

WORTH = 200
"""Items from which on more than one process is worth its start of a second or two."""
_CHUNK = 20


@dataclass(frozen=True, slots=True)
class Made:
    """An item as a spec, with its certificate, and why what was drawn before it was rejected.

    `types` are the constraint types of its requirements.
    """

    spec: n.Spec
    types: tuple[n.Constraint, ...]
    certificate: Certificate
    rejected: Counter[str]


def items_of(shelf: Shelf, suite: n.Suite, told: Told = lambda: None, workers: int | None = None) -> Iterator[Made]:
    """The items of a suite, in order; none where it draws from no module.

    Args:
        told: called for each item.
        workers: how many processes make them; by default as many as are worth it.

    Raises:
        CannotDraw: a module or a source that the suite draws from cannot be had, or an item was drawn in vain too
            often.
    """
    if not suite.draw_from:
        return
    maker = Maker(shelf, suite)
    path = Path(shelf.built.files[-1].path)
    if workers is None:
        workers = 1 if maker.cases < WORTH else min(cpu_count() or 1, 8)
    spread = workers > 1 and path.is_file()
    for made in _by_processes(workers, path, shelf, suite, maker.cases) if spread else maker.all():
        told()
        yield made


class Maker:
    """Makes the items of one suite.

    Raises:
        CannotDraw: as `items_of` does.
    """

    def __init__(self, shelf: Shelf, suite: n.Suite) -> None:
        self._suite = suite
        self._asker = Asker(shelf, suite)
        self._writer = Writer(self._asker)
        self.cases = self._asker.cases

    def all(self) -> Iterator[Made]:
        """Every item, in order."""
        return map(self.made, range(self.cases))

    def made(self, number: int) -> Made:
        """The item of that number."""
        random = self._asker.random(number)
        rejected: Counter[str] = Counter()
        while True:
            asked = self._asker.asked(number, random, rejected)
            written = self._writer.written(asked, random)
            if isinstance(written, Written):
                return Made(self._spec(asked, written), tuple(one.constraint for one in asked.demands),
                            asked.certificate, rejected)  # fmt: skip
            self._asker.reject(written, number, rejected)

    def _spec(self, asked: Asked, written: Written) -> n.Spec:
        """The item as a spec. Without tasks there is no prompt: the set alone is of interest."""
        meta = [("suite", self._suite.name), ("level", level_name(asked.level))]
        if asked.task is not None:
            meta += [("pattern", asked.pattern), ("task", asked.task.id)]
        return n.Spec(
            name=f"{self._suite.name}_{asked.number + 1:0{len(str(self.cases))}}",
            task=n.Template(parts=(written.text,) if written.text else ()),
            stated=asked.task is not None,
            must=requirements_of(asked.demands),
            meta=(*meta, *written.meta),
        )


# ---------------------------------------------------------------- several processes
# They are spawned, never forked, and each builds the file anew: an item depends on its number alone.

_maker: Maker | None = None


def _by_processes(workers: int, path: Path, shelf: Shelf, suite: n.Suite, cases: int) -> Iterator[Made]:
    chunks = [range(first, min(first + _CHUNK, cases)) for first in range(0, cases, _CHUNK)]
    with ProcessPoolExecutor(workers, get_context("spawn"), _start, (path, shelf.data, suite)) as executor:
        for chunk in executor.map(_make, chunks):
            yield from chunk


def _start(path: Path, data: Path | None, suite: n.Suite) -> None:
    global _maker
    _maker = Maker(Shelf(build_file(path), data), suite)


def _make(numbers: range) -> list[Made]:
    assert _maker is not None
    return [_maker.made(number) for number in numbers]
