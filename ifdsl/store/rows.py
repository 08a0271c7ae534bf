"""Take records; give the rows of the tables of a run that stand for them, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ifdsl.store.cells import (
    count_cell,
    json_cell,
    json_of,
    maybe_text_cell,
    maybe_text_of,
    number_cell,
    text_cell,
    text_of,
)
from ifdsl.store.encoding import plain
from ifdsl.store.link import Row
from ifdsl.store.records import Attempt, Evidence, Message, Prompt, RequirementResult, Response, Status, Usage, Verdict

PROMPT = "id, messages, meta"
STATED = "id, constraint_name, group_name, required, source, phrases"
ATTEMPT = "number, started, seconds, outcome, http_status, message, retry_after, prompt_tokens, completion_tokens"
RESPONSE = (
    "status, answered, text, raw, slices, reasoning, finish_reason, model, served_model, prompt_tokens, "
    "completion_tokens, seconds, attempts, error, error_kind, effective"
)
VERDICT = 'strict, loose, "view", measured, expected, margin, message, evidence'
_UNKNOWN: Row = ("unknown", "unknown", "", None, None, None, "", None)


def prompt_row(prompt: Prompt) -> Row:
    """The columns `PROMPT`.

    Raises:
        RecordError: `meta` holds what is no JSON.
    """
    messages = [[message.role, message.content] for message in prompt.messages]
    return text_cell(prompt.id), json_cell(messages), json_cell(plain(prompt.meta, "meta"))


def prompt_of(row: Row) -> Prompt:
    id_, messages, meta = row
    return Prompt(text_of(id_), messages_of(messages), json_of(meta))


def messages_of(cell: str) -> tuple[Message, ...]:
    return tuple(Message(role, content) for role, content in json_of(cell))


def stated_row(one: RequirementResult) -> Row:
    """The columns `STATED`: what a requirement is reported under, without any verdict."""
    names = (text_cell(one.id), text_cell(one.constraint), text_cell(one.group), int(one.required))
    return *names, text_cell(one.source), _spans_cell(one.phrases)


def judged_of(stated: Row, verdict: Row | None) -> RequirementResult:
    """A requirement of the columns `STATED` and `VERDICT`; where there are none of these, it is unknown."""
    id_, constraint, group, required, source, phrases = stated
    strict, loose, view, measured, expected, margin, message, evidence = verdict or _UNKNOWN
    return RequirementResult(
        id=text_of(id_),
        constraint=text_of(constraint),
        group=text_of(group),
        strict=cast(Verdict, strict),
        loose=cast(Verdict, loose),
        measured=json_of(measured),
        expected=json_of(expected),
        message=text_of(message),
        margin=margin,
        evidence=tuple(Evidence(*each) for each in json_of(evidence) or ()),
        required=bool(required),
        view=text_of(view),
        source=text_of(source),
        phrases=_spans_of(phrases),
    )


def verdict_row(one: RequirementResult) -> Row:
    """The columns `VERDICT`.

    Raises:
        RecordError: `measured` or `expected` holds what is no JSON.
    """
    return (
        one.strict,
        one.loose,
        text_cell(one.view),
        json_cell(plain(one.measured, "measured")),
        json_cell(plain(one.expected, "expected")),
        number_cell(one.margin),
        text_cell(one.message),
        json_cell(one.evidence) if one.evidence else None,
    )


def attempt_row(one: Attempt) -> Row:
    """The columns `ATTEMPT`."""
    told = (text_cell(one.outcome), one.http_status, maybe_text_cell(one.message), one.retry_after)
    return one.number, one.started, one.seconds, *told, *map(count_cell, one.usage)


def attempt_of(row: Row) -> Attempt:
    number, started, seconds, outcome, http_status, message, retry_after, *tokens = row
    told = (text_of(outcome), http_status, maybe_text_of(message), retry_after)
    return Attempt(number, started, seconds, *told, Usage(*tokens))


def response_row(one: Response) -> Row:
    """The columns `RESPONSE`.

    Raises:
        RecordError: `effective` holds what is no JSON.
    """
    return (
        one.status,
        int(one.answered),
        text_cell(one.text),
        maybe_text_cell(one.raw),
        _spans_cell(one.slices),
        maybe_text_cell(one.reasoning),
        maybe_text_cell(one.finish_reason),
        text_cell(one.model),
        maybe_text_cell(one.served_model),
        *map(count_cell, one.usage),
        one.latency,
        one.attempts,
        maybe_text_cell(one.error),
        maybe_text_cell(one.error_kind),
        json_cell(plain(one.effective, "effective")) if one.effective else None,
    )


def response_of(row: Row, prompt_id: str, key: str, repeat: int) -> Response:
    status, _, text, raw, slices, reasoning, finish, model, served, asked, said, seconds, attempts, *rest = row
    error, error_kind, effective = rest
    return Response(
        prompt_id=prompt_id,
        text=text_of(text),
        status=cast(Status, status),
        model=text_of(model),
        request=key,
        finish_reason=maybe_text_of(finish),
        usage=Usage(asked, said),
        latency=seconds,
        attempts=attempts,
        error=maybe_text_of(error),
        error_kind=maybe_text_of(error_kind),
        reasoning=maybe_text_of(reasoning),
        served_model=maybe_text_of(served),
        raw=maybe_text_of(raw),
        slices=_spans_of(slices),
        repeat=repeat,
        effective=json_of(effective) or {},
    )


def columns(table: str, names: str) -> str:
    """The columns `names` of a table that a statement calls `table`."""
    return ", ".join(f"{table}.{name}" for name in names.split(", "))


def marks(names: str) -> str:
    """A `?` for each of the columns `names`."""
    return ", ".join("?" * len(names.split(", ")))


def _spans_cell(spans: Sequence[tuple[int, int]]) -> str | None:
    return json_cell([list(span) for span in spans]) if spans else None


def _spans_of(cell: str | None) -> tuple[tuple[int, int], ...]:
    return tuple((start, end) for start, end in json_of(cell) or ())
