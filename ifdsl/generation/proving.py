"""Take a set of demands and one more; say whether a prompt may ask for all of them: whether they have a witness.

It is looked for among texts that read like an answer somebody wrote, and no further: another demand is drawn sooner
than a text of pieces is found, and the witnesses serve as the answers of shots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ifdsl.analysis.certificate import Certificate
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import Question
from ifdsl.analysis.witness.build import told
from ifdsl.analysis.witness.trial import Check
from ifdsl.checking.compile import load
from ifdsl.checking.module import Module
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.generation.plain import PLAIN_TEXTS, VARIANTS
from ifdsl.ir import nodes as n

UNSATISFIED, CONFLICT = "no plain witness", "declared conflict"
"""Why a demand does not join a set: no text that reads like an answer satisfies all; or it is declared impossible."""
IDLE = ("vacuous", "redundant")
"""Why a set is given up: every text passes one of its demands; or one asks for no more than the others do."""
TRIVIAL = "passed by a fixed text"
"""Why one is given up that a text passes which was written without reading it (`PLAIN_TEXTS`)."""
PRESCRIBED = "a prescribed answer"
"""Why one is given up whose answer stands among its arguments, so that the task is idle: `Yes` or `No`."""
OVERSAID = "redundant for a reader"
"""Why one is given up of which no ordinary text does one thing and not another, though some text would: capital letters
throughout, and a capital letter at the beginning of each sentence."""
_FEWEST = 5
"""Ordinary texts that tell what a demand brings with it."""


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

    def unlikely(self, demands: Sequence[Demand], witness: str) -> str | None:
        """Why nobody would ask for a set beside a task; None where somebody would."""
        given = {text.strip() for one in demands for value in one.arguments for text in _texts(value)}
        if witness.strip() in given:
            return PRESCRIBED
        check = self.check(demands)
        plain = []
        for text in PLAIN_TEXTS:
            plain.append(check(text))
            if all(plain[-1]):
                return TRIVIAL
        return OVERSAID if _oversaid([*plain, *map(check, VARIANTS)]) else None

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


def _oversaid(verdicts: Sequence[Sequence[bool]]) -> bool:
    """Whether all ordinary texts that do one of the demands do another one too, which not all of them do."""
    columns = list(zip(*verdicts, strict=True))
    for place, one in enumerate(columns):
        met = [at for at, passed in enumerate(one) if passed]
        if _FEWEST <= len(met) < len(one):
            others = (other for at, other in enumerate(columns) if at != place)
            if any(all(other[text] for text in met) and not all(other) for other in others):
                return True
    return False


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
