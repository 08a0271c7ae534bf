"""Take the rows of conversations and an asker of prompts; give each turn's response, asked with the chat so far.

A turn is asked when the one before has its answer; of a turn without one the rest of the conversation is not asked.
Rows of no conversation are asked all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from ifdsl.published.reading import ReadItem
from ifdsl.run.grading import Item
from ifdsl.store.records import Message, Response

Pairs: TypeAlias = Sequence[tuple[ReadItem, Item | None]]
Ask: TypeAlias = Callable[[list[Item]], Mapping[str, Response]]


def asked(pairs: Pairs, ask: Ask) -> list[tuple[ReadItem, Item | None]]:
    """Ask all rows; give them, each with the prompt that was asked.

    Args:
        pairs: rows with their items; ids differ.
        ask: asks the prompts of some items, and gives the responses by id.
    """
    found = list(pairs)
    responses: dict[str, Response] = {}
    chats: dict[str, tuple[Message, ...]] = {}
    for turn in sorted({turn_of(read) for read, _ in pairs}):
        places = [place for place, (read, item) in enumerate(found) if item is not None and turn_of(read) == turn]
        wanted: list[Item] = []
        for place in places:
            read, item = found[place]
            chat = chats.get(_conversation(read)) if turn > 1 else ()
            if item is not None and chat is not None:
                item = item._replace(prompt=item.prompt._replace(messages=(*chat, *item.prompt.messages)))
                found[place] = read, item
                wanted.append(item)
        responses.update(ask(wanted) if wanted else {})
        chats = {}
        for place in places:
            read, item = found[place]
            response = None if item is None else responses.get(item.prompt.id)
            if item is not None and response is not None and response.answered:
                chats[_conversation(read)] = (*item.prompt.messages, Message("assistant", response.text))
    return found


def turn_of(read: ReadItem) -> int:
    """Which turn of its conversation a row is, from 1."""
    return 1 if read.row is None else int(read.row.meta.get("turn", 1))


def _conversation(read: ReadItem) -> str:
    return "" if read.row is None else str(read.row.meta.get("conversation", read.row.key))
