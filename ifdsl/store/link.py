"""Take a connection to SQLite or PostgreSQL; give the few statements that a run needs of it, alike for both."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

Row = Sequence[Any]


class StoreError(OSError):
    """The records of a run cannot be written or read; the text says why, in plain words."""


class DiskFull(StoreError):
    """There is no room left. `kept` says whether what came in could be written all the same, into room set aside."""

    kept = False


def _as_it_is(statement: str) -> str:
    return statement


class Dialect(NamedTuple):
    """What differs between databases.

    Attributes:
        fault: what the errors of the database's module have in common.
        told: puts one of them into plain words.
        begin: begins a transaction that writes.
        spelled: makes a statement with `?` for each value into one of this database.
        alone: a statement that makes a transaction wait until no other process makes tables or runs; None where
            `begin` does so.
        claim: a statement that takes the number of a run and gives whether nobody else writes it, from then on until
            the connection ends; None where something else keeps writers apart.
    """

    fault: type[Exception]
    told: Callable[[Any], StoreError]
    begin: str = "BEGIN"
    spelled: Callable[[str], str] = _as_it_is
    alone: str | None = None
    claim: str | None = None


class Link:
    """One connection, used by one thread at a time; the others wait.

    Args:
        connection: of a DB-API module, in autocommit mode: transactions are begun and ended here.
        dialect: of its database.

    Each method raises StoreError where the database cannot do what it is told, and DiskFull where it has no room.
    """

    def __init__(self, connection: Any, dialect: Dialect) -> None:
        self.dialect = dialect
        self._connection = connection
        self._lock = threading.RLock()

    def run(self, statement: str, values: Row = ()) -> list[Row]:
        """Run one statement, with `?` for each value; give the rows that it has."""
        with self._cursor() as cursor:
            cursor.execute(self.dialect.spelled(statement), values)
            return list(cursor.fetchall()) if cursor.description else []

    def run_all(self, statement: str, rows: Iterable[Row]) -> None:
        """Run one statement for each row of values."""
        with self._cursor() as cursor:
            cursor.executemany(self.dialect.spelled(statement), list(rows))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is run within is there afterwards, or none of it. Transactions do not nest."""
        with self._lock:
            self.run(self.dialect.begin)
            try:
                yield
                self.run("COMMIT")
            except BaseException:
                # A database without room, or that is gone, may have ended the transaction by itself; what went wrong
                # first is what is told.
                with suppress(StoreError):
                    self.run("ROLLBACK")
                raise

    def close(self) -> None:
        with self._lock, self._told():
            self._connection.close()

    @contextmanager
    def _cursor(self) -> Iterator[Any]:
        with self._lock, self._told():
            cursor = self._connection.cursor()
            try:
                yield cursor
            finally:
                cursor.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except self.dialect.fault as error:
            raise self.dialect.told(error) from error
