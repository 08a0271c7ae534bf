"""Runs in folders: made, gone on with, refused, and read, over both databases; and what goes wrong in plain words."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.store import sqlite
from ifdsl.store.database import Entry, StoredItem
from ifdsl.store.link import StoreError
from ifdsl.store.manifest import MANIFEST, BadManifest, DifferentRun, read_manifest, write_manifest
from ifdsl.store.records import Prompt, Response, Sampling, Subject, plain_sampling, request_of
from ifdsl.store.runs import DATABASE, Run
from tests.store.strategies import json_objects

NOBODY = 65534


def manifest(kind: str = "openai", **more: Any) -> dict[str, Any]:
    subject = Subject(kind, "m")._asdict()
    return {"subject": subject, "sampling": plain_sampling(Sampling()), "repeats": 1, "created": "today", **more}


def put(run: Run, *ids: str, kind: str = "openai") -> None:
    prompts = [Prompt.of_text(id_, f"prompt {id_}") for id_ in ids]
    run.database.put_items([StoredItem(prompt, (), "v") for prompt in prompts])
    requests = [request_of(Subject(kind, "m"), Sampling(), prompt) for prompt in prompts]
    run.enter([Entry(one, (), Response(one.prompt.id, "yes", "ok", "m", request=one.key)) for one in requests])


def ids(run: Run) -> list[str]:
    return [result.prompt_id for result in run.database.results() if result.response is not None]


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What a manifest says of the database."""
    if request.param == "sqlite":
        return {}
    return {"store": {"url": request.getfixturevalue("postgres_url"), "name": "mine"}}


def test_a_run_is_gone_on_with_and_keeps_its_manifest(tmp_path: Path, place: dict[str, Any]) -> None:
    folder = tmp_path / "a" / "run"
    with Run.write(folder, manifest(**place)) as run:
        put(run, "1")
    with Run.write(folder, manifest(**place, created="tomorrow")) as run:
        assert run.manifest["created"] == "today"
        assert ids(run) == ["1"]
        put(run, "2")
    with Run.read(folder) as run:
        assert ids(run) == ["1", "2"]
        assert run.manifest == {"ifdsl_run": 1, **manifest(**place)}
    assert {path.name for path in folder.iterdir()} <= {MANIFEST, DATABASE, "run.lock"}


def test_a_run_with_other_settings_is_refused_with_the_differences(tmp_path: Path, place: dict[str, Any]) -> None:
    with Run.write(tmp_path, manifest(**place)) as run:
        put(run, "1")
    other = manifest(**place, repeats=3, sampling=plain_sampling(Sampling(temperature=1, stop=("x",))))
    with pytest.raises(DifferentRun) as refused:
        Run.write(tmp_path, other)
    assert refused.value.differences == (
        "sampling.temperature: `0.0` in the folder, `1.0` now",
        'sampling.stop: `[]` in the folder, `["x"]` now',
        "repeats: `1` in the folder, `3` now",
    )
    # A refusal leaves no lock.
    with Run.write(tmp_path, manifest(**place)) as run:
        assert ids(run) == ["1"]


@pytest.mark.parametrize("kind", ["recorded", "oracle"])
def test_a_run_that_cost_nothing_is_begun_anew(tmp_path: Path, place: dict[str, Any], kind: str) -> None:
    with Run.write(tmp_path, manifest(kind, **place)) as run:
        put(run, "1", kind=kind)
    with Run.write(tmp_path, manifest("recorded", **place, created="later", repeats=2), disposable=True) as run:
        assert (ids(run), run.manifest["created"], run.manifest["repeats"]) == ([], "later", 2)
        put(run, "2")
    with Run.read(tmp_path) as run:
        assert ids(run) == ["2"]


@pytest.mark.parametrize("wanted", ["recorded", "openai"])
def test_the_answers_of_a_model_are_not_begun_anew(tmp_path: Path, place: dict[str, Any], wanted: str) -> None:
    with Run.write(tmp_path, manifest(**place)) as run:
        put(run, "1")
    with pytest.raises(DifferentRun, match=r"subject.kind: `\"openai\"` in the folder"):
        Run.write(tmp_path, manifest(wanted, **place), disposable=True)
    with Run.read(tmp_path) as run:
        assert ids(run) == ["1"]


def test_a_first_run_may_be_disposable(tmp_path: Path, place: dict[str, Any]) -> None:
    with Run.write(tmp_path, manifest("oracle", **place), disposable=True) as run:
        put(run, "1")
        assert ids(run) == ["1"]


def test_two_processes_do_not_write_one_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.store.writer", str(tmp_path), "10", "5"]
    from tests.store.writer import MANIFEST as SAME

    with Run.write(tmp_path, SAME) as run:
        second = subprocess.run(command, capture_output=True, text=True, check=False)
        assert second.returncode == 1
        assert second.stderr.strip().endswith(f"StoreError: another process writes to `{tmp_path}`")
        with Run.read(tmp_path) as reader:
            put(run, "1")
            assert ids(reader) == ["1"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.endswith("lost=0\n")


def test_what_is_read_cannot_be_written(tmp_path: Path) -> None:
    with Run.write(tmp_path, manifest()) as run:
        put(run, "1")
    with Run.read(tmp_path) as run, pytest.raises(StoreError, match=r"run.db` is not to be written$"):
        put(run, "2")


def test_a_run_that_broke_off_before_its_database_is_told_and_can_be_gone_on_with(tmp_path: Path) -> None:
    write_manifest(tmp_path, manifest())
    with pytest.raises(StoreError, match="the run ended before its first item"):
        Run.read(tmp_path)
    with Run.write(tmp_path, manifest()) as run:
        assert ids(run) == []


def test_a_database_without_a_manifest_is_not_taken_over(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"")
    with pytest.raises(StoreError, match=r"has a `run.db` but no `manifest.json`: it is no run of this program"):
        Run.write(tmp_path, manifest())
    assert (tmp_path / DATABASE).read_bytes() == b""


@pytest.mark.parametrize(("start", "length"), [(0, 4096), (4096, 8192)])
def test_a_damaged_database_is_told(tmp_path: Path, start: int, length: int) -> None:
    with Run.write(tmp_path, manifest()) as run:
        put(run, *(str(number) for number in range(300)))
    with open(tmp_path / DATABASE, "r+b") as file:
        file.seek(start)
        file.write(b"\xa5" * length)
    with pytest.raises(StoreError, match="damaged"), Run.read(tmp_path) as run:
        ids(run)
    with pytest.raises(StoreError, match="damaged"), Run.write(tmp_path, manifest()) as run:
        ids(run)


def test_a_disk_without_shared_memory_is_refused() -> None:
    # SQLite keeps no log beside a database in memory, as it keeps none on a disk without shared memory.
    with pytest.raises(StoreError, match="on a disk that cannot hold a run, as many network disks cannot"):
        sqlite.to_write(Path(":memory:"))


@contextmanager
def _as_nobody() -> Iterator[None]:
    """Without the rights of root, which may write anywhere."""
    if os.getuid() == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(os.getuid())


@pytest.mark.skipif(os.name != "posix", reason="needs rights of users")
def test_a_folder_that_may_not_be_written_is_told_and_its_run_can_be_read() -> None:
    # Not in the folder of pytest, which is for its owner alone.
    folder = Path(tempfile.mkdtemp())
    try:
        with Run.write(folder / "run", manifest()) as run:
            put(run, "1")
        (folder / "run").chmod(0o555)
        folder.chmod(0o555)
        with _as_nobody():
            for path in (folder / "run", folder / "new"):
                with pytest.raises(StoreError) as refused:
                    Run.write(path, manifest())
                assert str(refused.value) == f"`{path}` cannot be written: permission denied"
            with Run.read(folder / "run") as run:
                assert ids(run) == ["1"]
        folder.chmod(0o000)
        with _as_nobody(), pytest.raises(BadManifest, match="cannot be read: permission denied"):
            Run.read(folder / "run")
    finally:
        folder.chmod(0o755)
        (folder / "run").chmod(0o755)
        shutil.rmtree(folder)


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("x")
    with pytest.raises(StoreError, match="cannot be written: "):
        Run.write(tmp_path / "run", manifest())
    with pytest.raises(BadManifest, match="cannot be read: not a directory"):
        Run.read(tmp_path / "run")


@given(json_objects)
def test_a_manifest_is_read_as_it_was_written(tmp_path_factory: pytest.TempPathFactory, members: dict) -> None:
    folder = tmp_path_factory.mktemp("run")
    write_manifest(folder, members)
    assert read_manifest(folder) == {"ifdsl_run": 1, **members}
    assert [path.name for path in folder.iterdir()] == [MANIFEST]


def test_a_manifest_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    write_manifest(tmp_path, {"a": 1})
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_manifest(tmp_path, {"a": float("nan")})
    assert read_manifest(tmp_path)["a"] == 1
    assert [path.name for path in tmp_path.iterdir()] == [MANIFEST]


@given(st.binary(max_size=40) | st.sampled_from([b"[" * 100_000, b'{"ifdsl_run": "1"}', b'{"ifdsl_run": true}', b"{}"]))
def test_no_bytes_of_a_manifest_break_the_reader(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("run")
    (folder / MANIFEST).write_bytes(data)
    with pytest.raises(BadManifest, match=r"`.*manifest.json` is not (JSON|the manifest of a run)"):
        read_manifest(folder)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (json.dumps({"ifdsl_run": 2}), "was written by a newer version of ifdsl"),
        (None, "is no run: it has no `manifest.json`"),
    ],
)
def test_a_folder_that_is_no_run_of_this_version_is_told(tmp_path: Path, data: str | None, said: str) -> None:
    if data is not None:
        (tmp_path / MANIFEST).write_text(data)
    with pytest.raises(BadManifest, match=said):
        Run.read(tmp_path)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadManifest, match="is no run: there is no such folder"):
        Run.read(tmp_path / "nowhere")
