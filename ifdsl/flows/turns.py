"""Take a flow; give its turns as what grades their responses: specs whose parameters hold what the history says.

The spec of a turn is called `flow.turn`. Its parameters are those of the flow, the values that earlier turns capture,
and a list of terms for each check of what is mentioned. Its requirements are what is in force in the turn, then the
checks of its relations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ifdsl.flows.roles import Role
from ifdsl.flows.structure import Terms, structural
from ifdsl.ir import nodes as n
from ifdsl.ir.active import State, states
from ifdsl.ir.flows import turn_name

RELATION_GROUP = "relation"
"""The group, before a dot, of constraint types that ask whether a relation is kept."""


class BrokenFlow(ValueError):
    """A flow that the model did not give: a step names what is not in force."""


@dataclass(frozen=True, slots=True)
class GradedTurn:
    """One turn of a flow.

    Attributes:
        flow: the flow.
        state: the turn, with what is in force in it.
        spec: what grades it.
        roles: what each of the spec's requirements is, by id.
        steps: the step of the turn that a structural requirement comes from, by id.
        terms: what the parameters that hold terms are made of.
        captured: the values that turns before this one capture, by turn.
    """

    flow: n.Flow
    state: State
    spec: n.Spec
    roles: Mapping[str, Role]
    steps: Mapping[str, int]
    terms: tuple[Terms, ...]
    captured: tuple[tuple[str, tuple[n.LetItem, ...]], ...]

    @property
    def turn(self) -> n.Turn:
        return self.state.turn

    @property
    def place(self) -> int:
        """From 0."""
        return self.state.place

    @property
    def context(self) -> n.Context:
        """What stands for the assistant in the history of this turn."""
        return self.turn.context or self.flow.context

    @property
    def stated(self) -> tuple[tuple[n.Requirement, bool], ...]:
        """The requirements that are new in this turn or changed by it, and whether each is a `must`."""
        entries = self.state.active.values()
        return tuple((e.requirement, e.required) for e in entries if e.taken in ("new", "changed"))


def graded_turns(flow: n.Flow, constraints: Mapping[str, n.Constraint]) -> tuple[GradedTurn, ...]:
    """The turns of a flow, in order.

    Args:
        flow: the flow.
        constraints: by name; their groups say which of them ask about a relation.

    Raises:
        BrokenFlow: a step names what is not in force; the model gives no such flow.
    """
    found, problems = states(flow)
    for problem in problems:
        if problem.what != "idle":
            raise BrokenFlow(f"`{problem.id}` of the flow `{flow.name}` is not in force where it is named, or twice")
    turns: list[GradedTurn] = []
    captured: list[tuple[str, tuple[n.LetItem, ...]]] = []
    parameters = list(flow.parameters)
    for state in found:
        turns.append(_graded(flow, found, state, parameters, tuple(captured), constraints))
        captured.append((state.turn.name, state.turn.captures))
        parameters += [n.Parameter(name=one.name, type=one.value.type) for one in state.turn.captures]
    return tuple(turns)


def with_turns(program: n.Program) -> n.Program:
    """The program with a spec for each turn of its flows, for the checker compiler.

    Raises:
        BrokenFlow: as `graded_turns` does.
    """
    specs = [turn.spec for flow in program.flows for turn in graded_turns(flow, program.constraints)]
    return replace(program, specs=(*program.specs, *specs)) if specs else program


def _graded(
    flow: n.Flow,
    found: tuple[State, ...],
    state: State,
    parameters: list[n.Parameter],
    captured: tuple[tuple[str, tuple[n.LetItem, ...]], ...],
    constraints: Mapping[str, n.Constraint],
) -> GradedTurn:
    must: list[n.Requirement] = []
    should: list[n.Requirement] = []
    roles: dict[str, Role] = {}
    for id_, entry in state.active.items():
        (must if entry.required else should).append(entry.requirement)
        origin = found[entry.origin].turn.name
        roles[id_] = Role(entry.taken, _asked_relation(entry.requirement, constraints), origin, id_)
        if entry.taken in ("changed", "refined", "kept"):
            roles[id_] = roles[id_]._replace(relation=roles[id_].relation or _carrying(state))
    steps: dict[str, int] = {}
    terms = []
    for one in structural(found, state.place):
        must.append(one.requirement)
        roles[one.requirement.id] = one.role
        if one.step is not None:
            steps[one.requirement.id] = one.step
        if one.terms is not None:
            terms.append(one.terms)
    lists = [n.Parameter(name=one.parameter, type="list[text]") for one in terms]
    spec = n.Spec(
        name=turn_name(flow.name, state.turn.name),
        parameters=(*parameters, *lists),
        task=state.turn.user,
        stated=state.turn.stated,
        must=tuple(must),
        should=tuple(should),
        meta=flow.meta,
    )
    return GradedTurn(flow, state, spec, roles, steps, tuple(terms), captured)


def _carrying(state: State) -> str:
    """The relation by which a turn takes requirements over from others, or changes them."""
    return next(
        (kind for kind in ("refines", "recalls", "summarizes", "expands", "follows") if kind in state.kinds), ""
    )


def _asked_relation(requirement: n.Requirement, constraints: Mapping[str, n.Constraint]) -> str:
    if not isinstance(requirement, n.Demand):
        return ""
    head, _, relation = constraints[requirement.constraint].group.partition(".")
    return relation if head == RELATION_GROUP else ""
