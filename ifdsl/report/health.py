"""Take the figures of a run; give the constraint types whose checks want a look: constant, lenient or undecided."""

from __future__ import annotations

from typing import NamedTuple

from ifdsl.report.metrics import Metrics

ENOUGH = 10
"""Fewer verdicts than this on a type say nothing about it."""


class Checked(NamedTuple):
    """A constraint type over answered items: how many verdicts were decided, and how many passed, strict and loose.

    `unknown` and `not_applicable` are the strict verdicts that decided nothing.
    """

    constraint: str
    decided: int
    strict: int
    loose: int
    unknown: int
    not_applicable: int


class Health(NamedTuple):
    """Constraint types that want a look.

    `always` and `never` passed strictly, in at least `ENOUGH` decided verdicts, the most first. `lenient` passed
    another number loosely than strictly, the widest gap first; `undecided` have unknown verdicts, the most first.
    """

    always: tuple[Checked, ...]
    never: tuple[Checked, ...]
    lenient: tuple[Checked, ...]
    undecided: tuple[Checked, ...]


def examine(metrics: Metrics) -> Health:
    """Read the health of the verifiers from `metrics.by_constraint`, unanswered items left out."""
    types = []
    for name, level in metrics.by_constraint.items():
        strict, loose = level.strict, level.loose
        passed, decided = strict.answered.passed, strict.answered.total
        types.append(Checked(name, decided, passed, loose.answered.passed, strict.unknown, strict.not_applicable))
    enough = sorted((one for one in types if one.decided >= ENOUGH), key=lambda one: (-one.decided, one.constraint))
    return Health(
        always=tuple(one for one in enough if one.strict == one.decided),
        never=tuple(one for one in enough if one.strict == 0),
        lenient=tuple(
            sorted(
                (one for one in types if one.loose != one.strict),
                key=lambda one: (-abs(one.loose - one.strict), one.constraint),
            )
        ),
        undecided=tuple(sorted((one for one in types if one.unknown), key=lambda one: (-one.unknown, one.constraint))),
    )
