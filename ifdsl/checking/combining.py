"""Take the findings of several parts of a check; give the finding of `and`, `or` or a chain over them.

Each combination stops at a part that cannot be decided: what has been found by then stands if it settles the verdict,
as it would for the fast functions, which stop there too; else the whole is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from ifdsl.checking.findings import Finding, Telling
from ifdsl.checking.quick import UNDECIDED, reason

Thunk: TypeAlias = Callable[[], Finding]


def tell(finding: Finding) -> Telling:
    """What a finding has to say, or that no more is known."""
    try:
        return finding.tell()
    except UNDECIDED as error:
        # The verdict is known; only where it was found could not be said.
        return Telling(f"{'as asked' if finding.holds else 'not as asked'}; no more is known: {reason(error)}")


def least(findings: Sequence[Finding]) -> Finding:
    return min(findings, key=lambda finding: finding.margin)


def greatest(findings: Sequence[Finding]) -> Finding:
    return max(findings, key=lambda finding: finding.margin)


def gather(parts: Iterable[Thunk], settled_by: bool) -> list[Finding]:
    """The findings in order, up to a part that cannot be decided if an earlier one settles the whole.

    Raises:
        Undecided: no earlier one does.
    """
    found: list[Finding] = []
    try:
        for part in parts:
            found.append(part())
    except UNDECIDED:
        if not any(finding.holds is settled_by for finding in found):
            raise
    return found


# ---------------------------------------------------------------- and, or, chains


def both(*parts: Thunk) -> Finding:
    """`and`: the least margin decides."""
    return least(gather(parts, settled_by=False))


def either(*parts: Thunk) -> Finding:
    """`or`: the greatest margin decides."""
    found = gather(parts, settled_by=True)
    best = greatest(found)
    if best.holds or len(found) == 1:
        return best
    return Finding(False, best.margin, lambda: nearest(tell(best), f"none of {len(found)} alternatives holds"))


def nearest(told: Telling, message: str) -> Telling:
    return told._replace(message=f"{message}; the nearest: {told.message}")


def chain(
    operands: Sequence[Callable[[], Any]],
    *links: Callable[[Any, Any], Finding],
    holds: bool = True,
) -> Finding:
    """A chain of comparisons: each link takes its neighbours' values; every operand is computed once, in order."""
    values: list[Any] = []

    def link(position: int) -> Finding:
        while len(values) < position + 2:
            values.append(operands[len(values)]())
        return links[position](values[position], values[position + 1])

    def part(position: int) -> Thunk:
        return lambda: link(position)

    parts = [part(position) for position in range(len(links))]
    return both(*parts) if holds else either(*parts)


class Claim:
    """A truth value under a name: its finding and that of its opposite, each computed at most once."""

    __slots__ = ("_found", "_sides")

    def __init__(self, holds: Thunk, fails: Thunk) -> None:
        self._sides = (fails, holds)
        self._found: dict[bool, Finding] = {}

    def holds(self) -> Finding:
        return self._of(True)

    def fails(self) -> Finding:
        return self._of(False)

    def _of(self, side: bool) -> Finding:
        if side not in self._found:
            self._found[side] = self._sides[side]()
        return self._found[side]
