"""Take StructFlowBench's dialogues, recorded responses and recorded verdicts; give what code says beside the judge.

Only questions that say what to count are compared. A response that breaks a limit by more than a tenth, or a quarter,
of the limit is counted apart: no other way of counting words makes up for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ifdsl import data
from ifdsl.checking.compile import load
from ifdsl.checking.module import Module
from ifdsl.checking.verdict import Outcome
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.compiler import CompileFailed
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.published.records import Unreadable, records
from ifdsl.published.rows import Malformed, text_of
from ifdsl.published.structflow.dialogues import Dialogue
from ifdsl.published.structflow.questions import PACK, Questions
from ifdsl.published.structflow.verdicts import YES, Recorded
from ifdsl.source.diagnostic import Diagnostic

Where = tuple[int, int]
"""A dialogue, from 0, and a turn of it, from 1."""


@dataclass(frozen=True, slots=True)
class Decider:
    """Checks texts against what questions ask for."""

    program: n.Program
    module: Module

    @classmethod
    def of_pack(cls) -> Decider:
        """
        Raises:
            CompileFailed: the pack has errors.
        """
        built = build_file(data.stdlib_path() / f"{PACK}.ifc")
        if built.program is None:
            raise CompileFailed(built.diagnostics)
        return cls(built.program, load(built.program))

    def outcome(self, demand: n.Demand, text: str) -> Outcome:
        parameters = self.program.constraints[demand.constraint].parameters
        pairs = zip(demand.arguments, parameters, strict=True)
        values = [as_declared(evaluate(argument, {}), parameter.type) for argument, parameter in pairs]
        return ConstraintChecker(self.module, demand.constraint, values).check(text)


class Compared(NamedTuple):
    """One response to one question: what code and the judge say.

    `kind` is the constraint that decides; `beyond` by how much of the limit a failing one breaks it.
    """

    where: tuple[int, int, int]
    model: str
    kind: str
    code: bool
    judge: bool
    beyond: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often code and judge agree on some responses. `passed` are those that the judge passed among failing ones."""

    both_pass: int
    both_fail: int
    judge_alone: int
    code_alone: int
    beyond_tenth: tuple[int, int]
    beyond_quarter: tuple[int, int]
    """Of the responses that break a limit by more than that: how many the judge passed, and how many there are."""

    @property
    def total(self) -> int:
        return self.both_pass + self.both_fail + self.judge_alone + self.code_alone

    @property
    def violations(self) -> int:
        """Responses that code fails."""
        return self.both_fail + self.judge_alone

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa; None where one of the two always says the same."""
        from ifdsl.judging.agreement import kappa

        return kappa(self.both_pass, self.judge_alone, self.code_alone, self.both_fail)


def read_responses(path: Path) -> Iterator[tuple[Where, str] | Diagnostic]:
    """Read recorded responses: rows with the dialogue `d`, the turn `t` and the `response`.

    Raises:
        OSError: the file cannot be read.
    """
    for record in records(path):
        if isinstance(record, Unreadable):
            yield record.diagnostic
            continue
        value = record.value
        dialogue, turn = value.get("d"), value.get("t")
        try:
            if not isinstance(dialogue, int) or not isinstance(turn, int):
                raise Malformed("`d` and `t` are whole numbers in this shape")
            yield (dialogue, turn), text_of(value, "response")
        except Malformed as error:
            yield record.problem(str(error), error.code)


def compared(
    dialogues: Iterable[Dialogue],
    responses: Mapping[Where, str],
    verdicts: Mapping[tuple[int, int, int], Recorded],
    model: str,
    questions: Questions,
) -> Iterator[Compared]:
    """Each question that code decides, with both verdicts on a model's response to its turn.

    Raises:
        CompileFailed: the pack has errors.
    """
    decider = Decider.of_pack()
    for dialogue in dialogues:
        for turn_number, turn in enumerate(dialogue.turns, start=1):
            text = responses.get((dialogue.index, turn_number))
            for place, question in enumerate(turn.questions):
                where = dialogue.index, turn_number, place
                demand, recorded = questions.decided(question), verdicts.get(where)
                if demand is None or recorded is None or text is None or model not in recorded.verdicts:
                    continue
                outcome = decider.outcome(demand, text)
                kind = demand.constraint.rpartition(".")[2]
                code = outcome.verdict.accepted
                beyond = 0.0 if outcome.margin is None or code else -outcome.margin
                yield Compared(where, model, kind, code, recorded.verdicts[model] == YES, beyond)


def agreement(found: Sequence[Compared]) -> Agreement:
    """How often code and judge agree."""

    def beyond(limit: float) -> tuple[int, int]:
        far = [one for one in found if not one.code and one.beyond > limit]
        return sum(one.judge for one in far), len(far)

    def count(code: bool, judge: bool) -> int:
        return sum(one.code is code and one.judge is judge for one in found)

    return Agreement(
        both_pass=count(True, True),
        both_fail=count(False, False),
        judge_alone=count(False, True),
        code_alone=count(True, False),
        beyond_tenth=beyond(0.1),
        beyond_quarter=beyond(0.25),
    )
