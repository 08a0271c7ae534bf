"""Take a set of demands and one more; say whether a prompt may ask for all of them: whether they have a witness.

It is looked for among texts that read like an answer somebody wrote, and no further: another demand is drawn sooner
than a text of pieces is found, and the witnesses serve as the answers of shots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ifdsl.analysis.certificate import Certificate
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import Question
from ifdsl.analysis.witness.build import told
from ifdsl.analysis.witness.trial import Check
from ifdsl.checking.compile import load
from ifdsl.checking.module import Module
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.generation.plain import PLAIN_TEXTS
from ifdsl.ir import nodes as n

UNSATISFIED, CONFLICT = "no plain witness", "declared conflict"
"""Why a demand does not join a set: no text that reads like an answer satisfies all; or it is declared impossible."""
IDLE = ("vacuous", "redundant")
"""Why a set is given up: every text passes one of its demands; or one asks for no more than the others do."""
TRIVIAL = "passed by a fixed text"
"""Why one is given up that a text passes which was written without reading it (`PLAIN_TEXTS`)."""


@dataclass(slots=True)
class Prover:
    """Finds witnesses for sets of demands over some types.

    Attributes:
        types: the types, by their qualified names.
        declared: what authors declare impossible; it is believed.
    """

    types: dict[str, n.Constraint]
    declared: Sequence[n.Conflict] = ()
    _module: Module | None = None

    def joined(self, demands: Sequence[Demand], witness: str | None, new: Demand, seed: int = 0) -> str | None:
        """A text that satisfies a set and one more demand; None where none is found.

        Args:
            witness: one that satisfies the set without it, tried first.
            seed: which words and sentences a witness prefers.
        """
        if witness is not None and all(self.check([new])(witness)):
            return witness
        return self.witness([*demands, new], seed)

    def witness(self, demands: Sequence[Demand], seed: int = 0) -> str | None:
        """A text that satisfies a set and reads like an answer; None where none is found."""
        found = told(demands, self.check(demands), seed=seed)
        return None if found is None else found.text

    def is_trivial(self, demands: Sequence[Demand]) -> bool:
        """Whether a text that follows no instruction satisfies the set."""
        check = self.check(demands)
        return any(all(check(text)) for text in PLAIN_TEXTS)

    def certificate(self, demands: Sequence[Demand], witness: str) -> Certificate:
        """The certificate of a set with a witness: `consistent`, or `conflict` where authors declare that."""
        question = Question(demands, blank_fails=True, declared=self.declared)
        found = question.conflict() if self.declared else None
        if found is not None:
            return Certificate("conflict", core=found.core, reason=found.reason)
        return Certificate("consistent", witness=witness, implied=question.implied(), checked=1)

    def check(self, demands: Sequence[Demand]) -> Check:
        """What checks texts against a set."""
        if self._module is None:
            self._module = load(n.Program(module="drawn", constraints=self.types))
        module = self._module
        checkers = [ConstraintChecker(module, one.constraint.name, one.arguments) for one in demands]
        return lambda text: [checker.passes(text) for checker in checkers]
