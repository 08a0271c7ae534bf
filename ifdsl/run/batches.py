"""Take requests; give files of the OpenAI batch protocol that ask them, and read the answers that come back.

A batch is half the price of single requests and answered within a day. Each line of a file asks one request, named by
its key; the lines of the answers come in any order, in one file of results and one of errors.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ifdsl.run.bodies import body_of
from ifdsl.run.marks import USUAL, Marks
from ifdsl.run.protocol import Answer, plain, read_batched
from ifdsl.run.schedule import response_of
from ifdsl.store.database import Entry
from ifdsl.store.jsonl import json_lines
from ifdsl.store.records import Attempt, Problem, Request, Sampling

MOST_LINES = 50_000
MOST_BYTES = 190 * 1024 * 1024
"""The service takes 200 MB and 50,000 requests a file."""
_URL = "/v1/chat/completions"


def write_batches(
    path: Path, requests: Iterable[Request], model: str, sampling: Sampling, limit_field: str
) -> list[Path]:
    """Write the requests to `path`, and to more files beside it where one cannot hold them all.

    Raises:
        OSError: a file cannot be written.
    """
    written: list[Path] = []
    for number, lines in enumerate(_files(requests, model, sampling, limit_field), start=1):
        target = path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
        target.write_bytes(b"".join(lines))
        written.append(target)
    return written


def _files(requests: Iterable[Request], model: str, sampling: Sampling, limit_field: str) -> Iterator[list[bytes]]:
    lines: list[bytes] = []
    size = 0
    for request in requests:
        body = body_of(model, request, sampling, limit_field)
        asked = {"custom_id": request.key, "method": "POST", "url": _URL, "body": body}
        line = json.dumps(asked, ensure_ascii=True).encode("ascii") + b"\n"
        if lines and (len(lines) == MOST_LINES or size + len(line) > MOST_BYTES):
            yield lines
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    if lines:
        yield lines


def read_batch(
    path: Path, requests: Mapping[str, Request], model: str, at: float, marks: Marks = USUAL
) -> Iterator[Entry | Problem]:
    """What came of the requests that a file of results, or of errors, names; and what is wrong with its other lines.

    Args:
        path: the file.
        requests: by key.
        model: the name under which responses are kept.
        at: when the answers were fetched, in seconds since the epoch.
        marks: how reasoning in the content is told from the answer.

    Raises:
        OSError: the file cannot be read.
    """
    seen: set[str] = set()
    for line in json_lines(path):
        if line.problem is not None:
            if line.problem.kind != "blank":
                yield line.problem
            continue
        value = line.value
        key = value.get("custom_id") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(key, str):
            yield Problem(str(path), line.number, "malformed", "this line has no `custom_id`")
            continue
        request = requests.get(key)
        if request is None:
            message = f"the run does not ask the request `{plain(key, 40)}`"
            yield Problem(str(path), line.number, "unmatched", message)
            continue
        if key in seen:
            yield Problem(str(path), line.number, "duplicate", f"the request `{key}` has an answer already")
            continue
        seen.add(key)
        yield _entry(request, value, model, at, marks)


def _entry(request: Request, value: Mapping[str, object], model: str, at: float, marks: Marks) -> Entry:
    result = read_batched(value.get("response"), value.get("error"), marks)
    if isinstance(result, Answer):
        attempt = Attempt(1, at, 0.0, usage=result.usage)
    else:
        attempt = Attempt(1, at, 0.0, result.kind, message=result.message)
    return Entry(request, (attempt,), response_of(request, model, result, 1))
