"""Take the syntax tree of a pattern template; refuse what a template may not hold, and put prices on what repeats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jinja2

LOOP = "the loop"
"""The filter that `put_price` lays around what a loop goes over; its value is the price of one turn."""
WEIGHED = "the weighed"
"""The filter that `put_price` lays around what is compared or cut."""
# INVARIANT: neither can be written in a template, for a name there has no space.

COUNTERS = frozenset({"index", "index0", "revindex", "revindex0", "first", "last", "length"})
# fmt: off
_ALLOWED = frozenset({
    "Template", "Output", "TemplateData", "For", "If", "Assign", "Name", "Const", "List", "Getattr", "Getitem",
    "Slice", "Filter", "Test", "Compare", "Operand", "And", "Or", "Not", "Add", "Sub", "Mod", "Neg", "CondExpr",
    "Call",
})
# fmt: on
_WRITTEN = {
    "CallBlock": "{% call %}",
    "FilterBlock": "{% filter %}",
    "AssignBlock": "{% set %} with a body",
    "FromImport": "{% from %}",
    "Scope": "{% autoescape %}",
    "With": "{% with %}",
    "NSRef": "namespace",
    "Dict": "{…}",
    "Tuple": "(…, …)",
    "Concat": "~",
    "Mul": "*",
    "Pow": "**",
    "Div": "/",
    "FloorDiv": "//",
    "Pos": "+",
}
TESTS = frozenset({"defined", "undefined", "odd", "even"})


class TemplateProblem(ValueError):
    """A pattern template that cannot be read or cannot be filled.

    Attributes:
        template: its name, such as `listing.en`.
        line: the line, counted from 1; 0 where the trouble is with the template as a whole.
        message: what is wrong, in plain words.
    """

    def __init__(self, template: str, line: int, message: str) -> None:
        self.template = template
        self.line = line
        self.message = message
        super().__init__(f"{template}:{line}: {message}" if line else f"{template}: {message}")


def vet(tree: jinja2.nodes.Template, name: str, known: frozenset[str], filters: frozenset[str]) -> None:
    """Refuse a template that holds anything but output, conditions, loops, plain values and the allowed filters.

    Args:
        tree: the template.
        name: what it is called in a message.
        known: the names of its values.
        filters: the names of the filters that it may use.

    Raises:
        TemplateProblem: with the line of the first construct that is refused.
    """
    from jinja2 import nodes

    own = frozenset(node.name for node in _walk(tree) if isinstance(node, nodes.Name) and node.ctx == "store")
    for node in _walk(tree):
        problem = _of_names(node, known, own) or _of_values(node, filters)
        if type(node).__name__ not in _ALLOWED:
            kind = type(node).__name__
            problem = f"a pattern template cannot use `{_WRITTEN.get(kind, '{% ' + kind.lower() + ' %}')}`"
        if problem:
            raise TemplateProblem(name, node.lineno or 0, problem)


def _of_names(node: jinja2.nodes.Node, known: frozenset[str], own: frozenset[str]) -> str:
    from jinja2 import nodes

    match node:
        case nodes.Name(ctx="load") if node.name not in known | own | {"loop", "range"}:
            return f"`{node.name}` has no value in a pattern template; there are {_listed(known)}"
        case nodes.Name(ctx="store") if node.name in known | {"loop", "range"}:
            return f"`{node.name}` cannot be given another value"
        case nodes.For() | nodes.Assign() if not isinstance(node.target, nodes.Name):
            return "a pattern template gives values to single names only"
        case nodes.For(recursive=True):
            return "a loop in a pattern template cannot be recursive"
        case nodes.Getattr() if node.attr not in COUNTERS or not _is_named(node.node, "loop"):
            return f"a pattern template cannot ask for `.{node.attr}`"
    return ""


def _of_values(node: jinja2.nodes.Node, filters: frozenset[str]) -> str:
    from jinja2 import nodes

    match node:
        case nodes.Const() if not isinstance(node.value, str | int):
            return "a pattern template holds texts and whole numbers only"
        case nodes.List() if not all(isinstance(item, nodes.Const) for item in node.items):
            return "a list in a pattern template holds literal texts and numbers only"
        case nodes.Call() if not _is_named(node.node, "range") or node.kwargs or node.dyn_args or node.dyn_kwargs:
            return "the only call in a pattern template is `range(…)`"
        case nodes.Filter() if node.node is None or node.name not in filters:
            return f"`{node.name}` is not a filter of pattern templates; there are {_listed(filters)}"
        case nodes.Filter() if node.kwargs or node.dyn_args or node.dyn_kwargs:
            return "a filter of pattern templates takes its values in order, without names"
        case nodes.Test() if node.name not in TESTS:
            return f"`{node.name}` is not a test of pattern templates; there are {_listed(TESTS)}"
    return ""


def _is_named(node: jinja2.nodes.Node, name: str) -> bool:
    from jinja2 import nodes

    return isinstance(node, nodes.Name) and node.name == name


def put_price(tree: jinja2.nodes.Template) -> None:
    """Make each loop, comparison and slice spend from the budget; filters and joins do so themselves."""
    from jinja2 import nodes

    def weighed(node: jinja2.nodes.Expr) -> jinja2.nodes.Expr:
        return nodes.Filter(node, WEIGHED, [], [], None, None, lineno=node.lineno)

    for node in list(_walk(tree)):
        if isinstance(node, nodes.For):
            price = nodes.Const(1 + sum(1 for _ in _walk(node)), lineno=node.lineno)
            node.iter = nodes.Filter(node.iter, LOOP, [price], [], None, None, lineno=node.lineno)
        elif isinstance(node, nodes.Compare | nodes.Operand):
            node.expr = weighed(node.expr)
        elif isinstance(node, nodes.Getitem):
            node.node = weighed(node.node)


def _walk(node: jinja2.nodes.Node) -> Iterator[jinja2.nodes.Node]:
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += reversed(list(found.iter_child_nodes()))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))
