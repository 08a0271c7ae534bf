"""Take outcomes of prompts one by one; give them by group of cousins and by member, in bounded memory.

A group is a prompt and its cousins: the items whose `meta["base"]` is the same, and the item of that id
(`ifdsl.report.clusters.cluster_of`). Its members are its prompts; each has a kind, by `meta["kind"]`, and is an
original where that says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import NamedTuple

from ifdsl.report.clusters import cluster_of, key_of
from ifdsl.store.records import ItemResult

ORIGINAL = "original"
KINDS = (ORIGINAL, "rephrasing", "distractor", "ct_alteration", "task_swap")
"""Kinds of members in the order in which they are shown; others follow by name."""
MOST_MEMBERS = 131_072
"""How many prompts are held. It has to be that many: the members of a group may stand anywhere in a run."""
_KEYS = 2**64


class Member(NamedTuple):
    """A prompt of a group, with the counts of its outcomes."""

    kind: str
    counts: tuple[int, ...]


@dataclass(slots=True)
class Groups:
    """Counts outcomes by group and member.

    Memory grows with the prompts, but only to `most` of them. Beyond that, whole groups are given up, those with the
    greatest hash first, so that those kept are drawn at random and are the same in whatever order items come. A prompt
    without cousins is a group of one, and takes its place too.

    Attributes:
        width: how many counts a member has.
        most: how many members are held.
        below: only groups whose key is below this are held; of all groups they are `share`.
    """

    width: int
    most: int = MOST_MEMBERS
    below: int = _KEYS
    _groups: dict[int, dict[tuple[str, int], list[int]]] = field(default_factory=dict)
    _members: int = 0
    _greatest: list[int] = field(default_factory=list)

    def row(self, item: ItemResult) -> list[int]:
        """The counts of the prompt of `item`, to be added to; those of a group that is given up count for nothing."""
        key = key_of(cluster_of(item))
        if key >= self.below:
            return [0] * self.width
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = {}
            heappush(self._greatest, -key)
        # A prompt of two kinds, which no data set should have, is two members whichever comes first.
        member = kind_of(item), key_of(item.prompt_id)
        row = group.get(member)
        if row is None:
            row = group[member] = [0] * self.width
            self._members += 1
            while self._members > self.most:
                self._give_up()
        return row

    def _give_up(self) -> None:
        self.below = -heappop(self._greatest)
        self._members -= len(self._groups.pop(self.below))

    @property
    def share(self) -> float:
        """The share of all groups that are held: 1.0 for all of them."""
        return self.below / _KEYS

    def __iter__(self) -> Iterator[list[Member]]:
        """The groups of at least two members, in an order that depends on their names alone."""
        for key in sorted(self._groups):
            group = self._groups[key]
            if len(group) > 1:
                yield [Member(kind, tuple(group[kind, name])) for kind, name in sorted(group)]


def kind_of(item: ItemResult) -> str:
    """What sort of cousin an item is; `original` where it does not say."""
    kind = item.prompt.meta.get("kind")
    return ORIGINAL if kind is None or kind == "" else str(kind)


def in_order(kinds: Iterator[str] | set[str]) -> list[str]:
    """Kinds as they are shown."""
    return sorted(kinds, key=lambda kind: (KINDS.index(kind) if kind in KINDS else len(KINDS), kind))
