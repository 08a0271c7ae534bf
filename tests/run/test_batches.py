"""OpenAI batch files: what goes out asks each request once, and what comes back finds its request."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.run import batches
from ifdsl.run.batches import read_batch, write_batches
from ifdsl.run.marks import Marks
from ifdsl.store.database import Entry
from ifdsl.store.records import Problem, Request, Sampling, Usage
from tests.run.plain_client import requests

SAMPLING = Sampling(max_tokens=9, temperature=0.5, seed=3, stop=("END",), extra={"top_k": 4})


def lines(*paths: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for path in paths for line in path.read_bytes().splitlines()]


def read(path: Path, rows: list[Any], asked: list[Request], **more: Any) -> list[Entry | Problem]:
    file = path / "back.jsonl"
    file.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows))
    return list(read_batch(file, {one.key: one for one in asked}, "m", 5.0, **more))


def answered(request: Request, content: str = "fine") -> dict[str, Any]:
    body = {
        "choices": [{"message": {"content": content}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 1},
    }
    return {"custom_id": request.key, "response": {"status_code": 200, "body": body}, "error": None}


def test_a_line_asks_a_request_as_a_server_is_asked(tmp_path: Path) -> None:
    asked = requests(1, SAMPLING, repeats=2)
    (path,) = write_batches(tmp_path / "b.jsonl", asked, "gpt", SAMPLING, "max_completion_tokens")
    body = {
        "model": "gpt",
        "messages": [{"role": "user", "content": "prompt 0"}],
        "max_completion_tokens": 9,
        "temperature": 0.5,
        "stop": ["END"],
        "top_k": 4,
    }
    assert path == tmp_path / "b.jsonl"
    assert lines(path) == [
        {
            "custom_id": one.key,
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": {**body, "seed": 3 + one.repeat},
        }
        for one in asked
    ]


@pytest.mark.parametrize(("limit", "value"), [("MOST_LINES", 4), ("MOST_BYTES", 1000)])
def test_more_than_a_file_takes_goes_to_further_files(
    limit: str, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, limit, value)
    asked = requests(10)
    written = write_batches(tmp_path / "b.jsonl", asked, "m", Sampling(), "max_tokens")
    assert [path.name for path in written][:3] == ["b.jsonl", "b-2.jsonl", "b-3.jsonl"]
    assert [line["custom_id"] for line in lines(*written)] == [one.key for one in asked]
    for path in written:
        size = len(path.read_bytes().splitlines()) if limit == "MOST_LINES" else path.stat().st_size
        assert 0 < size <= value


def test_a_line_that_alone_is_too_large_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "MOST_BYTES", 10)
    written = write_batches(tmp_path / "b.jsonl", requests(3), "m", Sampling(), "max_tokens")
    assert [len(lines(path)) for path in written] == [1, 1, 1]


def test_nothing_to_ask_makes_no_file(tmp_path: Path) -> None:
    assert write_batches(tmp_path / "b.jsonl", [], "m", Sampling(), "max_tokens") == []
    assert list(tmp_path.iterdir()) == []


def test_answers_find_their_requests_in_any_order(tmp_path: Path) -> None:
    asked = requests(5, repeats=2)
    found = read(tmp_path, [answered(one, f"to {one.prompt.id}.{one.repeat}") for one in reversed(asked)], asked)
    entries = [one for one in found if isinstance(one, Entry)]
    assert [entry.request for entry in entries] == asked[::-1]
    for entry in entries:
        response = entry.response
        assert response.text == f"to {entry.request.prompt.id}.{entry.request.repeat}"
        assert (response.status, response.model, response.request) == ("ok", "m", entry.request.key)
        assert (response.prompt_id, response.repeat) == (entry.request.prompt.id, entry.request.repeat)
        (attempt,) = entry.attempts
        assert (attempt.started, attempt.outcome, attempt.usage) == (5.0, "answer", Usage(3, 1))


def test_what_went_wrong_is_a_response_too(tmp_path: Path) -> None:
    asked = requests(3)
    error = {"error": {"code": "context_length_exceeded", "message": "too long"}}
    rows = [
        {"custom_id": asked[0].key, "response": {"status_code": 400, "body": error}},
        {"custom_id": asked[1].key, "response": None, "error": {"code": "batch_expired", "message": "too late"}},
        {"custom_id": asked[2].key, "response": {"status_code": 200, "body": {"choices": []}}},
    ]
    found = [one for one in read(tmp_path, rows, asked) if isinstance(one, Entry)]
    kinds = [(one.response.status, one.response.error_kind, one.attempts[0].outcome) for one in found]
    assert kinds == [("api_error", kind, kind) for kind in ("context_length", "not_run", "malformed")]
    assert "too late" in (found[1].response.error or "")


def test_lines_that_are_no_answer_are_told_of_and_cost_themselves_alone(tmp_path: Path) -> None:
    asked = requests(2)
    rows = ["{oops", {"response": {}}, ["x"], {"custom_id": "zz"}, answered(asked[0]), answered(asked[0], "again"), ""]
    problems, entries = [], []
    for one in read(tmp_path, rows, asked):
        (problems if isinstance(one, Problem) else entries).append(one)
    assert [(each.line, each.kind) for each in problems] == [
        (1, problems[0].kind),
        (2, "malformed"),
        (3, "malformed"),
        (4, "unmatched"),
        (6, "duplicate"),
    ]
    assert [entry.response.text for entry in entries] == ["fine"]


def test_the_marks_of_reasoning_hold_for_a_batch(tmp_path: Path) -> None:
    (one,) = asked = requests(1)
    rows = [answered(one, "<think>hm</think>fine")]
    (split,) = read(tmp_path, rows, asked)
    (kept,) = read(tmp_path, rows, asked, marks=Marks(()))
    assert isinstance(split, Entry)
    assert isinstance(kept, Entry)
    assert (split.response.text, kept.response.text) == ("fine", "<think>hm</think>fine")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["body", "error", "code"]), inner),
    max_leaves=8,
)


@given(st.lists(st.tuples(json_values, json_values), max_size=4))
@settings(max_examples=60)
def test_no_answer_of_a_service_ends_the_reading(tmp_path_factory: pytest.TempPathFactory, drawn: Any) -> None:
    asked = requests(4)
    rows = [
        {"custom_id": one.key, "response": response, "error": error}
        for one, (response, error) in zip(asked, drawn, strict=False)
    ]
    found = read(tmp_path_factory.mktemp("batch"), rows, asked)
    assert [isinstance(one, Entry) and one.request.key for one in found] == [row["custom_id"] for row in rows]
