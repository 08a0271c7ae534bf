"""Take a flow; give what each of its turns is graded on: the requirements in force, and where each comes from.

A requirement of a turn holds in that turn. Beyond it, a turn that refines it takes over all that was in force there;
any other turn takes over what was added for the topic, for the session or until some turn, and what it keeps itself.
A turn that departs takes over what was added for the session and nothing else. Then the turn's own steps are taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from ifdsl.ir import nodes as n

LASTING = ("topic", "session", "until")


@dataclass(frozen=True, slots=True)
class Entry:
    """A requirement in force.

    Attributes:
        origin: the place of the turn, from 0, in which it got its present form.
        until: the place of the last turn in which it holds; None where none is set.
        taken: by what it came into this turn: a new one, a changed one, one that a refinement takes over, one that was
            kept by name, or one that was added for longer than its turn.
    """

    requirement: n.Requirement
    required: bool
    origin: int
    scope: str
    until: int | None = None
    taken: Literal["new", "changed", "refined", "kept", "lasting"] = "new"


class Changed(NamedTuple):
    """What a requirement was before this turn changed it."""

    before: n.Requirement
    after: n.Demand


class Dropped(NamedTuple):
    """What a turn no longer asks for; with `reset` the response must not satisfy it either."""

    requirement: n.Requirement
    reset: bool


@dataclass(frozen=True, slots=True)
class State:
    """A turn with what it is graded on, by id and in order, and what it changed and dropped."""

    place: int
    turn: n.Turn
    active: Mapping[str, Entry]
    changed: Mapping[str, Changed] = field(default_factory=dict)
    dropped: Mapping[str, Dropped] = field(default_factory=dict)

    @property
    def kinds(self) -> frozenset[str]:
        """The relations that the turn has."""
        return frozenset(relation.kind for relation in self.turn.relations)


class Problem(NamedTuple):
    """A step that cannot be taken, or `lasting` line that cannot be followed.

    `what` is `unknown` (no such requirement is in force), `in_force` (there is one of that name already) or `idle` (the
    change leaves it as it was). `known` are the names that could be meant.
    """

    turn: n.Turn | None
    step: n.Step | n.Lasting
    what: Literal["unknown", "in_force", "idle"]
    id: str
    known: tuple[str, ...] = ()


def states(flow: n.Flow) -> tuple[tuple[State, ...], tuple[Problem, ...]]:
    """What is in force in each turn, and which steps could not be taken; those are left out."""
    found: list[State] = []
    problems: list[Problem] = []
    places = {turn.name: place for place, turn in enumerate(flow.turns)}
    for place, turn in enumerate(flow.turns):
        made = _Making(place, turn, found, places, problems)
        made.inherit()
        for step in turn.steps:
            made.take(step)
        for line in flow.lasting:
            if line.turn == turn.name:
                made.last(line)
        found.append(State(place, turn, made.active, made.changed, made.dropped))
    return tuple(found), tuple(problems)


@dataclass(slots=True)
class _Making:
    place: int
    turn: n.Turn
    before: Sequence[State]
    places: Mapping[str, int]
    problems: list[Problem]
    active: dict[str, Entry] = field(default_factory=dict)
    changed: dict[str, Changed] = field(default_factory=dict)
    dropped: dict[str, Dropped] = field(default_factory=dict)

    def inherit(self) -> None:
        """Take over what goes on without being named."""
        if not self.before:
            return
        kinds = {relation.kind for relation in self.turn.relations}
        for id_, entry in self.before[-1].active.items():
            if entry.until is not None and self.place > entry.until:
                continue
            if "departs" in kinds:
                if entry.scope == "session":
                    self.active[id_] = replace(entry, taken="lasting")
            elif entry.scope in LASTING:
                self.active[id_] = replace(entry, taken="lasting")
            elif "refines" in kinds:
                self.active[id_] = replace(entry, taken="refined")

    def take(self, step: n.Step) -> None:
        match step:
            case n.Add():
                self._add(step)
            case n.Change():
                entry = self._found(step, step.requirement.id)
                if entry is None:
                    return
                if entry.requirement == step.requirement:
                    self.problems.append(Problem(self.turn, step, "idle", step.requirement.id))
                self.changed[step.requirement.id] = Changed(entry.requirement, step.requirement)
                changed = replace(entry, requirement=step.requirement, origin=self.place, taken="changed")
                self.active[step.requirement.id] = changed
            case n.Drop():
                entry = self._found(step, step.id)
                if entry is not None:
                    self.active.pop(step.id, None)
                    self.dropped[step.id] = Dropped(entry.requirement, step.reset)
            case n.Keep():
                entry = self._found(step, step.id)
                if entry is not None and step.id not in self.active:
                    self.active[step.id] = replace(entry, scope="turn", until=None, taken="kept")
            case _:
                pass  # what is mentioned changes nothing that is in force

    def last(self, line: n.Lasting) -> None:
        """Let a requirement of this turn hold in each later one."""
        entry = self.active.get(line.id)
        if entry is None:
            self.problems.append(Problem(None, line, "unknown", line.id, tuple(self.active)))
            return
        until = None if line.until is None else self.places.get(line.until)
        self.active[line.id] = replace(entry, scope="session" if until is None else "until", until=until)

    def _add(self, step: n.Add) -> None:
        id_ = step.requirement.id
        if id_ in self.active:
            self.problems.append(Problem(self.turn, step, "in_force", id_))
            return
        until = None if step.until is None else self.places.get(step.until)
        self.active[id_] = Entry(step.requirement, step.required, self.place, step.scope, until)

    def _found(self, step: n.Change | n.Drop | n.Keep, id_: str) -> Entry | None:
        """The requirement of that name: in force already, or in force in a turn that this one is related to."""
        reachable = self._reachable()
        entry = reachable.get(id_)
        if entry is None:
            self.problems.append(Problem(self.turn, step, "unknown", id_, tuple(reachable)))
        return entry

    def _reachable(self) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        for relation in self.turn.relations:
            place = self.places.get(relation.turn or "", len(self.before))
            if place < len(self.before):
                found = {**self.before[place].active, **found}
        own = {id_: entry for id_, entry in self.active.items() if entry.taken != "new"}
        return {**found, **own}
