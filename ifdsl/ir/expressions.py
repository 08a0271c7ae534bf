"""Take a typed syntax expression; give its IR: calls complete and positional, user functions expanded, no spans."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.walk import height, operands, size
from ifdsl.model.arguments import Bound, Flagged
from ifdsl.model.declarations import FunctionInfo
from ifdsl.model.notes import Callee, Notes
from ifdsl.model.types import is_number
from ifdsl.primitives.primitive import ZERO, Primitive, zero
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import ANY, BOOL, INT, NUMBER, RANGE, TEXT, Type, choices_of, item_of, list_of
from ifdsl.syntax import tree as t
from ifdsl.syntax.template import Hole
from ifdsl.syntax.walk import children

MAX_NODES = 20_000
"""Nodes that one declaration may grow to when its functions are expanded: where doubling functions end."""

MAX_HEIGHT = 45
"""Nodes on the longest way down an expression.

INVARIANT: no expression of a program is higher, so what walks one by calling itself stays inside Python's stack, and a
printed one can be parsed again: a node takes at most two levels of the tree, of which the parser takes 100.
"""

Environment = dict[str, n.Expr]


TOO_LARGE = "grows too large when its functions are expanded"
TOO_HIGH = "nests too deep when its functions are expanded"


class TooLarge(Exception):
    """A declaration grew beyond `MAX_NODES` or `MAX_HEIGHT`; the message follows its name."""


@dataclass(slots=True)
class Lowering:
    """Lowers the expressions of one declaration.

    An environment gives what stands for each variable in scope: itself, or what a function's parameter was given.
    """

    notes: Notes
    limit: int = MAX_NODES
    grown: int = field(default=0)
    _depth: int = field(default=0)

    def lower(self, node: t.Expr, environment: Environment) -> n.Expr:
        """The expression that `node` stands for.

        Raises:
            TooLarge: it is larger or higher than an expression may be.
        """
        while isinstance(node, t.Parenthesised):
            node = node.inner
        self.grown += 1
        if self.grown > self.limit:
            raise TooLarge(TOO_LARGE)
        # A chain of operators is one node of the tree, but as high as it is long here.
        added = len(node.operands) - 1 if isinstance(node, t.Arithmetic) else 1
        self._depth += added
        if self._depth > MAX_HEIGHT:
            raise TooLarge(TOO_HIGH)
        try:
            return self._lowered(node, environment)
        finally:
            self._depth -= added

    def _lowered(self, node: t.Expr, environment: Environment) -> n.Expr:
        type_ = str(_plain(self.notes.types.get(id(node), ANY)))
        match node:
            case t.Name():
                return self._copied(environment[node.value])
            case t.Number():
                return n.Value(value=node.value, type=type_)
            case t.Text():
                return n.Value(value=self.notes.texts[id(node)], type="text")
            case t.Regex():
                return n.Pattern(pattern=node.pattern)
            case t.Truth():
                return n.Value(value=node.value, type="bool")
            case t.ListOf():
                return n.Items(items=tuple(self.lower(item, environment) for item in node.items), type=type_)
            case t.RangeOf():
                return n.Bounds(low=self._optional(node.low, environment), high=self._optional(node.high, environment))
            case t.Comprehension():
                return self._quantifier("list", node, type_, environment)
            case t.Index():
                subject, index = self.lower(node.subject, environment), self.lower(node.index, environment)
                return n.Index(subject=subject, index=index, type=type_)
            case t.Slice():
                low, high = self._optional(node.low, environment), self._optional(node.high, environment)
                return n.Slice(subject=self.lower(node.subject, environment), low=low, high=high, type=type_)
            case t.Logic():
                operands = tuple(self.lower(operand, environment) for operand in node.operands)
                return n.Logic(operator=node.operator, operands=operands)  # type: ignore[arg-type]
            case t.Not():
                return n.Not(operand=self.lower(node.operand, environment))
            case t.Minus():
                return _negative(self.lower(node.operand, environment), type_)
            case t.Compare():
                return self._compare(node, environment)
            case t.Arithmetic():
                return self._arithmetic(node, type_, environment)
            case t.Conditional():
                wanted = self.notes.types.get(id(node), ANY)
                condition = self.lower(node.condition, environment)
                then = self._as(node.then, wanted, environment)
                otherwise = self._as(node.otherwise, wanted, environment)
                if isinstance(condition, n.Value):
                    chosen = then if condition.value else otherwise
                    # Where the other way has a say in the type, that would be lost with it: `[] if false else [1]`.
                    if chosen.type == type_:
                        return chosen
                return n.Conditional(condition=condition, then=then, otherwise=otherwise, type=type_)
            case _:
                return self._called(node, type_, environment)

    def argument(self, bound: Bound, wanted: Type, default: object, environment: Environment) -> n.Expr:
        """What a parameter gets: the argument made to its type, a flag, or the default."""
        if isinstance(bound, Flagged):
            return n.Value(value=True, type="bool")
        if bound is not None:
            return self._as(bound, wanted, environment)
        if isinstance(default, t.Node):
            return self._as(default, wanted, {})  # type: ignore[arg-type]
        return constant(default)

    def template(self, node: t.Text, environment: Environment) -> n.Template:
        """The text with its holes; two stretches without a hole between them become one."""
        parts: list[n.Part] = []
        for part in self.notes.templates[id(node)]:
            if isinstance(part, Hole):
                parts.append(n.Hole(expression=self.lower(part.expression, environment), format=part.format or ""))
            elif parts and isinstance(parts[-1], str):
                parts[-1] += part
            elif part:
                parts.append(part)
        return n.Template(parts=tuple(parts))

    def _copied(self, value: n.Expr) -> n.Expr:
        """What stands for a variable; an argument that stands in many places counts in each."""
        if not isinstance(value, n.Variable | n.Value):
            self.grown += size(value)
            if self._depth + height(value) > MAX_HEIGHT + 1:
                raise TooLarge(TOO_HIGH)
        return value

    def _optional(self, node: t.Expr | None, environment: Environment) -> n.Expr | None:
        return None if node is None else self.lower(node, environment)

    def _as(self, node: t.Expr, wanted: Type, environment: Environment) -> n.Expr:
        """Lower `node` for a place of type `wanted`: a number where a range is wanted means exactly that number."""
        lowered = self.lower(node, environment)
        if wanted == RANGE and is_number(self.notes.types.get(id(node), ANY)):
            return n.Bounds(low=lowered, high=lowered)
        return lowered

    def _compare(self, node: t.Compare, environment: Environment) -> n.Compare | n.Value:
        types = [self.notes.types.get(id(operand), ANY) for operand in node.operands]
        ranged = RANGE in types and any(operator in ("==", "!=") for operator in node.operators)
        operands = tuple(self._as(operand, RANGE if ranged else ANY, environment) for operand in node.operands)
        if len(operands) == 2 and node.operators[0] in ("==", "!=") and _never_equal(*operands):
            return n.Value(value=node.operators[0] == "!=", type="bool")
        return n.Compare(operators=tuple(node.operators), operands=operands)  # type: ignore[arg-type]

    def _arithmetic(self, node: t.Arithmetic, type_: str, environment: Environment) -> n.Expr:
        result = self.lower(node.operands[0], environment)
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            right = self.lower(operand, environment)
            step = type_
            if type_ in ("int", "number"):
                step = "int" if result.type == right.type == "int" and operator != "/" else "number"
            result = n.Arithmetic(operator=operator, left=result, right=right, type=step)  # type: ignore[arg-type]
        return result

    def _quantifier(self, quantifier: str, node: t.Comprehension, type_: str, environment: Environment) -> n.Quantifier:
        domain = self.lower(node.domain, environment)
        item = item_of(domain.type) or domain.type
        parts = [node.element] if node.condition is None else [node.element, node.condition]
        name = _fresh(node.variable.value, parts, environment)
        inner = {**environment, node.variable.value: n.Variable(name=name, type=item)}
        return n.Quantifier(
            quantifier=quantifier,  # type: ignore[arg-type]
            variable=name,
            domain=domain,
            condition=self._optional(node.condition, inner),
            element=self.lower(node.element, inner),
            type=type_,
        )

    def _called(self, node: t.Expr, type_: str, environment: Environment) -> n.Expr:
        callee = self.notes.callees.get(id(node))
        if callee is None:  # the field of a range: the only attribute that is no call
            assert isinstance(node, t.Attribute)
            return n.FieldOf(subject=self.lower(node.subject, environment), name=node.name.value, type=type_)
        if isinstance(callee.target, str):
            assert isinstance(node, t.Call)
            inner = node.arguments[0].value
            assert isinstance(inner, t.Comprehension)
            return self._quantifier(callee.target, inner, "bool", environment)
        if isinstance(callee.target, Primitive):
            return self._primitive(callee, callee.target, type_, environment)
        return self._expand(callee, callee.target, environment)

    def _primitive(self, callee: Callee, primitive: Primitive, type_: str, environment: Environment) -> n.Call:
        arguments = tuple(
            self.argument(bound, formal.type, zero(type_) if formal.default is ZERO else formal.default, environment)
            for formal, bound in zip(primitive.params, callee.arguments, strict=True)
        )
        return n.Call(function=primitive.name, rule=callee.rule, arguments=arguments, type=type_)

    def _expand(self, callee: Callee, function: FunctionInfo, environment: Environment) -> n.Expr:
        """Put the body of a function in place of its call, and each argument in place of its parameter."""
        inner: Environment = {}
        for parameter, bound in zip(function.parameters, callee.arguments, strict=True):
            inner[parameter.name] = self.argument(bound, parameter.type, parameter.default, environment)
        return self._as(function.node.body, function.returns, inner)


def _fresh(name: str, parts: list[t.Expr], environment: Environment) -> str:
    """`name`, or with a number where something that `parts` take from around would be captured by it."""
    # INVARIANT: only what is used counts, so that a printed program gets the very names it was printed with.
    used = {word for part in parts for word in _words(part)} - {name}
    taken = {v for word in used if word in environment for v in _variables(environment[word])}
    count, fresh = 2, name
    while fresh in taken:
        fresh, count = f"{name}_{count}", count + 1
    return fresh


def _words(node: t.Node) -> set[str]:
    words = {node.value} if isinstance(node, t.Name) else set()
    for child in children(node):
        words |= _words(child)
    return words


def _variables(node: n.Expr) -> set[str]:
    if isinstance(node, n.Variable):
        return {node.name}
    return {variable for child in operands(node) for variable in _variables(child)}


def constant(value: Any) -> n.Expr:
    """The expression of a plain value: a truth value, number, text, range or list of such."""
    if isinstance(value, bool | int | float | str):
        return n.Value(value=value, type=type_name(value))
    if isinstance(value, Range):
        low = None if value.lo is None else constant(value.lo)
        high = None if value.hi is None else constant(value.hi)
        return n.Bounds(low=low, high=high)
    items = tuple(constant(item) for item in value)
    return n.Items(items=items, type=f"list[{items[0].type if items else 'any'}]")


def type_name(value: bool | int | float | str) -> str:
    names = {bool: BOOL.name, int: INT.name, float: NUMBER.name, str: TEXT.name}
    return names[type(value)]


def _never_equal(left: n.Expr, right: n.Expr) -> bool:
    """Whether one is a closed choice of texts and the other a text that it has not, as where a function that takes any
    text was given a choice. A program that compares them as written would be wrong."""
    for chosen, other in ((left, right), (right, left)):
        if isinstance(chosen, n.Variable) and chosen.type.startswith('"') and isinstance(other, n.Value):
            return other.value not in choices_of(chosen.type)
    return False


def _negative(operand: n.Expr, type_: str) -> n.Expr:
    if isinstance(operand, n.Value) and not isinstance(operand.value, str | bool):
        return n.Value(value=-operand.value, type=operand.type)
    return n.Negative(operand=operand, type=type_)


def _plain(type_: Type) -> Type:
    """The type of an expression in the IR: literals, and what is made of them, are texts and no choices."""
    if type_.item is not None:
        return list_of(_plain(type_.item))
    return TEXT if type_.choices else type_
