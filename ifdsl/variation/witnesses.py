"""Take sets of demands; give a text that satisfies each, or the fewest demands to leave out so that there is one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ifdsl.analysis.certificate import certify
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import Question
from ifdsl.analysis.solving import NoSolver
from ifdsl.analysis.witness.build import Witness, build, told
from ifdsl.analysis.witness.trial import Check
from ifdsl.checking.compile import load
from ifdsl.checking.module import Module
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.ir import nodes as n


@dataclass(slots=True)
class Witnesses:
    """Finds witnesses and keeps them: equal sets are proven once.

    Attributes:
        types: every type that a demand may be of, by its qualified name.
        declared: what authors declare impossible; it is believed.
    """

    types: Mapping[str, n.Constraint]
    declared: Sequence[n.Conflict] = ()
    _module: Module | None = None
    _found: dict[Hashable, str | None] = field(default_factory=dict)

    def of(self, demands: Sequence[Demand], *known: str) -> str | None:
        """A text that satisfies all of `demands`; None where none is found, or authors declare that there is none.

        Args:
            known: texts that are tried first.
        """
        key = frozenset(map(_key, demands))
        if key not in self._found:
            self._found[key] = self._new(demands, known)
        return self._found[key]

    def joined(self, demands: Sequence[Demand], witness: str, extra: Sequence[Demand]) -> str | None:
        """A text that satisfies a set and some more, of which none is idle: asks for nothing, or for nothing more.

        It is looked for among texts that read like an answer, and no further: another demand is drawn sooner than one
        is kept that only a text of pieces fits.

        Args:
            witness: satisfies the set.
        """
        every = [*demands, *extra]
        question = Question(every, blank_fails=True, declared=self.declared)
        if self.declared and question.conflict() is not None:
            return None
        names = {one.name for one in extra}
        if any(every[one.position].name in names for one in question.implied() if one.kind in ("vacuous", "redundant")):
            return None
        check = self.check(every)
        if all(check(witness)):
            return witness
        found = told(every, check)
        return None if found is None else found.text

    def check(self, demands: Sequence[Demand]) -> Check:
        """What checks texts against a set."""
        own = {one.constraint.name: one.constraint for one in demands if one.constraint.name not in self.types}
        if own:
            module = load(n.Program(module="varied", constraints={**_needed(demands), **own}))
        else:
            if self._module is None:
                self._module = load(n.Program(module="varied", constraints=dict(self.types)))
            module = self._module
        checkers = [ConstraintChecker(module, one.constraint.name, one.arguments) for one in demands]
        return lambda text: [checker.passes(text) for checker in checkers]

    def _new(self, demands: Sequence[Demand], known: Sequence[str]) -> str | None:
        check = self.check(demands)
        for text in known:
            if text.strip() and all(check(text)):
                return text
        try:
            return certify(demands, check, declared=self.declared, details=False).witness
        except NoSolver:
            built = build(demands, check)
            return built.text if isinstance(built, Witness) else None


def _needed(demands: Sequence[Demand]) -> dict[str, n.Constraint]:
    return {one.constraint.name: one.constraint for one in demands}


def _key(demand: Demand) -> Hashable:
    return demand.constraint.name, demand.constraint.check, repr(demand.arguments)


def same_set(one: Sequence[Demand], other: Sequence[Demand]) -> bool:
    """Whether two sets ask for the same types with the same arguments."""

    def key(demands: Sequence[Demand]) -> Any:
        return sorted((each.constraint.name, repr(each.arguments)) for each in demands)

    return bool(key(one) == key(other))
