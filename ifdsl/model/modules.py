"""Take the path of a file; give it and every module it uses, parsed, each once, dependencies first.

A module is found by its dotted path in the folder of the main file, then in the standard library, then in the
installed packages that declare the entry point `ifdsl.packs`. Nothing outside those folders is ever read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ifdsl import data
from ifdsl.model.reporting import Reporter, span_of
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Label, quoted, suggest
from ifdsl.source.file import SourceFile, read_source
from ifdsl.syntax import tree as t
from ifdsl.syntax.parser import parse

MAX_CHAIN = 50
"""Modules that may use one another in a row."""


TERMS = "std.content"
"""The module whose types check what a turn mentions."""


@dataclass(slots=True)
class ModuleFile:
    """One parsed module. `name` is its dotted path (of the main file: its stem); `uses` maps a `use` line to it."""

    name: str
    file: SourceFile
    tree: t.Module
    shipped: bool
    uses: list[tuple[t.Use, ModuleFile]] = field(default_factory=list)
    implied: list[ModuleFile] = field(default_factory=list)
    """Modules that the language itself takes something from for this one."""


@dataclass(slots=True)
class Loader:
    """Loads modules for one compilation."""

    root: Path
    reporter: Reporter
    loaded: dict[Path, ModuleFile] = field(default_factory=dict)
    absent: list[Path] = field(default_factory=list)
    _open: list[Path] = field(default_factory=list)

    def load(self, file: SourceFile, name: str, *, shipped: bool = False) -> ModuleFile:
        """Parse `file` and, before it is given back, everything it uses."""
        path = Path(file.path).resolve()
        parsed = parse(file)
        self.reporter.diagnostics.extend(parsed.diagnostics)
        module = ModuleFile(name, file, parsed.module, shipped)
        self.loaded[path] = module
        self._open.append(path)
        for declaration in parsed.module.declarations:
            if isinstance(declaration, t.Use):
                used = self._use(declaration, module)
                if used is not None:
                    module.uses.append((declaration, used))
        if any(isinstance(declaration, t.Flow) for declaration in parsed.module.declarations):
            self._imply(TERMS, module)
        self._open.pop()
        return module

    def in_order(self) -> Iterator[ModuleFile]:
        """Every loaded module, those it uses before a module itself."""
        seen: set[int] = set()

        def visit(module: ModuleFile) -> Iterator[ModuleFile]:
            if id(module) in seen:
                return
            seen.add(id(module))
            for used in (*module.implied, *(used for _, used in module.uses)):
                yield from visit(used)
            yield module

        for module in list(self.loaded.values()):
            yield from visit(module)

    def _imply(self, name: str, module: ModuleFile) -> None:
        path = data.stdlib_path().joinpath(*name.split(".")).with_suffix(".ifc").resolve()
        source = self.loaded[path].file if path in self.loaded else read_source(path)
        if isinstance(source, Diagnostic):
            self.reporter.diagnostics.append(source)
        elif path not in self._open:
            module.implied.append(self.loaded.get(path) or self.load(source, name, shipped=True))

    def _use(self, use: t.Use, user: ModuleFile) -> ModuleFile | None:
        found = self._find(use.path, user)
        if found is None:
            if not any(d.code is codes.PATH_OUTSIDE_PACKAGE for d in self.reporter.diagnostics):
                self._not_found(use, user)
            return None
        path, shipped = found
        if path in self._open:
            chain = [self.loaded[p].name for p in self._open[self._open.index(path) :]]
            message = f"{quoted(use.path.dotted)} uses itself: " + " → ".join([*chain, use.path.dotted])
            self.reporter.report(codes.IMPORT_CYCLE, user.file, use.path, message)
            return None
        if path in self.loaded:
            return self.loaded[path]
        if len(self._open) >= MAX_CHAIN:
            message = f"{quoted(use.path.dotted)} is used by a chain of more than {MAX_CHAIN} modules"
            self.reporter.report(codes.NESTING_TOO_DEEP, user.file, use.path, message)
            return None
        source = read_source(path)
        if isinstance(source, Diagnostic):
            self.reporter.diagnostics.append(source)
            return None
        return self.load(source, use.path.dotted, shipped=shipped)

    def _find(self, path: t.Path, user: ModuleFile) -> tuple[Path, bool] | None:
        relative = Path(*(part.value for part in path.parts[:-1]), path.parts[-1].value + ".ifc")
        for root, shipped in self._roots(path.parts[0].value):
            candidate = root / relative
            if not candidate.is_file():
                self.absent.append(candidate)
                continue
            resolved = candidate.resolve()
            if resolved == Path(user.file.path).resolve():
                continue  # a spec may be called as the pack that it uses
            # INVARIANT: a link inside a package never leads the reader out of it.
            if resolved.is_relative_to(root.resolve()):
                return resolved, shipped
            self.reporter.report(
                codes.PATH_OUTSIDE_PACKAGE,
                user.file,
                path,
                f"{quoted(path.dotted)} leads out of the folder that it is looked for in",
            )
        return None

    def _roots(self, first: str) -> Iterator[tuple[Path, bool]]:
        yield self.root, False
        yield data.stdlib_path(), True
        yield from ((root, True) for root in data.pack_folders(first))

    def _not_found(self, use: t.Use, user: ModuleFile) -> None:
        known = [
            ".".join(path.relative_to(root).with_suffix("").parts)
            for root in (self.root, data.stdlib_path())
            for path in _ifc_files(root)
        ]
        nearest = suggest(use.path.dotted, known)
        advice = [f"a module of a similar name: {quoted(nearest)}"] if nearest else []
        self.reporter.diagnostics.append(
            Diagnostic(
                codes.MODULE_NOT_FOUND,
                f"no module is called {quoted(use.path.dotted)}",
                Label(user.file, span_of(use.path), "looked for here, in the standard library and in installed packs"),
                help=tuple(advice),
            )
        )


def _ifc_files(root: Path, limit: int = 500) -> list[Path]:
    """Candidates for a suggestion; a huge folder (a home directory, say) is not walked to its end."""
    found: list[Path] = []
    for pattern in ("*.ifc", "*/*.ifc", "*/*/*.ifc"):
        for path in root.glob(pattern):
            found.append(path)
            if len(found) >= limit:
                return found
    return found
