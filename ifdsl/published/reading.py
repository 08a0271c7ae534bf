"""Take a published file and a pack's signatures; give each row with its instructions, or the problems with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ifdsl.compiler import Signature
from ifdsl.published.instructions import BadInstruction, Instruction, by_published_id, read_instruction
from ifdsl.published.rows import BadRow, Row, problem_at, read_rows
from ifdsl.source.diagnostic import Diagnostic


class ReadItem(NamedTuple):
    """One row of the file. `instructions` has None where one cannot be checked; `row` is None where nothing can."""

    line: int
    row: Row | None
    bad: BadRow | None
    instructions: tuple[Instruction | None, ...]
    problems: tuple[Diagnostic, ...]


def read_items(path: str | Path, signatures: Mapping[str, Signature]) -> Iterator[ReadItem]:
    """Read the rows of `path` in order; nothing in the file raises.

    Raises:
        OSError: the file cannot be read.
    """
    known = by_published_id(signatures)
    for row in read_rows(path):
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
