"""Take a file of responses in a published shape; give it as JSON lines that are joined like any other's.

JSON lines with an answer in each are read as they stand. Other files are read whole: lists in JSON, tables in CSV or
Parquet, and what the evaluators of some benchmarks keep answers in, which a function here for each of them takes apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from ifdsl.published.records import Unreadable, records
from ifdsl.published.rows import Malformed
from ifdsl.published.shapes import turn_key
from ifdsl.run.recorded import ANSWER_FIELDS
from ifdsl.source.diagnostic import Diagnostic, quoted

Answers: TypeAlias = Callable[[Mapping[str, Any]], Iterator[Mapping[str, Any]]]
"""What the answers in one record are: objects with `key`, `id` or `prompt`, and `response`."""

_WHOLE = (".csv", ".json", ".parquet")


@dataclass(slots=True)
class Opened:
    """JSON lines, to be read from the start. `lines` says where each stood, if not where it stands now."""

    file: BinaryIO
    lines: list[int] | None = None
    problems: list[Diagnostic] = field(default_factory=list)


def opened(path: Path, answers: Answers | None = None) -> Opened:
    """Open a file of responses; `answers` takes its records apart, where they are not one answer each.

    Raises:
        OSError: the file cannot be read.
        MissingExtra: the file is in a format whose extra is not installed.
    """
    if answers is None and path.suffix.lower() not in _WHOLE:
        return Opened(open(path, "rb"))
    result = Opened(BytesIO(), [])
    assert result.lines is not None
    for record in records(path):
        if isinstance(record, Unreadable):
            result.problems.append(record.diagnostic)
            continue
        try:
            found = [record.value] if answers is None else list(answers(record.value))
            written = [json.dumps(one).encode("ascii") + b"\n" for one in found]
        except Malformed as error:
            result.problems.append(record.problem(str(error), error.code))
            continue
        except (TypeError, ValueError):
            result.problems.append(record.problem("this row holds what JSON cannot express"))
            continue
        result.file.writelines(written)
        result.lines += [record.line] * len(written)
    result.file.seek(0)
    return result


def of_turns(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The answers of a conversation.

    Either one, of the `turn` that the record names; or those in a row of the table that Multi-IF's evaluator keeps
    after each turn (`eval_result_step_3.csv`): `responses` answers the turn of `turn_index`, and the chat in `turns`
    holds the answers to those before.
    """
    key, turn = value.get("key"), value.get("turn", value.get("turn_index"))
    if key is None or turn is None or any(name in value for name in ("prompt_id", "status")):
        yield value
        return
    if not str(turn).isdecimal() or len(str(turn)) > 9:
        raise Malformed(f"{quoted(str(turn))} is no number of a turn")
    if "responses" not in value:
        yield {**value, "key": turn_key(str(key), int(turn))}
        return
    if value.get(f"turn_{turn}_prompt") in ("", "None", None):
        return  # the evaluator asks `None` where a conversation has ended, and grades no answer to it
    for number, answer in enumerate(_before(value.get("turns")), start=1):
        yield {"key": turn_key(str(key), number), "response": answer}
    yield {"key": turn_key(str(key), int(turn)), "response": _answer(value["responses"])}


def _before(written: object) -> list[str]:
    """The answers in a chat that is written as JSON."""
    if written in (None, "", "None"):
        return []
    try:
        chat: Any = json.loads(written) if isinstance(written, str) else written
        return [str(one["content"]) for one in chat if one["role"] == "assistant"]
    except (ValueError, RecursionError, TypeError, KeyError):
        raise Malformed("`turns` holds no chat as JSON") from None


def _answer(written: object) -> object:
    """An answer, which the evaluator also takes as a JSON list of one object."""
    try:
        return json.loads(written)[0]["response"]  # type: ignore[arg-type]
    except (ValueError, RecursionError, TypeError, KeyError, IndexError):
        return written


def of_conversation(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The answer of an item of MulDimIF: in a field of its own, or as the last message of `conversations`."""
    chat = value.get("conversations")
    *before, last = chat if isinstance(chat, list) and chat else [None]
    if any(name in value for name in ANSWER_FIELDS) or not isinstance(last, dict) or last.get("role") == "user":
        yield value
        return
    asked = before[-1].get("content") if before and isinstance(before[-1], dict) else None
    yield {"id": value.get("id"), "prompt": asked, "response": last.get("content")}
