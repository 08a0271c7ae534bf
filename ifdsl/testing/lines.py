"""Take a constraint; give the arguments that its tests are made with: those of its lines, and each choice once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.ir.printer import print_expression
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import choices_of
from ifdsl.primitives.undecided import Undecided
from ifdsl.testing.judging import Arguments

_NO_VALUE = (Undecided, MissingExtra, ArithmeticError, RecursionError)


class Line(NamedTuple):
    """A `pass` or `fail` line with its arguments worked out; `place` counts from 0 among the lines."""

    place: int
    arguments: Arguments
    text: str


def lines(constraint: n.Constraint) -> Iterator[Line]:
    """The lines of a constraint whose arguments have values, in order."""
    for index, example in enumerate(constraint.examples):
        pairs = zip(constraint.parameters, example.arguments, strict=True)
        try:
            values = tuple(as_declared(evaluate(argument, {}), parameter.type) for parameter, argument in pairs)
        except _NO_VALUE:
            # The line itself is reported as one without a verdict.
            continue
        yield Line(index, values, example.text)


def argument_sets(constraint: n.Constraint, most: int) -> list[tuple[int | None, Arguments]]:
    """Different arguments with the line that they come from, at most so many from lines.

    Where there is no line, the defaults are taken, if they are complete. A choice or truth value that none of these
    has is put in place of another in the first.
    """
    sets: list[tuple[int | None, Arguments]] = []
    for line in lines(constraint):
        if len(sets) < most and all(line.arguments != known for _, known in sets):
            sets.append((line.place, line.arguments))
    if not constraint.examples:
        defaults = [parameter.default for parameter in constraint.parameters]
        try:
            values = tuple(evaluate(default, {}) for default in defaults if default is not None)
        except _NO_VALUE:
            return sets
        if len(values) == len(defaults):
            pairs = zip(constraint.parameters, values, strict=True)
            sets.append((None, tuple(as_declared(value, parameter.type) for parameter, value in pairs)))
    if sets:
        index, first = sets[0]
        for place, parameter in enumerate(constraint.parameters):
            known_here = [arguments[place] for _, arguments in sets]
            for value in options(parameter.type):
                if value not in known_here and len(sets) < 2 * most:
                    sets.append((index, (*first[:place], value, *first[place + 1 :])))
    return sets


def options(type_: str) -> list[Any]:
    """The values of a closed type; none of one that is open."""
    if type_ == "bool":
        return [True, False]
    return list(choices_of(type_))


def call(constraint: n.Constraint, arguments: Sequence[Any]) -> str:
    """The constraint with its arguments, as it is written in a file."""
    pairs = zip(constraint.parameters, arguments, strict=True)
    return f"{constraint.short_name}({', '.join(written(value, parameter.type) for parameter, value in pairs)})"


def written(value: Any, type_: str = "any") -> str:
    """A plain value as it is written in a file."""
    if isinstance(value, Range):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if type_ == "regex":
        return print_expression(n.Pattern(pattern=value))
    return print_expression(n.Value(value=value, type="text" if isinstance(value, str) else type_))
