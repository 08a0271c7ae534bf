"""Take an IR expression and the values of its variables; give its value, by the plainest walk over the tree.

This is the definition of what an expression means. Constants (defaults, the arguments of a spec, holes in a text) are
evaluated here; checks are compiled (`checking.compile`) and held to this by tests.

The language is total: an index outside a list gives the zero value of the type, division by zero gives 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.primitives.piece import Piece
from ifdsl.primitives.primitive import zero
from ifdsl.primitives.ranges import Range

Environment = Mapping[str, Any]


def evaluate(expression: n.Expr, environment: Environment) -> Any:
    """The value of `expression`: bool, int, float, str, `Range`, list, or a compiled pattern's source for a regex.

    Raises:
        Undecided: a primitive hit one of its bounds.
    """
    match expression:
        case n.Value():
            return expression.value
        case n.Pattern():
            return expression.pattern
        case n.Variable():
            return environment[expression.name]
        case n.Bounds():
            low = None if expression.low is None else evaluate(expression.low, environment)
            high = None if expression.high is None else evaluate(expression.high, environment)
            return Range(low, high)
        case n.Items():
            return [evaluate(item, environment) for item in expression.items]
        case n.Call():
            return call(expression.function, expression.rule, [evaluate(a, environment) for a in expression.arguments])
        case n.Logic():
            values = (evaluate(operand, environment) for operand in expression.operands)
            return all(values) if expression.operator == "and" else any(values)
        case n.Not():
            return not evaluate(expression.operand, environment)
        case n.Compare():
            return _chain(expression, environment)
        case n.Arithmetic():
            return arithmetic(
                expression.operator, evaluate(expression.left, environment), evaluate(expression.right, environment)
            )
        case n.Negative():
            return -evaluate(expression.operand, environment)
        case n.Conditional():
            chosen = expression.then if evaluate(expression.condition, environment) else expression.otherwise
            return evaluate(chosen, environment)
        case n.Quantifier():
            return _quantifier(expression, environment)
        case n.Index():
            return index(
                evaluate(expression.subject, environment), evaluate(expression.index, environment), expression.type
            )
        case n.Slice():
            low = None if expression.low is None else evaluate(expression.low, environment)
            high = None if expression.high is None else evaluate(expression.high, environment)
            return evaluate(expression.subject, environment)[low:high]
        case n.FieldOf():
            return getattr(evaluate(expression.subject, environment), expression.name)


def as_declared(value: Any, type_name: str) -> Any:
    """`value` as a value of that type: where a range is due, a number is the range of exactly that number."""
    if type_name == "range" and isinstance(value, int | float) and not isinstance(value, bool):
        return Range.of(value)
    return value


def call(function: str, rule: str | None, arguments: Sequence[Any]) -> Any:
    """Run a primitive. The elements of a view of a `Piece` are Pieces, so evidence keeps its place."""
    from ifdsl.primitives.table import TABLE

    primitive = TABLE[function]
    if rule is None:
        assert primitive.run is not None
        return primitive.run(*arguments)
    subject = arguments[0]
    spans = primitive.rules[rule].spans(*arguments)
    if isinstance(subject, Piece):
        return [Piece(subject[start:end], subject.start + start) for start, end in spans]
    return [subject[start:end] for start, end in spans]


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


def _chain(expression: n.Compare, environment: Environment) -> bool:
    left = evaluate(expression.operands[0], environment)
    for operator, operand in zip(expression.operators, expression.operands[1:], strict=True):
        right = evaluate(operand, environment)
        if not compare(operator, left, right):
            return False
        left = right
    return True


def _quantifier(expression: n.Quantifier, environment: Environment) -> Any:
    elements = _elements(expression, environment)
    if expression.quantifier == "list":
        return list(elements)
    return all(elements) if expression.quantifier == "all" else any(elements)


def _elements(expression: n.Quantifier, environment: Environment) -> Iterator[Any]:
    # One after the other: `all` and `any` look no further than the first that settles them.
    for item in evaluate(expression.domain, environment):
        inner = {**environment, expression.variable: item}
        if expression.condition is None or evaluate(expression.condition, inner):
            yield evaluate(expression.element, inner)
