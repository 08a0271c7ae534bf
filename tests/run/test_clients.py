"""The client against a real server that misbehaves on demand."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler

import pytest

from ifdsl.primitives.extras import MissingExtra
from ifdsl.run import clients
from ifdsl.run.address import ClientSetupError
from ifdsl.run.clients import Endpoint, OpenAIClient
from ifdsl.run.retry import RetryPolicy
from ifdsl.run.schedule import Patience, Schedule
from ifdsl.store.database import Entry
from ifdsl.store.records import Message, Prompt, Response, Sampling, Subject, Usage, request_of

pytest.importorskip("openai", reason="needs the extra `openai`")

QUICK = RetryPolicy(attempts=4, first=0.01, longest=0.05)
GREEDY = Sampling()
HELLO = Prompt.of_text("1", "hello")
Step = Callable[[BaseHTTPRequestHandler], None]


def send(status: int, body: bytes, **headers: str) -> Step:
    def step(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return step


def answer(text: str = "fine", finish: str = "stop") -> Step:
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": finish}
    usage = {"prompt_tokens": 5, "completion_tokens": 2}
    body = json.dumps({"choices": [choice], "usage": usage, "model": "served-1"}).encode()
    return send(200, body, Content_Type="application/json")


def error(status: int, message: str = "no", **headers: str) -> Step:
    body = json.dumps({"error": {"message": message, "type": "x", "code": None}}).encode()
    return send(status, body, Content_Type="application/json", **headers)


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def break_off(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [')
    handler.wfile.flush()
    hang_up(handler)


def ask_entry(
    script,
    prompt: Prompt = HELLO,
    sampling: Sampling = GREEDY,
    *,
    retry: RetryPolicy = QUICK,
    timeout: float = 5.0,
    deadline: float = 10.0,
    repeat: int = 0,
    **changes: object,
) -> Entry:
    client = OpenAIClient(Endpoint("m", script.base_url, **changes))  # type: ignore[arg-type]
    came: list[Entry] = []

    async def once() -> None:
        schedule = Schedule(client, sampling, came.append, patience=Patience(retry, timeout, deadline))
        await schedule.ask_all([request_of(client.subject, sampling, prompt, repeat)])

    asyncio.run(once())
    (entry,) = came
    return entry


def ask(script, *what: object, **changes: object) -> Response:
    return ask_entry(script, *what, **changes).response  # type: ignore[arg-type]


def hang(script) -> Step:
    return lambda handler: script.released.wait(20)


def test_an_answer_becomes_a_response(script) -> None:
    response = ask(script.then(answer("fine")))
    assert (response.text, response.status, response.finish_reason) == ("fine", "ok", "stop")
    assert (response.model, response.served_model, response.usage) == ("m", "served-1", Usage(5, 2))
    assert (response.attempts, response.error, response.error_kind) == (1, None, None)
    assert 0 < response.latency < 5
    assert len(response.request) == 32


def test_what_is_sent(script) -> None:
    prompt = Prompt("1", (Message("system", "be brief"), Message("user", "語 hello")))
    sampling = Sampling(max_tokens=7, temperature=0.5, top_p=0.9, seed=3, stop=("END",), extra={"top_k": 4})
    ask(script.then(answer()), prompt, sampling)
    assert script.bodies == [
        {
            "model": "m",
            "messages": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "語 hello"}],
            "max_tokens": 7,
            "temperature": 0.5,
            "top_p": 0.9,
            "seed": 3,
            "stop": ["END"],
            "top_k": 4,
        }
    ]


def test_the_limit_on_tokens_is_always_sent_and_nothing_unasked(script) -> None:
    ask(script.then(answer()), HELLO, Sampling(temperature=None))
    ask(script, HELLO, Sampling(temperature=None), limit_field="max_completion_tokens")
    base = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}
    assert script.bodies == [{**base, "max_tokens": 2048}, {**base, "max_completion_tokens": 2048}]


def test_a_prompt_without_text_is_not_sent(script) -> None:
    response = ask(script.then(answer()), Prompt("1", ()))
    assert (response.status, response.error_kind, response.attempts) == ("api_error", "invalid_prompt", 0)
    assert script.bodies == []


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503])
def test_passing_errors_are_tried_again(script, status: int) -> None:
    response = ask(script.then(error(status), error(status), answer()))
    assert (response.status, response.attempts, response.error) == ("ok", 3, None)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_lasting_errors_are_not(script, status: int) -> None:
    response = ask(script.then(error(status, "wrong\x1b[2J thing"), answer()))
    assert (response.status, response.attempts, response.error_kind) == ("api_error", 1, f"http_{status}")
    assert response.error == f"the server answered with HTTP {status}: wrong [2J thing"


def test_attempts_run_out(script) -> None:
    response = ask(script.then(error(503, "down")))
    assert (response.status, response.attempts, response.error_kind) == ("api_error", 4, "http_503")
    assert len(script.bodies) == 4


def test_retry_after_is_waited_for(script) -> None:
    started = time.monotonic()
    response = ask(script.then(error(429, "slow down", Retry_After="1"), answer()))
    assert response.status == "ok"
    assert time.monotonic() - started >= 1.0
    assert response.latency < 1.0


def test_a_date_to_come_back_at_is_waited_for(script) -> None:
    soon = formatdate(time.time() + 2, usegmt=True)
    entry = ask_entry(script.then(error(429, "slow down", Retry_After=soon), answer()))
    assert entry.response.status == "ok"
    assert 0 < (entry.attempts[0].retry_after or 0) <= 2
    first, second = entry.attempts
    assert second.started - first.started >= (first.retry_after or 0)


def test_a_wait_beyond_the_deadline_is_not_begun(script) -> None:
    started = time.monotonic()
    response = ask(script.then(error(429, "slow down", Retry_After="3600"), answer()))
    assert time.monotonic() - started < 3
    assert (response.attempts, response.error_kind) == (1, "http_429")
    assert (response.error or "").endswith("slow down; the next try would come after the deadline of 10 s")


def test_a_server_that_hangs_is_given_up(script) -> None:
    response = ask(script.then(hang(script)), timeout=0.2, retry=RetryPolicy(2, 0.01, 0.01))
    assert (response.status, response.attempts, response.error_kind) == ("timeout", 2, "timeout")
    assert response.error == "no complete answer within 0.2 s"


def test_a_hang_may_pass(script) -> None:
    response = ask(script.then(hang(script), answer()), timeout=0.3)
    assert (response.status, response.attempts) == ("ok", 2)


def test_the_deadline_bounds_all_attempts(script) -> None:
    started = time.monotonic()
    response = ask(script.then(hang(script)), timeout=5.0, deadline=0.4)
    assert time.monotonic() - started < 3
    assert (response.status, response.attempts) == ("timeout", 1)


def test_a_server_that_drips_is_given_up(script) -> None:
    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "100000")
        handler.end_headers()
        while not script.released.wait(0.02):
            handler.wfile.write(b" ")

    response = ask(script.then(drip), timeout=0.3, retry=RetryPolicy(1))
    assert (response.status, response.error_kind) == ("timeout", "timeout")


@pytest.mark.parametrize("step", [hang_up, break_off], ids=["before", "within"])
def test_a_lost_connection_is_tried_again(script, step: Step) -> None:
    response = ask(script.then(step, answer()))
    assert (response.status, response.attempts) == ("ok", 2)


@pytest.mark.parametrize("step", [hang_up, break_off], ids=["before", "within"])
def test_a_connection_that_is_always_lost_is_an_error(script, step: Step) -> None:
    entry = ask_entry(script.then(step))
    response = entry.response
    # Not `connection`: the request was sent, and its answer may have been paid for.
    assert (response.status, response.attempts, response.error_kind) == ("api_error", 4, "broken_off")
    assert (response.error or "").startswith("the connection to the server broke off: ")
    assert "httpx" not in (response.error or "")
    assert all(attempt.usage.completion_tokens == GREEDY.max_tokens for attempt in entry.attempts)


@pytest.mark.parametrize("body", [b"{oops", b"<html>busy</html>", b"", b'{"choices": []}', b'{"error": {}}'])
def test_a_malformed_answer_is_tried_again(script, body: bytes) -> None:
    malformed = send(200, body, Content_Type="application/json")
    assert ask(script.then(malformed, answer())).attempts == 2
    script.steps[:] = [malformed]
    response = ask(script)
    assert (response.status, response.attempts, response.error_kind) == ("api_error", 4, "malformed")


def test_an_answer_that_is_not_called_json_is_read_all_the_same(script) -> None:
    body = json.dumps({"choices": [{"message": {"content": "fine"}}]}).encode()
    assert ask(script.then(send(200, body, Content_Type="text/plain"))).text == "fine"


def test_an_answer_that_unpacks_without_end_is_cut_off(script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "_LARGEST_ANSWER", 100_000)
    bomb = gzip.compress(b" " * 2_000_000)
    response = ask(script.then(send(200, bomb, Content_Encoding="gzip")))
    assert (response.status, response.error_kind, response.attempts) == ("api_error", "too_large", 1)


def test_a_server_that_is_not_there(script) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        script.base_url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        entry = ask_entry(script)
    response = entry.response
    assert (response.status, response.error_kind, response.attempts) == ("api_error", "connection", 4)
    assert (response.error or "").startswith("the connection to the server failed: ")
    # Nothing was asked, and so nothing was spent.
    assert {attempt.usage for attempt in entry.attempts} == {Usage(0, 0)}


def test_a_server_that_takes_no_connection_is_given_up(script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "_CONNECT_SECONDS", 0.1)
    with socket.socket() as busy, socket.socket() as first:
        # A queue of one that is full: further connections wait for ever.
        busy.bind(("127.0.0.1", 0))
        busy.listen(0)
        first.connect(busy.getsockname())
        script.base_url = f"http://127.0.0.1:{busy.getsockname()[1]}/v1"
        response = ask(script, retry=RetryPolicy(2, 0.01, 0.01))
    assert (response.status, response.error_kind, response.attempts) == ("api_error", "connection", 2)
    assert response.error == "no connection to the server within 0.1 s"


def test_the_key_is_sent_and_never_shown(script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-1234567890")
    response = ask(script.then(error(401, "the key sk-secret-1234567890 is wrong")))
    assert script.headers[0]["authorization"] == "Bearer sk-secret-1234567890"
    assert response.error == "the server answered with HTTP 401: the key [key] is wrong"
    client = OpenAIClient(Endpoint("m", script.base_url))
    assert "secret" not in repr(client) + str(client)


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(script, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert ask(script.then(answer())).status == "ok"


@pytest.mark.parametrize("model", ["", " ", "a\nb", "\udcff"])
def test_a_model_without_a_name_is_refused(model: str) -> None:
    with pytest.raises(ClientSetupError, match="name of the model"):
        OpenAIClient(Endpoint(model, "http://127.0.0.1:1/v1"))


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"ifdsl\[openai\]"):
        OpenAIClient(Endpoint("m", "http://127.0.0.1:1/v1"))


def test_a_client_says_who_answers(script) -> None:
    client = OpenAIClient(Endpoint("m", script.base_url, kind="local", revision="r1", slots=3))
    assert (client.subject, client.slots) == (Subject("local", "m", "r1"), 3)
    assert OpenAIClient(Endpoint("m", script.base_url)).slots is None


def test_another_answer_to_a_prompt_is_asked_with_another_seed(script) -> None:
    keys = {ask(script.then(answer()), HELLO, Sampling(seed=3), repeat=repeat).request for repeat in range(3)}
    assert [body["seed"] for body in script.bodies] == [3, 4, 5]
    assert len(keys) == 3


def test_what_the_server_says_that_it_used_is_kept(script) -> None:
    body = {"choices": [{"message": {"content": "fine"}}], "model": "served-2", "system_fingerprint": "fp"}
    response = ask(script.then(send(200, json.dumps(body).encode())))
    assert response.effective == {"model": "served-2", "system_fingerprint": "fp"}


def test_reasoning_is_no_part_of_the_answer(script) -> None:
    response = ask(script.then(answer("<think>hm</think>fine")))
    assert (response.text, response.reasoning, response.raw) == ("fine", "hm", "<think>hm</think>fine")
    assert "".join(response.raw[a:b] for a, b in response.slices) == "fine"


def test_the_package_is_imported_only_when_used() -> None:
    modules = "ifdsl.run.asking, ifdsl.run.clients, ifdsl.run.local"
    code = f"import {modules}, sys; assert 'openai' not in sys.modules, 'imported'"
    subprocess.run([sys.executable, "-c", code], check=True)
