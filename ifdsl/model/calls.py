"""Take a call, method or attribute; find what it calls, type its arguments, and note which parameter each got."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ifdsl.model.arguments import Bound, Flagged, Formal, bind
from ifdsl.model.declarations import FunctionInfo
from ifdsl.model.names import excused, find_function
from ifdsl.model.notes import Callee, Scope, formals_of
from ifdsl.model.types import described
from ifdsl.primitives.primitive import Primitive
from ifdsl.primitives.table import TABLE
from ifdsl.primitives.types import ANY, BOOL, NUMBER, RANGE, TEXT, Type, list_of
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted
from ifdsl.syntax import tree as t
from ifdsl.syntax.literals import quote

if TYPE_CHECKING:
    from ifdsl.model.infer import Inference

QUANTIFIERS = ("all", "any")
RANGE_FIELDS = ("min", "max")


def call(inference: Inference, node: t.Call, scope: Scope) -> Type:
    name = node.function.value
    function = find_function(node.function, scope.module, inference.reporter)
    if function is not None:
        return _call_function(inference, node, function, node.arguments, scope)
    if name in QUANTIFIERS:
        return quantifier(inference, node, scope)
    primitive = TABLE.get(name)
    if primitive is None and excused("fn", name, scope.module):
        return ANY
    if primitive is None:
        known = [*TABLE, *QUANTIFIERS, *scope.module.functions]
        inference.reporter.unknown(codes.UNKNOWN_NAME, inference.file, node.function, "function", name, known)
        return ANY
    return _call_primitive(inference, node, node.function, primitive, node.arguments, scope)


def method(inference: Inference, node: t.Method, scope: Scope) -> Type:
    name = node.name.value
    subject = t.Argument(node.subject.start, node.subject.end, None, node.subject)
    function = find_function(node.name, scope.module, inference.reporter)
    if function is not None:
        return _call_function(inference, node, function, [subject, *node.arguments], scope)
    primitive = TABLE.get(name)
    if primitive is None:
        inference.infer(node.subject, scope)
        inference.reporter.unknown(codes.UNKNOWN_VIEW, inference.file, node.name, "view or function", name, TABLE)
        return ANY
    return _call_primitive(inference, node, node.name, primitive, [subject, *node.arguments], scope)


def attribute(inference: Inference, node: t.Attribute, scope: Scope) -> Type:
    name = node.name.value
    row = scope.variables.get(node.subject.value) if isinstance(node.subject, t.Name) else None
    if row is not None and row.fields:
        return _field(inference, node, row)
    subject_type = inference.infer(node.subject, scope)
    if subject_type == ANY:
        return ANY
    if subject_type == RANGE:
        if name in RANGE_FIELDS:
            return NUMBER
        inference.reporter.unknown(
            codes.UNKNOWN_FIELD, inference.file, node.name, "field of a range", name, RANGE_FIELDS
        )
        return ANY
    primitive = TABLE.get(name)
    if primitive is None:
        fitting = [p.name for p in TABLE.values() if _takes(p, subject_type)]
        inference.reporter.unknown(codes.UNKNOWN_VIEW, inference.file, node.name, "view or function", name, fitting)
        return ANY
    subject = t.Argument(node.subject.start, node.subject.end, None, node.subject)
    return _call_primitive(inference, node, node.name, primitive, [subject], scope)


def _field(inference: Inference, node: t.Attribute, row: Type) -> Type:
    fields = dict(row.fields)
    found = fields.get(node.name.value)
    if found is None:
        what = f"field of {described(row)}"
        inference.reporter.unknown(codes.UNKNOWN_FIELD, inference.file, node.name, what, node.name.value, fields)
        return ANY
    return found


def quantifier(inference: Inference, node: t.Call, scope: Scope) -> Type:
    only = node.arguments[0].value if len(node.arguments) == 1 else None
    name = node.function.value
    if not isinstance(only, t.Comprehension) or only.brackets:
        inference.report(codes.SURPLUS_ARGUMENT, node, f"{quoted(name)} takes one condition with `for`",
                     [f"write {quoted(f'{name}(… for x in …)')}"])  # fmt: skip
        return BOOL
    elements = inference.infer(only, scope)
    if elements.item not in (BOOL, ANY):
        message = f"{quoted(name)} asks for a condition, and this is {described(elements.item or ANY)}"
        inference.report(codes.NOT_BOOLEAN, only.element, message)
    inference.notes.callees[id(node)] = Callee(name)
    return BOOL


def _call_function(
    inference: Inference, node: t.Expr, function: FunctionInfo, arguments: Sequence[t.Argument], scope: Scope
) -> Type:
    formals = formals_of(function.parameters)
    bound = bind(function.name, node, arguments, formals, set(scope.variables), inference.file, inference.reporter)
    _infer_arguments(inference, function.name, formals, bound, arguments, scope)
    if bound is None:
        return function.returns
    inference.notes.callees[id(node)] = Callee(function, tuple(bound))
    return function.returns


def _call_primitive(
    inference: Inference, node: t.Expr, at: t.Node, primitive: Primitive, arguments: Sequence[t.Argument], scope: Scope
) -> Type:
    rule, rest = _rule(inference, primitive, arguments)
    formals = [Formal(p.name, p.type, p.default, p.flag, p.also) for p in primitive.params]
    bound = bind(primitive.name, at, rest, formals, set(scope.variables), inference.file, inference.reporter)
    types = _infer_arguments(inference, primitive.name, formals, bound, rest, scope)
    if bound is None:
        return ANY if primitive.generic else primitive.returns
    inference.notes.callees[id(node)] = Callee(primitive, tuple(bound), rule)
    return _result(primitive, types[0])


def _rule(
    inference: Inference, primitive: Primitive, arguments: Sequence[t.Argument]
) -> tuple[str | None, list[t.Argument]]:
    """Take `rule="…"` out of the arguments of a view: it names a segmentation and must be a literal."""
    if not primitive.is_view:
        return None, list(arguments)
    rule, rest = primitive.default_rule, []
    for argument in arguments:
        if argument.name is None or argument.name.value != "rule":
            rest.append(argument)
        elif not isinstance(argument.value, t.Text):
            inference.report(codes.TYPE_MISMATCH, argument, "a rule is named by a text literal")
        elif (name := inference.text(argument.value)) in primitive.rules:
            rule = name
        else:
            what = f"rule of {quoted(primitive.name)}"
            inference.reporter.unknown(
                codes.INVALID_CHOICE, inference.file, argument.value, what, name, primitive.rules, write=quote
            )
    return rule, rest


def _infer_arguments(
    inference: Inference,
    what: str,
    formals: Sequence[Formal],
    bound: Sequence[Bound] | None,
    arguments: Sequence[t.Argument],
    scope: Scope,
) -> list[Type]:
    if bound is None:
        # A flag of a call that is wrong in its shape is no variable, so bare names are not looked at.
        for argument in arguments:
            if not isinstance(argument.value, t.Name):
                inference.infer(argument.value, scope)
        return []
    types = []
    for formal, value in zip(formals, bound, strict=True):
        if value is None or isinstance(value, Flagged):
            types.append(formal.type)
        else:
            place = f"{quoted(formal.name)} of {quoted(what)}"
            types.append(_argument(inference, value, formal, scope, place))
    return types


def _argument(inference: Inference, value: t.Expr, formal: Formal, scope: Scope, place: str) -> Type:
    if formal.also is not None:
        found = inference.infer(value, scope)
        if formal.accepts(found):
            return found
        inference.report(
            codes.TYPE_MISMATCH,
            value,
            f"{place} takes {described(formal.type)} or {described(formal.also)}, and this is {described(found)}",
        )
        return ANY
    return inference.expect(value, formal.type, scope, place)


def _result(primitive: Primitive, first: Type) -> Type:
    if not primitive.generic:
        return primitive.returns
    element = first.item if first.item is not None else (TEXT if first.name == "text" else first)
    if primitive.returns == ANY:
        return element
    return list_of(element) if primitive.returns.item == ANY else primitive.returns


def _takes(primitive: Primitive, subject: Type) -> bool:
    first = primitive.params[0]
    return first.type.accepts(subject) or (first.also is not None and first.also.accepts(subject))
