"""Take the rows of a published file and a pack's module; give items that grade as the published evaluator does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    row, constraints = read.row, compiled.module.constraints
    assert row is not None
    ids = tuple([f"{position}:{id_}" for position, id_ in enumerate(row.instruction_ids)])
    checks = tuple([_check(constraints, instruction) for instruction in read.instructions])
    entry = SpecEntry(
        parameters=(),
        must=ids,
        should=(),
        requirements=checks,
        passes=lambda doc: all(check(doc) is True for check in checks),
        verdicts=lambda doc: [check(doc) for check in checks],
        explain=partial(_explain, row.key, ids, constraints, read.instructions),
    )
    return Item(Prompt.of_text(row.key, row.prompt), Verifier(entry), tuple(map(_label, row.instruction_ids)))


@lru_cache(maxsize=1024)
def _label(id_: str) -> Label:
    return Label(id_, id_.partition(":")[0])


def _check(constraints: Mapping[str, ConstraintEntry], instruction: Instruction | None) -> Check:
    if instruction is None:
        return lambda doc: UNKNOWN
    passes, arguments = constraints[instruction.signature.name].passes, instruction.arguments
    return lambda doc: passes(doc, *arguments)


def _explain(
    key: str,
    ids: Sequence[str],
    constraints: Mapping[str, ConstraintEntry],
    instructions: Sequence[Instruction | None],
    doc: Any,
) -> Report:
    outcomes: list[RequirementOutcome] = []
    for id_, instruction in zip(ids, instructions, strict=True):
        if instruction is None:
            outcomes.append(demand(id_, id_, undecided("the instruction cannot be checked")))
        else:
            explain = constraints[instruction.signature.name].explain
            outcomes.append(demand(id_, instruction.id, explain(doc, *instruction.arguments)))
    return Report(key, tuple(outcomes))
