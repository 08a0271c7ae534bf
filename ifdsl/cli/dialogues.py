"""Take the turns of flows and where responses come from; give the results on them, each graded with its own history."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ifdsl.cli.output import CannotEvaluate
from ifdsl.cli.own_items import Opened
from ifdsl.cli.session import Session
from ifdsl.flows.dialogue import Exchange, asked
from ifdsl.flows.posing import Posing
from ifdsl.run.grading import Grader, Item
from ifdsl.source import codes
from ifdsl.source.file import about
from ifdsl.store.records import ItemResult, Response

if TYPE_CHECKING:
    from ifdsl.run.aims import Aim


def recorded(turns: Sequence[Posing], responses: Mapping[str, Response]) -> list[Item]:
    """The items of turns with recorded responses, by id. What a turn captures is taken from those of its dialogue."""

    def ask(items: list[Item]) -> Mapping[str, Response]:
        return {item.prompt.id: responses[item.prompt.id] for item in items if item.prompt.id in responses}

    return asked([turn.exchanged for turn in turns], ask)


def of_model(turns: Sequence[Posing], session: Session) -> list[Item]:
    """The items of turns once a model was asked, turn by turn where one hangs on its answers.

    Raises:
        CannotEvaluate: several answers to each prompt are wanted, and later turns go on from one.
    """
    if session.options.repeats > 1 and not all(turn.alone for turn in turns):
        message = "dialogues whose history is the model's own are asked once: later turns go on from one answer"
        raise CannotEvaluate([about(session.options.file, message, codes.NOTHING_TO_RUN, "leave out --repeats")])

    def ask(items: list[Item]) -> Mapping[str, Response]:
        session.ask(items)
        found = {item.prompt.id: session.answers(item)[0] for item in items}
        return {id_: response for id_, response in found.items() if response is not None}

    return asked([turn.exchanged for turn in turns], ask)


def of_oracle(
    made: Opened, turns: Sequence[Posing], options: argparse.Namespace, stopped: list[str], grader: Grader
) -> Iterator[ItemResult]:
    """The results on the oracle's responses: each turn goes on from those before it."""
    from ifdsl.cli.by_oracle import answered

    said: dict[str, list[Exchange]] = {}

    def rows() -> Iterator[tuple[Posing, Item, Aim]]:
        for turn in turns:
            history = said.setdefault(turn.conversation, [])
            # Where a turn has no answer, those after it have no history to go on from.
            item = turn.item(history if len(history) == turn.turn.place else ())
            yield turn, item, aim_of_turn(made, turn, item, options.allow_python)

    for turn, item, response in answered(rows(), options, stopped):
        assert item is not None
        if response is not None and response.answered:
            said[turn.conversation].append(Exchange(item, response.text))
        yield grader.grade(item, response)


def aim_of_turn(made: Opened, turn: Posing, item: Item, allow_python: bool) -> Aim:
    """What a response to a turn must be like to pass."""
    from ifdsl.run.aims import aim_of

    spec = turn.turn.spec
    values = dict(zip((one.name for one in spec.parameters), item.verifier.values, strict=True))
    names = [requirement.id for requirement in spec.must]
    return aim_of(made.program, spec, values, names, allow_python=allow_python)
