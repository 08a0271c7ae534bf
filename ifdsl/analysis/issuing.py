"""Take a built file; give the certificate of every instance of its specs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ifdsl.analysis.certificate import Certificate, certify
from ifdsl.analysis.demands import Demand, demands_of_spec
from ifdsl.analysis.specs import named
from ifdsl.checking.verifier import Verifier
from ifdsl.ir.build import Built
from ifdsl.ir.instances import Instance, instances


@dataclass(frozen=True, slots=True)
class Issued:
    """The certificate of one instance of a spec, whose `demands` are the requirements in `must`, in order."""

    instance: Instance
    demands: tuple[Demand, ...]
    certificate: Certificate


def certificates(built: Built, verifier: Callable[[str, Mapping[str, Any]], Verifier]) -> Iterator[Issued]:
    """The certificate of every instance of the specs of a file without errors, in order.

    Args:
        verifier: what checks responses to the spec of that name with these values.
    """
    program = built.program
    assert program is not None
    for spec in program.specs:
        for instance in instances(spec):
            demands = named(built, spec, demands_of_spec(program, spec, instance.values))
            check = checker(verifier(spec.name, instance.values), len(demands))
            yield Issued(instance, demands, certify(demands, check, declared=program.conflicts))


def checker(verifier: Verifier, count: int) -> Callable[[str], list[bool]]:
    """What says of a text which of the first `count` requirements leave it passing."""

    def check(text: str) -> list[bool]:
        return [verdict.accepted for verdict in verifier.verdicts(text)[:count]]

    return check
