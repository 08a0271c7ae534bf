"""Take a suite of a built file; give what each of its items asks for: a proven set of demands and a task."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from ifdsl.analysis.certificate import Certificate
from ifdsl.analysis.demands import Demand
from ifdsl.datasets.tasks import Task
from ifdsl.generation.drawing import demanded, levels, slots
from ifdsl.generation.proving import CONFLICT, IDLE, UNSATISFIED, Prover
from ifdsl.generation.shelf import Shelf, drawable
from ifdsl.ir import nodes as n
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

CASES = 20
"""Items of a suite that does not say how many."""
MOST_TRIED = 400
"""How many demands may be rejected for one item before the suite is given up."""
MOST_FITTED = 10
"""How many demands are tried in one place of a set before another set is begun."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What one item asks for, before its prompt is written.

    Attributes:
        number: of the item, from 0.
        level: how many groups it has constraints of, or how many constraints.
        task: what they are added to; None in a suite that draws no tasks.
    """

    number: int
    level: int
    pattern: str
    demands: tuple[Demand, ...]
    certificate: Certificate
    task: Task | None


class Asker:
    """Draws what the items of one suite ask for.

    Raises:
        CannotDraw: a module or a source that the suite draws from cannot be had.
    """

    def __init__(self, shelf: Shelf, suite: n.Suite) -> None:
        self._shelf, self._suite = shelf, suite
        self._place = ("suite", suite.name)
        self.types = shelf.types(suite.draw_from, self._place)
        self.drawable = drawable(self.types)
        self.tasks = list(shelf.tasks(suite.tasks, self._place))
        Random(f"{suite.name}:{suite.seed}:tasks").shuffle(self.tasks)
        self.prover = Prover(self.types, shelf.program.conflicts)
        self._idle = [one for one in IDLE if one in suite.reject or not suite.reject]
        self._levels = levels(suite, self.drawable)
        self.cases = CASES if suite.cases is None else suite.cases

    def random(self, number: int) -> Random:
        """A source of random numbers of one item alone."""
        return Random(f"{self._suite.name}:{self._suite.seed}:{number}")

    def asked(self, number: int, random: Random, rejected: Counter[str]) -> Asked:
        """What the item of that number asks for; what is rejected on the way is counted.

        Raises:
            CannotDraw: it was drawn in vain too often.
        """
        patterns = self._suite.patterns
        level = self._levels[number // len(patterns) % len(self._levels)]
        task = self.tasks[number % len(self.tasks)] if self.tasks else None
        while True:
            demands = self._set(level, number, random, rejected)
            if demands is not None:
                pattern = patterns[number % len(patterns)]
                return Asked(number, level, pattern, *demands, task)

    def _set(
        self, level: int, number: int, random: Random, rejected: Counter[str]
    ) -> tuple[tuple[Demand, ...], Certificate] | None:
        """A proven set, grown demand by demand; None where a demand cannot be had and another set is to be tried."""
        demands: list[Demand] = []
        witness: str | None = None
        for slot in slots(self._suite, self.drawable, level, random):
            for _ in range(MOST_FITTED):
                taken = {demand.constraint.name for demand in demands}
                new = demanded(random.choice([one for one in slot if one.name not in taken]), random)
                found = self.prover.joined(demands, witness, new, seed=number)
                if found is not None:
                    demands, witness = [*demands, new], found
                    break
                self.reject(UNSATISFIED, number, rejected)
            else:
                return None
        assert witness is not None, "every level has a slot"
        certificate = self.prover.certificate(demands, witness)
        idle = next((one.kind for one in certificate.implied if one.kind in self._idle), None)
        reason = CONFLICT if certificate.verdict == "conflict" else idle
        if reason is None and self.tasks:
            reason = self.prover.unlikely(demands, witness)
        if reason is None:
            return tuple(demands), certificate
        self.reject(reason, number, rejected)
        return None

    def reject(self, reason: str, number: int, rejected: Counter[str]) -> None:
        """Note why a set of an item is rejected.

        Raises:
            CannotDraw: that was once too often.
        """
        rejected[reason] += 1
        if rejected.total() >= MOST_TRIED:
            said = ", ".join(f"{reason} {count}" for reason, count in rejected.most_common())
            message = f"item {number + 1} of {quoted(self._suite.name)} was drawn {MOST_TRIED} times in vain: {said}"
            raise self._shelf.refusal(self._place, message, codes.UNDRAWABLE)
