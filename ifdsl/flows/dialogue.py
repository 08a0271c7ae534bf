"""Take the turns of conversations and an asker of prompts; give each turn's item, asked with the history that it has.

A turn whose history is golden is asked at once, with all others of its kind. One whose history is the model's own is
asked when the turn before has its answer; where that has none, the rest of the conversation is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ifdsl.run.grading import Item
from ifdsl.store.records import Response

Ask: TypeAlias = Callable[[list[Item]], Mapping[str, Response]]


class Exchange(NamedTuple):
    """A turn that was asked, and what was answered."""

    item: Item
    reply: str


class Exchanged(NamedTuple):
    """One turn of a conversation.

    Attributes:
        conversation: which one.
        number: which of its turns, from 1.
        pose: gives the item, told what was asked and answered in the turns before; nothing where the turn does not hang
            on that.
        alone: whether the history is the same whatever the model answers.
    """

    conversation: str
    number: int
    pose: Callable[[Sequence[Exchange]], Item]
    alone: bool = False

    @property
    def first(self) -> bool:
        return self.alone or self.number == 1


def asked(turns: Sequence[Exchanged], ask: Ask) -> list[Item]:
    """Ask all turns; give the item of each as it was asked, or, of one that was not, without a history.

    Args:
        turns: in any order; ids of their items differ.
        ask: asks some items, and gives the responses by id.
    """
    found: dict[int, Item] = {}
    answered: dict[tuple[str, int], Exchange] = {}

    def put(places: Sequence[int], histories: Mapping[int, Sequence[Exchange]]) -> None:
        for place in places:
            found[place] = turns[place].pose(histories.get(place, ()))
        responses = ask([found[place] for place in places]) if places else {}
        for place in places:
            response = responses.get(found[place].prompt.id)
            if response is not None and response.answered:
                key = turns[place].conversation, turns[place].number
                answered[key] = Exchange(found[place], response.text)

    put([place for place, turn in enumerate(turns) if turn.first], {})
    for number in sorted({turn.number for turn in turns if not turn.first}):
        histories = {
            place: history
            for place, turn in enumerate(turns)
            if turn.number == number and not turn.first
            if (history := _history(turn, answered)) is not None
        }
        put(list(histories), histories)
    return [found[place] if place in found else turn.pose(()) for place, turn in enumerate(turns)]


def _history(turn: Exchanged, answered: Mapping[tuple[str, int], Exchange]) -> list[Exchange] | None:
    """The turns before this one, in order; None where one of them has no answer."""
    found = [answered.get((turn.conversation, number)) for number in range(1, turn.number)]
    known = [exchange for exchange in found if exchange is not None]
    return known if len(known) == len(found) else None
