"""Take a truth-valued IR expression; give the Python expression for its finding: verdict, margin and words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ifdsl.checking import code as c
from ifdsl.checking import describing as d
from ifdsl.checking.code import Code
from ifdsl.checking.expressions import as_range, value
from ifdsl.checking.measuring import inner_place, measured, noun, place
from ifdsl.checking.unit import Scope, Uncompilable
from ifdsl.checking.verbs import VERBS
from ifdsl.ir import nodes as n


def finding(node: n.Expr, scope: Scope, *, holds: bool = True, if_empty: Code | None = None) -> Code:
    """The Python expression for the finding of `node`; of `not node` where `holds` is false.

    Args:
        if_empty: what an `all` over nothing gives, where that is not the logic's answer.
    """
    return scope.unit.shallow(_finding(node, scope, holds, if_empty))


def _finding(node: n.Expr, scope: Scope, holds: bool, if_empty: Code | None) -> Code:
    match node:
        case n.Logic():
            parts = [finding(operand, scope, holds=holds) for operand in node.operands]
            if not parts:
                raise Uncompilable(f"an `{node.operator}` has no operands")
            if len(parts) == 1:
                return parts[0]
            function = "mg.both" if (node.operator == "and") is holds else "mg.either"
            return c.call(function, *(c.function([], part) for part in parts))
        case n.Not():
            return finding(node.operand, scope, holds=not holds)
        case n.Compare():
            return _compare(node, scope, holds)
        case n.Conditional():
            then, otherwise = finding(node.then, scope, holds=holds), finding(node.otherwise, scope, holds=holds)
            parts = [then, value(node.condition, scope), otherwise]
            return c.operation(["if", "else"], parts, c.TERNARY, [c.OR, c.OR, c.TERNARY])
        case n.Quantifier():
            return _quantifier(node, scope, holds, if_empty)
        case n.Variable() if node.name in scope.claims:
            return c.call(f"{scope.claims[node.name].text}.{'holds' if holds else 'fails'}").using(
                scope.claims[node.name]
            )
        case n.Call() if node.function in VERBS:
            return _claim(node, scope, holds)
        case _:
            return c.call(
                "mg.fact",
                value(node, scope),
                _text(d.written(node, scope)),
                at=inner_place(node, scope),
                holds=_holds(holds),
            )


def is_claim(node: n.Expr) -> bool:
    """Whether a value under a name is a truth value with a finding of its own."""
    return node.type == "bool" and not isinstance(node, n.Value | n.Variable)


def claim(node: n.Expr, scope: Scope) -> Code:
    """A truth value under a name: both its finding and that of its opposite, each computed when wanted."""
    return c.call("mg.Claim", *(c.function([], finding(node, scope, holds=holds)) for holds in (True, False)))


def _holds(holds: bool) -> Code | None:
    return None if holds else Code("False")


def _text(text: str) -> Code:
    return c.literal(text)


# ---------------------------------------------------------------- names


def with_claim(variable: str, scope: Scope) -> tuple[Scope, str]:
    """The scope in which `variable` has a claim beside its value, and the claim's name."""
    local = scope.fresh(f"{variable}_claim")
    claims = {**scope.claims, variable: c.name(local)}
    return replace(scope, claims=claims, taken=scope.taken | {local}), local


# ---------------------------------------------------------------- comparisons


@dataclass(frozen=True, slots=True)
class _Side:
    """An operand of a comparison, as expression and as code."""

    node: n.Expr
    code: Code


def _compare(node: n.Compare, scope: Scope, holds: bool) -> Code:
    sides = [_Side(operand, value(operand, scope)) for operand in node.operands]
    if len(node.operators) == 1:
        return _link(node.operators[0], sides[0], sides[1], scope, holds)
    links = []
    for position, operator in enumerate(node.operators):
        names = [scope.fresh("left"), scope.fresh("right")]
        inner = replace(scope, taken=scope.taken | set(names))
        left = replace(sides[position], code=c.name(names[0]))
        right = replace(sides[position + 1], code=c.name(names[1]))
        links.append(c.function(names, _link(operator, left, right, inner, holds)))
    operands = c.bracketed("(", [c.function([], side.code) for side in sides], ")")
    return c.call("mg.chain", operands, *links, holds=_holds(holds))


def _link(operator: str, left: _Side, right: _Side, scope: Scope, holds: bool) -> Code:
    if operator in ("in", "not in") and d.is_text(right.node):
        holds = holds is (operator == "in")
        at = place(right.node, scope)
        return c.call("mg.contains", left.code, right.code, at=at, holds=_holds(holds))
    if operator in ("in", "not in"):
        right = replace(right, code=as_range(right.code, right.node, scope))
    # What was asked for is on the right, unless only the left is independent of the text.
    fixed_left = scope.is_fixed(left.node) and not scope.is_fixed(right.node)
    of, at, found = measured((right if fixed_left else left).node, scope)
    return c.call(
        "mg.compare",
        _text(operator),
        left.code,
        right.code,
        of,
        at=at,
        found=found,
        fixed=_text("left") if fixed_left else None,
        holds=_holds(holds),
    )


# ---------------------------------------------------------------- quantifiers, claims


def _quantifier(node: n.Quantifier, scope: Scope, holds: bool, if_empty: Code | None) -> Code:
    function = "mg.every" if (node.quantifier == "all") is holds else "mg.some"
    inner, local = scope.with_local(node.variable, fixed=scope.is_fixed(node.domain))
    at = inner.fresh(f"{local}_at")
    where = None if node.condition is None else c.function([local], value(node.condition, inner))
    inner = replace(inner, places={**inner.places, node.variable: c.name(at)}, taken=inner.taken | {at})
    called, text = d.noun_of(node.domain, scope), d.viewed(node.domain, scope)
    return c.call(
        function,
        value(node.domain, scope),
        c.function([local, at], finding(node.element, inner, holds=holds)),
        noun=None if called is None else noun(called),
        outer=None if text is None else place(text, scope),
        where=where,
        if_empty=if_empty if function == "mg.every" else None,
    )


def _claim(node: n.Call, scope: Scope, holds: bool) -> Code:
    """What a function says of a text, with its verb."""
    verb = VERBS[node.function]
    arguments = [value(argument, scope) for argument in node.arguments]
    return c.call(
        "mg.claim",
        value(node, scope),
        _text(verb.yes),
        _text(verb.no),
        *arguments[1 : 1 + verb.words],
        at=place(node.arguments[0], scope),
        found=None if verb.finder is None else c.function([], c.call(verb.finder, *arguments)),
        holds=_holds(holds),
    )
