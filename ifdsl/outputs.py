"""Take the path of an `.ifc` file; give the files that it compiles to, by name.

`ir.json` is the program, `prompts.jsonl` one prompt a line, `verifier.py` the checkers as a module that runs on the
small runtime alone, and `manifest.json` says what they were made from, with hashes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ifdsl.artefacts import Made, artefact_with_findings
from ifdsl.primitives.ranges import Range

if TYPE_CHECKING:
    from ifdsl.ir.build import Built
    from ifdsl.ir.nodes import Program, Requirement
    from ifdsl.source.diagnostic import Diagnostic


@dataclass(frozen=True, slots=True)
class Outputs:
    """The files by name; none where the source has errors, which `diagnostics` then holds."""

    files: dict[str, str]
    diagnostics: tuple[Diagnostic, ...] = ()


class Examination(NamedTuple):
    """What is to be found of a built program besides; `kind` tells its answers from those of others in the cache."""

    kind: str
    examine: Callable[[Built], tuple[Sequence[Diagnostic], dict[str, str]]]


def compile_outputs(
    path: Path, *, pattern: str = "listing", language: str = "en", examination: Examination | None = None
) -> Outputs:
    """Compile the file at `path`, or take what it compiled to from the cache.

    Args:
        examination: what else is found of the program, and further files that are made of it.

    Raises:
        MissingWording: a constraint has no wording in that pattern and language.
        ValueError: a value has no phrase in that language, in plain words.
    """

    def make() -> tuple[Made | None, list[Diagnostic]]:
        from ifdsl.ir.build import build_file

        built = build_file(path)
        found = list(built.diagnostics)
        if built.program is None:
            return None, found
        more: dict[str, str] = {}
        if examination is not None:
            findings, more = examination.examine(built)
            found.extend(findings)
            if any(finding.severity == "error" for finding in findings):
                return None, found
        files = _files(built, built.program, pattern, language, more)
        return Made(json.dumps(files).encode("utf-8", "surrogatepass"), built.files, built.absent), found

    kind = "" if examination is None else examination.kind
    payload, found = artefact_with_findings(f"outputs-{pattern}-{language}{kind}", path, make)
    return Outputs({} if payload is None else json.loads(payload), found)


def _files(built: Built, program: Program, pattern: str, language: str, more: dict[str, str]) -> dict[str, str]:
    from ifdsl.checking.compile import module_source
    from ifdsl.ir.fingerprint import fingerprint_of, plain
    from ifdsl.ir.json import written

    data = plain(program)
    files = {
        "ir.json": written(data, indent=1) + "\n",
        "prompts.jsonl": "".join(
            json.dumps(row, ensure_ascii=False) + "\n" for row in _prompts(program, pattern, language)
        ),
        "verifier.py": module_source(program),
        **more,
    }
    manifest = {
        "ir": program.ir,
        "module": program.module,
        "fingerprint": fingerprint_of(data),
        "pattern": pattern,
        "language": language,
        "sources": {Path(file.path).name: _hash(file.text) for file in built.files},
        "constraints": {name: fingerprint_of(constraint) for name, constraint in data["constraints"].items()},
        "files": {name: _hash(text) for name, text in files.items()},
    }
    return {**files, "manifest.json": json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"}


def _prompts(program: Program, pattern: str, language: str) -> Iterator[dict[str, Any]]:
    from ifdsl.ir.instances import instances
    from ifdsl.rendering.prompt import render

    for spec in program.specs:
        for instance in instances(spec):
            yield {
                "id": instance.id,
                "spec": spec.name,
                "values": {name: _plain(value) for name, value in instance.values.items()},
                "prompt": render(program, spec, instance.values, pattern=pattern, language=language),
                "must": [_row(requirement) for requirement in spec.must],
                "should": [_row(requirement) for requirement in spec.should],
            }


def _row(requirement: Requirement) -> dict[str, str]:
    constraint = getattr(requirement, "constraint", requirement.kind)
    return {"id": requirement.id, "constraint": constraint}


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Range) else value


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
