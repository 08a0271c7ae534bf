"""Take the name of a derived file; give its path in the user's cache directory, and write such files atomically.

The cache holds only what can be rebuilt. Every reader checks what it reads and rebuilds where anything is off, so
nothing depends on a file being there, and a directory that cannot be written costs time alone.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path


def cache_file(name: str) -> Path | None:
    """Give the path for the cached file `name`; nothing is read, made or written.

    Args:
        name: a plain file name. One that holds a separator or starts with a full stop is refused.

    Returns:
        `$XDG_CACHE_HOME/ifdsl/<name>`, else `~/.cache/ifdsl/<name>`; None where neither directory is known. A relative
        `XDG_CACHE_HOME` counts as unset, as the XDG base directory specification asks.

    Raises:
        ValueError: `name` is not a plain file name.
    """
    if not name or name.startswith(".") or any(char in name for char in "/\\\0"):
        raise ValueError(f"`{name}` is not a plain file name")
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        home = os.path.expanduser("~")
        if not os.path.isabs(home):
            return None
        base = os.path.join(home, ".cache")
    return Path(base, "ifdsl", name)


def write_atomically(path: Path, data: bytes) -> bool:
    """Write `data` to `path` so that a reader sees either the old file or the whole new one.

    Returns:
        Whether it was written; False where the directory or file cannot be made (read-only, full, not a directory).
    """
    # The process and thread in the name keep two writers apart; the last to rename wins, with equal content.
    draft = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        return False
    return True
