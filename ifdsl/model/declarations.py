"""Give the resolved declarations of a module: what each name stands for, with types, still pointing into the tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from ifdsl.primitives.types import Type
from ifdsl.source.file import SourceFile
from ifdsl.syntax import tree as t


@dataclass(slots=True)
class ParameterInfo:
    """A parameter of a constraint, function, spec or flow. `node` is where it is declared."""

    name: str
    type: Type
    default: t.Expr | None
    node: t.Parameter


@dataclass(slots=True)
class FunctionInfo:
    name: str
    module: ModuleInfo
    parameters: list[ParameterInfo]
    returns: Type
    node: t.Fn


@dataclass(slots=True)
class ConstraintInfo:
    name: str
    module: ModuleInfo
    parameters: list[ParameterInfo]
    node: t.Constraint

    @property
    def qualified(self) -> str:
        return f"{self.module.name}.{self.name}"


@dataclass(slots=True)
class SpecInfo:
    name: str
    module: ModuleInfo
    parameters: list[ParameterInfo]
    node: t.Spec


@dataclass(slots=True)
class FlowInfo:
    name: str
    module: ModuleInfo
    parameters: list[ParameterInfo]
    node: t.Flow


@dataclass(slots=True)
class LayoutInfo:
    """A flow template."""

    name: str
    module: ModuleInfo
    parameters: list[ParameterInfo]
    node: t.FlowTemplate

    @property
    def qualified(self) -> str:
        return f"{self.module.name}.{self.name}"


@dataclass(slots=True)
class ModuleInfo:
    """A module's own names, and the modules it sees by alias or path."""

    name: str
    file: SourceFile
    tree: t.Module
    shipped: bool
    constraints: dict[str, ConstraintInfo] = field(default_factory=dict)
    functions: dict[str, FunctionInfo] = field(default_factory=dict)
    specs: dict[str, SpecInfo] = field(default_factory=dict)
    flows: dict[str, FlowInfo] = field(default_factory=dict)
    layouts: dict[str, LayoutInfo] = field(default_factory=dict)
    sources: dict[str, t.Source] = field(default_factory=dict)
    open_uses: list[ModuleInfo] = field(default_factory=list)
    """Modules whose names may be written without a prefix: those in use without an alias."""
    named_uses: dict[str, ModuleInfo] = field(default_factory=dict)
    """Modules by alias, by last part of the path and by whole path."""
    use_nodes: list[tuple[t.Use, ModuleInfo]] = field(default_factory=list)
    incomplete: bool = False
    """Whether a module in use could not be had, so that a name may be unknown for no fault of its own."""
    used: set[str] = field(default_factory=set)
    """Names of modules that something was looked up in, for the unused-import warning."""
    written: set[tuple[str, str]] | None = None
    """The first two words of each line, once they were asked for."""
