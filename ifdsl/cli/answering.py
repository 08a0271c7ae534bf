"""Take the options of `ifdsl eval`; give what a judge answered, from a file or from the folder of the run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ifdsl.published.records import problem_at
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.store.records import Problem

if TYPE_CHECKING:
    from ifdsl.judging.answers import JudgeAnswers

JUDGE, ANSWERS = "judge", "answers.jsonl"
"""Where in the folder of a run its judge's requests and answers are."""


def answers_for(options: argparse.Namespace, problems: list[Diagnostic]) -> JudgeAnswers | None:
    """The answers; None where there are none. What is wrong with them is added to `problems`.

    Raises:
        OSError: the file that is named cannot be read.
    """
    path: Path | None = options.answers
    if path is None and options.run_folder is not None and (options.run_folder / JUDGE / ANSWERS).exists():
        path = options.run_folder / JUDGE / ANSWERS
    if path is None:
        return None
    return read_as_named(path, options.answers_of, problems)


def read_as_named(path: Path, model: str | None, problems: list[Diagnostic]) -> JudgeAnswers:
    """Answers of a file; what is wrong with them is added to `problems`.

    Args:
        path: the file: answers by row, or, where a model is named, recorded verdicts on the responses of several.
        model: whose responses the verdicts are on.
        problems: what was found so far.

    Raises:
        OSError: the file cannot be read.
    """
    if model is not None:
        from ifdsl.published.structflow.recorded import answers_on

        return answers_on(path, model, problems)
    from ifdsl.judging.answers import read_answers

    found: list[Problem] = []
    answers = read_answers(path, found)
    problems.extend(map(finding, found))
    return answers


def finding(problem: Problem) -> Diagnostic:
    """A line of answers that cannot be read, as a diagnostic."""
    return problem_at(problem.file, problem.line or 1, "", problem.message)
