"""Take the rows of a published file and what checks their instructions; give items that grade as published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial

from ifdsl.checking.entries import ConstraintEntry
from ifdsl.checking.joint import Check, check_of, joint
from ifdsl.checking.verifier import Verifier
from ifdsl.data import stdlib_digest
from ifdsl.published.instructions import Instruction
from ifdsl.published.locating import Tell, located, of_instructions
from ifdsl.published.reading import ReadItem
from ifdsl.published.rows import Row
from ifdsl.run.grading import Item, Label
from ifdsl.store.records import NO_META, Message, Prompt

_TOLD = ("base", "kind", "pattern", "level", "language", "turn", "task")
"""What of a row a report tells results apart by."""


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
    entry = joint(row.key, ids, row.instruction_ids, checks)
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


def _check(constraints: Mapping[str, ConstraintEntry], instruction: Instruction | None) -> Check | None:
    if instruction is None:
        return None
    return check_of(constraints[instruction.signature.name], instruction.arguments)
