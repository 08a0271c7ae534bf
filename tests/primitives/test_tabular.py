"""Separated values: rows, fields and quoting, as the standard library writes and reads them."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives.tabular import every_row, fields, is_quoted, rows
from ifdsl.primitives.undecided import Undecided

FIELDS = st.text(alphabet=st.sampled_from('ab,;\t"\n é漢\u2028'), max_size=5)
TABLES = st.lists(st.lists(FIELDS, min_size=2, max_size=4), max_size=4)


def written(table: list[list[str]], delimiter: str, quoting: int, end: str) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=end).writerows(table)  # type: ignore[arg-type]
    return out.getvalue()


@settings(max_examples=150, deadline=None)
@given(
    TABLES,
    st.sampled_from([",", ";", "\t", "é"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_is_written_is_read(table: list[list[str]], delimiter: str, quoting: int, end: str) -> None:
    text = written(table, delimiter, quoting, end)
    found = [text[start:stop] for start, stop in rows(text, delimiter)]
    assert [fields(row, delimiter) for row in found] == table
    assert fields(text, delimiter) == (table[0] if table else [])
    if quoting == csv.QUOTE_ALL:
        assert all(is_quoted(row, delimiter) for row in found)


@settings(max_examples=150, deadline=None)
@given(
    st.text(alphabet=st.sampled_from('ab,;\t"\n\r é\0\ud800\u2028'), max_size=30),
    st.sampled_from([",", "\t", "", '"', "\n", "ab", "\0"]),
)
def test_any_text_has_rows_in_its_order(text: str, delimiter: str) -> None:
    every = every_row(text, delimiter)
    assert all(0 <= start <= end <= len(text) for start, end in every)
    assert all(left[1] < right[0] for left, right in zip(every, every[1:], strict=False))
    assert rows(text, delimiter) == [span for span in every if span[0] < span[1]]
    for start, end in every:
        row = text[start:end]
        assert rows(row, delimiter) == ([(0, len(row))] if row else [])
        assert is_quoted(row, delimiter) <= row.startswith('"')


@pytest.mark.parametrize(
    ("text", "delimiter", "found", "every"),
    [
        ("a,b\n1,2\n", ",", ["a,b", "1,2"], ["a,b", "1,2"]),
        ("a\n\nb\n\n", ",", ["a", "b"], ["a", "", "b", ""]),
        ('"a\n\nb",c\r\nd', ",", ['"a\n\nb",c', "d"], ['"a\n\nb",c', "d"]),
        ('"never closed\n,a', ",", ['"never closed\n,a'], ['"never closed\n,a']),
        ("a\tb\nc", "\t", ["a\tb", "c"], ["a\tb", "c"]),
        ('"a\nb"', "", ['"a', 'b"'], ['"a', 'b"']),
        ("", ",", [], []),
    ],
)
def test_rows(text: str, delimiter: str, found: list[str], every: list[str]) -> None:
    assert [text[start:end] for start, end in rows(text, delimiter)] == found
    assert [text[start:end] for start, end in every_row(text, delimiter)] == every


@pytest.mark.parametrize(
    ("row", "delimiter", "found"),
    [
        ("a, b,,", ",", ["a", " b", "", ""]),
        ('"a ""b""",c', ",", ['a "b"', "c"]),
        ("a;b", ",", ["a;b"]),
        ("a;b", ";;", ["a;b"]),
        ("a,b\nc", ",", ["a", "b"]),
        ("", ",", []),
        ("", "", []),
    ],
)
def test_fields(row: str, delimiter: str, found: list[str]) -> None:
    assert fields(row, delimiter) == found


@pytest.mark.parametrize(
    ("row", "delimiter", "quoted"),
    [
        ('"a","b ""c"""', ",", True),
        ('"a"\t""', "\t", True),
        ('"a",b', ",", False),
        ('"a", "b"', ",", False),
        ('"a"\n', ",", True),
        ('"a', ",", False),
        ("", ",", False),
        ('"a"', "", False),
    ],
)
def test_quoting(row: str, delimiter: str, quoted: bool) -> None:
    assert is_quoted(row, delimiter) is quoted


def test_a_field_that_is_too_long_is_undecided() -> None:
    with pytest.raises(Undecided, match="131,072 characters"):
        rows('"' + "a\n" * 100_000)


@pytest.mark.parametrize("limit", [1_000_000, 131_072])
def test_the_limit_of_the_process_makes_no_difference(limit: int) -> None:
    import csv

    before = csv.field_size_limit(limit)
    try:
        assert rows("a" * 131_072 + ",b") == [(0, 131_074)]
        with pytest.raises(Undecided, match="131,072 characters"):
            rows("a" * 131_073)
    finally:
        csv.field_size_limit(before)


@pytest.mark.parametrize("unit", [",", '"', '",', '"",', "\n", "\r", '"\n', 'a,"b\n', "\t"])
def test_a_long_hostile_text_is_read(unit: str) -> None:
    text = unit * (60_000 // len(unit))
    assert sum(end - start for start, end in rows(text)) <= len(text)
    fields(text)
    is_quoted(text)
