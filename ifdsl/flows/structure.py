"""Take a turn with what is in force in it; give the requirements by which code checks its relations.

- A change must be heeded: a response that breaks the new demand and satisfies the old one ignored it (`stale.a`).
- What was dropped with `reset` must be gone (`reset.a`).
- What is to be mentioned, and what not, shows what the response refers to (`mention.3f9a`, `avoid.3f9a`).
- A summary has terms of each turn that it covers (`cover.ask`).
- After a departure, nothing that was to be mentioned before, or was taken from a response, may turn up (`leak`).

Terms may be taken from responses, so that they are known only when a turn is asked. Each list of them is a parameter of
the turn, and the check does not apply where none is left: nothing was there to be mentioned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ifdsl.flows.roles import Role
from ifdsl.ir import nodes as n
from ifdsl.ir.active import State
from ifdsl.ir.fingerprint import fingerprint

TERMS = "std.content"
_ONCE_AT_LEAST = n.Bounds(low=n.Value(value=1, type="int"), high=None)
_REFERRING = ("recalls", "expands", "follows", "refines", "summarizes")
"""Relations that a mention may show the keeping of, the most telling first."""


@dataclass(frozen=True, slots=True)
class Structural:
    """A requirement with its role.

    Attributes:
        step: the place among the turn's steps of what it comes from; None where it comes from the relation itself.
        terms: what its list of terms is made of; None where it has none.
    """

    requirement: n.Requirement
    role: Role
    step: int | None = None
    terms: Terms | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that a parameter holds.

    `distinctive` leaves out what is too short to tell anything, and what stands in the user's own words.
    """

    parameter: str
    expressions: tuple[n.Expr, ...]
    distinctive: bool = False


def structural(states: Sequence[State], place: int) -> Iterator[Structural]:
    """The checks of the relations of the turn at `place`, in the order of its steps."""
    state = states[place]
    taken: dict[str, int] = {}
    for number, step in enumerate(state.turn.steps):
        match step:
            case n.Change():
                id_ = step.requirement.id
                changed = state.changed.get(id_)
                if changed is not None and changed.before != changed.after:
                    role = Role("stale", _refining(state), state.turn.name, id_)
                    yield Structural(_stale(id_, changed.before, changed.after), role, number)
            case n.Drop(reset=True):
                dropped = state.dropped.get(step.id)
                if dropped is not None:
                    gone = n.Combined(id=f"reset.{step.id}", combinator="none_of", body=(dropped.requirement,))
                    yield Structural(gone, Role("reset", _leaving(state), state.turn.name, step.id), number)
            case n.Mention() | n.Avoid() | n.Cover():
                yield _mentioned(step, state, number, taken)
    left = _left(states, place) if "departs" in state.kinds else ()
    if left:
        terms = Terms(_parameter(len(state.turn.steps)), left, distinctive=True)
        yield Structural(_demand("leak", "avoid_words", terms.parameter), Role("leak", "departs"), terms=terms)


def _refining(state: State) -> str:
    return next((kind for kind in ("refines", "recalls", "summarizes") if kind in state.kinds), "")


def _leaving(state: State) -> str:
    return "departs" if "departs" in state.kinds else _refining(state)


def _stale(id_: str, before: n.Requirement, after: n.Demand) -> n.Requirement:
    """Fails exactly where the new demand fails and the old one holds."""
    old = n.Combined(id=f"stale.{id_}.old", combinator="none_of", body=(before,))
    return n.Combined(id=f"stale.{id_}", combinator="any_of", body=(after, old))


def _mentioned(step: n.Mention | n.Avoid | n.Cover, state: State, number: int, taken: dict[str, int]) -> Structural:
    id_ = f"cover.{step.turn}" if isinstance(step, n.Cover) else f"{step.kind}.{fingerprint(step)[:4]}"
    count = taken[id_] = taken.get(id_, 0) + 1
    terms = Terms(_parameter(number), step.terms)
    id_ = id_ if count == 1 else f"{id_}#{count}"
    role = Role("cover", "summarizes", step.turn) if isinstance(step, n.Cover) else _referring(step, state)
    if isinstance(step, n.Avoid):
        return Structural(_demand(id_, "avoid_words", terms.parameter), role, number, terms)
    if step.least is None:
        return Structural(_demand(id_, "keywords", terms.parameter, _ONCE_AT_LEAST), role, number, terms)
    if step.least == 1:
        return Structural(_demand(id_, "any_keyword", terms.parameter), role, number, terms)
    least = n.Bounds(low=n.Value(value=step.least, type="int"), high=None)
    return Structural(_demand(id_, "keywords_used", terms.parameter, least), role, number, terms)


def _referring(step: n.Mention | n.Avoid, state: State) -> Role:
    """The relation that a mention shows: of several mentions the second shows the second most telling relation, …"""
    same = [one for one in state.turn.steps if isinstance(one, type(step))]
    place = next(place for place, one in enumerate(same) if one is step)
    kinds = [kind for kind in _REFERRING if kind in state.kinds]
    relation = kinds[min(place, len(kinds) - 1)] if kinds else ""
    about = next((one.turn or "" for one in state.turn.relations if one.kind == relation), "")
    return Role(step.kind, relation, about)


def _parameter(number: int) -> str:
    # No name that an author may give has a dot in it.
    return f"terms.{number}"


def _demand(id_: str, constraint: str, parameter: str, *others: n.Expr) -> n.Requirement:
    terms = n.Variable(name=parameter, type="list[text]")
    count = n.Call(function="len", arguments=(terms,), type="int")
    some = n.Compare(operators=(">",), operands=(count, n.Value(value=0, type="int")))
    demand = n.Demand(id=f"{id_}.terms", constraint=f"{TERMS}.{constraint}", arguments=(terms, *others))
    return n.When(id=id_, condition=some, then=(demand,))


def _left(states: Sequence[State], place: int) -> tuple[n.Expr, ...]:
    """What tells the topic that the turn at `place` leaves: what was to be mentioned in it, or was taken from it."""
    found: dict[n.Expr, None] = {}
    for state in reversed(states[:place]):
        for step in state.turn.steps:
            if isinstance(step, n.Mention | n.Cover):
                found.update(dict.fromkeys(step.terms))
        for capture in state.turn.captures:
            found[n.Variable(name=capture.name, type=capture.value.type)] = None
        if "departs" in state.kinds:
            break
    return tuple(found)
