"""Take a response and the questions about it; give the prompt by which a judge is asked them all at once.

The conversation goes to the judge as chat roles, the response that is judged as the last reply. The relations that the
turn has are defined to it, with the names of the turns, which questions may use. The questions stand in an order of
their own at each try, so that no place is favoured.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ifdsl.checking.judging import Question
from ifdsl.judging.relations import DEFINITIONS, Posed
from ifdsl.store.records import Message, Prompt

RULES = """\
You examine the last reply of an assistant in the conversation below. You are asked numbered questions about that
reply. Answer each with yes or no. Answer no where the reply does what is asked only in part, or where you cannot tell.
Judge the reply, not the user's messages. Questions do not depend on one another."""

# An example with answers in it would be copied by weak judges.
FORM = """\
Answer with one JSON object and nothing else, {"answers": [...]}, with one entry for each question: its number, and yes
or no. An entry is {"number": N, "answer": "yes"} or {"number": N, "answer": "no"}."""

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "answers": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "number": {"type": "integer"},
                    "answer": {"type": "string", "enum": ["yes", "no"]},
                },
                "required": ["number", "answer"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["answers"],
    "additionalProperties": False,
}

STRUCTURED: Mapping[str, Any] = {
    "response_format": {"type": "json_schema", "json_schema": {"name": "answers", "strict": True, "schema": SCHEMA}}
}
"""Members of the request body that hold an OpenAI-compatible server to the schema."""


class Asked(NamedTuple):
    """A prompt for the judge, and which question each of its numbers is, from 1."""

    prompt: Prompt
    order: tuple[Question, ...]


def asked(
    prompt: Prompt, reply: str, questions: Sequence[Question], posed: Posed, attempt: int, repeat: int = 0
) -> Asked:
    """The prompt for the judge.

    Args:
        prompt: what the model was asked, with the history that it had.
        reply: what it answered.
        questions: what the judge is asked of that.
        posed: the names of the turns so far, and the relations that the last of them has.
        attempt: which try it is, from 0; each has an order of its own.
        repeat: which of several answers to the prompt the reply is.
    """
    id_ = f"{prompt.id}#{repeat}:judge {attempt}"
    order = list(questions)
    Random(id_).shuffle(order)
    told = [message.content for message in prompt.messages if message.role == "system"]
    system = [RULES]
    if told:
        system.append("The assistant had these instructions:\n" + "\n".join(told))
    system += _relations(posed)
    chat = [message for message in prompt.messages if message.role != "system"]
    numbered = "\n".join(f"{number}. {_words(one)}" for number, one in enumerate(order, start=1))
    messages = (
        Message("system", "\n\n".join(system)),
        *chat,
        Message("assistant", reply),
        Message("user", f"The questions about the last reply:\n{numbered}\n\n{FORM}"),
    )
    return Asked(Prompt(id_, messages), tuple(order))


def _relations(posed: Posed) -> Iterator[str]:
    """What the judge is told of how the last turn comes from those before it."""
    if len(posed.names) > 1:
        yield f"The user's messages are called, in order: {', '.join(posed.names)}."
    of: dict[str, list[str]] = {}
    for kind, turn in posed.relations:
        if kind in DEFINITIONS:
            of.setdefault(kind, []).extend([turn] if turn else [])
    if of:
        lines = (
            f"{DEFINITIONS[kind]} Meant here: {', '.join(turns)}." if turns else DEFINITIONS[kind]
            for kind, turns in of.items()
        )
        yield "How the user's last message comes from those before it:\n" + "\n".join(lines)


def _words(question: Question) -> str:
    words = " ".join(question.question.split())
    return words if question.whole else f"{words} (Of this part of the reply alone: {question.text!r})"
