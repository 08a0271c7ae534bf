"""Take an IR expression; give the expressions below it, and what follows from them: names, number, height."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ifdsl.ir import nodes as n


def operands(node: n.Expr) -> Sequence[n.Expr]:
    """The expressions directly below a node, in order of evaluation."""
    below = _BELOW.get(type(node))
    return () if below is None else below(node)


def _there(*parts: n.Expr | None) -> list[n.Expr]:
    return [part for part in parts if part is not None]


# A table, since programs are walked more often than anything else is done with them.
_BELOW: dict[type, Callable[[Any], Sequence[n.Expr]]] = {
    n.Bounds: lambda node: _there(node.low, node.high),
    n.Items: lambda node: node.items,
    n.Call: lambda node: node.arguments,
    n.Logic: lambda node: node.operands,
    n.Compare: lambda node: node.operands,
    n.Not: lambda node: (node.operand,),
    n.Negative: lambda node: (node.operand,),
    n.Arithmetic: lambda node: (node.left, node.right),
    n.Conditional: lambda node: (node.condition, node.then, node.otherwise),
    n.Quantifier: lambda node: _there(node.domain, node.condition, node.element),
    n.Index: lambda node: (node.subject, node.index),
    n.Slice: lambda node: _there(node.subject, node.low, node.high),
    n.FieldOf: lambda node: (node.subject,),
}


_NONE: frozenset[str] = frozenset()


def free_variables(node: n.Expr) -> frozenset[str]:
    """The variables that an expression takes from around it."""
    if isinstance(node, n.Variable):
        return frozenset({node.name})
    if isinstance(node, n.Quantifier):
        inner = free_variables(node.element)
        if node.condition is not None:
            inner |= free_variables(node.condition)
        return free_variables(node.domain) | (inner - {node.variable})
    below = operands(node)
    if not below:
        return _NONE
    return free_variables(below[0]).union(*map(free_variables, below[1:]))


def size(node: n.Expr) -> int:
    """The number of nodes, `node` itself included."""
    return 1 + sum(size(child) for child in operands(node))


def height(node: n.Expr, variables: Mapping[str, int] | None = None) -> int:
    """The number of nodes on the longest way down, `node` included; a variable is as high as `variables` says."""
    if variables and isinstance(node, n.Variable):
        return variables.get(node.name, 1)
    return 1 + max((height(child, variables) for child in operands(node)), default=0)


def replaced(node: n.Expr, by: Mapping[str, n.Expr]) -> n.Expr:
    """The expression with others in the place of variables that it takes from around it.

    No variable of a quantifier in `node` may have the name of a free variable of the replacements.
    """
    if isinstance(node, n.Variable):
        return by.get(node.name, node)
    if isinstance(node, n.Quantifier):
        inner = {name: value for name, value in by.items() if name != node.variable}
        condition = None if node.condition is None else replaced(node.condition, inner)
        element = replaced(node.element, inner)
        return replace(node, domain=replaced(node.domain, by), condition=condition, element=element)
    changes: dict[str, Any] = {}
    for name in _PARTS.get(type(node), ()):
        part = getattr(node, name)
        if isinstance(part, tuple):
            changes[name] = tuple([replaced(each, by) for each in part])
        elif part is not None:
            changes[name] = replaced(part, by)
    return replace(node, **changes) if changes else node


_PARTS: dict[type, tuple[str, ...]] = {
    n.Bounds: ("low", "high"),
    n.Items: ("items",),
    n.Call: ("arguments",),
    n.Logic: ("operands",),
    n.Compare: ("operands",),
    n.Not: ("operand",),
    n.Negative: ("operand",),
    n.Arithmetic: ("left", "right"),
    n.Conditional: ("condition", "then", "otherwise"),
    n.Index: ("subject", "index"),
    n.Slice: ("subject", "low", "high"),
    n.FieldOf: ("subject",),
}
"""The fields of a node that are expressions, or lists of them."""
