"""Data files in their four formats: each record at its place, and nothing in a file raises."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives.extras import MissingExtra
from ifdsl.published.records import Record, Unreadable, records


def read(path: Path) -> list[tuple[int, Any]]:
    """The line of each record, with its value or the message about it."""
    return [(one.line, one.value if isinstance(one, Record) else one.diagnostic.message) for one in records(str(path))]


def written(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    return path


def test_json_lines(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", '{"a": 1}\n\n[]\n{"a": \n{"a": 2}')
    assert read(path) == [
        (1, {"a": 1}),
        (3, "this line is no JSON object"),
        (4, "this line is no JSON: expecting value at column 6"),
        (5, {"a": 2}),
    ]


def test_a_json_list_gives_the_line_of_each_member(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", '\ufeff[\n  {"a": 1},\n\n  {"a":\n 2}, 3 ,\n{"a": [4, "\\n"]}\n]\n')
    assert read(path) == [
        (2, {"a": 1}),
        (4, {"a": 2}),
        (5, "this member of the list is no JSON object"),
        (6, {"a": [4, "\n"]}),
    ]
    assert read(written(tmp_path / "b.json", " [ ] ")) == []


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('[{"a": 1},\n{"b": }]', 2, "the list is no JSON from here on: expecting value at column 7"),
        ('[{"a": 1}\n\n{"b": 2}]', 3, "the list is no JSON from here on: a comma or its end is missing"),
        ('[{"a": 1}\n', 2, "the list is no JSON from here on: a comma or its end is missing"),
        ('[{"a": 1},\n]', 2, "the list is no JSON from here on: expecting value at column 1"),
        ('[{"a": 1}]\nmore', 1, "something stands after the end of the list"),
    ],
)
def test_a_json_list_that_ends_early_keeps_what_was_before(text: str, line: int, message: str, tmp_path: Path) -> None:
    assert read(written(tmp_path / "a.json", text)) == [(1, {"a": 1}), (line, message)]


def test_a_json_file_may_hold_json_lines(tmp_path: Path) -> None:
    assert read(written(tmp_path / "a.json", '{"a": 1}\n{"a": 2}\n')) == [(1, {"a": 1}), (2, {"a": 2})]


def test_a_table(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", '\ufeffkey,text\r\n1,"two\r\nlines, ""quoted"""\r\n\r\n2,x,y\r\n3,\r\n')
    assert read(path) == [
        (2, {"key": "1", "text": 'two\r\nlines, "quoted"'}),
        (5, "3 cells, but the table has 2 columns"),
        (6, {"key": "3", "text": ""}),
    ]


def test_a_table_with_rows_that_are_wrong(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", b'key,text\n1,"a"b\n2,\xff\n3,ok\n4,"open\n')
    found = read(path)
    assert [line for line, _ in found] == [2, 3, 4, 5]
    assert found[2] == (4, {"key": "3", "text": "ok"})
    assert all(isinstance(found[place][1], str) for place in (0, 1, 3))


def test_a_long_cell(tmp_path: Path) -> None:
    assert read(written(tmp_path / "a.csv", "text\n" + "x" * 500_000)) == [(2, {"text": "x" * 500_000})]


def test_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    from pyarrow import parquet

    rows = [{"key": number, "kwargs": [{"N": None, "keyword": "x"}]} for number in range(600)]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet") == list(enumerate(rows, start=1))
    data = (tmp_path / "a.parquet").read_bytes()
    for broken in (b"", b"PAR1", data[:-3], data[:8] + b"\0" * 200 + data[208:]):
        found = read(written(tmp_path / "b.parquet", broken))
        assert "the Parquet file cannot be read from here on" in found[-1][1]


def test_parquet_without_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "pyarrow":
            raise ImportError(name)
        return load(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtra, match=r"ifdsl\[parquet\]"):
        read(written(tmp_path / "a.parquet", b""))


@pytest.mark.parametrize("ending", ["jsonl", "json", "csv", "parquet"])
def test_a_file_that_is_not_there(ending: str, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / f"nowhere.{ending}")


_PIECES = st.lists(
    st.sampled_from([b'{"a": 1}', b"[", b"]", b",", b"\n", b'"', b"\\", b"\xff", b"\x00", b"1e999", b"\r", b"{", b"x"])
    | st.binary(max_size=3),
    max_size=30,
)


@settings(max_examples=100, deadline=None)
@given(pieces=_PIECES, ending=st.sampled_from(["jsonl", "json", "csv"]))
def test_no_file_raises(pieces: list[bytes], ending: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = written(tmp_path_factory.getbasetemp() / f"hostile.{ending}", b"".join(pieces))
    lines = b"".join(pieces).count(b"\n") + b"".join(pieces).count(b"\r") + 1
    for one in records(path):
        assert isinstance(one, Record | Unreadable)
        assert 1 <= one.line <= lines + 1


@settings(max_examples=50, deadline=None)
@given(rows=st.lists(st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=5)), max_size=5))
def test_a_json_list_gives_what_json_lines_give(
    rows: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    base = tmp_path_factory.getbasetemp()
    listed = written(base / "same.json", json.dumps(rows, indent=1))
    lines = written(base / "same.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    assert [value for _, value in read(listed)] == rows == [value for _, value in read(lines)]


def test_reading_a_table_leaves_the_limit_of_the_process_as_it_was(tmp_path: Path) -> None:
    import csv

    path = tmp_path / "rows.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    before = csv.field_size_limit()
    for _ in records(path):
        assert csv.field_size_limit() == before
    assert csv.field_size_limit() == before
