"""Take files of StructFlowBench's responses and verdicts; give them by the turns of its flows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ifdsl.judging.answers import JudgeAnswers
from ifdsl.published.structflow.regrading import read_responses
from ifdsl.published.structflow.verdicts import YES, read_verdicts
from ifdsl.run.protocol import status_of
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import about
from ifdsl.store.records import Prompt, Response


def turn_id(dialogue: int, turn: int) -> str:
    """The id of the prompt of a turn: the dialogue counts from 0, the turn from 1."""
    return f"d{dialogue:03}:c{turn}"


def responses_by_turn(path: Path, prompts: Sequence[Prompt], problems: list[Diagnostic]) -> Mapping[str, Response]:
    """Recorded responses by prompt id; what is wrong with a row, or missing, is added to `problems`.

    Raises:
        OSError: the file cannot be read.
    """
    found: dict[str, Response] = {}
    wanted = {prompt.id for prompt in prompts}
    for one in read_responses(path):
        if isinstance(one, Diagnostic):
            problems.append(one)
            continue
        (dialogue, turn), text = one
        id_ = turn_id(dialogue, turn)
        if id_ in wanted:
            found.setdefault(id_, Response(id_, text, status_of(text, None), ""))
    for prompt in prompts:
        if prompt.id not in found:
            problems.append(about(path, f"`{prompt.id}` has no response", codes.MISSING_RESPONSE))
    return found


def answers_on(path: Path, model: str, problems: list[Diagnostic]) -> JudgeAnswers:
    """What the recorded judge said of a model's responses; what is wrong with a row is added to `problems`.

    Raises:
        OSError: the file cannot be read.
    """
    answers = JudgeAnswers()
    known: set[str] = set()
    for one in read_verdicts(path):
        if isinstance(one, Diagnostic):
            problems.append(one)
            continue
        known |= one.verdicts.keys()
        if model in one.verdicts:
            answers.add(turn_id(one.dialogue, one.turn), 0, one.content, one.verdicts[model] == YES)
    if known and model not in known:
        there = ", ".join(f"`{name}`" for name in sorted(known))
        problems.append(
            about(path, f"there are no verdicts on `{model}`", codes.MISSING_RESPONSE, f"there are: {there}")
        )
    return answers
