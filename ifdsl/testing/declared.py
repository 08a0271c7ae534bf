"""Take checkers; give what they check, as demands that texts are built for, and what says which of them a text passes.

A compiled checker holds functions, not declarations: those are read again from the file. Of a checker whose file is not
known, nothing is known but its verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from ifdsl import data
from ifdsl.analysis.demands import Demand, demands_of_spec
from ifdsl.checking.verdict import Verdict
from ifdsl.checking.verifier import ConstraintChecker, Verifier
from ifdsl.ir import nodes as n
from ifdsl.testing.judging import negated
from ifdsl.testing.targets import targets

Checker: TypeAlias = ConstraintChecker | Verifier


@dataclass(frozen=True, slots=True)
class Declared:
    """A checker with its demands; `verdicts` gives one verdict for each."""

    checker: Checker
    demands: tuple[Demand, ...]

    def verdicts(self, text: str) -> list[Verdict]:
        if isinstance(self.checker, Verifier):
            return list(self.checker.verdicts(text)[: len(self.demands)])
        return [self.checker.verdict(text)]

    def passes(self, text: str) -> bool:
        return all(verdict.accepted for verdict in self.verdicts(text))

    def fails(self, text: str) -> bool:
        """Whether a demand fails; what is undecided does not."""
        return Verdict.FAIL in self.verdicts(text)

    def opposites(self) -> Iterator[tuple[Demand, ...]]:
        """Demands whose texts are likely to fail this checker: each of its own negated, or with a bound moved."""
        for place, demand in enumerate(self.demands):
            constraint = demand.constraint
            others = [Demand(f"not {demand.name}", negated(constraint), demand.arguments)]
            for target in targets(constraint, demand.arguments):
                if target.expected == "fail":
                    others += [Demand(demand.name, constraint, hint) for hint in target.hints[:1]]
            for other in others:
                yield (*self.demands[:place], other, *self.demands[place + 1 :])
                yield (other,)


def declared(checker: Checker, file: str | Path | None = None) -> Declared:
    """A checker with what its declaration asks.

    Args:
        checker: as `ifdsl.constraint` and `ifdsl.load` make it.
        file: the file that declares it, where that is no installed module.
    """
    if isinstance(checker, Verifier):
        return Declared(checker, _of_spec(checker, file))
    program = _program(_home(checker.name, file))
    constraint = None if program is None else program.constraints.get(checker.name)
    if constraint is None:
        return Declared(checker, (_unknown(checker.name),))
    return Declared(checker, (Demand(constraint.short_name, constraint, checker.arguments),))


def _of_spec(checker: Verifier, file: str | Path | None) -> tuple[Demand, ...]:
    report = checker.check("?")
    ids = [item.id for item in report.must]
    program = None if file is None else _program(Path(file))
    spec = None if program is None else next((one for one in program.specs if one.name == report.spec), None)
    if program is None or spec is None or [requirement.id for requirement in spec.must] != ids:
        return tuple(map(_unknown, ids))
    names = [parameter.name for parameter in spec.parameters]
    return demands_of_spec(program, spec, dict(zip(names, checker.values, strict=True)))


def _unknown(name: str) -> Demand:
    check = n.ExprCheck(value=n.Variable(name=f"the check of {name}", type="bool"))
    return Demand(name, n.Constraint(name=name, parameters=(), check=check), ())


def _home(name: str, file: str | Path | None) -> Path | None:
    if file is not None:
        program = _program(Path(file))
        if program is not None and name in program.constraints:
            return Path(file)
    return data.module_path(name.rpartition(".")[0])


@cache
def _program(path: Path | None) -> n.Program | None:
    from ifdsl.ir.build import build_file

    return None if path is None else build_file(path).program


def all_pass(group: Sequence[Declared], text: str) -> bool:
    return all(one.passes(text) for one in group)
