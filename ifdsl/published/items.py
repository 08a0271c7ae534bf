"""Take the rows of a published file and what checks their instructions; give items that grade as published."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from ifdsl.checking.entries import ConstraintEntry, SpecEntry
from ifdsl.checking.outcomes import demand, undecided
from ifdsl.checking.quick import UNKNOWN, Quick
from ifdsl.checking.verdict import Outcome, Report, RequirementOutcome
from ifdsl.checking.verifier import Verifier
from ifdsl.data import stdlib_digest
from ifdsl.primitives.doc import Doc
from ifdsl.published.instructions import Instruction
from ifdsl.published.locating import Tell, located, of_instructions
from ifdsl.published.reading import ReadItem
from ifdsl.published.rows import Row
from ifdsl.run.grading import Item, Label
from ifdsl.store.records import NO_META, Message, Prompt

_TOLD = ("pattern", "level", "language", "turn")
"""What of a row a report tells results apart by."""


class Check(NamedTuple):
    """What grades one instruction: its quick verdict, and its outcome in full."""

    passes: Callable[[Doc], Quick]
    explain: Callable[[Any], Outcome]


def item_of(read: ReadItem, constraints: Mapping[str, ConstraintEntry]) -> Item:
    """The item of a row whose instructions are constraints of a pack."""
    assert read.row is not None
    checks = [_check(constraints, instruction) for instruction in read.instructions]
    return item_with(read.row, checks, tell=partial(of_instructions, instructions=read.instructions))


def item_with(row: Row, checks: Sequence[Check | None], separator: str = ":", tell: Tell | None = None) -> Item:
    """The item of a row. An instruction that cannot be checked is `unknown` on every response.

    Args:
        row: the row.
        checks: one for each of its instructions; None where it cannot be checked.
        separator: what ends the group in the name of an instruction.
        tell: says what is known of where each is written and asked for, once somebody wants to see that.
    """
    ids = tuple([f"{position}:{id_}" for position, id_ in enumerate(row.instruction_ids)])
    quick = tuple([_unknown if check is None else check.passes for check in checks])
    entry = SpecEntry(
        parameters=(),
        must=ids,
        should=(),
        requirements=quick,
        passes=lambda doc: all(check(doc) is True for check in quick),
        verdicts=lambda doc: [check(doc) for check in quick],
        explain=partial(_explain, row, ids, checks),
    )
    told = {name: row.meta[name] for name in _TOLD if row.meta.get(name)}
    prompt = Prompt(row.key, row.messages or (Message("user", row.prompt),), told or NO_META)
    labels = tuple([_label(id_, separator) for id_ in row.instruction_ids])
    locate = None if tell is None else cache(partial(located, row, labels, prompt.text, tell))
    return Item(prompt, Verifier(entry), labels, partial(_named, row), locate)


def _named(row: Row) -> str:
    return f"{stdlib_digest()} {row.instruction_ids} {row.arguments}"


@lru_cache(maxsize=1024)
def _label(id_: str, separator: str) -> Label:
    return Label(id_, id_.partition(separator)[0])


def _unknown(doc: Doc) -> Quick:
    return UNKNOWN


def _check(constraints: Mapping[str, ConstraintEntry], instruction: Instruction | None) -> Check | None:
    if instruction is None:
        return None
    entry, arguments = constraints[instruction.signature.name], instruction.arguments
    passes, explain = entry.passes, entry.explain
    return Check(lambda doc: passes(doc, *arguments), lambda doc: explain(doc, *arguments))


def _explain(row: Row, ids: Sequence[str], checks: Sequence[Check | None], doc: Any) -> Report:
    outcomes: list[RequirementOutcome] = []
    for id_, name, check in zip(ids, row.instruction_ids, checks, strict=True):
        outcome = undecided("the instruction cannot be checked") if check is None else check.explain(doc)
        outcomes.append(demand(id_, name, outcome))
    return Report(row.key, tuple(outcomes))
