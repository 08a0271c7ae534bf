"""What servers send, read as an answer or a failure."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ifdsl.run.marks import read_marks
from ifdsl.run.protocol import Answer, Failure, read_answer, read_batched, status_of, unaskable
from ifdsl.run.reasoning import Marks
from ifdsl.store.records import Message, Prompt, Usage

MEMBERS = (
    "choices message content finish_reason usage refusal error code type text thinking reasoning reasoning_content "
    "reasoning_details prompt_tokens completion_tokens completion_tokens_details reasoning_tokens model seed "
    "status_code body response summary"
)
VALUES = ["stop", "length", "content_filter", "error", "text", "thinking", "<think>", "<think>a</think>b", "a</think>b"]
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([200, 400, 10**400])
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(VALUES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(MEMBERS.split()), inner, max_size=5),
    max_leaves=14,
)
messages = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("content", "refusal", "reasoning", "reasoning_content"), json_values)
)
answers = st.builds(
    lambda message, finish, more: {**more, "choices": [{"message": message, "finish_reason": finish}]},
    messages,
    st.sampled_from(VALUES) | json_values,
    st.dictionaries(st.sampled_from(["usage", "model", "seed", "error"]), json_values),
)


def body(message: object, finish: object = "stop", **more: object) -> bytes:
    return json.dumps({"choices": [{"message": message, "finish_reason": finish}], **more}).encode()


def answered(raw: bytes, marks: Marks | None = None) -> Answer:
    answer = read_answer(raw) if marks is None else read_answer(raw, marks)
    assert isinstance(answer, Answer)
    return answer


def part(text: str, kind: str = "text") -> dict[str, str]:
    return {"type": kind, kind: text}


@pytest.mark.parametrize(
    ("message", "finish", "text", "status"),
    [
        ({"content": "hi"}, "stop", "hi", "ok"),
        ({"content": "hi"}, None, "hi", "ok"),
        ({"content": "hi"}, "length", "hi", "truncated"),
        ({"content": "hi"}, "max_tokens", "hi", "truncated"),
        ({"content": ""}, "length", "", "empty"),
        ({"content": None}, "stop", "", "empty"),
        ({"content": []}, "stop", "", "empty"),
        ({}, "tool_calls", "", "empty"),
        ({"content": None, "tool_calls": [{"id": "1"}]}, "tool_calls", "", "empty"),
        ({"content": " \n"}, "stop", " \n", "empty"),
        ({"content": "hi"}, "content_filter", "hi", "content_filter"),
        ({"content": ""}, "sensitive", "", "content_filter"),
        ({"content": None, "refusal": "no"}, "stop", "no", "refused"),
        ({"content": "I", "refusal": "no"}, "length", "I", "refused"),
        ({"content": [part("no", "refusal")]}, "stop", "no", "refused"),
        ({"content": "hi", "refusal": ""}, "stop", "hi", "ok"),
        ({"content": [part("a"), part("b")]}, "stop", "ab", "ok"),
        ({"content": None, "reasoning": "why"}, "length", "", "reasoning_only"),
        ({"content": "", "reasoning_content": "why"}, "stop", "", "reasoning_only"),
        ({"content": "", "reasoning": " "}, "stop", "", "empty"),
        ({"content": "<think>why"}, "length", "", "reasoning_only"),
        ({"content": "<think>why</think>\n\n"}, "stop", "", "reasoning_only"),
        ({"content": "<think>\n</think>\n\n"}, "stop", "", "empty"),
        ({"content": "<think>why</think>\nhi"}, "length", "hi", "truncated"),
        ({"content": [part("why", "thinking")]}, "length", "", "reasoning_only"),
    ],
)
def test_the_status_of_an_answer(message: dict, finish: object, text: str, status: str) -> None:
    answer = answered(body(message, finish))
    assert (answer.text, answer.status) == (text, status)


def test_a_filtered_answer_without_a_message() -> None:
    raw = json.dumps({"choices": [{"finish_reason": "content_filter", "content_filter_results": {}}]}).encode()
    assert (answered(raw).text, answered(raw).status) == ("", "content_filter")


def test_tokens_of_hidden_reasoning_show_where_the_answer_went() -> None:
    usage = {"completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": 5}}
    answer = answered(body({"content": ""}, "length", usage=usage))
    assert (answer.status, answer.reasoning) == ("reasoning_only", None)
    usage["completion_tokens_details"] = {"reasoning_tokens": 0}
    assert answered(body({"content": ""}, "length", usage=usage)).status == "empty"


def test_usage_model_and_what_was_in_force_are_kept() -> None:
    usage = {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
    more = {"system_fingerprint": "fp", "service_tier": "flex", "id": "x", "provider": {"odd": 1}}
    answer = answered(body({"content": "x"}, usage=usage, model="m-1", seed=0, **more))
    said = {"model": "m-1", "system_fingerprint": "fp", "service_tier": "flex", "seed": 0}
    assert answer == Answer("x", "ok", "stop", Usage(3, 4), served_model="m-1", effective=said)
    assert answered(body({"content": "x"})) == Answer("x", "ok", "stop")
    assert answered(body({"content": "x"}, seed=float("nan"), provider=True)).effective == {}


@pytest.mark.parametrize("count", [-1, 10**9 + 1, 10**400, True, 1.5, "3", None, [], float("inf")])
def test_a_usage_that_cannot_be_true_is_none(count: object) -> None:
    usage = {"prompt_tokens": count, "completion_tokens": 10**9}
    assert answered(body({"content": "x"}, usage=usage)).usage == Usage(None, 10**9)
    assert answered(body({"content": "x"}, usage=count)).usage == Usage()


@pytest.mark.parametrize(
    "message",
    [
        {"content": "x", "reasoning": "why"},
        {"content": "x", "reasoning_content": "why"},
        {"content": "x", "reasoning": None, "reasoning_content": "why"},
        {"content": "x", "reasoning": "why", "reasoning_content": "why"},
        {"content": "x", "reasoning": [{"type": "text", "text": "why"}]},
        {"content": "x", "reasoning_details": [{"type": "reasoning.text", "text": "w"}, {"summary": "hy"}]},
        {"content": "<think>why</think>x"},
        {"content": "<think>\nwhy\n</think>x", "reasoning": "why\n"},
        {"content": [part("why", "thinking"), part("x")]},
        {"content": [part("why", "reasoning"), part("x")]},
        {"content": [{"type": "thinking", "thinking": [part("w"), part("hy")]}, part("x")]},
        {"content": [part("<think>why</think>x")]},
    ],
)
def test_reasoning_is_found_wherever_a_server_puts_it(message: dict) -> None:
    answer = answered(body(message))
    assert (answer.text, answer.reasoning, answer.status) == ("x", "why", "ok")


def test_parts_within_parts_within_parts_are_followed_so_far() -> None:
    assert answered(body({"content": "x", "reasoning": [[["why"]]]})).reasoning == "why"
    assert answered(body({"content": "x", "reasoning": [[[["why"]]]]})).reasoning is None


def test_the_raw_content_and_the_pieces_of_the_answer() -> None:
    answer = answered(body({"content": "<think>why</think>\n\nx"}))
    assert (answer.raw, answer.slices) == ("<think>why</think>\n\nx", ((20, 21),))
    parts = [part("why", "thinking"), part("ab"), part("more", "thinking"), part("c"), {"type": "image_url"}]
    answer = answered(body({"content": parts}))
    assert (answer.text, answer.raw, answer.slices) == ("abc", "whyabmorec", ((3, 5), (9, 10)))
    assert answer.reasoning == "why\n\nmore"
    answer = answered(body({"content": "x", "reasoning": "why"}))
    assert (answer.raw, answer.slices) == (None, ())


def test_a_refusal_stands_in_for_the_answer_that_is_missing() -> None:
    answer = answered(body({"content": "<think>why</think>", "refusal": "no"}))
    assert (answer.text, answer.status, answer.reasoning) == ("no", "refused", "why")
    assert (answer.raw, answer.slices) == (None, ())


def test_a_lone_closing_mark_is_reasoning_unless_the_server_took_that_out() -> None:
    content = "a\n</think>\nb"
    assert answered(body({"content": content})).text == "b"
    assert answered(body({"content": content, "reasoning": "why"})).text == content
    assert answered(body({"content": content}), read_marks(["off"])).text == content


def test_thinking_that_the_template_opened_and_nothing_closed() -> None:
    opened = Marks(opened=True)
    assert answered(body({"content": "why"}, "length"), opened).status == "reasoning_only"
    assert answered(body({"content": "hi"}, "stop"), opened).text == "hi"
    cut = answered(body({"content": "hi", "reasoning": "why"}, "length"), opened)
    assert (cut.text, cut.status) == ("hi", "truncated")


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
        (b'{"error": {"message": "over\\u001b[31m\\nload"}}', "holds an error: over [31m load"),
    ],
)
def test_what_is_no_answer_is_a_failure_that_is_tried_again(raw: bytes, said: str) -> None:
    failure = read_answer(raw)
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.retried, failure.status) == ("malformed", True, "api_error")
    assert said in failure.message


@pytest.mark.parametrize(
    ("raw", "kind", "retried"),
    [
        (b'{"error": {"code": 502, "message": "upstream"}}', "http_502", True),
        (b'{"error": {"code": "429"}}', "http_429", True),
        (b'{"error": {"code": 401}}', "http_401", False),
        (b'{"error": {"code": "context_length_exceeded"}}', "context_length", False),
        (b'{"error": "System role not supported"}', "template_error", False),
        (b'{"error": {"code": "content_filter"}}', "content_filter", False),
        (body({"content": "half"}, "error"), "broken_off", True),
        (body({"content": "half"}, "abort"), "broken_off", True),
        (b'{"choices": [{"finish_reason": "error", "error": {"code": 503}}]}', "http_503", True),
    ],
)
def test_an_error_within_an_answer_is_read_as_one(raw: bytes, kind: str, retried: bool) -> None:
    failure = read_answer(raw)
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.retried) == (kind, retried)
    assert "HTTP" not in failure.message


def test_the_lines_of_a_batch_are_read_like_answers() -> None:
    good = json.loads(body({"content": "<think>why</think>hi"}))
    assert read_batched({"status_code": 200, "body": good}) == answered(body({"content": "<think>why</think>hi"}))
    off = read_batched({"status_code": 200, "body": good}, marks=read_marks(["off"]))
    assert isinstance(off, Answer)
    assert off.text == "<think>why</think>hi"


@pytest.mark.parametrize(
    ("response", "error", "kind", "retried"),
    [
        ({"status_code": 400, "body": {"error": {"code": "context_length_exceeded"}}}, None, "context_length", False),
        ({"status_code": 400, "body": None}, {"message": "System role not supported"}, "template_error", False),
        ({"status_code": 500, "body": None}, None, "http_500", True),
        ({"status_code": 200, "body": None}, None, "malformed", True),
        ({"status_code": 200}, None, "malformed", True),
        ({"body": {}}, None, "malformed", True),
        ({"status_code": True, "body": {}}, None, "malformed", True),
        (None, {"code": "batch_expired", "message": "not in time"}, "not_run", True),
        (None, None, "not_run", True),
    ],
)
def test_the_failures_of_a_batch(response: object, error: object, kind: str, retried: bool) -> None:
    failure = read_batched(response, error)
    assert isinstance(failure, Failure)
    assert (failure.kind, failure.retried) == (kind, retried)
    if isinstance(error, Mapping):
        assert str(error["message"]) in failure.message


@given(json_values | answers, st.sampled_from([Marks(), Marks(opened=True), read_marks(["off"])]))
@example({"choices": [{"message": {"content": [part("a</think>", "thinking"), part("b")]}}]}, Marks())
def test_no_json_breaks_the_reader(value: object, marks: Marks) -> None:
    answer = read_answer(json.dumps(value).encode(), marks)
    assert isinstance(read_batched(value, value, marks), Answer | Failure)
    if isinstance(answer, Failure):
        assert answer.message.isprintable()
        return
    if answer.raw is None:
        assert answer.slices == ()
    else:
        assert "".join(answer.raw[a:b] for a, b in answer.slices) == answer.text
    assert (answer.status in ("ok", "truncated")) <= bool(answer.text.strip())
    assert (answer.status == "empty") <= (answer.reasoning is None)
    assert all(count is None or 0 <= count <= 10**9 for count in answer.usage)


@given(st.binary())
def test_no_bytes_break_the_reader(raw: bytes) -> None:
    assert isinstance(read_answer(raw), Answer | Failure)


@given(st.text(), st.sampled_from(["stop", "length", "content_filter", None, 5]), st.booleans(), st.booleans())
def test_only_a_text_is_judged(text: str, finish: object, refused: bool, reasoned: bool) -> None:
    status = status_of(text, finish, refused, reasoned)
    assert (status in ("ok", "truncated")) == (bool(text.strip()) and not refused and finish != "content_filter")
    assert (status == "reasoning_only") <= reasoned


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
