"""Take the requirements of a spec as written; give them as IR, each with an id, and say where each of them stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ifdsl.ir import nodes as n
from ifdsl.ir import parts
from ifdsl.ir.expressions import Environment, Lowering
from ifdsl.model.constraints import RESPONSE
from ifdsl.model.notes import Callee
from ifdsl.model.resolve import Resolution
from ifdsl.primitives.primitive import Primitive
from ifdsl.syntax import tree as t


@dataclass(slots=True)
class RequirementLowering:
    """Lowers the requirements of one spec.

    `taken` says of each id how often it was wanted; `place` is told where the requirement of an id stands.
    """

    resolution: Resolution
    lowering: Lowering
    environment: Environment
    taken: dict[str, int]
    place: Callable[[str, t.Node], None]

    def lower(self, nodes: Iterable[t.Requirement]) -> tuple[n.Requirement, ...]:
        """
        Raises:
            TooLarge: one of their expressions is.
        """
        lowered = []
        for node in nodes:
            requirement = self._lowered(node)
            self.place(requirement.id, node)
            lowered.append(requirement)
        return tuple(lowered)

    def _lowered(self, node: t.Requirement) -> n.Requirement:
        inside = {**self.environment, RESPONSE: n.Variable(name=RESPONSE, type="text")}
        if isinstance(node, t.RequirementCall):
            return self.demand(node)
        if isinstance(node, t.Scoped):
            view, domain = self._domain(node, inside)
            inner = self.lower(node.body)
            make = n.Each if node.keyword == "each" else n.IfPresent
            assert view.noun is not None
            id_ = self._id(f"{node.keyword}_{node.view.value}", inner)
            return make(id=id_, noun=view.noun[0], domain=domain, body=inner)
        if isinstance(node, t.InScope):
            inner = self.lower(node.body)
            return n.Within(id=self._id("in", inner), subject=self.lowering.lower(node.subject, inside), body=inner)
        if isinstance(node, t.Combined):
            inner = self.lower(node.body)
            return n.Combined(id=self._id(node.keyword, inner), combinator=node.keyword, body=inner)  # type: ignore[arg-type]
        condition = self.lowering.lower(node.condition, self.environment)
        then, otherwise = self.lower(node.then), self.lower(node.otherwise or [])
        id_ = self._id("if", (condition, then, otherwise))
        return n.When(id=id_, condition=condition, then=then, otherwise=otherwise)

    def demand(self, node: t.RequirementCall, id_: str | None = None) -> n.Demand:
        """A demand, under an id that it is given here or under its own."""
        callee = self.resolution.notes.callees[id(node)]
        constraint = self.resolution.constraints[str(callee.target)]
        arguments = tuple(
            self.lowering.argument(bound, parameter.type, parameter.default, self.environment)
            for parameter, bound in zip(constraint.parameters, callee.arguments, strict=True)
        )
        if id_ is None:
            id_ = node.id.value if node.id else self._id(constraint.name, arguments)
        return n.Demand(id=id_, constraint=constraint.qualified, arguments=arguments)

    def _domain(self, node: t.Scoped, inside: Environment) -> tuple[Primitive, n.Expr]:
        callee: Callee = self.resolution.notes.callees[id(node)]
        assert isinstance(callee.target, Primitive)
        written = callee.arguments[0]
        assert isinstance(written, t.Call)
        return callee.target, self.lowering.lower(written, inside)

    def _id(self, name: str, contents: object) -> str:
        return parts.derived_id(name, contents, self.taken)
