"""Take instructions with texts among their arguments; give those that a check reads as patterns, not as they stand.

Nothing is supposed of a check: it is run on responses that have a text, and on some that only have what the text would
match as a pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ifdsl.checking.entries import ConstraintEntry
from ifdsl.linting import Finding
from ifdsl.primitives.doc import Doc
from ifdsl.published.instructions import Instruction
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_SIGNS = re.compile(r"[.^$*+?{}\[\]\\|()]")
_REPEATED = re.compile(r".[*+?]+")
_OTHER = "nothing of the kind"
_LONGEST = 60


def read_as_patterns(
    entries: Mapping[str, ConstraintEntry], instructions: Sequence[Instruction], places: Sequence[int]
) -> Iterator[Finding]:
    """The arguments that a check misreads.

    Args:
        entries: the compiled checkers by the names of their constraints.
        instructions: the instructions.
        places: where each of them stands in its row.
    """
    for instruction, place in zip(instructions, places, strict=True):
        entry = entries[instruction.signature.name]
        for parameter, value in zip(instruction.signature.parameters, instruction.arguments, strict=True):
            path = f"kwargs[{place}].{parameter.name}"
            members = [(path, value)] if parameter.type == "text" else []
            if parameter.type == "list[text]":
                members = [(f"{path}[{number}]", one) for number, one in enumerate(value)]
            for where, text in members:
                seen = _misread(entry, instruction, text)
                if seen is not None:
                    message = f"{instruction.id} reads {quoted(text)} as a pattern: {seen}"
                    yield Finding(codes.MISREAD_ARGUMENT, message, (), (where,))


def _misread(entry: ConstraintEntry, instruction: Instruction, text: str) -> str | None:
    """How a check takes a text otherwise than as it stands; None where it does not."""
    # Marks at the end of a text may be left out for other reasons.
    if len(text) > _LONGEST or not _SIGNS.search(text.rstrip(".?!")) or not any(char.isalnum() for char in text):
        return None
    others = [one for value in instruction.arguments for one in _texts(value) if one != text]
    copies = max([1, *(value for value in instruction.arguments if isinstance(value, int))])
    lead = " ".join(others)
    without = _passes(entry, instruction, f"{lead} {_OTHER}")
    if _passes(entry, instruction, f"{lead} {' '.join([text] * min(copies, 50))}") == without:
        return None  # the check looks at something else, or never at this
    for variant in (_REPEATED.sub("", text), _SIGNS.sub("x", text)):
        if variant.strip() and text.lower() not in variant.lower():
            found = _passes(entry, instruction, f"{lead} {' '.join([variant] * min(copies, 50))}")
            if found != without:
                return f"it takes {quoted(variant)} for it"
    return None


def _texts(value: Any) -> list[str]:
    return (
        [value]
        if isinstance(value, str)
        else [one for one in value if isinstance(one, str)]
        if isinstance(value, list)
        else []
    )


def _passes(entry: ConstraintEntry, instruction: Instruction, response: str) -> bool:
    return entry.passes(Doc(response), *instruction.arguments) is True
