"""Turns are asked with the history that is theirs: the model's own, or the golden one."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from ifdsl.checking.joint import joint
from ifdsl.checking.verifier import Verifier
from ifdsl.flows.dialogue import Exchange, Exchanged, asked
from ifdsl.run.grading import Item
from ifdsl.store.records import Message, Prompt, Response

EMPTY = Verifier(joint("none", (), (), ()))


def turn(conversation: str, number: int, alone: bool) -> Exchanged:
    def pose(history: Sequence[Exchange]) -> Item:
        chat = tuple(Message("assistant", one.reply) for one in history)
        return Item(Prompt(f"{conversation}{number}", (*chat, Message("user", f"{number}?"))), EMPTY, ())

    return Exchanged(conversation, number, pose, alone)


@given(
    st.lists(st.lists(st.booleans(), min_size=1, max_size=5), min_size=1, max_size=3),
    st.sets(st.sampled_from([f"{name}{number}" for name in "abc" for number in range(1, 6)])),
    st.randoms(use_true_random=False),
)
def test_each_turn_is_asked_once_its_history_is_there(dialogues: list[list[bool]], silent: set[str], random) -> None:  # type: ignore[no-untyped-def]
    turns = [
        turn(name, number, alone)
        for name, kinds in zip("abc", dialogues, strict=False)
        for number, alone in enumerate(kinds, start=1)
    ]
    random.shuffle(turns)
    said: dict[str, tuple[str, ...]] = {}

    def ask(items: list[Item]) -> dict[str, Response]:
        for item in items:
            assert item.prompt.id not in said
            said[item.prompt.id] = tuple(message.content for message in item.prompt.messages[:-1])
        return {id_: Response(id_, f"{id_}!", "ok", "m") for id_ in said if id_ not in silent}

    found = asked(turns, ask)
    assert [item.prompt.id for item in found] == [f"{one.conversation}{one.number}" for one in turns]
    for one in turns:
        id_ = f"{one.conversation}{one.number}"
        before = [f"{one.conversation}{number}" for number in range(1, one.number)]
        if one.first:
            assert said[id_] == ()
        elif all(other in said and other not in silent for other in before):
            assert said[id_] == tuple(f"{other}!" for other in before)
        else:
            assert id_ not in said


def test_what_can_be_asked_at_once_is() -> None:
    rounds: list[list[str]] = []

    def ask(items: list[Item]) -> dict[str, Response]:
        rounds.append([item.prompt.id for item in items])
        return {item.prompt.id: Response(item.prompt.id, "yes", "ok", "m") for item in items}

    asked([turn("a", 1, True), turn("a", 2, True), turn("a", 3, False), turn("b", 1, False), turn("b", 2, False)], ask)
    assert rounds == [["a1", "a2", "b1"], ["b2"], ["a3"]]
