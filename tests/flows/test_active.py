"""What is in force in the turns of drawn flows, and how flows survive being printed, written as JSON and read again."""

from __future__ import annotations

from functools import cache

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ifdsl.checking.compile import load
from ifdsl.checking.verdict import Verdict
from ifdsl.checking.verifier import verifier
from ifdsl.flows.history import values_in
from ifdsl.flows.turns import graded_turns, with_turns
from ifdsl.ir import nodes as n
from ifdsl.ir.active import State, states
from ifdsl.ir.build import build_text
from ifdsl.ir.json import from_json, to_json
from ifdsl.ir.printer import print_program
from ifdsl.source import codes
from tests.flows.drawn import flows


@cache
def base() -> n.Program:
    built = build_text('ifdsl 1\nuse std.length\nflow drawn { turn ask { user "Go." must word_count(1..) } }', name="f")
    assert built.program is not None
    return built.program


def program_of(flow: n.Flow) -> n.Program:
    return n.Program(module="f", uses=base().uses, constraints=base().constraints, flows=(flow,))


@settings(max_examples=60, deadline=None)
@given(flows())
def test_what_was_printed_is_read_as_it_was(flow: n.Flow) -> None:
    program = program_of(flow)
    assert from_json(to_json(program)) == program
    built = build_text(print_program(program), name="f")
    # A drawn refinement may change nothing, which the language does not have.
    assume(all(one.code is not codes.EMPTY_REFINEMENT for one in built.diagnostics))
    assert [one.message for one in built.diagnostics if one.severity == "error"] == []
    assert built.program is not None
    assert built.program.flows == (flow,)


def kept_by_refining(found: tuple[State, ...], place: int, id_: str) -> bool:
    """Whether nothing but refinements lies between a turn and the one in which a requirement got its present form."""
    origin = found[place].active[id_].origin
    return all("refines" in found[between].kinds for between in range(origin + 1, place + 1))


@given(flows())
def test_a_requirement_is_in_force_where_its_scope_says(flow: n.Flow) -> None:
    found, problems = states(flow)
    assert [one for one in problems if one.what != "idle"] == []
    topics = [sum("departs" in other.kinds for other in found[: place + 1]) for place in range(len(found))]
    for place, state in enumerate(found):
        for id_, entry in state.active.items():
            assert entry.origin <= place
            assert entry.until is None or place <= entry.until
            if entry.scope != "session":
                assert topics[entry.origin] == topics[place]
            if entry.scope == "turn":
                assert entry.origin == place or kept_by_refining(found, place, id_)
        assert not state.active.keys() & state.dropped.keys()
        for id_, changed in state.changed.items():
            assert id_ in state.dropped or state.active[id_].requirement == changed.after


@given(flows())
def test_a_turn_takes_over_what_goes_on(flow: n.Flow) -> None:
    found, _ = states(flow)
    for before, state in zip(found, found[1:], strict=False):
        gone = {step.id for step in state.turn.steps if isinstance(step, n.Drop)}
        for id_, entry in before.active.items():
            wide = entry.scope == "session" or (entry.scope in ("topic", "until") and "departs" not in state.kinds)
            goes_on = wide or ("refines" in state.kinds and entry.scope == "turn")
            ended = entry.until is not None and state.place > entry.until
            if id_ not in gone and goes_on and not ended:
                assert id_ in state.active


@settings(max_examples=60, deadline=None)
@given(flows(4), st.lists(st.sampled_from(["one", "two", "Bergen", "rain"]), max_size=9))
def test_a_change_is_stale_exactly_where_the_old_demand_holds_alone(flow: n.Flow, words: list[str]) -> None:
    program = program_of(flow)
    module = load(with_turns(program))
    text = " ".join(words) or "."
    for turn in graded_turns(flow, program.constraints):
        checks = verifier(module, turn.spec.name, values_in(turn, {}, {}))
        found = dict(zip(checks.ids, checks.verdicts(text), strict=True))
        assert found.keys() == turn.roles.keys()
        for id_, changed in turn.state.changed.items():
            if changed.before == changed.after or id_ in turn.state.dropped:
                continue
            old = counts(changed.before, text)
            new = counts(changed.after, text)
            assert (found[f"stale.{id_}"] is Verdict.FAIL) is (old and not new)
            assert (found[id_] is Verdict.PASS) is new
        for id_, dropped in turn.state.dropped.items():
            if dropped.reset:
                assert (found[f"reset.{id_}"] is Verdict.FAIL) is counts(dropped.requirement, text)


def counts(requirement: n.Requirement, text: str) -> bool:
    assert isinstance(requirement, n.Demand)
    (bounds,) = requirement.arguments
    assert isinstance(bounds, n.Bounds)
    low, high = (None if end is None else end.value for end in (bounds.low, bounds.high))  # type: ignore[union-attr]
    number = len([word for word in text.split() if word != "."])
    return (low is None or number >= low) and (high is None or number <= high)
