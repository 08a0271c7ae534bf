"""Take a published file; give each row with a certificate: whether what it asks for can hold together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ifdsl.analysis.certificate import Certificate, certify
from ifdsl.checking.entries import ConstraintEntry
from ifdsl.primitives.doc import Doc
from ifdsl.published.benchmarks import Benchmark
from ifdsl.published.instructions import Instruction
from ifdsl.published.overlay import Overlay
from ifdsl.published.pack_types import PackTypes
from ifdsl.published.reading import ReadItem, read_items


class Certified(NamedTuple):
    """A row and its certificate; None where the row, or one of its instructions, cannot be read."""

    read: ReadItem
    certificate: Certificate | None


def certified(path: Path, benchmark: Benchmark, *, details: bool = True) -> Iterator[Certified]:
    """The rows of a published file, in order; with `details`, conflicts come with what shows them.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: it is in a format, or a rule of a pack needs data, whose extra is not installed.
        CompileFailed: a pack of the benchmark is not there or has errors.
    """
    known = Overlay(benchmark.pack_paths)
    types = PackTypes(benchmark)
    for read in read_items(path, benchmark.shape, known):
        instructions = [instruction for instruction in read.instructions if instruction is not None]
        if read.row is None or read.problems:
            yield Certified(read, None)
            continue
        demands = types.demands(instructions)
        yield Certified(read, certify(demands, checker(instructions, known.constraints), details=details))


def checker(instructions: Sequence[Instruction], entries: Mapping[str, ConstraintEntry]) -> Callable[[str], list[bool]]:
    """What says of a text which instructions the compiled checkers find followed; undecided is not followed."""
    checks = [(entries[instruction.signature.name].passes, instruction.arguments) for instruction in instructions]

    def check(text: str) -> list[bool]:
        doc = Doc(text)
        return [passes(doc, *arguments) is True for passes, arguments in checks]

    return check
