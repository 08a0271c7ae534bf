"""Take an HTTP status and the error that came with it; give the failure: its kind, and whether to try again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ifdsl.run.retry import is_retried
from ifdsl.store.records import Status


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer; `retry_after` is the wait in seconds that the server asked for."""

    kind: str
    message: str
    retried: bool
    status: Status = "api_error"
    retry_after: float | None = None


_FILTER_CODES = frozenset(
    {"content_filter", "content_policy_violation", "responsibleaipolicyviolation", "data_inspection_failed"}
)
_CONTEXT_CODES = frozenset(
    {
        "context_length_exceeded",
        "context_window_exceeded",
        "model_context_window_exceeded",
        "exceed_context_size_error",
    }
)
_QUOTA_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})

# Proxies keep a message and lose its code, so that words have to do. Only statuses that blame the request are read so:
# a rate limit speaks of tokens and limits too.
_BLAMES_REQUEST = frozenset({400, 413, 422, 500})
_FILTER_WORDS = re.compile(r"content management policy|content_?policy_?violation", re.IGNORECASE)
_CONTEXT_WORDS = re.compile(
    r"maximum (?:context|model|input|prompt|sequence) length"
    # Not `context deadline exceeded`, which is a timeout.
    r"|context[ _](?:length|window|size|limit)[^.\n]{0,40}exceed"
    r"|exceed[^.\n]{0,40}context[ _](?:length|window|size|limit)"
    r"|(?:longer|greater|larger|more) than the (?:context|model)|(?:prompt|input) is too long"
    r"|input length[^.\n]{0,40}exceed|max_model_len|reduce the length of the (?:messages|prompt|input)",
    re.IGNORECASE,
)
# `jinja` and what follows: the template engines of vLLM, SGLang and llama.cpp; then what the templates of Llama 2,
# Mistral, Gemma and Qwen, and the checks of Mistral's own tokenizer, raise.
_TEMPLATE_WORDS = re.compile(
    r"jinja|chat[ _]template|template ?error|raise_exception|value is not callable|while executing callexpression"
    r"|roles must alternate|system role (?:is )?not supported|system message must be at the beginning"
    r"|only [\w, ]{1,40} roles are supported|no user query found|expected last role",
    re.IGNORECASE,
)
_CREDIT_WORDS = re.compile(r"credit balance is too low|insufficient balance", re.IGNORECASE)


def read_error(http_status: int, body: object, wait: float | None = None) -> Failure:
    """Classify an HTTP error.

    Kinds: `content_filter`, `context_length`, `template_error`, `quota`, and `http_NNN` for all others. Only the
    last is ever tried again, and only where another attempt may go better (`is_retried`).

    Args:
        http_status: three digits.
        body: what came with it: bytes, a text, or the object that these hold; anything else is passed over.
        wait: the seconds that the server asked for.
    """
    return classify(http_status, body, f"the server answered with HTTP {http_status}", wait)


def classify(http_status: int, body: object, lead: str, wait: float | None = None) -> Failure:
    """As `read_error`, for an error that came in another way, which `lead` names."""
    fields = _fields(body)
    codes = set(_codes(fields))
    words = _words(fields)
    message = lead + (f": {plain(words)}" if plain(words) else "")
    blamed = http_status in _BLAMES_REQUEST
    metadata = fields.get("metadata")
    # One router says so by the part of the prompt that it objects to.
    flagged = isinstance(metadata, Mapping) and "flagged_input" in metadata
    if codes & _FILTER_CODES or flagged or (blamed and _FILTER_WORDS.search(words)):
        return Failure("content_filter", message, retried=False, status="content_filter")
    # One widely used server marks an overflow by the parameter's name alone.
    parameter = http_status == 400 and fields.get("param") == "input_tokens"
    if codes & _CONTEXT_CODES or parameter or (blamed and _CONTEXT_WORDS.search(words)):
        return Failure("context_length", message, retried=False)
    if blamed and _TEMPLATE_WORDS.search(words):
        return Failure("template_error", message, retried=False, status="template_error")
    if codes & _QUOTA_CODES or http_status == 402 or (blamed and _CREDIT_WORDS.search(words)):
        return Failure("quota", message, retried=False)
    return Failure(f"http_{http_status}", message, retried=is_retried(http_status), retry_after=wait)


def plain(text: str, limit: int = 300) -> str:
    """`text` on one line, without control characters, cut to `limit`: fit for a terminal and a record."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * limit]).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _fields(body: object) -> Mapping[str, object]:
    """The members of the error; a text becomes the member `message`."""
    if isinstance(body, bytes | bytearray):
        body = bytes(body).decode("utf-8", "replace")
    if isinstance(body, str):
        try:
            value = json.loads(body)
        except (ValueError, RecursionError):
            return {"message": body}
        body = value if isinstance(value, dict) else {"message": body}
    if isinstance(body, list) and body:
        # Some Google services wrap the object.
        body = body[0]
    if not isinstance(body, Mapping):
        return {}
    error = body.get("error")
    if isinstance(error, Mapping):
        return error
    return {**body, "message": error} if isinstance(error, str) else body


def _codes(fields: Mapping[str, object]) -> Iterator[str]:
    """What the error is called, in lower case: by the server, and by the one behind it."""
    yield from (str(fields[name]).lower() for name in ("code", "type") if isinstance(fields.get(name), str))
    inner = fields.get("innererror")
    behind = fields.get("provider_specific_fields")
    if not isinstance(inner, Mapping) and isinstance(behind, Mapping):
        inner = behind.get("innererror")
    if isinstance(inner, Mapping) and isinstance(inner.get("code"), str):
        yield inner["code"].lower()


def _words(fields: Mapping[str, object]) -> str:
    """What the error says; routers add what the server behind them said."""
    said = [fields.get("message"), fields.get("detail")]
    metadata = fields.get("metadata")
    if isinstance(metadata, Mapping):
        said.append(metadata.get("raw"))
    # Enough to be recognised by; a template engine prints pages of its source.
    return ": ".join(each[:4000] for each in said if isinstance(each, str) and each.strip())
