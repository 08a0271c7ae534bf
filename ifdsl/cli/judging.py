"""Take the options of `ifdsl judge`; ask the judge, keep its answers in the run, and grade the run with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ifdsl.cli import FAILED, OK
from ifdsl.cli.answering import ANSWERS, JUDGE, read_as_named
from ifdsl.cli.consulting import Consultation, consulted
from ifdsl.cli.evaluating import evaluate, graded_with, show_problems
from ifdsl.cli.output import CannotEvaluate
from ifdsl.cli.verifying import as_evaluated, manifest_of_run
from ifdsl.judging.agreement import table
from ifdsl.judging.answers import JudgeAnswers
from ifdsl.judging.asking import STRUCTURED
from ifdsl.judging.judge import Judged, judge, to_be_judged
from ifdsl.run.grading import Grader, Item
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, counted
from ifdsl.source.file import about, system_reason
from ifdsl.store.records import Response


def judge_run(options: argparse.Namespace) -> int:
    """Judge a run; give the exit code.

    Raises:
        CannotEvaluate: the run, its spec or the judge cannot be used.
    """
    folder: Path = options.out or options.target / JUDGE
    problems: list[Diagnostic] = []
    try:
        found = list(_to_be_judged(options, problems))
        answers, asked = _asked(found, folder, options)
        answers.write(folder / ANSWERS)
        if not options.quiet:
            print(_told(found, answers), file=sys.stderr)
        if asked.errors:
            lost = counted(len(asked.errors), "request")
            print(f"{lost} to the judge got no answer ({asked.errors[0]})", file=sys.stderr)
        if options.against is not None:
            print(_compared(answers, options, problems), end="")
    except OSError as error:
        path = Path(error.filename or folder)
        raise CannotEvaluate([*problems, about(path, system_reason(error), codes.CANNOT_WRITE)]) from error
    show_problems(problems, options)
    made = as_evaluated(options, manifest_of_run(options))
    made.answers = folder / ANSWERS
    code = evaluate(made)
    if asked.stopped is not None:
        print(f"stopped early: {asked.stopped}", file=sys.stderr)
        return asked.code
    return code or (FAILED if answers.unread else OK)


@dataclass(slots=True)
class _Collector:
    """Grades as a grader does, and keeps what it graded."""

    grader: Grader
    graded: list[tuple[Item, Response | None]] = field(default_factory=list)

    def grade(self, item: Item, response: Response | None) -> Any:
        self.graded.append((item, response))
        return self.grader.grade(item, response)

    def fingerprint(self, item: Item) -> str:
        return self.grader.fingerprint(item)


def _to_be_judged(options: argparse.Namespace, problems: list[Diagnostic]) -> Iterator[Judged]:
    """The responses of the run with what is to be asked of them."""
    made = as_evaluated(options, manifest_of_run(options))
    collector: list[_Collector] = []

    def collecting(grader: Grader) -> Any:
        collector.append(_Collector(replace(grader, details=False)))
        return collector[0]

    for _ in graded_with(made, problems, collecting):
        pass
    for item, response in collector[0].graded:
        judged = to_be_judged(item, response)
        if judged is not None:
            yield judged


def _asked(found: Sequence[Judged], folder: Path, options: argparse.Namespace) -> tuple[JudgeAnswers, Consultation]:
    """The judge's answers, and how asking went."""
    structured = {} if options.no_schema else STRUCTURED
    with consulted(options, folder, "judge", options.target, structured) as consultation:
        answers = judge(found, consultation.ask, JudgeAnswers(), options.attempts)
    return answers, consultation


def _told(found: Sequence[Judged], answers: JudgeAnswers) -> str:
    questions = sum(len(one.questions) for one in found)
    told = f"{counted(questions, 'question')} about {counted(len(found), 'response')}: {len(answers)} asked"
    return told + (f", {answers.unread} of them unread" if answers.unread else "")


def _compared(answers: JudgeAnswers, options: argparse.Namespace, problems: list[Diagnostic]) -> str:
    """How far the judge agrees with other answers to the same questions."""
    others = read_as_named(options.against, options.against_of, problems)
    found = table(answers.beside(others))
    kappa = "-" if found.kappa is None else f"{found.kappa:.4f}"
    agreed = "-" if found.agreed is None else f"{found.agreed:.4f}"
    both = counted(found.total, "question")
    return (
        f"against {options.against.name}: {both} that both answered, agreed {agreed}, kappa {kappa}\n"
        f"  both yes {found.both_yes}, judge alone {found.first_alone}, "
        f"the other alone {found.second_alone}, both no {found.both_no}\n"
    )
