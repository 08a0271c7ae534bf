"""Take a program whose templates join flows; give it with the dialogues that they make, as flows of their own.

One flow after another is a departure: the first turn of the second `departs`. What both declare (turns, requirements,
captured values, parameters) has a number in its name from the second flow on. Each way through a template is a flow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.expressions import constant
from ifdsl.ir.layouts import BadLayout, Event, Way, ways
from ifdsl.ir.walk import replaced


def with_joined(program: n.Program) -> n.Program:
    """The program with a flow for each way through its templates that join flows.

    What such a flow is called is the template's name, with a number where there are several ways. A flow with a
    parameter without a value is there to be joined, and is no dialogue of its own.
    """
    flows = tuple(joined_flows(program))
    whole = tuple(flow for flow in program.flows if _is_whole(flow))
    return program if whole == program.flows and not flows else replace(program, flows=(*whole, *flows))


def _is_whole(flow: n.Flow) -> bool:
    drawn = {draw.name for draw in flow.draws}
    return all(one.default is not None or one.name in drawn for one in flow.parameters)


def joined_flows(program: n.Program) -> Iterator[n.Flow]:
    """The flows that a program's own templates make of others. A template with parameters to be given makes none."""
    own = {f"{program.module}.{flow.name}": flow for flow in program.flows}
    for name, template in program.layouts.items():
        home, _, short = name.rpartition(".")
        if home != program.module or any(one.default is None for one in template.parameters):
            continue
        try:
            found = [way for way in ways(template, program.layouts) if way.flows]
        except BadLayout:
            continue  # it was reported where the program was built
        for number, way in enumerate(found, start=1):
            yield joined(short if len(found) == 1 else f"{short}_{number}", way, own)


def joined(name: str, way: Way, flows: Mapping[str, n.Flow]) -> n.Flow:
    """The flows of a way, one after another, as one.

    Raises:
        KeyError: a flow is not there.
    """
    parts = [_Part(flows[event.name], event, number).flow() for number, event in enumerate(way.flows, start=1)]
    turns: list[n.Turn] = []
    for part in parts:
        first, *others = part.turns
        departs = (n.Relation(kind="departs"),) if turns else ()
        turns += [replace(first, relations=departs, context=first.context or part.context)]
        turns += [replace(turn, context=turn.context or part.context) for turn in others]
    meta = {key: value for part in parts for key, value in part.meta}
    if way.weight != 1:
        meta["weight"] = f"{way.weight:.6g}"
    return n.Flow(
        name=name,
        turns=tuple(turns),
        parameters=tuple(one for part in parts for one in part.parameters),
        draws=tuple(one for part in parts for one in part.draws),
        lasting=tuple(one for part in parts for one in part.lasting),
        meta=tuple(meta.items()),
    )


class _Part:
    """One of several flows that are joined: its names are its own, and its parameters have the values it is given."""

    def __init__(self, flow: n.Flow, event: Event, number: int) -> None:
        self._flow = flow
        self._suffix = "" if number == 1 else f"_{number}"
        drawn = {draw.name for draw in flow.draws}
        given = [parameter.name for parameter in flow.parameters if parameter.name not in drawn]
        self._by: dict[str, n.Expr] = {name: constant(value) for name, value in zip(given, event.values, strict=False)}
        self._open = [parameter for parameter in flow.parameters if parameter.name not in self._by]
        for parameter in self._open:
            self._by[parameter.name] = n.Variable(name=parameter.name + self._suffix, type=parameter.type)
        for turn in flow.turns:
            for capture in turn.captures:
                self._by[capture.name] = n.Variable(name=capture.name + self._suffix, type=capture.value.type)

    def flow(self) -> n.Flow:
        flow, suffix = self._flow, self._suffix
        return replace(
            flow,
            parameters=tuple(replace(one, name=one.name + suffix) for one in self._open),
            draws=tuple(replace(one, name=one.name + suffix) for one in flow.draws),
            turns=tuple(self._turn(turn) for turn in flow.turns),
            lasting=tuple(
                replace(
                    one,
                    id=self._id(one.id),
                    turn=one.turn + suffix,
                    until=None if one.until is None else one.until + suffix,
                )
                for one in flow.lasting
            ),
        )

    def _turn(self, turn: n.Turn) -> n.Turn:
        suffix = self._suffix
        return replace(
            turn,
            name=turn.name + suffix,
            relations=tuple(
                replace(one, turn=None if one.turn is None else one.turn + suffix) for one in turn.relations
            ),
            user=self._template(turn.user),
            golden=None if turn.golden is None else self._template(turn.golden),
            steps=tuple(self._step(step) for step in turn.steps),
            captures=tuple(
                n.LetItem(name=one.name + suffix, value=replaced(one.value, self._by)) for one in turn.captures
            ),
        )

    def _step(self, step: n.Step) -> n.Step:
        match step:
            case n.Add():
                until = None if step.until is None else step.until + self._suffix
                return replace(step, requirement=self._named(step.requirement), until=until)
            case n.Change():
                changed = self._named(step.requirement)
                assert isinstance(changed, n.Demand)
                return n.Change(requirement=changed)
            case n.Drop() | n.Keep():
                return replace(step, id=self._id(step.id))
            case n.Cover():
                return replace(step, turn=step.turn + self._suffix, terms=self._expressions(step.terms))
            case n.Mention() | n.Avoid():
                return replace(step, terms=self._expressions(step.terms))

    def _named(self, requirement: n.Requirement) -> n.Requirement:
        return replace(self._requirement(requirement), id=self._id(requirement.id))

    def _requirement(self, requirement: n.Requirement) -> n.Requirement:
        match requirement:
            case n.Demand():
                return replace(requirement, arguments=self._expressions(requirement.arguments))
            case n.When():
                return replace(
                    requirement,
                    condition=replaced(requirement.condition, self._by),
                    then=self._body(requirement.then),
                    otherwise=self._body(requirement.otherwise),
                )
            case n.Combined():
                return replace(requirement, body=self._body(requirement.body))
            case n.Within():
                subject = replaced(requirement.subject, self._by)
                return replace(requirement, subject=subject, body=self._body(requirement.body))
            case _:
                domain = replaced(requirement.domain, self._by)
                return replace(requirement, domain=domain, body=self._body(requirement.body))

    def _body(self, body: Iterable[n.Requirement]) -> tuple[n.Requirement, ...]:
        return tuple(self._requirement(one) for one in body)

    def _expressions(self, expressions: Iterable[n.Expr]) -> tuple[n.Expr, ...]:
        return tuple(replaced(one, self._by) for one in expressions)

    def _template(self, template: n.Template) -> n.Template:
        parts: list[Any] = [
            part if isinstance(part, str) else replace(part, expression=replaced(part.expression, self._by))
            for part in template.parts
        ]
        return n.Template(parts=tuple(parts))

    def _id(self, id_: str) -> str:
        return id_ + self._suffix
