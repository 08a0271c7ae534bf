"""Take an `.ifc` file or a module's name; give its constraints and specs as Python callables.

import ifdsl

words = ifdsl.constraint("std.length.word_count")
words("80..120").check(text)

benchmark = ifdsl.load("specs/quickstart.ifc")
benchmark.spec("packing_list").check(text).passed
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ifdsl import data
from ifdsl.checking.verifier import ConstraintChecker, Verifier
from ifdsl.compiler import Compiled, compile_file


@dataclass(frozen=True, slots=True)
class Library:
    """The compiled constraints and specs of one file."""

    name: str
    compiled: Compiled

    def constraint(self, name: str) -> Callable[..., ConstraintChecker]:
        """What makes a checker of a constraint: call it with the constraint's arguments.

        A range is written as the language does (`"80..120"`), or given as a number or `Range`.

        Raises:
            LookupError: there is no such constraint; the message names the nearest.
        """
        qualified = name if "." in name else f"{self.name}.{name}"
        module = self.compiled.module
        if qualified not in module.constraints:
            raise LookupError(_unknown("constraint", name, self.constraints()))
        parameters = module.constraints[qualified].parameters

        def make(*arguments: Any, **named: Any) -> ConstraintChecker:
            if len(arguments) > len(parameters) or not named:
                return ConstraintChecker(module, qualified, arguments)
            return ConstraintChecker(module, qualified, {**dict(zip(parameters, arguments, strict=False)), **named})

        make.__name__ = make.__qualname__ = name
        make.__doc__ = f"{name}({', '.join(parameters)})"
        return make

    def spec(self, name: str, values: Mapping[str, Any] | None = None) -> Verifier:
        """The verifier of a spec with the given values.

        Raises:
            LookupError: there is no such spec.
            BadArguments: the values do not fit the spec's parameters.
        """
        entry = self.compiled.module.specs.get(name)
        if entry is None:
            raise LookupError(_unknown("spec", name, self.compiled.module.specs))
        return Verifier(entry, values or {}, name=name)

    def constraints(self) -> Iterator[str]:
        """The names of the file's own constraints."""
        own = f"{self.name}."
        return (name.removeprefix(own) for name in self.compiled.module.constraints if name.startswith(own))


def load(path: str | Path, *, allow_python: bool = False) -> Library:
    """Compile a file, or take it from the cache.

    Args:
        allow_python: whether checks that name a Python function may call it; without, their verdict is `unknown`.

    Raises:
        CompileFailed: the file has errors; `diagnostics` holds them.
    """
    compiled = compile_file(Path(path), allow_python=allow_python)
    return Library(compiled.name, compiled)


@cache
def module(name: str) -> Library:
    """A module of the standard library or of an installed pack by its dotted name: `std.length`, `ifeval`, `acme`.

    Raises:
        LookupError: there is no such module; the message names the nearest.
        CompileFailed: the module has errors.
    """
    path = data.module_path(name)
    if path is None:
        raise LookupError(_unknown("module", name, data.module_paths()))
    return Library(name, compile_file(path))


def constraint(name: str) -> Callable[..., ConstraintChecker]:
    """A constraint by its qualified name: `std.length.word_count`, or `acme.word_limit` of an installed pack.

    Raises:
        LookupError: there is no such module or constraint; the message names the nearest.
    """
    home, _, short = name.rpartition(".")
    return module(home).constraint(short)


def _unknown(kind: str, name: str, known: Any) -> str:
    from ifdsl.source.diagnostic import suggest

    nearest = suggest(name, list(known))
    return f"there is no {kind} `{name}`" + (f"; the nearest is `{nearest}`" if nearest else "")
