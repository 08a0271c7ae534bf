"""Take two lists of texts; give how much of the one is in the other."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ifdsl.primitives.primitive import Cost, Param, Primitive
from ifdsl.primitives.types import INT, NUMBER, TEXTS

SHORT = 8
"""Runs up to this length are compared element by element."""


def overlap(items: Sequence[str], others: Sequence[str], length: int = 1) -> float:
    """The share of the distinct runs of `length` elements of `items` that occur in `others` too, from 0 to 1.

    Runs of `length` neighbours (n-grams) are compared as sets: how often one occurs does not matter. There is nothing
    to share, so 0, where `items` has fewer elements than that or `length` is below 1. The work grows with the number
    of elements and the logarithm of `length`.
    """
    if not 1 <= length <= len(items):
        return 0.0
    first, second = _runs(items, others, length)
    return len(first & second) / len(first)


def _runs(items: Sequence[str], others: Sequence[str], length: int) -> tuple[set[Hashable], set[Hashable]]:
    """The runs of either list as values that are equal where the runs are."""
    if length <= SHORT:
        return _short_runs(items, length), _short_runs(others, length)
    lists: list[list[Hashable]] = [list(items), list(others)]
    reach = 1
    while reach < length:
        # A run is known by its beginning and its end, which are runs of half its length or more.
        step = min(reach, length - reach)
        numbers: dict[Hashable, int] = {}
        lists = [
            [numbers.setdefault(pair, len(numbers)) for pair in zip(each, each[step:], strict=False)] for each in lists
        ]
        reach += step
    return set(lists[0]), set(lists[1])


def _short_runs(items: Sequence[str], length: int) -> set[Hashable]:
    return set(zip(*(items[start:] for start in range(length)), strict=False))


PRIMITIVES = (
    Primitive(
        "overlap", (Param("items", TEXTS), Param("others", TEXTS), Param("length", INT, 1)), NUMBER,
        "The share, from 0 to 1, of the distinct runs of `length` neighbours in `items` that `others` has too; 0 where "
        "`items` is shorter than such a run.",
        Cost(200, 80.0), overlap, example=((["a", "b", "c", "d"], ["b", "c", "d", "e"], 3), 0.5),
    ),
)  # fmt: skip
