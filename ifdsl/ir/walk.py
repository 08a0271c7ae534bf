"""Take an IR expression; give the expressions below it, and what follows from them: names, number, height."""

from __future__ import annotations

from collections.abc import Mapping

from ifdsl.ir import nodes as n


def operands(node: n.Expr) -> list[n.Expr]:
    """The expressions directly below a node, in order of evaluation."""
    match node:
        case n.Bounds():
            return [bound for bound in (node.low, node.high) if bound is not None]
        case n.Items():
            return list(node.items)
        case n.Call():
            return list(node.arguments)
        case n.Logic() | n.Compare():
            return list(node.operands)
        case n.Not() | n.Negative():
            return [node.operand]
        case n.Arithmetic():
            return [node.left, node.right]
        case n.Conditional():
            return [node.condition, node.then, node.otherwise]
        case n.Quantifier():
            return [part for part in (node.domain, node.condition, node.element) if part is not None]
        case n.Index():
            return [node.subject, node.index]
        case n.Slice():
            return [part for part in (node.subject, node.low, node.high) if part is not None]
        case n.FieldOf():
            return [node.subject]
        case _:
            return []


def free_variables(node: n.Expr) -> frozenset[str]:
    """The variables that an expression takes from around it."""
    match node:
        case n.Variable():
            return frozenset({node.name})
        case n.Quantifier():
            inner = free_variables(node.element)
            if node.condition is not None:
                inner |= free_variables(node.condition)
            return free_variables(node.domain) | (inner - {node.variable})
        case _:
            return frozenset[str]().union(*(free_variables(child) for child in operands(node)))


def size(node: n.Expr) -> int:
    """The number of nodes, `node` itself included."""
    return 1 + sum(size(child) for child in operands(node))


def height(node: n.Expr, variables: Mapping[str, int] | None = None) -> int:
    """The number of nodes on the longest way down, `node` included; a variable is as high as `variables` says."""
    if variables and isinstance(node, n.Variable):
        return variables.get(node.name, 1)
    return 1 + max((height(child, variables) for child in operands(node)), default=0)
