"""Give what cousins are made with besides the original: types for distractors, and tasks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from ifdsl.datasets.tasks import Task
from ifdsl.ir import nodes as n
from ifdsl.ir.varying import arguments

_ALIKE = {
    "keywords": "content",
    "detectable_content": "content",
    "copy": "content",
    "language": "language",
    "length_constraints": "length",
    "sentences": "length",
    "words": "length",
    "detectable_format": "format",
    "structure": "format",
    "data": "format",
    "combination": "format",
    "change_case": "case",
    "startend": "position",
}
"""Groups of IFEval and of the standard library that are about the same side of a text."""

_LEAVES_NO_ROOM = re.compile(
    r"\b(?:whole|entire|entirely|nothing|only|every|each|answer with|different (?:responses|versions|answers)"
    r"|title case|the (?:table|json|xml|markdown headings?|questions?|lists?)|columns?|rows?|cells?|capitalise)\b"
    r"|request",
    re.IGNORECASE,
)
"""What asks for the form of all of the answer, or supposes a form: it would change the task rather than distract."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What cousins are made with.

    Attributes:
        types: constraint types by qualified name, for distractors; only those that can be drawn are used.
        tasks: what other tasks are taken from.
    """

    types: Mapping[str, n.Constraint] = field(default_factory=dict)
    tasks: Sequence[Task] = ()

    def others(self, than: Sequence[n.Constraint]) -> list[n.Constraint]:
        """The types that can distract from the given ones, in order of names: they can be drawn, are about other sides
        of a text, and leave the answer room for what else is asked for.
        """
        taken = {side_of(one) for one in than}
        return [
            one
            for _, one in sorted(self.types.items())
            if side_of(one) not in taken
            and isinstance(one.check, n.ExprCheck)
            and not _LEAVES_NO_ROOM.search(_said(one))
            and arguments(one, Random(0)) is not None
        ]


def side_of(constraint: n.Constraint) -> str:
    """Which side of a text a type is about: the first part of its group, by one name for all packs."""
    first = constraint.group.partition(".")[0] or constraint.name
    return _ALIKE.get(first, first)


def _said(constraint: n.Constraint) -> str:
    """The literal words of the main wording of a type."""
    wordings = [one for one in constraint.wordings if one.language == "en"]
    return " ".join(part for one in wordings[:1] for part in one.text.parts if isinstance(part, str))
