"""Take the turns of a flow; give their relations, and report those that cannot stand between the turns they name.

`follows` and `refines` reach the turn before, `recalls` one further back, `expands` and `summarizes` any earlier one.
None reaches across a turn that `departs`, which begins a topic of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ifdsl.model.infer import Inference
from ifdsl.model.reporting import span_of
from ifdsl.source import codes
from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import Edit, Fix, Label, Safety, quoted
from ifdsl.source.span import Span
from ifdsl.syntax import tree as t

DEPARTS = "departs"
UNCHANGING = ("follows", "expands")
"""Relations that go on from a turn without asking it to be done otherwise."""


class Link(NamedTuple):
    """One relation of a turn. `keyword` is empty where the text has none."""

    keyword: str
    target: t.Name | None
    node: t.Relation


def links_of(turn: t.Turn) -> list[Link]:
    """The relations of a turn, one for each turn that it names: a comma repeats the relation before it."""
    found: list[Link] = []
    keyword = ""
    for node in turn.relations:
        keyword = node.keyword or keyword
        found.append(Link(keyword, node.target, node))
    return found


def turns_of(flow: t.Flow) -> list[t.Turn]:
    return [item for item in flow.items if isinstance(item, t.Turn)]


def steps_of(turn: t.Turn, *keywords: str) -> list[t.Clause]:
    """The clauses of a turn with one of these keywords."""
    return [item for item in turn.items if isinstance(item, t.Clause) and item.keyword in keywords]


def asks(turn: t.Turn) -> bool:
    """Whether a turn has requirements of its own."""
    return any(isinstance(item, t.Demands) and item.body for item in turn.items) or bool(steps_of(turn, "add", "ask"))


def asked_in(turn: t.Turn) -> list[t.Name]:
    """The names of the specs over rows that a turn asks."""
    return [part for clause in steps_of(turn, "ask") for part in clause.parts if isinstance(part, t.Name)]


def check_relations(flow: t.Flow, inference: Inference) -> None:
    """Report what is wrong with the relations between the turns of a flow."""
    turns = turns_of(flow)
    earlier: dict[str, int] = {}
    for place, turn in enumerate(turns):
        _Turn(turns, place, earlier, inference).check()
        earlier.setdefault(turn.name.value, place)


class _Turn(NamedTuple):
    turns: Sequence[t.Turn]
    place: int
    earlier: Mapping[str, int]
    inference: Inference

    @property
    def turn(self) -> t.Turn:
        return self.turns[self.place]

    @property
    def before(self) -> str:
        return self.turns[self.place - 1].name.value

    def report(self, code: Code, node: t.Node, message: str, *help: str, secondary: Sequence[Label] = ()) -> None:
        self.inference.reporter.report(code, self.inference.file, node, message, help=help, secondary=secondary)

    def check(self) -> None:
        found = links_of(self.turn)
        name = quoted(self.turn.name.value)
        if self.place == 0:
            for link in found[:1]:
                self.report(codes.MISPLACED_RELATION, link.node, f"{name} is the first turn: there is none before it")
            return
        if not found:
            self._unrelated()
            return
        for link in found:
            self._link(link, found)
        self._repeated(found)
        self._changes({link.keyword for link in found})

    def _unrelated(self) -> None:
        at = self.turn.name.end
        insert = Edit(Span(at, at), f" follows {self.before}")
        fix = Fix(f"write {quoted(f'follows {self.before}')}", (insert,), Safety.UNSAFE)
        self.inference.reporter.report(
            codes.UNRELATED_TURN,
            self.inference.file,
            self.turn.name,
            f"{quoted(self.turn.name.value)} does not say how it goes on from the turns before it",
            help=["a turn that begins something new `departs`"],
            fixes=[fix],
        )

    def _link(self, link: Link, all_: Sequence[Link]) -> None:
        keyword, target, node = link
        if not keyword:
            assert target is not None
            self.report(
                codes.MISPLACED_RELATION,
                node,
                f"{quoted(target.value)} stands here without a relation",
                f"say how this turn comes from it: {quoted(f'follows {target.value}')}",
            )
        elif keyword == DEPARTS:
            if target is not None:
                self.report(codes.MISPLACED_RELATION, target, "`departs` names no turn: it leaves all that were before")
            elif len(all_) > 1:
                self.report(codes.MISPLACED_RELATION, node, "a turn that departs has no other relation")
        elif target is None:
            self.report(codes.MISPLACED_RELATION, node, f"{quoted(keyword)} names the turn that it comes from")
        elif self._is_earlier(target) and not any(one.keyword == DEPARTS for one in all_):
            self._reach(keyword, target, self.earlier[target.value])

    def _is_earlier(self, target: t.Name) -> bool:
        name = target.value
        if name in self.earlier:
            return True
        if any(turn.name.value == name for turn in self.turns[self.place :]):
            message = f"{quoted(name)} does not come before {quoted(self.turn.name.value)}"
            self.report(codes.MISPLACED_RELATION, target, message)
        else:
            reporter, file = self.inference.reporter, self.inference.file
            reporter.unknown(codes.UNKNOWN_TURN, file, target, "earlier turn", name, self.earlier)
        return False

    def _reach(self, keyword: str, target: t.Name, place: int) -> None:
        departed = self._departed(place)
        if departed is not None:
            label = Label(self.inference.file, span_of(departed.name), "this turn departs")
            message = f"{quoted(target.value)} belongs to a topic that {quoted(departed.name.value)} left"
            self.report(codes.CROSSES_DEPARTURE, target, message, secondary=[label])
        elif keyword in ("follows", "refines") and self.place - place > 1:
            advice = f"the turn before is {quoted(self.before)}; `recalls` reaches further back"
            message = f"{quoted(keyword)} reaches the turn before, and {quoted(target.value)} is further back"
            self.report(codes.MISPLACED_RELATION, target, message, advice)
        elif keyword == "recalls" and self.place - place < 2:
            message = f"`recalls` reaches over a turn, and {quoted(target.value)} is the one before"
            self.report(codes.MISPLACED_RELATION, target, message, "`follows` goes on from the turn before")

    def _departed(self, place: int) -> t.Turn | None:
        """The last turn up to this one that left the topic of the turn at `place`."""
        between = self.turns[place + 1 : self.place + 1]
        return next((turn for turn in reversed(between) if any(x.keyword == DEPARTS for x in links_of(turn))), None)

    def _repeated(self, found: Sequence[Link]) -> None:
        seen: dict[tuple[str, str], t.Relation] = {}
        for link in found:
            key = link.keyword, link.target.value if link.target is not None else ""
            if key in seen:
                label = Label(self.inference.file, span_of(seen[key]), "first given here")
                self.report(codes.DUPLICATE_ITEM, link.node, "this relation is given twice", secondary=[label])
            seen.setdefault(key, link.node)

    def _changes(self, keywords: set[str]) -> None:
        changes = steps_of(self.turn, "change", "drop")
        name = quoted(self.turn.name.value)
        anew = bool(changes or steps_of(self.turn, "ask"))
        if "refines" in keywords and not anew and any(asks(turn) for turn in self.turns[: self.place]):
            message = f"{name} refines a turn, and changes and drops nothing of what it asks for"
            self.report(codes.EMPTY_REFINEMENT, self.turn.name, message, "a turn that only goes on `follows`")
        for step in changes if keywords <= set(UNCHANGING) else ():
            relations = " and ".join(quoted(word) for word in sorted(keywords))
            message = f"{name} has a `{step.keyword}`, but {relations} changes nothing that was asked for"
            self.report(codes.UNREFINED_CHANGE, step, message, "what is asked for otherwise `refines` the turn before")
