"""Take the bytes or the error object of a chat-completion server; give an answer or a failure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from ifdsl.run.retry import is_retried
from ifdsl.store.encoding import kind_of
from ifdsl.store.records import Prompt, Status, Usage

_CONTEXT_CODES = frozenset({"context_length_exceeded", "exceed_context_size_error"})
_FILTER_CODES = frozenset({"content_filter", "content_policy_violation"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model answered: the text without its reasoning, and how it ended."""

    text: str
    status: Status
    finish_reason: str | None = None
    usage: Usage = field(default_factory=Usage)
    reasoning: str | None = None
    served_model: str | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer; `retry_after` is the wait in seconds that the server asked for."""

    kind: str
    message: str
    retried: bool
    status: Status = "api_error"
    retry_after: float | None = None


def unaskable(prompt: Prompt) -> str | None:
    """Why `prompt` must not be sent, in plain words, or `None`.

    Servers differ on an empty chat: some refuse it, some write until their context is full.
    """
    if not prompt.messages:
        return "the prompt has no messages"
    if not any(message.content.strip() for message in prompt.messages):
        return "the prompt's messages are all blank"
    try:
        for message in prompt.messages:
            message.content.encode("utf-8")
    except UnicodeEncodeError:
        return "the prompt holds half of a surrogate pair, which cannot be sent"
    return None


def read_answer(body: bytes) -> Answer | Failure:
    """Read the body of a 200 answer of `/chat/completions`.

    A body that is not such an answer is a failure that is tried again: it comes of proxies and restarts.
    """
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return _malformed("it is not JSON")
    if not isinstance(answer, dict):
        return _malformed(f"it is {kind_of(answer)}")
    if isinstance(answer.get("error"), dict):
        return _malformed(f"it holds an error: {plain(str(answer['error'].get('message', '')))}")
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return _malformed("it has no choices")
    message = choices[0].get("message")
    if not isinstance(message, dict):
        return _malformed("its choice has no message")
    content = _content(message.get("content"))
    if content is None:
        return _malformed(f"its message's content is {kind_of(message.get('content'))}")
    finish = choices[0].get("finish_reason")
    refusal = message.get("refusal")
    refused = isinstance(refusal, str) and bool(refusal.strip())
    text = refusal if refused and not content.strip() else content
    return Answer(
        text=str(text),
        status=status_of(content, finish, refused),
        finish_reason=_text_or_none(finish),
        usage=_usage(answer.get("usage")),
        # Servers name the same member differently.
        reasoning=_text_or_none(message.get("reasoning")) or _text_or_none(message.get("reasoning_content")),
        served_model=_text_or_none(answer.get("model")),
    )


def read_error(http_status: int, body: object, wait: float | None = None) -> Failure:
    """Classify an HTTP error by its status and by the `error` object (or text) that came with it."""
    fields = body if isinstance(body, Mapping) else {}
    if isinstance(fields.get("error"), Mapping):
        fields = fields["error"]
    codes = {fields.get(name) for name in ("code", "type") if isinstance(fields.get(name), str)}
    said = fields.get("message", body if isinstance(body, str) else "")
    words = plain(said) if isinstance(said, str) else ""
    message = f"the server answered with HTTP {http_status}" + (f": {words}" if words else "")
    if http_status == 400 and codes & _FILTER_CODES:
        return Failure("content_filter", message, retried=False, status="content_filter")
    # One widely used server marks an overflow by the parameter's name alone.
    if codes & _CONTEXT_CODES or (http_status == 400 and fields.get("param") == "input_tokens"):
        return Failure("context_length", message, retried=False)
    if "insufficient_quota" in codes:
        return Failure("quota", message, retried=False)
    return Failure(f"http_{http_status}", message, retried=is_retried(http_status), retry_after=wait)


def plain(text: str, limit: int = 300) -> str:
    """`text` on one line, without control characters, cut to `limit`: fit for a terminal and a record."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * limit]).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def status_of(content: str, finish: object, refused: bool = False) -> Status:
    """How an answer ended, by its text and the reason that the server gives for its end."""
    if finish == "content_filter":
        return "content_filter"
    if refused:
        return "refused"
    if finish == "length":
        return "truncated"
    return "ok" if content.strip() else "empty"


def _content(content: object) -> str | None:
    """The text of a content that is a text, a list of parts, or nothing; `None` for anything else."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"]
        return "".join(text for text in texts if isinstance(text, str))
    return None


def _usage(usage: object) -> Usage:
    if not isinstance(usage, dict):
        return Usage()
    counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
    return Usage(*(n if isinstance(n, int) and not isinstance(n, bool) else None for n in counts))


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _malformed(why: str) -> Failure:
    return Failure("malformed", f"the server's answer cannot be read: {why}", retried=True)
