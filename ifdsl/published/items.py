"""Take the rows of a published file and a pack's module; give items that grade as the published evaluator does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from ifdsl.checking.entries import ConstraintEntry, SpecEntry
from ifdsl.checking.outcomes import demand, undecided
from ifdsl.checking.quick import UNKNOWN, Quick
from ifdsl.checking.verdict import Report, RequirementOutcome
from ifdsl.checking.verifier import Verifier
from ifdsl.compiler import Compiled
from ifdsl.primitives.doc import Doc
from ifdsl.published.instructions import Instruction
from ifdsl.published.reading import ReadItem
from ifdsl.run.grading import Item, Label
from ifdsl.store.records import Prompt

Check = Callable[[Doc], Quick]


def item_of(read: ReadItem, compiled: Compiled) -> Item:
    """The item of a row. An instruction that cannot be checked is `unknown` on every response."""
    assert read.row is not None
    ids = [f"{position}:{id_}" for position, id_ in enumerate(read.row.instruction_ids)]
    entries = [
        None if instruction is None else compiled.module.constraints[instruction.signature.name]
        for instruction in read.instructions
    ]
    checks = [_check(entry, instruction) for entry, instruction in zip(entries, read.instructions, strict=True)]
    explain = partial(_explain, read.row.key, ids, entries, read.instructions)
    labels = tuple(map(_label, read.row.instruction_ids))
    return Item(Prompt.of_text(read.row.key, read.row.prompt), Verifier(_entry(ids, checks, explain)), labels)


@lru_cache(maxsize=1024)
def _label(id_: str) -> Label:
    return Label(id_, id_.partition(":")[0])


def _check(entry: ConstraintEntry | None, instruction: Instruction | None) -> Check:
    if entry is None or instruction is None:
        return lambda doc: UNKNOWN
    passes, arguments = entry.passes, instruction.arguments
    return lambda doc: passes(doc, *arguments)


def _entry(ids: Sequence[str], checks: Sequence[Check], explain: Callable[[Doc], Report]) -> SpecEntry:
    """The functions of a spec whose requirements are these checks, all of them `must`."""
    return SpecEntry(
        parameters=(),
        must=tuple(ids),
        should=(),
        requirements=tuple(checks),
        passes=lambda doc: all(check(doc) is True for check in checks),
        verdicts=lambda doc: [check(doc) for check in checks],
        explain=explain,
    )


def _explain(
    key: str,
    ids: Sequence[str],
    entries: Sequence[ConstraintEntry | None],
    instructions: Sequence[Instruction | None],
    doc: Any,
) -> Report:
    outcomes: list[RequirementOutcome] = []
    for id_, entry, instruction in zip(ids, entries, instructions, strict=True):
        if entry is None or instruction is None:
            outcomes.append(demand(id_, id_, undecided("the instruction cannot be checked")))
        else:
            outcomes.append(demand(id_, instruction.id, entry.explain(doc, *instruction.arguments)))
    return Report(key, tuple(outcomes))
