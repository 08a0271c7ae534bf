"""Both databases for the tests of the store: SQLite in a folder, and PostgreSQL where its server is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
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


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Path]:
    """The folder of the socket of a PostgreSQL server that was made for these tests, with a user `postgres`."""
    try:
        without_password("postgresql:///x")
    except MissingExtra as missing:
        pytest.skip(str(missing))
    initdb, server = _program("initdb"), _program("pg_ctl")
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

        def run(*command: str) -> None:
            # Not through pipes: the server would hold them open.
            with open(os.devnull, "wb") as nothing, tempfile.TemporaryFile() as said:
                done = subprocess.run(
                    command, cwd=folder, stdin=nothing, stdout=said, stderr=said, check=False, **as_user
                )
                said.seek(0)
                assert done.returncode == 0, said.read().decode(errors="replace")

        data = f"{folder}/data"
        run(initdb, "-D", data, "-U", _USER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c full_page_writes=off"
        run(server, "-D", data, "-w", "-l", f"{folder}/log", "-o", options, "start")
        try:
            yield Path(folder)
        finally:
            run(server, "-D", data, "-m", "immediate", "-w", "stop")


@pytest.fixture
def postgres_url(postgres_server: Path) -> str:
    """The address of a database of its own."""
    from psycopg import connect as bare

    name = f"runs_{next(_numbers)}"
    with bare(f"postgresql://{_USER}@/postgres?host={postgres_server}", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"postgresql://{_USER}@/{name}?host={postgres_server}"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty run, in each of the databases."""
    if request.param == "postgres":
        link = connect(request.getfixturevalue("postgres_url"))
    else:
        link = sqlite.to_write(tmp_path / "test.db")
    run = Database(link, f"run {next(_numbers)}", "{}")
    yield run
    run.close()
