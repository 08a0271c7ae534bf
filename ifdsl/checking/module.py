"""Take the source of a checker module; give its functions. Nothing of the compiler is needed to run what it wrote."""

from __future__ import annotations

import linecache
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from types import CodeType
from typing import Any

from ifdsl.checking.entries import ConstraintEntry, SpecEntry


@dataclass(frozen=True, slots=True)
class Module:
    """An executed checker module: its source, and its functions by the names in the program."""

    source: str
    filename: str
    constraints: Mapping[str, ConstraintEntry]
    specs: Mapping[str, SpecEntry]


def code_of(source: str) -> CodeType:
    """The code object of a module's source, as `execute` takes it."""
    return compile(source, _filename(source), "exec", dont_inherit=True)


def execute(source: str, code: CodeType | None = None, *, allow_python: bool = False) -> Module:
    """Run a module that `compile.module_source` wrote.

    Args:
        code: `code_of(source)`, where it is at hand already.
        allow_python: whether checks that name a Python function may import and call it; without, they are `unknown`.
    """
    filename = _filename(source)
    # A traceback through the module, and a debugger, show its lines.
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    namespace: dict[str, Any] = {"__name__": filename.strip("<>").replace(" ", "_")}
    exec(code or code_of(source), namespace)  # noqa: S102 - written by `module_source` alone
    if "ALLOW_PYTHON" in namespace:
        namespace["ALLOW_PYTHON"] = allow_python
    constraints = {
        name: entry._replace(origin=partial(_constraint_again, source, allow_python, name))
        for name, entry in namespace["CONSTRAINTS"].items()
    }
    specs = {
        name: entry._replace(origin=partial(_spec_again, source, allow_python, name))
        for name, entry in namespace["SPECS"].items()
    }
    return Module(source, filename, constraints, specs)


@lru_cache(maxsize=256)
def _again(source: str, allow_python: bool) -> Module:
    return execute(source, allow_python=allow_python)


def _constraint_again(source: str, allow_python: bool, name: str) -> ConstraintEntry:
    return _again(source, allow_python).constraints[name]


def _spec_again(source: str, allow_python: bool, name: str) -> SpecEntry:
    return _again(source, allow_python).specs[name]


def _filename(source: str) -> str:
    return f"<ifdsl {sha256(source.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}>"
