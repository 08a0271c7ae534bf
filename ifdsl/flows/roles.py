"""Give what a requirement is to the turn that is graded on it: new, changed, kept, or a check of a relation."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["new", "changed", "refined", "kept", "lasting", "stale", "reset", "mention", "avoid", "leak", "cover"]

STRUCTURAL: frozenset[Kind] = frozenset({"stale", "reset", "mention", "avoid", "leak", "cover"})
"""Kinds of what says nothing but whether a relation is kept."""

CARRIED: frozenset[Kind] = frozenset({"refined", "kept", "lasting"})
"""Kinds of what an earlier turn asked for."""


class Role(NamedTuple):
    """What a requirement is to its turn.

    Attributes:
        kind: `new`, `changed`, `refined` (a refinement takes it over), `kept` (by name) and `lasting` (added for more
            than its turn) are in force. The others check relations: `stale` that a change was heeded, `reset` that what
            was dropped is gone, `mention` and `avoid` what the response refers to, `leak` that nothing of a topic is
            left that the turn departs from, `cover` that a summary has something of a turn.
        relation: the relation whose keeping it shows; empty where it shows none.
        turn: the turn that it comes from or is about.
        requirement: the requirement that it is about, where it is about one.
    """

    kind: Kind
    relation: str = ""
    turn: str = ""
    requirement: str = ""

    @property
    def structural(self) -> bool:
        return self.kind in STRUCTURAL
