"""Take a built file; open the modules and the task banks that its suites and cousins draw from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

from ifdsl import data
from ifdsl.datasets.tasks import Task, bank
from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built, build_file
from ifdsl.ir.lower import Place
from ifdsl.ir.varying import arguments
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted


class CannotDraw(Exception):
    """A suite or a block of cousins that no prompt can be made of; `diagnostics` say why and where."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        # What it is made of comes along when it is raised in another process.
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return self.diagnostics[0].message


class Shelf:
    """The modules and sources that a file can draw from.

    Args:
        built: a file without errors.
        data: the folder of the sources that it declares itself; by default its own.
    """

    def __init__(self, built: Built, data: Path | None = None) -> None:
        assert built.program is not None
        self.built = built
        self.program = built.program
        self._home = Path(built.files[-1].path).parent
        self.data = data

    def types(self, names: Sequence[str], place: Place) -> dict[str, n.Constraint]:
        """The constraint types of modules, by their qualified names.

        Raises:
            CannotDraw: a module is not there or has errors, or none has a type that can be drawn.
        """
        held: dict[str, n.Constraint] = {}
        for name in names:
            for path in self._paths(name, place):
                program = _built(path).program
                if program is None:
                    raise self.refusal(place, f"the module {quoted(name)} has errors")
                own = f"{program.module}."
                held |= {each: one for each, one in program.constraints.items() if each.startswith(own)}
        if names and not drawable(held):
            raise self.refusal(place, f"{', '.join(map(quoted, names))} has no type that can be drawn")
        return held

    def tasks(self, names: Sequence[str], place: Place) -> tuple[Task, ...]:
        """The tasks of sources, in their order: of this file, of a module, or all of a module's.

        Raises:
            CannotDraw: there is no such source, or rows of it cannot be read.
        """
        found: list[tuple[n.Source, Path]] = []
        own = {source.name: source for source in self.program.sources}
        for name in names:
            if name in own:
                found.append((own[name], self.data or self._home))
            else:
                found += self._sources(name, place)
        problems: list[Diagnostic] = []
        tasks = bank(found, problems)
        if problems:
            raise CannotDraw(problems)
        if names and not tasks:
            raise self.refusal(place, f"{', '.join(map(quoted, names))} has no task")
        return tasks

    def layouts(self, name: str, place: Place) -> list[tuple[str, n.FlowTemplate, Mapping[str, n.FlowTemplate]]]:
        """Flow templates by qualified name, each with all that it may name: one of this file or of a module, or all of
        a module's that need no value.

        Raises:
            CannotDraw: there is no such template.
        """
        own = f"{self.program.module}.{name}"
        if own in self.program.layouts:
            return [(own, self.program.layouts[own], self.program.layouts)]
        whole = self._used(name)
        home, _, last = whole.rpartition(".")
        module = home if self._module(whole) is None and home else whole
        found: list[tuple[str, n.FlowTemplate, Mapping[str, n.FlowTemplate]]] = []
        for path in self._paths(module, place):
            program = _built(path).program
            if program is None:
                raise self.refusal(place, f"the module {quoted(module)} has errors")
            for each, template in program.layouts.items():
                wanted = each.rpartition(".")[2] == last if module != whole else each.startswith(f"{program.module}.")
                if wanted and all(one.default is not None for one in template.parameters):
                    found.append((each, template, program.layouts))
        if not found:
            raise self.refusal(place, f"{quoted(name)} is no flow template that needs no value")
        return found

    def refusal(self, place: Place, message: str, code: codes.Code = codes.MODULE_NOT_FOUND) -> CannotDraw:
        """What to raise for something that cannot be drawn, where it is asked for."""
        return CannotDraw([Diagnostic(code, message, self.built.places[place])])

    def _sources(self, name: str, place: Place) -> list[tuple[n.Source, Path]]:
        whole = self._used(name)
        home, _, last = whole.rpartition(".")
        module = home if self._module(whole) is None and home else whole
        found = []
        for path in self._paths(module, place):
            program = _built(path).program
            if program is None:
                raise self.refusal(place, f"the module {quoted(module)} has errors")
            found += [(one, path.parent) for one in program.sources if module == whole or one.name == last]
        if not found:
            raise self.refusal(place, f"{quoted(name)} declares no source of tasks")
        return found

    def _used(self, name: str) -> str:
        """The whole name of what goes by the last part of the name of a module in use."""
        first, dot, rest = name.partition(".")
        for used in self.program.uses:
            if used.rpartition(".")[2] == first:
                return used + dot + rest
        return name

    def _module(self, name: str) -> Path | None:
        beside = self._home.joinpath(*name.split(".")).with_suffix(".ifc")
        return beside if beside.is_file() else data.module_path(name)

    def _paths(self, name: str, place: Place) -> list[Path]:
        """The files of a module, or of all modules of a package: beside the file, shipped or installed."""
        whole = self._used(name)
        found = self._module(whole)
        if found is not None:
            return [found]
        package = [path for each, path in data.module_paths().items() if each.startswith(f"{whole}.")]
        if not package:
            raise self.refusal(place, f"no module is called {quoted(name)}")
        return package


def drawable(types: Mapping[str, n.Constraint]) -> list[n.Constraint]:
    """The types that can be drawn: a program decides them, and each parameter is varied or has a default."""
    return [
        constraint
        for _, constraint in sorted(types.items())
        if isinstance(constraint.check, n.ExprCheck) and arguments(constraint, Random(0)) is not None
    ]


@cache
def _built(path: Path) -> Built:
    return build_file(path)
