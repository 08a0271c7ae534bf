"""Take a typed spec over the rows of a source; give its IR, and say where each of its parts stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ifdsl.ir import nodes as n
from ifdsl.ir import parts
from ifdsl.ir.cost import Analysis, Measure
from ifdsl.ir.expressions import Environment, Lowering
from ifdsl.ir.limits import holes, values_of
from ifdsl.ir.requirements import RequirementLowering
from ifdsl.model.declarations import SpecInfo
from ifdsl.model.knowledge import EXPECTED
from ifdsl.model.resolve import Resolution
from ifdsl.model.specs import TASKS
from ifdsl.primitives.types import ROW
from ifdsl.syntax import tree as t


@dataclass(slots=True)
class KnowledgeLowering:
    """Lowers one spec over rows; `place` is told where the requirement of an id stands."""

    resolution: Resolution
    lowering: Lowering
    info: SpecInfo
    place: Callable[[str, t.Node], None]

    def lower(self) -> n.Knowledge:
        """
        Raises:
            TooLarge: one of its expressions is.
        """
        info, node, lowering = self.info, self.info.node, self.lowering
        assert node.row is not None
        assert node.source is not None
        environment: Environment = {p.name: n.Variable(name=p.name, type=str(p.type)) for p in info.parameters}
        row = node.row.value
        environment[row] = n.Variable(name=row, type=ROW + node.source.value)
        condition = None if node.condition is None else lowering.lower(node.condition, environment)
        given = []
        for item in node.items:
            if isinstance(item, t.Let):
                value = lowering.lower(item.value, environment)
                given.append(n.LetItem(name=item.name.value, value=value))
                environment[item.name.value] = n.Variable(name=item.name.value, type=value.type)
        clauses = [item for item in node.items if isinstance(item, t.Clause)]
        taken = parts.given_ids(node)
        readings = self._readings(clauses, environment, taken)
        requirements = RequirementLowering(self.resolution, lowering, environment, taken, self.place)
        must, should = (requirements.lower(parts.demanded(node, keyword)) for keyword in ("must", "should"))
        task = next(clause for clause in clauses if clause.keyword in TASKS)
        (expected,) = next(clause.parts for clause in clauses if clause.keyword == "expect")
        return n.Knowledge(
            name=info.name,
            parameters=parts.parameters(info.parameters, lowering),
            row=row,
            source=node.source.value,
            condition=condition,
            task=self._template(task, environment),
            stated=task.keyword == "prompt",
            given=tuple(given),
            expect=lowering.lower(expected, environment),  # type: ignore[arg-type]
            readings=readings,
            errors=tuple(self._errors(clause, environment) for clause in clauses if clause.keyword == "errors"),
            must=must,
            should=should,
            draws=parts.draws(node, lowering),
            meta=tuple(self._remark(clause, environment) for clause in clauses if clause.keyword == "meta"),
        )

    def _readings(
        self, clauses: list[t.Clause], environment: Environment, taken: dict[str, int]
    ) -> tuple[n.Reading, ...]:
        found: list[n.Reading] = []
        inside = {**environment, n.RESPONSE: n.Variable(name=n.RESPONSE, type="text")}
        answer: n.Expr | None = None
        for clause in clauses:
            if clause.keyword == "answer":
                (written,) = self.resolution.notes.callees[id(clause)].arguments
                assert isinstance(written, t.Node)
                answer = self.lowering.lower(written, inside)
            elif clause.keyword == "match":
                assert answer is not None
                matchers = [
                    self._matcher(part, environment, taken) for part in clause.parts if not isinstance(part, t.Word)
                ]
                found.append(n.Reading(answer=answer, matchers=tuple(matchers)))
        return tuple(found)

    def _matcher(self, part: t.Node, environment: Environment, taken: dict[str, int]) -> n.Matcher:
        callee = self.resolution.notes.callees[id(part)]
        constraint = self.resolution.constraints[str(callee.target)]
        inside = {**environment, EXPECTED: n.Variable(name=EXPECTED, type="text")}
        pairs = zip(constraint.parameters, callee.arguments, strict=True)
        arguments = [
            self.lowering.argument(bound, parameter.type, parameter.default, inside) for parameter, bound in pairs
        ]
        id_ = parts.free_id(constraint.name, taken)
        self.place(id_, part)
        return n.Matcher(id=id_, constraint=constraint.qualified, arguments=tuple(arguments[1:]))

    def _template(self, clause: t.Clause, environment: Environment) -> n.Template:
        text = next(part for part in clause.parts if isinstance(part, t.Text))
        return self.lowering.template(text, environment)

    def _remark(self, clause: t.Clause, environment: Environment) -> n.Remark:
        name = next(part.value for part in clause.parts if isinstance(part, t.Name))
        return n.Remark(name=name, text=self._template(clause, environment))

    def _errors(self, clause: t.Clause, environment: Environment) -> n.WrongAnswers:
        kind, value = clause.parts
        assert isinstance(kind, t.Word)
        return n.WrongAnswers(kind=kind.value, texts=self.lowering.lower(value, environment))  # type: ignore[arg-type]


def sizes_of(knowledge: n.Knowledge) -> dict[str, Measure]:
    """How large the values of its parameters and of its `given` lines get, for a row of the usual size."""
    analysis, sizes = Analysis(), values_of(knowledge)
    for given in knowledge.given:
        sizes[given.name] = analysis.measure(given.value, sizes)[1]
    return sizes


def evaluated_by_row(knowledge: n.Knowledge) -> Iterator[tuple[str, list[n.Expr]]]:
    """What of a spec over rows is evaluated for each row before there is a response, and what to call it."""
    if knowledge.condition is not None:
        yield "the condition", [knowledge.condition]
    yield "the `given` lines", [given.value for given in knowledge.given]
    yield "what is expected", [knowledge.expect]
    for errors in knowledge.errors:
        yield f"the {errors.kind} errors", [errors.texts]
    yield "the task", holes(knowledge.task)
    yield "a `meta` line", [hole for remark in knowledge.meta for hole in holes(remark.text)]
