"""Take a constraint type; give values for its parameters: drawn from its `vary`, of its examples, or of its types."""

from __future__ import annotations

from random import Random
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import evaluate
from ifdsl.model.constraints import SHAPES
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import choices_of

_TEXTS = (
    "a", "", "word", "two words", "e" * 256, "#", "P.S.", "C++", "(", "İ", "\\", "a\r\nb", "中文", "[", "x|", "yes/no",
)  # fmt: skip
_INTEGERS = (-2, 0, 1, 2, 3, 5, 30)
_NUMBERS = (0, 1, 2, 3, 7, 0.5, -1.5, 2.5, 1e6)
_PATTERNS = (r"\w+", "a|b", ".*", "x*")
_RANGES = (Range(None, 3), Range(0, None), Range(2, 2), Range(1, 50), Range(0, 0))


def domain(vary: n.Vary, type_: str) -> list[Any]:
    """Every value that a parameter may be drawn as; of ranges, one of each shape at each place."""
    values = evaluate(vary.domain, {})
    if isinstance(values, list):
        return values
    step = 1 if vary.step is None else evaluate(vary.step, {})
    numbers = list(range(values.lo, values.hi + 1, step))
    if type_ != "range":
        return numbers
    made: list[Any] = []
    for shape in vary.shapes or SHAPES:
        for low, high in zip(numbers, [*numbers[1:], numbers[-1]], strict=True):
            made.append(
                {
                    "at_least": Range(low, None),
                    "at_most": Range(None, low),
                    "between": Range(low, high),
                    "exactly": Range(low, low),
                }[shape]
            )
    return made


def varied(constraint: n.Constraint, most: int) -> list[list[Any]]:
    """Arguments by the `vary` lines, at most so many, none where a parameter has no such line."""
    by_name = {vary.parameter: vary for vary in constraint.vary}
    if by_name.keys() != {parameter.name for parameter in constraint.parameters}:
        return []
    domains = [domain(by_name[parameter.name], parameter.type) for parameter in constraint.parameters]
    turns = max(map(len, domains), default=1)
    return [
        [values[place * len(values) // turns] for values in domains] for place in range(0, turns, -(-turns // most))
    ]


def tried(constraint: n.Constraint) -> list[list[Any]]:
    """The arguments of the `pass` and `fail` lines, each once."""
    found: list[list[Any]] = []
    for example in constraint.examples:
        arguments = [evaluate(argument, {}) for argument in example.arguments]
        if arguments not in found:
            found.append(arguments)
    return found


def invented(constraint: n.Constraint, random: Random) -> list[Any]:
    """Arguments of the right types, sensible or not."""
    return [value_of(parameter.type, random) for parameter in constraint.parameters]


def value_of(type_: str, random: Random) -> Any:
    if type_.startswith("list["):
        inner = type_.removeprefix("list[").removesuffix("]")
        return [value_of(inner, random) for _ in range(random.choice([0, 1, 2, 5]))]
    match type_:
        case "int":
            return random.choice(_INTEGERS)
        case "number":
            return random.choice(_NUMBERS)
        case "bool":
            return random.random() < 0.5
        case "range":
            return random.choice(_RANGES)
        case "regex":
            return random.choice(_PATTERNS)
        case "text":
            return random.choice(_TEXTS)
    return random.choice(choices_of(type_))
