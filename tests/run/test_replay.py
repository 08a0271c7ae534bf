"""Recorded responses as a model: each request has the answer that the file has for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ifdsl.run.address import ClientSetupError
from ifdsl.run.asking import Manner, Outcome, ask
from ifdsl.run.replay import Replay
from ifdsl.store.encoding import encode
from ifdsl.store.records import ItemResult, Prompt, RequirementResult, Response, Sampling, Subject, Usage, request_of
from ifdsl.store.runs import Run

MANNER = Manner(stop_after=3)


def replayed(
    path: Path, rows: Sequence[Any], prompts: Sequence[Prompt], repeats: int = 1
) -> tuple[list[Response | None], Outcome]:
    """What the run has of each prompt and repeat, after asking a file with these rows."""
    file = path / "recorded.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    client = Replay(file)
    assert client.subject == Subject("replay", "recorded")
    requests = [request_of(client.subject, Sampling(), each, repeat) for each in prompts for repeat in range(repeats)]
    with Run.write(path / "run", {"subject": client.subject._asdict()}) as run:
        outcome = ask(run, requests, client, Sampling(), MANNER)
        return [run.database.response(request) for request in requests], outcome


def prompts(count: int) -> list[Prompt]:
    return [Prompt.of_text(str(n), f"prompt {n}") for n in range(count)]


def texts(found: Sequence[Response | None]) -> list[str | None]:
    return [None if each is None or each.error is not None else each.text for each in found]


def test_rows_are_found_by_key_and_by_prompt(tmp_path: Path) -> None:
    rows = [
        {"key": 1, "response": "one", "finish_reason": "length", "model": "gpt"},
        {"prompt": "prompt 0", "response": "zero"},
        {"key": 9, "response": "nobody's"},
    ]
    found, outcome = replayed(tmp_path, rows, prompts(3))
    assert texts(found) == ["zero", "one", None]
    _, one, two = found
    assert one is not None
    assert (one.status, one.finish_reason, one.served_model, one.model) == ("truncated", "length", "gpt", "recorded")
    assert two is not None
    assert (two.error_kind, two.error) == ("no_recorded_answer", "the file has no response to this prompt")
    assert outcome.stopped is None


def test_prompts_without_an_answer_stop_nothing(tmp_path: Path) -> None:
    found, outcome = replayed(tmp_path, [{"key": 9, "response": "nine"}], prompts(10))
    assert texts(found)[9] == "nine"
    assert (outcome.asked, outcome.stopped) == (10, None)


def test_rows_of_one_key_answer_its_repeats_in_order(tmp_path: Path) -> None:
    rows = [{"key": 0, "response": "a"}, {"key": 1, "response": "x"}, {"key": 0, "response": "b"}]
    found, _ = replayed(tmp_path, rows, prompts(2), repeats=2)
    assert texts(found) == ["a", "b", "x", None]


def own(id_: str, text: str, repeat: int = 0, **members: Any) -> Response:
    return Response(id_, text, **{"status": "ok", "model": "m", "repeat": repeat, **members})


def test_rows_of_a_run_say_which_repeat_they_answer(tmp_path: Path) -> None:
    rows = [
        own("0", "second", 1),
        own("0", "", 0, status="timeout", error="late", error_kind="timeout"),
        # A failure that was asked again, and a second answer, which does not count.
        own("0", "first", 0),
        own("0", "another", 0),
        own("1", "alone", 1),
    ]
    found, _ = replayed(tmp_path, [encode(row) for row in rows], prompts(2), repeats=2)
    assert texts(found) == ["first", "second", None, "alone"]


def test_judged_items_are_read_with_all_that_they_hold(tmp_path: Path) -> None:
    response = own(
        "0",
        "fine",
        status="truncated",
        finish_reason="length",
        usage=Usage(3, 4),
        reasoning="hm",
        served_model="m-1",
        raw="<think>hm</think>fine",
        slices=((17, 21),),
    )
    verdict = RequirementResult("r", "c", "g", "pass", "pass")
    items = [ItemResult.of(prompts(2)[0], response, [verdict]), ItemResult.of(prompts(2)[1], None, [verdict])]
    (found, missing), _ = replayed(tmp_path, [encode(item) for item in items], prompts(2))
    assert found is not None
    for name in ("text", "status", "finish_reason", "usage", "reasoning", "served_model", "raw", "slices"):
        assert getattr(found, name) == getattr(response, name), name
    assert missing is not None
    assert missing.error_kind == "no_recorded_answer"


@pytest.mark.parametrize(
    ("status", "kind", "told"),
    [
        ("api_error", "http_401", "recorded"),
        ("timeout", "timeout", "recorded"),
        ("api_error", None, "recorded"),
        ("api_error", "context_length", "context_length"),
        ("content_filter", "content_filter", "content_filter"),
        ("template_error", "template_error", "template_error"),
    ],
)
def test_recorded_failures_are_failures_and_stop_nothing(
    status: str, kind: str | None, told: str, tmp_path: Path
) -> None:
    rows = [encode(own(str(n), "", status=status, error="it failed", error_kind=kind)) for n in range(10)]
    found, outcome = replayed(tmp_path, rows, prompts(10))
    assert [each and (each.status, each.error, each.error_kind) for each in found] == [(status, "it failed", told)] * 10
    assert (outcome.asked, outcome.stopped) == (10, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{oops\n", r"recorded\.jsonl:1: "),
        ('{"key": 1, "response": "a"}\n{"key": 2}\n', r"recorded\.jsonl:2: this row has none of `response`"),
        ('{"key": 1, "response": 7}\n', r"recorded\.jsonl:1: `response` is "),
        ('{"requirements": [], "prompt": {}, "prompt_id": "1"}\n', r"recorded\.jsonl:1: a prompt needs `messages`"),
    ],
)
def test_a_file_that_is_no_recording_is_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "recorded.jsonl").write_text(text)
    with pytest.raises(ClientSetupError, match=message):
        Replay(tmp_path / "recorded.jsonl")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ClientSetupError, match=r"none\.jsonl` cannot be read: no such file"):
        Replay(tmp_path / "none.jsonl")


def test_blank_lines_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "recorded.jsonl").write_text('\n{"key": 1, "response": "a"}\n\n')
    assert Replay(tmp_path / "recorded.jsonl").slots == 64
