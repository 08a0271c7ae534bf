"""Take the rows of conversations and an asker of prompts; give each turn's response, asked with the chat so far.

The history of a turn is the model's own, as `ifdsl.flows.dialogue` asks it: a turn is asked when the one before has its
answer; of a turn without one the rest of the conversation is not asked. Rows of no conversation are asked all at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ifdsl.flows import dialogue
from ifdsl.flows.dialogue import Ask, Exchange, Exchanged
from ifdsl.published.reading import ReadItem
from ifdsl.run.grading import Item
from ifdsl.store.records import Message

Pairs: TypeAlias = Sequence[tuple[ReadItem, Item | None]]


def asked(pairs: Pairs, ask: Ask) -> list[tuple[ReadItem, Item | None]]:
    """Ask all rows; give them, each with the prompt that was asked.

    Args:
        pairs: rows with their items; ids differ.
        ask: asks the prompts of some items, and gives the responses by id.
    """
    turns = [_turn(read, item) for read, item in pairs if item is not None]
    found: Mapping[str, Item] = {item.prompt.id: item for item in dialogue.asked(turns, ask)}
    return [(read, None if item is None else found[item.prompt.id]) for read, item in pairs]


def _turn(read: ReadItem, item: Item) -> Exchanged:
    def pose(history: Sequence[Exchange]) -> Item:
        if not history:
            return item
        # What was asked last holds all that was said before it.
        last = history[-1]
        chat = (*last.item.prompt.messages, Message("assistant", last.reply))
        return item._replace(prompt=item.prompt._replace(messages=(*chat, *item.prompt.messages)))

    return Exchanged(_conversation(read), turn_of(read), pose)


def turn_of(read: ReadItem) -> int:
    """Which turn of its conversation a row is, from 1."""
    return 1 if read.row is None else int(read.row.meta.get("turn", 1))


def _conversation(read: ReadItem) -> str:
    return "" if read.row is None else str(read.row.meta.get("conversation", read.row.key))
