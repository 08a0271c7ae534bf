"""Take a published file, or the source that names it; give the program whose specs ask what its rows ask."""

from __future__ import annotations

from pathlib import Path

from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_text
from ifdsl.published.benchmarks import BENCHMARKS, Benchmark
from ifdsl.published.importing import specs_of
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted
from ifdsl.source.file import about


def benchmark_of(source: n.Source) -> Benchmark | None:
    """The benchmark whose shape a source has: `source originals from ifeval "x.jsonl"`; None where it has another."""
    return next((one for one in BENCHMARKS.values() if one.source_format == source.format), None)


def originals(source: n.Source, home: Path, problems: list[Diagnostic]) -> n.Program | None:
    """The rows of a source as specs; what is wrong with rows is added to `problems`.

    Args:
        source: one of published rows.
        home: the folder of the data.

    Returns:
        A program with a spec for each row, and the constraints of the benchmark's packs; None where nothing is read.

    Raises:
        CompileFailed: a pack of the benchmark is not there or has errors.
        MissingExtra: the file is in a format whose extra is not installed.
    """
    benchmark = benchmark_of(source)
    path = home / source.location
    if benchmark is None:
        known = ", ".join(quoted(one.source_format) for one in BENCHMARKS.values())
        problems.append(
            about(path, f"cousins are made of published rows, which are in the shape of {known}", codes.UNDRAWABLE)
        )
        return None
    # INVARIANT: what a stranger's file names is looked for below the folder that the user allowed, and nowhere else.
    if not _is_below(path, home):
        message = f"{quoted(source.location)} leaves the folder of the data"
        problems.append(about(path, message, codes.PATH_OUTSIDE_PACKAGE))
        return None
    try:
        return program_of(path, benchmark, problems)
    except OSError as error:
        problems.append(about(path, f"it cannot be read: {error.strerror or error}", codes.UNREADABLE_FILE))
        return None


def program_of(path: Path, benchmark: Benchmark, problems: list[Diagnostic]) -> n.Program | None:
    """The rows of a published file as specs, as `ifdsl import` writes them.

    Raises:
        OSError: the file cannot be read.
        CompileFailed, MissingExtra: as `originals`.
    """
    specs = specs_of(path, benchmark, problems)
    built = build_text(specs.text(path.name), path=str(path.with_suffix(".ifc")))
    problems += [one for one in built.diagnostics if one.severity == "error"]
    return built.program


def _is_below(path: Path, home: Path) -> bool:
    try:
        return path.resolve().is_relative_to(home.resolve())
    except (OSError, RuntimeError, ValueError):
        return False
