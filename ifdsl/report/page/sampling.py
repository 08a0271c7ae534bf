"""Take judged items one by one; give the few that a page shows: failures first, spread over the constraint types.

What is kept of an item while a run is read is its key alone. The choice does not depend on the order of items, and the
same items give the same choice: within a type, those with the smallest hash of their key stand for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from math import ceil
from typing import NamedTuple

from ifdsl.report.clusters import key_of
from ifdsl.report.filtering import outcome_of
from ifdsl.store.records import ItemResult, RequirementResult

_FAILED_SHARE = 0.8
"""Of the places, how many go to failures as long as there are enough of them; the rest shows what passes."""


class Key(NamedTuple):
    """What names one answer in every run that has it."""

    prompt_id: str
    repeat: int


@dataclass(slots=True)
class Sampler:
    """Chooses at most `size` keys. Memory: `size` keys for each constraint type, for failures and for the rest."""

    size: int
    _failed: dict[str, _Smallest] = field(default_factory=dict)
    _others: dict[str, _Smallest] = field(default_factory=dict)

    def add(self, item: ItemResult) -> None:
        if not self.size:
            return
        key = Key(item.prompt_id, item.repeat)
        # The turns of a dialogue are chosen one after another, so that most are there with those before them.
        named = item.prompt.meta.get("conversation", key.prompt_id)
        rank = key_of(f"{key.repeat}:{named}")
        failed = {each.constraint for each in item.requirements if _failed(each, item.answered)}
        chosen, types = self._others, {each.constraint for each in item.requirements}
        if failed or item.strict is False:
            chosen, types = self._failed, failed
        for name in types or {""}:
            smallest = chosen.get(name)
            if smallest is None:
                smallest = chosen[name] = _Smallest(self.size)
            smallest.add(rank, key)

    def chosen(self) -> frozenset[Key]:
        """The keys, at most `size`, and fewer only where there were fewer."""
        failed, others = _in_turn(self._failed), _in_turn(self._others)
        first = failed[: ceil(self.size * _FAILED_SHARE)]
        # An answer may fail in one run and pass in another.
        return frozenset(list(dict.fromkeys([*first, *others, *failed]))[: self.size])


def collect(items: Iterable[ItemResult], keys: frozenset[Key]) -> list[ItemResult]:
    """The items with one of `keys`, in their order; of several with the same key, the first."""
    missing = set(keys)
    found = []
    for item in items:
        key = Key(item.prompt_id, item.repeat)
        if key in missing:
            missing.remove(key)
            found.append(item)
    return found


def _failed(requirement: RequirementResult, answered: bool) -> bool:
    return outcome_of(requirement, answered) in ("failed", "rescued")


@dataclass(slots=True)
class _Smallest:
    """The keys with the smallest ranks."""

    size: int
    heap: list[tuple[int, Key]] = field(default_factory=list)
    kept: set[Key] = field(default_factory=set)

    def add(self, rank: int, key: Key) -> None:
        if key in self.kept:
            return
        self.kept.add(key)
        # The heap has the greatest rank on top, which is the one to give up.
        if len(self.heap) < self.size:
            heappush(self.heap, (-rank, key))
        else:
            self.kept.remove(heappushpop(self.heap, (-rank, key))[1])

    def in_order(self) -> Iterator[Key]:
        return (key for _, key in sorted(self.heap, reverse=True))


def _in_turn(by_type: dict[str, _Smallest]) -> Sequence[Key]:
    """Every key once, one of each type in turn, so that a rare type comes as early as a frequent one."""
    queues = [by_type[name].in_order() for name in sorted(by_type)]
    order: dict[Key, None] = {}
    while queues:
        queues = [queue for queue in queues if _take(queue, order)]
    return list(order)


def _take(queue: Iterator[Key], order: dict[Key, None]) -> bool:
    for key in queue:
        if key not in order:
            order[key] = None
            return True
    return False
