"""Take an IR expression; give the words that a message says of it: as it is written, what it counts, of which text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ifdsl.checking.unit import Scope
from ifdsl.checking.wording import Noun
from ifdsl.ir import nodes as n
from ifdsl.primitives.primitive import Primitive

LONGEST = 120
"""Characters of an expression that a message may quote; what is longer is cut off."""

SAME_TEXT = ("strip", "strip_start", "strip_end", "lower", "upper")
"""Functions whose result a reader takes for the same text."""

CHARACTERS: Noun = ("character", "characters")


def written(expression: n.Expr, scope: Scope) -> str:
    """`expression` as the language writes it, cut off where it is long."""
    writer = _Writer(scope.unit.primitives, scope.origins)
    writer.write(expression)
    text = "".join(writer.pieces)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


class _Writer:
    """Writes an expression until there is enough of it. `bound` are the variables of the loops around."""

    __slots__ = ("origins", "pieces", "primitives", "room")

    def __init__(self, primitives: Mapping[str, Primitive], origins: Mapping[str, n.Expr]) -> None:
        self.primitives, self.origins = primitives, origins
        self.pieces: list[str] = []
        self.room = LONGEST + 1

    def put(self, bound: frozenset[str], *parts: str | n.Expr | None) -> None:
        for part in parts:
            if isinstance(part, str):
                self.pieces.append(part)
                self.room -= len(part)
            elif part is not None and self.room > 0:
                self.write(part, bound)

    def listed(self, bound: frozenset[str], parts: tuple[n.Expr, ...]) -> None:
        for position, part in enumerate(parts):
            self.put(bound, ", " if position else "", part)

    def write(self, node: n.Expr, bound: frozenset[str] = frozenset()) -> None:
        match node:
            case n.Value():
                words = {True: "true", False: "false"}
                self.put(bound, words[node.value] if isinstance(node.value, bool) else _literal(node.value))
            case n.Pattern():
                self.put(bound, f"/{node.pattern}/")
            case n.Variable():
                held = None if node.name in bound else self.origins.get(node.name)
                if held is None:
                    self.put(bound, node.name)
                else:
                    self.put(frozenset(), held)
            case n.Bounds():
                self.put(bound, node.low, *(() if node.low == node.high else ("..", node.high)))
            case n.Items():
                self.put(bound, "[")
                self.listed(bound, node.items)
                self.put(bound, "]")
            case n.Call():
                self._call(node, bound)
            case n.Logic():
                for position, operand in enumerate(node.operands):
                    self.put(bound, f" {node.operator} " if position else "", *_grouped(operand))
            case n.Not():
                self.put(bound, "not ", *_grouped(node.operand))
            case n.Compare():
                self.put(bound, *_grouped(node.operands[0]))
                for operator, operand in zip(node.operators, node.operands[1:], strict=True):
                    self.put(bound, f" {operator} ", *_grouped(operand))
            case n.Arithmetic():
                self.put(bound, *_grouped(node.left), f" {node.operator} ", *_grouped(node.right))
            case n.Negative():
                self.put(bound, "-", *_grouped(node.operand))
            case n.Conditional():
                self.put(bound, node.then, " if ", node.condition, " else ", node.otherwise)
            case n.Quantifier():
                opening, closing = ("[", "]") if node.quantifier == "list" else (f"{node.quantifier}(", ")")
                inner = bound | {node.variable}
                self.put(inner, opening, node.element)
                self.put(bound, f" for {node.variable} in ", node.domain)
                if node.condition is not None:
                    self.put(inner, " if ", node.condition)
                self.put(bound, closing)
            case n.Index():
                self.put(bound, *_grouped(node.subject), "[", node.index, "]")
            case n.Slice():
                self.put(bound, *_grouped(node.subject), "[", node.low, ":", node.high, "]")
            case n.FieldOf():
                self.put(bound, *_grouped(node.subject), f".{node.name}")

    def _call(self, node: n.Call, bound: frozenset[str]) -> None:
        primitive = self.primitives.get(node.function)
        if node.function == "len" or not node.arguments:
            self.put(bound, f"{node.function}(")
            self.listed(bound, node.arguments)
            self.put(bound, ")")
            return
        self.put(bound, *_grouped(node.arguments[0]), f".{node.function}")
        given: list[tuple[str, n.Expr | None]] = []
        for position, argument in enumerate(node.arguments[1:], start=1):
            param = primitive.params[position] if primitive is not None and position < len(primitive.params) else None
            value = argument.value if isinstance(argument, n.Value) else None
            if param is not None and param.flag and isinstance(value, bool):
                given += [(param.name, None)] if value else []
            elif param is None or value is None or value != param.default:
                given.append(("", argument))
        if primitive is not None and node.rule is not None and node.rule != primitive.default_rule:
            given.append((f'rule="{node.rule}"', None))
        if not given and primitive is not None and primitive.is_view:
            return
        self.put(bound, "(")
        for position, (word, part) in enumerate(given):
            self.put(bound, ", " if position else "", word, part)
        self.put(bound, ")")


def _literal(value: int | float | str) -> str:
    if isinstance(value, str):
        return '"' + value[:LONGEST].replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return f"{value}" if isinstance(value, float) or value.bit_length() < 200 else "…"


def _grouped(node: n.Expr) -> tuple[str | n.Expr, ...]:
    """An operand, in parentheses unless it is plain."""
    loose = n.Logic | n.Not | n.Compare | n.Arithmetic | n.Negative | n.Conditional
    return ("(", node, ")") if isinstance(node, loose) else (node,)


# ---------------------------------------------------------------- what a number counts


def origin(expression: n.Expr, scope: Scope) -> n.Expr:
    """What a local name stands for; any other expression as it is."""
    while isinstance(expression, n.Variable):
        found = scope.origins.get(expression.name)
        if found is None:
            return expression
        expression = found
    return expression


def noun_of(items: n.Expr, scope: Scope) -> Noun | None:
    """What the elements of a list are called, where it comes from a view or from some of a view's elements."""
    items = origin(items, scope)
    if isinstance(items, n.Call) and items.rule is not None:
        primitive = scope.unit.primitives.get(items.function)
        return None if primitive is None else primitive.noun
    if isinstance(items, n.Slice):
        return noun_of(items.subject, scope)
    if isinstance(items, n.Quantifier) and items.element == n.Variable(name=items.variable, type=items.element.type):
        return noun_of(items.domain, scope)
    return None


def counted_noun(items: n.Expr, scope: Scope) -> Noun | None:
    """What the elements of a list are called where they are counted: `matching` ones after a condition."""
    items = origin(items, scope)
    match items:
        case n.Quantifier():
            inner = counted_noun(items.domain, scope) or _elements(items.domain)
            chosen = items.condition is not None and not inner[0].startswith("matching ")
            return _with("matching", inner) if chosen else inner
        case n.Slice():
            return counted_noun(items.subject, scope)
        case n.Call() if items.function == "distinct":
            found = counted_noun(items.arguments[0], scope)
            same = found is not None and _keeps_elements(origin(items.arguments[0], scope))
            return _with("different", found if found is not None and same else ("value", "values"))
        case n.Call() if items.function in ("sorted", "reversed"):
            return counted_noun(items.arguments[0], scope)
        case _:
            return noun_of(items, scope)


def _keeps_elements(items: n.Expr) -> bool:
    """Whether the elements are what their noun says, not something computed of it."""
    if not isinstance(items, n.Quantifier):
        return True
    element = items.element
    while isinstance(element, n.Call) and element.function in SAME_TEXT:
        element = element.arguments[0]
    return isinstance(element, n.Variable) and element.name == items.variable


def _with(adjective: str, noun: Noun) -> Noun:
    return f"{adjective} {noun[0]}", f"{adjective} {noun[1]}"


def _elements(items: n.Expr) -> Noun:
    """The elements of a list that has no noun of its own."""
    of = f" of `{items.name}`" if isinstance(items, n.Variable) else ""
    return f"element{of}", f"elements{of}"


def is_plain_view(items: n.Expr, scope: Scope) -> bool:
    """Whether a list is all elements of a view, so that its nouns need no further words."""
    items = origin(items, scope)
    return isinstance(items, n.Call) and items.rule is not None


_TEXT = re.compile(r'text|"')


def is_text(expression: n.Expr) -> bool:
    """Whether an expression is a text, or a choice of texts."""
    return _TEXT.match(expression.type) is not None


def viewed(items: n.Expr, scope: Scope) -> n.Expr | None:
    """The text that a list is a view of."""
    items = origin(items, scope)
    if isinstance(items, n.Call) and items.rule is not None:
        return items.arguments[0]
    if isinstance(items, n.Slice):
        return viewed(items.subject, scope)
    if isinstance(items, n.Quantifier) and items.quantifier == "list":
        return viewed(items.domain, scope)
    if isinstance(items, n.Call) and items.function in ("distinct", "sorted", "reversed"):
        return viewed(items.arguments[0], scope)
    return None
