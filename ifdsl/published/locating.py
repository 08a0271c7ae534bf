"""Take a published row and what its instructions ask; give its labels with where each is written and asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ifdsl.published.instructions import Instruction
from ifdsl.published.rows import Row
from ifdsl.published.wordings import worded
from ifdsl.run.grading import Label

if TYPE_CHECKING:
    from ifdsl.recognition.locating import Asked

_QUOTED = re.compile(r"(?<!\w)'([^'\n]{1,80})'(?!\w)|[\"“「]([^\"”」\n]{1,80})[\"”」]|‘([^’\n]{1,80})’")


class Told(NamedTuple):
    """Where a requirement is declared, and what is known of how it is asked for."""

    source: str
    asked: Asked


Tell: TypeAlias = Callable[[Row], Sequence[Told]]


def located(row: Row, labels: Sequence[Label], text: str, tell: Tell) -> tuple[Label, ...]:
    """The labels of a row with their sources and the phrases of the prompt that ask for them.

    Args:
        row: the row.
        labels: one for each of its instructions.
        text: the text of the prompt that phrases are spans of.
        tell: says what is known of each instruction.
    """
    from ifdsl.recognition.locating import locate

    told = tell(row)
    phrases = locate(text, [one.asked for one in told])
    return tuple(
        label._replace(source=one.source, phrases=found)
        for label, one, found in zip(labels, told, phrases, strict=True)
    )


def of_instructions(row: Row, instructions: Sequence[Instruction | None]) -> list[Told]:
    """What is known of instructions that are constraints of a pack."""
    from ifdsl.recognition.locating import Asked, asked_in

    found = []
    for id_, instruction in zip(row.instruction_ids, instructions, strict=True):
        group, _, name = id_.rpartition(":")
        said = None if instruction is None else worded(instruction.signature.name)
        if instruction is None or said is None:
            found.append(Told("", Asked(name)))
            continue
        parameters = zip(instruction.signature.parameters, instruction.arguments, strict=True)
        # A choice of the published data (`at least`) is not how people say it.
        values = [value for parameter, value in parameters if not parameter.type.startswith('"')]
        words = (group.replace("_", " "), *(" ".join(one) for one in said.phrasings))
        found.append(Told(said.source, asked_in(name, said.wordings, values, *words)))
    return found


def of_sentences(row: Row, constraints: Sequence[frozenset[str]]) -> list[Told]:
    """What is known of sentences, and of the constraints that each was read as."""
    from ifdsl.recognition.locating import Asked

    found = []
    for given, names in zip(row.arguments, constraints, strict=True):
        sentence = given["sentence"]
        sources = {_source(name) for name in names}
        quoted = tuple(next(filter(None, match.groups())) for match in _QUOTED.finditer(sentence))
        # What is read as several constraints is declared at no one place.
        source = sources.pop() if len(sources) == 1 else ""
        found.append(Told(source, Asked("", (sentence,), (), quoted)))
    return found


def _source(name: str) -> str:
    said = worded(name)
    return "" if said is None else said.source
