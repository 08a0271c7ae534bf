"""Take a file of JSON lines, or of one JSON list; give its objects one by one, each with the line that it begins on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any

from ifdsl.datasets.record import MAX_ROW, MAX_SHOWN, Record, Unreadable, unreadable
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_BOM = b"\xef\xbb\xbf"
_BLANKS = re.compile(r"[ \t\n\r]*")
TOO_LONG = f"the row is longer than the limit of {MAX_ROW:,} bytes"


@dataclass(slots=True)
class _Keys:
    """Notes the keys that stand twice in one object while a value is read."""

    twice: list[str] = field(default_factory=list)

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value: dict[str, Any] = {}
        for key, member in pairs:
            if key in value:
                self.twice.append(key)
            value[key] = member
        return value

    def problem(self) -> str | None:
        """What is wrong with the value read last."""
        if not self.twice:
            return None
        message = f"the key {quoted(self.twice[0])} stands twice in one object"
        self.twice.clear()
        return message


# ---------------------------------------------------------------- JSON lines


def json_lines(path: str, *, strict: bool = False) -> Iterator[Record | Unreadable]:
    """The objects of a file with one on each line; blank lines are passed over. See `records.declared` for `strict`.

    Raises:
        OSError: the file cannot be read.
    """
    keys = _Keys()
    decoder = json.JSONDecoder(object_pairs_hook=keys.object)
    with open(path, "rb") as file:
        for line, raw in enumerate(_lines(file, strict), start=1):
            if raw is None:
                yield unreadable(path, line, b"", TOO_LONG, codes.FILE_TOO_LARGE)
            elif raw.strip():
                yield _strict_line(path, line, raw, decoder, keys) if strict else _line(path, line, raw)


def _lines(file: IO[bytes], strict: bool) -> Iterator[bytes | None]:
    """The lines of a file; read strictly, None stands for one that is too long."""
    if not strict:
        yield from file
        return
    while raw := file.readline(MAX_ROW + 1):
        if len(raw) <= MAX_ROW:
            yield raw
            continue
        while raw and not raw.endswith(b"\n"):
            raw = file.readline(MAX_ROW)
        yield None


def _line(path: str, line: int, raw: bytes) -> Record | Unreadable:
    try:
        value = json.loads(raw.rstrip())
    except (ValueError, RecursionError) as error:
        return unreadable(path, line, raw, f"this line is no JSON: {_reason(error)}")
    if not isinstance(value, dict):
        return unreadable(path, line, raw, "this line is no JSON object")
    return Record(path, line, raw, value)


def _strict_line(path: str, line: int, raw: bytes, decoder: json.JSONDecoder, keys: _Keys) -> Record | Unreadable:
    try:
        text = raw.removeprefix(_BOM if line == 1 else b"").decode("utf-8")
        value = decoder.decode(text)
    except (ValueError, RecursionError) as error:
        keys.twice.clear()
        return unreadable(path, line, raw, f"this line is no JSON: {_reason(error)}")
    problem = keys.problem()
    if not isinstance(value, dict):
        problem = "this line is no JSON object"
    return Record(path, line, raw, value) if problem is None else unreadable(path, line, raw, problem)


# ---------------------------------------------------------------- a JSON list


def json_list(path: str, *, strict: bool = False) -> Iterator[Record | Unreadable]:
    """The objects of a file that is one JSON list; where none opens, its lines, unless it is read strictly.

    Raises:
        OSError: the file cannot be read.
    """
    with open(path, "rb") as file:
        data = file.read().removeprefix(_BOM)
    if data.lstrip().startswith(b"["):
        return _members(path, data, strict)
    if strict:
        return iter((unreadable(path, 1, data[:MAX_SHOWN], "the file holds no JSON list"),))
    return json_lines(path)


def _members(path: str, data: bytes, strict: bool) -> Iterator[Record | Unreadable]:
    """The members of a JSON list. Where one is no JSON nothing after it can be told apart, so it is the last."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        yield unreadable(path, line, b"", _reason(error))
        return
    keys = _Keys()
    decoder = json.JSONDecoder(object_pairs_hook=keys.object) if strict else json.JSONDecoder()
    place, line, at = text.index("[") + 1, 1, 0
    separator = "]"
    while True:
        place = _after_blanks(text, place)
        line, at = line + text.count("\n", at, place), place
        if separator == "]" and text.startswith("]", place):
            break  # nothing stands between the brackets
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            line = error.lineno if isinstance(error, json.JSONDecodeError) else line
            yield unreadable(path, line, b"", f"the list is no JSON from here on: {_reason(error)}")
            return
        raw = text[place : min(end, place + MAX_SHOWN)].encode("utf-8", errors="replace")
        problem = keys.problem()
        if not isinstance(value, dict):
            problem = "this member of the list is no JSON object"
        if strict and end - place > MAX_ROW:
            yield unreadable(path, line, b"", TOO_LONG, codes.FILE_TOO_LARGE)
        elif problem is not None:
            yield unreadable(path, line, raw, problem)
        else:
            yield Record(path, line, raw, value)
        place = _after_blanks(text, end)
        separator = text[place : place + 1]
        if separator != ",":
            break
        place += 1
    line += text.count("\n", at, place)
    if not text.startswith("]", place):
        yield unreadable(path, line, b"", "the list is no JSON from here on: a comma or its end is missing")
    elif text[place + 1 :].strip():
        yield unreadable(path, line, b"", "something stands after the end of the list")


def _after_blanks(text: str, place: int) -> int:
    match = _BLANKS.match(text, place)
    return place if match is None else match.end()


def _reason(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg.lower()} at column {error.colno}"
    if isinstance(error, UnicodeDecodeError) and error.encoding == "utf-8":
        return f"byte 0x{error.object[error.start]:02x} is not valid UTF-8"
    return "it cannot be read"
