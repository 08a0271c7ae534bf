"""Take what a run is about; give its manifest: a file that is written first, as a whole, and never changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ifdsl.store.whole import write_whole

MANIFEST = "manifest.json"
VERSION = 1
COMPARED = ("subject", "sampling", "reasoning", "server", "repeats", "prompts")
"""Members that must be equal for a run to go on; the others tell about it."""
DISPOSABLE = frozenset({"recorded", "oracle"})
"""Kinds of subject whose answers cost nothing, so that a run of them can be made again."""

Manifest = Mapping[str, Any]


class BadManifest(ValueError):
    """A folder is no run, or not one that this version reads; the text says why, in plain words."""


class DifferentRun(ValueError):
    """A run of another kind is in the folder; `differences` says in which members, a line each."""

    def __init__(self, differences: tuple[str, ...]) -> None:
        super().__init__("the folder holds a run with other settings: " + "; ".join(differences))
        self.differences = differences


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a new run; a crash leaves all of it or nothing.

    Raises:
        OSError: the folder or the file cannot be written.
    """
    text = json.dumps({"ifdsl_run": VERSION, **manifest}, indent=2, ensure_ascii=True, allow_nan=False) + "\n"
    write_whole(folder / MANIFEST, lambda file: file.write(text.encode("ascii")))


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of the run in `folder`.

    Raises:
        BadManifest: there is none, or it cannot be read.
    """
    try:
        data = json.loads((folder / MANIFEST).read_bytes())
    except FileNotFoundError:
        reason = f"it has no `{MANIFEST}`" if folder.is_dir() else "there is no such folder"
        raise BadManifest(f"`{folder}` is no run: {reason}") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadManifest(f"`{folder / MANIFEST}` cannot be read: {reason}") from error
    except (ValueError, RecursionError):
        raise BadManifest(f"`{folder / MANIFEST}` is not JSON") from None
    if not isinstance(data, dict) or type(data.get("ifdsl_run")) is not int:
        raise BadManifest(f"`{folder / MANIFEST}` is not the manifest of a run")
    if data["ifdsl_run"] > VERSION:
        raise BadManifest(f"`{folder}` was written by a newer version of ifdsl")
    return data


def require_same(stored: Manifest, wanted: Manifest) -> None:
    """Refuse to go on with a run under other settings, or in another database than it is in.

    Raises:
        DifferentRun: one of `COMPARED` differs, or `store` where one is wanted.
    """
    wanted = json.loads(json.dumps(wanted))
    compared = (*COMPARED, "store") if wanted.get("store") else COMPARED
    found = tuple(line for name in compared for line in _differences(name, stored.get(name), wanted.get(name)))
    if found:
        raise DifferentRun(found)


def require_disposable(stored: Manifest, wanted: Manifest) -> None:
    """Refuse to take away a run whose answers are worth keeping.

    Raises:
        DifferentRun: the subject of the run is of no kind in `DISPOSABLE`.
    """
    kinds = [manifest["subject"]["kind"] if manifest.get("subject") else None for manifest in (stored, wanted)]
    if kinds[0] not in DISPOSABLE:
        lines = tuple(_differences("subject.kind", *kinds))
        raise DifferentRun(lines or (f"subject.kind: {_shown(kinds[0])} in the folder, whose answers are kept",))


def _differences(name: str, stored: Any, wanted: Any) -> Iterator[str]:
    if stored == wanted:
        return
    if isinstance(stored, Mapping) and isinstance(wanted, Mapping):
        for member in dict.fromkeys((*stored, *wanted)):
            yield from _differences(f"{name}.{member}", stored.get(member), wanted.get(member))
        return
    yield f"{name}: {_shown(stored)} in the folder, {_shown(wanted)} now"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return f"`{text if len(text) <= 60 else text[:59] + '…'}`"
