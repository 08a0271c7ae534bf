"""Processes that verify: in order, a bounded way ahead, and without the rows that they hang or die on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ifdsl.run.bulk.batch import BatchVerifier
from ifdsl.run.bulk.checks import Checks, OwnItems
from ifdsl.run.bulk.pool import AHEAD, Pool, WorkerLost
from tests.run.bulk.cases import CIVILITY, HANGING, own_checks, rows

pa = pytest.importorskip("pyarrow", reason="needs the extra `parquet`")


def batches(count: int, length: int = 5) -> list[Any]:
    values = rows(count * length)
    return [pa.RecordBatch.from_pylist(values[at : at + length]) for at in range(0, len(values), length)]


@pytest.fixture
def civil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checks:
    """A check in Python that sleeps or ends its process where the text says so."""
    (tmp_path / "bulk_civility.py").write_text(CIVILITY, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return own_checks(tmp_path, HANGING)


def test_verdicts_come_in_the_order_of_the_batches_a_bounded_way_behind(tmp_path: Path) -> None:
    checks = own_checks(tmp_path)
    verifier = BatchVerifier(checks)
    given = batches(40)
    taken = 0

    def source() -> Iterator[tuple[int, Any]]:
        nonlocal taken
        for number, batch in enumerate(given):
            taken = number + 1
            yield number, batch

    with Pool(checks, 2) as pool:
        for place, (number, found) in enumerate(pool.verify(source())):
            assert number == place
            assert found == verifier.verify_batch(given[number])
            assert taken <= place + 2 * AHEAD
        assert place == 39
        # The processes are there for more.
        assert [number for number, _ in pool.verify(enumerate(given[:3]))] == [0, 1, 2]
        assert list(pool.verify([])) == []


def test_a_row_that_hangs_or_kills_costs_itself_alone(civil: Checks) -> None:
    texts = ["yes, please", "sleep", "no", "die", "please die", "please"]
    given = [pa.record_batch({"key": ["civil_note"] * 2, "response": texts[at : at + 2]}) for at in (0, 2, 4)]
    with Pool(civil, 2, deadline=1.0) as pool:
        found = [row for _, batch in pool.verify(enumerate(given)) for row in batch.to_pylist()]
    assert [(row["strict"], row["kind"], row["problem"]) for row in found] == [
        (True, None, None),
        (None, "deadline", "checking took longer than 1 s"),
        (False, None, None),
        (None, "crashed", "the process ended with exit code 7"),
        (None, "crashed", "the process ended with exit code 7"),
        (True, None, None),
    ]


def test_leaving_early_ends_the_processes(civil: Checks) -> None:
    hanging = pa.record_batch({"key": ["civil_note"], "response": ["sleep"]})
    quick = pa.record_batch({"key": ["civil_note"], "response": ["please"]})
    with Pool(civil, 2) as pool:
        processes = [worker.process for worker in pool._workers]
        assert next(iter(pool.verify(enumerate([quick, hanging]))))[0] == 0
        assert all(process.is_alive() for process in processes)
    with pytest.raises(ValueError, match="closed"):
        processes[0].is_alive()


def test_checks_that_cannot_be_made_in_a_process_end_the_job(tmp_path: Path, capfd: pytest.CaptureFixture) -> None:
    with (
        Pool(Checks(OwnItems(tmp_path / "none.ifc")), 1) as pool,
        pytest.raises(WorkerLost, match="exit code 1 before"),
    ):
        list(pool.verify(enumerate(batches(1))))
    # Why is on standard error, where the process left it.
    assert "CompileFailed" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("settings", "message"), [({"workers": 0}, "`workers` is 0"), ({"workers": 1, "deadline": 0.0}, "`deadline` is 0")]
)
def test_a_pool_of_nothing_is_refused(settings: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        Pool(own_checks(tmp_path), **settings)
