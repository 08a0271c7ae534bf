"""Take StructFlowBench's data file; give its dialogues: turns with their checklists, and the edges between turns.

Source: MLGroupJLU/StructFlowBench at 5a65141, a JSON list of dialogues. A question of a checklist has a type and no
arguments: its values stand in its English words. Turn names are not unique in one dialogue, where `c1` and `c2` are
followed by another `c1`; turns are told by their places here, and edges by the turns' places too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ifdsl.published.records import Record, Unreadable, records
from ifdsl.published.rows import Malformed, list_of, text_of
from ifdsl.source.diagnostic import Diagnostic, quoted

RELATIONS: Mapping[str, str] = {
    "follow-up": "follows",
    "refinement": "refines",
    "recall": "recalls",
    "expansion": "expands",
    "summary": "summarizes",
    "unrelatedness": "departs",
}
"""The published names of relations, and the language's."""

_NAME = re.compile(r"c([1-9][0-9]{0,3})")


class Question(NamedTuple):
    """One item of a checklist. `relation` is the language's name where it asks for one, else empty."""

    type: str
    content: str
    explanation: str

    @property
    def relation(self) -> str:
        return RELATIONS.get(self.type, "")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the name it has in the data, what the user says, the golden answer, and the checklist."""

    name: str
    prompt: str
    golden: str
    questions: tuple[Question, ...]


class Edge(NamedTuple):
    """A relation between turns, which are told by their places from 1: `sources` are earlier, `targets` later."""

    sources: tuple[int, ...]
    targets: tuple[int, ...]
    relation: str


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One dialogue; `index` is its place in the file, from 0."""

    index: int
    purpose: str
    topic: str
    task: str
    expert: bool
    turns: tuple[Turn, ...]
    edges: tuple[Edge, ...]
    record: Record

    @property
    def repeated(self) -> tuple[str, ...]:
        """Names of turns that an earlier turn has already."""
        names = [turn.name for turn in self.turns]
        return tuple(name for place, name in enumerate(names) if name in names[:place])

    @property
    def graph(self) -> tuple[Edge, ...]:
        """What the dialogue has in common with all of its shape."""
        return tuple(sorted(self.edges))


def read_dialogues(path: Path) -> Iterator[Dialogue | Diagnostic]:
    """Read the file; a dialogue that is wrong is given as what is wrong with it, and the reading goes on.

    Raises:
        OSError: the file cannot be read.
    """
    for index, record in enumerate(records(path)):
        if isinstance(record, Unreadable):
            yield record.diagnostic
            continue
        try:
            yield _dialogue(index, record)
        except Malformed as error:
            yield record.problem(f"dialogue {index}: {error}", error.code)


def _dialogue(index: int, record: Record) -> Dialogue:
    value = record.value
    turns = tuple(_turn(one) for one in _objects(value, "whole_conv"))
    if not turns:
        raise Malformed("`whole_conv` has no turn")
    return Dialogue(
        index,
        text_of(value, "conv_purpose"),
        text_of(value, "conv_topic"),
        text_of(value, "conv_task"),
        bool(value.get("user_type")),
        turns,
        tuple(_edge(one, len(turns)) for one in _objects(value, "structure")),
        record,
    )


def _turn(written: Mapping[str, Any]) -> Turn:
    questions = tuple(
        Question(text_of(one, "type"), text_of(one, "content"), str(one.get("explanation", "")))
        for one in _objects(written, "constraints")
    )
    name, prompt, golden = (text_of(written, key) for key in ("name", "user prompt", "assistant answer"))
    return Turn(name, prompt, golden, questions)


def _edge(written: Mapping[str, Any], turns: int) -> Edge:
    relation = text_of(written, "relation")
    if relation not in RELATIONS:
        raise Malformed(f"no relation is called {quoted(relation)}")
    sources, targets = (_places(written.get(side), turns) for side in ("source", "target"))
    return Edge(sources, targets, RELATIONS[relation])


def _places(written: object, turns: int) -> tuple[int, ...]:
    """The places that `c1` or `["c1", "c2"]` name. Edges count turns through, also where the turns' names do not."""
    names = written if isinstance(written, list) else [written]
    found = [_NAME.fullmatch(name) if isinstance(name, str) else None for name in names]
    places = tuple(int(match[1]) for match in found if match is not None)
    if not places or len(places) < len(found) or not all(1 <= place <= turns for place in places):
        raise Malformed("an edge of `structure` names turns as `c1`, and those that there are")
    return places


def _objects(value: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    found = list_of(value, name)
    if not all(isinstance(one, dict) for one in found):
        raise Malformed(f"{quoted(name)} is a list of objects in this shape")
    return found
