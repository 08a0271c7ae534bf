"""Give what a spec is varied into: a group, its members, and what is missing of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from ifdsl.ir import nodes as n

ORIGINAL: Final = "original"
REPHRASING: Final = "rephrasing"
DISTRACTOR: Final = "distractor"
ALTERATION: Final = "ct_alteration"
SWAP: Final = "task_swap"
KINDS = (REPHRASING, DISTRACTOR, ALTERATION, SWAP)
"""Kinds of cousins in the order of a group; all but the last are named as IFEval++ names them."""


@dataclass(frozen=True, slots=True)
class Member:
    """One prompt of a group.

    Attributes:
        spec: the prompt and what is graded, with constant arguments; its task is the whole prompt.
        kind: `original`, or one of `KINDS`.
        number: which of its kind it is, from 1; 0 of the original.
        witness: a text that satisfies all that the prompt asks for, graded or not.
        types: the constraint types of what is graded.
        clean: whether the prompt was taken apart sentence by sentence; False where the original's text stands whole.
    """

    spec: n.Spec
    kind: str
    number: int
    witness: str
    types: tuple[n.Constraint, ...]
    clean: bool = True


@dataclass(frozen=True, slots=True)
class Missing:
    """A member that could not be made: every try at it was rejected, for these reasons."""

    kind: str
    number: int
    reasons: tuple[tuple[str, int], ...]

    @property
    def reason(self) -> str:
        """The commonest reason."""
        return max(self.reasons, key=lambda pair: pair[1], default=("nothing to vary", 0))[0]


@dataclass(frozen=True, slots=True)
class Refused:
    """What a model proposed in place of the words of a member, and why it was not accepted."""

    kind: str
    number: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Group:
    """The cousins of one spec, the original first.

    Attributes:
        base: the name of the original.
        members: what was made, in the order of `KINDS`.
        missing: what was asked for and was not made.
        rejected: how many tries at members were rejected, by reason.
        refused: proposals of a model that were not accepted.
        rewritten: how many members have a model's words.
    """

    base: str
    members: tuple[Member, ...]
    missing: tuple[Missing, ...] = ()
    rejected: Counter[str] = field(default_factory=Counter)
    refused: tuple[Refused, ...] = ()
    rewritten: int = 0
