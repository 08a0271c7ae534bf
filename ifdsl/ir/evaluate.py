"""Take an IR expression and the values of its variables; give its value, by the plainest walk over the tree.

This is the definition of what an expression means. Constants (defaults, the arguments of a spec, holes in a text) are
evaluated here; checks are compiled (`checking.compile`) and held to this by tests.

The language is total: an index outside a list gives the zero value of the type, division by zero gives 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.primitives.piece import Piece
from ifdsl.primitives.primitive import Primitive, zero
from ifdsl.primitives.ranges import Range

Environment = Mapping[str, Any]


def evaluate(expression: n.Expr, environment: Environment) -> Any:
    """The value of `expression`: bool, int, float, str, `Range`, list, or a compiled pattern's source for a regex.

    Raises:
        Undecided: a primitive hit one of its bounds.
    """
    return _WAYS[type(expression)](expression, environment)


def as_declared(value: Any, type_name: str) -> Any:
    """`value` as a value of that type: where a range is due, a number is the range of exactly that number."""
    if type_name == "range" and isinstance(value, int | float) and not isinstance(value, bool):
        return Range.of(value)
    return value


def call(function: str, rule: str | None, arguments: Sequence[Any]) -> Any:
    """Run a primitive. The elements of a view of a `Piece` are Pieces, so evidence keeps its place."""
    primitive = _primitive(function)
    if rule is None:
        assert primitive.run is not None
        return primitive.run(*arguments)
    subject = arguments[0]
    spans = primitive.rules[rule].spans(*arguments)
    if isinstance(subject, Piece):
        return [Piece(subject[start:end], subject.start + start) for start, end in spans]
    return [subject[start:end] for start, end in spans]


@cache
def _primitive(function: str) -> Primitive:
    # The table loads every primitive, which evaluating a constant has no need of.
    from ifdsl.primitives.table import TABLE

    return TABLE[function]


def arithmetic(operator: str, left: Any, right: Any) -> Any:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if right == 0:
        return 0
    if operator == "/":
        return left / right
    return left // right if operator == "//" else left % right


def compare(operator: str, left: Any, right: Any) -> bool:
    """One link of a chain. After `in`, a range is asked whether it holds the number, and a number is an exact range.

    `==` compares the two values as they are: the IR has a range on both sides or on neither.
    """
    if operator in ("in", "not in"):
        inside = left in (Range.of(right) if isinstance(right, int | float) else right)
        return inside if operator == "in" else not inside
    if operator == "==":
        return bool(left == right)
    if operator == "!=":
        return bool(left != right)
    if operator == "<":
        return bool(left < right)
    if operator == "<=":
        return bool(left <= right)
    return bool(left > right if operator == ">" else left >= right)


def index(subject: Any, position: int, type_name: str) -> Any:
    if -len(subject) <= position < len(subject):
        return subject[position]
    return zero(type_name)


# ---------------------------------------------------------------- one function for each kind of expression
# They look each other up rather than call `evaluate`: a tree may be as deep as half of Python's stack.


def _bounds(expression: n.Bounds, environment: Environment) -> Range:
    low, high = expression.low, expression.high
    return Range(
        None if low is None else _WAYS[type(low)](low, environment),
        None if high is None else _WAYS[type(high)](high, environment),
    )


def _items(expression: n.Items, environment: Environment) -> list[Any]:
    return [_WAYS[type(item)](item, environment) for item in expression.items]


def _call(expression: n.Call, environment: Environment) -> Any:
    arguments = [_WAYS[type(each)](each, environment) for each in expression.arguments]
    return call(expression.function, expression.rule, arguments)


def _logic(expression: n.Logic, environment: Environment) -> bool:
    values = (_WAYS[type(operand)](operand, environment) for operand in expression.operands)
    return all(values) if expression.operator == "and" else any(values)


def _not(expression: n.Not, environment: Environment) -> bool:
    return not _WAYS[type(expression.operand)](expression.operand, environment)


def _chain(expression: n.Compare, environment: Environment) -> bool:
    first = expression.operands[0]
    left = _WAYS[type(first)](first, environment)
    for operator, operand in zip(expression.operators, expression.operands[1:], strict=True):
        right = _WAYS[type(operand)](operand, environment)
        if not compare(operator, left, right):
            return False
        left = right
    return True


def _arithmetic(expression: n.Arithmetic, environment: Environment) -> Any:
    left, right = expression.left, expression.right
    return arithmetic(expression.operator, _WAYS[type(left)](left, environment), _WAYS[type(right)](right, environment))


def _negative(expression: n.Negative, environment: Environment) -> Any:
    return -_WAYS[type(expression.operand)](expression.operand, environment)


def _conditional(expression: n.Conditional, environment: Environment) -> Any:
    condition = expression.condition
    chosen = expression.then if _WAYS[type(condition)](condition, environment) else expression.otherwise
    return _WAYS[type(chosen)](chosen, environment)


def _quantifier(expression: n.Quantifier, environment: Environment) -> Any:
    elements = _elements(expression, environment)
    if expression.quantifier == "list":
        return list(elements)
    return all(elements) if expression.quantifier == "all" else any(elements)


def _elements(expression: n.Quantifier, environment: Environment) -> Iterator[Any]:
    # One after the other: `all` and `any` look no further than the first that settles them.
    domain, condition, element = expression.domain, expression.condition, expression.element
    for item in _WAYS[type(domain)](domain, environment):
        inner = {**environment, expression.variable: item}
        if condition is None or _WAYS[type(condition)](condition, inner):
            yield _WAYS[type(element)](element, inner)


def _index(expression: n.Index, environment: Environment) -> Any:
    subject, place = expression.subject, expression.index
    return index(_WAYS[type(subject)](subject, environment), _WAYS[type(place)](place, environment), expression.type)


def _slice(expression: n.Slice, environment: Environment) -> Any:
    subject, low, high = expression.subject, expression.low, expression.high
    first = None if low is None else _WAYS[type(low)](low, environment)
    last = None if high is None else _WAYS[type(high)](high, environment)
    return _WAYS[type(subject)](subject, environment)[first:last]


def _field(expression: n.FieldOf, environment: Environment) -> Any:
    subject = _WAYS[type(expression.subject)](expression.subject, environment)
    return subject[expression.name] if isinstance(subject, Mapping) else getattr(subject, expression.name)


_WAYS: dict[type, Callable[[Any, Environment], Any]] = {
    n.Value: lambda expression, environment: expression.value,
    n.Pattern: lambda expression, environment: expression.pattern,
    n.Variable: lambda expression, environment: environment[expression.name],
    n.Bounds: _bounds,
    n.Items: _items,
    n.Call: _call,
    n.Logic: _logic,
    n.Not: _not,
    n.Compare: _chain,
    n.Arithmetic: _arithmetic,
    n.Negative: _negative,
    n.Conditional: _conditional,
    n.Quantifier: _quantifier,
    n.Index: _index,
    n.Slice: _slice,
    n.FieldOf: _field,
}
"""By its type how an expression is evaluated: a look-up takes a third of what a `match` does."""
