"""Take a built file; give the conflicts among the requirements of its specs, each where it stands in the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from ifdsl.analysis.demands import demands_of_spec
from ifdsl.analysis.prove import Conflict, prove
from ifdsl.ir.build import Built
from ifdsl.ir.instances import instances
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic

LONGEST = 60
"""Characters of a requirement that a message quotes."""
MOST_INSTANCES = 200
"""Instances of one spec that are looked at; those of a table of names differ in little that matters."""


def conflicts(built: Built) -> Iterator[Diagnostic]:
    """A finding for each spec whose `must` requirements cannot all hold, on the first instance where they cannot.

    Raises:
        NoSolver: the extra `smt` is not installed.
    """
    program = built.program
    if program is None:
        return
    for spec in program.specs:
        if len(spec.must) == 0:
            continue
        asked = set()
        for instance in islice(instances(spec), MOST_INSTANCES):
            demands = demands_of_spec(program, spec, instance.values)
            what = repr([(demand.constraint.name, demand.arguments) for demand in demands])
            if what in asked:
                continue
            asked.add(what)
            named = [replace(demand, name=_written(built, spec.name, demand.name)) for demand in demands]
            found = prove(named, blank_fails=True)
            if isinstance(found, Conflict):
                yield _finding(built, spec.name, instance.id, found)
                break


def _written(built: Built, spec: str, requirement: str) -> str:
    """A requirement as it stands in the source, on one line."""
    label = built.places["requirement", spec, requirement]
    words = " ".join(label.file.text[label.span.start : label.span.end].split())
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


def _finding(built: Built, spec: str, instance: str, conflict: Conflict) -> Diagnostic:
    assert built.program is not None
    (asked,) = (each for each in built.program.specs if each.name == spec)
    labels = [built.places["requirement", spec, asked.must[place].id] for place in conflict.core]
    where = "" if instance == spec else f" in `{instance}`"
    if len(labels) == 1:
        message = f"no text satisfies this requirement{where}"
    else:
        message = f"these {len(labels)} requirements cannot hold together{where}"
    others = tuple(replace(label, message="not together with this") for label in labels[1:])
    return Diagnostic(codes.CONFLICT, message, labels[0], others, help=(conflict.reason,))
