"""Take a spec or a flow; give the instances it stands for: a value for each of its parameters, in every combination."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.ir.nodes import Flow, Items, Knowledge, Spec

MAX_INSTANCES = 10_000
"""Instances of one spec: enough for any table of names, and a bound on what three short lines can ask for."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One instance: its id (the spec's name, with the drawn values where there are any) and all values by name."""

    id: str
    spec: Spec
    values: dict[str, Any]


def count(spec: Spec | Flow | Knowledge) -> int:
    """How many instances a spec or flow stands for, without making them."""
    return prod(len(_values(draw.values)) for draw in spec.draws)


def instances(spec: Spec) -> Iterator[Instance]:
    """Every instance, the last `for` varying fastest."""
    return (Instance(id_, spec, values) for id_, values in valued(spec))


def valued(spec: Spec | Flow | Knowledge) -> Iterator[tuple[str, dict[str, Any]]]:
    """The id and the values of each instance, in the same order."""
    defaults = {p.name: as_declared(evaluate(p.default, {}), p.type) for p in spec.parameters if p.default is not None}
    types = {parameter.name: parameter.type for parameter in spec.parameters}
    names = [draw.name for draw in spec.draws]
    taken: dict[str, int] = {}
    for values in product(*(_values(draw.values) for draw in spec.draws)):
        drawn = {name: as_declared(value, types[name]) for name, value in zip(names, values, strict=True)}
        label = ", ".join(f"{name}={_shown(value)}" for name, value in drawn.items())
        id_ = f"{spec.name}({label})" if label else spec.name
        taken[id_] = taken.get(id_, 0) + 1
        if taken[id_] > 1:  # two values that are cut to the same words
            id_ += f"#{taken[id_]}"
        yield id_, {**defaults, **drawn}


def _values(expression: Any) -> list[Any]:
    if isinstance(expression, Items):
        return [evaluate(item, {}) for item in expression.items]
    return list(evaluate(expression, {}))


def _shown(value: Any) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"
