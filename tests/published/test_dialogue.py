"""Conversations are asked turn by turn, each with the chat so far."""

from __future__ import annotations

from ifdsl.published.dialogue import asked
from ifdsl.published.items import item_with
from ifdsl.published.reading import ReadItem
from ifdsl.published.rows import BadRow, Row
from ifdsl.run.grading import Item
from ifdsl.store.records import Response


def pair(conversation: str, turn: int) -> tuple[ReadItem, Item]:
    key = f"{conversation}:turn_{turn}"
    meta = {"conversation": conversation, "turn": turn, "language": "English"}
    row = Row(1, key, key, f"{conversation}{turn}?", ("a:b",), ({},), meta=meta)
    return ReadItem(1, row, None, (None,), ()), item_with(row, [None])


def answered(items: list[Item], silent: frozenset[str] = frozenset()) -> dict[str, Response]:
    return {
        item.prompt.id: Response(item.prompt.id, f"{item.prompt.text[:-1]}!", "ok", "m")
        for item in items
        if item.prompt.id not in silent
    }


def chats(rows: list[tuple[ReadItem, Item | None]]) -> dict[str, list[str]]:
    return {item.prompt.id: [message.content for message in item.prompt.messages] for _, item in rows if item}


def test_each_turn_is_asked_with_the_chat_so_far() -> None:
    pairs = [pair("a", 1), pair("a", 2), pair("a", 3), pair("b", 1), pair("b", 2)]
    rounds: list[list[str]] = []

    def ask(items: list[Item]) -> dict[str, Response]:
        rounds.append([item.prompt.id for item in items])
        return answered(items)

    rows = asked(pairs, ask)
    assert rounds == [["a:turn_1", "b:turn_1"], ["a:turn_2", "b:turn_2"], ["a:turn_3"]]
    assert chats(rows) == {
        "a:turn_1": ["a1?"],
        "a:turn_2": ["a1?", "a1!", "a2?"],
        "a:turn_3": ["a1?", "a1!", "a2?", "a2!", "a3?"],
        "b:turn_1": ["b1?"],
        "b:turn_2": ["b1?", "b1!", "b2?"],
    }
    assert [read.row.key for read, _ in rows if read.row] == [read.row.key for read, _ in pairs if read.row]


def test_a_turn_without_an_answer_ends_its_conversation() -> None:
    pairs = [pair("a", 1), pair("a", 2), pair("a", 3), pair("b", 2), pair("c", 1), pair("c", 2)]
    delivered: set[str] = set()

    def ask(items: list[Item]) -> dict[str, Response]:
        found = answered(items, frozenset({"a:turn_2"}))
        delivered.update(found)
        return found

    rows = asked(pairs, ask)
    assert delivered == {"a:turn_1", "c:turn_1", "c:turn_2"}
    assert chats(rows)["a:turn_3"] == ["a3?"], "it was not asked, so no chat was"


def test_rows_of_no_conversation_are_asked_at_once() -> None:
    row = Row(1, "1", 1, "p", ("a:b",), ({},))
    bad = ReadItem(2, None, BadRow(2, None, None, None, None), (), ())  # type: ignore[arg-type]
    rounds: list[int] = []

    def ask(items: list[Item]) -> dict[str, Response]:
        rounds.append(len(items))
        return answered(items)

    rows = asked([(ReadItem(1, row, None, (None,), ()), item_with(row, [None])), (bad, None)], ask)
    assert rounds == [1]
    assert rows[1] == (bad, None)
