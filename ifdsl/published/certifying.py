"""Take a published file; give each row with a certificate: whether what it asks for can hold together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ifdsl.analysis.certificate import Certificate, certify
from ifdsl.analysis.demands import Demand
from ifdsl.checking.entries import ConstraintEntry
from ifdsl.ir.nodes import Constraint
from ifdsl.primitives.doc import Doc
from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.instructions import Instruction
from ifdsl.published.overlay import Overlay
from ifdsl.published.reading import ReadItem, read_items


class Certified(NamedTuple):
    """A row and its certificate; None where the row, or one of its instructions, cannot be read."""

    read: ReadItem
    certificate: Certificate | None


def certified(path: Path, benchmark: Benchmark, *, repairs: bool = True) -> Iterator[Certified]:
    """The rows of a published file, in order; with `repairs`, conflicts come with the change that removes them.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format, or a rule of a pack needs data, whose extra is not installed.
        CompileFailed: a pack of the benchmark is not there or has errors.
    """
    known = Overlay(benchmark.pack_paths)
    types = _Types(benchmark)
    for read in read_items(path, benchmark.shape, known):
        instructions = [instruction for instruction in read.instructions if instruction is not None]
        if read.row is None or read.problems:
            yield Certified(read, None)
            continue
        demands = [
            Demand(instruction.id, types[instruction.signature.name], instruction.arguments)
            for instruction in instructions
        ]
        yield Certified(read, certify(demands, checker(instructions, known.constraints), repairs=repairs))


def checker(instructions: Sequence[Instruction], entries: Mapping[str, ConstraintEntry]) -> Callable[[str], list[bool]]:
    """What says of a text which instructions the compiled checkers find followed; undecided is not followed."""
    checks = [(entries[instruction.signature.name].passes, instruction.arguments) for instruction in instructions]

    def check(text: str) -> list[bool]:
        doc = Doc(text)
        return [passes(doc, *arguments) is True for passes, arguments in checks]

    return check


class _Types(dict[str, Constraint]):
    """The constraints of a benchmark's packs by qualified name; a pack is built when one of its own is asked for."""

    def __init__(self, benchmark: Benchmark) -> None:
        super().__init__()
        self._paths = dict(zip(benchmark.packs, benchmark.pack_paths, strict=True))

    def __missing__(self, name: str) -> Constraint:
        from ifdsl.ir.build import build_file

        program = build_file(self._paths[name.rpartition(".")[0]]).program
        assert program is not None, "the overlay has compiled it"
        self.update(program.constraints)
        return self[name]
