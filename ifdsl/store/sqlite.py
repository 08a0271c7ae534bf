"""Take the path of a SQLite file; give a connection to it, to write or to look, whose errors are in plain words."""

from __future__ import annotations

import os
import sqlite3
from functools import partial
from pathlib import Path
from urllib.parse import quote

from ifdsl.store.link import Dialect, DiskFull, Link, StoreError

_WAIT = 30.0
"""Seconds that a reader may hold up a writer, or the other way round, before that is an error."""
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
"""What SQLite says of a full disk, of a quota or a limit on files that is met, and of a full disk in memory."""


def to_write(path: Path) -> Link:
    """A connection that makes the file where it is not there, and whose transactions outlive a power cut.

    Raises:
        StoreError: the file cannot be opened, is no database, or is on a disk without shared memory.
    """
    link = _link(path, str(path), uri=False)
    try:
        # A reader may go on while something is written, and the other way round.
        mode = link.run("PRAGMA journal_mode = WAL")[0][0]
        if mode != "wal":
            message = "is on a disk that cannot hold a run, as many network disks cannot; name another folder"
            raise StoreError(f"`{path}` {message}")
        # With one transaction for all that waits, a sync costs little, and a power cut costs nothing.
        link.run("PRAGMA synchronous = FULL")
        link.run("PRAGMA temp_store = MEMORY")
        link.run("SELECT count(*) FROM sqlite_master")
    except BaseException:
        link.close()
        raise
    return link


def to_read(path: Path) -> Link:
    """A connection that changes nothing, also while somebody else writes.

    Raises:
        StoreError: the file cannot be opened, or is no database.
    """
    # Readers and a writer speak through files of their own beside the database, which are gone when all have ended.
    # Where they cannot be made, nobody writes, and what is in the database is all there is, unless a log was left.
    effective = os.access in os.supports_effective_ids
    if all(os.access(one, os.W_OK, effective_ids=effective) for one in (path, path.parent)):
        mode = "mode=rw"
    else:
        log = path.with_name(path.name + "-wal")
        mode = "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
    link = _link(path, f"file:{quote(os.fspath(path.absolute()))}?{mode}", uri=True)
    try:
        link.run("PRAGMA query_only = 1")
        link.run("SELECT count(*) FROM sqlite_master")
    except BaseException:
        link.close()
        raise
    return link


def _link(path: Path, address: str, *, uri: bool) -> Link:
    dialect = Dialect(sqlite3.Error, partial(_told, path), begin="BEGIN IMMEDIATE")
    try:
        connection = sqlite3.connect(address, uri=uri, isolation_level=None, check_same_thread=False, timeout=_WAIT)
    except sqlite3.Error as error:
        raise _told(path, error) from error
    return Link(connection, dialect)


def _told(path: Path, error: sqlite3.Error) -> StoreError:
    code = getattr(error, "sqlite_errorcode", None)
    if code in _NO_ROOM:
        return DiskFull(f"there is no room left for `{path}`")
    reason = {
        sqlite3.SQLITE_CANTOPEN: "cannot be opened",
        sqlite3.SQLITE_NOTADB: "is no database, or is damaged",
        sqlite3.SQLITE_CORRUPT: "is damaged",
        sqlite3.SQLITE_BUSY: "is in use by another process",
        sqlite3.SQLITE_READONLY: "is not to be written",
        sqlite3.SQLITE_IOERR: "cannot be read or written: the disk fails",
    }.get(-1 if code is None else code & 0xFF)
    return StoreError(f"`{path}` cannot be used: {error}" if reason is None else f"`{path}` {reason}")
