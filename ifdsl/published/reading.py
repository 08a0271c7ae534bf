"""Take a published file, its shape and the constraints of its benchmark; give each row with its instructions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ifdsl.compiler import Signature
from ifdsl.published.instructions import BadInstruction, Instruction, read_instruction
from ifdsl.published.records import problem_at
from ifdsl.published.rows import BadRow, Row, Shape, read_rows
from ifdsl.source.diagnostic import Diagnostic


class ReadItem(NamedTuple):
    """One row of the file. `instructions` has None where one cannot be checked; `row` is None where nothing can."""

    line: int
    row: Row | None
    bad: BadRow | None
    instructions: tuple[Instruction | None, ...]
    problems: tuple[Diagnostic, ...]


def read_items(path: str | Path, shape: Shape, known: Mapping[str, Signature]) -> Iterator[ReadItem]:
    """Read the rows of `path` in order; nothing in the file raises.

    Args:
        path: the file.
        shape: that of its records.
        known: the constraints by published id.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: the file is in a format whose extra is not installed.
        CompileFailed: a pack is not there or has errors.
    """
    for row in read_rows(path, shape):
        if isinstance(row, BadRow):
            yield ReadItem(row.line, None, row, (), (row.diagnostic,))
            continue
        instructions: list[Instruction | None] = []
        problems = []
        for id_, given in zip(row.instruction_ids, row.arguments, strict=True):
            try:
                instructions.append(read_instruction(id_, given, known))
            except BadInstruction as error:
                instructions.append(None)
                problems.append(problem_at(str(path), row.line, f"key {row.key}", str(error), error.code))
        yield ReadItem(row.line, row, None, tuple(instructions), tuple(problems))
