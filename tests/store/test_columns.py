"""Files of responses cut into parts: each row in one of them, the same ones again when reading begins in the middle."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.store.columns import (
    UnreadableColumns,
    files_of,
    from_bytes,
    parts_of,
    read_parts,
    to_bytes,
    write_parquet,
)

pa = pytest.importorskip("pyarrow", reason="needs the extra `parquet`")
parquet = pytest.importorskip("pyarrow.parquet")


def contents(batches: list[Any]) -> list[dict[str, Any]]:
    return [row for batch in batches for row in batch.to_pylist()]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 40), st.integers(1, 12), st.integers(1, 12), st.integers(1, 12), st.data())
def test_parts_of_parquet_hold_each_row_once(
    tmp_path_factory: pytest.TempPathFactory,
    count: int,
    group: int,
    part_rows: int,
    batch_rows: int,
    data: st.DataObject,
) -> None:
    path = tmp_path_factory.mktemp("p") / "r.parquet"
    table = pa.table({"key": pa.array([str(n) for n in range(count)], pa.string()), "other": range(count)})
    parquet.write_table(table, path, row_group_size=group)
    parts = parts_of([path], part_rows)
    assert [part.rows for part in parts] == [min(part_rows, count - at) for at in range(0, count, part_rows)]
    wanted = [part for part in parts if data.draw(st.booleans())]
    read: dict[Any, list[Any]] = {part: [] for part in wanted}
    for part, batch in read_parts(wanted, batch_rows, {"key", "none"}):
        assert batch.num_rows <= batch_rows
        read[part].append(batch)
    for part, batches in read.items():
        assert contents(batches) == [{"row": n + 1, "key": str(n)} for n in range(part.first, part.end)]


line = st.binary(max_size=6).map(lambda data: data.replace(b"\n", b" "))


@settings(max_examples=80, deadline=None)
@given(st.lists(line, max_size=30), st.booleans(), st.integers(1, 8), st.integers(1, 8), st.data())
def test_parts_of_json_lines_hold_each_line_once(
    tmp_path_factory: pytest.TempPathFactory,
    written: list[bytes],
    ended: bool,
    part_rows: int,
    batch_rows: int,
    data: st.DataObject,
) -> None:
    path = tmp_path_factory.mktemp("p") / "r.jsonl"
    path.write_bytes(b"\n".join(written) + b"\n" * (ended and bool(written)))
    parts = parts_of([path], part_rows)
    wanted = [part for part in parts if data.draw(st.booleans())]
    read: dict[Any, list[Any]] = {part: [] for part in wanted}
    for part, batch in read_parts(wanted, batch_rows, ()):
        assert batch.num_rows <= batch_rows
        read[part].append(batch)
    # As a file is read line by line, whatever the parts.
    lines = list(enumerate(path.read_bytes().split(b"\n"), start=1))
    for part, batches in read.items():
        assert batches, "a part without a row gives an empty batch"
        found = [(row["row"], row["json"].rstrip(b"\n")) for row in contents(batches)]
        assert found == [(number, text) for number, text in lines[part.first : part.end] if text.strip()]
    covered = [number for part in parts for number in range(part.first, part.end)]
    assert covered == list(range(len(covered)))
    assert all(not text.strip() for _, text in lines[len(covered) :])


def test_a_file_with_none_of_the_columns_still_has_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    parquet.write_table(pa.table({"other": [1, 2, 3]}), path)
    found = [batch for _, batch in read_parts(parts_of([path], 2), 5, {"key"})]
    assert [batch.column("row").to_pylist() for batch in found] == [[1, 2], [3]]


def test_memory_holds_a_small_part_of_a_row_group(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    length, group = 1000, 20_000
    schema = pa.schema([("key", pa.string()), ("response", pa.string())])
    with parquet.ParquetWriter(path, schema) as writer:
        for first in range(0, 4 * group, group):
            # Digits at random: what neither a dictionary nor compression makes much smaller.
            numbers = Random(first)
            texts = [str(numbers.getrandbits(3321))[:length] for _ in range(group)]
            writer.write_table(pa.table([[str(n) for n in range(group)], texts], schema=schema), row_group_size=group)
        del texts
    assert path.stat().st_size > group * length
    before, most = pa.total_allocated_bytes(), 0
    for _, batch in read_parts(parts_of([path], group // 2), 100, {"key", "response"}):
        assert batch.num_rows == 100
        most = max(most, pa.total_allocated_bytes() - before)
    assert most < group * length // 2


def test_a_folder_stands_for_the_files_below_it(tmp_path: Path) -> None:
    for name in ("b.parquet", "a/z.jsonl", "a/y.PARQUET", "_SUCCESS.parquet", ".hidden/x.jsonl", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"")
    assert [path.relative_to(tmp_path).as_posix() for path in files_of(tmp_path)] == [
        "a/y.PARQUET",
        "a/z.jsonl",
        "b.parquet",
    ]
    assert files_of(tmp_path / "notes.txt") == [tmp_path / "notes.txt"]
    (tmp_path / "empty").mkdir()
    for missing in ("none", "empty"):
        with pytest.raises(FileNotFoundError):
            files_of(tmp_path / missing)


def test_what_is_no_parquet_says_so(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    path.write_bytes(b"PAR1 nothing")
    with pytest.raises(UnreadableColumns, match=r"`.*r\.parquet` cannot be read as Parquet: "):
        parts_of([path], 5)
    metadata = b"\xff" * 40
    path.write_bytes(b"PAR1" + metadata + len(metadata).to_bytes(4, "little") + b"PAR1")
    with pytest.raises(UnreadableColumns, match=r"`.*r\.parquet` cannot be read as Parquet: "):
        parts_of([path], 5)
    table = pa.table({"key": [str(n) * 50 for n in range(2000)]})
    parquet.write_table(table, path, compression="none", use_dictionary=False)
    whole = path.read_bytes()
    path.write_bytes(whole[:40] + b"\xff" * 2000 + whole[2040:])
    with pytest.raises(UnreadableColumns, match=r"cannot be read after row 0"):
        list(read_parts(parts_of([path], 5000), 500, {"key"}))


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=5), max_size=5))
def test_a_batch_travels_as_bytes(texts: list[str]) -> None:
    batch = pa.record_batch({"a": pa.array(texts, pa.string())})
    assert from_bytes(to_bytes(batch)) == batch


@given(st.lists(st.integers(-5, 5), max_size=20), st.integers(0, 20), st.integers(1, 5))
@settings(max_examples=40, deadline=None)
def test_the_bytes_written_do_not_depend_on_the_batches(
    tmp_path_factory: pytest.TempPathFactory, values: list[int], cut: int, step: int
) -> None:
    folder = tmp_path_factory.mktemp("w")
    batch = pa.record_batch({"n": pa.array(values, pa.int64()), "t": pa.array([str(v) for v in values], pa.string())})
    write_parquet(folder / "one", [batch], {"source": "x"})
    write_parquet(folder / "two", [batch.slice(0, cut), batch.slice(cut)], {"source": "x"})
    assert (folder / "one").read_bytes() == (folder / "two").read_bytes()
    assert [path.name for path in sorted(folder.iterdir())] == ["one", "two"]
    read = parquet.read_table(folder / "one")
    assert read.to_pylist() == batch.to_pylist()
    assert read.schema.metadata[b"source"] == b"x"
