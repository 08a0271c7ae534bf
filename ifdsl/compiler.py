"""Take the path of an `.ifc` file; give its compiled verifier module, with what each constraint takes.

This is the one way from a file to something that runs. The module comes from the cache where it is fresh, and then
neither the grammar nor pydantic is loaded.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ifdsl.artefacts import Made, artefact
from ifdsl.checking.module import Module, code_of, execute
from ifdsl.primitives.ranges import Range

if TYPE_CHECKING:
    from ifdsl.ir.build import Built
    from ifdsl.ir.nodes import Constraint
    from ifdsl.source.diagnostic import Diagnostic

REQUIRED = object()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a constraint. `type` is as the language writes it; `default` is `REQUIRED` where there is none."""

    name: str
    type: str
    default: Any = REQUIRED


@dataclass(frozen=True, slots=True)
class Signature:
    """What a caller must know of a constraint. `name` is qualified, `id` the published name (or empty)."""

    name: str
    id: str
    group: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A verifier module and the signatures of its constraints, by qualified name. `name` is the file's module name."""

    name: str
    module: Module
    signatures: Mapping[str, Signature]


class CompileFailed(Exception):
    """The file has errors; `diagnostics` says which, and the message has them one a line."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        from ifdsl.source.render import render_plain

        return render_plain(self.diagnostics).rstrip("\n")


def compile_file(path: Path, *, allow_python: bool = False) -> Compiled:
    """Compile the file at `path`, or take it from the cache.

    Raises:
        CompileFailed: the file has errors.
    """
    failed: list[Diagnostic] = []

    def make() -> Made | None:
        from ifdsl.ir.build import build_file

        built = build_file(path)
        if built.program is None:
            failed.extend(built.diagnostics)
            return None
        return _made(built)

    payload = artefact("verifier", path, make)
    if payload is None:
        raise CompileFailed(tuple(failed))
    return _loaded(payload, allow_python)


def _made(built: Built) -> Made:
    from ifdsl.checking.compile import module_source

    assert built.program is not None
    source = module_source(built.program)
    facts = {
        "name": built.program.module,
        "source": source,
        "signatures": [_signature(constraint) for constraint in built.program.constraints.values()],
    }
    head = json.dumps(facts).encode()
    body = marshal.dumps(code_of(source))
    return Made(head + b"\n" + body, built.files, built.absent)


def _loaded(payload: bytes, allow_python: bool) -> Compiled:
    head, _, body = payload.partition(b"\n")
    facts = json.loads(head)
    signatures = {}
    for name, id_, group, parameters in facts["signatures"]:
        taken = tuple(Parameter(p[0], p[1], _plain_value(p[2]) if len(p) > 2 else REQUIRED) for p in parameters)
        signatures[name] = Signature(name, id_, group, taken)
    module = execute(facts["source"], marshal.loads(body), allow_python=allow_python)
    return Compiled(facts["name"], module, signatures)


def _signature(constraint: Constraint) -> list[Any]:
    from ifdsl.ir.evaluate import evaluate

    parameters = [
        [p.name, p.type] if p.default is None else [p.name, p.type, _json_value(evaluate(p.default, {}))]
        for p in constraint.parameters
    ]
    return [constraint.name, constraint.id or "", constraint.group, parameters]


def _json_value(value: Any) -> Any:
    return {"range": [value.lo, value.hi]} if isinstance(value, Range) else value


def _plain_value(value: Any) -> Any:
    return Range(*value["range"]) if isinstance(value, dict) else value
