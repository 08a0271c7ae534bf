"""Give what inference writes down and lowering reads: types, callees, texts; and the scope an expression stands in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ifdsl.model.arguments import Bound, Formal
from ifdsl.model.declarations import FunctionInfo, ModuleInfo, ParameterInfo
from ifdsl.primitives.primitive import REQUIRED, Primitive
from ifdsl.primitives.types import Type
from ifdsl.syntax.template import Hole


@dataclass(frozen=True, slots=True)
class Callee:
    """What a call calls, with one bound argument a parameter (the subject of a method is the first)."""

    target: Primitive | FunctionInfo | str
    arguments: tuple[Bound, ...] = ()
    rule: str | None = None


@dataclass(slots=True)
class Notes:
    """What inference found out, by identity of the syntax node."""

    types: dict[int, Type] = field(default_factory=dict)
    callees: dict[int, Callee] = field(default_factory=dict)
    templates: dict[int, list[str | Hole]] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    broken: set[int] = field(default_factory=set)
    """Texts with a hole that could not be read: what they state is not known."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables that an expression may name, and the module whose functions it may call."""

    module: ModuleInfo
    variables: dict[str, Type]

    def with_variable(self, name: str, type_: Type) -> Scope:
        return replace(self, variables={**self.variables, name: type_})


def formals_of(parameters: Sequence[ParameterInfo]) -> list[Formal]:
    """The parameters of a declaration as a call sees them."""
    return [Formal(p.name, p.type, REQUIRED if p.default is None else p.default) for p in parameters]
