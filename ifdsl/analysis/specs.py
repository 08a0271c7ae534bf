"""Take a built file; give what was proved of its specs, each finding where it stands in the source."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from ifdsl.analysis.demands import Demand, demands_of_spec
from ifdsl.analysis.prove import Conflict, Implied, Question
from ifdsl.analysis.repairing import repaired
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built
from ifdsl.ir.instances import Instance, instances
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic

MOST_INSTANCES = 200
"""Instances of one spec that findings are looked for in; those of a table of names differ in little that matters."""


def findings(built: Built, allowed: Collection[str] = (), *, idle: bool = True) -> Iterator[Diagnostic]:
    """What is wrong with the `must` requirements of the specs, each on the first instance where it is found.

    That is a set that cannot hold together, and a requirement that asks for nothing more than the others do.

    Args:
        allowed: names of specs, and of instances, whose requirements may be in conflict.
        idle: whether to look for requirements that ask for nothing more.

    Raises:
        NoSolver: the extra `smt` is not installed.
    """
    program = built.program
    if program is None:
        return
    for spec in program.specs:
        asked: set[str] = set()
        said: set[int] = set()
        for instance in islice(instances(spec), MOST_INSTANCES):
            demands = demands_of_spec(program, spec, instance.values)
            what = repr([(demand.constraint.name, demand.arguments, demand.constraint.check) for demand in demands])
            if what in asked or not demands:
                continue
            asked.add(what)
            question = Question(named(built, spec, demands), blank_fails=True, declared=program.conflicts)
            found = question.conflict()
            if found is not None:
                if spec.name in allowed or instance.id in allowed:
                    continue
                mended = repaired(named(built, spec, demands), found, blank_fails=True, declared=program.conflicts)
                yield _conflict(built, instance, mended)
                break
            for implied in question.implied() if idle else ():
                if implied.position not in said:
                    said.add(implied.position)
                    yield _implied(built, instance, implied)


def named(built: Built, spec: n.Spec, demands: Sequence[Demand]) -> tuple[Demand, ...]:
    """The demands under the names that messages have for them: as they stand in the source."""
    return tuple(replace(demand, name=built.written(("requirement", spec.name, demand.name))) for demand in demands)


def _conflict(built: Built, instance: Instance, conflict: Conflict) -> Diagnostic:
    spec = instance.spec
    labels = [built.places["requirement", spec.name, spec.must[place].id] for place in conflict.core]
    where = _where(instance)
    if len(labels) == 1:
        message = f"no text satisfies this requirement{where}"
    else:
        message = f"these {len(labels)} requirements cannot hold together{where}"
    others = tuple(replace(label, message="not together with this") for label in labels[1:])
    help_ = [conflict.reason]
    if conflict.repair is not None:
        name = built.written(("requirement", spec.name, spec.must[conflict.repair.position].id))
        help_.append(f"with {conflict.repair.value} for `{conflict.repair.parameter}` in `{name}` it is no conflict")
    return Diagnostic(codes.CONFLICT, message, labels[0], others, help=tuple(help_))


def _implied(built: Built, instance: Instance, implied: Implied) -> Diagnostic:
    spec = instance.spec
    label, *others = (
        built.places["requirement", spec.name, spec.must[place].id] for place in (implied.position, *implied.by)
    )
    where = _where(instance)
    if not others:
        return Diagnostic(codes.VACUOUS, f"every text passes this requirement{where}", label, help=(implied.reason,))
    message = f"this requirement asks for no more than {'another does' if len(others) == 1 else 'others do'}{where}"
    marked = tuple(replace(other, message="what passes this passes it") for other in others)
    return Diagnostic(codes.REDUNDANT, message, label, marked, help=(implied.reason,))


def _where(instance: Instance) -> str:
    return "" if instance.id == instance.spec.name else f" in `{instance.id}`"
