"""Take a file and a way to derive something from it; give what was derived, from the user's cache where it is fresh.

An entry is fresh while the file, every source file it was made from and this program itself are what they were. It
lives in the user's own cache directory, never beside the file, so that a stranger's folder cannot bring one along.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ifdsl.primitives.cache import cache_file, write_atomically
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.source.file import SourceFile, decode_source
from ifdsl.source.kept import decoded, encoded


@dataclass(frozen=True, slots=True)
class Made:
    """What was derived, and all files that it depends on; without files it is not kept.

    `absent` are the paths where a module was looked for in vain: a file that comes there takes the place of another.
    """

    payload: bytes
    files: tuple[SourceFile, ...]
    absent: tuple[Path, ...] = ()


def artefact(kind: str, path: Path, make: Callable[[], Made | None]) -> bytes | None:
    """The derived bytes of `kind` for the file at `path`; `make` is called where no fresh entry is there.

    What `make` gives as None (the file is wrong, say) is not kept, and neither is anything where the cache directory
    cannot be written.
    """
    entry = cache_file(f"{kind}-{_name(path)}")
    if entry is not None:
        kept = _read(entry)
        if kept is not None:
            return kept
    made = make()
    if made is None:
        return None
    if entry is not None and made.files:
        _write(entry, made)
    return made.payload


def artefact_with_findings(
    kind: str, path: Path, make: Callable[[], tuple[Made | None, Sequence[Diagnostic]]]
) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """As `artefact`, with what `make` found of the file: warnings are kept with what was made, and given again."""
    fresh: list[tuple[Diagnostic, ...]] = []

    def made() -> Made | None:
        result, found = make()
        fresh.append(tuple(found))
        if result is None:
            return None
        head = json.dumps([os.fspath(path), os.getcwd(), encoded(found)]).encode("utf-8", "surrogatepass")
        return Made(head + b"\n" + result.payload, result.files, result.absent)

    kept = artefact(kind, path, made)
    if not fresh:
        assert kept is not None, "what is not kept is made"
        head, _, payload = kept.partition(b"\n")
        *asked, data = json.loads(head)
        # Findings name files as they were asked for then; where there are none it does not matter.
        found = decoded(data) if not data or asked == [os.fspath(path), os.getcwd()] else None
        if found is not None:
            return payload, found
        again = made()
        kept = None if again is None else again.payload
    return (None if kept is None else kept.partition(b"\n")[2]), fresh[0]


def _name(path: Path) -> str:
    return hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]


def _read(entry: Path) -> bytes | None:
    try:
        head, _, payload = entry.read_bytes().partition(b"\n")
        facts = json.loads(head)
        sound = facts["stamp"] == program_stamp() and facts["digest"] == _digest(payload)
        fresh = sound and all(_digest(Path(name).read_bytes()) == digest for name, digest in facts["files"].items())
        fresh = fresh and not any(os.path.isfile(name) for name in facts["absent"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return payload if fresh else None


def _write(entry: Path, made: Made) -> None:
    files: dict[str, str] = {}
    for file in made.files:
        # INVARIANT: what is kept was made from the very bytes whose digest is kept with it.
        path = Path(file.path).resolve()
        try:
            data = path.read_bytes()
        except OSError:
            return
        if decode_source(file.path, data) != file:
            return  # it was saved while it was compiled; the next run makes the entry
        files[str(path)] = _digest(data)
    absent = [str(path.absolute()) for path in made.absent]
    facts = {"stamp": program_stamp(), "digest": _digest(made.payload), "files": files, "absent": absent}
    write_atomically(entry, json.dumps(facts).encode() + b"\n" + made.payload)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@cache
def program_stamp() -> str:
    """Changes with the interpreter and with every file of this package: a development checkout is never stale."""
    stamp = hashlib.sha256(sys.version.encode())
    root = Path(__file__).resolve().parent
    for folder in sorted(_folders(root)):
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
            if entry.name.endswith((".py", ".lark", ".j2")):
                facts = entry.stat()
                stamp.update(f"{entry.path}:{facts.st_size}:{facts.st_mtime_ns};".encode())
    return stamp.hexdigest()


def _folders(root: Path) -> Iterable[Path]:
    """The folders whose code decides what is derived; the command line and the runner do not."""
    from ifdsl import data

    names = ("primitives", "source", "syntax", "model", "ir", "checking", "rendering", "rendering/templates")
    return [root, *(root / name for name in names), data.grammar_path().parent]
