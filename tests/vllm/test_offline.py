"""The offline engine with a real model: shapes, statuses and constraints, never the words of an answer."""

from __future__ import annotations

import json
import re

import pytest

from ifdsl.run.protocol import Answer, Failure
from ifdsl.store.records import Message, Prompt, Sampling
from tests.vllm.conftest import CONTEXT, Running

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False}


def forced(pattern: str, *, thinking: bool = False, **more: object) -> Sampling:
    """A sampling under which the answer is what `pattern` matches."""
    return Sampling(
        max_tokens=48,
        extra={
            "structured_outputs": {"regex": pattern},
            "chat_template_kwargs": {"enable_thinking": thinking},
            **more,
        },
    )


def test_the_engine_says_what_it_is(offline: Running) -> None:
    facts = offline.engine.facts
    assert re.match(r"\d+\.\d+", str(facts["vllm"]))
    assert (facts["dtype"], facts["max_model_len"]) == ("float32", CONTEXT)
    assert facts["generation_config"] == {"top_k": 40, "repetition_penalty": 1.1}
    assert offline.engine.slots == facts["max_num_seqs"]
    assert offline.engine.subject[:2] == ("vllm", str(offline.engine.subject.model))


def test_an_answer_at_the_limit_of_tokens(offline: Running) -> None:
    answer = offline.answer("Write a long story about rain.", Sampling(max_tokens=12))
    assert (answer.status, answer.finish_reason) == ("truncated", "length")
    assert answer.text.strip()
    assert answer.usage.completion_tokens == 12
    assert (answer.usage.prompt_tokens or 0) > 10


def test_the_context_is_a_limit_too(offline: Running) -> None:
    answer = offline.answer("word " * (CONTEXT - 60), Sampling(max_tokens=CONTEXT, extra={"ignore_eos": True}))
    assert answer.status == "truncated"
    assert sum(count or 0 for count in answer.usage) == CONTEXT


def test_a_bad_prompt_spoils_no_other(offline: Running) -> None:
    good = [Prompt.of_text(str(n), f"Name {n} things.") for n in range(2, 10)]
    long = Prompt.of_text("long", "word " * 2 * CONTEXT)
    refused = Prompt.of_text("system", "Hello.", system="Be brief.")
    results = offline.ask(long, *good[:4], refused, *good[4:], sampling=Sampling(max_tokens=8))
    faults = [results.pop(5), results.pop(0)]
    assert [type(each) for each in results] == [Answer] * 8
    assert [(each.kind, each.status, each.retried) for each in faults if isinstance(each, Failure)] == [
        ("template_error", "template_error", False),
        ("context_length", "api_error", False),
    ]
    assert "System role not supported" in getattr(faults[0], "message", "")


def test_one_engine_gives_one_answer_again_and_again(offline: Running) -> None:
    prompts = [Prompt.of_text(str(n), f"Name {n} things.") for n in range(2, 10)]
    once = offline.ask(*prompts, sampling=Sampling(max_tokens=16))
    again = offline.ask(*prompts, sampling=Sampling(max_tokens=16))
    assert once == again
    assert len({answer.text for answer in once if isinstance(answer, Answer)}) > 1


def test_a_seed_and_a_repeat_draw_different_answers(offline: Running) -> None:
    hot = Sampling(max_tokens=24, temperature=1.5, seed=1)
    texts = {offline.answer("Tell me about a town.", hot.of_repeat(repeat)).text for repeat in range(4)}
    assert len(texts) > 1


@pytest.mark.parametrize(
    ("structured", "pattern"),
    [
        ({"choice": ["maybe", "never"]}, "maybe|never"),
        ({"regex": "[a-f]{3}-[0-9]{2}"}, "[a-f]{3}-[0-9]{2}"),
        ({"grammar": 'root ::= "x" ("+" "x")?'}, r"x(\+x)?"),
    ],
)
def test_structured_outputs_are_obeyed(offline: Running, structured: dict, pattern: str) -> None:
    answer = offline.answer("Say something.", Sampling(max_tokens=32, extra={"structured_outputs": structured}))
    assert re.fullmatch(pattern, answer.text), answer
    assert (answer.status, answer.finish_reason) == ("ok", "stop")


@pytest.mark.parametrize(
    "extra",
    [
        {"structured_outputs": {"json": SCHEMA}},
        {"response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": SCHEMA}}},
    ],
)
def test_a_schema_is_obeyed(offline: Running, extra: dict) -> None:
    answer = offline.answer("Give me a number.", Sampling(max_tokens=64, temperature=0.7, seed=3, extra=extra))
    if answer.status == "ok":
        assert isinstance(json.loads(answer.text)["n"], int)
    else:
        assert answer.status == "truncated"
        assert re.match(r'\s*\{\s*"n"\s*:\s*-?\d', answer.text)


def test_a_stop_text_and_a_chat(offline: Running) -> None:
    chat = Prompt("1", (Message("user", "hi"), Message("assistant", "Hello!"), Message("user", "Count.")))
    sampling = Sampling(max_tokens=24, stop=(" 3",), extra={"structured_outputs": {"regex": "1 2 3 4"}})
    (answer,) = offline.ask(chat, sampling=sampling)
    assert isinstance(answer, Answer)
    assert (answer.text, answer.status) == ("1 2", "ok")
    assert answer.effective["stop_reason"] == " 3"


def test_parameters_in_force_are_recorded(offline: Running) -> None:
    cold = offline.answer("Hi.", Sampling(max_tokens=4)).effective
    assert cold["vllm"] == offline.engine.facts["vllm"]
    # At temperature 0 the engine drops `top_k`, which the model's own defaults ask for.
    assert cold["sampling"] == {"max_tokens": 4, "temperature": 0.0, "repetition_penalty": 1.1}
    warm = Sampling(max_tokens=4, temperature=0.5, top_p=0.9, seed=7, extra={"top_k": 3})
    sampling = {"max_tokens": 4, "temperature": 0.5, "top_p": 0.9, "seed": 7, "top_k": 3, "repetition_penalty": 1.1}
    assert offline.answer("Hi.", warm).effective["sampling"] == sampling
    left = Sampling(max_tokens=4, temperature=None)
    assert offline.answer("Hi.", left).effective["sampling"] == {
        "max_tokens": 4,
        "top_k": 40,
        "repetition_penalty": 1.1,
    }


def test_thinking_that_the_template_opened_and_the_limit_cut_is_no_answer(offline: Running) -> None:
    thinking = Sampling(max_tokens=8, extra={"chat_template_kwargs": {"enable_thinking": True}})
    answer = offline.answer("Write a long story about rain.", thinking)
    assert (answer.text, answer.status) == ("", "reasoning_only")
    assert (answer.reasoning or "").strip()
    assert answer.effective["chat_template_kwargs"] == {"enable_thinking": True}


def test_a_budget_ends_the_thinking(offline: Running) -> None:
    # The model could end its answer while it thinks; `min_tokens` keeps it from doing so before the budget is spent.
    budget = {"thinking_token_budget": 5, "min_tokens": 6}
    answer = offline.answer("Write a long story about rain.", forced("yes|no", thinking=True, **budget))
    assert answer.text in ("yes", "no"), answer
    assert answer.status == "ok"
    assert (answer.reasoning or "").strip()
    assert "</think>" in (answer.raw or "")


def test_marks_in_an_answer_without_thinking_are_words(offline: Running) -> None:
    answer = offline.answer("Say it.", forced("ab</think>cd"))
    assert (answer.text, answer.reasoning, answer.status) == ("ab</think>cd", None, "ok")


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"guided_regex": "a+"}, '"structured_outputs": {"regex"'),
        ({"nonsense": 3}, "nonsense"),
        ({"structured_outputs": {"regex": "(["}}, "regex"),
        ({"structured_outputs": {"regex": "a", "choice": ["b"]}}, "structured"),
        ({"min_p": 7}, "min_p"),
    ],
)
def test_a_request_that_cannot_be_run_is_a_failure(offline: Running, extra: dict, words: str) -> None:
    (failure,) = offline.ask(Prompt.of_text("1", "Hi."), sampling=Sampling(max_tokens=4, extra=extra))
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.status, failure.retried) == ("invalid_request", "api_error", False)
    assert words in failure.message


def test_a_request_that_is_given_up_holds_nothing_up(offline: Running) -> None:
    endless = Sampling(max_tokens=CONTEXT, extra={"ignore_eos": True})
    prompts = [Prompt.of_text(str(n), "Write a long story.") for n in range(4)]
    results = offline.ask(*prompts, sampling=endless, limit=0.02)
    assert [(each.kind, each.status) for each in results if isinstance(each, Failure)] == [("timeout", "timeout")] * 4
    assert offline.answer("Yes?", forced("yes|no")).status == "ok"
