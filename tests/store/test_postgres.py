"""Runs of a team in a PostgreSQL server: apart, one writer each, without passwords, and lost connections told."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from ifdsl.primitives.extras import MissingExtra
from ifdsl.store.link import StoreError
from ifdsl.store.manifest import MANIFEST, DifferentRun
from ifdsl.store.postgres import connect, spelled
from ifdsl.store.runs import DATABASE, Run
from tests.store.test_runs import ids, manifest, put


def store(url: str, name: str = "mine") -> dict[str, Any]:
    return {"store": {"url": url, "name": name}}


def test_several_runs_in_one_database_are_apart(tmp_path: Path, postgres_url: str) -> None:
    with (
        Run.write(tmp_path / "a", manifest(**store(postgres_url, "a"))) as one,
        Run.write(tmp_path / "b", manifest(**store(postgres_url, "b"))) as other,
    ):
        put(one, "1", "2")
        put(other, "1")
        other.database.empty("{}")
        put(other, "3")
        assert (ids(one), ids(other)) == (["1", "2"], ["3"])
        assert (one.database.spent().requests, list(other.database.prompts())) == (0, ["3"])
    assert not (tmp_path / "a" / DATABASE).exists()


def test_one_run_has_one_writer_wherever_its_folders_are(tmp_path: Path, postgres_url: str) -> None:
    with Run.write(tmp_path / "a", manifest(**store(postgres_url))) as run:
        put(run, "1")
        with pytest.raises(StoreError, match=r"^another process writes to the run `mine`$"):
            Run.write(tmp_path / "b", manifest(**store(postgres_url)))
        with Run.read(tmp_path / "a") as reader:
            assert ids(reader) == ["1"]
    # The folder of somebody else in the team is another way to the same run.
    with Run.write(tmp_path / "b", manifest(**store(postgres_url))) as run:
        assert ids(run) == ["1"]
    with pytest.raises(DifferentRun, match="repeats: `1` in the folder, `2` now"):
        Run.write(tmp_path / "c", manifest(**store(postgres_url), repeats=2))


def test_a_run_is_not_gone_on_with_in_another_database(tmp_path: Path, postgres_url: str) -> None:
    with Run.write(tmp_path, manifest()) as run:
        put(run, "1")
    with pytest.raises(DifferentRun, match=r"store: `null` in the folder, `{"):
        Run.write(tmp_path, manifest(**store(postgres_url)))


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:secret@nowhere.invalid/db",
        "postgresql://nowhere.invalid/db?password=secret",
        "host=nowhere.invalid password=secret",
        "host=nowhere.invalid sslpassword=secret",
    ],
)
def test_a_password_is_refused_before_it_is_written_anywhere(tmp_path: Path, url: str) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match="holds a password, which would be kept with the run; put it into") as refused:
        Run.write(tmp_path / "run", manifest(**store(url)))
    assert "secret" not in str(refused.value)
    assert not (tmp_path / "run").exists()


def test_what_is_no_address_is_told_without_repeating_it() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match="is not of the form `postgresql://user@host/database`") as refused:
        connect("my secret")
    assert "secret" not in str(refused.value)


def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match=rf"^the connection to `{tmp_path}/db` is lost, or cannot be made: "):
        connect(f"postgresql:///db?host={tmp_path}")


def test_a_database_that_is_not_there_is_told(postgres_server: Path) -> None:
    with pytest.raises(StoreError, match="nowhere"):
        connect(f"postgresql://postgres@/nowhere?host={postgres_server}")


def test_a_database_without_runs_is_told(tmp_path: Path, postgres_url: str) -> None:
    from ifdsl.store.manifest import write_manifest

    write_manifest(tmp_path, manifest(**store(postgres_url)))
    with pytest.raises(StoreError, match=r"holds no runs$"):
        Run.read(tmp_path)


def test_a_lost_connection_is_told_and_what_was_written_is_there(tmp_path: Path, postgres_url: str) -> None:
    from psycopg import connect as bare

    with Run.write(tmp_path, manifest(**store(postgres_url))) as run:
        put(run, "1")
        with bare(postgres_url, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ifdsl'")
        with pytest.raises(StoreError, match=r"was shut down|connection to .* is lost"):
            put(run, "2")
        with pytest.raises(StoreError, match=r"connection to .* is lost"):
            put(run, "2")
    with Run.write(tmp_path, manifest(**store(postgres_url))) as run:
        assert ids(run) == ["1"]
        put(run, "2")
        assert ids(run) == ["1", "2"]


def test_no_database_file_and_no_password_is_in_the_folder(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", "secret")
    with Run.write(tmp_path, manifest(**store(postgres_url))) as run:
        assert "secret" not in run.database.manifest
    assert {path.name for path in tmp_path.iterdir()} == {MANIFEST, "run.lock"}
    assert "secret" not in (tmp_path / MANIFEST).read_text()


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r'pip install "ifdsl\[postgres\]"'):
        connect("postgresql:///db")


def test_only_marks_that_stand_for_values_are_replaced() -> None:
    assert spelled("SELECT '?', \"a?\", '50%' FROM t WHERE a = ? AND b LIKE ? AND c % 2 = 0") == (
        "SELECT '?', \"a?\", '50%%' FROM t WHERE a = %s AND b LIKE %s AND c %% 2 = 0"
    )
