"""Take responses with the questions that no code decides, and a model; give the judge's answers.

All questions about one response are one request. An answer that cannot be read is asked for again, in another order;
what is unread at the end is `unknown`: it is counted, and is in no figure. What code decides is never asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ifdsl.checking.judging import Question
from ifdsl.flows.posing import RELATIONS, SHAPE, TURN
from ifdsl.judging.answers import JudgeAnswers
from ifdsl.judging.asking import Asked, asked
from ifdsl.judging.reading import answers_in
from ifdsl.judging.relations import Posed
from ifdsl.run.grading import Item
from ifdsl.store.records import Prompt, Response

ATTEMPTS = 3

AskJudge: TypeAlias = Callable[[Sequence[Prompt]], Mapping[str, Response]]
"""Asks prompts, and gives the responses by prompt id."""


class Judged(NamedTuple):
    """A response and what is to be asked of it."""

    prompt: Prompt
    response: Response
    questions: tuple[Question, ...]
    posed: Posed = Posed()


def to_be_judged(item: Item, response: Response | None) -> Judged | None:
    """The questions that the checks of an item leave to a judge; None where there are none."""
    if response is None or not response.answered:
        return None
    questions = item.verifier.open_questions(response.text)
    if not questions:
        return None
    return Judged(item.prompt, response, tuple(questions), _posed(item.prompt))


def _posed(prompt: Prompt) -> Posed:
    """How the turn stands in its dialogue, as far as the prompt's `meta` says so in the form that flows give it."""
    meta = prompt.meta
    number = meta.get(TURN)
    turns = _pairs(meta.get(SHAPE))[:number] if isinstance(number, int) else ()
    return Posed(tuple(name for name, _ in turns), _pairs(meta.get(RELATIONS)))


def _pairs(value: object) -> tuple[tuple[str, str], ...]:
    """The pairs of a list; whatever else a file may have there is left out."""
    found = value if isinstance(value, list) else ()
    return tuple((str(one[0]), str(one[1])) for one in found if isinstance(one, list | tuple) and len(one) == 2)


def judge(found: Sequence[Judged], ask: AskJudge, known: JudgeAnswers, attempts: int = ATTEMPTS) -> JudgeAnswers:
    """Ask about each response; what is known already is not asked.

    Args:
        found: responses with their questions.
        ask: asks the judge.
        known: answers that there are; new ones are added to them.
        attempts: how often a question is asked whose answer cannot be read.
    """
    for attempt in range(attempts):
        requests: list[tuple[Judged, Asked]] = []
        for one in found:
            there = known.of(one.prompt.id, one.response.repeat) or {}
            left = [question for question in one.questions if question.key not in there]
            if left:
                prompt = asked(one.prompt, one.response.text, left, one.posed, attempt, one.response.repeat)
                requests.append((one, prompt))
        if not requests:
            break
        responses = ask([request.prompt for _, request in requests])
        for one, request in requests:
            response = responses.get(request.prompt.id)
            if response is None:
                continue  # it was not asked: the run was stopped
            text = response.text if response.answered else ""
            for question, answer in zip(request.order, answers_in(text, len(request.order)), strict=True):
                known.add(one.prompt.id, one.response.repeat, question.key, answer)
    return known
