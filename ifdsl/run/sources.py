"""Take an `.ifc` file with a suite over published data; give where that data is, inside the folder allowed."""

from __future__ import annotations

import re
from collections.abc import Container
from pathlib import Path

from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted
from ifdsl.source.file import SourceFile, about, read_source

_SOURCE = re.compile(r"^[ \t]*source[ \t]", re.MULTILINE)


class BadSource(Exception):
    """The file, or the source that its suite names, cannot be used."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("the source cannot be used")
        self.diagnostics = diagnostics


def published_source(path: Path, data: Path | None, formats: Container[str]) -> tuple[str, Path] | None:
    """The format and the place of the published data that the first suite of the file draws its tasks from.

    Where suites draw from several files, the first that is there is meant: a benchmark may be had in parts.

    Args:
        path: the `.ifc` file.
        data: the folder that the user names for data; without one it is the folder of the file.
        formats: the formats that are published shapes.

    Returns:
        None where no suite names such a source: the file's own specs are meant.

    Raises:
        BadSource: the file has errors, or the data is not there or outside its folder.
    """
    if not _mentions_source(path):
        return None
    built = build_file(path)
    if built.program is None:
        raise BadSource(built.diagnostics)
    sources = {source.name: source for source in built.program.sources}
    wanted = [sources[name] for suite in built.program.suites for name in suite.tasks if name in sources]
    places = {source: _place(source, path, data) for source in wanted if source.format in formats}
    there = next((source for source, place in places.items() if place.is_file()), None)
    if there is not None:
        return there.format, places[there]
    if not places:
        return None
    message = f"{quoted(next(iter(places)).location)} is not in {quoted(str(data or path.parent))}"
    advice = "name the folder that holds it with --data"
    raise BadSource((about(path, message, codes.UNREADABLE_FILE, advice),))


def _mentions_source(path: Path) -> bool:
    """Whether it is worth building the file to look: most have no source."""
    source = read_source(path)
    return isinstance(source, SourceFile) and _SOURCE.search(source.text) is not None


def _place(source: n.Source, path: Path, data: Path | None) -> Path:
    try:
        root = (data or path.parent).resolve()
        place = (root / source.location).resolve()
        place.is_file()
    except (OSError, RuntimeError, ValueError):
        # A name that is too long, a circle of links, a zero byte.
        message = f"{quoted(source.location)} is no path of a file"
        raise BadSource((about(path, message, codes.UNREADABLE_FILE),)) from None
    # INVARIANT: what a stranger's file names is looked for below the folder that the user allowed, and nowhere else.
    if not place.is_relative_to(root):
        message = f"{quoted(source.location)} leaves the folder of the data"
        raise BadSource((about(path, message, codes.PATH_OUTSIDE_PACKAGE),))
    return place
