"""Take a folder; give the run in it, made or gone on with, for as long as nobody else writes there."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from ifdsl.store import sqlite
from ifdsl.store.database import Database, Entry
from ifdsl.store.link import DiskFull, Link, StoreError
from ifdsl.store.manifest import (
    MANIFEST,
    Manifest,
    read_manifest,
    require_disposable,
    require_same,
    write_manifest,
)
from ifdsl.store.whole import sync_folder

__all__ = ["DATABASE", "DiskFull", "Run", "StoreError"]

DATABASE = "run.db"
_RESERVE, _LOCK = "run.reserve", "run.lock"
_RESERVED = 16 * 1024 * 1024
"""Bytes set aside while a run writes. Where the disk is full they are given up, and what is under way, and paid for,
goes there: some hundred requests, each of which takes some pages of the database besides its texts."""


class Run:
    """The run in a folder: its manifest, and its database. A `with` block closes it.

    Use `Run.write` to make one or go on with it, and `Run.read` to look at it.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any], database: Database, lock: IO[bytes] | None) -> None:
        self.folder = folder
        self.manifest = manifest
        self.database = database
        self._lock = lock

    @classmethod
    def write(cls, folder: Path, manifest: Manifest, *, disposable: bool = False) -> Run:
        """Make a run in `folder`, or go on with the one that is there.

        Args:
            folder: made where it does not exist.
            manifest: of the run; one that is there stays as it is. Its member `store`, where it has one, names a
                database for the records: `{"url": "postgresql://user@host/database", "name": "name of the run"}`.
            disposable: begin anew, over a run whose answers cost nothing: recorded ones, or those of the oracle.

        Raises:
            DifferentRun: the folder has a run with other settings, or one to be kept where `disposable` is asked for.
            BadManifest: its manifest cannot be read.
            StoreError: somebody else writes to it, or the folder or the database cannot be written.
            MissingExtra: a package for the database is not installed.
        """
        _require_address(manifest)
        with _plainly(folder), ExitStack() as held:
            folder.mkdir(parents=True, exist_ok=True)
            lock = held.enter_context(_locked(folder))
            stored = _settled(folder, manifest, disposable)
            database = _open(folder, stored)
            held.callback(database.close)
            # The manifest beside a run in a database may be that of another folder.
            require_same(json.loads(database.manifest), stored)
            if _is_local(stored):
                _reserve(folder)
            sync_folder(folder)
            held.pop_all()
        return cls(folder, stored, database, lock)

    @classmethod
    def read(cls, folder: Path) -> Run:
        """Open the run in `folder` to look at it, also while somebody else writes to it; nothing can be written.

        Raises:
            BadManifest: there is no run.
            StoreError: its database cannot be opened.
            MissingExtra: a package for the database is not installed.
        """
        stored = read_manifest(folder)
        if not _is_local(stored):
            return cls(folder, stored, _remote(stored, None), None)
        if not (folder / DATABASE).exists():
            raise StoreError(f"`{folder}` has no `{DATABASE}`: the run ended before its first item")
        return cls(folder, stored, _database(sqlite.to_read(folder / DATABASE), "run", None), None)

    def enter(self, entries: list[Entry]) -> None:
        """Write what came of some requests; once this returns it outlives a crash and a power cut.

        Raises:
            DiskFull: there is no room left; its `kept` says whether the entries are written all the same.
            StoreError: they could not be written.
        """
        try:
            self.database.enter(entries)
        except DiskFull as full:
            reserve = self.folder / _RESERVE
            if not reserve.exists():
                raise
            reserve.unlink()
            self.database.enter(entries)
            full.kept = True
            raise

    def close(self) -> None:
        """Close the database, and let others write."""
        try:
            self.database.close()
        finally:
            if self._lock is not None:
                (self.folder / _RESERVE).unlink(missing_ok=True)
                self._lock.close()
                self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _is_local(manifest: Manifest) -> bool:
    return not manifest.get("store")


def _require_address(manifest: Manifest) -> None:
    """Refuse a password before it is written anywhere."""
    if not _is_local(manifest):
        from ifdsl.store.postgres import without_password

        without_password(manifest["store"]["url"])


def _settled(folder: Path, manifest: Manifest, disposable: bool) -> dict[str, Any]:
    """The manifest that holds for the folder from now on, which is in it."""
    if not (folder / MANIFEST).exists():
        if (folder / DATABASE).exists():
            raise StoreError(f"`{folder}` has a `{DATABASE}` but no `{MANIFEST}`: it is no run of this program")
        # INVARIANT: the manifest is there before anything that it explains.
        write_manifest(folder, manifest)
        return read_manifest(folder)
    stored = read_manifest(folder)
    if not disposable:
        require_same(stored, manifest)
        return stored
    require_disposable(stored, manifest)
    if _is_local(stored):
        for ending in ("", "-wal", "-shm"):
            (folder / (DATABASE + ending)).unlink(missing_ok=True)
    else:
        old = _remote(stored, json.dumps(stored))
        try:
            old.empty(json.dumps(dict(manifest)))
        finally:
            old.close()
    write_manifest(folder, manifest)
    return read_manifest(folder)


def _open(folder: Path, manifest: dict[str, Any]) -> Database:
    text = json.dumps(manifest)
    if not _is_local(manifest):
        return _remote(manifest, text)
    return _database(sqlite.to_write(folder / DATABASE), "run", text)


def _remote(manifest: Manifest, text: str | None) -> Database:
    from ifdsl.store.postgres import connect

    store = manifest["store"]
    return _database(connect(store["url"]), store["name"], text)


def _database(link: Link, name: str, manifest: str | None) -> Database:
    try:
        return Database(link, name, manifest)
    except BaseException:
        link.close()
        raise


@contextmanager
def _plainly(folder: Path) -> Iterator[None]:
    """Say in plain words what the system has against writing to a folder."""
    try:
        yield
    except StoreError:
        raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StoreError(f"`{folder}` cannot be written: {reason}") from error


def _locked(folder: Path) -> IO[bytes]:
    """Hold the folder's lock; it goes with the process, however that ends."""
    lock = open(folder / _LOCK, "ab")  # noqa: SIM115 - it is held for as long as the run
    try:
        if os.name == "posix":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            import msvcrt

            lock.seek(0)
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        lock.close()
        raise StoreError(f"another process writes to `{folder}`") from None
    return lock


def _reserve(folder: Path) -> None:
    """Set room aside; a disk that has none already will say so at the first answer."""
    with suppress(OSError), open(folder / _RESERVE, "wb") as file:
        file.write(b"\xff" * _RESERVED)
