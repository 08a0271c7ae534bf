"""What went wrong, by the HTTP status and the error that came with it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.run.failures import plain, read_error

MEMBERS = "error message code type param detail metadata raw innererror errors provider_specific_fields flagged_input"
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(MEMBERS.split()),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)

AZURE = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."
INNER = {"code": "ResponsibleAIPolicyViolation", "content_filter_result": {"violence": {"filtered": True}}}


@pytest.mark.parametrize(
    ("status", "error", "kind", "retried"),
    [
        (400, {"message": "no such option"}, "http_400", False),
        (401, {"message": "wrong key"}, "http_401", False),
        (403, None, "http_403", False),
        (404, "<html>not here</html>", "http_404", False),
        (404, {"code": "model_not_found", "message": "The model `m` does not exist"}, "http_404", False),
        (408, None, "http_408", True),
        (413, "<html>Request Entity Too Large</html>", "http_413", False),
        (422, {"detail": [{"msg": "field required"}]}, "http_422", False),
        (429, {"message": "slow down"}, "http_429", True),
        (429, {"message": "too many tokens: this exceeds the context size limit per minute"}, "http_429", True),
        (500, None, "http_500", True),
        (500, {"message": "context deadline exceeded"}, "http_500", True),
        (503, {"message": "the chat template is loading"}, "http_503", True),
        # The account is out of money, which no waiting mends.
        (429, {"code": "insufficient_quota"}, "quota", False),
        (429, {"code": None, "type": "insufficient_quota"}, "quota", False),
        (402, {"message": "Insufficient Balance"}, "quota", False),
        (400, {"message": "Your credit balance is too low to access the API."}, "quota", False),
        # Too long: by code, by parameter, by the words of several servers.
        (400, {"code": "context_length_exceeded"}, "context_length", False),
        (400, {"code": 400, "type": "exceed_context_size_error"}, "context_length", False),
        (400, {"code": 400, "type": "BadRequestError", "param": "input_tokens"}, "context_length", False),
        (400, {"message": "This model's maximum context length is 10 tokens."}, "context_length", False),
        (400, {"message": "the request exceeds the available context size, try it"}, "context_length", False),
        (500, {"message": "Context size has been exceeded."}, "context_length", False),
        (400, {"message": "prompt is too long: 213462 tokens > 200000 maximum"}, "context_length", False),
        (400, {"message": "input length and `max_tokens` exceed context limit: 1 + 2 > 2"}, "context_length", False),
        (400, {"message": "the prompt is longer than the maximum model length of 8"}, "context_length", False),
        (400, {"message": "Error from provider", "metadata": {"raw": "Prompt is too long"}}, "context_length", False),
        (413, {"message": "Input is too long for requested model."}, "context_length", False),
        # The prompt does not fit the model's chat template.
        (400, {"message": "Conversation roles must alternate user/assistant/user/..."}, "template_error", False),
        (
            400,
            {"message": "After the optional system message, conversation roles must alternate"},
            "template_error",
            False,
        ),
        (400, {"message": "System role not supported"}, "template_error", False),
        (500, {"message": "Jinja Exception: System message must be at the beginning."}, "template_error", False),
        (500, {"message": "Value is not callable: null at row 49, column 79"}, "template_error", False),
        (400, {"message": "default chat template is no longer allowed"}, "template_error", False),
        (400, {"message": "Only user and assistant roles are supported!"}, "template_error", False),
        (400, {"error": "jinja2.exceptions.TemplateError: no"}, "template_error", False),
        (422, {"detail": "Template error: no"}, "template_error", False),
        # Filters.
        (400, {"code": "content_filter"}, "content_filter", False),
        (400, {"error": {"code": "content_filter"}}, "content_filter", False),
        (400, {"message": AZURE, "code": "400"}, "content_filter", False),
        (400, {"code": "400", "innererror": INNER}, "content_filter", False),
        (400, {"code": "400", "provider_specific_fields": {"innererror": INNER}}, "content_filter", False),
        (403, {"message": "flagged", "metadata": {"reasons": [], "flagged_input": "x"}}, "content_filter", False),
        # Shapes of the body.
        (400, [{"error": {"code": 400, "message": "input is too long"}}], "context_length", False),
        (400, b'{"error": {"code": "context_length_exceeded"}}', "context_length", False),
        (400, '{"message": "System role not supported"}', "template_error", False),
        (400, {"code": ["odd"], "type": {}, "message": 5}, "http_400", False),
        (400, b"\xff\x00", "http_400", False),
        (400, b"[" * 100_000, "http_400", False),
    ],
)
def test_errors_are_classified(status: int, error: object, kind: str, retried: bool) -> None:
    failure = read_error(status, error, 1.5)
    assert (failure.kind, failure.retried) == (kind, retried)
    assert failure.status == (kind if kind in ("content_filter", "template_error") else "api_error")
    assert f"HTTP {status}" in failure.message
    assert failure.retry_after == (1.5 if kind.startswith("http_") else None)


def test_the_message_is_what_the_servers_said() -> None:
    routed = {"error": {"message": "Provider returned error", "metadata": {"raw": "busy\x1b[2J\nnow"}}}
    assert read_error(502, routed).message == "the server answered with HTTP 502: Provider returned error: busy [2J now"
    assert read_error(500, {"error": "no"}).message == "the server answered with HTTP 500: no"
    assert read_error(500, " ").message == "the server answered with HTTP 500"


@given(st.integers(100, 599), json_values | st.binary() | json_values.map(json.dumps))
def test_no_body_breaks_the_reader(status: int, body: object) -> None:
    failure = read_error(status, body)
    assert failure.message.isprintable()
    assert not failure.retried or failure.kind == f"http_{status}"
    assert (failure.status == "template_error") == (failure.kind == "template_error")


@given(st.text(), st.integers(1, 40))
def test_plain_text_fits_one_line_of_a_terminal(text: str, limit: int) -> None:
    line = plain(text, limit)
    assert len(line) <= limit
    assert line.isprintable()
