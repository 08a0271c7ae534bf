"""Take a flow template; find what each of its steps names, and report what does not hold together.

A step is a relation by its verb, or another template or flow by its name. A name that a file declares or takes from a
module in use comes before a verb.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ifdsl.model.arguments import bind
from ifdsl.model.declarations import FlowInfo, LayoutInfo, ModuleInfo
from ifdsl.model.infer import Inference
from ifdsl.model.notes import Callee, Scope, formals_of
from ifdsl.primitives.types import INT
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted
from ifdsl.syntax import tree as t

VERBS: Mapping[str, int] = MappingProxyType(
    {"root": 0, "follow": 0, "refine": 0, "recall": 1, "expand": 1, "summarize": 0, "depart": 0}
)
"""What a turn can do, and how many numbers it takes at most: which turn of the topic is recalled, from 1 (the first
where none is given), and how many turns expand the topic's first one (one where none is given)."""

ROOT = "root"
TOGETHER = ("follow", "refine", "recall", "expand", "summarize")
"""What one turn can do beside something else."""


def check_layout(info: LayoutInfo, inference: Inference) -> None:
    """Type one flow template."""
    empty = Scope(info.module, {})
    for parameter in info.parameters:
        if parameter.default is not None:
            inference.expect(parameter.default, parameter.type, empty, quoted(parameter.name))
    scope = Scope(info.module, {parameter.name: parameter.type for parameter in info.parameters})
    _body(info.node.body, inference, scope)
    called = [find_called(step, info.module) for step in steps_in(info.node.body)]
    flows = [one for one in called if isinstance(one, FlowInfo)]
    if flows and any(one is None for one in called):
        message = f"{quoted(info.name)} names flows and also turns that have nothing in them"
        inference.reporter.report(codes.BAD_LAYOUT, inference.file, info.node.name, message)


def steps_in(body: t.FlowBody) -> Iterator[t.FlowStep]:
    """The steps of a template, in order."""
    if isinstance(body, t.FlowStep):
        yield body
    elif isinstance(body, t.FlowWeighted):
        yield from steps_in(body.body)
    else:
        for step in body.steps:
            yield from steps_in(step)


def find_called(step: t.FlowStep, module: ModuleInfo) -> LayoutInfo | FlowInfo | None:
    """The template or flow that a step names; None where it is a verb, or nothing."""
    home, _, name = step.path.dotted.rpartition(".")
    if home:
        used = module.named_uses.get(home)
        return None if used is None else used.layouts.get(name)
    own = module.layouts.get(name) or module.flows.get(name)
    if own is not None:
        return own
    return next((used.layouts[name] for used in module.open_uses if name in used.layouts), None)


def _body(body: t.FlowBody, inference: Inference, scope: Scope, together: bool = False) -> None:
    if isinstance(body, t.FlowStep):
        _step(body, inference, scope, together)
        return
    if isinstance(body, t.FlowWeighted):
        if body.weight.value <= 0:
            inference.reporter.report(codes.BAD_LAYOUT, inference.file, body.weight, "a weight is above 0")
        _body(body.body, inference, scope)
        return
    for step in body.steps:
        if body.operator == "and" and not isinstance(step, t.FlowStep):
            message = "`and` joins the relations of one turn, and several turns stand here"
            inference.reporter.report(codes.BAD_LAYOUT, inference.file, step, message)
        _body(step, inference, scope, body.operator == "and")


def _step(step: t.FlowStep, inference: Inference, scope: Scope, together: bool) -> None:
    name, module = step.path.dotted, scope.module
    found = find_called(step, module)
    if found is not None:
        module.used.add(found.module.name)
        arguments = step.arguments or []
        formals = formals_of(found.parameters)
        if isinstance(found, FlowInfo):
            drawn = {item.variable.value for item in found.node.items if isinstance(item, t.ForIn)}
            formals = [one for one in formals if one.name not in drawn]
        bound = bind(name, step.path, arguments, formals, set(scope.variables), inference.file, inference.reporter)
        for formal, value in zip(formals, bound or (), strict=False):
            if isinstance(value, t.Node):
                inference.expect(value, formal.type, scope, f"{quoted(formal.name)} of {quoted(name)}")
        if bound is not None:
            inference.notes.callees[id(step)] = Callee(f"{found.module.name}.{found.name}", tuple(bound))
        if together:
            message = f"`and` joins the relations of one turn, and {quoted(name)} is a dialogue"
            inference.reporter.report(codes.BAD_LAYOUT, inference.file, step, message)
    elif name not in VERBS:
        known = [*VERBS, *module.layouts, *module.flows, *(one for used in module.open_uses for one in used.layouts)]
        what = "relation, template or flow"
        inference.reporter.unknown(codes.UNKNOWN_NAME, inference.file, step.path, what, name, known)
    elif together and name not in TOGETHER:
        message = f"a turn that is a {quoted(name)} has no other relation"
        inference.reporter.report(codes.BAD_LAYOUT, inference.file, step, message)
    else:
        _verb(step, inference, scope)


def _verb(step: t.FlowStep, inference: Inference, scope: Scope) -> None:
    given = numbers_of(step)
    for argument in given:
        inference.expect(argument, INT, scope, f"the number of {quoted(step.path.dotted)}")
    most = VERBS[step.path.dotted]
    named = [one for one in step.arguments or [] if one.name is not None]
    if len(given) > most or named:
        count = "no number" if not most else "one number"
        message = f"{quoted(step.path.dotted)} takes {count}"
        inference.reporter.report(codes.SURPLUS_ARGUMENT, inference.file, named[0] if named else given[-1], message)


def numbers_of(step: t.FlowStep) -> list[t.Expr]:
    """The numbers that a verb is given; `expand(root, 3)` begins with what it expands."""
    values = [argument.value for argument in step.arguments or []]
    return values[1:] if opens(step) else values


def opens(step: t.FlowStep) -> bool:
    """Whether a step begins the topic that it expands."""
    first = step.arguments[0].value if step.arguments else None
    return step.path.dotted == "expand" and isinstance(first, t.Name) and first.value == ROOT
