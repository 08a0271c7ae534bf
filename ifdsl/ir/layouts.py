"""Take a flow template and values; give the ways in which it lays out a dialogue: turns with their relations, no more.

A way is one of several where the template has a choice. Verbs build on what stands before them in their topic:
`follow`, `refine` and `recall` relate one turn to one before it, `expand(n)` adds turns that each expand the topic's
first, and `summarize` sums up the topic. `root` and `depart` begin a topic, so that one template after another is a
departure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.primitives.undecided import Undecided

MOST_WAYS = 200
MOST_TURNS = 100


class BadLayout(ValueError):
    """A template that cannot be laid out; the message says why."""


class Event(NamedTuple):
    """A verb, or the qualified name of a flow, with the values of its arguments."""

    name: str
    values: tuple[Any, ...]


class Planned(NamedTuple):
    """A turn to be: its relations, each with the place of the turn that it names, from 0; None for `departs`."""

    relations: tuple[tuple[n.RelationKind, int | None], ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One layout, and how often it is taken where there are several.

    `flows` are the flows that it joins, with the values of their parameters; then it has no `turns` of its own.
    """

    weight: float
    turns: tuple[Planned, ...]
    flows: tuple[Event, ...] = ()


def ways(template: n.FlowTemplate, layouts: Mapping[str, n.FlowTemplate], values: Sequence[Any] = ()) -> list[Way]:
    """
    Args:
        template: the template.
        layouts: those that it may name, by qualified name.
        values: of its first parameters; the others have defaults.

    Raises:
        BadLayout: it cannot be laid out with these values.
    """
    found = list(_ways(template, layouts, tuple(values), ()))
    return [_way(weight, events) for weight, events in found]


Events = tuple[tuple[Event, ...], ...]
"""Turns, each with what it does; or a flow for itself."""


def _ways(
    template: n.FlowTemplate, layouts: Mapping[str, n.FlowTemplate], values: tuple[Any, ...], inside: tuple[str, ...]
) -> Iterator[tuple[float, Events]]:
    environment = dict(zip((p.name for p in template.parameters), values, strict=False))
    for parameter in template.parameters[len(values) :]:
        if parameter.default is None:
            raise BadLayout(f"`{parameter.name}` of `{_short(template.name)}` gets no value")
        environment[parameter.name] = evaluate(parameter.default, {})
    return _laid(template.layout, layouts, environment, (*inside, template.name))


def _laid(
    layout: n.Layout, layouts: Mapping[str, n.FlowTemplate], values: Mapping[str, Any], inside: tuple[str, ...]
) -> Iterator[tuple[float, Events]]:
    match layout:
        case n.Moves():
            yield from _moved(layout, layouts, values, inside)
        case n.Sequence():
            parts = [list(_few(_laid(part, layouts, values, inside))) for part in layout.parts]
            for combination in _few(product(*parts)):
                weight = 1.0
                for one, _ in combination:
                    weight *= one
                yield weight, tuple(event for _, events in combination for event in events)
        case n.Choice():
            total = sum(option.weight for option in layout.options)
            for option in layout.options:
                for weight, events in _laid(option.layout, layouts, values, inside):
                    yield weight * option.weight / total, events


def _few(found: Iterator[Any]) -> Iterator[Any]:
    for number, one in enumerate(found):
        if number >= MOST_WAYS:
            raise BadLayout(f"there are more than {MOST_WAYS} ways through it")
        yield one


def _moved(
    layout: n.Moves, layouts: Mapping[str, n.FlowTemplate], values: Mapping[str, Any], inside: tuple[str, ...]
) -> Iterator[tuple[float, Events]]:
    try:
        events = tuple(
            Event(move.name, tuple(evaluate(argument, values) for argument in move.arguments)) for move in layout.moves
        )
    except (Undecided, OverflowError) as error:
        raise BadLayout(f"a number cannot be worked out: {error}") from None
    called = layouts.get(events[0].name)
    if called is None:
        yield 1.0, (events,)
        return
    if called.name in inside:
        circle = [*inside[inside.index(called.name) :], called.name]
        raise BadLayout(f"`{_short(called.name)}` names itself: {' → '.join(map(_short, circle))}")
    if len(inside) > MOST_TURNS:
        raise BadLayout("templates name one another too deep")
    yield from _ways(called, layouts, events[0].values, inside)


def _way(weight: float, events: Events) -> Way:
    flows = tuple(event for one in events for event in one if "." in event.name)
    if flows:
        return Way(weight, (), flows)
    turns: list[Planned] = []
    begin = 0
    for one in events:
        if one[0].name in ("root", "depart"):
            begin = len(turns)
            turns.append(Planned((("departs", None),) if turns else ()))
        elif not turns:
            raise BadLayout("the first turn is a `root`: there is nothing before it to go on from")
        elif len(one) == 1 and one[0].name == "expand":
            count = _whole(one[0], 1)
            if count < 1 or count > MOST_TURNS:
                raise BadLayout(f"`expand` adds 1 to {MOST_TURNS} turns, not {count}")
            turns += [Planned((("expands", begin),))] * count
        else:
            turns.append(Planned(tuple(relation for event in one for relation in _relations(event, begin, len(turns)))))
        if len(turns) > MOST_TURNS:
            raise BadLayout(f"it has more than {MOST_TURNS} turns")
    return Way(weight, tuple(turns))


def _relations(event: Event, begin: int, place: int) -> Iterator[tuple[n.RelationKind, int | None]]:
    """The relations of the turn at `place`, in a topic that begins at `begin`."""
    match event.name:
        case "follow":
            yield "follows", place - 1
        case "refine":
            yield "refines", place - 1
        case "recall":
            target = begin + _whole(event, 1) - 1
            if not begin <= target <= place - 2:
                wanted = target - begin + 1
                raise BadLayout(f"turn {place + 1} cannot recall turn {wanted} of its topic: that is not two back")
            yield "recalls", target
        case "expand":
            yield "expands", begin
        case "summarize":
            yield from (("summarizes", target) for target in range(begin, place))
        case _:
            raise BadLayout(f"`{event.name}` is no relation")


def _whole(event: Event, default: int) -> int:
    return int(event.values[0]) if event.values else default


def _short(qualified: str) -> str:
    return qualified.rpartition(".")[2]
