"""Take a constraint or a conflict declaration; type everything in it and report what does not hold together."""

from __future__ import annotations

from ifdsl.model.arguments import Formal, bind
from ifdsl.model.declarations import ConstraintInfo, ModuleInfo
from ifdsl.model.infer import Inference
from ifdsl.model.names import find_constraint
from ifdsl.model.notes import Callee, Scope, formals_of
from ifdsl.model.phrasings import check_phrasing
from ifdsl.model.reporting import span_of
from ifdsl.model.types import is_number
from ifdsl.primitives.primitive import Primitive
from ifdsl.primitives.types import ANY, BOOL, NUMBER, RANGE, TEXT, Type
from ifdsl.source import codes
from ifdsl.source.diagnostic import Label, quoted
from ifdsl.syntax import tree as t
from ifdsl.syntax.walk import children

RESPONSE = "response"
ONCE = ("doc", "id", "group", "check")
SHAPES = ("at_least", "at_most", "between", "exactly")


def check_constraint(info: ConstraintInfo, inference: Inference) -> None:
    """Type one constraint type into the notes of `inference`."""
    scope = Scope(info.module, {RESPONSE: TEXT, **{p.name: p.type for p in info.parameters}})
    for parameter in info.parameters:
        if parameter.default is not None:
            inference.expect(parameter.default, parameter.type, Scope(info.module, {}), quoted(parameter.name))
    _once(info.node.items, inference)
    check: t.Check | None = None
    for item in info.node.items:
        if isinstance(item, t.Let):
            found = inference.infer(item.value, scope)
            scope = scope.with_variable(item.name.value, found)
        elif isinstance(item, t.Check):
            check = check or item
            _check(item, info, inference, scope)
        elif isinstance(item, t.Wording):
            inference.template(item.text, scope)
        elif isinstance(item, t.Phrasing):
            check_phrasing(item, info, inference, scope)
        elif isinstance(item, t.Vary):
            _vary(item, info, inference)
        elif isinstance(item, t.Example):
            _example(item, info, inference)
        else:
            _clause(item, inference)
    if check is None:
        inference.reporter.report(
            codes.MISSING_CHECK, inference.file, info.node.name, f"{quoted(info.name)} has no check"
        )
        return
    _wordings(info, check, inference)


def check_conflict(node: t.Conflict, module: ModuleInfo, inference: Inference) -> list[ConstraintInfo]:
    """Type a conflict declaration; gives the constraints that it names."""
    inference.text(node.title)
    variables: dict[str, Type] = {}
    named = []
    for pattern in node.patterns:
        info = find_constraint(pattern.path, module, inference.reporter)
        if info is None:
            variables.update({(b.alias or b.parameter).value: ANY for b in pattern.bindings})
            continue
        named.append(info)
        types = {parameter.name: parameter.type for parameter in info.parameters}
        for binding in pattern.bindings:
            name = binding.parameter.value
            if name not in types:
                what = f"parameter of {quoted(info.name)}"
                inference.reporter.unknown(
                    codes.UNKNOWN_PARAMETER, inference.file, binding.parameter, what, name, types
                )
            variables[(binding.alias or binding.parameter).value] = types.get(name, ANY)
    for item in node.items:
        for part in item.parts:
            if item.keyword == "when":
                inference.expect(part, BOOL, Scope(module, variables), "`when`", codes.NOT_BOOLEAN)  # type: ignore[arg-type]
            elif isinstance(part, t.Text):
                inference.text(part)
    return named


def _check(item: t.Check, info: ConstraintInfo, inference: Inference, scope: Scope) -> None:
    if item.kind == "judge":
        inference.template(item.value, scope)  # type: ignore[arg-type]
    elif item.kind == "python":
        inference.text(item.value)  # type: ignore[arg-type]
        if not info.module.shipped:
            message = f"{quoted(info.name)} is checked by Python code: no analysis sees into it"
            inference.reporter.report(codes.PYTHON_CHECK, inference.file, item, message)
    else:
        inference.expect(item.value, BOOL, scope, "`check`", codes.NOT_BOOLEAN)
        if item.if_empty is None:
            _warn_empty(item.value, inference)


def _warn_empty(node: t.Expr, inference: Inference) -> None:
    """Where published checkers go wrong most often: `all` over a view that is empty passes on nothing."""
    if isinstance(node, t.Parenthesised):
        _warn_empty(node.inner, inference)
    elif isinstance(node, t.Logic) and node.operator == "and":
        if not any(_rules_out_empty(operand) for operand in node.operands):
            for operand in node.operands:
                _warn_empty(operand, inference)
    elif isinstance(node, t.Call) and node.function.value == "all" and node.arguments:
        inner = node.arguments[0].value
        if isinstance(inner, t.Comprehension) and _is_view(inner.domain, inference):
            inference.reporter.report(
                codes.EMPTY_DOMAIN,
                inference.file,
                inner.domain,
                "where this is empty, `all` passes on nothing",
                help=["end the check with `if_empty fail`, `if_empty pass` or `if_empty not_applicable`"],
            )


def _rules_out_empty(node: t.Expr) -> bool:
    """Whether a conjunct asks for a count, which an author who thought of the empty case writes."""
    return isinstance(node, t.Compare) and any(
        isinstance(operand, t.Call) and operand.function.value == "len" for operand in node.operands
    )


def _is_view(node: t.Expr, inference: Inference) -> bool:
    callee = inference.notes.callees.get(id(node))
    return callee is not None and isinstance(callee.target, Primitive) and callee.target.is_view


def _wordings(info: ConstraintInfo, check: t.Check, inference: Inference) -> None:
    wordings = [item for item in info.node.items if isinstance(item, t.Wording)]
    if not any(wording.keyword == "render" for wording in wordings):
        message = f"{quoted(info.name)} has no wording, so no prompt can state it"
        inference.reporter.report(codes.MISSING_WORDING, inference.file, info.node.name, message)
    lets = [item.value for item in info.node.items if isinstance(item, t.Let)]
    checked = {name for node in [check.value, *lets] for name in _names_in(node, inference)}
    needed = [parameter.name for parameter in info.parameters if parameter.name in checked]
    for wording in wordings:
        if id(wording.text) in inference.notes.broken:
            continue
        parts = inference.notes.templates.get(id(wording.text), [])
        stated = {n for part in parts if not isinstance(part, str) for n in _names_in(part.expression, inference)}
        missing = [name for name in needed if name not in stated]
        if missing:
            message = "the check uses " + " and ".join(quoted(name) for name in missing) + ", which this does not state"
            inference.reporter.report(codes.UNSTATED_PARAMETER, inference.file, wording.text, message)


def _names_in(node: t.Node, inference: Inference) -> set[str]:
    names = {node.value} if isinstance(node, t.Name) else set()
    for child in children(node):
        names |= _names_in(child, inference)
    if isinstance(node, t.Text):
        for part in inference.notes.templates.get(id(node), []):
            if not isinstance(part, str):
                names |= _names_in(part.expression, inference)
    return names


def _vary(item: t.Vary, info: ConstraintInfo, inference: Inference) -> None:
    scope = Scope(info.module, {})
    found = inference.infer(item.domain, scope)
    parameter = next((p for p in info.parameters if p.name == item.parameter.value), None)
    reporter, file = inference.reporter, inference.file
    if parameter is None:
        what = f"parameter of {quoted(info.name)}"
        names = [p.name for p in info.parameters]
        reporter.unknown(codes.UNKNOWN_PARAMETER, file, item.parameter, what, item.parameter.value, names)
    elif found == RANGE and not (parameter.type == RANGE or is_number(parameter.type)):
        message = f"{quoted(parameter.name)} is drawn from a list, for it is no number"
        reporter.report(codes.TYPE_MISMATCH, file, item.domain, message)
    elif found != RANGE and found != ANY and not (found.item and _drawn(found.item, parameter.type)):
        message = f"{quoted(parameter.name)} is {parameter.type}; it is drawn from a range or a list of such values"
        reporter.report(codes.TYPE_MISMATCH, file, item.domain, message)
    if item.step is not None:
        inference.expect(item.step, NUMBER, scope, "`step`")
    for shape in item.shapes:
        if shape.value not in SHAPES:
            reporter.unknown(codes.INVALID_CHOICE, file, shape, "shape", shape.value, SHAPES)


def _drawn(item: Type, parameter: Type) -> bool:
    """Whether a parameter takes the members of a list; texts are held to a choice when they are drawn."""
    return parameter.accepts(item) or (item == TEXT and parameter.name == "text")


def _example(item: t.Example, info: ConstraintInfo, inference: Inference) -> None:
    inference.text(item.text)
    if item.name.value != info.name:
        message = f"a `{item.keyword}` line of {quoted(info.name)} calls {quoted(info.name)}"
        inference.reporter.report(codes.UNKNOWN_NAME, inference.file, item.name, message)
        return
    call(item, info, item.arguments, inference, Scope(info.module, {}))


def call(node: t.Node, info: ConstraintInfo, arguments: list[t.Argument], inference: Inference, scope: Scope) -> None:
    """Type the arguments of a constraint and note what each parameter got."""
    formals: list[Formal] = formals_of(info.parameters)
    bound = bind(info.name, node, arguments, formals, set(scope.variables), inference.file, inference.reporter)
    if bound is None:
        for argument in arguments:
            inference.infer(argument.value, scope)
        return
    for formal, value in zip(formals, bound, strict=True):
        if isinstance(value, t.Node):
            inference.expect(value, formal.type, scope, f"{quoted(formal.name)} of {quoted(info.name)}")
    inference.notes.callees[id(node)] = Callee(info.qualified, tuple(bound))


def _clause(item: t.Clause, inference: Inference) -> None:
    for part in item.parts:
        if isinstance(part, t.Text):
            inference.text(part)


def _once(items: list[t.ConstraintItem], inference: Inference) -> None:
    seen: dict[str, t.Node] = {}
    for item in items:
        keyword = "check" if isinstance(item, t.Check) else item.keyword if isinstance(item, t.Clause) else ""
        if keyword not in ONCE:
            continue
        if keyword in seen:
            first = Label(inference.file, span_of(seen[keyword]), "first given here")
            message = f"`{keyword}` stands twice in one constraint"
            inference.reporter.report(codes.DUPLICATE_ITEM, inference.file, item, message, secondary=[first])
        seen.setdefault(keyword, item)
