"""Take a flow template as written; give it as IR."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ifdsl.ir import nodes as n
from ifdsl.ir import parts
from ifdsl.ir.expressions import Environment, Lowering
from ifdsl.model.declarations import FlowInfo, LayoutInfo
from ifdsl.model.layouts import find_called, numbers_of, opens
from ifdsl.model.notes import formals_of
from ifdsl.primitives.types import INT
from ifdsl.syntax import tree as t


@dataclass(slots=True)
class LayoutLowering:
    """Lowers one template; `called` are the templates that it names."""

    lowering: Lowering
    info: LayoutInfo
    called: list[LayoutInfo] = field(default_factory=list)

    def lower(self) -> n.FlowTemplate:
        """
        Raises:
            TooLarge: an expression of the template is.
        """
        environment: Environment = {p.name: n.Variable(name=p.name, type=str(p.type)) for p in self.info.parameters}
        return n.FlowTemplate(
            name=self.info.qualified,
            parameters=parts.parameters(self.info.parameters, self.lowering),
            layout=self._layout(self.info.node.body, environment),
        )

    def _layout(self, body: t.FlowBody, environment: Environment) -> n.Layout:
        if isinstance(body, t.FlowStep):
            return self._moves([body], environment)
        if isinstance(body, t.FlowWeighted):
            return self._layout(body.body, environment)
        if body.operator == "and":
            return self._moves([step for step in body.steps if isinstance(step, t.FlowStep)], environment)
        if body.operator == "then":
            return _sequence(self._layout(step, environment) for step in body.steps)
        if body.operator == "group":
            return self._layout(body.steps[0], environment)
        options = []
        for step in body.steps:
            weight = step.weight.value if isinstance(step, t.FlowWeighted) else 1
            options.append(n.Option(layout=self._layout(step, environment), weight=weight))
        return n.Choice(options=tuple(options))

    def _moves(self, steps: list[t.FlowStep], environment: Environment) -> n.Layout:
        if len(steps) == 1 and opens(steps[0]):
            expanding = n.Moves(moves=(self._move(steps[0], environment),))
            return _sequence([n.Moves(moves=(n.Move(name="root"),)), expanding])
        return n.Moves(moves=tuple(self._move(step, environment) for step in steps))

    def _move(self, step: t.FlowStep, environment: Environment) -> n.Move:
        found = find_called(step, self.info.module)
        if found is None:
            numbers = tuple(self.lowering.argument(one, INT, None, environment) for one in numbers_of(step))
            return n.Move(name=step.path.dotted, arguments=numbers)
        if isinstance(found, LayoutInfo):
            self.called.append(found)
        callee = self.lowering.notes.callees[id(step)]
        formals = formals_of(found.parameters)
        if isinstance(found, FlowInfo):
            drawn = {item.variable.value for item in found.node.items if isinstance(item, t.ForIn)}
            formals = [one for one in formals if one.name not in drawn]
        defaults = {parameter.name: parameter.default for parameter in found.parameters}
        arguments = tuple(
            self.lowering.argument(bound, formal.type, defaults[formal.name], environment)
            for formal, bound in zip(formals, callee.arguments, strict=True)
        )
        return n.Move(name=f"{found.module.name}.{found.name}", arguments=arguments)


def _sequence(layouts: Iterable[n.Layout]) -> n.Sequence:
    """Parts one after another; those of a sequence among them are parts of the whole."""
    parts: list[n.Layout] = []
    for one in layouts:
        parts += one.parts if isinstance(one, n.Sequence) else [one]
    return n.Sequence(parts=tuple(parts))
