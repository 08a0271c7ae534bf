"""Take a check; give its conjuncts, and the check with what `if_empty` says of an `all` over nothing written out."""

from __future__ import annotations

from ifdsl.ir import nodes as n


def conjuncts(node: n.Expr) -> list[n.Expr]:
    """The operands of an `and`, and of those that are an `and` themselves; else the node alone."""
    if isinstance(node, n.Logic) and node.operator == "and":
        return [part for operand in node.operands for part in conjuncts(operand)]
    return [node]


def is_outermost_all(node: n.Expr) -> bool:
    """Whether `if_empty` speaks of this conjunct."""
    return isinstance(node, n.Quantifier) and node.quantifier == "all"


def accepting(check: n.ExprCheck) -> n.Expr:
    """What holds of a text exactly where the check passes or does not apply."""
    if check.if_empty != "fail":
        return check.value
    parts: list[n.Expr] = []
    for part in conjuncts(check.value):
        if isinstance(part, n.Quantifier) and is_outermost_all(part):
            parts.append(_some(part))
        parts.append(part)
    return parts[0] if len(parts) == 1 else n.Logic(operator="and", operands=tuple(parts))


def _some(every: n.Quantifier) -> n.Expr:
    """That there is something that the quantifier speaks of."""
    domain = every.domain
    if every.condition is not None:
        element = n.Variable(name=every.variable, type="any")
        domain = n.Quantifier(
            quantifier="list", variable=every.variable, domain=domain, condition=every.condition, element=element,
            type=domain.type,
        )  # fmt: skip
    length = n.Call(function="len", arguments=(domain,), type="int")
    return n.Compare(operators=(">",), operands=(length, n.Value(value=0, type="int")))
