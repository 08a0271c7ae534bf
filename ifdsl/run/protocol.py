"""Take the bytes of a chat-completion server's answer; give what the model said and how it ended, or a failure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite

from ifdsl.run.failures import Failure, classify, plain, read_error
from ifdsl.run.reasoning import USUAL, Marks, Spans, in_raw, split
from ifdsl.store.encoding import kind_of
from ifdsl.store.records import Prompt, Status, Usage

__all__ = ["Answer", "Failure", "plain", "read_answer", "read_batched", "read_error", "status_of", "unaskable"]

# Besides OpenAI's own: what several servers give as the reason for an end.
_CUT_OFF = frozenset({"length", "max_tokens", "model_context_window_exceeded"})
_FILTERED = frozenset({"content_filter", "sensitive"})
_BROKEN_OFF = frozenset({"error", "abort", "network_error", "insufficient_system_resource"})
_REASONING_MEMBERS = ("reasoning", "reasoning_content", "reasoning_details")
_EFFECTIVE_MEMBERS = ("model", "system_fingerprint", "service_tier", "provider", "seed")
_MOST_TOKENS = 10**9


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model answered: the text without its reasoning, and how it ended."""

    text: str
    status: Status
    finish_reason: str | None = None
    usage: Usage = field(default_factory=Usage)
    reasoning: str | None = None
    """`None` too where the server hides it and tells its length alone."""
    served_model: str | None = None
    raw: str | None = None
    """The content as it came, the parts of a list one after another; `None` where that is `text` itself."""
    slices: Spans = ()
    """Half-open, in code points: the pieces of `raw` that make `text`; none without `raw`."""
    effective: Mapping[str, object] = field(default_factory=dict)
    """What the server said that it used: texts and numbers under the names that the protocol has for them."""


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


def read_answer(body: bytes, marks: Marks = USUAL) -> Answer | Failure:
    """Read the body of a 200 answer of `/chat/completions`, the first choice where there are several.

    A body that is not such an answer is a failure that is tried again: it comes of proxies and restarts. So is an
    answer that the server broke off. An error in the body is read as the HTTP error that its code names.

    Args:
        body: JSON, as it came.
        marks: how reasoning in the content is told from the answer.
    """
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return _malformed("it is not JSON")
    return _read(answer, marks)


def read_batched(response: object, error: object = None, marks: Marks = USUAL) -> Answer | Failure:
    """Read the members `response` and `error` of one line of a batch's results, as the answer that they stand for.

    Args:
        response: an object with `status_code` and `body`, or `None` for a request that was never run.
        error: what went wrong then; some servers put the body of an HTTP error here.
        marks: how reasoning in the content is told from the answer.
    """
    if not isinstance(response, Mapping):
        return _never_run(error)
    status, body = response.get("status_code"), response.get("body")
    if isinstance(status, bool) or not isinstance(status, int) or not 100 <= status <= 599:
        return _malformed("it has no status code")
    if status == 200:
        return _read(body, marks)
    return read_error(status, error if body is None else body)


def status_of(text: str, finish: object, refused: bool = False, reasoned: bool = False) -> Status:
    """How an answer ended, by its text without reasoning and the reason that the server gives for its end.

    A limit on tokens that leaves no text gives `reasoning_only` where there was reasoning, and `empty` otherwise. So
    does a call of a tool: there is nothing to judge.
    """
    ended = finish if isinstance(finish, str) else ""
    if ended in _FILTERED:
        return "content_filter"
    if refused:
        return "refused"
    if not text.strip():
        return "reasoning_only" if reasoned else "empty"
    return "truncated" if ended in _CUT_OFF else "ok"


def _read(answer: object, marks: Marks) -> Answer | Failure:
    if not isinstance(answer, Mapping):
        return _malformed(f"it is {kind_of(answer)}")
    if answer.get("error"):
        return _in_body(answer["error"])
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        return _malformed("it has no choices")
    choice = choices[0]
    finish = _text_or_none(choice.get("finish_reason"))
    if finish in _BROKEN_OFF:
        broken = Failure("broken_off", f"the server broke the answer off: `{finish}`", retried=True)
        return _in_body(choice["error"]) if choice.get("error") else broken
    message = choice.get("message")
    if message is None and finish in _FILTERED:
        # One cloud leaves the message out.
        message = {}
    if not isinstance(message, Mapping):
        return _malformed("its choice has no message")
    content = message.get("content")
    if not isinstance(content, str | list | None):
        return _malformed(f"its message's content is {kind_of(content)}")
    return _answer(answer, choice, message, finish, marks)


def _answer(
    answer: Mapping[str, object],
    choice: Mapping[str, object],
    message: Mapping[str, object],
    finish: str | None,
    marks: Marks,
) -> Answer:
    told = next((said for name in _REASONING_MEMBERS if (said := _said(message.get(name)).strip())), "")
    raw, kept, thoughts = _parts(message.get("content"))
    content = "".join(raw[a:b] for a, b in kept)
    # Where the server took the reasoning out, a lone closing mark is a word of the answer.
    apart = bool(told or thoughts)
    taken = split(content, Marks(marks.families, False) if apart else marks, cut_off=finish in _CUT_OFF)
    slices = tuple(span for a, b in taken.slices for span in in_raw(kept, a, b))
    pieces = [piece.strip() for piece in (told, *thoughts, taken.reasoning or "") if piece.strip()]
    # Some servers hand the reasoning on twice, in a member and in the content.
    reasoning = "\n\n".join(dict.fromkeys(pieces)) or None
    refusal = _refusal(message)
    refused = bool(refusal.strip())
    instead = refused and not taken.text.strip()
    usage = answer.get("usage")
    return Answer(
        text=refusal if instead else taken.text,
        status=status_of(taken.text, finish, refused, reasoning is not None or _hidden_reasoning(usage)),
        finish_reason=finish,
        usage=_usage(usage),
        reasoning=reasoning,
        served_model=_text_or_none(answer.get("model")),
        raw=None if instead or raw == taken.text else raw,
        slices=() if instead or raw == taken.text else slices,
        effective=_effective(answer, choice),
    )


def _parts(content: object) -> tuple[str, Spans, list[str]]:
    """The text of a content, where in it the answer's parts stand, and the parts that are reasoning."""
    if isinstance(content, str):
        return content, ((0, len(content)),) if content else (), []
    raw: list[str] = []
    kept: list[tuple[int, int]] = []
    thoughts: list[str] = []
    at = 0
    for part in content if isinstance(content, list) else ():
        kind = part.get("type") if isinstance(part, Mapping) else "text"
        text = _said(part)
        if not text or kind not in ("text", "output_text", "reasoning", "thinking"):
            continue
        if kind in ("reasoning", "thinking"):
            thoughts.append(text)
        else:
            kept.append((at, at + len(text)))
        raw.append(text)
        at += len(text)
    return "".join(raw), tuple(kept), thoughts


def _said(value: object, depth: int = 3) -> str:
    """The text of a text, of a part, or of a list of parts; a part keeps it under its kind's name, or as `text`."""
    if isinstance(value, str):
        return value
    if depth == 0:
        return ""
    if isinstance(value, list):
        return "".join(_said(part, depth - 1) for part in value)
    if isinstance(value, Mapping):
        names = ("text", "thinking", "reasoning", "summary", "content")
        return next((said for name in names if (said := _said(value.get(name), depth - 1))), "")
    return ""


def _refusal(message: Mapping[str, object]) -> str:
    refusal, content = message.get("refusal"), message.get("content")
    if isinstance(refusal, str) and refusal.strip():
        return refusal
    parts = [part for part in content if isinstance(part, Mapping)] if isinstance(content, list) else []
    said = (part.get("refusal") for part in parts if part.get("type") == "refusal")
    return "".join(each for each in said if isinstance(each, str))


def _effective(answer: Mapping[str, object], choice: Mapping[str, object]) -> dict[str, object]:
    said = {name: answer.get(name, choice.get(name)) for name in _EFFECTIVE_MEMBERS}
    return {
        name: value
        for name, value in said.items()
        if (isinstance(value, str) and value)
        or (isinstance(value, int) and not isinstance(value, bool))
        or (isinstance(value, float) and isfinite(value))
    }


def _usage(usage: object) -> Usage:
    said = usage if isinstance(usage, Mapping) else {}
    return Usage(_count(said.get("prompt_tokens")), _count(said.get("completion_tokens")))


def _count(value: object) -> int | None:
    """A number of tokens that can be true; no context holds a thousand million."""
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= _MOST_TOKENS else None


def _hidden_reasoning(usage: object) -> bool:
    """Whether the server counted tokens of reasoning, which it need not show."""
    details = usage.get("completion_tokens_details") if isinstance(usage, Mapping) else None
    return isinstance(details, Mapping) and bool(_count(details.get("reasoning_tokens")))


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _in_body(error: object) -> Failure:
    """The failure that an error within a 200 answer stands for."""
    lead = "the server's answer holds an error"
    code = error.get("code") if isinstance(error, Mapping) else None
    if isinstance(code, str) and len(code) == 3 and code.isascii() and code.isdigit():
        code = int(code)
    if isinstance(code, int) and 400 <= code <= 599:
        return classify(code, {"error": error}, lead)
    # Without a code that blames the request it is taken for a passing one, unless its words say what it is.
    found = classify(400, {"error": error}, lead)
    return Failure("malformed", found.message, retried=True) if found.kind == "http_400" else found


def _never_run(error: object) -> Failure:
    said = error if isinstance(error, Mapping) else {}
    code, words = said.get("code"), said.get("message")
    named = [plain(each) for each in (code, words) if isinstance(each, str) and plain(each)]
    message = ": ".join(["the request of the batch was not run", *named])
    return Failure("not_run", message, retried=True)


def _malformed(why: str) -> Failure:
    return Failure("malformed", f"the server's answer cannot be read: {why}", retried=True)
