"""Take a program whose turns ask specs over rows; give its flows with what these ask, and the rows of each dialogue.

A turn that asks a spec says what the task of the spec says, and is graded on its matchers and requirements besides its
own. What stands in a row are parameters of the flow, so that all dialogues of a flow are checked by the same code. A
turn that asks anew has done with what earlier turns asked of the row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, get_args

from ifdsl.checking.module import Module
from ifdsl.checking.verifier import Verifier
from ifdsl.ir import nodes as n
from ifdsl.ir.active import states
from ifdsl.ir.posing import mapped, posed
from ifdsl.ir.walk import replaced
from ifdsl.knowledge.asking import Asked, asked_of, row_id
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted

GOLDEN = "golden"
_EXPRESSIONS: tuple[type, ...] = get_args(get_args(n.Expr)[0])


@dataclass(frozen=True, slots=True)
class OfRow:
    """One dialogue: the row that it is about, what each turn asks of it, and the values of the flow's parameters."""

    row: str
    asked: Mapping[str, Asked]
    values: Mapping[str, Any]


def own(turn: str, name: str) -> str:
    """What a name of a spec is called in a turn that asks it."""
    # INVARIANT: no name that can be written has a dot in it.
    return f"{turn}.{name}"


def asked_specs(program: n.Program) -> frozenset[str]:
    """The specs that turns ask. They are asked there, and not by themselves."""
    return frozenset(turn.asks for flow in program.flows for turn in flow.turns if turn.asks is not None)


def with_asked(program: n.Program) -> n.Program:
    """The program whose flows say and grade what their turns ask of rows.

    Raises:
        ValueError: the turns of one dialogue ask rows of several sources.
    """
    if not asked_specs(program):
        return program
    specs = {one.name: one for one in program.knowledge}
    return replace(program, flows=tuple(_opened(flow, specs) for flow in program.flows))


def rows_of_flows(program: n.Program, module: Module, home: Path, problems: list[Diagnostic]) -> dict[str, list[OfRow]]:
    """By flow, a dialogue for each row that all its turns ask.

    Args:
        program: as `with_asked` gives it.
        module: compiled of it.
        home: the folder of the sources.
        problems: gets a diagnostic for each row that cannot be read or asked.
    """
    every: dict[str, dict[int, list[Asked]]] = {}
    order: dict[int, str] = {}
    for asked in asked_of(program, module, home, problems, only=asked_specs(program)):
        # The specs are asked of the same rows, which live as long as what they ask.
        place = id(asked.row)
        order.setdefault(place, row_id(asked.row, asked.place))
        every.setdefault(asked.knowledge.name, {}).setdefault(place, []).append(asked)
    found: dict[str, list[OfRow]] = {}
    for flow in program.flows:
        asking = {turn.name: turn.asks for turn in flow.turns if turn.asks is not None}
        if asking:
            rows = [place for place in order if all(place in every.get(spec, {}) for spec in asking.values())]
            found[flow.name] = [
                dialogue
                for place in rows
                for dialogue in _dialogues(flow, order[place], {s: every[s][place] for s in asking.values()}, module)
            ]
            problems += _without_golden(flow, found[flow.name])
    return found


def matchers_of(turn: n.Turn, asked: Mapping[str, Asked]) -> tuple[str, ...]:
    """The ids of the requirements that judge the answer to a turn, the deciding one first; none where it asks none."""
    one = asked.get(turn.name)
    return () if one is None else tuple(own(turn.name, id_) for id_ in one.pipeline.posed.matchers)


def _opened(flow: n.Flow, specs: Mapping[str, n.Knowledge]) -> n.Flow:
    sources = {specs[turn.asks].source for turn in flow.turns if turn.asks is not None}
    if len(sources) > 1:
        names = " and ".join(quoted(name) for name in sorted(sources))
        raise ValueError(f"the turns of `{flow.name}` ask rows of {names}; a dialogue is about a row of one source")
    if not sources:
        return flow
    turns: list[n.Turn] = []
    parameters = list(flow.parameters)
    taken: list[str] = []
    for turn in flow.turns:
        if turn.asks is None:
            turns.append(turn)
            continue
        made = posed(specs[turn.asks])
        by = {one.name: n.Variable(name=own(turn.name, one.name), type=one.type) for one in made.spec.parameters}
        parameters += [replace(one, name=own(turn.name, one.name), default=None) for one in made.spec.parameters]
        golden = turn.golden
        if golden is None and _is_golden(flow):
            parameters.append(n.Parameter(name=own(turn.name, GOLDEN), type="text"))
            said = n.Variable(name=own(turn.name, GOLDEN), type="text")
            golden = n.Template(parts=(n.Hole(expression=said),))
        told = [(one, True) for one in made.spec.must] + [(one, False) for one in made.spec.should]
        steps: list[n.Step] = [
            n.Add(requirement=replace(_renamed(one, by), id=own(turn.name, one.id)), required=required)
            for one, required in told
        ]
        dropped = [n.Drop(id=id_) for id_ in _in_force(flow, turns, turn) if id_ in taken]
        taken += [step.requirement.id for step in steps if isinstance(step, n.Add)]
        user = _renamed(made.spec.task, by)
        turns.append(
            replace(turn, user=user, stated=made.spec.stated, golden=golden, steps=(*dropped, *steps, *turn.steps))
        )
    return replace(flow, parameters=tuple(parameters), turns=tuple(turns))


def _in_force(flow: n.Flow, before: list[n.Turn], turn: n.Turn) -> Iterator[str]:
    """What a turn takes over from those before it."""
    found, _ = states(replace(flow, turns=(*before, replace(turn, steps=()))))
    yield from found[-1].active


def _is_golden(flow: n.Flow) -> bool:
    return flow.context == "golden" or any(turn.context == "golden" for turn in flow.turns)


def _renamed(node: Any, by: Mapping[str, n.Expr]) -> Any:
    return mapped(node, lambda one: replaced(one, by) if isinstance(one, _EXPRESSIONS) else None)  # type: ignore[arg-type]


def _dialogues(flow: n.Flow, row: str, asked: Mapping[str, list[Asked]], module: Module) -> Iterator[OfRow]:
    """A dialogue for each combination of the values that the specs draw themselves."""
    declared = {one.name for one in flow.parameters}
    for chosen in product(*asked.values()):
        by_spec = dict(zip(asked, chosen, strict=True))
        drawn = [one.instance.id.removeprefix(name).rpartition(f"[{row}]")[0] for name, one in by_spec.items()]
        by_turn = {turn.name: by_spec[turn.asks] for turn in flow.turns if turn.asks is not None}
        values: dict[str, Any] = {}
        for turn in flow.turns:
            one = by_turn.get(turn.name)
            if one is None:
                continue
            values |= {own(turn.name, name): value for name, value in one.instance.values.items()}
            if own(turn.name, GOLDEN) in declared:
                values[own(turn.name, GOLDEN)] = _passing(one, module)
        yield OfRow(row + "".join(drawn), by_turn, values)


def _passing(asked: Asked, module: Module) -> str:
    """A response that does all that the spec asks of it; nothing where none of those that come to mind does."""
    entry = module.specs[asked.pipeline.posed.spec.name]
    verifier = Verifier(entry, [asked.instance.values[name] for name in entry.parameters])
    return next((text for text in asked.attempts() if verifier.check(text).passed), "")


def _without_golden(flow: n.Flow, found: list[OfRow]) -> Iterator[Diagnostic]:
    for dialogue in found:
        for turn, asked in dialogue.asked.items():
            if dialogue.values.get(own(turn, GOLDEN)) == "":
                message = (
                    f"no golden answer was found for this row in {quoted(turn)} of {quoted(flow.name)}, "
                    f"which asks {quoted(asked.knowledge.name)}"
                )
                yield Diagnostic(codes.MISSING_GOLDEN, message, asked.place)
