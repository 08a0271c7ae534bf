"""What turns are graded on, and with which values: captures, terms, golden answers, joined flows, conflicts."""

from __future__ import annotations

from typing import Any

import pytest

from ifdsl.checking.compile import load
from ifdsl.checking.verdict import Verdict
from ifdsl.checking.verifier import verifier
from ifdsl.flows.history import golden_replies, values_in
from ifdsl.flows.joining import with_joined
from ifdsl.flows.proving import conflicts, golden_faults
from ifdsl.flows.turns import BrokenFlow, graded_turns, with_turns
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built, build_text
from ifdsl.ir.instances import valued

TRIP = """ifdsl 1
use std.length
use std.format

flow trip(city: text) {
  turn ask   { user "Plan a weekend in {city}."  must { size: word_count(5..)  b: json_object() } }
  turn short refines ask { user "Halve it, no JSON."  change size -> word_count(..4)  drop b reset }
  turn price follows short { user "And the cost?"  capture budget = first(response.numbers)  capture n = 2 }
  turn back  recalls ask, follows price { user "Which city?"  mention [city]  not_mention [budget, n] }
  turn wrap  summarizes ask, price { user "Sum up."  cover ask: [city]  cover price: any_of([budget, "cheap"]) }
  turn more  expands wrap { user "More of {city}."  mention at_least(2, ["sea", "rain", "fish"]) }
  turn other departs { user "Name three primes, not in {city}."  must item_count(3) }
  for city in ["Bergen"]
}
"""


def built_of(text: str) -> Built:
    built = build_text(text, name="f")
    assert built.program is not None, [one.message for one in built.diagnostics]
    return built


def verdicts(text: str, replies: dict[str, str], answer: dict[str, str]) -> dict[str, dict[str, str]]:
    """By turn and id, the verdicts on answers with these replies before them."""
    program = built_of(text).program
    assert program is not None
    module = load(with_turns(program))
    (flow,) = program.flows
    ((_, values),) = valued(flow)
    found = {}
    for turn in graded_turns(flow, program.constraints):
        checks = verifier(module, turn.spec.name, values_in(turn, values, replies))
        given = checks.verdicts(answer.get(turn.turn.name, "nothing"))
        found[turn.turn.name] = {id_: str(one) for id_, one in zip(checks.ids, given, strict=True)}
    return found


def test_relations_are_checked_by_what_is_mentioned() -> None:
    answer = {
        "back": "It was Bergen.",
        "wrap": "Bergen costs 450.",
        "more": "Rain and fish.",
        "other": "- 2\n- 3\n- 5, as in Bergen for 450",
    }
    found = verdicts(TRIP, {"price": "About 450 euros."}, answer)
    assert list(found["back"].values()) == ["pass", "pass"]
    assert found["wrap"] == {"cover.ask": "pass", "cover.price": "pass"}
    assert list(found["more"].values()) == ["pass"]
    # The city stands in what the user says, so that naming it carries nothing across; the budget does not.
    assert found["other"]["leak"] == "fail"
    answer["other"] = "- 2\n- 3\n- 5, not in Bergen"
    assert verdicts(TRIP, {"price": "About 450 euros."}, answer)["other"]["leak"] == "pass"


def test_wrong_referents_and_stale_values_fail() -> None:
    answer = {"short": '{"plan": "one two three four five"}', "back": "It cost 450.", "wrap": "Cheap.", "more": "Fish."}
    found = verdicts(TRIP, {"price": "450"}, answer)
    assert found["short"] == {"size": "fail", "stale.size": "fail", "reset.b": "fail"}
    assert list(found["back"].values()) == ["fail", "fail"]
    assert found["wrap"] == {"cover.ask": "fail", "cover.price": "pass"}
    assert list(found["more"].values()) == ["fail"]


def test_what_was_never_there_is_not_looked_for() -> None:
    text = TRIP.replace("[budget, n]", "[budget]").replace('any_of([budget, "cheap"])', "[budget]")
    found = verdicts(text, {"price": "It is free."}, {"back": "Bergen"})
    assert list(found["back"].values()) == ["pass", "not_applicable"]
    assert found["wrap"]["cover.price"] == "not_applicable"


GOLDEN = """ifdsl 1
use std.length

flow trip {
  context golden
  turn ask { user "A town?"  golden "Bergen."  must size: word_count(..5)  capture town = first(response.words) }
  turn why follows ask { user "Why {town}?"  golden "{town} is wet."  must size: word_count(..3)  mention [town] }
  turn end departs { user "Three primes."  golden "2, 3, 5"  must long: word_count(4..) }
}
"""


def test_golden_answers_are_checked_and_feed_what_is_captured() -> None:
    built = built_of(GOLDEN)
    assert built.program is not None
    (flow,) = built.program.flows
    turns = graded_turns(flow, built.program.constraints)
    assert golden_replies(turns, {})["why"] == "Bergen is wet."
    (fault,) = golden_faults(built)
    assert fault.code.id == "IF1111"
    assert "`long`" in fault.message
    assert list(conflicts(built)) == []


def test_conflicts_are_found_in_what_is_in_force() -> None:
    text = """ifdsl 1
use std.length

flow clash {
  turn ask { user "Go."  add topic size: word_count(50..) }
  turn two follows ask { user "On."  must few: word_count(..20) }
  turn three follows two { user "On."  must some: word_count(60..) }
}
"""
    (found,) = conflicts(built_of(text))
    assert found.code.id == "IF0701"
    assert {label.file.text[label.span.start : label.span.end] for label in (found.primary, *found.secondary)} == {
        "size: word_count(50..)",
        "few: word_count(..20)",
    }
    assert list(conflicts(built_of(text), ["clash"])) == []


JOINED = """ifdsl 1
use std.length

flow day(food: text, n: int = 9) {
  turn ask { user "A dish with {food}."  must size: word_count(..n)  capture dish = first(response.words) }
  turn more refines ask { user "Less."  change size -> word_count(..n - 2)  mention [dish] }
  keep size from more
}
flow town { turn ask { user "{name}?"  golden "{name}."  must size: word_count(..5) }  context golden
  turn two follows ask { user "And?" } for name in ["Bergen", "Oslo"] }
flow both = day("rice") then (town weight 3 or day("soup", 4))
"""


def test_joined_flows_keep_their_names_apart() -> None:
    text = JOINED.replace("flow town {", "flow town(name: text) {")
    program = built_of(text).program
    assert program is not None
    whole = with_joined(program)
    names = {flow.name: [turn.name for turn in flow.turns] for flow in whole.flows}
    assert names == {
        "town": ["ask", "two"],
        "both_1": ["ask", "more", "ask_2", "two_2"],
        "both_2": ["ask", "more", "ask_2", "more_2"],
    }
    first, second = whole.flows[1:]
    assert [[one.kind for one in turn.relations] for turn in first.turns] == [[], ["refines"], ["departs"], ["follows"]]
    assert dict(first.meta)["weight"] == "0.75"
    assert len(list(valued(first))) == 2
    load(with_turns(whole))
    assert [sorted(id_.partition(".")[0] for id_ in turn.roles) for turn in graded_turns(second, whole.constraints)][
        2:
    ] == [
        ["leak", "size", "size_2"],
        ["mention", "size", "size_2", "stale"],
    ]


def test_a_flow_that_the_model_would_refuse_is_refused() -> None:
    turn = n.Turn(name="a", user=n.Template(parts=("Go.",)), steps=(n.Drop(id="size"),))
    with pytest.raises(BrokenFlow, match="`size`"):
        graded_turns(n.Flow(name="f", turns=(turn,)), {})


def test_a_blank_answer_fails_whatever_is_asked() -> None:
    found: dict[str, Any] = verdicts(TRIP, {}, {"ask": " "})
    assert set(found["ask"].values()) == {Verdict.FAIL}
