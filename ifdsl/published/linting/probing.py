"""Take what a prompt asks for at one end of a response; give where the check does not look there as a reader would.

Nothing is supposed of a check: a response that passes is altered and checked again. What is asked for at the end gets
a whole answer after it. A word to begin with gets a mark after it that is no part of a word.
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
_ANSWER = (
    "\n\n# The answer\n\nHere the answer begins, with a heading of its own. It has a second sentence."
    "\n\nIt has another paragraph as well. Here the answer ends."
)
"""A heading and two paragraphs: a remark could be a part of what stands at the end."""
_STARTS = re.compile(r"\b(?:start|begin|first word|open)", re.IGNORECASE)
_IGNORED, _MARKS = (",", ".", "!"), (":", ";")
"""Marks after a word of which a check that passes one should pass the other."""
_BUDGET = 60
"""Texts that are tried for a response that passes."""


class Prober:
    """Checks responses against single instructions, each with its arguments once."""

    def __init__(self, known: Overlay) -> None:
        self._known = known
        self._loose: dict[tuple[str, str], bool] = {}
        self._strict: dict[tuple[str, str], str | None] = {}

    def probed(
        self, prompt: Prompt, graded: Sequence[Graded], instructions: Sequence[Instruction], demands: Sequence[Demand]
    ) -> Iterator[Finding]:
        """What is passed that the prompt rules out, and failed that it asks for."""
        yield from self.loose(prompt, graded, instructions, demands)
        yield from self.strict(prompt, graded, instructions, demands)

    def loose(
        self, prompt: Prompt, graded: Sequence[Graded], instructions: Sequence[Instruction], demands: Sequence[Demand]
    ) -> Iterator[Finding]:
        """What is asked for at the end and graded anywhere, by constraints that say themselves that it is the end."""
        for one, instruction, demand in zip(graded, instructions, demands, strict=True):
            said = _said(prompt, one) if _says(_SAYS_END, one.masked) else None
            if said is not None and self._goes_on(instruction, demand):
                words = quoted(prompt.text[slice(*said)])
                message = f"the prompt says {words}, and {one.title} passes a response whose answer begins after it"
                better = "; ".join(f"`{other.path}` is stricter: {other.note}" for other in demand.constraint.see)
                yield Finding(codes.LOOSELY_GRADED, message, (said,), (one.path,), reason=better)

    def strict(
        self, prompt: Prompt, graded: Sequence[Graded], instructions: Sequence[Instruction], demands: Sequence[Demand]
    ) -> Iterator[Finding]:
        """Words to begin with, by constraints that look past some marks after them and not past others."""
        for one, instruction, demand in zip(graded, instructions, demands, strict=True):
            if len(one.texts) != 1 or not str(one.texts[0].value).isalpha() or not _says(_STARTS, one.masked):
                continue
            word = str(one.texts[0].value)
            said = _said_first(prompt, word)
            failed = None if said is None else self._failed(instruction, demand, word)
            if said is not None and failed is not None:
                first, other = quoted(prompt.text[slice(*said)]), quoted(failed)
                message = f"the prompt says to begin with {first}, and {one.title} fails what begins with {other}"
                yield Finding(codes.STRICTLY_GRADED, message, (said,), (one.texts[0].path,))

    def _failed(self, instruction: Instruction, demand: Demand, word: str) -> str | None:
        key = (instruction.id, repr(instruction.arguments))
        if key not in self._strict:
            entry = self._known.constraints[instruction.signature.name]
            self._strict[key] = _with_a_mark(entry, instruction, demand, word)
        return self._strict[key]

    def _goes_on(self, instruction: Instruction, demand: Demand) -> bool:
        key = (instruction.id, repr(instruction.arguments))
        if key not in self._loose:
            entry = self._known.constraints[instruction.signature.name]
            self._loose[key] = _passes_before_more(entry, instruction, demand)
        return self._loose[key]


@cache
def _says(pattern: re.Pattern[str], sentences: tuple[str, ...]) -> bool:
    """Whether every wording says it."""
    return bool(sentences) and all(pattern.search(sentence) for sentence in sentences)


def _said(prompt: Prompt, one: Graded) -> Span | None:
    """Where a prompt says of what is graded that it stands at the end."""
    for start, end in where_asked(prompt, one):
        first, last = prompt.sentence(start)
        match = _END.search(prompt.plain, first, max(last, end))
        if match is not None:
            return match.span()
    return None


def _said_first(prompt: Prompt, word: str) -> Span | None:
    """Where a prompt says to begin with a word."""
    whole = (span for span, whole in prompt.find(word) if whole)
    return next((span for span in whole if _STARTS.search(prompt.plain, *prompt.sentence(span[0]))), None)


def _passes_before_more(entry: ConstraintEntry, instruction: Instruction, demand: Demand) -> bool:
    text = _passing(entry, instruction, demand)
    return text is not None and _passes(entry, instruction, text + _ANSWER)


def _with_a_mark(entry: ConstraintEntry, instruction: Instruction, demand: Demand, word: str) -> str | None:
    """The word with a mark after it that makes a response fail, where others do not; None where none does."""
    text = _passing(entry, instruction, demand)
    if text is None:
        return None
    stands = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)

    def passes(mark: str) -> bool:
        return _passes(entry, instruction, stands.sub(lambda match: match[0] + mark, text))

    if not all(passes(mark) for mark in _IGNORED):
        return None
    return next((word + mark for mark in _MARKS if not passes(mark)), None)


def _passing(entry: ConstraintEntry, instruction: Instruction, demand: Demand) -> str | None:
    """A response that passes, by which the check is known to say more than no; None where none is found."""
    built = build([demand], lambda text: [_passes(entry, instruction, text)], budget=_BUDGET)
    return built.text if isinstance(built, Witness) else None


def _passes(entry: ConstraintEntry, instruction: Instruction, response: str) -> bool:
    return entry.passes(Doc(response), *instruction.arguments) is True
