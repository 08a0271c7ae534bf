"""Take the children of a grammar rule, its leaves included; give the tree node of that rule.

One function a rule of `grammar/ifc.lark`, named as the rule. The engine calls them as it reduces, so no second tree
is ever held. Children come without newlines and with the lists of `_` rules and of `*` spread out.
"""

from __future__ import annotations

from typing import Any

from ifdsl.syntax import tree as t

Children = list[Any]

LEAVES = frozenset({"name", "number", "text", "regex"})
"""Rules whose node is the leaf that the lexer made."""

CARRIERS = frozenset(
    [
        "file",
        "expression",
        "version",
        "arguments",
        "parameters",
        "names",
        "paths",
        "report_item",
        "block",
        "relations",
        "between",
    ]
)
"""Rules whose node is none of the finished tree, or stands for the list of what is in it."""


def _span(children: Children) -> tuple[int, int]:
    return children[0].start, children[-1].end


def _nodes(children: Children) -> list[Any]:
    return [child for child in children if type(child) is not t.Word]


def _inside(children: Children) -> list[Any]:
    """What stands between the braces at the end."""
    brace = next(at for at, child in enumerate(children) if type(child) is t.Word and child.value == "{")
    return children[brace + 1 : -1]


def _first(children: Children, kind: type) -> Any:
    return next((child for child in children if type(child) is kind), None)


def _items(children: Children, carrier: type[_Carrier]) -> list[Any] | None:
    found = _first(children, carrier)
    return None if found is None else found.items


def _clause(children: Children) -> t.Clause:
    parts: list[t.Node] = []
    for child in children[1:]:
        if type(child) is _Parts:
            parts += child.items
        else:
            parts.append(child)
    return t.Clause(children[0].start, children[-1].end, children[0].value, parts)


class Builder:
    """The functions that the engine calls, by rule name."""

    # ------------------------------------------------------------ file

    def file(self, children: Children) -> t.Module:
        version = _first(children, _Version)
        declarations = children if version is None else children[1:]
        return t.Module(0, 0, None if version is None else version.number, declarations, [], "")

    def expression(self, children: Children) -> t.Expr:
        return children[0]  # type: ignore[no-any-return]

    def version(self, children: Children) -> _Version:
        return _Version(*_span(children), children[1])

    # ------------------------------------------------------------ modules

    def use(self, children: Children) -> t.Use:
        return t.Use(*_span(children), children[1], _items(children, _Arguments), _first(children, t.Name))

    def path(self, children: Children) -> t.Path:
        return t.Path(*_span(children), children[::2])

    def pack(self, children: Children) -> t.Pack:
        return t.Pack(*_span(children), children[1], _inside(children))

    pack_item = staticmethod(_clause)

    # ------------------------------------------------------------ functions and constraint types

    def fn(self, children: Children) -> t.Fn:
        _, name, parameters, _, returns, _, body = children
        return t.Fn(*_span(children), name, parameters.items, returns, body)

    def parameters(self, children: Children) -> _Parameters:
        return _Parameters(*_span(children), _nodes(children))

    def parameter(self, children: Children) -> t.Parameter:
        default = children[4] if len(children) > 3 else None
        return t.Parameter(*_span(children), children[0], children[2], default)

    def named_type(self, children: Children) -> t.TypeName:
        return t.TypeName(*_span(children), children[0], children[2] if len(children) > 1 else None)

    def choice_type(self, children: Children) -> t.TypeChoice:
        return t.TypeChoice(*_span(children), children[::2])

    def constraint(self, children: Children) -> t.Constraint:
        return t.Constraint(*_span(children), children[1], children[2].items, children[4:-1])

    doc = staticmethod(_clause)
    id = staticmethod(_clause)
    group = staticmethod(_clause)
    see = staticmethod(_clause)

    def let(self, children: Children) -> t.Let:
        return t.Let(*_span(children), children[1], children[3])

    given = let
    capture = let

    def check(self, children: Children) -> t.Check:
        second = children[1]
        if type(second) is t.Word:
            return t.Check(*_span(children), second.value, children[2], None)
        return t.Check(*_span(children), "expr", second, children[3].value if len(children) > 2 else None)

    def wording(self, children: Children) -> t.Wording:
        keyword, pattern, *language, text = children
        return t.Wording(*_span(children), keyword.value, pattern, language[0] if language else None, text)

    def phrasing(self, children: Children) -> t.Phrasing:
        language = children[1] if type(children[1]) is t.Name else None
        text = children[1] if language is None else children[2]
        given = children[-1].items if type(children[-1]) is _Arguments else None
        return t.Phrasing(*_span(children), language, text, given)

    def vary(self, children: Children) -> t.Vary:
        shapes = _items(children, _Parts) or []
        step = children[5] if len(children) > 4 and children[4].value == "step" else None
        return t.Vary(*_span(children), children[1], children[3], step, shapes)

    def example(self, children: Children) -> t.Example:
        keyword, name, arguments, _, text = children
        return t.Example(*_span(children), keyword.value, name, arguments.items, text)

    def names(self, children: Children) -> _Parts:
        return _Parts(*_span(children), children[::2])

    paths = names

    # ------------------------------------------------------------ conflicts

    def conflict(self, children: Children) -> t.Conflict:
        between, *items = _inside(children)
        return t.Conflict(*_span(children), children[1], between.items, items)

    def between(self, children: Children) -> _Between:
        return _Between(*_span(children), children[1::2])

    def pattern(self, children: Children) -> t.Pattern:
        return t.Pattern(*_span(children), children[0], _nodes(children[1:]))

    def binding(self, children: Children) -> t.Binding:
        return t.Binding(*_span(children), children[0], children[2] if len(children) > 1 else None)

    when = staticmethod(_clause)
    because = staticmethod(_clause)

    # ------------------------------------------------------------ specs

    def spec(self, children: Children) -> t.Spec:
        header = children[2 : len(children) - len(_inside(children)) - 2]
        on = next((at for at, child in enumerate(header) if type(child) is t.Word and child.value == "on"), None)
        row, source, condition = None, None, None
        if on is not None:
            row, source = header[on + 1], header[on + 3]
            condition = header[on + 5] if len(header) > on + 5 else None
        parameters = _items(header, _Parameters)
        return t.Spec(*_span(children), children[1], parameters, row, source, condition, _inside(children))

    task = staticmethod(_clause)
    answer = staticmethod(_clause)
    expect = staticmethod(_clause)
    match = staticmethod(_clause)
    meta = staticmethod(_clause)

    def errors(self, children: Children) -> t.Clause:
        keyword, kind, value = children
        return t.Clause(*_span(children), keyword.value, [t.Word(kind.start, kind.end, kind.value), value])

    def must(self, children: Children) -> t.Demands:
        keyword, body = children
        braces = type(body) is _Block
        return t.Demands(*_span(children), keyword.value, body.items if braces else [body], braces)

    should = must

    def for_in(self, children: Children) -> t.ForIn:
        return t.ForIn(*_span(children), children[1], children[3])

    def block(self, children: Children) -> _Block:
        return _Block(*_span(children), children[1:-1])

    def requirement_call(self, children: Children) -> t.RequirementCall:
        name = children[0] if len(children) > 2 else None
        return t.RequirementCall(*_span(children), name, children[-2], children[-1].items)

    def each(self, children: Children) -> t.Scoped:
        arguments = _items(children, _Arguments)
        return t.Scoped(*_span(children), children[0].value, children[1], arguments, children[-1].items)

    if_present = each

    def in_scope(self, children: Children) -> t.InScope:
        return t.InScope(*_span(children), children[1], children[2].items)

    def combined(self, children: Children) -> t.Combined:
        return t.Combined(*_span(children), children[0].value, children[1].items)

    def if_requirement(self, children: Children) -> t.IfRequirement:
        otherwise = children[4].items if len(children) > 3 else None
        return t.IfRequirement(*_span(children), children[1], children[2].items, otherwise)

    # ------------------------------------------------------------ cousins, flows, sources, suites

    def cousins(self, children: Children) -> t.Cousins:
        return t.Cousins(*_span(children), children[2], _inside(children))

    cousin_step = staticmethod(_clause)

    def flow(self, children: Children) -> t.Flow:
        return t.Flow(*_span(children), children[1], _items(children, _Parameters), _inside(children))

    def flow_template(self, children: Children) -> t.FlowTemplate:
        return t.FlowTemplate(*_span(children), children[1], _items(children, _Parameters), children[-1])

    context = staticmethod(_clause)
    keep_from = staticmethod(_clause)

    def turn(self, children: Children) -> t.Turn:
        return t.Turn(*_span(children), children[1], _items(children, _Relations) or [], _inside(children))

    def relations(self, children: Children) -> _Relations:
        return _Relations(*_span(children), children[::2])

    def relation(self, children: Children) -> t.Relation:
        keyword = children[0].value if type(children[0]) is t.Word else None
        return t.Relation(*_span(children), keyword, _first(children, t.Name))

    user = staticmethod(_clause)
    ask = staticmethod(_clause)
    golden = staticmethod(_clause)
    turn_step = staticmethod(_clause)
    cover = staticmethod(_clause)
    weight = staticmethod(_clause)

    def flow_choice(self, children: Children) -> t.FlowChain:
        return t.FlowChain(*_span(children), "or", children[::2])

    def flow_sequence(self, children: Children) -> t.FlowChain:
        return t.FlowChain(*_span(children), "then", children[::2])

    def flow_turn(self, children: Children) -> t.FlowChain:
        return t.FlowChain(*_span(children), "and", children[::2])

    def flow_weighted(self, children: Children) -> t.FlowWeighted:
        return t.FlowWeighted(*_span(children), children[0], children[-1])

    def flow_step(self, children: Children) -> t.FlowBody:
        if type(children[0]) is t.Path:
            return t.FlowStep(*_span(children), children[0], _items(children, _Arguments))
        return t.FlowChain(*_span(children), "group", [children[1]], True)

    def source(self, children: Children) -> t.Source:
        _, name, _, format_, location, *_ = children
        fields = _inside(children) if len(children) > 5 else None
        return t.Source(*_span(children), name, format_, location, fields)

    def field(self, children: Children) -> t.Field:
        return t.Field(*_span(children), children[0], children[2])

    def suite(self, children: Children) -> t.Suite:
        return t.Suite(*_span(children), children[1], _inside(children))

    suite_setting = staticmethod(_clause)
    draw = staticmethod(_clause)
    flows = staticmethod(_clause)
    tasks = staticmethod(_clause)
    patterns = staticmethod(_clause)
    reject = staticmethod(_clause)
    report = staticmethod(_clause)

    def report_item(self, children: Children) -> _Parts:
        return _Parts(*_span(children), children)

    # ------------------------------------------------------------ expressions

    def conditional(self, children: Children) -> t.Conditional:
        return t.Conditional(*_span(children), children[0], children[2], children[4])

    def or_test(self, children: Children) -> t.Logic:
        return t.Logic(*_span(children), "or", children[::2])

    def and_test(self, children: Children) -> t.Logic:
        return t.Logic(*_span(children), "and", children[::2])

    def negation(self, children: Children) -> t.Not:
        return t.Not(*_span(children), children[1])

    def comparison(self, children: Children) -> t.Compare:
        operators: list[str] = []
        for child in children:
            if type(child) is t.Word:
                if operators and operators[-1] == "not":
                    operators[-1] = "not in"
                else:
                    operators.append(child.value)
        return t.Compare(*_span(children), operators, _nodes(children))

    def range(self, children: Children) -> t.RangeOf:
        low = None if type(children[0]) is t.Word else children[0]
        high = None if type(children[-1]) is t.Word else children[-1]
        return t.RangeOf(*_span(children), low, high)

    def sum(self, children: Children) -> t.Arithmetic:
        return t.Arithmetic(*_span(children), [word.value for word in children[1::2]], children[::2])

    term = sum

    def minus(self, children: Children) -> t.Minus:
        return t.Minus(*_span(children), children[1])

    def call(self, children: Children) -> t.Call:
        return t.Call(*_span(children), children[0], children[1].items)

    def attribute(self, children: Children) -> t.Attribute:
        return t.Attribute(*_span(children), children[0], children[2])

    def method(self, children: Children) -> t.Method:
        return t.Method(*_span(children), children[0], children[2], children[3].items)

    def index(self, children: Children) -> t.Index:
        return t.Index(*_span(children), children[0], children[2])

    def slice(self, children: Children) -> t.Slice:
        subject, _, *bounds, _ = children
        low = None if type(bounds[0]) is t.Word else bounds[0]
        high = None if type(bounds[-1]) is t.Word else bounds[-1]
        return t.Slice(*_span(children), subject, low, high)

    def true(self, children: Children) -> t.Truth:
        return t.Truth(*_span(children), True)

    def false(self, children: Children) -> t.Truth:
        return t.Truth(*_span(children), False)

    def list(self, children: Children) -> t.ListOf:
        return t.ListOf(*_span(children), _nodes(children))

    def list_comprehension(self, children: Children) -> t.Comprehension:
        inner: t.Comprehension = children[1]
        inner.brackets = True
        inner.start, inner.end = _span(children)
        return inner

    def parenthesised(self, children: Children) -> t.Parenthesised:
        return t.Parenthesised(*_span(children), children[1])

    def comprehension(self, children: Children) -> t.Comprehension:
        condition = children[6] if len(children) > 5 else None
        return t.Comprehension(*_span(children), children[0], children[2], children[4], condition)

    def arguments(self, children: Children) -> _Arguments:
        inner = children[1]
        if type(inner) is t.Comprehension:
            return _Arguments(*_span(children), [t.Argument(inner.start, inner.end, None, inner)])
        return _Arguments(*_span(children), _nodes(children))

    def argument(self, children: Children) -> t.Argument:
        name = children[0] if len(children) > 1 else None
        return t.Argument(*_span(children), name, children[-1])


class _Carrier(t.Node):
    """A list on its way from a rule into the node of the rule around it; none is left in a finished tree."""

    __slots__ = ("items",)

    def __init__(self, start: int, end: int, items: list[Any]) -> None:
        self.start = start
        self.end = end
        self.items = items


class _Arguments(_Carrier):
    __slots__ = ()


class _Parameters(_Carrier):
    __slots__ = ()


class _Parts(_Carrier):
    __slots__ = ()


class _Relations(_Carrier):
    __slots__ = ()


class _Block(_Carrier):
    __slots__ = ()


class _Between(_Carrier):
    __slots__ = ()


class _Version(t.Node):
    __slots__ = ("number",)

    def __init__(self, start: int, end: int, number: t.Number) -> None:
        super().__init__(start, end)
        self.number = number
