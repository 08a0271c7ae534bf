"""Take a constraint type; give values for its parameters, drawn as its `vary` lines say."""

from __future__ import annotations

from random import Random
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.model.constraints import SHAPES
from ifdsl.primitives.ranges import Range


def arguments(constraint: n.Constraint, random: Random) -> tuple[Any, ...] | None:
    """A value for each parameter, in order: drawn, else its default; None where a parameter has neither."""
    varied = {vary.parameter: vary for vary in constraint.vary}
    values = []
    for parameter in constraint.parameters:
        vary = varied.get(parameter.name)
        if vary is not None:
            value = _drawn(vary, parameter.type, random)
        elif parameter.default is not None:
            value = evaluate(parameter.default, {})
        else:
            return None
        values.append(as_declared(value, parameter.type))
    return tuple(values)


def _drawn(vary: n.Vary, type_: str, random: Random) -> Any:
    domain = evaluate(vary.domain, {})
    if isinstance(domain, list):
        return random.choice(domain)
    step = 1 if vary.step is None else evaluate(vary.step, {})
    number = _number(domain, step, random)
    if type_ != "range":
        return number
    match random.choice(vary.shapes or SHAPES):
        case "at_least":
            return Range(number, None)
        case "at_most":
            return Range(None, number)
        case "exactly":
            return Range(number, number)
        case _:
            low, high = sorted([number, _number(domain, step, random)])
            return Range(low, high)


def _number(domain: Range, step: Any, random: Random) -> Any:
    low, high = domain.lo, domain.hi
    assert low is not None
    assert high is not None
    return low + step * random.randint(0, int((high - low) // step))
