"""Give the published benchmarks whose shape is read: which pack states their checkers, and how they grade leniently."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ifdsl import data


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A published benchmark. `pack` is the module of the standard library; `lenient` a set of `checking.lenient`."""

    name: str
    pack: str
    lenient: str

    @property
    def pack_path(self) -> Path:
        return data.stdlib_path().joinpath(*self.pack.split(".")).with_suffix(".ifc")


BENCHMARKS: dict[str, Benchmark] = {
    benchmark.name: benchmark for benchmark in (Benchmark(name="ifeval", pack="ifeval", lenient="ifeval"),)
}
