"""Take a suite of a built file; give its items: prompts over drawn tasks and constraints, each certified and read back.

Item number i has the pattern and the level of cell i, where the cells go through all patterns and then all levels, so
that each cell has as many items as the others, give or take one. Each item has a source of random numbers of its own,
made from the suite's name, its seed and i, so that it is the same on every machine whatever else is made. Only the
shots of the pattern `example` are chosen among the other items of the suite.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ifdsl.analysis.certificate import Certificate
from ifdsl.analysis.demands import requirements_of
from ifdsl.generation.asking import Asked, Asker
from ifdsl.generation.drawing import level_name
from ifdsl.generation.pool import drawn_by, workers_for
from ifdsl.generation.shelf import Shelf
from ifdsl.generation.writing import Writer, Written
from ifdsl.ir import nodes as n

Told = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Made:
    """An item as a spec, with its certificate, and why sets that were drawn before it were rejected.

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
        workers: how many processes draw; by default as many as are worth it.

    Raises:
        CannotDraw: a module or a source that the suite draws from cannot be had, or an item was drawn in vain too
            often.
    """
    if not suite.draw_from:
        return
    asker = Asker(shelf, suite)
    asked = []
    for one in _asked(shelf, suite, asker, workers):
        asked.append(one)
        told()
    writer = Writer(asker)
    pool = writer.pool(asked) if "example" in suite.patterns else ()
    for one in asked:
        random = asker.random(one.number, "written")
        written = writer.written(one, pool, random)
        while isinstance(written, str):
            asker.reject(written, one.number, one.rejected)
            one = asker.asked(one.number, random, one.rejected)
            written = writer.written(one, pool, random)
        yield _made(suite, asker.cases, one, written)


def _asked(shelf: Shelf, suite: n.Suite, asker: Asker, workers: int | None) -> Iterator[Asked]:
    path = Path(shelf.built.files[-1].path)
    count = workers_for(asker.cases) if workers is None else workers
    if count > 1 and path.is_file():
        return drawn_by(count, path, suite, shelf.data, asker.cases)
    return map(asker.asked, range(asker.cases))


def _made(suite: n.Suite, cases: int, asked: Asked, written: Written) -> Made:
    """The item as a spec. Without tasks there is no prompt: the set alone is of interest."""
    width = len(str(cases))
    meta = [("suite", suite.name), ("level", level_name(asked.level))]
    if asked.task is not None:
        meta += [("pattern", asked.pattern), ("task", asked.task.id)]
    meta += written.meta
    spec = n.Spec(
        name=f"{suite.name}_{asked.number + 1:0{width}}",
        task=n.Template(parts=(written.text,) if written.text else ()),
        stated=asked.task is not None,
        must=requirements_of(asked.demands),
        meta=tuple(meta),
    )
    return Made(spec, tuple(one.constraint for one in asked.demands), asked.certificate, asked.rejected)
