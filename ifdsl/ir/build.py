"""Take the path of an `.ifc` file, or its text; give its program, or the diagnostics that say why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ifdsl.ir.lower import Place, lower
from ifdsl.ir.nodes import Program
from ifdsl.model.resolve import Resolved, resolve, resolve_path
from ifdsl.source.diagnostic import Diagnostic, Label, in_order
from ifdsl.source.file import SourceFile


@dataclass(frozen=True, slots=True)
class Built:
    """The result of building one file. `program` is None exactly where a diagnostic is an error."""

    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    places: dict[Place, Label] = field(default_factory=dict)
    files: tuple[SourceFile, ...] = ()
    """Every source file that the program depends on, dependencies first."""
    absent: tuple[Path, ...] = ()
    """Where modules were looked for before they were found elsewhere."""

    @property
    def ok(self) -> bool:
        return self.program is not None

    def written(self, place: Place, longest: int = 60) -> str:
        """What stands in the source at a place, on one line and cut to `longest` characters."""
        label = self.places[place]
        words = " ".join(label.file.text[label.span.start : label.span.end].split())
        return words if len(words) <= longest else words[: longest - 1] + "…"


def build_file(path: str | Path) -> Built:
    """Build the file at `path`; modules are looked for beside it, in the standard library and in installed packs."""
    return _finish(resolve_path(path))


def build_text(text: str, *, path: str = "<text>", root: Path | None = None, name: str | None = None) -> Built:
    """Build `text` as if it stood at `path`."""
    return _finish(resolve(SourceFile(path, text), root=root, name=name))


def _finish(resolved: Resolved) -> Built:
    resolution = resolved.resolution
    files = tuple(module.file for module in resolution.modules) if resolution else ()
    if resolution is None or not resolved.ok:
        return Built(None, resolved.diagnostics, files=files)
    lowered = lower(resolution)
    diagnostics = tuple(in_order([*resolved.diagnostics, *lowered.diagnostics]))
    failed = any(diagnostic.severity == "error" for diagnostic in lowered.diagnostics)
    program = None if failed else lowered.program
    return Built(program, diagnostics, lowered.places, files, tuple(resolution.absent))
