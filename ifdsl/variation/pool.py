"""Take the specs of a program; give their groups, made by several processes where there are enough of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from os import cpu_count

from ifdsl.ir import nodes as n
from ifdsl.variation.group import Group
from ifdsl.variation.originals import values_of
from ifdsl.variation.stock import Stock
from ifdsl.variation.vary import Variation

_CHUNK = 8
_WORTH_IT = 32
"""Specs from which on further processes are worth their start."""

_maker: Variation | None = None
_asked: n.Cousins | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """What all groups of a run have in common."""

    program: n.Program
    asked: n.Cousins
    stock: Stock
    seed: int = 0


def groups(job: Job, specs: Sequence[n.Spec], workers: int | None = None) -> Iterator[Group]:
    """The group of each spec, in order; the same whatever the number of processes.

    Args:
        job: what they have in common.
        specs: of the job's program, or with its constraints.
        workers: how many processes; by default as many as there are processors, and one for a few specs.
    """
    count = workers if workers is not None else (1 if len(specs) < _WORTH_IT else min(cpu_count() or 1, 8))
    if count <= 1:
        maker = Variation(job.program, job.stock, job.seed)
        yield from (maker.group(spec, values_of(spec), job.asked) for spec in specs)
        return
    chunks = [specs[first : first + _CHUNK] for first in range(0, len(specs), _CHUNK)]
    with ProcessPoolExecutor(count, get_context("spawn"), _start, (job,)) as executor:
        for made in executor.map(_made, chunks):
            yield from made


def _start(job: Job) -> None:
    global _maker, _asked
    _maker, _asked = Variation(job.program, job.stock, job.seed), job.asked


def _made(specs: Sequence[n.Spec]) -> list[Group]:
    assert _maker is not None
    assert _asked is not None
    return [_maker.group(spec, values_of(spec), _asked) for spec in specs]
