"""Take a file of recorded responses; give a client that answers with them, as if they were asked for again.

The rows are those that `ifdsl.run.recorded` reads, or judged items, as a run's `results.jsonl` and its export hold
them. Rows of a run say which repeat they answer; others of one key, or of one prompt, answer its repeats in order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from ifdsl.run.address import ClientSetupError
from ifdsl.run.protocol import Answer, Failure
from ifdsl.run.recorded import NoAnswer, read_response
from ifdsl.run.schedule import PROMPT_FAULTS, RECORDED
from ifdsl.source.file import system_reason
from ifdsl.store.encoding import RecordError, decode_item
from ifdsl.store.jsonl import json_lines
from ifdsl.store.records import UNDELIVERED, Request, Response, Sampling, Subject


class Replay:
    """A client over recorded responses.

    Raises:
        ClientSetupError: the file cannot be read, or a line of it is no response.
    """

    def __init__(self, path: Path) -> None:
        self.subject = Subject("replay", path.stem)
        self.slots: int | None = 64
        self._by_key: dict[str, dict[int, Response]] = defaultdict(dict)
        self._by_text: dict[str, dict[int, Response]] = defaultdict(dict)
        try:
            self._read(path)
        except OSError as error:
            raise ClientSetupError(f"`{path}` cannot be read: {system_reason(error)}") from error

    def _read(self, path: Path) -> None:
        for line in json_lines(path):
            if line.problem is not None:
                if line.problem.kind == "blank":
                    continue
                raise ClientSetupError(str(line.problem))
            try:
                response, key, text = _row(line.value)
            except (NoAnswer, RecordError) as error:
                raise ClientSetupError(f"{path}:{line.number}: {error}") from error
            if response is None:
                continue
            if key is not None:
                _enter(self._by_key[key], response)
            if text is not None:
                _enter(self._by_text[text], response)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    async def attempt(self, request: Request, sampling: Sampling, limit: float) -> Answer | Failure:
        """The recorded response; see `Client`."""
        found = self._by_key.get(request.prompt.id) or self._by_text.get(request.prompt.text) or {}
        response = found.get(request.repeat)
        if response is None:
            return Failure("no_recorded_answer", "the file has no response to this prompt", retried=False)
        if response.error is not None:
            kind = response.error_kind
            # What kept the server of old from answering says nothing of the next row, and is to stop nothing here.
            if kind is None or (response.status in UNDELIVERED and kind not in PROMPT_FAULTS):
                kind = RECORDED
            return Failure(kind, response.error, retried=False, status=response.status)
        return Answer(
            text=response.text,
            status=response.status,
            finish_reason=response.finish_reason,
            usage=response.usage,
            reasoning=response.reasoning,
            served_model=response.served_model or response.model or None,
            raw=response.raw,
            slices=response.slices,
        )


def _row(value: object) -> tuple[Response | None, str | None, str | None]:
    """The response of one row, with the key and the prompt that it names; no response where the item has none."""
    if isinstance(value, Mapping) and "requirements" in value and isinstance(value.get("prompt"), Mapping):
        item = decode_item(value)
        return item.response, item.prompt_id, item.prompt.text
    return read_response(value)


def _enter(known: dict[int, Response], response: Response) -> None:
    # A row that another program wrote says neither whose answer it is nor which.
    repeat = response.repeat if response.prompt_id else len(known)
    if repeat not in known or known[repeat].status in UNDELIVERED:
        known[repeat] = response
