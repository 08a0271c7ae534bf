"""Take made dialogues, and perhaps a model; give them golden answers that every check of their turns accepts.

A turn is answered with the golden answers before it as its history. A model's answer is taken where all checks accept
it; elsewhere stands what the oracle answers, a text that was found for the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from ifdsl.checking.compile import load
from ifdsl.checking.lenient import LENIENT
from ifdsl.flows.dialogue import Exchange
from ifdsl.flows.posing import Posing, posings
from ifdsl.flows.subjects import oracle
from ifdsl.flows.turns import with_turns
from ifdsl.generation.expand import Expanded
from ifdsl.ir import nodes as n
from ifdsl.run.grading import Grader, Item
from ifdsl.run.items import Rendering
from ifdsl.store.records import ItemResult, Prompt, Response

Answerer: TypeAlias = Callable[[Sequence[Prompt]], Mapping[str, str]]
"""Gives answers by the ids of prompts; a prompt that got none is left out."""

GRADER = Grader(LENIENT["ifeval"], details=True)


class Rejected(NamedTuple):
    """An answer of a model that a check of its turn does not accept, and which."""

    turn: str
    why: str


class Goldens(NamedTuple):
    """The dialogues with golden answers, how many of these are a model's, and what it answered in vain.

    `missing` are turns that nothing was found for; their dialogues have no golden answers from there on.
    """

    expanded: Expanded
    of_model: int
    of_oracle: int
    rejected: tuple[Rejected, ...]
    missing: tuple[str, ...]


def with_goldens(made: Expanded, answer: Answerer | None = None) -> Goldens:
    """Golden answers for the dialogues that were made; dialogues that a file has itself stay as they are.

    Args:
        made: what was made of a file.
        answer: answers turns, asked once for all first turns, once for all second ones and so on.
    """
    program = replace(made.program, specs=(), flows=tuple(one.flow for one in made.flows))
    dialogues: dict[str, list[Posing]] = {}
    for turn in posings(program, load(with_turns(program)), Rendering()):
        dialogues.setdefault(turn.turn.flow.name, []).append(turn)
    giving = _Giving(answer)
    for place in range(max(map(len, dialogues.values()), default=0)):
        giving.give({name: turns[place] for name, turns in dialogues.items() if place < len(turns)})
    said = {name: [one.reply for one in history] for name, history in giving.histories.items()}
    flows = {one.flow.name: _golden(one.flow, said.get(one.flow.name, [])) for one in made.flows}
    expanded = replace(
        made,
        program=replace(made.program, flows=tuple(flows.get(one.name, one) for one in made.program.flows)),
        flows=tuple(replace(one, flow=flows[one.flow.name]) for one in made.flows),
    )
    return Goldens(expanded, giving.of_model, giving.of_oracle, tuple(giving.rejected), tuple(giving.missing))


class _Giving:
    """Gives golden answers turn by turn, each with those before it."""

    def __init__(self, answer: Answerer | None) -> None:
        self.answer = answer
        self.histories: dict[str, list[Exchange]] = {}
        self.of_model = self.of_oracle = 0
        self.rejected: list[Rejected] = []
        self.missing: list[str] = []

    def give(self, turns: Mapping[str, Posing]) -> None:
        items: dict[str, Item] = {}
        for name, turn in turns.items():
            history = self.histories.setdefault(name, [])
            if len(history) == turn.turn.place:
                items[name] = turn.item(history)
        answers = {} if self.answer is None else self.answer([item.prompt for item in items.values()])
        for name, item in items.items():
            reply = self._of_model(item, answers.get(item.prompt.id)) or self._of_oracle(turns[name], item)
            if reply:
                self.histories[name].append(Exchange(item, reply))
            else:
                self.missing.append(item.prompt.id)

    def _of_model(self, item: Item, text: str | None) -> str:
        if text is None:
            return ""
        result = GRADER.grade(item, Response(item.prompt.id, text, "ok", ""))
        if result.strict and text.strip():
            self.of_model += 1
            return text
        self.rejected.append(Rejected(item.prompt.id, _why(result)))
        return ""

    def _of_oracle(self, turn: Posing, item: Item) -> str:
        response = oracle(turn, item, self.histories[turn.turn.flow.name])
        if not response.answered or not GRADER.grade(item, response).strict:
            return ""
        self.of_oracle += 1
        return response.text


def _why(result: ItemResult) -> str:
    failed = [one for one in result.requirements if one.required and one.strict != "pass"]
    return f"{failed[0].constraint}: {failed[0].message or failed[0].strict}" if failed else "it is blank"


def _golden(flow: n.Flow, replies: Sequence[str]) -> n.Flow:
    """A flow with golden answers as far as there are any; its context is golden where there are all."""
    turns = [
        replace(turn, golden=n.Template(parts=(replies[place],))) if place < len(replies) else turn
        for place, turn in enumerate(flow.turns)
    ]
    whole = len(replies) == len(flow.turns)
    return replace(flow, turns=tuple(turns), context="golden" if whole else flow.context)
