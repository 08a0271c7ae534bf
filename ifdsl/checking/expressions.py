"""Take an IR expression; give the Python expression that computes its value, as a person would write it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ifdsl.checking import code as c
from ifdsl.checking.code import Code
from ifdsl.checking.unit import Scope, Uncompilable
from ifdsl.ir import nodes as n
from ifdsl.ir.walk import operands
from ifdsl.primitives.primitive import zero
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.runtime import name_of

NUMBERS = ("int", "number")

COSTLY = 0.5
"""A function of the document whose cost per character is this or more is computed once per document."""


def value(expression: n.Expr, scope: Scope) -> Code:
    """The Python expression for `expression`, with helper functions where it would nest too deeply.

    Raises:
        Uncompilable: it names a variable, primitive, segmentation or field that there is not.
    """
    return scope.unit.shallow(_value(expression, scope))


def _value(node: n.Expr, scope: Scope) -> Code:
    match node:
        case n.Value():
            return c.literal(node.value)
        case n.Pattern():
            return c.literal(node.pattern)
        case n.Variable():
            return scope.read(node.name)
        case n.Bounds():
            return _bounds(node, scope)
        case n.Items():
            items = [value(item, scope) for item in node.items]
            if node.type == "list[range]":
                items = [as_range(value(item, scope), item, scope) for item in node.items]
            return c.bracketed("[", [item.at(c.TERNARY) for item in items], "]")
        case n.Call():
            return _call(node, scope)
        case n.Logic():
            level = c.AND if node.operator == "and" else c.OR
            parts = [value(operand, scope) for operand in node.operands]
            if not parts:
                raise Uncompilable(f"an `{node.operator}` has no operands")
            return c.operation([node.operator] * (len(parts) - 1), parts, level, [level + 1] * len(parts))
        case n.Not():
            operand = value(node.operand, scope).at(c.NOT)
            return Code(f"not {operand.text}", c.NOT, operand.depth, operand.uses)
        case n.Compare():
            if not node.operators or len(node.operands) != len(node.operators) + 1:
                raise Uncompilable("a comparison has one operand more than operators")
            return _chain(node.operators, list(node.operands), scope)
        case n.Arithmetic():
            return _arithmetic(node, scope)
        case n.Negative():
            operand = value(node.operand, scope).at(c.SIGN)
            return Code(f"-{operand.text}", c.SIGN, operand.depth, operand.uses)
        case n.Conditional():
            parts = [value(part, scope) for part in (node.then, node.condition, node.otherwise)]
            return c.operation(["if", "else"], parts, c.TERNARY, [c.OR, c.OR, c.TERNARY])
        case n.Quantifier():
            return _quantifier(node, scope)
        case n.Index():
            subject, position = value(node.subject, scope), value(node.index, scope)
            return c.call("mg.at", subject, position, c.constant(zero(node.type)))
        case n.Slice():
            return _slice(node, scope)
        case n.FieldOf():
            if node.subject.type == "range" and node.name in ("min", "max"):
                subject = value(node.subject, scope).at(c.ATOM)
                return Code(f"{subject.text}.{node.name}", c.ATOM, subject.depth, subject.uses)
            raise Uncompilable(f"a check cannot read the field `{node.name}`")


# ---------------------------------------------------------------- ranges, calls


def _bounds(node: n.Bounds, scope: Scope) -> Code:
    ends = [_literal_number(end) for end in (node.low, node.high)]
    if None not in ends:
        return scope.unit.range(Range(*(None if end == "" else end for end in ends)))  # type: ignore[arg-type]
    if node.low is not None and node.low == node.high:
        return c.call("mg.Range.of", value(node.low, scope))
    return c.call("mg.Range", *(Code("None") if end is None else value(end, scope) for end in (node.low, node.high)))


def _literal_number(node: n.Expr | None) -> int | float | str | None:
    """A number, `""` for an open end, or None for what is no literal."""
    if node is None:
        return ""
    if isinstance(node, n.Value) and not isinstance(node.value, str | bool):
        return node.value
    return None


def as_range(code: Code, node: n.Expr, scope: Scope) -> Code:
    """The code of `node` where a range is wanted: a number means exactly that number."""
    if node.type not in NUMBERS:
        return code
    exactly = _literal_number(node)
    if isinstance(exactly, int | float):
        return scope.unit.range(Range(exactly, exactly))
    return c.call("mg.Range.of", code)


def _call(node: n.Call, scope: Scope) -> Code:
    primitive = scope.unit.primitives.get(node.function)
    if primitive is None:
        raise Uncompilable(f"there is no function `{node.function}`")
    if primitive.is_view != (node.rule is not None) or (node.rule is not None and node.rule not in primitive.rules):
        raise Uncompilable(f"`{node.function}` has no segmentation `{node.rule}`")
    if len(node.arguments) != len(primitive.params):
        raise Uncompilable(f"`{node.function}` takes {len(primitive.params)} arguments, not {len(node.arguments)}")
    arguments = [value(argument, scope) for argument in node.arguments]
    subject, rest = arguments[0], arguments[1:]
    if node.rule is not None:
        rule = rule_of(node)
        if subject.doc is not None:
            return _method(subject, "view", [rule, *rest])
        return c.call(rule.text, *arguments)
    if node.function == "len":
        return _length(node.arguments[0], subject, scope)
    function = Code(f"rt.{node.function}")
    if subject.doc is not None and primitive.cost.per_char >= COSTLY:
        return _method(subject, "call", [function, *rest])
    return c.call(function.text, *arguments)


def _method(subject: Code, method: str, arguments: Sequence[Code]) -> Code:
    """A method of the document whose text `subject` is."""
    return c.call(f"{subject.doc}.{method}", *arguments).using(subject)


def rule_of(node: n.Call) -> Code:
    """The segmentation that a view's call names."""
    return Code(f"rt.{name_of(node.function, node.rule)}")


def _length(subject: n.Expr, code: Code, scope: Scope) -> Code:
    """`len`; of a view, its size, which may be found without the elements."""
    if isinstance(subject, n.Call) and subject.rule is not None:
        arguments = [value(argument, scope) for argument in subject.arguments]
        if arguments[0].doc is not None:
            return _method(arguments[0], "size", [rule_of(subject), *arguments[1:]])
        return c.call(f"{rule_of(subject).text}.size", *arguments)
    return c.call("len", code)


# ---------------------------------------------------------------- comparison, arithmetic


def _chain(operators: Sequence[str], chain: list[n.Expr], scope: Scope) -> Code:
    """A chain as Python writes it, unless an operand in its midst is a number that stands for a range."""
    for position, operator in enumerate(operators[:-1]):
        if _stands_for_range(operator, chain[position + 1]):
            return _broken_chain(operators, chain, position + 1, scope)
    parts = [value(operand, scope) for operand in chain]
    if _stands_for_range(operators[-1], chain[-1]):
        parts[-1] = as_range(parts[-1], chain[-1], scope)
    return c.operation(operators, parts, c.COMPARISON, [c.SUM] * len(parts))


def _stands_for_range(operator: str, operand: n.Expr) -> bool:
    return operator in ("in", "not in") and operand.type in NUMBERS


def _broken_chain(operators: Sequence[str], chain: list[n.Expr], position: int, scope: Scope) -> Code:
    """`a in b < c` with a number b: b is computed once, and read as a range on its left, as a number on its right."""
    middle = value(chain[position], scope)
    # The blank keeps it apart from every name that a spec can write.
    variable = n.Variable(name=" middle", type=chain[position].type)
    inner, local = scope.with_local(variable.name, fixed=scope.is_fixed(chain[position]))
    left = _chain(operators[:position], [*chain[:position], variable], inner)
    right = _chain(operators[position:], [variable, *chain[position + 1 :]], inner)
    both = c.operation(["and"], [left, right], c.AND, [c.NOT, c.NOT])
    return c.apply(c.function([local], both), middle)


def _arithmetic(node: n.Arithmetic, scope: Scope) -> Code:
    left, right = value(node.left, scope), value(node.right, scope)
    if node.operator in ("+", "-"):
        return c.operation([node.operator], [left, right], c.SUM, [c.SUM, c.TERM])
    divisor = _literal_number(node.right)
    if node.operator == "*" or (isinstance(divisor, int | float) and divisor != 0):
        return c.operation([node.operator], [left, right], c.TERM, [c.TERM, c.SIGN])
    names = {"/": "mg.divide", "//": "mg.divide_down", "%": "mg.remainder"}
    return c.call(names[node.operator], left, right)


# ---------------------------------------------------------------- lists


def _quantifier(node: n.Quantifier, scope: Scope) -> Code:
    comprehension = loop(node, scope)
    if node.quantifier == "list":
        return c.bracketed("[", [comprehension], "]", comma=False)
    return c.bracketed(f"{node.quantifier}(", [comprehension], ")", comma=False)


def loop(node: n.Quantifier, scope: Scope) -> Code:
    """`element for variable in domain if condition`."""
    domain = value(node.domain, scope).at(c.OR)
    inner, local = scope.with_local(node.variable, fixed=scope.is_fixed(node.domain))
    parts = [value(node.element, inner).at(c.TERNARY), Code(f"for {local} in {domain.text}", uses=domain.uses)]
    if node.condition is not None:
        condition = value(node.condition, inner).at(c.OR)
        parts.append(Code(f"if {condition.text}", depth=condition.depth, uses=condition.uses))
    line = " ".join(part.text for part in parts)
    if "\n" in line or len(line) > c.WIDTH:
        line = "\n".join(part.text for part in parts)
    depth, uses = c.joined([*parts, domain])
    return Code(line, c.LAMBDA, depth, uses - {local})


def _slice(node: n.Slice, scope: Scope) -> Code:
    subject = value(node.subject, scope).at(c.ATOM)
    ends = [None if end is None else value(end, scope).at(c.TERNARY) for end in (node.low, node.high)]
    between = ":".join("" if end is None else end.text for end in ends)
    depth, uses = c.joined([subject, *(end for end in ends if end is not None)])
    return Code(f"{subject.text}[{between}]", c.ATOM, depth + 1, uses)


# ---------------------------------------------------------------- names


def alias(name: str, held: n.Expr, scope: Scope) -> Scope | None:
    """The scope in which `name` is another name for a variable or stands for a literal; None for any other value."""
    if not isinstance(held, n.Variable | n.Value | n.Pattern):
        return None
    if not isinstance(held, n.Variable):
        return scope.with_value(name, value(held, scope), fixed=True, origin=held)
    origin = scope.origins.get(held.name, held)
    bound = scope.with_value(name, scope.read(held.name), fixed=held.name in scope.fixed, origin=origin)
    places = {name: scope.places[held.name]} if held.name in scope.places else {}
    claims = {name: scope.claims[held.name]} if held.name in scope.claims else {}
    return replace(bound, places={**bound.places, **places}, claims={**bound.claims, **claims})


def reads(name: str, node: n.Expr) -> tuple[int, int]:
    """How often evaluating `node` reads `name`: at least, and at most (2 stands for more)."""
    match node:
        case n.Variable():
            return (1, 1) if node.name == name else (0, 0)
        case n.Logic() | n.Compare():
            certain = 1 if isinstance(node, n.Logic) else 2
            return _sum(name, node.operands[:certain], node.operands[certain:])
        case n.Conditional():
            return _sum(name, (node.condition,), (node.then, node.otherwise))
        case n.Quantifier():
            repeated = [] if node.variable == name else [part for part in (node.condition, node.element) if part]
            return _sum(name, (node.domain,), (*repeated, *repeated))
        case _:
            return _sum(name, operands(node), ())


def _sum(name: str, certain: Sequence[n.Expr], possible: Sequence[n.Expr]) -> tuple[int, int]:
    counts = [reads(name, part) for part in certain]
    others = [reads(name, part)[1] for part in possible]
    return sum(low for low, _ in counts), min(2, sum(high for _, high in counts) + sum(others))
