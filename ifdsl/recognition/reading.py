"""Give what a recognised sentence turns into: a reading with its requirements and spans, or what could not be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ifdsl.ir import nodes as n

Span: TypeAlias = tuple[int, int]
"""`[start, end)` in code points of the sentence as it was given."""


@dataclass(frozen=True, slots=True)
class Stated:
    """One requirement of a sentence, and the stretches of the sentence that state it."""

    requirement: n.Requirement
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sentence asks for; all of it holds together.

    Attributes:
        stated: the requirements in the order in which the sentence states them, each once.
        asides: stretches that give a reason, a purpose or a vague quality ("to ensure clarity"). They hold no number,
            quotation, negation, quantifier, nor any word that a type of the vocabulary is stated with.
    """

    stated: tuple[Stated, ...]
    asides: tuple[Span, ...] = ()

    @property
    def requirements(self) -> tuple[n.Requirement, ...]:
        return tuple(each.requirement for each in self.stated)


@dataclass(frozen=True, slots=True)
class Nearest:
    """The wording that comes nearest to a sentence that was not read: a hint for people, and no reading."""

    constraint: str
    wording: str


@dataclass(frozen=True, slots=True)
class Unrecognised:
    """A sentence, or a stretch of it, that no wording accounts for.

    Attributes:
        reason: `unread` where something is left over, `ambiguous` where two readings differ in meaning, `too_long`
            where the sentence was not looked at, `empty` where there is none.
        left: what is left over, in order.
        nearest: the nearest wording, if any comes near.
        readings: the readings that compete, where the sentence is ambiguous.
    """

    reason: Literal["unread", "ambiguous", "too_long", "empty"]
    left: tuple[Span, ...] = ()
    nearest: Nearest | None = None
    readings: tuple[Reading, ...] = ()

    def message(self, sentence: str) -> str:
        """One line in plain words."""
        if self.reason == "empty":
            return "there is no sentence to read"
        if self.reason == "too_long":
            return f"the sentence has {len(sentence):,} characters, which is more than is read"
        if self.reason == "ambiguous":
            return "the sentence can be read in more than one way"
        what = ", ".join(f"`{sentence[start:end]}`" for start, end in self.left)
        hint = f"; the nearest wording is `{self.nearest.wording}`" if self.nearest is not None else ""
        return f"not recognised: {what}{hint}"
