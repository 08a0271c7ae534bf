"""Take the location that a source declares, and its folder; give the file there, or say why there is none.

A location may come from a stranger. It is relative to the folder of the file that declares it, and leads neither out of
that folder nor to anything but an ordinary file.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath

from ifdsl.datasets.record import MAX_FILE
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted
from ifdsl.source.file import about

_ADVICE = "the location is relative to the file that declares the source, and stays in its folder"


def place(location: str, home: Path) -> Path | Diagnostic:
    """The file of a source.

    Args:
        location: as it is declared; `/` between its parts.
        home: the folder of the file that declares it, or the one that the user allows in its place.
    """
    shown = quoted(location, 200)
    if not location.strip():
        return about(home, "the source has no location", codes.UNREADABLE_FILE, _ADVICE)
    ways = (PurePosixPath(location), PureWindowsPath(location))
    # INVARIANT: what is refused is the same on every system.
    if any(way.anchor for way in ways):
        return about(location, f"{shown} is an absolute path", codes.PATH_OUTSIDE_PACKAGE, _ADVICE)
    if any(".." in way.parts for way in ways):
        return about(location, f"{shown} climbs out of a folder with `..`", codes.PATH_OUTSIDE_PACKAGE, _ADVICE)
    try:
        root = home.resolve()
        found = (root / location).resolve()
        inside, is_file = found.is_relative_to(root), found.is_file()
        size = found.stat().st_size if inside and is_file else 0
    except (OSError, RuntimeError, ValueError):
        # A name that is too long, a circle of links, a zero byte.
        return about(location, f"{shown} is no path of a file", codes.UNREADABLE_FILE)
    if not inside:
        message = f"{shown} follows a link that leads out of the folder of its file"
        return about(location, message, codes.PATH_OUTSIDE_PACKAGE, _ADVICE)
    if not is_file:
        return about(home / location, f"{shown} is not there, or is no ordinary file", codes.UNREADABLE_FILE)
    if size > MAX_FILE:
        message = f"the file is larger than the limit of {MAX_FILE:,} bytes"
        return about(home / location, message, codes.FILE_TOO_LARGE, "split the file into several sources")
    return home / location
