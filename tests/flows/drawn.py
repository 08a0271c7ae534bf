"""Flows drawn at random, well formed by the way they are made; and the texts that they are written as."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from ifdsl.ir import nodes as n
from ifdsl.ir.active import states

NAMES = ("size", "calm", "plain", "low")


def words(low: int, high: int | None) -> n.Bounds:
    top = None if high is None else n.Value(value=high, type="int")
    return n.Bounds(low=n.Value(value=low, type="int"), high=top)


@st.composite
def demands(draw: st.DrawFn, id_: str) -> n.Demand:
    low = draw(st.integers(0, 5))
    high = draw(st.none() | st.integers(low, 9))
    return n.Demand(id=id_, constraint="std.length.word_count", arguments=(words(low, high),))


@st.composite
def flows(draw: st.DrawFn, most: int = 6) -> n.Flow:
    """Each step names what is in force when it is taken, and each relation a turn that it may name."""
    flow = n.Flow(name="drawn", turns=())
    begin = 0
    for place in range(draw(st.integers(1, most))):
        name = f"t{place}"
        relations, departs = draw(_relations(begin, place))
        begin = place if departs else begin
        turn = n.Turn(name=name, relations=relations, user=n.Template(parts=("Go.",)))
        for _ in range(draw(st.integers(0, 3))):
            turn = draw(_with_step(flow, turn))
        if draw(st.booleans()):
            turn = replace(turn, context=draw(st.sampled_from(["self"])))
        flow = replace(flow, turns=(*flow.turns, turn))
    return flow


@st.composite
def _relations(draw: st.DrawFn, begin: int, place: int) -> tuple[tuple[n.Relation, ...], bool]:
    if not place:
        return (), False
    kinds = ["departs", "follows", "refines", "expands", "summarizes", *(["recalls"] if place - begin >= 2 else [])]
    if begin == place:
        kinds = ["departs"]
    kind = draw(st.sampled_from(kinds))
    if kind == "departs":
        return (n.Relation(kind="departs"),), True
    if kind in ("follows", "refines"):
        found = [n.Relation(kind=kind, turn=f"t{place - 1}")]
        if place - begin >= 2 and draw(st.booleans()):
            found.append(n.Relation(kind="recalls", turn=f"t{draw(st.integers(begin, place - 2))}"))
        return tuple(found), False
    if kind == "recalls":
        return (n.Relation(kind="recalls", turn=f"t{draw(st.integers(begin, place - 2))}"),), False
    return (n.Relation(kind=kind, turn=f"t{draw(st.integers(begin, place - 1))}"),), False


@st.composite
def _with_step(draw: st.DrawFn, flow: n.Flow, turn: n.Turn) -> n.Turn:
    """The turn with one more step that can be taken."""
    now = states(replace(flow, turns=(*flow.turns, turn)))[0][-1]
    inherited = [id_ for id_, entry in now.active.items() if entry.taken not in ("new", "changed")]
    free = [name for name in NAMES if name not in now.active and name not in now.dropped]
    changing = {"refines", "recalls", "summarizes", "departs"} & now.kinds
    kinds = ["mention"] + ["add"] * bool(free) + ["change", "drop"] * bool(inherited and changing)
    kind = draw(st.sampled_from(kinds))
    step: n.Step
    if kind == "add":
        scope = draw(st.sampled_from(["turn", "topic", "session", "until"]))
        until = turn.name if scope == "until" else None
        step = n.Add(requirement=draw(demands(draw(st.sampled_from(free)))), scope=scope, until=until)
        if scope == "turn":
            step = replace(step, required=draw(st.booleans()))
    elif kind == "change":
        step = n.Change(requirement=draw(demands(draw(st.sampled_from(inherited)))))
    elif kind == "drop":
        step = n.Drop(id=draw(st.sampled_from(inherited)), reset=draw(st.booleans()))
    else:
        terms = (n.Value(value=draw(st.sampled_from(["Bergen", "rain"])), type="text"),)
        step = draw(st.sampled_from([n.Mention(terms=terms), n.Avoid(terms=terms), n.Mention(terms=terms, least=1)]))
    return replace(turn, steps=(*turn.steps, step))
