"""Declared sources: typed rows come back as they were written, every wrong row has its place, and nothing raises."""

from __future__ import annotations

import builtins
import csv
import io
import json
import math
import os
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.datasets import rows as reading
from ifdsl.datasets.record import MAX_ROW
from ifdsl.datasets.records import FORMATS
from ifdsl.datasets.rows import BadRow, Row, rows
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_text
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import Type, choice
from ifdsl.source.render import render_json, render_plain

TEXTS = ("jsonl", "json", "csv")


def source(format: str, fields: dict[str, str], location: str = "data") -> n.Source:
    declared = tuple(n.Parameter(name=name, type=type_) for name, type_ in fields.items())
    return n.Source(name="mcq", format=format, location=location, fields=declared)


def read(folder: Path, format: str, fields: dict[str, str], data: str | bytes) -> list[tuple[int, str | None, Any]]:
    """The line of each row with its values, or with the field and the message about it."""
    (folder / "data").write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    found = list(rows(source(format, fields), folder))
    return [
        (row.line, None, dict(row.values)) if isinstance(row, Row) else (row.line, row.field, row.diagnostic.message)
        for row in found
    ]


# ---------------------------------------------------------------- what is written comes back


_WHOLE = st.integers(min_value=-(10**18) + 1, max_value=10**18 - 1)
_REAL = st.floats(min_value=-1e17, max_value=1e17, allow_nan=False)
_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_BASE = {"bool": st.booleans(), "int": _WHOLE, "number": _WHOLE | _REAL, "text": _TEXT}
_TYPES: dict[str, st.SearchStrategy[Any]] = {
    **_BASE,
    str(choice("yes", "no")): st.sampled_from(["yes", "no"]),
    **{f"list[{name}]": st.lists(values, max_size=3) for name, values in _BASE.items() if name != "number"},
    "list[list[int]]": st.lists(st.lists(_WHOLE, max_size=2), max_size=2),
}


@st.composite
def tables(draw: st.DrawFn) -> tuple[dict[str, str], list[dict[str, Any]]]:
    names = st.text(string.ascii_lowercase + "_", min_size=1, max_size=5)
    fields = draw(st.dictionaries(names, st.sampled_from(sorted(_TYPES)), min_size=1, max_size=4))
    row = st.fixed_dictionaries({name: _TYPES[type_] for name, type_ in fields.items()})
    return fields, draw(st.lists(row, max_size=4))


def written(format: str, fields: dict[str, str], values: list[dict[str, Any]], path: Path) -> None:
    """A file of the rows, with a column besides that nobody declared."""
    wider = [{**value, "Other": place} for place, value in enumerate(values)]
    if format == "jsonl":
        path.write_text("".join(json.dumps(value) + "\n" for value in wider), encoding="utf-8")
    elif format == "json":
        path.write_text(json.dumps(wider, ensure_ascii=False, indent=1), encoding="utf-8")
    elif format == "csv":
        file = io.StringIO(newline="")
        table = csv.DictWriter(file, [*fields, "Other"])
        table.writeheader()
        for value in wider:
            table.writerow({name: each if isinstance(each, str) else json.dumps(each) for name, each in value.items()})
        path.write_bytes(file.getvalue().encode("utf-8"))
    else:
        written_parquet(fields, wider, path)


def written_parquet(fields: dict[str, str], values: list[dict[str, Any]], path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    plain = {"bool": pa.bool_(), "int": pa.int64(), "number": pa.float64()}

    def kind(type_: str) -> Any:
        return pa.list_(kind(type_[5:-1])) if type_.startswith("list[") else plain.get(type_, pa.string())

    schema = pa.schema([(name, kind(type_)) for name, type_ in fields.items()] + [("Other", pa.int64())])
    parquet.write_table(pa.Table.from_pylist(values, schema), path)


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=60, deadline=None)
@given(table=tables())
def test_rows_come_back_as_they_were_written(
    format: str, table: tuple[dict[str, str], list[dict[str, Any]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    fields, values = table
    folder = tmp_path_factory.mktemp("source")
    if format == "parquet":
        # A column of a Parquet file has one type, and here its numbers are floats.
        for name in (name for name, type_ in fields.items() if type_ == "number"):
            values = [{**value, name: float(value[name]) if abs(value[name]) < 1e17 else 0.5} for value in values]
    written(format, fields, values, folder / "data")
    found = list(rows(source(format, fields), folder))
    assert all(isinstance(row, Row) for row in found), found
    assert [dict(row.values) for row in found if isinstance(row, Row)] == values
    for row, value in zip(found, values, strict=True):
        assert isinstance(row, Row)
        assert [type(row.values[name]) for name in fields] == [type(value[name]) for name in fields]
    assert len({row.line for row in found}) == len(values)


def test_ranges_and_regular_expressions(tmp_path: Path) -> None:
    fields = {"words": "range", "pattern": "regex", "sizes": "list[range]"}
    row = {"words": "80..120", "pattern": "a+b", "sizes": [3, "..2.5", "4.."]}
    wanted = {"words": Range(80, 120), "pattern": "a+b", "sizes": [Range(3, 3), Range(None, 2.5), Range(4, None)]}
    assert read(tmp_path, "jsonl", fields, json.dumps(row)) == [(1, None, wanted)]
    cells = 'words,pattern,sizes\n80..120,a+b,"[3, ""..2.5"", ""4..""]"\n'
    assert read(tmp_path, "csv", fields, cells) == [(2, None, wanted)]


def test_a_cell_is_read_as_its_type(tmp_path: Path) -> None:
    fields = {"a": "text", "b": "int", "c": "number", "d": "bool", "e": "list[text]"}
    found = read(tmp_path, "csv", fields, 'e,d,c,b,a\n"[""x""]",TRUE, 1.5e1 ,+07, 07 \n[],false,3,-0,\n')
    assert found == [
        (2, None, {"a": " 07 ", "b": 7, "c": 15.0, "d": True, "e": ["x"]}),
        (3, None, {"a": "", "b": 0, "c": 3, "d": False, "e": []}),
    ]


def test_a_row_says_where_it_stands(tmp_path: Path) -> None:
    assert [line for line, _, _ in read(tmp_path, "jsonl", {"a": "int"}, '\ufeff{"a": 1}\n\n{"a": 2}')] == [1, 3]
    assert [line for line, _, _ in read(tmp_path, "json", {"a": "int"}, '[\n{"a": 1},\n\n{"a":\n 2}]')] == [2, 4]
    assert [line for line, _, _ in read(tmp_path, "csv", {"a": "text"}, 'a\n"x\ny"\nz\n')] == [2, 4]
    for row in rows(source("csv", {"a": "text"}), tmp_path):
        assert isinstance(row, Row)
        assert (row.place.file.path, row.place.file.first) == (str(tmp_path / "data"), row.line)


# ---------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("type_", "value", "message"),
    [
        ("text", "3", "`a` is the whole number `3`; a text is wanted"),
        ("text", "null", "`a` is null; a text is wanted"),
        ("text", "true", "`a` is the truth value `true`; a text is wanted"),
        ("text", '["x"]', "`a` is a list; a text is wanted"),
        ("text", "{}", "`a` is an object; a text is wanted"),
        ("text", r'"\ud800"', "`a` is a text with half of a surrogate pair in it, which is no character"),
        ("int", '"3"', "`a` is the text `3`; a whole number is wanted"),
        ("int", "3.0", "`a` is the number `3.0`; a whole number is wanted"),
        ("int", "false", "`a` is the truth value `false`; a whole number is wanted"),
        ("int", "1" + "0" * 18, "`a` is a number of more than 18 digits"),
        ("number", "NaN", "`a` is not a finite number; a number is wanted"),
        ("number", "1e999", "`a` is not a finite number; a number is wanted"),
        ("number", '"2.5"', "`a` is the text `2.5`; a number is wanted"),
        ("number", "1e18", "`a` is a number of more than 18 digits"),
        ("bool", "1", "`a` is the whole number `1`; `true` or `false` is wanted"),
        ("list[text]", '"x"', "`a` is the text `x`; a list of texts is wanted"),
        ("list[text]", '["x", 3]', "`a` has an element 2 that is the whole number `3`; a text is wanted"),
        ("list[text]", '["x", null]', "`a` has an element 2 that is null; a text is wanted"),
        (
            "list[list[int]]",
            "[[1], [2, 2.5]]",
            "`a` has an element 2 that has an element 2 that is the number `2.5`; a whole number is wanted",
        ),
        ('"yes" | "no"', '"perhaps"', "`a` is the text `perhaps`; `yes` or `no` is wanted"),
        ("range", '"many"', "`a` is the text `many`; a range, such as `80..120`, is wanted"),
        ("range", '""', "`a` is the text ``; a range, such as `80..120`, is wanted"),
        ("range", f'"{"0" * 5_000}"', "`a` is a number of more than 18 digits"),
        ("range", "true", "`a` is the truth value `true`; a range, such as `80..120`, is wanted"),
        ("range", '"5..2"', "`a` is the text `5..2`, a range whose lower bound is above its upper bound"),
    ],
)
@pytest.mark.parametrize("format", ["jsonl", "json"])
def test_a_value_of_another_type(format: str, type_: str, value: str, message: str, tmp_path: Path) -> None:
    lines = f'{{"a": {value}, "b": [NaN, {{}}]}}'
    data = f"\n{lines}" if format == "jsonl" else f"[\n{lines}]"
    assert read(tmp_path, format, {"a": type_}, data) == [(2, "a", message)]


def test_a_regular_expression_that_is_none(tmp_path: Path) -> None:
    ((line, field, message),) = read(tmp_path, "jsonl", {"a": "regex"}, '{"a": "(?=x)"}')
    assert (line, field) == (1, "a")
    assert message.startswith("`a` is the text `(?=x)`, which is no regular expression: ")


@pytest.mark.parametrize(
    ("type_", "cell", "message"),
    [
        ("int", "two", "`a` is the text `two`; a whole number is wanted"),
        ("int", "", "`a` is the text ``; a whole number is wanted"),
        ("int", "2.0", "`a` is the text `2.0`; a whole number is wanted"),
        ("int", "1_000", "`a` is the text `1_000`; a whole number is wanted"),
        ("int", "٣", "`a` is the text `٣`; a whole number is wanted"),
        ("int", "9" * 5_000, "`a` is a number of more than 18 digits"),
        ("number", "nan", "`a` is the text `nan`; a number is wanted"),
        ("number", "1e999", "`a` is not a finite number; a number is wanted"),
        ("number", "inf", "`a` is the text `inf`; a number is wanted"),
        ("bool", "1", "`a` is the text `1`; `true` or `false` is wanted"),
        ("list[text]", "x", "`a` is the text `x`; a list of texts, written as in JSON, is wanted"),
        ("list[text]", "[1]", "`a` has an element 1 that is the whole number `1`; a text is wanted"),
        ("list[text]", "[" * 100_000, None),
    ],
)
def test_a_cell_of_another_type(type_: str, cell: str, message: str | None, tmp_path: Path) -> None:
    ((line, field, found),) = read(tmp_path, "csv", {"a": type_}, f"a,b\n{cell},\n")
    assert (line, field) == (2, "a")
    assert message is None or found == message


@pytest.mark.parametrize(
    ("format", "data", "line", "field", "message"),
    [
        ("jsonl", '{"a": 1}\n{"b": 1}', 2, "a", "`a` is missing"),
        ("json", '[{"a": 1},\n{"b": 1}]', 2, "a", "`a` is missing"),
        ("jsonl", '{"a": 1}\n{"a": 1, "a": 2}', 2, None, "the key `a` stands twice in one object"),
        ("json", '[{"a": 1},\n{"a": 1, "a": 2}]', 2, None, "the key `a` stands twice in one object"),
        ("jsonl", b'{"a": 1}\n{"a": 1, "b": "\xff"}', 2, None, "this line is no JSON: byte 0xff is not valid UTF-8"),
        ("jsonl", '{"a": 1}\n{"a"}', 2, None, "this line is no JSON: expecting ':' delimiter at column 5"),
        ("jsonl", '{"a": 1}\n[]', 2, None, "this line is no JSON object"),
        ("jsonl", '{"a": 1}\n' + "[" * 200_000, 2, None, "this line is no JSON: it cannot be read"),
        ("json", '[{"a": 1},\n3]', 2, None, "this member of the list is no JSON object"),
        ("json", '[{"a": 1}\n', 2, None, "the list is no JSON from here on: a comma or its end is missing"),
        ("csv", "a,b\n1,2\n1,2,3\n", 3, None, "3 cells, but the table has 2 columns"),
        ("csv", "a,b\n1,2\n1\n", 3, None, "1 cell, but the table has 2 columns"),
        ("csv", b"a,b\n1,2\n1,\xff\n", 3, "b", "the cell of `b` is not valid UTF-8"),
        ("csv", 'a,b\n1,2\n3,"x"y\n', 3, None, "this is no row of a table: ',' expected after '\"'"),
    ],
)
def test_a_row_that_is_wrong(
    format: str, data: str | bytes, line: int, field: str | None, message: str, tmp_path: Path
) -> None:
    found = read(tmp_path, format, {"a": "int"}, data)
    assert found[0] == (found[0][0], None, {"a": 1})
    assert found[1:] == [(line, field, message)]


@pytest.mark.parametrize(
    ("format", "data", "field", "message"),
    [
        ("json", b'[{"a": "\xff"}]', None, "byte 0xff is not valid UTF-8"),
        ("json", '{"a": 1}\n{"a": 2}', None, "the file holds no JSON list"),
        ("json", "", None, "the file holds no JSON list"),
        ("csv", "b\n1\n2\n", "a", "the table has no column called `a`"),
        ("csv", "a,a\n1,1\n2,2\n", "a", "the table has 2 columns called `a`"),
    ],
)
def test_a_file_that_is_wrong_is_reported_once(
    format: str, data: str | bytes, field: str | None, message: str, tmp_path: Path
) -> None:
    assert read(tmp_path, format, {"a": "int"}, data) == [(1, field, message)]


def test_every_field_that_is_wrong_is_reported(tmp_path: Path) -> None:
    fields = {"a": "int", "b": "text", "c": "bool"}
    found = read(tmp_path, "jsonl", fields, '{"a": "x", "c": null}\n{"a": 1, "b": "", "c": true}\n')
    assert [(line, field) for line, field, _ in found] == [(1, "a"), (1, "b"), (1, "c"), (2, None)]


def test_a_diagnostic_shows_the_row(tmp_path: Path) -> None:
    read(tmp_path, "jsonl", {"a": "int"}, '{"a": 1}\n{"a": "two"}\n')
    bad = list(rows(source("jsonl", {"a": "int"}), tmp_path))[1]
    assert isinstance(bad, BadRow)
    assert bad.diagnostic.primary.file.text == '{"a": "two"}'
    line = f"{tmp_path / 'data'}:2:1: error IF0801 malformed-row: `a` is the text `two`; a whole number is wanted\n"
    assert render_plain([bad.diagnostic]) == line


def test_parquet(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    from pyarrow import parquet

    def file(**columns: Any) -> None:
        parquet.write_table(pa.table(columns), tmp_path / "data")

    def found(**fields: str) -> list[tuple[int, str | None, Any]]:
        return [
            (row.line, None, dict(row.values))
            if isinstance(row, Row)
            else (row.line, row.field, row.diagnostic.message)
            for row in rows(source("parquet", fields), tmp_path)
        ]

    file(a=pa.array([1, None]), b=pa.array([math.nan, 2.0]), c=pa.array([b"x", b"y"]))
    assert found(a="int") == [(1, None, {"a": 1}), (2, "a", "`a` is null; a whole number is wanted")]
    assert found(b="number")[0] == (1, "b", "`b` is not a finite number; a number is wanted")
    assert found(c="text")[1] == (2, "c", "`c` is a value of another kind; a text is wanted")
    assert found(a="text")[0] == (1, "a", "`a` is the whole number `1`; a text is wanted")
    assert found(d="text") == [(1, "d", "the table has no column called `d`")]
    file(a=pa.array([b"x", b"\xff", b"z"]).view(pa.string()))
    assert found(a="text") == [
        (1, None, {"a": "x"}),
        (2, "a", "the cell of `a` is not valid UTF-8"),
        (3, None, {"a": "z"}),
    ]
    file(a=pa.array(["x", "y" * (MAX_ROW + 1), "z"]))
    assert [one[2] for one in found(a="text")] == [
        {"a": "x"},
        "the row is longer than the limit of 4,194,304 bytes",
        {"a": "z"},
    ]
    file(a=pa.array([0, 1], pa.timestamp("ns")))
    assert [line for line, _, _ in found(a="int")] == [1, 2]
    assert {message for _, _, message in found(a="int")} <= {
        "`a` is a value of another kind; a whole number is wanted",
        "the cell of `a` holds no plain value",
    }
    file(a=pa.array(["x"] * 40))
    assert [line for line, _, _ in found(a="text")] == list(range(1, 41))


def test_a_parquet_file_that_is_too_large_once_it_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    written_parquet({"a": "text"}, [{"a": "x" * 1_000}] * 9, tmp_path / "data")
    monkeypatch.setattr("ifdsl.datasets.tables.MAX_FILE", 100)
    (bad,) = rows(source("parquet", {"a": "text"}), tmp_path)
    assert isinstance(bad, BadRow)
    assert bad.diagnostic.message == "unpacked, the file is larger than the limit of 100 bytes"


def test_a_parquet_file_that_is_none(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    ((line, field, message),) = read(tmp_path, "parquet", {"a": "int"}, "a\n1\n")
    assert (line, field) == (1, None)
    assert message.startswith("the Parquet file cannot be read from here on: ")


def test_parquet_without_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "pyarrow":
            raise ImportError(name)
        return load(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    ((line, _, message),) = read(tmp_path, "parquet", {"a": "int"}, b"")
    assert line == 1
    assert "ifdsl[parquet]" in message


# ---------------------------------------------------------------- limits


def test_a_row_that_is_too_long_is_passed_over(tmp_path: Path) -> None:
    long = "x" * MAX_ROW
    too_long = "the row is longer than the limit of 4,194,304 bytes"
    data = f'{{"a": 1}}\n{{"a": 1, "b": "{long}"}}\n{{"a": 2}}'
    wanted = [(1, None, {"a": 1}), (2, None, too_long), (3, None, {"a": 2})]
    assert read(tmp_path, "jsonl", {"a": "int"}, data) == wanted
    assert read(tmp_path, "json", {"a": "int"}, "[" + data.replace("\n", ",\n") + "]") == wanted
    found = read(tmp_path, "csv", {"a": "int"}, f"a,b\n1,\n1,{long}y\n2,\n")
    assert [line for line, _, _ in found] == [2, 3, 4]
    assert isinstance(found[1][2], str)


def test_a_file_that_is_too_large_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ifdsl.datasets.places.MAX_FILE", 10)
    assert read(tmp_path, "jsonl", {"a": "int"}, '{"a": 1}\n  ') == [
        (1, None, "the file is larger than the limit of 10 bytes")
    ]


def test_a_file_with_too_many_rows_or_problems_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_ROWS", 2)
    found = read(tmp_path, "jsonl", {"a": "int"}, '{"a": 1}\n' * 4)
    assert found[2:] == [(3, None, "the file has more than 2 rows; it is not read beyond this line")]
    monkeypatch.setattr(reading, "MAX_BAD", 1)
    found = read(tmp_path, "jsonl", {"a": "int"}, "[]\n" * 4)
    assert found[1:] == [(2, None, "the file has more than 1 problems; it is not read beyond this line")]


# ---------------------------------------------------------------- the declaration


def problem(declared: n.Source, home: Path) -> tuple[str, str]:
    (bad,) = rows(declared, home)
    assert isinstance(bad, BadRow)
    assert bad.line == 1
    return bad.diagnostic.code.id, bad.diagnostic.message


def test_an_unknown_format_names_the_known_ones(tmp_path: Path) -> None:
    (bad,) = rows(source("jsnol", {"a": "int"}), tmp_path)
    assert isinstance(bad, BadRow)
    assert (bad.diagnostic.code.id, bad.diagnostic.message) == ("IF0407", "no format of rows is called `jsnol`")
    assert bad.diagnostic.help == ("write `jsonl`", "known here: `jsonl`, `json`, `csv`, `parquet`")


@pytest.mark.parametrize("format", FORMATS)
def test_a_source_without_fields(format: str, tmp_path: Path) -> None:
    (bad,) = rows(source(format, {}), tmp_path)
    assert isinstance(bad, BadRow)
    assert bad.diagnostic.code.id == "IF0808"
    assert bad.diagnostic.help == (f"say which fields: `source mcq from {format} … {{ name: text }}`",)


@pytest.mark.parametrize(
    ("location", "code"),
    [
        ("/etc/hosts", "IF0106"),
        ("C:\\data", "IF0106"),
        ("\\\\host\\share\\data", "IF0106"),
        ("../secret", "IF0106"),
        ("inner/../data", "IF0106"),
        ("inner\\..\\data", "IF0106"),
        ("link", "IF0106"),
        ("linked/secret", "IF0106"),
        ("inner", "IF0101"),
        ("pipe", "IF0101"),
        ("nowhere", "IF0101"),
        ("circle", "IF0101"),
        ("a\0b", "IF0101"),
        ("x" * 5_000, "IF0101"),
        ("", "IF0101"),
        (".", "IF0101"),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="links and pipes are made as on POSIX systems")
def test_a_location_stays_in_its_folder(location: str, code: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "inner").mkdir(parents=True)
    for path in (home / "data", tmp_path / "secret"):
        path.write_text('{"a": 1}', encoding="utf-8")
    (home / "link").symlink_to(tmp_path / "secret")
    (home / "linked").symlink_to(tmp_path)
    (home / "circle").symlink_to(home / "circle")
    os.mkfifo(home / "pipe")
    assert problem(source("jsonl", {"a": "int"}, location), home)[0] == code


def test_a_link_inside_the_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "real").write_text('{"a": 1}', encoding="utf-8")
    (tmp_path / "data").symlink_to(tmp_path / "inner" / "real")
    for location in ("data", "inner/real", "./data"):
        (row,) = rows(source("jsonl", {"a": "int"}, location), tmp_path)
        assert isinstance(row, Row)


def test_as_it_is_declared(tmp_path: Path) -> None:
    text = 'ifdsl 1\n\nsource mcq from jsonl "q.jsonl" { question: text  options: list[text]  gold: int }\n'
    program = build_text(text).program
    assert program is not None
    row = {"question": "Which?", "options": ["this", "that"], "gold": 1}
    (tmp_path / "q.jsonl").write_text(json.dumps(row), encoding="utf-8")
    (found,) = rows(program.sources[0], tmp_path)
    assert isinstance(found, Row)
    assert found.values == row


def test_a_field_that_is_declared_twice() -> None:
    built = build_text('ifdsl 1\n\nsource mcq from jsonl "q.jsonl" { a: text  a: int }\n')
    assert [(one.code.id, one.message) for one in built.diagnostics] == [("IF0306", "`a` is declared twice")]


# ---------------------------------------------------------------- nothing raises


_FIELDS = st.dictionaries(
    st.sampled_from(["a", "b"]),
    st.sampled_from([*_TYPES, "range", "regex", "list[regex]", str(Type("text", choices=('a"b', "|")))]),
    max_size=2,
)
_HOSTILE = (
    *(b'{"a": 1}', b'{"b": "', b"[", b"]", b",", b"\n", b'"', b"\\", b"\xff", b"\0", b"1e999", b"\r", b"{", b"a,b\n"),
    *(b"NaN", b'{"a": "(', b'"..', b"\xed\xa0\x80", b"\\ud800", b"-0", b"null", b"\xef\xbb\xbf", b"9" * 5_000),
)
_PIECES = st.lists(st.sampled_from(_HOSTILE) | st.binary(max_size=3), max_size=30)


@settings(max_examples=300, deadline=None)
@given(pieces=_PIECES, format=st.sampled_from(FORMATS), fields=_FIELDS)
def test_no_bytes_raise(
    pieces: list[bytes], format: str, fields: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp() / "hostile"
    folder.mkdir(exist_ok=True)
    (folder / "data").write_bytes(b"".join(pieces))
    for row in rows(source(format, fields), folder):
        assert row.line >= 1
        if isinstance(row, Row):
            assert row.values.keys() == fields.keys()
        else:
            assert row.field is None or row.field.isprintable() or format == "csv"
            render_plain([row.diagnostic]).encode("utf-8")
            render_json([row.diagnostic])


@settings(max_examples=100, deadline=None)
@given(at=st.integers(0, 2_000), flipped=st.binary(min_size=1, max_size=8))
def test_no_damage_to_a_parquet_file_raises(at: int, flipped: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    folder = tmp_path_factory.getbasetemp() / "damaged"
    folder.mkdir(exist_ok=True)
    fields = {"a": "int", "b": "text", "c": "list[text]"}
    values = [{"a": place, "b": f"text {place}", "c": ["x"] * (place % 3), "Other": 0} for place in range(30)]
    written_parquet(fields, values, folder / "data")
    whole = (folder / "data").read_bytes()
    at %= len(whole)
    (folder / "data").write_bytes(whole[:at] + flipped + whole[at + len(flipped) :])
    for row in rows(source("parquet", fields), folder):
        assert isinstance(row, Row | BadRow)


@settings(max_examples=200, deadline=None)
@given(
    location=st.text(st.sampled_from("ab./\\:~C\0 ") | st.characters(), max_size=12),
    format=st.sampled_from([*FORMATS, "ifeval"]) | st.text(max_size=5),
    fields=_FIELDS,
)
def test_no_declaration_raises(
    location: str, format: str, fields: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.getbasetemp() / "declared"
    (home / "a").mkdir(exist_ok=True, parents=True)
    for row in rows(source(format, fields, location), home):
        assert isinstance(row, BadRow)
