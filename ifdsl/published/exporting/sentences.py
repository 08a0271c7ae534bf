"""Take a requirement; give the constraint of MulDimIF that asks the same: category, subcategory, sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ifdsl.ir import nodes as n
from ifdsl.primitives.undecided import Undecided
from ifdsl.published.categories import label_of
from ifdsl.published.exporting.posing import Unsayable
from ifdsl.rendering.fill import value_of
from ifdsl.rendering.prompt import MissingWording, requirements_text


class Sentence(NamedTuple):
    """One constraint as a row has it. `known` is whether MulDimIF has its subcategory; `name` is that of its type."""

    category: str
    subcategory: str
    text: str
    known: bool
    name: str


def sentence_of(requirement: n.Requirement, program: n.Program, environment: Mapping[str, Any]) -> Sentence | None:
    """What a requirement says as a listing; None where it asks for nothing in this instance.

    A scope or combinator belongs where the first constraint that it holds does.

    Raises:
        Unsayable: it cannot be put into words.
    """
    try:
        rules = requirements_text(program, (requirement,), environment)
        demand = next(_demands(requirement, environment), None)
        if demand is None or not rules:
            return None
        constraint = program.constraints[demand.constraint]
        values = [value_of(argument, environment) for argument in demand.arguments]
    except (MissingWording, Undecided, OverflowError, ValueError) as error:
        raise Unsayable(str(error)) from None
    (category, subcategory), known = label_of(constraint, values)
    return Sentence(category, subcategory, " ".join(rule.text for rule in rules), known, constraint.name)


def _demands(requirement: n.Requirement, environment: Mapping[str, Any]) -> Iterator[n.Demand]:
    """The constraints that apply in an instance, in order."""
    if isinstance(requirement, n.Demand):
        yield requirement
        return
    if isinstance(requirement, n.When):
        body = requirement.then if value_of(requirement.condition, environment) else requirement.otherwise
    else:
        body = requirement.body
    for part in body:
        yield from _demands(part, environment)
