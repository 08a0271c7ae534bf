"""Take a spec; type everything in it and report what does not hold together."""

from __future__ import annotations

from collections.abc import Iterator

from ifdsl.model.constraints import RESPONSE, call
from ifdsl.model.declarations import ConstraintInfo, FlowInfo, SpecInfo
from ifdsl.model.infer import Inference
from ifdsl.model.names import find_constraint
from ifdsl.model.notes import Callee, Scope
from ifdsl.model.reporting import span_of
from ifdsl.primitives.primitive import Primitive
from ifdsl.primitives.table import TABLE
from ifdsl.primitives.types import ANY, BOOL, TEXT
from ifdsl.source import codes
from ifdsl.source.diagnostic import Label, quoted
from ifdsl.syntax import tree as t

TASKS = ("task", "prompt")
"""A `task` is what the rules are added to; a `prompt` states them itself, and nothing is added."""


def check_spec(info: SpecInfo, inference: Inference) -> list[ConstraintInfo]:
    """Type a spec; gives the constraints that it needs."""
    reporter, file, node = inference.reporter, inference.file, info.node
    scope = Scope(info.module, {parameter.name: parameter.type for parameter in info.parameters})
    check_draws(info, inference)
    tasks = [item for item in node.items if isinstance(item, t.Clause) and item.keyword in TASKS]
    if not tasks:
        reporter.report(codes.MISSING_TASK, file, node.name, f"{quoted(info.name)} has no task")
    for extra in tasks[1:]:
        first = Label(file, span_of(tasks[0]), "first given here")
        message = f"a second `{extra.keyword}` stands in one spec"
        reporter.report(codes.DUPLICATE_ITEM, file, extra, message, secondary=[first])
    check_meta(node, inference)
    for item in node.items:
        if isinstance(item, t.Clause) and item.keyword == "meta":
            continue
        if isinstance(item, t.Clause) and item.keyword in (*TASKS, "doc"):
            for part in item.parts:
                if isinstance(part, t.Text):
                    inference.template(part, scope)
        elif isinstance(item, t.Clause | t.Let):
            named = item.keyword if isinstance(item, t.Clause) else "given"
            message = f"`{named}` stands in a spec that is not over the rows of a source"
            advice = [f"write `spec {info.name} on row in SOURCE`"]
            reporter.report(codes.PART_WITHOUT_ROWS, file, item, message, help=advice)
    demands = [item for item in node.items if isinstance(item, t.Demands)]
    if not any(demand.body for demand in demands):
        reporter.report(codes.EMPTY_SPEC, file, node.name, f"{quoted(info.name)} asks for nothing")
    needed: list[ConstraintInfo] = []
    for demand in demands:
        check_requirements(demand.body, inference, scope, needed)
    check_ids(demands, inference)
    return needed


def check_meta(node: t.Spec | t.Flow, inference: Inference) -> None:
    seen: dict[str, t.Name] = {}
    for item in node.items:
        if not isinstance(item, t.Clause) or item.keyword != "meta":
            continue
        name, text = item.parts
        assert isinstance(name, t.Name)
        assert isinstance(text, t.Text)
        inference.text(text)
        if name.value in seen:
            first = Label(inference.file, span_of(seen[name.value]), "first given here")
            message = f"two `meta` lines of one spec are called {quoted(name.value)}"
            inference.reporter.report(codes.DUPLICATE_ITEM, inference.file, name, message, secondary=[first])
        seen.setdefault(name.value, name)


def _with_response(scope: Scope) -> Scope:
    return scope.with_variable(RESPONSE, TEXT)


def check_draws(info: SpecInfo | FlowInfo, inference: Inference, given: bool = False) -> None:
    """Check that each parameter of a spec or flow has a value, by a `for` line or a default.

    Args:
        given: whether the others may be given a value by what names the flow.
    """
    empty = Scope(info.module, {})
    drawn = set()
    types = {parameter.name: parameter.type for parameter in info.parameters}
    for item in info.node.items:
        if not isinstance(item, t.ForIn):
            continue
        name = item.variable.value
        drawn.add(name)
        found = inference.infer(item.domain, empty)
        if name not in types:
            what = f"parameter of {quoted(info.name)}"
            inference.reporter.unknown(codes.UNKNOWN_PARAMETER, inference.file, item.variable, what, name, types)
        elif found != ANY and (found.item is None or not types[name].accepts(found.item)):
            message = f"{quoted(name)} is {types[name]}; `for` takes a list of such values"
            inference.reporter.report(codes.TYPE_MISMATCH, inference.file, item.domain, message)
    for parameter in info.parameters:
        if parameter.default is not None:
            inference.expect(parameter.default, parameter.type, empty, quoted(parameter.name))
        elif parameter.name not in drawn and not given:
            message = f"{quoted(parameter.name)} gets no value"
            advice = f"add `for {parameter.name} in […]` or give the parameter a default"
            inference.reporter.report(
                codes.UNBOUND_PARAMETER, inference.file, parameter.node.name, message, help=[advice]
            )


def check_requirements(
    body: list[t.Requirement], inference: Inference, scope: Scope, needed: list[ConstraintInfo]
) -> None:
    for requirement in body:
        _requirement(requirement, inference, scope, needed)


def _requirement(node: t.Requirement, inference: Inference, scope: Scope, needed: list[ConstraintInfo]) -> None:
    if isinstance(node, t.RequirementCall):
        info = find_constraint(node.path, scope.module, inference.reporter)
        if info is not None:
            needed.append(info)
            call(node, info, node.arguments, inference, scope)
    elif isinstance(node, t.Scoped):
        _view(node, inference, scope)
        check_requirements(node.body, inference, scope, needed)
    elif isinstance(node, t.InScope):
        found = inference.infer(node.subject, _with_response(scope))
        if found != ANY and found.name != "text":
            message = "`in` takes a text; `each` goes through the parts of one"
            inference.reporter.report(codes.UNKNOWN_SCOPE, inference.file, node.subject, message)
        check_requirements(node.body, inference, scope, needed)
    elif isinstance(node, t.Combined):
        check_requirements(node.body, inference, scope, needed)
    else:
        inference.expect(node.condition, BOOL, scope, "`if`", codes.NOT_BOOLEAN)
        check_requirements(node.then, inference, scope, needed)
        check_requirements(node.otherwise or [], inference, scope, needed)


def _view(node: t.Scoped, inference: Inference, scope: Scope) -> None:
    """Note the view that a scope goes through; it is named by one element (`each paragraph`) or by its own name."""
    name = node.view.value
    view = find_view(name)
    if view is None:
        nouns = [singular(primitive) for primitive in TABLE.values() if primitive.is_view]
        inference.reporter.unknown(codes.UNKNOWN_SCOPE, inference.file, node.view, "part of a text", name, nouns)
        return
    response = t.Name(node.view.start, node.view.end, RESPONSE)
    subject = t.Argument(node.view.start, node.view.end, None, response)
    # The view is an ordinary call on the response, so it is typed and lowered as one.
    written = t.Call(node.view.start, node.view.end, t.Name(node.view.start, node.view.end, view.name), [])
    written.arguments = [subject, *(node.arguments or [])]
    inference.infer(written, _with_response(scope))
    inference.notes.callees[id(node)] = Callee(view, (written,))


def find_view(name: str) -> Primitive | None:
    """The view called `name`, or whose one element is called so: `list_item` and `item` both mean `items`."""
    views = [primitive for primitive in TABLE.values() if primitive.is_view]
    by_name = next((view for view in views if name in (view.name, view.name.removesuffix("s"))), None)
    return by_name or next((view for view in views if singular(view) == name), None)


def singular(view: Primitive) -> str:
    assert view.noun is not None
    return view.noun[0].replace(" ", "_")


def check_ids(demands: list[t.Demands], inference: Inference) -> None:
    seen: dict[str, t.Name] = {}
    for node in calls_in([requirement for demand in demands for requirement in demand.body]):
        if node.id is None:
            continue
        if node.id.value in seen:
            first = Label(inference.file, span_of(seen[node.id.value]), "first given here")
            message = f"two requirements are called {quoted(node.id.value)}"
            inference.reporter.report(
                codes.DUPLICATE_REQUIREMENT_ID, inference.file, node.id, message, secondary=[first]
            )
        seen.setdefault(node.id.value, node.id)


def calls_in(body: list[t.Requirement]) -> Iterator[t.RequirementCall]:
    """Every constraint that a block of requirements calls, at any depth, in source order."""
    for node in body:
        if isinstance(node, t.RequirementCall):
            yield node
        elif isinstance(node, t.IfRequirement):
            yield from calls_in([*node.then, *(node.otherwise or [])])
        else:
            yield from calls_in(node.body)
