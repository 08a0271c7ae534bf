"""Take a program with flows and its compiled module; give the turns of each dialogue, to be asked and graded.

The history of a turn is a chat: what the user said in each turn before, and what was answered or is golden. What a turn
adds to the figures besides its verdicts (its relations, what each requirement is to it) is in the `meta` of its prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from types import MappingProxyType
from typing import Any

from ifdsl.checking.module import Module
from ifdsl.checking.verifier import Verifier
from ifdsl.flows.asked import OfRow, matchers_of
from ifdsl.flows.dialogue import Exchange, Exchanged
from ifdsl.flows.history import captured, golden_replies, values_in
from ifdsl.flows.turns import RELATION_GROUP, GradedTurn, graded_turns
from ifdsl.ir import nodes as n
from ifdsl.ir.fingerprint import fingerprint, fingerprint_of
from ifdsl.ir.instances import valued
from ifdsl.knowledge.asking import MATCHERS, Asked
from ifdsl.rendering.prompt import render
from ifdsl.run.grading import Item, Label
from ifdsl.run.items import Rendering, Sources, label_of
from ifdsl.run.rows import diagnosis
from ifdsl.store.records import Message, Prompt

CONVERSATION, TURN, NAME, RELATIONS, ROLES, WEIGHT = "conversation", "turn", "name", "relations", "roles", "weight"
SHAPE = "shape"
"""What the `meta` of a turn's prompt says: its dialogue, its number from 1, its name, its relations as pairs of a verb
and a turn, the role of each requirement by id, what its requirements weigh, and of all turns of the dialogue the name
and the relations."""


@dataclass(frozen=True)
class Posing:
    """One turn of one dialogue.

    Attributes:
        conversation: the id of the dialogue.
        turn: the turn.
        values: of the flow's parameters.
        golden: the golden answers of the dialogue, by turn.
        before: the turns before this one.
        asked: what the turns of the dialogue ask of its row, by turn.
        prints: gives the fingerprints of the program's constraints.
    """

    conversation: str
    turn: GradedTurn
    values: Mapping[str, Any]
    golden: Mapping[str, str]
    before: Sequence[GradedTurn]
    program: n.Program
    module: Module
    rendering: Rendering
    sources: Sources
    prints: Callable[[], Mapping[str, str]]
    asked: Mapping[str, Asked] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of its prompt."""
        return f"{self.conversation}:{self.turn.turn.name}"

    @property
    def alone(self) -> bool:
        """Whether the history is the same whatever is answered."""
        return self.turn.place == 0 or self.turn.context == "golden"

    @property
    def exchanged(self) -> Exchanged:
        return Exchanged(self.conversation, self.turn.place + 1, self.item, self.alone)

    def item(self, history: Sequence[Exchange] = ()) -> Item:
        """The item, with the golden history or the one that it is given.

        Raises:
            MissingWording: a constraint has no wording in that pattern and language.
            ValueError: a value has no phrase, or a template is wrong, in plain words.
        """
        names = [turn.turn.name for turn in self.before]
        if self.turn.context == "golden":
            replies = dict(self.golden)
            chat = self._golden_chat
        else:
            replies = {name: exchange.reply for name, exchange in zip(names, history, strict=False)}
            chat = tuple(
                message
                for exchange in history
                for message in (exchange.item.prompt.messages[-1], Message("assistant", exchange.reply))
            )
        values = values_in(self.turn, self.values, replies)
        system = () if self.rendering.system is None else (Message("system", self.rendering.system),)
        messages = (*system, *chat, Message("user", self._text(self.turn, values)))
        prompt = Prompt(self.id, messages, self._meta)
        entry = self.module.specs[self.turn.spec.name]
        verifier = Verifier(entry, [values[name] for name in entry.parameters])
        item = Item(prompt, verifier, self._labels, partial(self._named, verifier))
        return self._of_row(item)

    def _of_row(self, item: Item) -> Item:
        """The item with what is known of right and wrong answers, where what is asked of a row is in force."""
        for turn in reversed(self.turn.flow.turns[: self.turn.place + 1]):
            judged = matchers_of(turn, self.asked)[:1]
            if judged and judged[0] in item.verifier.ids:
                one = self.asked[turn.name]
                return item._replace(attempts=one.attempts, diagnose=partial(diagnosis, one), judged=judged[0])
        return item

    @cached_property
    def _golden_chat(self) -> tuple[Message, ...]:
        chat: list[Message] = []
        for turn in self.before:
            known = captured(turn, self.values, self.golden)
            chat.append(Message("user", self._text(turn, known)))
            chat.append(Message("assistant", self.golden[turn.turn.name]))
        return tuple(chat)

    def _text(self, turn: GradedTurn, values: Mapping[str, Any]) -> str:
        """What the user says: where that does not state the turn's new requirements, with them as rules."""
        rendering = self.rendering
        # What judges the answer to a row would give it away.
        judging = matchers_of(turn.turn, self.asked)
        stated = [(one, required) for one, required in turn.stated if one.id not in judging]
        asked = n.Spec(
            name=turn.spec.name,
            task=turn.turn.user,
            stated=turn.turn.stated or not stated,
            must=tuple(requirement for requirement, required in stated if required),
            should=tuple(requirement for requirement, required in stated if not required),
        )
        return render(
            self.program,
            asked,
            values,
            pattern=rendering.pattern,
            language=rendering.language,
            wording=rendering.wording,
            templates=rendering.templates,
        )

    @cached_property
    def _labels(self) -> tuple[Label, ...]:
        spec, roles = self.turn.spec, self.turn.roles
        found = []
        judging = {id_ for turn in self.turn.flow.turns for id_ in matchers_of(turn, self.asked)}
        for requirement, required in [(one, True) for one in spec.must] + [(one, False) for one in spec.should]:
            told = (
                requirement.body[0] if isinstance(requirement, n.Within) and requirement.id in judging else requirement
            )
            label = label_of(told, self.program, required)
            role = roles[requirement.id]
            if role.structural:
                group = f"{RELATION_GROUP}.{role.relation}" if role.relation else RELATION_GROUP
                label = label._replace(constraint=f"flow.{role.kind}", group=group)
            found.append(label._replace(source=self.sources.get((spec.name, requirement.id), "")))
        return tuple(found)

    @cached_property
    def _meta(self) -> dict[str, object]:
        turn = self.turn
        shape = [[one.name, _relations(one)] for one in turn.flow.turns]
        one = self.asked.get(turn.turn.name)
        of_row = {} if one is None else {**one.meta(), MATCHERS: ", ".join(matchers_of(turn.turn, self.asked))}
        return {
            **dict(turn.flow.meta),
            **of_row,
            CONVERSATION: self.conversation,
            TURN: turn.place + 1,
            NAME: turn.turn.name,
            RELATIONS: _relations(turn.turn),
            ROLES: {id_: list(role) for id_, role in turn.roles.items()},
            WEIGHT: turn.turn.weight,
            SHAPE: shape,
        }

    def _named(self, verifier: Verifier) -> str:
        spec = self.turn.spec
        return fingerprint_of([fingerprint([spec.must, spec.should, self.prints()]), repr(verifier.values)])


def _relations(turn: n.Turn) -> list[list[str]]:
    return [[one.kind, one.turn or ""] for one in turn.relations]


def posings(
    program: n.Program,
    module: Module,
    rendering: Rendering,
    sources: Sources = MappingProxyType({}),
    rows: Mapping[str, Sequence[OfRow]] = MappingProxyType({}),
) -> Iterator[Posing]:
    """The turns of every instance of every flow, in order.

    Args:
        program: the program.
        module: what was compiled from the program with its turns (`ifdsl.flows.turns.with_turns`).
        rendering: how rules are added to what the user says.
        sources: where each requirement is written.
        rows: by flow, the rows that its turns ask (`ifdsl.flows.asked.rows_of_flows`); each makes a dialogue.
    """
    prints = cache(lambda: {name: fingerprint(constraint) for name, constraint in program.constraints.items()})
    for flow in program.flows:
        turns = graded_turns(flow, program.constraints)
        for id_, values, asked in _dialogues(flow, rows.get(flow.name)):
            golden = golden_replies(turns, values)
            for turn in turns:
                before = turns[: turn.place]
                yield Posing(id_, turn, values, golden, before, program, module, rendering, sources, prints, asked)


def _dialogues(flow: n.Flow, rows: Sequence[OfRow] | None) -> Iterator[tuple[str, dict[str, Any], Mapping[str, Asked]]]:
    """Each dialogue of a flow: its id, the values of its parameters, and what it asks of its row, by turn."""
    taken: dict[str, int] = {}
    for id_, values in valued(flow):
        if rows is None:
            yield id_, values, {}
            continue
        for row in rows:
            name = f"{id_}[{row.row}]"
            taken[name] = taken.get(name, 0) + 1
            numbered = name if taken[name] == 1 else f"{name}#{taken[name]}"
            yield numbered, {**values, **row.values}, row.asked
