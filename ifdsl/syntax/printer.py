"""Take a module; give its text in the one layout that all files share, with every comment in its place.

One item a line, blocks on lines of their own, two spaces a level, one blank line between declarations and at most one
between items. Texts stay as written. A comment inside an item goes on the lines before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Severity
from ifdsl.source.file import SourceFile
from ifdsl.syntax import documents as d
from ifdsl.syntax import tree as t
from ifdsl.syntax.columns import heads_in_columns
from ifdsl.syntax.layout import Doc
from ifdsl.syntax.mistakes import VERSION
from ifdsl.syntax.parser import parse
from ifdsl.syntax.writer import TO_CLOSE, TO_OPEN, WriteItem, Writer


def format_file(file: SourceFile) -> str | tuple[Diagnostic, ...]:
    """The text of a file, formatted; where it has syntax errors, those instead. A missing version line is put in."""
    parsed = parse(file)
    errors = [one for one in parsed.diagnostics if one.severity is Severity.ERROR]
    if parsed.module.version is None:
        errors = [one for one in errors if one.code is not codes.VERSION_LINE]
    return tuple(errors) if errors else format_module(parsed.module)


def format_module(module: t.Module) -> str:
    """The text of a module that was parsed without errors.

    Parsing it gives the same tree, and formatting that gives the same text.
    """
    out = Writer(module)
    _module(out, module)
    return "\n".join(out.lines) + "\n"


# ---------------------------------------------------------------- declarations


def _module(out: Writer, module: t.Module) -> None:
    declarations = module.declarations
    first = declarations[0].start if declarations else len(out.text)
    if module.version is None:
        out.lines.append(f"ifdsl {VERSION}")
    else:
        start = out.text.rfind("ifdsl", 0, module.version.start)
        out.item(start, module.version.end, f"ifdsl {module.version.literal}", first)
    before: t.Declaration | None = None
    for number, declaration in enumerate(declarations):
        if not _grouped(before, declaration):
            out.lines.append("")
            out.end = None
        limit = declarations[number + 1].start if number + 1 < len(declarations) else len(out.text)
        _declaration(out, declaration, limit)
        before = declaration
    if out.next_comment(len(out.text)) is not None:
        if before is None:
            out.lines.append("")
            out.end = None
        out.lead(len(out.text), len(out.text) + 1)
    while out.lines and not out.lines[-1]:
        out.lines.pop()


def _declaration(out: Writer, node: t.Declaration, limit: int) -> None:
    start, end = node.start, node.end
    match node:
        case t.Use():
            out.item(start, end, d.use(node), limit)
        case t.Fn():
            out.item(start, end, d.fn(node), limit)
        case t.FlowTemplate():
            out.item(start, end, d.flow_template(node), limit)
        case t.Source(fields=None):
            out.item(start, end, d.source_head(node), limit)
        case t.Source(fields=list(fields)):
            out.block(start, d.source_head(node), node.location.end, fields, end, limit, _field)
        case t.Pack():
            head = f"pack {node.title.literal}"
            out.block(start, head, node.title.end, node.items, end, limit, _simple)
        case t.Constraint():
            doc: Doc = [f"constraint {node.name.value}", d.parameters(node.parameters)]
            head_end = _last(node.name, *node.parameters)
            out.block(start, doc, head_end, node.items, end, limit, _constraint_items(out, node.items))
        case t.Conflict():
            _conflict(out, node, limit)
        case t.Spec():
            doc = [f"spec {node.name.value}", d.parameters(node.parameters), *d.row(node)]
            head_end = _last(node.name, *(node.parameters or ()), node.source, node.condition)
            out.block(start, doc, head_end, node.items, end, limit, _spec_items(out, node.items))
        case t.Cousins():
            head = f"cousins of {node.of.dotted}"
            out.block(start, head, node.of.end, node.items, end, limit, _simple)
        case t.Flow():
            doc = [f"flow {node.name.value}", d.parameters(node.parameters)]
            head_end = _last(node.name, *(node.parameters or ()))
            out.block(start, doc, head_end, node.items, end, limit, _flow_item)
        case t.Suite():
            head = f"suite {node.name.value}"
            out.block(start, head, node.name.end, node.items, end, limit, _simple)


def _field(out: Writer, node: t.Node, limit: int) -> None:
    assert isinstance(node, t.Field)
    out.item(node.start, node.end, f"{node.name.value}: {d.type_of(node.type)}", limit)


def _simple(out: Writer, node: t.Node, limit: int) -> None:
    """A clause without a block."""
    assert isinstance(node, t.Clause)
    out.item(node.start, node.end, d.clause(node), limit)


def _conflict(out: Writer, node: t.Conflict, limit: int) -> None:
    # The tree has no node for `between`, which no comment can part from its patterns.
    between = t.Clause(node.patterns[0].start, node.patterns[-1].end, "between", [])

    def write(out: Writer, item: t.Node, limit: int) -> None:
        if item is between:
            out.item(item.start, item.end, d.between(node.patterns), limit)
        else:
            _simple(out, item, limit)

    head = f"conflict {node.title.literal}"
    out.block(node.start, head, node.title.end, [between, *node.items], node.end, limit, write)


# ---------------------------------------------------------------- items


def _constraint_items(out: Writer, items: Sequence[t.ConstraintItem]) -> WriteItem:
    heads = heads_in_columns(items, out.apart)

    def write(out: Writer, node: t.Node, limit: int) -> None:
        match node:
            case t.Clause():
                doc = d.clause(node, heads[id(node)])
            case t.Let():
                doc = d.let("let", node)
            case t.Check():
                doc = d.check(node)
            case t.Vary():
                doc = d.vary(node)
            case t.Wording() | t.Example():
                doc = [heads[id(node)], node.text.literal]
            case t.Phrasing():
                doc = d.phrasing(node)
            case _:
                raise AssertionError(node)
        out.item(node.start, node.end, doc, limit)

    return write


def _spec_items(out: Writer, items: Sequence[t.SpecItem]) -> WriteItem:
    heads = heads_in_columns(items, out.apart, let="given")

    def write(out: Writer, node: t.Node, limit: int) -> None:
        match node:
            case t.Demands():
                _demands(out, node, limit)
            case t.ForIn():
                out.item(node.start, node.end, d.for_in(node), limit)
            case t.Let():
                out.item(node.start, node.end, d.let(heads[id(node)], node), limit)
            case t.Clause():
                out.item(node.start, node.end, d.clause(node, heads[id(node)]), limit)
            case _:
                raise AssertionError(node)

    return write


def _flow_item(out: Writer, node: t.Node, limit: int) -> None:
    if isinstance(node, t.ForIn):
        out.item(node.start, node.end, d.for_in(node), limit)
        return
    if not isinstance(node, t.Turn):
        _simple(out, node, limit)
        return
    head = f"turn {node.name.value}{d.relations(node.relations)}"
    head_end = _last(node.name, *node.relations)
    out.block(node.start, head, head_end, node.items, node.end, limit, _turn_item)


def _turn_item(out: Writer, node: t.Node, limit: int) -> None:
    match node:
        case t.Demands():
            _demands(out, node, limit)
        case t.Let():
            out.item(node.start, node.end, d.let("capture", node), limit)
        case t.Clause(parts=[*words, t.Scoped() | t.InScope() | t.Combined() | t.IfRequirement() as last]):
            prefix = " ".join([node.keyword, *(word.value for word in words if isinstance(word, t.Word | t.Name))])
            _requirement(out, last, limit, prefix + " ", node.start)
        case _:
            _simple(out, node, limit)


# ---------------------------------------------------------------- requirements


def _demands(out: Writer, node: t.Demands, limit: int) -> None:
    if node.braces:
        head_end = node.start + len(node.keyword)
        out.block(node.start, node.keyword, head_end, node.body, node.end, limit, _requirement)
    else:
        _requirement(out, node.body[0], limit, node.keyword + " ", node.start)


def _requirement(out: Writer, node: t.Node, limit: int, prefix: str = "", start: int | None = None) -> None:
    """Write a requirement after `prefix`, which begins at `start`."""
    start = node.start if start is None else start
    match node:
        case t.RequirementCall():
            out.item(start, node.end, [prefix, d.requirement_call(node)], limit)
            return
        case t.IfRequirement():
            _if_requirement(out, node, limit, prefix, start)
            return
        case t.Scoped():
            given = "" if node.arguments is None else d.arguments(node.arguments)
            head: Doc = [f"{prefix}{node.keyword} {node.view.value}", given]
            head_end = _last(node.view, *(node.arguments or ()))
        case t.InScope():
            head = [f"{prefix}in ", d.expression(node.subject)]
            head_end = node.subject.end
        case t.Combined():
            head = prefix + node.keyword
            head_end = node.start + len(node.keyword)
        case _:
            raise AssertionError(node)
    out.block(start, head, head_end, node.body, node.end, limit, _requirement)


def _if_requirement(out: Writer, node: t.IfRequirement, limit: int, prefix: str, start: int) -> None:
    head: Doc = [f"{prefix}if ", d.expression(node.condition)]
    if node.otherwise is None:
        out.block(start, head, node.condition.end, node.then, node.end, limit, _requirement)
        return
    opening = out.brace(TO_OPEN, node.condition.end)
    out.lead(start, opening)
    out.write([head, " {"])
    out.trail_head(opening, node.end, limit)
    closing = out.brace(TO_CLOSE, _last(*node.then) if node.then else opening + 1)
    out.body(opening, node.then, closing, _requirement)
    out.lines.append(out.indent + "} else {")
    opening = out.brace(TO_OPEN, closing)
    out.body(opening, node.otherwise, node.end - 1, _requirement)
    out.lines.append(out.indent + "}")
    out.end = node.end
    out.trail(limit)


def _last(*nodes: t.Node | None) -> int:
    """Where the last of the nodes that there are ends."""
    return max(node.end for node in nodes if node is not None)


def _grouped(before: t.Declaration | None, node: t.Declaration) -> bool:
    """Whether two declarations of one line and one kind follow each other: the author says where blank lines are."""
    if isinstance(before, t.Source) and isinstance(node, t.Source):
        return before.fields is None and node.fields is None
    return type(before) is type(node) and isinstance(node, t.Use | t.Fn | t.FlowTemplate)
