"""Take the address of a PostgreSQL database; give a connection to the runs of a team in it, errors in plain words."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Any

from ifdsl.primitives.extras import MissingExtra
from ifdsl.store.link import Dialect, DiskFull, Link, StoreError

_MAKING, _WRITING = 1_768_318_067, 1_768_318_068
"""Kinds of advisory lock, which no other program is likely to use: for making tables and runs, and for one writer."""
_TOKENS = re.compile(r"""'[^']*'|"[^"]*"|\?|%""")


def connect(url: str) -> Link:
    """A connection whose transactions outlive a power cut, as far as the server is set up so.

    Args:
        url: as `postgresql://user@host/database`, or `key=value` pairs, as of libpq; without a password, which is read
            from `PGPASSWORD` or from the file of `PGPASSFILE`.

    Raises:
        StoreError: the address holds a password or is none, or the server does not let anybody in.
        MissingExtra: `psycopg` is not installed.
    """
    parts = without_password(url)
    import psycopg

    shown = "/".join(parts[name] for name in ("host", "dbname") if parts.get(name)) or "postgresql"
    told = partial(_told, shown)
    try:
        connection = psycopg.connect(url, autocommit=True, client_encoding="utf8", application_name="ifdsl")
    except psycopg.Error as error:
        raise told(error) from error
    dialect = Dialect(
        fault=psycopg.Error,
        told=told,
        spelled=spelled,
        alone=f"SELECT pg_advisory_xact_lock({_MAKING}, 0)",
        claim=f"SELECT pg_try_advisory_lock({_WRITING}, ?)",
    )
    return Link(connection, dialect)


def without_password(url: str) -> dict[str, str]:
    """The parts of an address that holds no password: it is kept in the manifest of a run, for all to read.

    Raises:
        StoreError: it holds one, or is no address.
        MissingExtra: `psycopg` is not installed.
    """
    try:
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict
    except ImportError:
        raise MissingExtra("a run in PostgreSQL", "postgres") from None
    try:
        parts = conninfo_to_dict(url)
    except ProgrammingError:
        # What is wrong with it may quote a password.
        raise StoreError("the address of the database is not of the form `postgresql://user@host/database`") from None
    if parts.keys() & {"password", "sslpassword"}:
        advice = "put it into the variable `PGPASSWORD` or the file `~/.pgpass` instead"
        raise StoreError(f"the address of the database holds a password, which would be kept with the run; {advice}")
    return {name: str(value) for name, value in parts.items()}


@cache
def spelled(statement: str) -> str:
    """A statement with `%s` for each `?` that stands for a value, and other signs as `psycopg` wants them."""

    def replaced(found: re.Match[str]) -> str:
        return "%s" if found[0] == "?" else found[0].replace("%", "%%")

    return _TOKENS.sub(replaced, statement)


def _told(shown: str, error: Any) -> StoreError:
    from psycopg import OperationalError, errors

    if isinstance(error, errors.DiskFull):
        return DiskFull(f"there is no room left on the disk of `{shown}`")
    reason = {
        errors.InvalidPassword: "does not accept the password",
        errors.InvalidAuthorizationSpecification: "does not let this user in",
        errors.InvalidCatalogName: "has no database of this name",
        errors.InsufficientPrivilege: "does not let this user do that",
        errors.UndefinedTable: "holds no runs",
        errors.ReadOnlySqlTransaction: "is not to be written",
        errors.AdminShutdown: "was shut down",
        errors.TooManyConnections: "has too many connections",
    }.get(type(error))
    if reason is not None:
        return StoreError(f"`{shown}` {reason}")
    if isinstance(error, OperationalError) and error.sqlstate is None:
        return StoreError(f"the connection to `{shown}` is lost, or cannot be made: {_first_line(error)}")
    return StoreError(f"`{shown}` cannot be used: {_first_line(error)}")


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
