"""Take the turns of flows; answer them as subjects whose faults are known: an oracle, goldfish, parrot and hoarder.

The oracle answers each turn with a text that does all that the turn is graded on. The goldfish does just as well, but
it sees the last message of the user alone: what was said before is nothing to it. The parrot answers the first turn of
a dialogue as the oracle does, and then repeats itself. The hoarder adds all that was ever said to each answer. What the
checks of relations say of them is known beforehand, which tries these checks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from ifdsl.checking.compile import load
from ifdsl.checking.verifier import Verifier
from ifdsl.flows.dialogue import Exchange
from ifdsl.flows.posing import Posing
from ifdsl.ir import nodes as n
from ifdsl.run.aims import aim_of
from ifdsl.run.grading import Grader, Item
from ifdsl.run.oracle import respond
from ifdsl.store.records import ItemResult, Response

Subject: TypeAlias = Callable[[Posing, Item, Sequence[Exchange]], Response]
"""Answers a turn, told its item and what was asked and answered before."""


def oracle(turn: Posing, item: Item, history: Sequence[Exchange]) -> Response:
    """A text that does all that the turn is graded on."""
    spec = turn.turn.spec
    values = dict(zip((one.name for one in spec.parameters), item.verifier.values, strict=True))
    return respond(item, aim_of(turn.program, spec, values, [one.id for one in spec.must]))


def goldfish(turn: Posing, item: Item, history: Sequence[Exchange]) -> Response:
    """A text that does all that the last message asks for: the rules that it states, and the terms that stand in it."""
    said = item.prompt.text.casefold()
    spec = turn.turn.spec
    values = dict(zip((one.name for one in spec.parameters), item.verifier.values, strict=True))
    told = {requirement.id for requirement, _ in turn.turn.stated}
    told |= {id_ for id_, role in turn.turn.roles.items() if role.kind in ("stale", "reset")}
    for one in spec.must:
        if isinstance(one, n.When) and all(term.casefold() in said for term in values[_terms_of(one)]):
            told.add(one.id)
    known = replace(spec, must=tuple(one for one in spec.must if one.id in told), should=())
    program = replace(turn.program, specs=(known,))
    entry = load(program).specs[known.name]
    verifier = Verifier(entry, item.verifier.values)
    seen = item._replace(verifier=verifier, labels=item.labels[: len(known.must)])
    return respond(seen, aim_of(program, known, values, [one.id for one in known.must]))


def parrot(turn: Posing, item: Item, history: Sequence[Exchange]) -> Response:
    """What was said last; at first, what the oracle says."""
    if not history:
        return oracle(turn, item, history)
    return Response(item.prompt.id, history[-1].reply, "ok", "parrot")


def hoarder(turn: Posing, item: Item, history: Sequence[Exchange]) -> Response:
    """What the oracle says, and after it all that was ever said."""
    own = oracle(turn, item, history)
    said = [part for one in history for part in (one.item.prompt.text, one.reply)]
    return own._replace(text="\n\n".join([own.text, *said, item.prompt.text]), model="hoarder")


SUBJECTS: dict[str, Subject] = {"oracle": oracle, "goldfish": goldfish, "parrot": parrot, "hoarder": hoarder}


def _terms_of(requirement: n.When) -> str:
    """The parameter that holds the terms of a check of what is mentioned."""
    (demand,) = requirement.then
    assert isinstance(demand, n.Demand)
    terms = demand.arguments[0]
    assert isinstance(terms, n.Variable)
    return terms.name


def answered(turns: Sequence[Posing], subject: Subject, grader: Grader) -> list[ItemResult]:
    """The graded answers of a subject to the turns of dialogues, in order."""
    said: dict[str, list[Exchange]] = {}
    results = []
    for turn in turns:
        history = said.setdefault(turn.conversation, [])
        item = turn.item(history)
        response = subject(turn, item, history)
        results.append(grader.grade(item, response))
        history.append(Exchange(item, response.text))
    return results
