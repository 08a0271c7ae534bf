"""Take what a row asks; give what is proved of it: what cannot hold together, and what asks for nothing more."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import Conflict, Implied, Question
from ifdsl.analysis.repairing import repaired
from ifdsl.linting import Finding, Graded, Prompt, Repair
from ifdsl.linting.placing import where_asked
from ifdsl.primitives.ranges import Range
from ifdsl.source import codes


class Prover:
    """Proves what holds of sets of demands, each set once: rows of a file often ask the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[str, str], ...], tuple[Conflict | None, tuple[Implied, ...]]] = {}

    def proved(
        self, prompt: Prompt, demands: Sequence[Demand], graded: Sequence[Graded], same: Collection[int] = ()
    ) -> Iterator[Finding]:
        """What is proved of demands that must all hold of one response.

        Args:
            prompt: what asks for them.
            demands: the demands.
            graded: what each of them is graded as.
            same: the places of demands that stand there twice, of which nothing more need be said.

        Raises:
            NoSolver: the extra `smt` is not installed.
        """
        if not demands:
            return
        conflict, implied = self._asked(
            [replace(demand, name=one.title) for demand, one in zip(demands, graded, strict=True)]
        )
        if conflict is not None:
            yield _conflict(prompt, graded, conflict)
        for each in implied:
            if each.position not in same:
                yield _implied(prompt, graded, each)

    def _asked(self, demands: Sequence[Demand]) -> tuple[Conflict | None, tuple[Implied, ...]]:
        key = tuple((f"{demand.name} {demand.constraint.name}", repr(demand.arguments)) for demand in demands)
        if any(not demand.constraint.parameters and demand.constraint.id is None for demand in demands):
            return _of(demands)  # a scope, which its name and arguments do not tell from another
        if key not in self._known:
            self._known[key] = _of(demands)
        return self._known[key]


def _of(demands: Sequence[Demand]) -> tuple[Conflict | None, tuple[Implied, ...]]:
    question = Question(demands, blank_fails=True)
    found = question.conflict()
    if found is not None:
        return repaired(demands, found, blank_fails=True), ()
    return None, question.implied()


def _implied(prompt: Prompt, graded: Sequence[Graded], implied: Implied) -> Finding:
    one = graded[implied.position]
    paths = (one.path, *(graded[place].path for place in implied.by))
    if implied.by:
        others = " and ".join(graded[place].title for place in implied.by)
        code, message = codes.REDUNDANT, f"{one.title} asks for nothing more than {others}"
    else:
        code, message = codes.VACUOUS, f"every response passes {one.title}"
    return Finding(code, message, where_asked(prompt, one), paths, reason=implied.reason)


def _conflict(prompt: Prompt, graded: Sequence[Graded], found: Conflict) -> Finding:
    core = [graded[place] for place in found.core]
    together = " together" if len(core) > 1 else ""
    message = f"no response can pass {' and '.join(one.title for one in core)}{together}"
    spans = tuple(dict.fromkeys(span for one in core for span in where_asked(prompt, one)))
    repair = None
    if found.repair is not None and found.repair.value:
        path = f"{graded[found.repair.position].path}.{found.repair.parameter}"
        value = str(found.repair.value) if isinstance(found.repair.value, Range) else found.repair.value
        repair = Repair(arguments=((path, value),))
    return Finding(codes.CONFLICT, message, spans, tuple(one.path for one in core), repair, found.reason)
