"""Take an operand of a comparison; give the Python expressions for what it measures: subject, text, and elements."""

from __future__ import annotations

from ifdsl.checking import code as c
from ifdsl.checking import describing as d
from ifdsl.checking.code import Code
from ifdsl.checking.expressions import value
from ifdsl.checking.unit import Scope
from ifdsl.checking.verbs import COUNTS
from ifdsl.checking.wording import Noun
from ifdsl.ir import nodes as n
from ifdsl.ir.walk import free_variables

Measured = tuple[Code, Code | None, Code | None]
"""What is counted or compared, what of (None for the response), and a function that gives the elements."""


def measured(operand: n.Expr, scope: Scope) -> Measured:
    """What `operand` measures."""
    node = d.origin(operand, scope)
    if d.is_text(operand):
        return Code("None"), place(operand, scope), None
    if isinstance(node, n.Call) and node.function == "len":
        counted = _length(node.arguments[0], scope)
        if counted is not None:
            return counted
    if isinstance(node, n.Call) and node.function in COUNTS:
        arguments = [value(argument, scope) for argument in node.arguments]
        found = c.function([], c.call(COUNTS[node.function], *arguments))
        return c.call("mg.Needle", arguments[1]), place(node.arguments[0], scope), found
    if isinstance(node, n.Call) and node.function == "sum":
        total = _total(node.arguments[0], scope)
        if total is not None:
            return total
    return c.literal(d.written(operand, scope)), inner_place(operand, scope), None


def _length(subject: n.Expr, scope: Scope) -> Measured | None:
    elements = c.function([], value(subject, scope))
    if d.is_text(subject):
        whole = c.function([], c.bracketed("[", [value(subject, scope)], "]"))
        return noun(d.CHARACTERS), place(subject, scope), whole
    called = d.counted_noun(subject, scope)
    if called is None:
        return None
    text = d.viewed(subject, scope)
    return noun(called), None if text is None else place(text, scope), elements


def _total(counts: n.Expr, scope: Scope) -> Measured | None:
    """A sum of how often each element of a list occurs."""
    counts = d.origin(counts, scope)
    if not isinstance(counts, n.Quantifier) or counts.condition is not None:
        return None
    call = counts.element
    if not isinstance(call, n.Call) or call.function not in COUNTS or len(call.arguments) < 2:
        return None
    if call.arguments[1] != n.Variable(name=counts.variable, type=call.arguments[1].type):
        return None
    domain = value(counts.domain, scope)
    inner, local = scope.with_local(counts.variable, fixed=scope.is_fixed(counts.domain))
    piece = inner.fresh("piece")
    found = c.call(COUNTS[call.function], *(value(argument, inner) for argument in call.arguments))
    every = Code(
        f"{piece} for {local} in {domain.at(c.OR).text} for {piece} in {found.text}",
        c.LAMBDA,
        max(domain.depth, found.depth),
        domain.uses | (found.uses - {local}),
    )
    listed = c.call("mg.Needle", c.call("mg.listing", domain))
    return listed, place(call.arguments[0], inner), c.function([], c.bracketed("[", [every], "]", comma=False))


def noun(words: Noun) -> Code:
    return c.bracketed("(", [c.literal(word) for word in words], ")")


# ---------------------------------------------------------------- places


def place(text: n.Expr, scope: Scope) -> Code | None:
    """What a message calls a text: where an element stands, the expression as written, or nothing for the response."""
    if isinstance(text, n.Variable):
        if scope.read(text.name).doc is not None:
            return None
        if text.name in scope.places:
            return scope.places[text.name]
    node = d.origin(text, scope)
    if isinstance(node, n.Call) and node.function in d.SAME_TEXT:
        return place(node.arguments[0], scope)
    return _picked(node, scope) or c.literal(d.written(text, scope))


def _picked(node: n.Expr, scope: Scope) -> Code | None:
    """An element that is picked from a view by its place."""
    items: n.Expr
    if isinstance(node, n.Index) and isinstance(node.index, n.Value):
        items, position = node.subject, node.index.value
    elif isinstance(node, n.Call) and node.function in ("first", "last"):
        items, position = node.arguments[0], 0 if node.function == "first" else -1
    else:
        return None
    called, text = d.noun_of(items, scope), d.viewed(items, scope)
    if called is None or text is None or not d.is_plain_view(items, scope) or not isinstance(position, int):
        return None
    number = position + 1 if position >= 0 else position
    outer = place(text, scope)
    parts = [noun(called), c.literal(number), Code("None"), *([] if outer is None else [outer])]
    return c.call("mg.Place", *parts)


def inner_place(node: n.Expr, scope: Scope) -> Code | None:
    """The innermost element that an expression is about, if any."""
    names = free_variables(node)
    return next((scope.places[name] for name in reversed(list(scope.places)) if name in names), None)
