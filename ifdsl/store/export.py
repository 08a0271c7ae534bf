"""Take the results of a run; write them as one file of JSON lines or as one Parquet file, in the memory of a few."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ifdsl.store.cells import count_cell
from ifdsl.store.columns import arrow
from ifdsl.store.encoding import plain
from ifdsl.store.jsonl import line_of
from ifdsl.store.records import ItemResult, RequirementResult, Response
from ifdsl.store.whole import write_whole

_ROWS = 4096
_CHARACTERS = 16_000_000
"""What the texts of one row group come to at most, save that one row may be longer."""


def write_jsonl(path: Path, results: Iterable[ItemResult]) -> int:
    """Write one result a line, as `ifdsl.store.encoding.decode_item` reads it; the file is there when it is whole.

    Returns:
        How many results were written.

    Raises:
        RecordError: a result holds what JSON cannot express.
        OSError: the file cannot be written.
    """
    count = 0

    def write(file: Any) -> None:
        nonlocal count
        for count, result in enumerate(results, start=1):  # noqa: B007 - the last one is the number of results
            file.write(line_of(result))

    write_whole(path, write)
    return count


def write_table(path: Path, results: Iterable[ItemResult]) -> int:
    """Write one row an answer to a Parquet file, with the columns of `schema`; the file is there when it is whole.

    Returns:
        How many results were written.

    Raises:
        RecordError: a result holds what JSON cannot express.
        OSError: the file cannot be written.
        MissingExtra: `pyarrow` is not installed.
    """
    pyarrow = arrow()
    from pyarrow import parquet

    columns, count = schema(), 0

    def write(file: Any) -> None:
        nonlocal count
        with parquet.ParquetWriter(file, columns, compression="zstd") as writer:
            for rows in _groups(results):
                writer.write_batch(pyarrow.RecordBatch.from_pylist(rows, columns))
                count += len(rows)

    write_whole(path, write)
    return count


def schema() -> Any:
    """The columns of the table: a `pyarrow.Schema`.

    `strict` and `loose` are null where the item is undecided; what is of the response is null where there is none.
    Columns of JSON hold it as a text, and spans count code points. Halves of surrogate pairs, which the format cannot
    hold, are `U+FFFD`.

    Raises:
        MissingExtra: `pyarrow` is not installed.
    """
    pa = arrow()
    text, number, flag = pa.string(), pa.int64(), pa.bool_()
    span = pa.struct([("start", number), ("end", number)])
    requirement = pa.struct(
        [
            *((name, text) for name in ("id", "constraint", "group")),
            ("required", flag),
            *((name, text) for name in ("strict", "loose", "view", "measured", "expected")),
            ("margin", pa.float64()),
            ("message", text),
            ("source", text),
            ("evidence", pa.list_(pa.struct([*span, ("role", text), ("label", text)]))),
            ("phrases", pa.list_(span)),
        ]
    )
    return pa.schema(
        [
            ("prompt_id", text),
            ("repeat", number),
            ("messages", pa.list_(pa.struct([("role", text), ("content", text)]))),
            ("meta", text),
            *((name, text) for name in ("status", "text", "reasoning", "raw", "model", "served_model")),
            *((name, text) for name in ("finish_reason", "error", "error_kind", "request", "effective")),
            ("prompt_tokens", number),
            ("completion_tokens", number),
            ("latency", pa.float64()),
            ("attempts", number),
            ("strict", flag),
            ("loose", flag),
            ("verifier", text),
            ("requirements", pa.list_(requirement)),
        ]
    )


def _groups(results: Iterable[ItemResult]) -> Iterator[list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    characters = 0
    for result in results:
        response = result.response
        length = sum(len(message.content) for message in result.prompt.messages)
        if response is not None:
            length += len(response.text) + len(response.reasoning or "") + len(response.raw or "")
        if rows and (len(rows) == _ROWS or characters + length > _CHARACTERS):
            yield rows
            rows, characters = [], 0
        rows.append(_row(result))
        characters += length
    if rows:
        yield rows


def _row(result: ItemResult) -> dict[str, Any]:
    messages = [{"role": _held(one.role), "content": _held(one.content)} for one in result.prompt.messages]
    return {
        "prompt_id": _held(result.prompt_id),
        "repeat": result.repeat,
        "messages": messages,
        "meta": _json(plain(result.prompt.meta, "meta")),
        **({} if result.response is None else _response(result.response)),
        "strict": result.strict,
        "loose": result.loose,
        "verifier": _held(result.verifier),
        "requirements": [_requirement(one) for one in result.requirements],
    }


def _response(one: Response) -> dict[str, Any]:
    names = ("status", "text", "reasoning", "raw", "model", "served_model", "finish_reason")
    texts = {name: _held(getattr(one, name)) for name in (*names, "error", "error_kind", "request")}
    return {
        **texts,
        "effective": _json(plain(one.effective, "effective")),
        "prompt_tokens": count_cell(one.usage.prompt_tokens),
        "completion_tokens": count_cell(one.usage.completion_tokens),
        "latency": one.latency,
        "attempts": one.attempts,
    }


def _requirement(one: RequirementResult) -> dict[str, Any]:
    names = ("id", "constraint", "group", "strict", "loose", "view", "message", "source")
    return {
        **{name: _held(getattr(one, name)) for name in names},
        "required": one.required,
        "measured": _json(plain(one.measured, "measured")),
        "expected": _json(plain(one.expected, "expected")),
        "margin": one.margin,
        "evidence": [
            {"start": start, "end": end, "role": _held(role), "label": _held(label)}
            for start, end, role, label in one.evidence
        ],
        "phrases": [{"start": start, "end": end} for start, end in one.phrases],
    }


def _held(text: str | None) -> str | None:
    """A text that the format can hold."""
    return None if text is None else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _json(value: object) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=True, allow_nan=False)
