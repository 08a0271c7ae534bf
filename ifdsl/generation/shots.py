"""Take an item and a pool of proven ones; give three of them as examples, the likest in what they ask for.

Source: MulDimIF's pipeline (Ye et al. 2025, section 3.2, and its released code) takes shots in four tiers: those with
the same subcategories in the same order, then those that have the earlier ones in another order, then those with the
same categories in order and the same last subcategories, then those with the same categories. Here a subcategory is a
constraint type and a category its group. Unlike there, every answer is checked, and no shot has the item's task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

SHOTS = 3
TIERS = 4

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Candidate(Generic[T]):
    """What may serve as a shot, or the item that shots are wanted for.

    Attributes:
        types: the names of its constraint types, in order.
        groups: the group of each.
        task: names its task.
        made_of: whatever the caller wants back.
    """

    types: tuple[str, ...]
    groups: tuple[str, ...]
    task: str
    made_of: T


def tier_of(candidate: Candidate[T], item: Candidate[T]) -> int | None:
    """How like a candidate is to an item: 1 is the likest, 4 the least; None where it is not like it at all."""
    if candidate.types == item.types:
        return 1
    last = candidate.types[-1:] == item.types[-1:]
    if last and sorted(candidate.types) == sorted(item.types):
        return 2
    if last and _in_order(candidate.groups) == _in_order(item.groups):
        return 3
    return 4 if set(candidate.groups) == set(item.groups) else None


def choose(
    item: Candidate[T], pool: Iterable[Candidate[T]], passes: Callable[[T], bool], random: Random
) -> tuple[tuple[T, ...], int] | None:
    """Three shots and the tier of the least like of them; None where there are not three.

    Args:
        item: what they are for.
        pool: what they are taken from.
        passes: whether the answer of a candidate satisfies all that it asks for; looked at before it is taken.
        random: chooses among those of one tier.
    """
    tiers: list[list[Candidate[T]]] = [[] for _ in range(TIERS)]
    for candidate in pool:
        tier = tier_of(candidate, item)
        if tier is not None and candidate.task != item.task:
            tiers[tier - 1].append(candidate)
    chosen: list[Candidate[T]] = []
    for number, candidates in enumerate(tiers, start=1):
        random.shuffle(candidates)
        for candidate in candidates:
            if all(candidate.task != one.task for one in chosen) and passes(candidate.made_of):
                chosen.append(candidate)
                if len(chosen) == SHOTS:
                    return tuple(one.made_of for one in chosen), number
    return None


def _in_order(groups: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(groups))
