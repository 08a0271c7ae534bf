"""Take a prompt and what it is to state; give where it says otherwise, or does not say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from ifdsl.analysis.demands import Demand
from ifdsl.linting import Finding, Graded, Prompt, lint, of_constraint
from ifdsl.source import codes
from ifdsl.variation.stating import figures, unstated

Disagreement: TypeAlias = tuple[str, str]
"""What kind of disagreement it is, and the place of the demand that it is about, or in which words."""

_MISSING = (codes.UNSTATED,)
_OTHERWISE = (codes.OTHER_NUMBER, codes.OTHER_RELATION, codes.OTHER_VALUE)
_TORN = (codes.PROMPT_CONFLICT,)


def disagreements(text: str, demands: Sequence[Demand]) -> frozenset[Disagreement]:
    """Where a prompt does not state a demand, states it otherwise, or contradicts itself.

    Each argument has to stand in the prompt, and what `ifdsl.linting` finds of these kinds counts too.
    """
    found = {("unstated", str(place)) for place, one in enumerate(demands) if unstated(text, one)}
    for finding in _findings(text, demands):
        if finding.code in (*_MISSING, *_OTHERWISE):
            found |= {(finding.code.name, str(place)) for place in _places(finding)}
        elif finding.code in _TORN:
            found.add((finding.code.name, finding.message))
    return frozenset(found)


def of_no_demand(found: frozenset[Disagreement]) -> frozenset[Disagreement]:
    """Those in which a prompt contradicts itself, whatever is graded."""
    return frozenset(one for one in found if one[0] in {code.name for code in _TORN})


def misstated(text: str, demands: Sequence[Demand]) -> Mapping[int, frozenset[int | float]]:
    """The numbers that a prompt gives in place of those of a demand, by the place of the demand."""
    found: dict[int, frozenset[int | float]] = {}
    for finding in _findings(text, demands):
        if finding.code in _OTHERWISE:
            said = [figure.value for start, end in finding.spans for figure in figures(text[start:end])]
            for place in _places(finding):
                found[place] = found.get(place, frozenset()) | frozenset(said)
    return found


def _findings(text: str, demands: Sequence[Demand]) -> list[Finding]:
    graded = [_graded(one, place) for place, one in enumerate(demands)]
    return lint(Prompt(text), graded)


def _places(finding: Finding) -> set[int]:
    return {int(path.partition(".")[0]) for path in finding.paths}


def _graded(demand: Demand, place: int) -> Graded:
    return _made(place, _Held(demand))


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
def _made(place: int, held: _Held) -> Graded:
    demand = held.demand
    return of_constraint(demand.constraint, demand.arguments, demand.constraint.short_name, str(place))
