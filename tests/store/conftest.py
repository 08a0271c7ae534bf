"""Both databases for the tests of the store: SQLite in a folder, and PostgreSQL where its server is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from ifdsl.primitives.extras import MissingExtra
from ifdsl.store import sqlite
from ifdsl.store.database import Database
from ifdsl.store.postgres import connect, without_password

_USER = "postgres"
_numbers = count(1)


def _program(name: str) -> str | None:
    """A program of the server: distributions keep them beside the path, one folder for each version."""
    found = shutil.which(name)
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    return str(kept[-1]) if kept else found


_UNTIL_LET_GO = """
"$1" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c full_page_writes=off >"$2/log" 2>&1 &
server=$!
read nothing
kill -QUIT $server
wait $server
rm -rf "$2/data"
"""
"""Runs a server for as long as standard input stays open: it does not outlive the tests, however these end."""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Path]:
    """The folder of the socket of a PostgreSQL server that was made for these tests, with a user `postgres`."""
    try:
        without_password("postgresql:///x")
    except MissingExtra as missing:
        pytest.skip(str(missing))
    initdb, server = _program("initdb"), _program("postgres")
    if initdb is None or server is None:
        pytest.skip("no PostgreSQL server is installed")
    # The server does not run as root.
    as_user = {"user": _USER, "group": _USER, "extra_groups": []} if os.name == "posix" and os.getuid() == 0 else {}
    # A name of a socket may be no longer than about a hundred bytes, so it is not in pytest's folder.
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        if as_user:
            try:
                shutil.chown(folder, _USER, _USER)
            except LookupError:
                pytest.skip(f"PostgreSQL does not run as root, and there is no user `{_USER}`")
        made = [initdb, "-D", f"{folder}/data", "-U", _USER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        done = subprocess.run(made, cwd=folder, capture_output=True, text=True, check=False, **as_user)
        assert done.returncode == 0, done.stderr
        command = ["sh", "-c", _UNTIL_LET_GO, "sh", server, folder]
        with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, **as_user) as running:
            _wait(Path(folder), running)
            yield Path(folder)


def _wait(folder: Path, running: subprocess.Popen[bytes]) -> None:
    """Wait until the server lets somebody in."""
    from psycopg import OperationalError
    from psycopg import connect as bare

    for _ in range(1200):
        try:
            bare(f"postgresql://{_USER}@/postgres?host={folder}").close()
            return
        except OperationalError:
            assert running.poll() is None
            time.sleep(0.05)
    pytest.fail((folder / "log").read_text(errors="replace"))


@pytest.fixture
def postgres_url(postgres_server: Path) -> str:
    """The address of a database of its own."""
    return _new_database(postgres_server)


@pytest.fixture(scope="session")
def shared_url(postgres_server: Path) -> str:
    """The address of a database that holds the runs of many tests, as that of a team does."""
    return _new_database(postgres_server)


def _new_database(server: Path) -> str:
    from psycopg import connect as bare

    name = f"runs_{next(_numbers)}"
    with bare(f"postgresql://{_USER}@/postgres?host={server}", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"postgresql://{_USER}@/{name}?host={server}"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty run, in each of the databases."""
    if request.param == "postgres":
        link = connect(request.getfixturevalue("shared_url"))
    else:
        link = sqlite.to_write(tmp_path / "test.db")
    run = Database(link, f"run {next(_numbers)}", "{}")
    yield run
    run.close()
