"""Take a spec and a value for each of its parameters; give what its cousins are made of, its requirements constant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, cast

from ifdsl.analysis.demands import Demand, demands_of_spec
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.ir.expressions import constant
from ifdsl.ir.parts import derived_id
from ifdsl.rendering.fill import fill

NO_TASKS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Wanted:
    """One requirement in `must`: as it stands in a spec, and as a demand.

    `flat` is False where it is more than a constraint with its arguments, so that nothing of it can be altered.
    """

    requirement: n.Requirement
    demand: Demand
    flat: bool

    def altered(self, arguments: tuple[Any, ...]) -> Wanted:
        """The same type with other arguments."""
        constraint = self.demand.constraint
        return wanted(Demand(self.demand.name, constraint, arguments), {})


@dataclass(frozen=True, slots=True)
class Original:
    """What cousins are made of.

    Attributes:
        name: of the spec, which is the base of the group.
        text: the task, or the whole prompt where `stated`.
        must, should: what is asked for, with constant arguments.
        meta: of the spec.
        prompt: the whole prompt of one that was made of a known task; else empty.
    """

    name: str
    text: str
    stated: bool
    must: tuple[Wanted, ...]
    should: tuple[n.Requirement, ...]
    meta: tuple[tuple[str, str], ...]
    prompt: str = ""

    @property
    def must_requirements(self) -> tuple[n.Requirement, ...]:
        return tuple(one.requirement for one in self.must)

    @property
    def demands(self) -> tuple[Demand, ...]:
        return tuple(one.demand for one in self.must)


def original(
    program: n.Program,
    spec: n.Spec,
    values: Mapping[str, Any],
    language: str = "en",
    tasks: Mapping[str, str] = NO_TASKS,
) -> Original:
    """What the cousins of a spec are made of. A prompt that says of which task it was made (`meta task`) is that task.

    Args:
        program: declares the constraints of the spec.
        values: a value for each parameter and draw of the spec.
        language: of the words that values are put into the task in.
        tasks: texts of tasks by their ids.
    """
    given = {name: constant(value) for name, value in values.items()}
    settled = replace(
        spec,
        must=tuple(cast(n.Requirement, _settled(one, given)) for one in spec.must),
        should=tuple(cast(n.Requirement, _settled(one, given)) for one in spec.should),
    )
    demands = demands_of_spec(program, settled, {})
    must = []
    for requirement, demand in zip(settled.must, demands, strict=True):
        if isinstance(requirement, n.Demand):
            requirement = replace(requirement, arguments=_plain(demand))
        must.append(Wanted(requirement, demand, isinstance(requirement, n.Demand)))
    text = fill(spec.task, values, language)
    task = tasks.get(dict(spec.meta).get("task", ""), "")
    if spec.stated and task:
        return Original(spec.name, task, False, tuple(must), settled.should, spec.meta, text)
    return Original(spec.name, text, spec.stated, tuple(must), settled.should, spec.meta)


def wanted(demand: Demand, taken: dict[str, int]) -> Wanted:
    """A demand as a requirement; `taken` holds the ids that are in use."""
    arguments = _plain(demand)
    id_ = derived_id(demand.constraint.short_name, arguments, taken)
    return Wanted(n.Demand(id=id_, constraint=demand.constraint.name, arguments=arguments), demand, True)


def numbered(must: Sequence[Wanted]) -> tuple[n.Requirement, ...]:
    """The requirements with ids that differ, each its own where that is free."""
    taken: dict[str, int] = {}
    made: list[n.Requirement] = []
    for one in must:
        requirement = one.requirement
        count = taken[requirement.id] = taken.get(requirement.id, 0) + 1
        made.append(requirement if count == 1 else replace(requirement, id=f"{requirement.id}_{count}"))
    return tuple(made)


def values_of(spec: n.Spec) -> dict[str, Any]:
    """The values of the parameters that have a default."""
    return {
        one.name: as_declared(evaluate(one.default, {}), one.type) for one in spec.parameters if one.default is not None
    }


def _plain(demand: Demand) -> tuple[n.Expr, ...]:
    pairs = zip(demand.constraint.parameters, demand.arguments, strict=True)
    return tuple(
        n.Pattern(pattern=str(value)) if parameter.type == "regex" else constant(value) for parameter, value in pairs
    )


def _settled(node: Any, given: Mapping[str, n.Expr]) -> Any:
    """The same node with a constant for each variable that has a value."""
    if isinstance(node, n.Variable):
        return given.get(node.name, node)
    if isinstance(node, tuple):
        return tuple(_settled(one, given) for one in node)
    if is_dataclass(node) and not isinstance(node, type):
        return replace(node, **{one.name: _settled(getattr(node, one.name), given) for one in fields(node)})
    return node
