"""Take a program; give `.ifc` text that builds to the same program: the way from JSON or Python back to the language.

Functions are expanded in the IR, so the text has none; every argument and rule is written out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from ifdsl.ir import nodes as n
from ifdsl.ir.flow_printer import flow_lines, layout
from ifdsl.primitives.table import TABLE
from ifdsl.syntax.literals import quote_line

# Binding strength of the grammar's levels, loosest first.
_CONDITIONAL, _OR, _AND, _NOT, _COMPARE, _RANGE, _SUM, _TERM, _FACTOR, _POSTFIX = range(10)


def print_program(program: n.Program) -> str:
    """The program's own declarations as source text; what it takes from other modules is in `use` lines."""
    own = f"{program.module}."
    blocks = ["ifdsl 1"]
    if program.uses:
        blocks.append("\n".join(f"use {module}" for module in program.uses))
    blocks += [_pack(pack) for module, pack in program.packs.items() if module == program.module]
    blocks += [_source(source) for source in program.sources]
    blocks += [_constraint(c) for name, c in program.constraints.items() if name.startswith(own)]
    blocks += [_conflict(conflict, own) for conflict in program.conflicts]
    blocks += [print_spec(spec, program, own) for spec in program.specs]
    blocks += [_knowledge(knowledge, program, own) for knowledge in program.knowledge]
    blocks += [_flow(flow, program, own) for flow in program.flows]
    blocks += [_template_of_flows(name, one, own) for name, one in program.layouts.items() if name.startswith(own)]
    blocks += [_suite(suite) for suite in program.suites]
    blocks += [_cousins(cousins) for cousins in program.cousins]
    return "\n\n".join(blocks) + "\n"


def print_spec(spec: n.Spec, program: n.Program, own: str = "") -> str:
    """One spec as source text. Constraints of modules are written with the module's whole name."""
    parameters = f"({_parameters(spec.parameters)})" if spec.parameters else ""
    lines = [f"  meta {name} {quote_line(text)}" for name, text in spec.meta]
    lines.append(f"  {'prompt' if spec.stated else 'task'} {_template(spec.task)}")
    for keyword, body in (("must", spec.must), ("should", spec.should)):
        if body:
            lines += [f"  {keyword} {{", *_requirements(body, program, own, "    "), "  }"]
    lines += [f"  for {draw.name} in {print_expression(draw.values)}" for draw in spec.draws]
    return _block(f"spec {spec.name}{parameters}", lines)


def _knowledge(knowledge: n.Knowledge, program: n.Program, own: str) -> str:
    parameters = f"({_parameters(knowledge.parameters)})" if knowledge.parameters else ""
    condition = "" if knowledge.condition is None else f" if {print_expression(knowledge.condition)}"
    lines = [f"  meta {remark.name} {_template(remark.text)}" for remark in knowledge.meta]
    lines.append(f"  {'prompt' if knowledge.stated else 'task'} {_template(knowledge.task)}")
    lines += [f"  given {given.name} = {print_expression(given.value)}" for given in knowledge.given]
    lines.append(f"  expect {print_expression(knowledge.expect)}")
    for reading in knowledge.readings:
        lines.append(f"  answer {print_expression(reading.answer)}")
        lines.append(f"  match {', '.join(_matcher(matcher, own) for matcher in reading.matchers)}")
    lines += [f"  errors {errors.kind} {print_expression(errors.texts)}" for errors in knowledge.errors]
    for keyword, body in (("must", knowledge.must), ("should", knowledge.should)):
        if body:
            lines += [f"  {keyword} {{", *_requirements(body, program, own, "    "), "  }"]
    lines += [f"  for {draw.name} in {print_expression(draw.values)}" for draw in knowledge.draws]
    head = f"spec {knowledge.name}{parameters} on {knowledge.row} in {knowledge.source}{condition}"
    return _block(head, lines)


def _matcher(matcher: n.Matcher, own: str) -> str:
    name = matcher.constraint.removeprefix(own)
    return f"{name}({_arguments(matcher.arguments)})" if matcher.arguments else name


def print_expression(node: n.Expr) -> str:
    """An expression as source text, with no more parentheses than it needs."""
    return _print(node, _CONDITIONAL)


# ---------------------------------------------------------------- expressions


def _print(node: n.Expr, around: int) -> str:
    text, strength = _written(node)
    return f"({text})" if strength < around else text


def _written(node: n.Expr) -> tuple[str, int]:
    match node:
        case n.Value():
            return _value(node.value)
        case n.Pattern():
            return f"/{_slashed(node.pattern)}/", _POSTFIX
        case n.Bounds():
            low = "" if node.low is None else _print(node.low, _SUM)
            high = "" if node.high is None else _print(node.high, _SUM)
            return f"{low}..{high}", _RANGE
        case n.Items():
            return f"[{', '.join(_print(item, _CONDITIONAL) for item in node.items)}]", _POSTFIX
        case n.Variable():
            return node.name, _POSTFIX
        case n.Call():
            return _call(node), _POSTFIX
        case n.Logic():
            level = _AND if node.operator == "and" else _OR
            return f" {node.operator} ".join(_print(operand, level + 1) for operand in node.operands), level
        case n.Not():
            return f"not {_print(node.operand, _NOT)}", _NOT
        case n.Compare():
            text = _print(node.operands[0], _RANGE)
            for operator, operand in zip(node.operators, node.operands[1:], strict=True):
                text += f" {operator} {_print(operand, _RANGE)}"
            return text, _COMPARE
        case n.Arithmetic():
            level = _SUM if node.operator in "+-" else _TERM
            return f"{_print(node.left, level)} {node.operator} {_print(node.right, level + 1)}", level
        case n.Negative():
            # A literal below a minus sign would be folded into a negative literal, which is another node.
            return f"-{_print(node.operand, _POSTFIX + isinstance(node.operand, n.Value))}", _FACTOR
        case n.Conditional():
            then, condition = _print(node.then, _OR), _print(node.condition, _OR)
            return f"{then} if {condition} else {_print(node.otherwise, _CONDITIONAL)}", _CONDITIONAL
        case n.Quantifier():
            body = f"{_print(node.element, _CONDITIONAL)} for {node.variable} in {_print(node.domain, _OR)}"
            if node.condition is not None:
                body += f" if {_print(node.condition, _OR)}"
            return (f"[{body}]" if node.quantifier == "list" else f"{node.quantifier}({body})"), _POSTFIX
        case n.Index():
            return f"{_print(node.subject, _POSTFIX)}[{print_expression(node.index)}]", _POSTFIX
        case n.Slice():
            low = "" if node.low is None else print_expression(node.low)
            high = "" if node.high is None else print_expression(node.high)
            return f"{_print(node.subject, _POSTFIX)}[{low}:{high}]", _POSTFIX
        case n.FieldOf():
            return f"{_print(node.subject, _POSTFIX)}.{node.name}", _POSTFIX


def _value(value: bool | int | float | str) -> tuple[str, int]:
    if isinstance(value, bool):
        return ("true" if value else "false"), _POSTFIX
    if isinstance(value, str):
        return quote_line(value), _POSTFIX
    # The language has no exponents, and a number without a point is an `int`.
    text = format(Decimal(repr(value)), "f") if isinstance(value, float) else str(value)
    if isinstance(value, float) and "." not in text:
        text += ".0"
    return text, _FACTOR if value < 0 else _POSTFIX


def _slashed(pattern: str) -> str:
    """Escape the slashes that are not escaped: a literal's own reading takes `\\/` for `/`."""
    return pattern.replace("/", "\\/")


def _call(node: n.Call) -> str:
    primitive = TABLE[node.function]
    arguments = []
    for formal, argument in zip(primitive.params, node.arguments, strict=True):
        text = print_expression(argument)
        arguments.append(f"{formal.name}={text}" if formal.flag else text)
    if node.rule is not None:
        arguments.append(f"rule={quote_line(node.rule)}")
    return f"{node.function}({', '.join(arguments)})"


# ---------------------------------------------------------------- declarations


_QUOTES = re.compile(r'\\.|"')
_IN_HOLE = {'\\"': "\\u{22}", '"': '\\"'}


def _template(template: n.Template) -> str:
    written = ""
    for part in template.parts:
        if isinstance(part, str):
            written += quote_line(part, template=True)[1:-1]
        else:
            # A quotation mark would end the text that the expression stands in; one in a text of its own has no other
            # form than its number.
            inner = _QUOTES.sub(lambda mark: _IN_HOLE.get(mark[0], mark[0]), print_expression(part.expression))
            written += f"{{{inner}{':' if part.format else ''}{part.format}}}"
    return f'"{written}"'


def _constraint(constraint: n.Constraint) -> str:
    lines = []
    if constraint.doc:
        lines.append(f"  doc {quote_line(constraint.doc)}")
    if constraint.id:
        lines.append(f"  id {quote_line(constraint.id)}")
    if constraint.group:
        lines.append(f"  group {', '.join((constraint.group, *constraint.also_in))}")
    lines += [f"  see {see.path}{' ' + quote_line(see.note) if see.note else ''}" for see in constraint.see]
    lines += _check(constraint.check)
    for wording in constraint.wordings:
        language = "" if wording.language == "en" else f" {wording.language}"
        keyword = "render" if wording.main else "also"
        lines.append(f"  {keyword} {wording.pattern}{language} {_template(wording.text)}")
    for phrasing in constraint.phrasings:
        language = "" if phrasing.language == "en" else f"{phrasing.language} "
        given = ", ".join(f"{each.parameter}={print_expression(each.value)}" for each in phrasing.given)
        lines.append(f"  read {language}{_template(phrasing.text)}{f' with ({given})' if given else ''}")
    for vary in constraint.vary:
        step = "" if vary.step is None else f" step {print_expression(vary.step)}"
        shapes = f" as {', '.join(vary.shapes)}" if vary.shapes else ""
        lines.append(f"  vary {vary.parameter}: {print_expression(vary.domain)}{step}{shapes}")
    for example in constraint.examples:
        call = f"{constraint.short_name}({_arguments(example.arguments)})"
        lines.append(f"  {example.expect} {call} on {quote_line(example.text)}")
    return _block(f"constraint {constraint.short_name}({_parameters(constraint.parameters)})", lines)


def _check(check: n.Check) -> list[str]:
    if isinstance(check, n.JudgeCheck):
        return [f"  check judge {_template(check.question)}"]
    if isinstance(check, n.PythonCheck):
        return [f"  check python {quote_line(check.target)}"]
    lines = [f"  let {let.name} = {print_expression(let.value)}" for let in check.lets]
    empty = f" if_empty {check.if_empty}" if check.if_empty else ""
    return [*lines, f"  check {print_expression(check.value)}{empty}"]


def _parameters(parameters: Sequence[n.Parameter]) -> str:
    return ", ".join(
        f"{p.name}: {p.type}" + ("" if p.default is None else f" = {print_expression(p.default)}") for p in parameters
    )


def _arguments(arguments: Iterable[n.Expr]) -> str:
    return ", ".join(print_expression(argument) for argument in arguments)


def _requirements(body: Sequence[n.Requirement], program: n.Program, own: str, indent: str) -> list[str]:
    return [line for requirement in body for line in _requirement(requirement, program, own, indent)]


def _requirement(requirement: n.Requirement, program: n.Program, own: str, indent: str) -> list[str]:
    if isinstance(requirement, n.Demand):
        # A derived id has a dot in it and is derived again; one that the author gave is a name.
        label = f"{requirement.id}: " if requirement.id.isidentifier() else ""
        return [f"{indent}{label}{requirement.constraint.removeprefix(own)}({_arguments(requirement.arguments)})"]
    inner = indent + "  "
    if isinstance(requirement, n.When):
        lines = [f"{indent}if {print_expression(requirement.condition)} {{"]
        lines += _requirements(requirement.then, program, own, inner)
        if requirement.otherwise:
            lines.append(f"{indent}}} else {{")
            lines += _requirements(requirement.otherwise, program, own, inner)
        return [*lines, indent + "}"]
    body = _requirements(requirement.body, program, own, inner)
    return [f"{indent}{_head(requirement)} {{", *body, indent + "}"]


def _head(requirement: n.Each | n.Within | n.IfPresent | n.Combined) -> str:
    if isinstance(requirement, n.Combined):
        return requirement.combinator
    if isinstance(requirement, n.Within):
        return f"in {print_expression(requirement.subject)}"
    keyword = "each" if isinstance(requirement, n.Each) else "if_present"
    assert isinstance(requirement.domain, n.Call)
    arguments = [print_expression(argument) for argument in requirement.domain.arguments[1:]]
    if requirement.domain.rule != TABLE[requirement.domain.function].default_rule:
        arguments.append(f"rule={quote_line(requirement.domain.rule or '')}")
    return f"{keyword} {requirement.noun.replace(' ', '_')}" + (f"({', '.join(arguments)})" if arguments else "")


def _flow(flow: n.Flow, program: n.Program, own: str) -> str:
    def requirements(body: Sequence[n.Requirement], indent: str) -> list[str]:
        return _requirements(body, program, own, indent)

    parameters = f"({_parameters(flow.parameters)})" if flow.parameters else ""
    lines = [f"  doc {quote_line(flow.doc)}"] if flow.doc else []
    lines += [f"  meta {name} {quote_line(text)}" for name, text in flow.meta]
    lines += flow_lines(flow, requirements, print_expression, _template)
    return _block(f"flow {flow.name}{parameters}", lines)


def _template_of_flows(name: str, template: n.FlowTemplate, own: str) -> str:
    parameters = f"({_parameters(template.parameters)})" if template.parameters else ""
    return f"flow {name.removeprefix(own)}{parameters} = {layout(template.layout, own, print_expression)}"


def _conflict(conflict: n.Conflict, own: str) -> str:
    patterns = " and ".join(
        f"{pattern.constraint.removeprefix(own)}("
        + ", ".join(b.parameter if b.alias == b.parameter else f"{b.parameter} as {b.alias}" for b in pattern.bindings)
        + ")"
        for pattern in conflict.between
    )
    lines = [f"  between {patterns}"]
    if conflict.when is not None:
        lines.append(f"  when {print_expression(conflict.when)}")
    if conflict.because:
        lines.append(f"  because {quote_line(conflict.because)}")
    return _block(f"conflict {quote_line(conflict.title)}", lines)


def _pack(pack: n.PackInfo) -> str:
    items = [("source", pack.source), *(("revision", r) for r in pack.revisions), ("licence", pack.licence)]
    lines = [f"  {key} {quote_line(value)}" for key, value in [*items, ("doc", pack.doc)] if value or key == "revision"]
    return _block(f"pack {quote_line(pack.title)}", lines)


def _source(source: n.Source) -> str:
    head = f"source {source.name} from {source.format} {quote_line(source.location)}"
    return _block(head, [f"  {field.name}: {field.type}" for field in source.fields]) if source.fields else head


def _suite(suite: n.Suite) -> str:
    lines = [f"  doc {quote_line(suite.doc)}"] if suite.doc else []
    if suite.seed:
        lines.append(f"  seed {suite.seed}")
    if suite.cases is not None:
        lines.append(f"  cases {suite.cases}")
    if suite.draw is not None:
        each = "" if suite.draw_each is None else f" of {print_expression(suite.draw_each)}"
        groups = f" groups{each}" if suite.draw_groups else ""
        source = f" from {', '.join(suite.draw_from)}" if suite.draw_from else ""
        lines.append(f"  draw {print_expression(suite.draw)}{groups}{source}")
    if suite.flows:
        lines.append(f"  flows from {', '.join(suite.flows)}")
    if suite.tasks:
        lines.append(f"  tasks from {', '.join(suite.tasks)}")
    lines.append(f"  patterns {', '.join(suite.patterns)}")
    lines += [f"  {key} {', '.join(v)}" for key, v in (("reject", suite.reject), ("report", suite.report)) if v]
    return _block(f"suite {suite.name}", lines)


def _cousins(cousins: n.Cousins) -> str:
    lines = [f"  reword {cousins.reword}"] if cousins.reword else []
    if cousins.distract:
        source = f" with {', '.join(cousins.distract_from)}" if cousins.distract_from else ""
        lines.append(f"  distract {cousins.distract}{source}")
    if cousins.reconfigure:
        lines.append(f"  reconfigure {cousins.reconfigure}")
    if cousins.swap:
        lines.append(f"  swap task {cousins.swap} from {', '.join(cousins.swap_from)}")
    return _block(f"cousins of {cousins.of}", lines)


def _block(head: str, lines: Sequence[str]) -> str:
    return "\n".join([head + " {", *lines, "}"])
