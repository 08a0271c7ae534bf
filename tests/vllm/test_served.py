"""vLLM's own server through the ordinary client."""

from __future__ import annotations

import asyncio
import re

import pytest

from ifdsl.run.clients import Endpoint, OpenAIClient
from ifdsl.run.protocol import Answer, Failure
from ifdsl.store.records import Prompt, Request, Sampling
from tests.vllm.conftest import CONTEXT

# The server's parser takes all for thinking unless it is told that there is none, whatever the template wrote.
PLAIN = {"chat_template_kwargs": {"enable_thinking": False}}


def ask(base_url: str, *prompts: Prompt, sampling: Sampling, model: str = "small") -> list[Answer | Failure]:
    async def all_at_once() -> list[Answer | Failure]:
        async with OpenAIClient(Endpoint(model, base_url)) as client:
            requests = [Request(prompt.id, prompt) for prompt in prompts]
            return await asyncio.gather(*(client.attempt(each, sampling, 300.0) for each in requests))

    return asyncio.run(all_at_once())


def answer(base_url: str, text: str, sampling: Sampling) -> Answer:
    (answer,) = ask(base_url, Prompt.of_text("1", text), sampling=sampling)
    assert isinstance(answer, Answer), answer
    return answer


def test_an_answer_at_the_limit_of_tokens(served: str) -> None:
    told = answer(served, "Write a long story about rain.", Sampling(max_tokens=12, extra=PLAIN))
    assert (told.status, told.finish_reason, told.usage.completion_tokens) == ("truncated", "length", 12)
    assert told.text.strip()
    assert told.served_model == "small"


def test_one_server_gives_one_answer_again_and_again(served: str) -> None:
    prompts = [Prompt.of_text(str(n), f"Name {n} things.") for n in range(2, 8)]
    sampling = Sampling(max_tokens=16, extra=PLAIN)
    once, again = ([getattr(each, "text", "") for each in ask(served, *prompts, sampling=sampling)] for _ in range(2))
    assert once == again
    assert all(text.strip() for text in once)


@pytest.mark.parametrize(
    ("structured", "pattern"),
    [({"choice": ["maybe", "never"]}, "maybe|never"), ({"regex": "[a-f]{3}-[0-9]{2}"}, "[a-f]{3}-[0-9]{2}")],
)
def test_structured_outputs_are_obeyed(served: str, structured: dict, pattern: str) -> None:
    extra = {**PLAIN, "structured_outputs": structured}
    told = answer(served, "Say something.", Sampling(max_tokens=32, extra=extra))
    assert re.fullmatch(pattern, told.text), told
    assert told.status == "ok"


def test_the_server_sends_thinking_apart(served: str) -> None:
    thinking = {"chat_template_kwargs": {"enable_thinking": True}}
    cut = answer(served, "Write a long story about rain.", Sampling(max_tokens=8, extra=thinking))
    assert (cut.text, cut.status) == ("", "reasoning_only")
    assert (cut.reasoning or "").strip()
    budget = {"thinking_token_budget": 5, "min_tokens": 6, "structured_outputs": {"choice": ["yes", "no"]}}
    whole = answer(served, "Write a long story about rain.", Sampling(max_tokens=48, extra={**thinking, **budget}))
    assert (whole.text.strip() in ("yes", "no"), whole.status) == (True, "ok"), whole
    assert (whole.reasoning or "").strip()


def test_faults_of_a_prompt_are_told_apart(served: str) -> None:
    long = Prompt.of_text("long", "word " * 2 * CONTEXT)
    refused = Prompt.of_text("system", "Hello.", system="Be brief.")
    good = Prompt.of_text("good", "Hello.")
    results = ask(served, long, refused, good, sampling=Sampling(max_tokens=4))
    assert [(each.kind, each.retried) for each in results if isinstance(each, Failure)] == [
        ("context_length", False),
        ("template_error", False),
    ]
    assert isinstance(results[2], Answer)


def test_an_unknown_model_is_not_asked_for_again(served: str) -> None:
    (failure,) = ask(served, Prompt.of_text("1", "Hi."), sampling=Sampling(max_tokens=4), model="other")
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.retried) == ("http_404", False)
    assert "other" in failure.message


def test_why_outdated_names_are_refused(served: str) -> None:
    """The server takes them and ignores them; the day it stops doing so, refusing them can end as well."""
    told = answer(served, "Say hello.", Sampling(max_tokens=8, extra={**PLAIN, "guided_choice": ["zzqx"]}))
    assert told.text.strip() not in ("", "zzqx")
