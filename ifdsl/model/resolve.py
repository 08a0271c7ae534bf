"""Take the path of a file; give everything it and the modules it uses declare, resolved and typed, with diagnostics.

Modules of the author are checked whole. Of the modules that ship with the package only what is needed is looked at:
their own tests check the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ifdsl import data
from ifdsl.model.constraints import check_conflict, check_constraint
from ifdsl.model.declarations import ConstraintInfo, FunctionInfo, ModuleInfo
from ifdsl.model.flows import TERM_TYPES, check_flow
from ifdsl.model.infer import Inference
from ifdsl.model.knowledge import check_knowledge
from ifdsl.model.layouts import check_layout
from ifdsl.model.modules import TERMS, Loader
from ifdsl.model.names import collect
from ifdsl.model.notes import Notes, Scope
from ifdsl.model.reporting import Reporter
from ifdsl.model.specs import check_spec
from ifdsl.model.suites import check_cousins, check_suite
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, in_order, quoted
from ifdsl.source.file import SourceFile, read_source
from ifdsl.syntax import tree as t
from ifdsl.syntax.walk import children

MAX_NAMED = 100
"""Functions of a circle of calls that a message names."""


@dataclass(slots=True)
class Resolution:
    """What one compilation knows about its sources. `constraints` holds those that are needed, dependencies too."""

    main: ModuleInfo
    modules: list[ModuleInfo]
    notes: Notes
    constraints: dict[str, ConstraintInfo] = field(default_factory=dict)
    absent: list[Path] = field(default_factory=list)
    """Where modules were looked for before they were found elsewhere."""


@dataclass(slots=True)
class Resolved:
    """`resolution` is None where not even the main file could be read."""

    resolution: Resolution | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        return not any(diagnostic.severity == "error" for diagnostic in self.diagnostics)


def resolve_path(path: str | Path) -> Resolved:
    """Read, parse and resolve the file at `path`."""
    source = read_source(path)
    if isinstance(source, Diagnostic):
        return Resolved(None, (source,))
    return resolve(source)


def resolve(source: SourceFile, *, root: Path | None = None, name: str | None = None) -> Resolved:
    """Parse and resolve `source`; modules are looked for in `root` (by default the folder of the file)."""
    reporter = Reporter()
    path = Path(source.path)
    loader = Loader(root or path.parent, reporter)
    main = loader.load(source, name or _module_name(path))
    ordered = list(loader.in_order())
    if any(module.name == main.name for module in ordered if module is not main):
        # INVARIANT: qualified names are unique, also where a file is called as the pack that it uses.
        main.name += "_main"
    tables = collect(ordered, reporter)
    modules = [tables[id(module)] for module in ordered]
    resolution = Resolution(modules[-1], modules, Notes(), absent=loader.absent)
    _check_functions(resolution, reporter)
    for module in modules:
        if not module.shipped:
            _check_module(module, resolution, reporter)
    _check_needed(resolution, reporter)
    _unused_imports(resolution.main, reporter)
    return Resolved(resolution, tuple(_distinct(in_order(reporter.diagnostics))))


def _module_name(path: Path) -> str:
    """The name of a main file: of a shipped module its dotted path, else its stem made an identifier."""
    shipped = data.stdlib_path().resolve()
    resolved = path.resolve()
    if resolved.is_relative_to(shipped):
        return ".".join(resolved.relative_to(shipped).with_suffix("").parts)
    return "".join(char if char.isascii() and (char.isalnum() or char == "_") else "_" for char in path.stem) or "main"


def _check_module(module: ModuleInfo, resolution: Resolution, reporter: Reporter) -> None:
    inference = Inference(module.file, reporter, resolution.notes)
    for constraint in module.constraints.values():
        resolution.constraints[constraint.qualified] = constraint
        check_constraint(constraint, inference)
    for node in module.tree.declarations:
        needed: list[ConstraintInfo] = []
        if isinstance(node, t.Conflict):
            needed = check_conflict(node, module, inference)
        elif isinstance(node, t.Spec) and module.specs.get(node.name.value, _NONE).node is node:
            check = check_spec if node.row is None else check_knowledge
            needed = check(module.specs[node.name.value], inference)
        elif isinstance(node, t.Suite):
            check_suite(node, module, inference)
        elif isinstance(node, t.Cousins):
            check_cousins(node, module, inference)
        elif isinstance(node, t.Flow) and module.flows.get(node.name.value, _NONE).node is node:
            needed = [*check_flow(module.flows[node.name.value], inference), *_terms(resolution)]
        elif isinstance(node, t.FlowTemplate) and module.layouts.get(node.name.value, _NONE).node is node:
            check_layout(module.layouts[node.name.value], inference)
        for constraint in needed:
            resolution.constraints.setdefault(constraint.qualified, constraint)


def _terms(resolution: Resolution) -> list[ConstraintInfo]:
    """The constraints that check what a turn mentions."""
    home = next((module for module in resolution.modules if module.shipped and module.name == TERMS), None)
    return [] if home is None else [home.constraints[name] for name in TERM_TYPES]


def _check_needed(resolution: Resolution, reporter: Reporter) -> None:
    """Type the shipped constraints that somebody needs; those of the author's modules are typed already.

    Shipped flow templates are few and short, and typed where their module is in use.
    """
    for module in resolution.modules:
        if module.shipped:
            for layout in module.layouts.values():
                check_layout(layout, Inference(module.file, reporter, resolution.notes))
    for constraint in resolution.constraints.values():
        if constraint.module.shipped:
            check_constraint(constraint, Inference(constraint.module.file, reporter, resolution.notes))


def _check_functions(resolution: Resolution, reporter: Reporter) -> None:
    for module in resolution.modules:
        inference = Inference(module.file, reporter, resolution.notes)
        for function in module.functions.values():
            variables = {parameter.name: parameter.type for parameter in function.parameters}
            for parameter in function.parameters:
                if parameter.default is not None:
                    place = quoted(parameter.name)
                    inference.expect(parameter.default, parameter.type, Scope(module, {}), place)
            place = f"{quoted(function.name)} gives a value that"
            inference.expect(function.node.body, function.returns, Scope(module, variables), place)
    _check_recursion(resolution, reporter)


def _check_recursion(resolution: Resolution, reporter: Reporter) -> None:
    """Functions are expanded, so a cycle of calls is an error: at each function that closes one."""
    done: set[int] = set()
    for module in resolution.modules:
        for function in module.functions.values():
            _follow_calls(function, resolution.notes, done, reporter)


def _follow_calls(function: FunctionInfo, notes: Notes, done: set[int], reporter: Reporter) -> None:
    # The chain is kept by hand: a stranger's functions may call one another deeper than Python calls itself.
    chain: dict[int, FunctionInfo] = {}
    waiting: list[tuple[FunctionInfo, Iterator[FunctionInfo]]] = []

    def enter(function: FunctionInfo) -> None:
        if id(function) in done:
            return
        if id(function) in chain:
            names = [each.name for each in chain.values()]
            names = names[names.index(function.name) :] if len(names) <= MAX_NAMED else [function.name, "…"]
            done.update(chain)
            message = f"{quoted(function.name)} calls itself: " + " → ".join([*names, function.name])
            reporter.report(codes.RECURSIVE_FUNCTION, function.module.file, function.node.name, message)
            return
        chain[id(function)] = function
        waiting.append((function, iter(_called(function.node.body, notes))))

    enter(function)
    while waiting:
        current, callees = waiting[-1]
        callee = next(callees, None)
        if callee is not None:
            enter(callee)
            continue
        waiting.pop()
        del chain[id(current)]
        done.add(id(current))


def _called(node: t.Node, notes: Notes) -> list[FunctionInfo]:
    found = []
    callee = notes.callees.get(id(node))
    if callee is not None and isinstance(callee.target, FunctionInfo):
        found.append(callee.target)
    for child in children(node):
        found.extend(_called(child, notes))
    return found


def _unused_imports(module: ModuleInfo, reporter: Reporter) -> None:
    if any(isinstance(node, t.Suite | t.Cousins | t.Source) for node in module.tree.declarations):
        return  # they name modules in ways that are resolved when they run
    if any(d.severity == "error" and d.primary.file is module.file for d in reporter.diagnostics):
        return  # what could not be read or resolved may be what a module is in use for
    for use, used in module.use_nodes:
        if used.name not in module.used:
            message = f"nothing of {quoted(used.name)} is used"
            reporter.report(codes.UNUSED_IMPORT, module.file, use, message)


def _distinct(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    seen, kept = set(), []
    for diagnostic in diagnostics:
        key = (diagnostic.code.number, diagnostic.primary.file.path, diagnostic.primary.span, diagnostic.message)
        if key not in seen:
            seen.add(key)
            kept.append(diagnostic)
    return kept


class _NoSpec:
    node = None


_NONE: Any = _NoSpec()
