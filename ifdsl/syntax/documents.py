"""Take a node that holds no block; give the document of its words, for `layout` to put on lines."""

from __future__ import annotations

from collections.abc import Sequence

from ifdsl.syntax import tree as t
from ifdsl.syntax.layout import Chain, Doc, List, Rest, flat


def print_expression(expr: t.Expr) -> str:
    """An expression on one line (but for the newlines of its texts), in the spacing of the formatter."""
    return flat(expression(expr))


def expression(expr: t.Expr) -> Doc:
    """The document of an expression. Brackets are those of the tree: none are added or left out."""
    match expr:
        case t.Name(value=word):
            return word
        case t.Number(literal=literal) | t.Text(literal=literal) | t.Regex(literal=literal):
            return literal
        case t.Truth(value=value):
            return "true" if value else "false"
        case t.Call(function=name, arguments=given):
            return [name.value, arguments(given)]
        case t.Method(subject=subject, name=name, arguments=given):
            return [expression(subject), ".", name.value, arguments(given)]
        case t.Attribute(subject=subject, name=name):
            return [expression(subject), ".", name.value]
        case t.Index(subject=subject, index=index):
            return [expression(subject), "[", expression(index), "]"]
        case t.Slice(subject=subject, low=low, high=high):
            return [expression(subject), "[", _or_nothing(low), ":", _or_nothing(high), "]"]
        case t.ListOf(items=items):
            return List("[", [expression(item) for item in items], "]")
        case t.Comprehension(brackets=True):
            return List("[", [_comprehension(expr)], "]", comma=False)
        case t.Comprehension():
            return _comprehension(expr)
        case t.Parenthesised(inner=inner):
            return List("(", [expression(inner)], ")", comma=False)
        case t.Not(operand=operand):
            return ["not ", expression(operand)]
        case t.Minus(operand=operand):
            return ["-", expression(operand)]
        case t.Logic(operator=operator, operands=operands):
            return _joined([operator] * (len(operands) - 1), operands)
        case t.Compare(operators=operators, operands=operands) | t.Arithmetic(operators=operators, operands=operands):
            return _joined(operators, operands)
        case t.RangeOf(low=low, high=high):
            return _range(low, high)
        case t.Conditional():
            return _conditional(expr)


def arguments(given: Sequence[t.Argument]) -> Doc:
    only = given[0].value if len(given) == 1 and given[0].name is None else None
    is_comprehension = isinstance(only, t.Comprehension) and not only.brackets
    return List("(", [_argument(argument) for argument in given], ")", comma=not is_comprehension)


def type_of(written: t.TypeExpr) -> str:
    if isinstance(written, t.TypeChoice):
        return " | ".join(choice.literal for choice in written.choices)
    return written.name.value + (f"[{type_of(written.item)}]" if written.item is not None else "")


def parameters(declared: Sequence[t.Parameter] | None) -> Doc:
    if declared is None:
        return ""
    docs: list[Doc] = []
    for parameter in declared:
        default: Doc = "" if parameter.default is None else [" = ", expression(parameter.default)]
        docs.append([f"{parameter.name.value}: {type_of(parameter.type)}", default])
    return List("(", docs, ")")


def clause(node: t.Clause, keyword: Doc = "") -> Doc:
    """A clause whose parts hold no block; `keyword` is its own in another width."""
    docs: list[Doc] = [keyword or node.keyword]
    before: t.Node | None = None
    for part in node.parts:
        docs += [_between(before, part), _part(part)]
        before = part
    return docs


def requirement_call(node: t.RequirementCall) -> Doc:
    return [f"{node.id.value}: " if node.id is not None else "", node.path.dotted, arguments(node.arguments)]


def use(node: t.Use) -> Doc:
    given = "" if node.arguments is None else arguments(node.arguments)
    return [f"use {node.path.dotted}", given, f" as {node.alias.value}" if node.alias is not None else ""]


def fn(node: t.Fn) -> Doc:
    head = [f"fn {node.name.value}", parameters(node.parameters), f" -> {type_of(node.returns)} = "]
    return [*head, Rest(), expression(node.body)]


def row(node: t.Spec) -> list[Doc]:
    """What of a spec's head says that it is about the rows of a source."""
    if node.row is None or node.source is None:
        return []
    condition = [] if node.condition is None else [" if ", expression(node.condition)]
    return [f" on {node.row.value} in {node.source.value}", *condition]


def flow_template(node: t.FlowTemplate) -> Doc:
    return [f"flow {node.name.value}", parameters(node.parameters), " = ", _flow_body(node.body)]


def source_head(node: t.Source) -> str:
    return f"source {node.name.value} from {node.format.value} {node.location.literal}"


def let(keyword: Doc, node: t.Let) -> Doc:
    return [keyword, f" {node.name.value} = ", expression(node.value)]


def check(node: t.Check) -> Doc:
    kind = "" if node.kind == "expr" else f"{node.kind} "
    return [f"check {kind}", expression(node.value), f" if_empty {node.if_empty}" if node.if_empty else ""]


def vary(node: t.Vary) -> Doc:
    step: Doc = "" if node.step is None else [" step ", expression(node.step)]
    shapes = " as " + ", ".join(shape.value for shape in node.shapes) if node.shapes else ""
    return [f"vary {node.parameter.value}: ", expression(node.domain), step, shapes]


def phrasing(node: t.Phrasing) -> Doc:
    language = f"{node.language.value} " if node.language is not None else ""
    given: Doc = "" if node.given is None else [" with ", arguments(node.given)]
    return [f"read {language}{node.text.literal}", given]


def for_in(node: t.ForIn) -> Doc:
    return [f"for {node.variable.value} in ", expression(node.domain)]


def between(patterns: Sequence[t.Pattern]) -> Doc:
    docs: list[Doc] = ["between "]
    for pattern in patterns:
        bindings = [
            binding.parameter.value + (f" as {binding.alias.value}" if binding.alias is not None else "")
            for binding in pattern.bindings
        ]
        docs += [" and " if len(docs) > 1 else "", pattern.path.dotted, List("(", bindings, ")")]
    return docs


def relations(declared: Sequence[t.Relation]) -> str:
    words = [[one.keyword or "", one.target.value if one.target is not None else ""] for one in declared]
    return " " + ", ".join(" ".join(filter(None, pair)) for pair in words) if words else ""


def _argument(argument: t.Argument) -> Doc:
    value = expression(argument.value)
    return value if argument.name is None else [f"{argument.name.value}=", value]


def _or_nothing(expr: t.Expr | None) -> Doc:
    return "" if expr is None else expression(expr)


def _joined(operators: Sequence[str], operands: Sequence[t.Expr]) -> Doc:
    first, *rest = operands
    others = ([f"{word} ", expression(item)] for word, item in zip(operators, rest, strict=True))
    return Chain([expression(first), *others])


def _conditional(expr: t.Conditional) -> Doc:
    """Each value with its condition, then the last value, on lines of one depth where they need several."""
    links: list[Doc] = [[expression(expr.then), " if ", expression(expr.condition)]]
    rest = expr.otherwise
    while isinstance(rest, t.Conditional):
        links.append(["else ", expression(rest.then), " if ", expression(rest.condition)])
        rest = rest.otherwise
    return Chain([*links, ["else ", expression(rest)]])


def _range(low: t.Expr | None, high: t.Expr | None) -> Doc:
    blank = " " if isinstance(low, t.Arithmetic) or isinstance(high, t.Arithmetic) else ""
    before, after = blank if low is not None else "", blank if high is not None else ""
    return [_or_nothing(low), f"{before}..{after}", _or_nothing(high)]


def _comprehension(node: t.Comprehension) -> Doc:
    links: list[Doc] = [
        expression(node.element),
        [f"for {node.variable.value} in ", expression(node.domain)],
    ]
    if node.condition is not None:
        links.append(["if ", expression(node.condition)])
    return Chain(links, hang=False)


def _flow_body(body: t.FlowBody) -> Doc:
    if isinstance(body, t.FlowStep):
        return [body.path.dotted, "" if body.arguments is None else arguments(body.arguments)]
    if isinstance(body, t.FlowWeighted):
        return [_flow_body(body.body), f" weight {body.weight.literal}"]
    if body.group:
        return List("(", [_flow_body(body.steps[0])], ")", comma=False)
    first, *rest = body.steps
    return Chain([_flow_body(first), *([f"{body.operator} ", _flow_body(step)] for step in rest)])


def _part(part: t.Node) -> Doc:
    if isinstance(part, t.Word):
        return part.value
    if isinstance(part, t.Path):
        return part.dotted
    if isinstance(part, t.RequirementCall):
        return requirement_call(part)
    return expression(part)  # type: ignore[arg-type]


def _between(before: t.Node | None, part: t.Node) -> str:
    """What stands between two parts of a clause, or between its keyword and the first."""
    if isinstance(part, t.Word) and part.value in (",", ":", "@"):
        return ""
    if isinstance(before, t.Word) and before.value == "@":
        return ""
    # Of lists of names and of paths the tree keeps no commas.
    if isinstance(before, t.Name | t.Path) and type(before) is type(part):
        return ", "
    return " "
