"""Take an item; give the cluster of prompts that it belongs to, and count outcomes by cluster in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from ifdsl.store.records import ItemResult

MOST_CLUSTERS = 65_536
"""How many clusters are told apart, in the figures of a whole run. A power of two."""


def cluster_of(item: ItemResult) -> str:
    """The base prompt that `meta["base"]` names, or the prompt itself.

    Repeats of a prompt, its cousins and the prompt that they come from are one cluster.
    """
    base = item.prompt.meta.get("base")
    return item.prompt_id if base is None else str(base)


def key_of(name: str) -> int:
    """A number of 64 bits that stands for a cluster or an answer, the same on every machine."""
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


@dataclass(slots=True)
class Ledger:
    """Counts kinds of outcome by cluster.

    Memory grows with the clusters, since a later item may belong to any earlier one, but only to `most` of them. Beyond
    that, whole clusters are joined at random into `most` groups: the variance between random groups of clusters
    estimates what the variance between clusters does (Wolter 2007, chapter 2). The joining depends on the clusters
    alone, so that the order of items does not matter.
    """

    kinds: int
    most: int = MOST_CLUSTERS
    rows: dict[int, list[int]] = field(default_factory=dict)
    joined: bool = False

    def row(self, key: int) -> list[int]:
        """The counts of the cluster `key`, to be added to."""
        row = self.rows.get(key & (self.most - 1) if self.joined else key)
        return self._new(key) if row is None else row

    def _new(self, key: int) -> list[int]:
        if not self.joined and len(self.rows) == self.most:
            self._join()
            return self.row(key)
        row = self.rows[key & (self.most - 1) if self.joined else key] = [0] * self.kinds
        return row

    def _join(self) -> None:
        apart, self.rows, self.joined = self.rows, {}, True
        for key, counts in apart.items():
            row = self.row(key)
            for place, count in enumerate(counts):
                row[place] += count

    def totals(self) -> list[int]:
        """The counts of all clusters together."""
        return [sum(column) for column in zip(*self.rows.values(), strict=True)] or [0] * self.kinds

    def __iter__(self) -> Iterator[list[int]]:
        return iter(self.rows.values())
