"""What servers send, read as an answer or a failure."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.run.protocol import Answer, Failure, plain, read_answer, read_error, unaskable
from ifdsl.store.records import Message, Prompt, Usage

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["choices", "message", "content", "finish_reason", "usage", "refusal", "error", "code"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def body(message: object, finish: object = "stop", **more: object) -> bytes:
    return json.dumps({"choices": [{"message": message, "finish_reason": finish}], **more}).encode()


@pytest.mark.parametrize(
    ("message", "finish", "text", "status"),
    [
        ({"content": "hi"}, "stop", "hi", "ok"),
        ({"content": "hi"}, None, "hi", "ok"),
        ({"content": "hi"}, "length", "hi", "truncated"),
        ({"content": ""}, "length", "", "truncated"),
        ({"content": None}, "stop", "", "empty"),
        ({}, "tool_calls", "", "empty"),
        ({"content": " \n"}, "stop", " \n", "empty"),
        ({"content": "hi"}, "content_filter", "hi", "content_filter"),
        ({"content": None, "refusal": "no"}, "stop", "no", "refused"),
        ({"content": "hi", "refusal": ""}, "stop", "hi", "ok"),
        ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "stop", "ab", "ok"),
    ],
)
def test_the_status_of_an_answer(message: dict, finish: object, text: str, status: str) -> None:
    answer = read_answer(body(message, finish))
    assert isinstance(answer, Answer)
    assert (answer.text, answer.status) == (text, status)


def test_usage_model_and_reasoning_are_kept() -> None:
    usage = {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
    answer = read_answer(body({"content": "x", "reasoning": "because"}, usage=usage, model="m-1"))
    assert answer == Answer("x", "ok", "stop", Usage(3, 4), "because", "m-1")
    older = read_answer(body({"content": "x", "reasoning_content": "because"}))
    assert isinstance(older, Answer)
    assert (older.reasoning, older.usage) == ("because", Usage())


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "not JSON"),
        (b"<html>", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "it is a list"),
        (b"{}", "no choices"),
        (b'{"choices": []}', "no choices"),
        (b'{"choices": [{}]}', "no message"),
        (body({"content": 5}), "content is a number"),
        (b'{"error": {"message": "over\\u001b[31m\\nload"}}', "it holds an error: over [31m load"),
    ],
)
def test_what_is_no_answer_is_a_failure_that_is_tried_again(raw: bytes, said: str) -> None:
    failure = read_answer(raw)
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.retried, failure.status) == ("malformed", True, "api_error")
    assert said in failure.message


@given(json_values)
def test_no_json_breaks_the_reader(value: object) -> None:
    assert isinstance(read_answer(json.dumps(value).encode()), Answer | Failure)
    assert isinstance(read_error(400, value), Failure)


@pytest.mark.parametrize(
    ("status", "error", "kind", "retried"),
    [
        (401, {"message": "wrong key"}, "http_401", False),
        (404, "<html>not here</html>", "http_404", False),
        (429, {"message": "slow down"}, "http_429", True),
        (429, {"code": "insufficient_quota"}, "quota", False),
        (500, None, "http_500", True),
        (400, {"code": "context_length_exceeded"}, "context_length", False),
        (400, {"code": 400, "type": "exceed_context_size_error"}, "context_length", False),
        (400, {"code": 400, "type": "BadRequestError", "param": "input_tokens"}, "context_length", False),
        (400, {"code": "content_filter"}, "content_filter", False),
        (400, {"error": {"code": "content_filter"}}, "content_filter", False),
        (400, {"code": ["odd"], "type": {}, "message": 5}, "http_400", False),
    ],
)
def test_errors_are_classified(status: int, error: object, kind: str, retried: bool) -> None:
    failure = read_error(status, error)
    assert (failure.kind, failure.retried) == (kind, retried)
    assert failure.status == ("content_filter" if kind == "content_filter" else "api_error")
    assert f"HTTP {status}" in failure.message


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        (Prompt("1", ()), "no messages"),
        (Prompt.of_text("1", " \n"), "all blank"),
        (Prompt.of_text("1", "\ud83d"), "surrogate"),
        (Prompt("1", (Message("system", "\ud83d"), Message("user", "hi"))), "surrogate"),
    ],
)
def test_prompts_that_must_not_be_sent(prompt: Prompt, said: str) -> None:
    assert said in (unaskable(prompt) or "")


def test_an_ordinary_prompt_may_be_sent() -> None:
    assert unaskable(Prompt.of_text("1", "hi")) is None


@given(st.text(), st.integers(1, 40))
def test_plain_text_fits_one_line_of_a_terminal(text: str, limit: int) -> None:
    line = plain(text, limit)
    assert len(line) <= limit
    assert line.isprintable()
