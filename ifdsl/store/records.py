"""Take nothing; give the records of a run: prompts, responses, judged requirements and items, as frozen data.

How they are written to and read from disk is in `ifdsl.store.encoding` and `ifdsl.store.jsonl`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

Verdict = Literal["pass", "fail", "unknown", "not_applicable"]
Status = Literal[
    "ok",
    "truncated",
    "empty",
    "reasoning_only",
    "refused",
    "content_filter",
    "template_error",
    "api_error",
    "timeout",
]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
STATUSES: tuple[Status, ...] = get_args(Status)
"""How a request ended. `truncated` is an answer that met the limit on tokens; `reasoning_only` one whose tokens all
went into reasoning; `template_error` a prompt that the model's chat template cannot hold."""
ANSWERED: frozenset[Status] = frozenset({"ok", "truncated"})
"""Statuses under which a text by the model is there to be judged."""
NO_RESPONSE = "no_response"
"""What is said in the place of a status where there is no response at all."""
UNDELIVERED: frozenset[Status] = frozenset({"api_error", "timeout"})
"""Statuses under which nothing of the model arrived, so that asking again is worth while."""

ORACLE = "oracle"
"""What the model is called whose responses are witnesses of the conflict analysis (`ifdsl.run.oracle`)."""
NO_TEXT_PASSES, NOT_KNOWN = "conflict", "unknown"
"""Kinds of error of a response that the oracle refuses: the prompt is impossible, or whether it is is not known."""

NO_META: Mapping[str, object] = MappingProxyType({})
_OWN_MEMBERS = frozenset({"model", "messages", "stream", "n", "max_tokens", "max_completion_tokens"})


class Message(NamedTuple):
    """One chat message; `role` is `system`, `user` or `assistant`."""

    role: str
    content: str


class Prompt(NamedTuple):
    """What a model is asked: an id that is unique within a run, and the chat so far."""

    id: str
    messages: tuple[Message, ...]
    meta: Mapping[str, object] = NO_META
    """Whatever the maker of the prompt wants back in reports (level, pattern, source key); JSON values."""

    @classmethod
    def of_text(cls, id: str, text: str, *, system: str | None = None, meta: Mapping[str, object] = NO_META) -> Prompt:
        """A prompt of one user message, with a system message before it where one is given."""
        opening = () if system is None else (Message("system", system),)
        return cls(id, (*opening, Message("user", text)), meta)

    @property
    def text(self) -> str:
        """The content of the last user message; the empty text where there is none."""
        return next((m.content for m in reversed(self.messages) if m.role == "user"), "")


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model is asked to draw its answer; a value of `None` is left to the server.

    `max_tokens` has no such value: a server without a limit may write until its context is full.
    """

    max_tokens: int = 2048
    temperature: float | None = 0.0
    top_p: float | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
    """Further members of the request body, JSON values, passed on as they are."""

    def __post_init__(self) -> None:
        if self.max_tokens < 1:
            raise ValueError(f"`max_tokens` is {self.max_tokens}; at least 1 is needed")
        for name, value in (("temperature", self.temperature), ("top_p", self.top_p)):
            if value is not None and not isfinite(value):
                raise ValueError(f"`{name}` is {value}; a finite number is needed")
        try:
            json.dumps([dict(self.extra), self.stop], allow_nan=False, ensure_ascii=False).encode("utf-8")
        except (TypeError, ValueError):
            raise ValueError("`extra` or `stop` holds a value that JSON cannot express") from None
        for name in _OWN_MEMBERS & self.extra.keys():
            raise ValueError(f"`{name}` has no place in `extra`: it is set elsewhere or cannot be handled")

    def of_repeat(self, repeat: int) -> Sampling:
        """The sampling of answer number `repeat`: a seed moves on, as an equal one may give an equal answer."""
        return self if not repeat or self.seed is None else replace(self, seed=self.seed + repeat)


class Usage(NamedTuple):
    """Tokens as the server counted them; `None` where it did not say."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class Attempt(NamedTuple):
    """One try at a request: when it began (seconds since the epoch), how long it took, and what came of it.

    `outcome` is `answer` or the kind of the error; `retry_after` the wait in seconds that the server asked for.
    """

    number: int
    started: float
    seconds: float
    outcome: str = "answer"
    http_status: int | None = None
    message: str | None = None
    retry_after: float | None = None
    usage: Usage = Usage()


class Response(NamedTuple):
    """What came back for one prompt, or what went wrong.

    `text` is the answer alone, without the model's reasoning. `latency` is the seconds of the last attempt,
    without the waits between attempts.
    """

    prompt_id: str
    text: str
    status: Status
    model: str
    request: str = ""
    """The key of the request (`request_of`); empty where the answer was not asked for here."""
    finish_reason: str | None = None
    usage: Usage = Usage()
    latency: float = 0.0
    attempts: int = 1
    error: str | None = None
    """What went wrong, in plain words."""
    error_kind: str | None = None
    """What went wrong, for programs: `http_401`, `connection`, `timeout`, `malformed`, `context_length`, …"""
    reasoning: str | None = None
    served_model: str | None = None
    """The model's name as the server gave it, which may be more exact than the one asked for."""
    raw: str | None = None
    """What the server sent as content; `None` where that is `text` itself."""
    slices: tuple[tuple[int, int], ...] = ()
    """The half-open pieces of `raw`, in code points, that make `text` one after another; empty without `raw`."""
    repeat: int = 0
    """Which of several answers to the prompt this is, from 0."""
    effective: Mapping[str, object] = NO_META
    """What the server or the engine said that it used, as far as it did; the run's manifest has what was asked for."""

    @property
    def answered(self) -> bool:
        """Whether there is a text to judge."""
        return self.status in ANSWERED and bool(self.text.strip())


class Evidence(NamedTuple):
    """A half-open span `[start, end)`, in code points of the judged text, and the part it played."""

    start: int
    end: int
    role: str
    """`violates`, `satisfies`, `counted` or `missing`."""
    label: str = ""


class RequirementResult(NamedTuple):
    """The verdicts on one requirement of one item, with what was measured where details were asked for."""

    id: str
    constraint: str
    """The qualified name of the constraint type."""
    group: str
    strict: Verdict
    loose: Verdict
    measured: object = None
    expected: object = None
    message: str = ""
    margin: float | None = None
    evidence: tuple[Evidence, ...] = ()
    required: bool = True
    """False for a `should`: it counts in the score, not in whether the item passes."""
    view: str = ""
    """The lenient reading under which the loose verdict came about; empty where none was tried."""
    source: str = ""
    """Where the requirement is written, as `file.ifc:12`; empty where that is not known."""
    phrases: tuple[tuple[int, int], ...] = ()
    """The half-open spans of the prompt's text, in code points, that ask for it; empty where they are not known."""

    @classmethod
    def stated(
        cls, id: str, constraint: str, group: str, required: bool, source: str, phrases: tuple[tuple[int, int], ...]
    ) -> RequirementResult:
        """A requirement before any verdict."""
        return cls(id, constraint, group, "unknown", "unknown", required=required, source=source, phrases=phrases)

    def unjudged(self) -> RequirementResult:
        """The requirement as it is before any verdict."""
        return self.stated(self.id, self.constraint, self.group, self.required, self.source, self.phrases)


class ItemResult(NamedTuple):
    """One prompt with its response and the verdicts on its requirements.

    `strict` and `loose` are the verdicts on the whole: `None` where it is undecided.
    """

    prompt_id: str
    prompt: Prompt
    response: Response | None
    requirements: tuple[RequirementResult, ...]
    strict: bool | None
    loose: bool | None
    repeat: int = 0
    """Which of several answers to the prompt this is about, from 0."""
    verifier: str = ""
    """The fingerprint of what gave the verdicts; empty where it is not known."""

    @classmethod
    def of(cls, prompt: Prompt, response: Response | None, requirements: Sequence[RequirementResult]) -> ItemResult:
        """The item whose verdicts on the whole are joined from those on its requirements.

        The requirements of an item without an answer are listed too: the figures count each as a failure.
        """
        answered = response is not None and response.answered
        return cls(
            prompt_id=prompt.id,
            prompt=prompt,
            response=response,
            requirements=tuple(requirements),
            strict=join([r.strict for r in requirements if r.required]) if answered else False,
            loose=join([r.loose for r in requirements if r.required]) if answered else False,
            repeat=0 if response is None else response.repeat,
        )

    @property
    def answered(self) -> bool:
        return self.response is not None and self.response.answered


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a file or with what it holds, in plain words; `line` counts from 1."""

    file: str
    line: int | None
    kind: str
    message: str

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where}: {self.message}"


def join(verdicts: Sequence[Verdict]) -> bool | None:
    """The strong Kleene conjunction of `verdicts`, those that do not apply left out.

    Nothing left to decide gives `None`: a verdict is never true by default.
    """
    if "fail" in verdicts:
        return False
    if "unknown" in verdicts or "pass" not in verdicts:
        return None
    return True


class Subject(NamedTuple):
    """What answers: the kind of endpoint (`openai`, `vllm`, `local`, …), the model, and its revision where known."""

    kind: str
    model: str
    revision: str = ""


class Request(NamedTuple):
    """One request to a model: a prompt, which of several answers is wanted, and the key that names the request."""

    key: str
    prompt: Prompt
    repeat: int = 0


def request_of(subject: Subject, sampling: Sampling, prompt: Prompt, repeat: int = 0) -> Request:
    """The request for answer number `repeat` (from 0) to a prompt; two prompts of one wording are asked apart."""
    return Request(fingerprint(subject, sampling, prompt.messages, repeat, prompt.id), prompt, repeat)


def fingerprint(
    subject: Subject, sampling: Sampling, messages: Sequence[Message], repeat: int = 0, prompt_id: str = ""
) -> str:
    """Name one request by all that decides its answer: who is asked, how, what, and for which of several answers.

    Args:
        prompt_id: keeps prompts of one wording apart: each has an answer of its own, recorded or asked for.

    Returns:
        32 hexadecimal digits; equal requests give equal names on every machine.
    """
    asked = {
        "subject": list(subject),
        "sampling": plain_sampling(sampling),
        "messages": [[m.role, m.content] for m in messages],
        "repeat": repeat,
        "prompt": prompt_id,
    }
    canonical = json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.blake2b(canonical.encode("ascii"), digest_size=16).hexdigest()


def plain_sampling(sampling: Sampling) -> dict[str, object]:
    """The sampling as a JSON object, equal for equal samplings."""
    return {
        "max_tokens": sampling.max_tokens,
        # `0` and `0.0` are one temperature, but two texts in JSON.
        "temperature": None if sampling.temperature is None else float(sampling.temperature),
        "top_p": None if sampling.top_p is None else float(sampling.top_p),
        "seed": sampling.seed,
        "stop": list(sampling.stop),
        "extra": dict(sampling.extra),
    }
