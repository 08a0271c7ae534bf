"""Take a prompt and what it is to state; give where it says otherwise, or does not say it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from ifdsl.analysis.demands import Demand
from ifdsl.linting import Graded, Prompt, lint, of_constraint
from ifdsl.source import codes
from ifdsl.variation.stating import unstated

Disagreement: TypeAlias = tuple[str, str]
"""What kind of disagreement it is, and of which demand or in which words."""

_OTHERWISE = (codes.UNSTATED, codes.OTHER_NUMBER, codes.OTHER_RELATION, codes.OTHER_VALUE)
_TORN = (codes.PROMPT_CONFLICT,)


def disagreements(text: str, demands: Sequence[Demand]) -> frozenset[Disagreement]:
    """Where a prompt does not state a demand, states it otherwise, or contradicts itself.

    Each argument has to stand in the prompt, and what `ifdsl.linting` finds of these kinds counts too.
    """
    found = {("unstated", _name(place, one)) for place, one in enumerate(demands) if unstated(text, one)}
    graded = [_graded(one, place) for place, one in enumerate(demands)]
    prompt = Prompt(text)
    for finding in lint(prompt, graded):
        if finding.code in _OTHERWISE:
            places = {path.partition(".")[0] for path in finding.paths}
            found |= {(finding.code.name, place) for place in places}
        elif finding.code in _TORN:
            found.add((finding.code.name, finding.message))
    return frozenset(found)


def of_no_demand(found: frozenset[Disagreement]) -> frozenset[Disagreement]:
    """Those in which a prompt contradicts itself, whatever is graded."""
    return frozenset(one for one in found if one[0] in {code.name for code in _TORN})


def _name(place: int, demand: Demand) -> str:
    return f"{place}:{demand.constraint.name}"


def _graded(demand: Demand, place: int) -> Graded:
    return _made(demand.constraint.name, place, _Held(demand))


class _Held:
    """A demand as a key: equal where its type and its arguments are."""

    def __init__(self, demand: Demand) -> None:
        self.demand = demand
        self._key = (demand.constraint.name, repr(demand.arguments))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=4096)
def _made(name: str, place: int, held: _Held) -> Graded:
    path = f"{place}:{name}"
    return of_constraint(held.demand.constraint, held.demand.arguments, name, path)
