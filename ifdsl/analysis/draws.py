"""Take a suite and the constraint types that it draws from; give its draws: sets of constraints with arguments.

A draw takes as many groups (or, without `groups`, as many types) as the suite's range allows, one type of each, with
arguments as its `vary` lines say. Each draw has a source of random numbers of its own, made from the suite's name, its
seed and the number of the draw, so that it is the same on every machine whatever else is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from ifdsl.analysis.certificate import Certificate, certify
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness.trial import Check
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.varying import arguments
from ifdsl.primitives.ranges import Range

CASES = 20
"""Draws of a suite that does not say how many."""
MOST_TRIED = 50
"""How often a draw is made anew where it is rejected."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw of a suite, by its number from 0, with its certificate. `rejected` sets were drawn before it."""

    suite: str
    number: int
    demands: tuple[Demand, ...]
    certificate: Certificate
    rejected: int


def drawable(types: Mapping[str, n.Constraint]) -> list[n.Constraint]:
    """The types that a suite can draw: a program decides them, and each parameter is varied or has a default."""
    return [
        constraint
        for _, constraint in sorted(types.items())
        if isinstance(constraint.check, n.ExprCheck) and arguments(constraint, Random(0)) is not None
    ]


def draws(
    suite: n.Suite, types: Sequence[n.Constraint], checks: Callable[[Sequence[Demand]], Check],
    declared: Sequence[n.Conflict] = (),
) -> Iterator[Draw]:  # fmt: skip
    """The draws of a suite, in order. Where it rejects conflicts, a set in conflict is drawn anew.

    Args:
        types: as `drawable` gives them.
        checks: what checks texts against a set of demands.
        declared: what authors declare impossible; it is believed.
    """
    rejects = "conflicts" in suite.reject
    for number in range(CASES if suite.cases is None else suite.cases):
        random = Random(f"{suite.name}:{suite.seed}:{number}")
        rejected = 0
        while True:
            demands = _drawn(suite, types, random)
            certificate = certify(demands, checks(demands), declared=declared, details=not rejects)
            if not rejects or certificate.verdict != "conflict" or rejected == MOST_TRIED:
                break
            rejected += 1
        yield Draw(suite.name, number, demands, certificate, rejected)


def _drawn(suite: n.Suite, types: Sequence[n.Constraint], random: Random) -> tuple[Demand, ...]:
    wanted = Range(1, 1) if suite.draw is None else evaluate(suite.draw, {})
    by_group: dict[str, list[n.Constraint]] = {}
    for constraint in types:
        key = constraint.group.partition(".")[0] if suite.draw_groups else constraint.name
        by_group.setdefault(key or constraint.name, []).append(constraint)
    low, high = (int(end) if end is not None else 1 for end in (wanted.lo, wanted.hi))
    count = min(random.randint(low, max(low, high)), len(by_group))
    made = []
    for key in random.sample(sorted(by_group), count):
        constraint = random.choice(by_group[key])
        values = arguments(constraint, random)
        assert values is not None, "it is drawable"
        made.append(Demand(constraint.short_name, constraint, values))
    return tuple(made)
