"""Take a record, give the JSON object that stands for it; and back, with a plain message where it is wrong.

Members that hold a field's default are left out, and members with an unknown name are passed over, so that
rows written by an older or a newer version can be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import isfinite
from typing import Any, TypeVar, cast

from ifdsl.store.records import (
    STATUSES,
    VERDICTS,
    Evidence,
    ItemResult,
    Message,
    Prompt,
    RequirementResult,
    Response,
    Status,
    Usage,
    Verdict,
)

Json = dict[str, Any]
_T = TypeVar("_T")
_NON_FINITE = {"inf": float("inf"), "-inf": float("-inf"), "nan": float("nan")}


class RecordError(ValueError):
    """A JSON value that is not the record it should be; the text says why, in plain words."""


def encode(record: object) -> Json:
    """The JSON object of any record of `ifdsl.store.records`.

    Numbers that JSON cannot express become the texts `inf`, `-inf` and `nan`.

    Raises:
        RecordError: `meta`, `measured`, `expected` or `effective` holds a value that is not JSON.
    """
    row: Json = {}
    kind: type = type(record)
    for name, default in _layout(kind):
        value = getattr(record, name)
        if value is not default and (default is _MISSING or value != default):
            row[name] = value if type(value) in _AS_THEY_ARE else plain(value, name)
    return row


@cache
def _layout(kind: type) -> tuple[tuple[str, object], ...]:
    """The fields of a record with their defaults, `_MISSING` for one that has none."""
    if not _is_record(kind):
        raise RecordError(f"a {kind.__name__} is not a record")
    defaults = kind._field_defaults  # type: ignore[attr-defined]
    return tuple((name, defaults.get(name, _MISSING)) for name in kind._fields)  # type: ignore[attr-defined]


def _is_record(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_field_defaults")


_MISSING = object()
_AS_THEY_ARE = (str, bool, int, type(None))


def plain(value: object, name: str) -> Any:
    """The JSON value of one field's value, as in `encode`.

    Raises:
        RecordError: it is not JSON; the message says that it is what `name` holds.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if _is_record(type(value)):
        return encode(value)
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise RecordError(f"`{name}` has a key that is not a text")
        return {key: plain(each, name) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [plain(each, name) for each in value]
    raise RecordError(f"`{name}` holds a value that JSON cannot express")


def decode_prompt(row: object) -> Prompt:
    """Raises RecordError where `row` is not a prompt."""
    get = _Fields(row, "a prompt")
    messages = tuple(_message(each) for each in get.items("messages"))
    return Prompt(get.text("id"), messages, get.mapping("meta"))


def decode_response(row: object) -> Response:
    """Raises RecordError where `row` is not a response."""
    get = _Fields(row, "a response")
    tokens = _Fields(get.mapping("usage"), "a token count")
    return Response(
        prompt_id=get.text("prompt_id"),
        text=get.text("text"),
        status=cast(Status, get.one_of("status", STATUSES)),
        model=get.text("model"),
        request=get.text("request", ""),
        finish_reason=get.maybe_text("finish_reason"),
        usage=Usage(tokens.maybe_int("prompt_tokens"), tokens.maybe_int("completion_tokens")),
        latency=get.number("latency", 0.0),
        attempts=get.integer("attempts", 1),
        error=get.maybe_text("error"),
        error_kind=get.maybe_text("error_kind"),
        reasoning=get.maybe_text("reasoning"),
        served_model=get.maybe_text("served_model"),
        raw=get.maybe_text("raw"),
        slices=get.spans("slices"),
        repeat=get.integer("repeat", 0),
        effective=get.mapping("effective"),
    )


def decode_requirement(row: object) -> RequirementResult:
    """Raises RecordError where `row` is not the verdict on a requirement."""
    get = _Fields(row, "a judged requirement")
    return RequirementResult(
        id=get.text("id"),
        constraint=get.text("constraint"),
        group=get.text("group"),
        strict=cast(Verdict, get.one_of("strict", VERDICTS)),
        loose=cast(Verdict, get.one_of("loose", VERDICTS)),
        measured=get.row.get("measured"),
        expected=get.row.get("expected"),
        message=get.text("message", ""),
        margin=get.maybe_number("margin"),
        evidence=tuple(_evidence(each) for each in get.items("evidence", ())),
        required=get.maybe_bool("required") is not False,
        view=get.text("view", ""),
        source=get.text("source", ""),
        phrases=get.spans("phrases"),
    )


def decode_item(row: object) -> ItemResult:
    """Raises RecordError where `row` is not a judged item."""
    get = _Fields(row, "a judged item")
    response = get.row.get("response")
    return ItemResult(
        prompt_id=get.text("prompt_id"),
        prompt=decode_prompt(get.row.get("prompt")),
        response=None if response is None else decode_response(response),
        requirements=tuple(decode_requirement(each) for each in get.items("requirements")),
        strict=get.maybe_bool("strict"),
        loose=get.maybe_bool("loose"),
        repeat=get.integer("repeat", 0),
        verifier=get.text("verifier", ""),
    )


def _message(row: object) -> Message:
    get = _Fields(row, "a message")
    return Message(get.text("role"), get.text("content"))


def _evidence(row: object) -> Evidence:
    get = _Fields(row, "a piece of evidence")
    return Evidence(get.integer("start"), get.integer("end"), get.text("role"), get.text("label", ""))


class _Fields:
    """The members of one JSON object, read with their kind checked."""

    __slots__ = ("row", "what")

    def __init__(self, row: object, what: str) -> None:
        if not isinstance(row, Mapping):
            raise RecordError(f"{what} is an object; {kind_of(row)} stands here")
        self.row: Mapping[str, Any] = row
        self.what = what

    def _value(self, name: str, default: object) -> Any:
        if name in self.row:
            return self.row[name]
        if default is _MISSING:
            raise RecordError(f"{self.what} needs `{name}`")
        return default

    def _typed(self, name: str, default: object, wanted: type[_T] | tuple[type[_T], ...], noun: str) -> _T:
        value = self._value(name, default)
        # A truth value is an `int` to Python, but not to whoever wrote the file.
        if isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool)):
            return value
        raise RecordError(f"`{name}` is {kind_of(value)}; {noun} was expected")

    def text(self, name: str, default: object = _MISSING) -> str:
        return self._typed(name, default, str, "a text")

    def integer(self, name: str, default: object = _MISSING) -> int:
        return self._typed(name, default, int, "a whole number")

    def number(self, name: str, default: object = _MISSING) -> float:
        value = self._value(name, default)
        if isinstance(value, str) and value in _NON_FINITE:
            return _NON_FINITE[value]
        return float(self._typed(name, default, (int, float), "a number"))

    def one_of(self, name: str, allowed: Sequence[str]) -> str:
        value = self.text(name)
        if value not in allowed:
            raise RecordError(f"`{name}` is `{value[:40]}`; known are {', '.join(f'`{a}`' for a in allowed)}")
        return value

    def items(self, name: str, default: object = _MISSING) -> Sequence[object]:
        value = self._value(name, default)
        if isinstance(value, list | tuple):
            return value
        raise RecordError(f"`{name}` is {kind_of(value)}; a list was expected")

    def mapping(self, name: str) -> Mapping[str, Any]:
        value = self._value(name, {})
        if isinstance(value, Mapping):
            return value
        raise RecordError(f"`{name}` is {kind_of(value)}; an object was expected")

    def spans(self, name: str) -> tuple[tuple[int, int], ...]:
        pairs = self.items(name, ())
        if not all(isinstance(pair, list | tuple) and [type(end) for end in pair] == [int, int] for pair in pairs):
            raise RecordError(f"`{name}` holds something else than pairs of whole numbers")
        return tuple((pair[0], pair[1]) for pair in pairs)  # type: ignore[index]

    def maybe_text(self, name: str) -> str | None:
        return None if self.row.get(name) is None else self.text(name)

    def maybe_int(self, name: str) -> int | None:
        return None if self.row.get(name) is None else self.integer(name)

    def maybe_number(self, name: str) -> float | None:
        return None if self.row.get(name) is None else self.number(name)

    def maybe_bool(self, name: str) -> bool | None:
        return None if self.row.get(name) is None else self._typed(name, None, bool, "`true` or `false`")


def kind_of(value: object) -> str:
    """What a JSON value is, in plain words."""
    if value is None:
        return "`null`"
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, Mapping):
        return "an object"
    return "a list"
