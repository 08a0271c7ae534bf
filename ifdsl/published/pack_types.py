"""Take a benchmark; give the constraints of its packs by qualified name, as the conflict analysis reads them."""

from __future__ import annotations

from collections.abc import Iterable

from ifdsl.analysis.demands import Demand
from ifdsl.ir.nodes import Constraint
from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.instructions import Instruction


class PackTypes(dict[str, Constraint]):
    """The constraints of a benchmark's packs; a pack is built when one of its own is asked for.

    Checkers come compiled from the cache of `compiler`; only what is read as expressions needs the packs built.
    """

    def __init__(self, benchmark: Benchmark) -> None:
        super().__init__()
        self._paths = dict(zip(benchmark.packs, benchmark.pack_paths, strict=True))

    def __missing__(self, name: str) -> Constraint:
        from ifdsl.ir.build import build_file

        program = build_file(self._paths[name.rpartition(".")[0]]).program
        assert program is not None, "its checkers have been compiled"
        self.update(program.constraints)
        return self[name]

    def demands(self, instructions: Iterable[Instruction | None]) -> tuple[Demand, ...]:
        """What the instructions of a row ask; one that cannot be read is left out."""
        return tuple(Demand(each.id, self[each.signature.name], each.arguments) for each in instructions if each)
