"""Take a flow as written; give it as IR, say where its parts stand, and report steps that do not fit what is in force.

The model has typed the flow and checked its relations. Which requirements are in force in a turn is known only once the
flow is lowered (`ifdsl.ir.active`), so a step that names none is reported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from ifdsl.ir import limits, parts
from ifdsl.ir import nodes as n
from ifdsl.ir.active import Problem, State, states
from ifdsl.ir.cost import nominal
from ifdsl.ir.expressions import Environment, Lowering
from ifdsl.ir.requirements import RequirementLowering
from ifdsl.model.declarations import FlowInfo
from ifdsl.model.flows import SAID, context_of, terms_of
from ifdsl.model.relations import asked_in, links_of, turns_of
from ifdsl.model.reporting import Reporter
from ifdsl.model.resolve import Resolution
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted
from ifdsl.syntax import tree as t

Place: TypeAlias = Callable[[tuple[str, ...], t.Node], None]
"""Told where a part stands: `("turn", flow, turn)`, `("golden", flow, turn)`, `("step", flow, turn, number)`, or
`("requirement", "flow.turn", id)` for each turn that a requirement is in."""

_Made = TypeVar("_Made")
STEPS = ("add", "change", "drop", "keep", "mention", "not_mention", "cover")


def turn_name(flow: str, turn: str) -> str:
    """What the requirements of one turn go by, as those of a spec go by its name."""
    return f"{flow}.{turn}"


@dataclass(slots=True)
class FlowLowering:
    """Lowers one flow."""

    resolution: Resolution
    lowering: Lowering
    reporter: Reporter
    info: FlowInfo
    place: Place
    _written: dict[int, t.Node] = field(default_factory=dict)
    """Where each requirement and step stands, by the identity of its node in the IR, which `_held` keeps alive."""
    _held: list[object] = field(default_factory=list)

    def lower(self) -> n.Flow:
        """
        Raises:
            TooLarge: an expression of the flow is.
        """
        node = self.info.node
        environment: Environment = {p.name: n.Variable(name=p.name, type=str(p.type)) for p in self.info.parameters}
        taken = dict.fromkeys(self._given(), 1)
        turns = []
        for turn in turns_of(node):
            turns.append(self._turn(turn, environment, taken))
            for capture in turns[-1].captures:
                environment[capture.name] = n.Variable(name=capture.name, type=capture.value.type)
        flow = n.Flow(
            name=self.info.name,
            doc=parts.text_of(node, "doc"),
            parameters=parts.parameters(self.info.parameters, self.lowering),
            context="golden" if context_of(node.items) == "golden" else "self",
            turns=tuple(turns),
            lasting=tuple(self._lasting()),
            draws=parts.draws(node, self.lowering),
            meta=parts.meta(node),
        )
        self._report(flow)
        return flow

    def _given(self) -> Iterator[str]:
        """The ids that the author gives, which no derived one takes."""
        for turn in turns_of(self.info.node):
            yield from parts.given_ids_of(parts.turn_requirements(turn))

    def _turn(self, node: t.Turn, environment: Environment, taken: dict[str, int]) -> n.Turn:
        requirements = RequirementLowering(
            self.resolution, self.lowering, environment, taken, lambda id_, written: None
        )
        self.place(("turn", self.info.name, node.name.value), node.name)
        relations = tuple(
            n.Relation(kind=link.keyword, turn=None if link.target is None else link.target.value)  # type: ignore[arg-type]
            for link in links_of(node)
        )
        said = next(item for item in node.items if isinstance(item, t.Clause) and item.keyword in SAID)
        inside = {**environment, n.RESPONSE: n.Variable(name=n.RESPONSE, type="text")}
        weight = self._part(node, "weight", t.Number)
        golden = self._part(node, "golden", t.Text)
        if golden is not None:
            self.place(("golden", self.info.name, node.name.value), golden)
        return n.Turn(
            name=node.name.value,
            relations=relations,
            asks=next((name.value for name in asked_in(node)), None),
            user=self._said(said, environment),
            stated=said.keyword == "prompt",
            golden=self.lowering.template(golden, environment) if isinstance(golden, t.Text) else None,
            context=context_of(node.items),  # type: ignore[arg-type]
            steps=tuple(self._steps(node, requirements, environment)),
            captures=tuple(
                n.LetItem(name=item.name.value, value=self.lowering.lower(item.value, inside))
                for item in node.items
                if isinstance(item, t.Let)
            ),
            weight=weight.value if isinstance(weight, t.Number) else 1,
        )

    def _said(self, said: t.Clause, environment: Environment) -> n.Template:
        (part,) = (part for part in said.parts if not isinstance(part, t.Word))
        return n.Template(parts=()) if said.keyword == "ask" else self.lowering.template(part, environment)  # type: ignore[arg-type]

    def _part(self, node: t.Turn, keyword: str, kind: type) -> t.Node | None:
        clauses = [item for item in node.items if isinstance(item, t.Clause) and item.keyword == keyword]
        return next((part for clause in clauses for part in clause.parts if isinstance(part, kind)), None)

    def _steps(self, node: t.Turn, requirements: RequirementLowering, environment: Environment) -> Iterator[n.Step]:
        for item in node.items:
            if isinstance(item, t.Demands):
                for written in item.body:
                    step = n.Add(requirement=self._requirement(written, requirements), required=item.keyword == "must")
                    yield self._noted(step, written)
            elif isinstance(item, t.Clause) and item.keyword in STEPS:
                yield self._noted(self._step(item, requirements, environment), item)

    def _step(self, item: t.Clause, requirements: RequirementLowering, environment: Environment) -> n.Step:
        names = [part.value for part in item.parts if isinstance(part, t.Name)]
        words = [part.value for part in item.parts if isinstance(part, t.Word)]
        last = item.parts[-1]
        match item.keyword:
            case "add":
                scope = words[0] if words else "turn"
                until = names[0] if names else None
                requirement = self._requirement(last, requirements)
                return n.Add(requirement=requirement, scope=scope, until=until)  # type: ignore[arg-type]
            case "change":
                assert isinstance(last, t.RequirementCall)
                demand = requirements.demand(last, names[0])
                self._noted(demand, last)
                return n.Change(requirement=demand)
            case "drop":
                return n.Drop(id=names[0], reset="reset" in words)
            case "keep":
                return n.Keep(id=names[0])
        found = terms_of(last)  # type: ignore[arg-type]
        assert found is not None
        least = int(found.least.value) if isinstance(found.least, t.Number) else found.least
        terms = tuple(self.lowering.lower(term, environment) for term in found.terms)
        if item.keyword == "not_mention":
            return n.Avoid(terms=terms)
        if item.keyword == "cover":
            return n.Cover(turn=names[0], terms=terms, least=least)  # type: ignore[arg-type]
        return n.Mention(terms=terms, least=least)  # type: ignore[arg-type]

    def _requirement(self, written: t.Node, requirements: RequirementLowering) -> n.Requirement:
        (requirement,) = requirements.lower([written])  # type: ignore[list-item]
        self._noted(requirement, written)
        return requirement

    def _noted(self, made: _Made, written: t.Node) -> _Made:
        self._written[id(made)] = written
        self._held.append(made)
        return made

    def _lasting(self) -> Iterator[n.Lasting]:
        for item in self.info.node.items:
            if isinstance(item, t.Clause) and item.keyword == "keep":
                id_, turn, *until = [part.value for part in item.parts if isinstance(part, t.Name)]
                line = n.Lasting(id=id_, turn=turn, until=until[0] if until else None)
                yield self._noted(line, item)

    # ------------------------------------------------------------ what is in force

    def _report(self, flow: n.Flow) -> None:
        found, problems = states(flow)
        for problem in problems:
            self._problem(problem)
        for state in found:
            for id_, where in self._places(state):
                self.place(("requirement", turn_name(flow.name, state.turn.name), id_), where)
            for number, step in enumerate(state.turn.steps):
                self.place(("step", flow.name, state.turn.name, str(number)), self._written[id(step)])

    def _places(self, state: State) -> Iterator[tuple[str, t.Node]]:
        """Where each requirement that a turn is graded on is written."""
        for id_, entry in state.active.items():
            yield id_, self._written[id(entry.requirement)]

    def _problem(self, problem: Problem) -> None:
        file = self.info.module.file
        node = self._written[id(problem.step)]
        if isinstance(node, t.Clause):
            node = next((part for part in node.parts if isinstance(part, t.Name)), node)
        if problem.what == "idle":
            message = f"{quoted(problem.id)} is changed to what it is already"
            self.reporter.report(codes.IDLE_CHANGE, file, node, message)
        elif problem.what == "in_force":
            message = f"{quoted(problem.id)} is in force here already"
            advice = [f"write {quoted(f'change {problem.id} -> …')} to ask for something else in its place"]
            self.reporter.report(codes.STILL_IN_FORCE, file, node, message, help=advice)
        else:
            named = [id_ for id_ in problem.known if id_.isidentifier()]
            what = "requirement in force here" if problem.turn is not None else "requirement of that turn"
            self.reporter.unknown(codes.NOT_IN_FORCE, file, node, what, problem.id, named)


def wrong_with_turns(
    flow: n.Flow, constraints: Mapping[str, n.Constraint], instances: int
) -> Iterator[tuple[n.Turn, str, str]]:
    """What of a flow could take too many steps: the turn, what it is, and words that follow that.

    Args:
        flow: the flow.
        constraints: by name.
        instances: how many it stands for.
    """
    values = limits.values_of(flow)
    limit = limits.limit_for(instances)
    for turn in flow.turns:
        texts = [turn.user, *([] if turn.golden is None else [turn.golden])]
        constants = [hole for text in texts for hole in limits.holes(text)]
        for step in turn.steps:
            if isinstance(step, n.Mention | n.Avoid | n.Cover):
                constants += step.terms
            elif isinstance(step, n.Add | n.Change):
                wrong = limits.wrong_with_requirement(step.requirement, constraints, values, instances)
                if wrong is not None:
                    yield turn, f"{quoted(step.requirement.id)} in this turn", wrong
        wrong = limits.wrong_with_constants(constants, values, limit)
        if wrong is not None:
            yield turn, "what is said and mentioned in this turn", wrong
        for capture in turn.captures:
            wrong = limits.wrong_with_capture(capture.value, values)
            if wrong is not None:
                yield turn, f"{quoted(capture.name)} of this turn", wrong
        # INVARIANT: what is captured is cut to the size that a parameter is taken to have, when it is captured.
        values |= {capture.name: nominal(capture.value.type) for capture in turn.captures}
