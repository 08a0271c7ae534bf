"""Take a spec over the rows of a source; type everything in it and report what does not hold together.

Its names are its parameters, the row, whose fields are named `row.field`, and the `given` lines, each of which sees
those above it. In an `answer` line there is the response as well: a function that is called without it
(`after_last("Response:")`) takes it first. What stands after `match` is a constraint whose first parameter is the
expected text; it judges what the `answer` line above it reads.
"""

from __future__ import annotations

from collections.abc import Collection

from ifdsl.model.constraints import RESPONSE, call
from ifdsl.model.declarations import ConstraintInfo, ModuleInfo, SpecInfo
from ifdsl.model.infer import Inference
from ifdsl.model.names import find_constraint
from ifdsl.model.notes import Callee, Scope
from ifdsl.model.reporting import Reporter, span_of
from ifdsl.model.specs import TASKS, check_draws, check_ids, check_requirements
from ifdsl.model.types import resolve_type
from ifdsl.primitives.types import ANY, BOOL, TEXT, TEXTS, Type, row_of
from ifdsl.source import codes
from ifdsl.source.diagnostic import Label, quoted
from ifdsl.syntax import tree as t
from ifdsl.syntax.walk import walk

EXPECTED = " expected"
"""The variable that stands for the expected text in a `match` line; no name that can be written has a blank in it."""

ERRORS = ("knowledge", "instruction")
"""What sets of wrong answers may be written for; the others are derived."""


def check_knowledge(info: SpecInfo, inference: Inference) -> list[ConstraintInfo]:
    """Type a spec over rows; gives the constraints that it needs."""
    node = info.node
    assert node.row is not None
    check_draws(info, inference)
    scope = Scope(info.module, {parameter.name: parameter.type for parameter in info.parameters})
    if node.row.value in scope.variables:
        _report_twice(node.row, info.parameters[0].node.name, "name", inference)
    scope = scope.with_variable(node.row.value, _row(info, inference))
    if node.condition is not None:
        inference.expect(node.condition, BOOL, scope, "`if`", codes.NOT_BOOLEAN)
    scope = _givens(info, inference, scope)
    _check_counts(info, inference)
    needed: list[ConstraintInfo] = []
    metas: dict[str, t.Name] = {}
    read = False
    for item in node.items:
        if not isinstance(item, t.Clause):
            continue
        if item.keyword == "answer":
            read = True
            _answer(item, inference, scope)
        elif item.keyword == "match":
            if not read:
                message = "a `match` line judges what the `answer` line above it reads, and there is none"
                inference.reporter.report(codes.UNFINISHED_TASK, inference.file, item, message)
            for part in item.parts:
                if not isinstance(part, t.Word):
                    _matcher(part, inference, scope, needed)
        elif item.keyword == "meta":
            _once(_named(item), metas, inference)
            _templates(item, inference, scope)
        else:
            _clause(item, inference, scope)
    demands = [item for item in node.items if isinstance(item, t.Demands)]
    for demand in demands:
        check_requirements(demand.body, inference, scope, needed)
    check_ids(demands, inference)
    return needed


def row_type(source: t.Source, module: ModuleInfo, reporter: Reporter) -> Type:
    """The type of the rows of a source."""
    fields = [(field.name.value, resolve_type(field.type, module.file, reporter)) for field in source.fields or []]
    return row_of(source.name.value, fields)


def matcher_of(part: t.Expr) -> tuple[t.Path, list[t.Argument]] | None:
    """The path and the arguments of what stands after `match`: `exact`, `loose(edits=2)`, `answers.exact`."""
    arguments: list[t.Argument] = []
    subject: t.Expr = part
    if isinstance(part, t.Call):
        return t.Path(part.function.start, part.function.end, [part.function]), part.arguments
    names: list[t.Name] = []
    if isinstance(part, t.Method):
        names, subject, arguments = [part.name], part.subject, part.arguments
    while isinstance(subject, t.Attribute):
        names, subject = [subject.name, *names], subject.subject
    if not isinstance(subject, t.Name):
        return None
    names = [subject, *names]
    return t.Path(names[0].start, names[-1].end, names), arguments


def extractor_of(value: t.Expr, variables: Collection[str]) -> t.Expr:
    """An `answer` line as an expression in which the response is named; `variables` are no functions."""
    if any(isinstance(node, t.Name) and node.value == RESPONSE for node in walk(value)):
        return value
    response = t.Name(value.start, value.start, RESPONSE)
    if isinstance(value, t.Call):
        return t.Method(value.start, value.end, response, value.function, value.arguments)
    if isinstance(value, t.Name) and value.value not in variables:
        return t.Method(value.start, value.end, response, value, [])
    return value


def _row(info: SpecInfo, inference: Inference) -> Type:
    name, module = info.node.source, info.module
    assert name is not None
    source = module.sources.get(name.value)
    if source is None:
        inference.reporter.unknown(codes.UNKNOWN_NAME, inference.file, name, "source", name.value, module.sources)
        return ANY
    if not source.fields:
        message = f"the source {quoted(name.value)} does not say which fields its rows have"
        inference.reporter.report(codes.UNDECLARED_FIELDS, inference.file, name, message)
        return ANY
    # What is wrong with the types of the fields is reported where the source is checked.
    return row_type(source, module, Reporter())


def _givens(info: SpecInfo, inference: Inference, scope: Scope) -> Scope:
    taken = {parameter.name: parameter.node.name for parameter in info.parameters}
    assert info.node.row is not None
    taken[info.node.row.value] = info.node.row
    for item in info.node.items:
        if isinstance(item, t.Let):
            found = inference.infer(item.value, scope)
            _once(item.name, taken, inference)
            scope = scope.with_variable(item.name.value, TEXT if found.choices else found)
    return scope


def _check_counts(info: SpecInfo, inference: Inference) -> None:
    """See to it that there are one task, one expectation and something that reads and judges an answer."""
    reporter, file, node = inference.reporter, inference.file, info.node
    clauses = [item for item in node.items if isinstance(item, t.Clause)]
    if not any(clause.keyword in TASKS for clause in clauses):
        reporter.report(codes.MISSING_TASK, file, node.name, f"{quoted(info.name)} has no task")
    for keyword, what in (("expect", "expected"), ("match", "to match")):
        if not any(clause.keyword == keyword for clause in clauses):
            message = f"{quoted(info.name)} does not say what is {what}"
            reporter.report(codes.UNFINISHED_TASK, file, node.name, message, help=[f"add a line with `{keyword}`"])
    seen: dict[str, t.Clause] = {}
    for clause in clauses:
        word = "task" if clause.keyword in TASKS else clause.keyword
        if word == "errors":
            word = f"errors {_word(clause)}"
        if word in seen and word not in ("answer", "match", "meta"):
            first = Label(file, span_of(seen[word]), "first given here")
            message = f"a second `{clause.keyword}` stands in one spec"
            reporter.report(codes.DUPLICATE_ITEM, file, clause, message, secondary=[first])
        seen.setdefault(word, clause)


def _answer(item: t.Clause, inference: Inference, scope: Scope) -> None:
    (value,) = item.parts
    written = extractor_of(value, scope.variables)  # type: ignore[arg-type]
    inference.expect(written, TEXT, scope.with_variable(RESPONSE, TEXT), "`answer`")
    inference.notes.callees[id(item)] = Callee("answer", (written,))


def _matcher(part: t.Node, inference: Inference, scope: Scope, needed: list[ConstraintInfo]) -> None:
    reporter, file = inference.reporter, inference.file
    read = matcher_of(part)  # type: ignore[arg-type]
    if read is None:
        message = "what is to match is named: a constraint, with its arguments but the expected text"
        reporter.report(codes.BAD_MATCHER, file, part, message, help=["write `exact`, or `loose(edits=2)`"])
        return
    path, arguments = read
    info = find_constraint(path, scope.module, reporter)
    if info is None:
        return
    if not info.parameters or not info.parameters[0].type.accepts(TEXT):
        message = f"{quoted(info.name)} takes no expected text as its first argument, so it matches no answer"
        reporter.report(codes.BAD_MATCHER, file, path, message)
        return
    needed.append(info)
    expected = t.Argument(path.start, path.end, None, t.Name(path.start, path.end, EXPECTED))
    call(part, info, [expected, *arguments], inference, scope.with_variable(EXPECTED, TEXT))


def _clause(item: t.Clause, inference: Inference, scope: Scope) -> None:
    if item.keyword in TASKS:
        _templates(item, inference, scope)
    elif item.keyword == "doc":
        for part in item.parts:
            if isinstance(part, t.Text):
                inference.text(part)
    elif item.keyword == "expect":
        inference.expect(item.parts[0], TEXT, scope, "`expect`")  # type: ignore[arg-type]
    elif item.keyword == "errors":
        kind, value = item.parts
        assert isinstance(kind, t.Word)
        if kind.value not in ERRORS:
            what = "kind of error"
            inference.reporter.unknown(codes.INVALID_CHOICE, inference.file, kind, what, kind.value, ERRORS)
        inference.expect(value, TEXTS, scope, "`errors`")  # type: ignore[arg-type]


def _templates(item: t.Clause, inference: Inference, scope: Scope) -> None:
    for part in item.parts:
        if isinstance(part, t.Text):
            inference.template(part, scope)


def _named(item: t.Clause) -> t.Name:
    return next(part for part in item.parts if isinstance(part, t.Name))


def _word(item: t.Clause) -> str:
    return next((part.value for part in item.parts if isinstance(part, t.Word)), "")


def _once(name: t.Name, seen: dict[str, t.Name], inference: Inference) -> None:
    if name.value in seen:
        _report_twice(name, seen[name.value], "name", inference)
    seen.setdefault(name.value, name)


def _report_twice(name: t.Name, first: t.Name, what: str, inference: Inference) -> None:
    label = Label(inference.file, span_of(first), "first given here")
    message = f"{quoted(name.value)} is the {what} of two things in one spec"
    inference.reporter.report(codes.DUPLICATE_NAME, inference.file, name, message, secondary=[label])
