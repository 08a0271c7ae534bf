"""Take records and a path, append them as JSON lines that outlive a killed process; and read them back."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from ifdsl.store.encoding import RecordError, encode
from ifdsl.store.records import Problem
from ifdsl.store.whole import sync_folder

T = TypeVar("T")

# `json.dumps` would make an encoder for every line.
_AS_IT_IS = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """The records of a file in its order, and what was wrong with its other lines."""

    records: tuple[T, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file: its number from 1, and the JSON value on it or the problem with it."""

    number: int
    value: object
    problem: Problem | None


def line_of(record: object) -> bytes:
    """The line of a file that stands for a record.

    Raises:
        RecordError: the record holds what JSON cannot express.
    """
    # Half of a surrogate pair, which a model may send, comes out as the escape that JSON has for it.
    return _AS_IT_IS.encode(encode(record)).encode("utf-8", "backslashreplace") + b"\n"


def append_jsonl(path: str | Path, records: Iterable[object]) -> int:
    """Append `records` as one batch; when this returns they are on the disk.

    A last line that an earlier process did not finish is ended first, so that it stays one bad line.

    Returns:
        How many records were written.

    Raises:
        RecordError: a record holds what JSON cannot express; nothing of the batch is written then.
        OSError: the file cannot be written.
    """
    rows = [line_of(record) for record in records]
    if not rows:
        return 0
    created = not os.path.exists(path)
    with open(path, "ab+", buffering=0) as file:
        batch = b"".join(rows)
        if _unfinished(file.fileno()):
            batch = b"\n" + batch
        # INVARIANT: a batch begins at the start of a line, and goes out in as few writes as possible.
        view = memoryview(batch)
        while view:
            view = view[os.write(file.fileno(), view) :]
        os.fsync(file.fileno())
    if created:
        sync_folder(Path(path).resolve().parent)
    return len(rows)


def read_jsonl(path: str | Path, decode: Callable[[object], T]) -> Read[T]:
    """Read the file that `append_jsonl` wrote; no content of it raises.

    Args:
        path: the file.
        decode: `decode_response`, `decode_item`, or another function that raises RecordError.

    Raises:
        OSError: the file cannot be read.
    """
    records: list[T] = []
    problems: list[Problem] = []
    for line in json_lines(path):
        if line.problem is not None:
            problems.append(line.problem)
            continue
        try:
            records.append(decode(line.value))
        except RecordError as error:
            problems.append(Problem(str(path), line.number, "malformed", str(error)))
    return Read(tuple(records), tuple(problems))


def json_lines(path: str | Path) -> Iterator[Line]:
    """Each line of the file as a JSON value, or as a problem of kind `blank`, `malformed` or `cut_off`.

    Lines end with a line feed alone: the other line ends of Unicode are text inside a JSON value.

    Raises:
        OSError: the file cannot be read.
    """
    with open(path, "rb") as file:
        for number, raw in enumerate(file, start=1):
            yield _read_line(str(path), number, raw)


def _read_line(path: str, number: int, raw: bytes) -> Line:
    ended = raw.endswith(b"\n")
    if number == 1:
        raw = raw.removeprefix(b"\xef\xbb\xbf")
    if not raw.strip():
        return Line(number, None, Problem(path, number, "blank", "this line is blank"))
    try:
        return Line(number, json.loads(raw.decode("utf-8")), None)
    except UnicodeDecodeError:
        kind, message = "malformed", "this line is not UTF-8"
    except json.JSONDecodeError as error:
        kind, message = "malformed", f"this line is not JSON: {error.msg.lower()} at column {error.colno}"
    except (ValueError, RecursionError):
        kind, message = "malformed", "this line holds a number or a nesting beyond what can be read"
    if not ended:
        kind, message = "cut_off", "the last line is cut off: writing was interrupted, and this row is lost"
    return Line(number, None, Problem(path, number, kind, message))


def _unfinished(descriptor: int) -> bool:
    size = os.lseek(descriptor, 0, os.SEEK_END)
    if size == 0:
        return False
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1) != b"\n"
