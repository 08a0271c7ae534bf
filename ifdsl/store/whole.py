"""Take a path and what writes a file; give the file whole or as it was before, also after a crash or a power cut."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

DRAFT = ".draft"
"""What the name of a file ends with that is not whole yet."""


def write_whole(path: Path, write: Callable[[Any], object]) -> None:
    """Write a file under another name, bring it to the disk, and only then give it its own.

    Args:
        path: the file; of two that write it at once, the last to end wins.
        write: writes into a file that is open for bytes.

    Raises:
        OSError: the file cannot be written.
    """
    descriptor, draft = tempfile.mkstemp(prefix=f".{path.name[:64]}.", suffix=DRAFT, dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, 0o644)  # a temporary file is for its owner alone
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names of new files in a folder outlive a power cut too, where the system lets a folder be opened."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
