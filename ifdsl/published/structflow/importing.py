"""Take StructFlowBench's file; give a program of flows that ask the same, or its text, and what was wrong."""

from __future__ import annotations

from pathlib import Path

from ifdsl import data
from ifdsl.compiler import CompileFailed
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built, build_file
from ifdsl.ir.printer import print_program
from ifdsl.published.structflow.dialogues import Dialogue, read_dialogues
from ifdsl.published.structflow.flows import flow_of
from ifdsl.published.structflow.questions import PACK, Questions
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import SourceFile
from ifdsl.syntax.printer import format_file


def dialogues_of(path: Path, problems: list[Diagnostic], limit: int | None = None) -> list[Dialogue]:
    """The dialogues of a file; what is wrong with others is added to `problems`.

    Raises:
        OSError: the file cannot be read.
    """
    found: list[Dialogue] = []
    for one in read_dialogues(path):
        if isinstance(one, Diagnostic):
            problems.append(one)
        else:
            found.append(one)
            if len(found) == limit:
                break
    return found


def flows_built(path: Path, problems: list[Diagnostic], limit: int | None = None) -> Built:
    """The flows of a file as a built program, without places: they stand in no source file.

    Raises:
        OSError: the file cannot be read.
        CompileFailed: the pack has errors.
    """
    dialogues = dialogues_of(path, problems, limit)
    pack = build_file(data.stdlib_path() / f"{PACK}.ifc")
    if pack.program is None:
        raise CompileFailed(pack.diagnostics)
    questions = Questions.of_pack()
    program = n.Program(
        module="dialogues",
        uses=(PACK,),
        constraints=pack.program.constraints,
        flows=tuple(flow_of(dialogue, questions) for dialogue in dialogues),
    )
    return Built(program, ())


def flows_text(path: Path, problems: list[Diagnostic]) -> tuple[str, int]:
    """The flows of a file as an `.ifc` file, and how many they are.

    Raises:
        OSError: the file cannot be read.
        CompileFailed: the pack has errors.
    """
    program = flows_built(path, problems).program
    assert program is not None
    head, _, rest = print_program(program).partition("\n\n")
    count = len(program.flows)
    note = f"# {path.name}, {count} dialogues in the shape of StructFlowBench."
    text = f"{head}\n\n{note}\n\n{rest}".rstrip("\n") + "\n"
    laid_out = format_file(SourceFile(path.name, text))
    return (laid_out if isinstance(laid_out, str) else text), count
