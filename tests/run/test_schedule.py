"""Runs over many prompts: bounded, written as they go, resumed, stopped by failures and by Ctrl-C."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import pytest

from ifdsl.run.schedule import INTERRUPTED, Breaker, ask_all, run
from ifdsl.store.encoding import decode_response
from ifdsl.store.jsonl import read_jsonl
from ifdsl.store.records import Prompt, Response, Sampling, fingerprint

GREEDY = Sampling()


def prompts(count: int) -> list[Prompt]:
    return [Prompt.of_text(str(n), f"prompt {n}") for n in range(count)]


@dataclass
class Plain:
    """A client that answers in this process, in an order that differs from the order of asking."""

    model: str = "m"
    failing: dict[str, str] = field(default_factory=dict)
    """Kind of error by prompt id; `*` stands for all."""
    asked: list[str] = field(default_factory=list)
    under_way: int = 0
    most: int = 0
    entered: int = 0

    async def __aenter__(self) -> Self:
        self.entered += 1
        return self

    async def __aexit__(self, *error: object) -> None:
        self.entered -= 1

    async def ask(self, prompt: Prompt, sampling: Sampling) -> Response:
        assert self.entered == 1
        self.asked.append(prompt.id)
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await asyncio.sleep(0.001 * (hash(prompt.id) % 3))
        self.under_way -= 1
        kind = self.failing.get(prompt.id, self.failing.get("*"))
        request = fingerprint(self.model, sampling, prompt.messages)
        if kind is None:
            return Response(prompt.id, f"re: {prompt.text}", "ok", self.model, request)
        status = "timeout" if kind == "timeout" else "api_error"
        return Response(prompt.id, "", status, self.model, request, error=f"no: {kind}", error_kind=kind)


def test_every_prompt_is_asked_once_within_the_bound(tmp_path: Path) -> None:
    client, seen = Plain(), []
    outcome = run(prompts(50), client, GREEDY, path=tmp_path / "r.jsonl", concurrency=7, on_result=seen.append)
    assert sorted(client.asked, key=int) == [str(n) for n in range(50)]
    assert 1 < client.most <= 7
    assert client.entered == 0
    assert list(outcome.responses) == [str(n) for n in range(50)]
    assert (outcome.kept, outcome.asked, outcome.stopped, outcome.problems) == (0, 50, None, ())
    assert list(read_jsonl(tmp_path / "r.jsonl", decode_response).records) == seen


def test_no_prompts_are_no_trouble(tmp_path: Path) -> None:
    assert run([], Plain(), GREEDY, path=tmp_path / "r.jsonl").responses == {}


def test_a_response_is_on_the_disk_before_anyone_hears_of_it(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"

    def check(response: Response) -> None:
        assert response in read_jsonl(path, decode_response).records

    assert run(prompts(5), Plain(), GREEDY, path=path, on_result=check).asked == 5


def test_a_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    run(prompts(6), Plain(), GREEDY, path=path)
    client = Plain()
    outcome = run(prompts(9), client, GREEDY, path=path)
    assert sorted(client.asked) == ["6", "7", "8"]
    assert (len(outcome.responses), outcome.kept, outcome.asked) == (9, 6, 3)


@pytest.mark.parametrize(
    ("model", "sampling", "changed", "asked"),
    [
        ("m", GREEDY, "", 0),
        ("other", GREEDY, "", 3),
        ("m", Sampling(seed=1), "", 3),
        ("m", Sampling(max_tokens=9), "", 3),
        ("m", GREEDY, "!", 3),
    ],
)
def test_only_answers_to_the_same_request_are_kept(
    model: str, sampling: Sampling, changed: str, asked: int, tmp_path: Path
) -> None:
    path = tmp_path / "r.jsonl"
    run(prompts(3), Plain(), GREEDY, path=path)
    now = [Prompt.of_text(p.id, p.text + changed) for p in prompts(3)]
    outcome = run(now, Plain(model), sampling, path=path)
    assert (outcome.asked, outcome.kept) == (asked, 3 - asked)
    assert all(r.text == f"re: prompt {r.prompt_id}{changed}" for r in outcome.responses.values())
    # What another model answered is still there.
    assert run(prompts(3), Plain(), GREEDY, path=path).asked == 0


def test_what_did_not_arrive_is_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    first = run(prompts(4), Plain(failing={"1": "http_500", "2": "timeout"}), GREEDY, path=path)
    assert [r.status for r in first.responses.values()] == ["ok", "api_error", "timeout", "ok"]
    client = Plain(failing={"2": "http_500"})
    second = run(prompts(4), client, GREEDY, path=path)
    assert sorted(client.asked) == ["1", "2"]
    assert [r.status for r in second.responses.values()] == ["ok", "ok", "api_error", "ok"]
    assert len(path.read_text().splitlines()) == 6


def test_bad_lines_in_the_file_are_reported_and_cost_their_row_alone(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    run(prompts(3), Plain(), GREEDY, path=path, concurrency=1)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) - 10])
    client = Plain()
    outcome = run(prompts(3), client, GREEDY, path=path)
    assert client.asked == ["2"]
    assert [(p.line, p.kind) for p in outcome.problems] == [(3, "cut_off")]
    assert len(outcome.responses) == 3
    assert len(read_jsonl(path, decode_response).records) == 3


@pytest.mark.parametrize("kind", ["http_401", "http_400", "connection", "quota"])
def test_failures_in_a_row_stop_the_run(kind: str, tmp_path: Path) -> None:
    client = Plain(failing={"*": kind})
    outcome = run(prompts(100), client, GREEDY, path=tmp_path / "r.jsonl", concurrency=4, stop_after=5)
    assert outcome.stopped == f"5 requests in a row failed, the last with: no: {kind}"
    # Those under way when the fifth failed are still heard.
    assert 5 <= outcome.asked <= 8
    assert len(client.asked) == outcome.asked == len(outcome.responses)


@pytest.mark.parametrize("kind", ["context_length", "invalid_prompt", "timeout"])
def test_failures_of_single_prompts_do_not(kind: str) -> None:
    outcome = run(prompts(30), Plain(failing={"*": kind}), GREEDY, stop_after=5)
    assert (outcome.stopped, outcome.asked) == (None, 30)


def test_an_answer_sets_the_count_of_failures_back() -> None:
    breaker = Breaker(3)
    bad = Response("1", "", "api_error", "m", error="no", error_kind="http_500")
    too_long = Response("1", "", "api_error", "m", error="no", error_kind="context_length")
    good = Response("1", "", "empty", "m")
    for response in (bad, bad, good, bad, too_long, bad):
        breaker.note(response)
        assert breaker.reason is None
    breaker.note(bad)
    assert breaker.reason == "3 requests in a row failed, the last with: no"


def test_two_prompts_with_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="two prompts have the id `0`"):
        run([*prompts(2), *prompts(1)], Plain(), GREEDY)


def test_a_concurrency_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="`concurrency` is 0"):
        asyncio.run(ask_all(prompts(1), Plain(), GREEDY, print, concurrency=0))


def test_an_error_of_the_watcher_ends_the_run_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"

    def full(response: Response) -> None:
        if response.prompt_id == "3":
            raise OSError("disk full")

    client = Plain()
    with pytest.raises(OSError, match="disk full"):
        run(prompts(50), client, GREEDY, path=path, on_result=full, concurrency=2)
    assert client.entered == 0
    assert "3" in {r.prompt_id for r in read_jsonl(path, decode_response).records}
    assert len(client.asked) < 50


PROGRAM = """
import sys
from ifdsl.run.clients import Endpoint, OpenAIClient
from ifdsl.run.schedule import run
from ifdsl.store.records import Prompt, Sampling
prompts = [Prompt.of_text(str(n), f"prompt {n}") for n in range(60)]
client = OpenAIClient(Endpoint("m", sys.argv[1]))
outcome = run(prompts, client, Sampling(), path=sys.argv[2], concurrency=3)
print(outcome.stopped, outcome.kept, outcome.asked, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill-9"])
def test_an_interrupted_run_keeps_what_is_there(how: signal.Signals, script, tmp_path: Path) -> None:
    pytest.importorskip("openai", reason="needs the extra `openai`")
    path = tmp_path / "r.jsonl"

    def slow(handler) -> None:
        script.released.wait(0.03)
        body = json.dumps({"choices": [{"message": {"content": "fine"}, "finish_reason": "stop"}]}).encode()
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    script.then(slow)
    command = [sys.executable, "-c", PROGRAM, script.base_url, str(path)]
    environment = {**os.environ, "OPENAI_API_KEY": ""}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as program:
        end = time.monotonic() + 30
        while time.monotonic() < end and not (path.exists() and path.read_bytes().count(b"\n") >= 8):
            time.sleep(0.01)
        program.send_signal(how)
        out, err = program.communicate(timeout=20)
    before = read_jsonl(path, decode_response)
    assert 8 <= len(before.records) < 60
    assert err == ""
    if how == signal.SIGINT:
        assert out.split() == [INTERRUPTED, "0", str(len(before.records))]
        assert before.problems == ()
    # Going on asks for the rest alone.
    answered = len(before.records)
    asked_before = len(script.bodies)
    client = Plain()
    outcome = run([Prompt.of_text(str(n), f"prompt {n}") for n in range(60)], client, GREEDY, path=path)
    assert (outcome.kept, outcome.asked, outcome.stopped) == (answered, 60 - answered, None)
    assert asked_before - answered <= 3
