"""Take parsed modules; give each one's table of names, and look names up in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TypeVar

from ifdsl.model.declarations import (
    ConstraintInfo,
    FlowInfo,
    FunctionInfo,
    LayoutInfo,
    ModuleInfo,
    ParameterInfo,
    SpecInfo,
)
from ifdsl.model.modules import ModuleFile
from ifdsl.model.reporting import Reporter, span_of
from ifdsl.model.types import resolve_type
from ifdsl.source import codes
from ifdsl.source.diagnostic import Edit, Fix, Label, Safety, quoted
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span
from ifdsl.syntax import tree as t
from ifdsl.syntax.literals import value_of

Declared = TypeVar("Declared", ConstraintInfo, FunctionInfo)


def collect(modules: Iterable[ModuleFile], reporter: Reporter) -> dict[int, ModuleInfo]:
    """The table of each module, keyed by the identity of its `ModuleFile`; dependencies come first in `modules`."""
    tables: dict[int, ModuleInfo] = {}
    for module in modules:
        table = ModuleInfo(module.name, module.file, module.tree, module.shipped)
        tables[id(module)] = table
        _collect_uses(module, table, tables)
        table.incomplete = len(module.uses) < sum(isinstance(node, t.Use) for node in module.tree.declarations)
        _collect_own(table, reporter)
        _check_version(module, reporter)
        _check_revisions(table, reporter)
    return tables


def find_constraint(path: t.Path, module: ModuleInfo, reporter: Reporter) -> ConstraintInfo | None:
    """The constraint that `path` names in `module`; reports and gives None where there is none."""
    if len(path.parts) > 1:
        prefix = ".".join(part.value for part in path.parts[:-1])
        home = module.named_uses.get(prefix)
        if home is None:
            if module.incomplete:
                return None
            unknown_module(path.parts[0], "module in use", prefix, module.named_uses, module, reporter)
            return None
        module.used.add(home.name)
        last = path.parts[-1]
        found = home.constraints.get(last.value)
        if found is None and not excused("constraint", last.value, home):
            what = f"constraint of {quoted(home.name)}"
            reporter.unknown(codes.UNKNOWN_MODULE_MEMBER, module.file, last, what, last.value, home.constraints)
        return found
    name = path.parts[0]
    candidates = _visible(name.value, module, "constraints")
    if len(candidates) > 1:
        _ambiguous(name, candidates, module, reporter)
    if candidates:
        module.used.add(candidates[0].module.name)
        return candidates[0]
    if not excused("constraint", name.value, module):
        known = {n for m in [module, *module.open_uses] for n in m.constraints}
        _unknown_constraint(name, known, module, reporter)
    return None


def find_function(name: t.Name, module: ModuleInfo, reporter: Reporter) -> FunctionInfo | None:
    """The user function of that name, or None (which is no error: it may be a primitive)."""
    candidates = _visible_functions(name.value, module)
    if len(candidates) > 1:
        _ambiguous(name, candidates, module, reporter)
    if candidates:
        module.used.add(candidates[0].module.name)
    return candidates[0] if candidates else None


def excused(keyword: str, name: str, module: ModuleInfo) -> bool:
    """Whether a name is unknown only because of another mistake, which is reported already."""
    if module.incomplete:
        return True
    if module.written is None:
        # A declaration that could not be read is not in the tree; its first words are in the text all the same.
        module.written = set(re.findall(r"^[^\S\n]*(\w+)[^\S\n]+(\w+)", module.tree.text, re.MULTILINE))
    return (keyword, name) in module.written


def parameters_of(nodes: list[t.Parameter] | None, file: SourceFile, reporter: Reporter) -> list[ParameterInfo]:
    found: dict[str, ParameterInfo] = {}
    for node in nodes or []:
        name = node.name.value
        if name in found:
            _duplicate(node.name, found[name].node.name, "parameter", file, reporter)
            continue
        found[name] = ParameterInfo(name, resolve_type(node.type, file, reporter), node.default, node)
    return list(found.values())


def _visible(name: str, module: ModuleInfo, table: str) -> list[ConstraintInfo]:
    if name in module.constraints:
        return [module.constraints[name]]
    return [used.constraints[name] for used in _distinct(module.open_uses) if name in used.constraints]


def _visible_functions(name: str, module: ModuleInfo) -> list[FunctionInfo]:
    if name in module.functions:
        return [module.functions[name]]
    return [used.functions[name] for used in _distinct(module.open_uses) if name in used.functions]


def _distinct(modules: list[ModuleInfo]) -> list[ModuleInfo]:
    return list({id(module): module for module in modules}.values())


def _collect_uses(module: ModuleFile, table: ModuleInfo, tables: dict[int, ModuleInfo]) -> None:
    for use, used in module.uses:
        info = tables.get(id(used))
        if info is None:
            continue
        table.use_nodes.append((use, info))
        if use.alias is not None:
            table.named_uses[use.alias.value] = info
            continue
        table.open_uses.append(info)
        table.named_uses[use.path.dotted] = info
        table.named_uses.setdefault(use.path.parts[-1].value, info)


def _collect_own(table: ModuleInfo, reporter: Reporter) -> None:
    seen: dict[str, t.Name] = {}
    for node in table.tree.declarations:
        if not isinstance(node, t.Fn | t.Constraint | t.Spec | t.Source | t.Suite | t.Flow | t.FlowTemplate):
            continue
        name = node.name.value
        if name in seen:
            _duplicate(node.name, seen[name], "declaration", table.file, reporter)
            continue
        seen[name] = node.name
        if isinstance(node, t.Fn):
            parameters = parameters_of(node.parameters, table.file, reporter)
            returns = resolve_type(node.returns, table.file, reporter)
            table.functions[name] = FunctionInfo(name, table, parameters, returns, node)
        elif isinstance(node, t.Constraint):
            parameters = parameters_of(node.parameters, table.file, reporter)
            table.constraints[name] = ConstraintInfo(name, table, parameters, node)
        elif isinstance(node, t.Spec):
            parameters = parameters_of(node.parameters, table.file, reporter)
            table.specs[name] = SpecInfo(name, table, parameters, node)
        elif isinstance(node, t.Flow):
            table.flows[name] = FlowInfo(name, table, parameters_of(node.parameters, table.file, reporter), node)
        elif isinstance(node, t.FlowTemplate):
            table.layouts[name] = LayoutInfo(name, table, parameters_of(node.parameters, table.file, reporter), node)
        elif isinstance(node, t.Source):
            table.sources[name] = node
            _distinct_fields(node, table.file, reporter)


def _distinct_fields(node: t.Source, file: SourceFile, reporter: Reporter) -> None:
    seen: dict[str, t.Name] = {}
    for field in node.fields or []:
        if field.name.value in seen:
            _duplicate(field.name, seen[field.name.value], "field", file, reporter)
        seen.setdefault(field.name.value, field.name)


def _duplicate(node: t.Name, first: t.Name, what: str, file: SourceFile, reporter: Reporter) -> None:
    reporter.report(
        codes.DUPLICATE_NAME,
        file,
        node,
        f"{quoted(node.value)} is declared twice",
        label=f"second {what} of this name",
        secondary=[Label(file, span_of(first), "first declared here")],
    )


def _ambiguous(name: t.Name, candidates: list[Declared], module: ModuleInfo, reporter: Reporter) -> None:
    homes = [candidate.module.name for candidate in candidates]
    fixes = [
        Fix(f"write {quoted(f'{home}.{name.value}')}", (Edit(span_of(name), f"{home}.{name.value}"),), Safety.UNSAFE)
        for home in homes
    ]
    message = f"{quoted(name.value)} is declared by " + " and by ".join(quoted(home) for home in homes)
    reporter.report(codes.AMBIGUOUS_NAME, module.file, name, message, fixes=fixes)


def _unknown_constraint(name: t.Name, known: set[str], module: ModuleInfo, reporter: Reporter) -> None:
    """A constraint of the standard library that is not in use gets the missing `use` line as a fix."""
    home = _shipped_home(name.value)
    if home is None:
        reporter.unknown(codes.UNKNOWN_CONSTRAINT, module.file, name, "constraint", name.value, known)
        return
    advice = f"the standard library has one in {quoted(home)}"
    message = f"no constraint is called {quoted(name.value)}"
    reporter.report(codes.UNKNOWN_CONSTRAINT, module.file, name, message, help=[advice], fixes=[_use(home, module)])


def unknown_module(
    node: t.Node, what: str, name: str, known: Iterable[str], module: ModuleInfo, reporter: Reporter
) -> None:
    """Report a name of modules and what is in them; one that is shipped gets the missing `use` line as a fix."""
    home = next((each for each in (name, name.rpartition(".")[0]) if _is_shipped(each)), None)
    if home is None or home in module.named_uses:
        reporter.unknown(codes.UNKNOWN_NAME, module.file, node, what, name, known)
        return
    advice = f"the standard library has a module {quoted(home)}"
    message = f"no {what} is called {quoted(name)}"
    reporter.report(codes.UNKNOWN_NAME, module.file, node, message, help=[advice], fixes=[_use(home, module)])


def _use(home: str, module: ModuleInfo) -> Fix:
    at = module.tree.version.end if module.tree.version is not None else 0
    insert = Edit(Span(at, at), f"\n\nuse {home}" if at else f"use {home}\n")
    return Fix(f"add {quoted(f'use {home}')}", (insert,), Safety.SAFE)


def _is_shipped(name: str) -> bool:
    """Whether the standard library has a module of this name."""
    from ifdsl import data

    parts = name.split(".")
    return (
        all(part.isidentifier() for part in parts) and data.stdlib_path().joinpath(*parts).with_suffix(".ifc").is_file()
    )


def _shipped_home(name: str) -> str | None:
    """The module of the standard library that declares a constraint of this name; found by text alone."""
    return _shipped_names().get(name)


@cache
def _shipped_names() -> dict[str, str]:
    from ifdsl import data

    root = data.stdlib_path()
    return {
        match[1]: ".".join(path.relative_to(root).with_suffix("").parts)
        for path in (root / "answers.ifc", *sorted((root / "std").glob("*.ifc"), reverse=True))
        for match in re.finditer(r"^constraint (\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    }


def _check_version(module: ModuleFile, reporter: Reporter) -> None:
    version = module.tree.version
    if any(d.code is codes.VERSION_LINE and d.primary.file is module.file for d in reporter.diagnostics):
        return  # the parser said so already
    if version is None:
        start = t.Word(0, 0, "")
        fix = Fix("begin the file with `ifdsl 1`", (Edit(Span(0, 0), "ifdsl 1\n\n"),), Safety.SAFE)
        reporter.report(codes.VERSION_LINE, module.file, start, "the file does not begin with `ifdsl 1`", fixes=[fix])
    elif version.literal != "1":
        message = f"version {quoted(version.literal)} of the language is not known"
        reporter.report(codes.VERSION_LINE, module.file, version, message, help=["this release reads `ifdsl 1`"])


def _check_revisions(table: ModuleInfo, reporter: Reporter) -> None:
    for use, used in table.use_nodes:
        known = revisions_of(used.tree)
        for argument in use.arguments or []:
            name = argument.name.value if argument.name else ""
            if name != "revision":
                where = argument.name or argument
                reporter.unknown(codes.UNKNOWN_PARAMETER, table.file, where, "setting of a module", name, ["revision"])
            elif not (isinstance(argument.value, t.Text) and value_of(argument.value) in known):
                have = ", ".join(quoted(revision) for revision in known) or "none"
                message = f"{quoted(used.name)} has no such revision"
                reporter.report(codes.UNKNOWN_REVISION, table.file, argument.value, message, help=[f"it has {have}"])


def revisions_of(module: t.Module) -> list[str]:
    """The revisions that the module's `pack` block declares."""
    return [
        value
        for pack in module.declarations
        if isinstance(pack, t.Pack)
        for item in pack.items
        if item.keyword == "revision"
        for part in item.parts
        if isinstance(part, t.Text) and isinstance(value := value_of(part), str)
    ]
