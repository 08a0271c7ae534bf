"""A function of the user's own as a model: what it gives is read, and what it raises ends nothing but its request."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ifdsl.run.address import ClientSetupError
from ifdsl.run.asking import ask
from ifdsl.run.function import SLOTS, Function
from ifdsl.run.protocol import Answer, Failure
from ifdsl.store.records import Prompt, Sampling, Subject, Usage, request_of
from ifdsl.store.runs import Run

HELLO = Prompt.of_text("1", "hello", system="be brief")
PLAIN = Sampling()


def once(
    function: Callable[..., Any], *, sampling: Sampling = PLAIN, repeat: int = 0, limit: float = 10.0
) -> Answer | Failure:
    client = Function(function)

    async def attempt() -> Answer | Failure:
        async with client:
            return await client.attempt(request_of(client.subject, sampling, HELLO, repeat), sampling, limit)

    return asyncio.run(attempt())


def echo(messages: list[dict[str, str]], sampling: dict[str, Any]) -> str:
    return f"{[(m['role'], m['content']) for m in messages]} {sampling['seed']} {sampling['max_tokens']}"


async def echo_later(messages: list[dict[str, str]], sampling: dict[str, Any]) -> str:
    await asyncio.sleep(0)
    return echo(messages, sampling)


class Model:
    async def __call__(self, messages: list[dict[str, str]], sampling: dict[str, Any]) -> str:
        return await echo_later(messages, sampling)


@pytest.mark.parametrize(
    "function",
    [echo, echo_later, partial(echo), Model(), lambda m, s: echo_later(m, s)],
    ids=["plain", "async", "partial", "object", "awaitable"],
)
def test_any_kind_of_function_answers(function: Callable[..., Any]) -> None:
    answer = once(function, sampling=Sampling(seed=4, max_tokens=9), repeat=2)
    assert isinstance(answer, Answer)
    # Another answer to a prompt has a seed of its own.
    assert answer.text == "[('system', 'be brief'), ('user', 'hello')] 6 9"
    assert answer.status == "ok"


def test_a_function_may_give_the_body_of_a_completion() -> None:
    message = {"content": "<think>hm</think>fine"}
    body = {"choices": [{"message": message, "finish_reason": "length"}], "usage": {"completion_tokens": 7}}
    answer = once(lambda messages, sampling: body)
    assert isinstance(answer, Answer)
    assert (answer.text, answer.reasoning, answer.status) == ("fine", "hm", "truncated")
    assert answer.usage == Usage(None, 7)


@pytest.mark.parametrize("text", ["", "  \n"])
def test_a_blank_answer_is_empty(text: str) -> None:
    answer = once(lambda messages, sampling: text)
    assert isinstance(answer, Answer)
    assert answer.status == "empty"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "the function gave a `NoneType`, and no text"),
        (7, "the function gave a `int`, and no text"),
        ({"choices": []}, "the server's answer cannot be read: it has no choices"),
        ({"x": object()}, "the function gave an object that is not JSON"),
    ],
)
def test_what_is_no_answer_is_told(given: object, message: str) -> None:
    assert once(lambda messages, sampling: given) == Failure("malformed", message, retried=False)


@pytest.mark.parametrize("error", [ValueError("no\x1b[2J luck"), StopIteration("end"), KeyError("x")])
def test_what_a_function_raises_is_the_failure_of_its_request(error: Exception) -> None:
    def fails(messages: object, sampling: object) -> str:
        raise error

    failure = once(fails)
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.retried, failure.status) == ("function", False, "api_error")
    assert type(error).__name__ in failure.message
    assert failure.message.isprintable()


def test_a_function_that_takes_too_long_is_given_up() -> None:
    released = threading.Event()

    def hangs(messages: object, sampling: object) -> str:
        released.wait(30)
        return "late"

    failure = once(hangs, limit=0.05)
    released.set()
    assert failure == Failure("timeout", "no answer within 0.05 s", retried=True, status="timeout")


def test_a_function_that_gives_up_by_itself_says_why() -> None:
    def gives_up(messages: object, sampling: object) -> str:
        raise TimeoutError("the service is slow")

    failure = once(gives_up)
    assert failure == Failure("timeout", "TimeoutError: the service is slow", retried=True, status="timeout")


def test_the_end_of_a_program_does_not_wait_for_a_function_that_hangs() -> None:
    program = """
import asyncio, time
from ifdsl.run.function import Function
from ifdsl.store.records import Prompt, Sampling, request_of
client = Function(lambda messages, sampling: time.sleep(600))
request = request_of(client.subject, Sampling(), Prompt.of_text("1", "x"))
print(asyncio.run(client.attempt(request, Sampling(), 0.05)).kind)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == ("timeout\n", "")


def test_as_many_calls_at_once_as_there_are_slots(tmp_path: Path) -> None:
    together = threading.Barrier(SLOTS, timeout=30)

    def meets(messages: object, sampling: object) -> str:
        # Nobody gets past this before all slots are in use.
        together.wait()
        return "fine"

    client = Function(meets)
    requests = [request_of(client.subject, Sampling(), Prompt.of_text(str(n), "x")) for n in range(2 * SLOTS)]
    with Run.write(tmp_path / "run", {"subject": client.subject._asdict()}) as run:
        outcome = ask(run, requests, client, Sampling())
        assert (outcome.asked, outcome.stopped, len(run.database.answered())) == (2 * SLOTS, None, 2 * SLOTS)


def test_a_function_is_called_by_its_name() -> None:
    assert Function("json:dumps").subject == Subject("python", "json:dumps")
    assert Function("json:JSONEncoder.encode").subject.model == "json:JSONEncoder.encode"
    assert Function(echo).subject == Subject("python", "echo")
    assert Function(Model()).subject == Subject("python", "Model")
    assert Function(echo, "mine").subject == Subject("python", "mine")


@pytest.mark.parametrize("name", ["json", "json:", ":dumps", "json:none", "no_such_module:f", "json:__name__"])
def test_a_name_of_no_function_is_refused(name: str) -> None:
    with pytest.raises(ClientSetupError, match=f"`{name}`"):
        Function(name)


@pytest.mark.parametrize("text", ["this is no python", "raise ZeroDivisionError('at import')"])
def test_a_module_that_cannot_be_imported_is_told_of(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_model.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ClientSetupError, match="the module of `broken_model:f` cannot be imported: "):
        Function("broken_model:f")
