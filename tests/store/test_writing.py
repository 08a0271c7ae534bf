"""The writer: what it acknowledged outlives kills and full disks, and a fault in it ends the run."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ifdsl.store.database import Entry
from ifdsl.store.encoding import RecordError
from ifdsl.store.link import StoreError
from ifdsl.store.runs import DATABASE, DiskFull, Run
from ifdsl.store.writing import Writer
from tests.store.writer import MANIFEST, entry

KILLS = 20
COMMAND = [sys.executable, "-m", "tests.store.writer"]


def start(folder: Path, size: int, last: int, **more: object) -> subprocess.Popen[str]:
    command = [*COMMAND, str(folder), str(size), str(last)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **more)  # type: ignore[call-overload,no-any-return]


def require_whole(folder: Path, acknowledged: set[int], size: int) -> int:
    """Check that what was acknowledged is there as it was written, and nothing twice; give how much there is."""
    with Run.read(folder) as run:
        there = {result.prompt_id: result.response for result in run.database.results() if result.response is not None}
        assert {str(number) for number in acknowledged} <= there.keys()
        for id_, response in there.items():
            assert response == entry(int(id_), size).response
            assert run.database.attempts(response.request) == list(entry(int(id_), size).attempts)
        assert run.database.spent().requests == len(there)
        assert len(list(run.database.results())) == len(run.database.prompts())
        assert run.database.link.run("PRAGMA integrity_check") == [("ok",)]
    return len(there)


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_nothing_acknowledged_is_lost_or_doubled_by_kills(tmp_path: Path) -> None:
    drawn = random.Random(20)
    acknowledged: set[int] = set()
    for _ in range(KILLS):
        before = len(acknowledged)
        with start(tmp_path, 3000, 1500) as writer:
            assert writer.stdout is not None
            most = drawn.randrange(1, 40)
            for line in writer.stdout:
                acknowledged.add(int(line))
                if len(acknowledged) >= before + most:
                    break
            writer.send_signal(signal.SIGKILL)
            # What was said before the kill, and not yet read; a last line may be cut.
            acknowledged |= {int(line) for line in writer.stdout if line.endswith("\n")}
        assert len(acknowledged) > before, "it went on"
    assert require_whole(tmp_path, acknowledged, 3000) >= len(acknowledged)
    # And a run that is let go to its end has each entry once.
    with start(tmp_path, 3000, 1500) as writer:
        said = writer.communicate()[0].split()
    assert said[-1] == "lost=0"
    assert require_whole(tmp_path, {*acknowledged, *(int(number) for number in said[:-1])}, 3000) == 1500


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 40 MiB of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not hasattr(os, "getuid") or os.getuid() != 0:
        pytest.skip("only root may mount a disk")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(folder)], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(path: Path) -> None:
    """Take all the room that there is."""
    with suppress(OSError), open(path, "wb", buffering=0) as file:
        while True:
            file.write(bytes(1 << 16))


def test_a_full_disk_costs_nothing_of_what_came_in(small_disk: Path) -> None:
    folder, size = small_disk / "run", 20_000
    with Run.write(folder, MANIFEST) as run:
        ballast = small_disk / "ballast"
        fill(ballast)
        number, full = 0, None
        while full is None:
            try:
                run.enter([entry(number, size)])
            except DiskFull as error:
                full = error
            number += 1
        assert full.kept
        assert str(full) == f"there is no room left for `{folder / DATABASE}`"
        # What is under way comes in yet.
        for later in range(number, number + 100):
            run.enter([entry(later, size)])
        number += 100
        full = None
        while full is None:
            try:
                run.enter([entry(number, size)])
                number += 1
            except DiskFull as error:
                full = error
        assert not full.kept
        there = run.database.answered()
        assert len(there) == number
    ballast.unlink()
    with Run.write(folder, MANIFEST) as run:
        assert run.database.answered() == there
        run.enter([entry(number, size)])
        assert run.database.link.run("PRAGMA integrity_check") == [("ok",)]
        assert len(run.database.answered()) == number + 1


def test_a_writer_on_a_full_disk_says_what_is_kept(small_disk: Path) -> None:
    size = 20_000
    with start(small_disk / "run", size, 4000) as writer:
        said = writer.communicate()[0].splitlines()
    assert writer.returncode == 0
    failures = [line for line in said if line.startswith("failed")]
    assert failures[0].startswith("failed, kept=True: there is no room left for")
    acknowledged = {int(line) for line in said if line.isdigit()}
    assert said[-1] == "lost=0"
    assert require_whole(small_disk / "run", acknowledged, size) == len(acknowledged)


@pytest.mark.skipif(os.name != "posix", reason="needs limits of a process")
def test_a_limit_on_the_length_of_files_is_a_full_disk(tmp_path: Path) -> None:
    limit = 4 * 1024 * 1024

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    with start(tmp_path, 50_000, 500, preexec_fn=limited) as writer:
        said = writer.communicate()[0].splitlines()
    assert writer.returncode == 0
    assert any(line.startswith("failed") and "there is no room left for" in line for line in said)
    acknowledged = {int(line) for line in said if line.isdigit()}
    lost = int(said[-1].removeprefix("lost="))
    assert acknowledged
    assert require_whole(tmp_path, acknowledged, 50_000) == len(acknowledged)
    assert 0 < lost + len(acknowledged) < 500
    with start(tmp_path, 50_000, 500) as writer:
        assert writer.communicate()[0].split()[-1] == "lost=0"
    assert require_whole(tmp_path, set(range(500)), 50_000) == 500


def test_entries_are_written_in_their_order_and_told_in_the_loop(tmp_path: Path) -> None:
    told: list[str] = []

    async def write(run: Run) -> None:
        loop = asyncio.get_running_loop()

        def written(entries: list[Entry]) -> None:
            assert asyncio.get_running_loop() is loop
            told.extend(one.request.prompt.id for one in entries)

        async with Writer(run, written, pytest.fail) as writer:
            for number in range(1000):
                writer.put(entry(number, 10))

    with Run.write(tmp_path, MANIFEST) as run:
        asyncio.run(write(run))
        assert len(run.database.answered()) == 1000
    assert told == [str(number) for number in range(1000)]


def test_a_fault_in_the_thread_ends_the_run_and_is_raised(tmp_path: Path) -> None:
    told: list[StoreError] = []

    async def write(run: Run) -> None:
        stopped = asyncio.Event()

        def failed(error: StoreError) -> None:
            told.append(error)
            stopped.set()

        async with Writer(run, lambda entries: None, failed) as writer:
            good = entry(1, 10)
            writer.put(good._replace(response=good.response._replace(effective={"x": object()})))
            await stopped.wait()
            writer.put(entry(2, 10))

    with Run.write(tmp_path, MANIFEST) as run, pytest.raises(RecordError, match="`effective`"):
        asyncio.run(write(run))
    assert [str(error) for error in told] == [
        "a record cannot be written: `effective` holds a value that JSON cannot express"
    ]


def test_what_came_in_is_written_though_the_run_is_cancelled(tmp_path: Path) -> None:
    async def write(run: Run) -> None:
        async with Writer(run, lambda entries: None, pytest.fail) as writer:
            for number in range(2000):
                writer.put(entry(number, 1000))
            await asyncio.Event().wait()

    async def cancelled(run: Run) -> None:
        task = asyncio.create_task(write(run))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()  # a second time, while the rest is written
        with pytest.raises(asyncio.CancelledError):
            await task
        assert len(run.database.answered()) == 2000

    with Run.write(tmp_path, MANIFEST) as run:
        asyncio.run(cancelled(run))
