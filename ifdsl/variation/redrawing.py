"""Take a demand; give other arguments for its type, drawn as its `vary` lines say and near those that it has."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ifdsl.analysis.demands import Demand
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.primitives.ranges import Range

_TRIES = 40
_TELLS = 10
"""Of what a number was, so large a part is the least that it changes by."""


def alterable(demand: Demand) -> list[str]:
    """The parameters whose arguments can be drawn."""
    return [one.parameter for one in demand.constraint.vary]


def redrawn(demand: Demand, random: Random) -> tuple[Any, ...] | None:
    """Other arguments, one of them drawn anew; None where none can be.

    A number is drawn between half and twice what it was, so that a haiku is not to have a thousand words. A list keeps
    its length.
    """
    names = alterable(demand)
    random.shuffle(names)
    for name in names:
        for _ in range(_TRIES):
            values = _with(demand, name, random)
            if values is not None and values != demand.arguments:
                return values
    return None


def _with(demand: Demand, name: str, random: Random) -> tuple[Any, ...] | None:
    """The arguments with another one for a parameter."""
    constraint = demand.constraint
    vary = next(one for one in constraint.vary if one.parameter == name)
    place = next(at for at, one in enumerate(constraint.parameters) if one.name == name)
    parameter = constraint.parameters[place]
    value = _value(vary, parameter.type, demand.arguments[place], random)
    if value is None:
        return None
    changed = list(demand.arguments)
    changed[place] = as_declared(value, parameter.type)
    return tuple(changed)


def _value(vary: n.Vary, type_: str, old: Any, random: Random) -> Any:
    domain = evaluate(vary.domain, {})
    if isinstance(domain, list):
        if isinstance(old, list):
            return _words(domain, len(old), random)
        others = [one for one in domain if one != old]
        alike = [one for one in others if _ending(one) == _ending(old)]
        return random.choice(alike or others) if others else None
    step = 1 if vary.step is None else evaluate(vary.step, {})
    if isinstance(old, Range):
        low = None if old.lo is None else _number(domain, step, old.lo, random)
        high = None if old.hi is None else _number(domain, step, old.hi, random)
        if old.lo == old.hi:
            high = low
        if (low is None) != (old.lo is None) or (high is None) != (old.hi is None):
            return None
        return None if low is not None and high is not None and low > high else Range(low, high)
    return _number(domain, step, old, random) if isinstance(old, int | float) else None


def _ending(value: Any) -> str:
    """The mark that a text ends in: a question gives way to a question."""
    return value[-1:] if isinstance(value, str) and value[-1:] in ".?!" else ""


def _number(domain: Range, step: Any, old: Any, random: Random) -> Any:
    assert domain.lo is not None, "a domain has both ends"
    assert domain.hi is not None, "a domain has both ends"
    choices = [domain.lo + step * at for at in range(int((domain.hi - domain.lo) // step) + 1)]
    near = [one for one in choices if old / 2 <= one <= old * 2 and abs(one - old) >= old / _TELLS]
    return random.choice(near) if near else None


def _words(domain: Sequence[Any], count: int, random: Random) -> list[Any] | None:
    """So many words as there were: a list of that length, or words of all lists."""
    fitting = [one for one in domain if isinstance(one, list) and len(one) == count]
    if fitting and random.randrange(2):
        return list(random.choice(fitting))
    every = list(dict.fromkeys(word for one in domain for word in (one if isinstance(one, list) else [one])))
    return random.sample(every, count) if count <= len(every) else None
