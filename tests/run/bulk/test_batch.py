"""The Arrow function of bulk verification: the verdicts of the grader, one row for each, whatever a row holds."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.checking.lenient import LENIENT
from ifdsl.run.bulk.batch import BatchVerifier
from ifdsl.run.bulk.rows import DEADLINE, Trouble
from ifdsl.run.grading import Grader
from ifdsl.store.records import Response
from tests.run.bulk.cases import RESPONSES, own_checks, rows

pa = pytest.importorskip("pyarrow", reason="needs the extra `parquet`")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spec")


@pytest.fixture(scope="module")
def verifier(folder: Path) -> BatchVerifier:
    return BatchVerifier(own_checks(folder))


def lines(values: list[Any]) -> Any:
    data = [value if isinstance(value, bytes) else json.dumps(value).encode() for value in values]
    return pa.record_batch({"row": range(len(data)), "json": pa.array(data, pa.large_binary())})


def troubles(found: Any) -> list[tuple[str | None, str | None]]:
    return [(row["kind"], row["problem"]) for row in found.to_pylist()]


def test_verdicts_are_those_of_the_grader(verifier: BatchVerifier, folder: Path) -> None:
    checks = own_checks(folder)
    grader = Grader(LENIENT["ifeval"])
    items = {item.prompt.id: item for item in checks.source.items([])}
    asked = [(key, text) for key in items for text in RESPONSES]
    batch = pa.record_batch({"key": [key for key, _ in asked], "response": [text for _, text in asked]})
    found = verifier.verify_batch(batch).to_pylist()
    for row, (key, text) in zip(found, asked, strict=True):
        item = items[key]
        result = grader.grade(item, Response(key, text, "ok" if text.strip() else "empty", ""))
        assert (row["key"], row["strict"], row["loose"]) == (key, result.strict, result.loose)
        assert row["score"] == item.verifier.check(text).score
        assert row["requirements"] == [
            {name: getattr(one, name) for name in ("id", "constraint", "strict", "loose", "required")}
            for one in result.requirements
        ]
        assert (row["kind"], row["problem"], row["reward"]) == (None, None, None)
    assert {row["strict"] for row in found} == {True, False}
    assert any(row["loose"] and not row["strict"] for row in found)


def test_the_dense_reward_is_that_of_the_report(folder: Path) -> None:
    checks = own_checks(folder, rewards=True)
    verifier = BatchVerifier(checks)
    item = next(iter(checks.source.items([])))
    found = verifier.verify_batch(pa.record_batch({"id": ["note"] * 7, "output": list(RESPONSES)})).to_pylist()
    expected = [item.verifier.check(text).reward if text.strip() else 0.0 for text in RESPONSES]
    assert [row["reward"] for row in found] == expected
    assert len(set(expected)) > 2


def test_what_cannot_be_graded_is_said_row_by_row(verifier: BatchVerifier) -> None:
    values = [
        b"{oops",
        [1],
        {"response": "x"},
        {"key": "none\x1b[2J", "response": "x"},
        {"key": "note"},
        {"key": "note", "response": 5},
        {"key": "note", "response": None},
        {"key": "note", "response": "x", "repeat": -1},
        {"prompt": "nowhere", "response": "x"},
        {"key": "note", "response": "half a pair \ud800"},
    ]
    found = verifier.verify_batch(lines(values))
    assert troubles(found) == [
        ("malformed", "this line is no JSON"),
        ("malformed", "a row is an object; a list stands here"),
        ("no_key", "this row has neither a key nor a prompt"),
        ("unknown_key", "no prompt has the key `none [2J`"),
        ("no_response", "this row has none of `response`, `output`, `completion`, `text`"),
        ("not_text", "`response` is a number; a text was expected"),
        (None, None),
        ("malformed", "`repeat` is no whole number from 0 to 2,147,483,647"),
        ("unknown_key", "no prompt has the text `nowhere`"),
        (None, None),
    ]
    bad, empty = found.to_pylist()[3], found.to_pylist()[6]
    assert (bad["key"], bad["strict"], bad["score"], bad["requirements"]) == ("none\x1b[2J", None, None, [])
    assert (empty["status"], empty["strict"], empty["score"]) == ("empty", False, 0.0)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array([1.5]), "`response` is a number; a text was expected"),
        (pa.array([b"x"]), "`response` is of another type; a text was expected"),
        (pa.array([["x"]]), "`response` is a list; a text was expected"),
    ],
)
def test_a_column_of_another_type_is_no_text(verifier: BatchVerifier, column: Any, message: str) -> None:
    found = verifier.verify_batch(pa.record_batch({"key": ["note"], "response": column}))
    assert troubles(found) == [("not_text", message)]


@pytest.mark.parametrize(
    ("join", "row", "key"),
    [
        ("key", {"key": "short", "prompt": "other"}, "short"),
        ("only_key", {"prompt": "PROMPT"}, None),
        ("prompt", {"key": "note", "prompt": "PROMPT"}, "short"),
        ("key", {"prompt": "PROMPT"}, "short"),
        ("key", {"prompt": " PROMPT\n"}, None),
        ("stripped", {"prompt": " PROMPT\n"}, "short"),
    ],
)
def test_how_a_response_finds_its_prompt(join: str, row: dict[str, str], key: str | None, folder: Path) -> None:
    checks = own_checks(folder, join=join)
    text = next(item.prompt.text for item in checks.source.items([]) if item.prompt.id == "short")
    asked = {name: value.replace("PROMPT", text) for name, value in row.items()}
    found = BatchVerifier(checks).verify_batch(lines([{**asked, "response": "x"}])).to_pylist()[0]
    assert found["key"] == key
    assert (found["kind"] is None) == (key is not None)


def test_columns_are_passed_through(verifier: BatchVerifier) -> None:
    batch = pa.record_batch({"key": ["note"], "response": ["x"], "model": ["m"], "tokens": pa.array([7], pa.int16())})
    found = verifier.verify_batch(batch, keep=("tokens", "model", "none"))
    assert found.schema.names[:2] == ["tokens", "model"]
    assert (found.column("tokens").type, found.column("model")[0].as_py()) == (pa.int16(), "m")
    values = [{"key": "note", "response": "x", "seen": [1, {"a": None}]}, {"key": "note", "response": "x"}]
    assert verifier.verify_batch(lines(values), keep=("seen",)).column("seen").to_pylist() == ['[1, {"a": null}]', None]


def test_a_row_that_was_given_up_is_unknown_with_its_reason(verifier: BatchVerifier) -> None:
    batch = pa.record_batch({"key": ["note", "note", "none"], "response": [RESPONSES[0]] * 3})
    late = Trouble(DEADLINE, "checking took longer than 1 s")
    first, second, third = verifier.verify_batch(batch, given_up={1: late, 2: late}).to_pylist()
    assert (first["strict"], first["kind"]) == (True, None)
    assert (second["strict"], second["loose"], second["score"], second["kind"]) == (None, None, None, DEADLINE)
    assert {one["strict"] for one in second["requirements"]} == {"unknown"}
    assert second["problem"] == late.message
    # What is wrong with the row itself is known without checking it.
    assert third["kind"] == "unknown_key"


def test_checks_travel(folder: Path, verifier: BatchVerifier) -> None:
    checks = pickle.loads(pickle.dumps(own_checks(folder)))
    batch = pa.RecordBatch.from_pylist(rows(20))
    assert BatchVerifier(checks).verify_batch(batch) == verifier.verify_batch(batch)


def test_the_fingerprint_changes_with_the_spec(folder: Path, tmp_path: Path) -> None:
    first = own_checks(folder).facts()
    assert first == own_checks(tmp_path).facts()
    path = tmp_path / "spec.ifc"
    path.write_text(path.read_text(encoding="utf-8").replace("line_count(3)", "line_count(4)"), encoding="utf-8")
    changed = own_checks(tmp_path, path.read_text(encoding="utf-8")).facts()
    assert {name for name in first if first[name] != changed[name]} == {"checks"}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)
members = st.fixed_dictionaries(
    {},
    optional={
        "key": st.sampled_from(["note", "short"]) | json_values,
        "prompt": json_values,
        "response": st.sampled_from(RESPONSES) | json_values,
        "status": st.sampled_from(["ok", "refused"]) | json_values,
        "finish_reason": st.sampled_from(["length", "stop"]) | json_values,
        "repeat": st.integers(0, 3) | json_values,
    },
)
drawn_lines = st.lists(
    st.binary(max_size=8) | (members | json_values).map(lambda v: json.dumps(v).encode()), max_size=6
)


@settings(max_examples=100, deadline=None)
@given(drawn_lines, st.integers(0, 6))
def test_each_row_gives_one_however_they_are_cut(verifier: BatchVerifier, drawn: list[bytes], cut: int) -> None:
    batch = lines(drawn)
    whole = verifier.verify_batch(batch, keep=("row",))
    assert whole.column("row").to_pylist() == list(range(len(drawn)))
    parts = [verifier.verify_batch(batch.slice(*ends), keep=("row",)) for ends in ((0, cut), (cut,))]
    assert pa.Table.from_batches([whole]).equals(pa.Table.from_batches(parts).combine_chunks())
    for row in whole.to_pylist():
        assert (row["kind"] is None) == bool(row["requirements"])
        assert (row["kind"] is None) == (row["problem"] is None) == (row["score"] is not None)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(rows(30)), max_size=8))
def test_lines_and_columns_give_the_same(verifier: BatchVerifier, drawn: list[dict[str, Any]]) -> None:
    types = pa.schema([("key", pa.string()), ("response", pa.string()), ("repeat", pa.int32())])
    assert verifier.verify_batch(pa.RecordBatch.from_pylist(drawn, types)) == verifier.verify_batch(lines(drawn))
