"""Take what a prompt asks for at the end of a response; give where the check passes one that goes on after it.

Nothing is supposed of a check: a response that passes gets a remark after it, and is checked again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness.build import Witness, build
from ifdsl.checking.entries import ConstraintEntry
from ifdsl.linting import Finding, Graded, Prompt
from ifdsl.linting.placing import where_asked
from ifdsl.primitives.doc import Doc
from ifdsl.published.instructions import Instruction
from ifdsl.published.overlay import Overlay
from ifdsl.recognition.reading import Span
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_END = re.compile(
    r"\b(?:at the (?:very )?end|(?:very )?last (?:words?|line|sentence|thing)|ends?(?: \w+){0,3} with|ending with|"
    r"finish(?:es|ing)?(?: \w+){0,3} with|conclud\w+(?: \w+){0,3} with)\b"
)
_SAYS_END = re.compile(r"\b(?:end|finish|last|ending)\b", re.IGNORECASE)
_REMARK = "\n\nOne more remark follows here and it says little else."
_BUDGET = 60
"""Texts that are tried for a response that passes."""


class Prober:
    """Checks responses against single instructions, each with its arguments once."""

    def __init__(self, known: Overlay) -> None:
        self._known = known
        self._loose: dict[tuple[str, str], bool] = {}

    def loose(
        self, prompt: Prompt, graded: Sequence[Graded], instructions: Sequence[Instruction], demands: Sequence[Demand]
    ) -> Iterator[Finding]:
        """What is asked for at the end and graded anywhere, by constraints that say themselves that it is the end."""
        for one, instruction, demand in zip(graded, instructions, demands, strict=True):
            said = _said(prompt, one) if _says_end(one.masked) else None
            if said is not None and self._goes_on(instruction, demand):
                words = quoted(prompt.text[slice(*said)])
                message = f"the prompt says {words}, and {one.title} passes a response that goes on after it"
                better = "; ".join(f"`{other.path}` is stricter: {other.note}" for other in demand.constraint.see)
                yield Finding(codes.LOOSELY_GRADED, message, (said,), (one.path,), reason=better)

    def _goes_on(self, instruction: Instruction, demand: Demand) -> bool:
        key = (instruction.id, repr(instruction.arguments))
        if key not in self._loose:
            entry = self._known.constraints[instruction.signature.name]
            self._loose[key] = _passes_before_more(entry, instruction, demand)
        return self._loose[key]


@cache
def _says_end(sentences: tuple[str, ...]) -> bool:
    """Whether every wording says that it stands at the end."""
    return bool(sentences) and all(_SAYS_END.search(sentence) for sentence in sentences)


def _said(prompt: Prompt, one: Graded) -> Span | None:
    """Where a prompt says of what is graded that it stands at the end."""
    for start, end in where_asked(prompt, one):
        first, last = prompt.sentence(start)
        match = _END.search(prompt.plain, first, max(last, end))
        if match is not None:
            return match.span()
    return None


def _passes_before_more(entry: ConstraintEntry, instruction: Instruction, demand: Demand) -> bool:
    def check(text: str) -> list[bool]:
        return [entry.passes(Doc(text), *instruction.arguments) is True]

    built = build([demand], check, budget=_BUDGET)
    return isinstance(built, Witness) and check(built.text + _REMARK)[0]
