"""Take a set of demands; say whether a prompt may ask for it: it has a witness, and none of it asks for nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ifdsl.analysis.certificate import Certificate, certify
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness.trial import Check
from ifdsl.checking.compile import load
from ifdsl.checking.module import Module
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.ir import nodes as n

BUDGET = 8
"""Texts that are tried for a witness of a drawn set. Where none is found the set is drawn anew: that costs less than a
long search, which would find a witness for one in four of them."""

CONFLICTS, UNKNOWN = "conflicts", "no witness found"
"""Why a set is rejected that has no witness: no text satisfies it; or neither a witness nor a conflict was found."""
IDLE = ("vacuous", "redundant")
"""Why one is rejected that has: every text passes one of its demands; or one asks for no more than others do."""


class Proof(NamedTuple):
    """The certificate of a set, and why it is to be rejected; None where it is not."""

    certificate: Certificate
    rejected: str | None


@dataclass(slots=True)
class Prover:
    """Certifies sets of demands over some types.

    Attributes:
        types: the types, by their qualified names.
        declared: what authors declare impossible; it is believed.
        budget: the number of texts that may be tried for a witness.
    """

    types: dict[str, n.Constraint]
    declared: Sequence[n.Conflict] = ()
    budget: int = BUDGET
    _module: Module | None = None

    def prove(self, demands: Sequence[Demand], rejecting: Collection[str] = IDLE) -> Proof:
        """The certificate of a set, and why it is rejected: it has no witness, or is idle as `rejecting` says."""
        certificate = certify(demands, self.check(demands), declared=self.declared, details=False, budget=self.budget)
        if certificate.verdict != "consistent":
            return Proof(certificate, CONFLICTS if certificate.verdict == "conflict" else UNKNOWN)
        return Proof(certificate, next((one.kind for one in certificate.implied if one.kind in rejecting), None))

    def check(self, demands: Sequence[Demand]) -> Check:
        """What checks texts against a set."""
        if self._module is None:
            self._module = load(n.Program(module="drawn", constraints=self.types))
        module = self._module
        checkers = [ConstraintChecker(module, one.constraint.name, one.arguments) for one in demands]
        return lambda text: [checker.passes(text) for checker in checkers]
