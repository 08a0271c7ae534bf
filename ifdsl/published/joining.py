"""Take rows and a file of responses; give each row its response, with memory for one row where the files go in step.

Rows are joined by `key` where both sides have one, else by the exact prompt. Files that their authors made together go
in step, and then nothing is held. From the first row that does not fit, the rest of the responses is indexed by place
in the file, and read again when its row comes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path
from typing import Any

from ifdsl.published.reading import ReadItem
from ifdsl.published.rows import problem_at
from ifdsl.run.recorded import read_response
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted
from ifdsl.store.encoding import RecordError
from ifdsl.store.records import Response

MAX_LISTED = 20
"""Responses without a row that are listed one by one; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One line of the file of responses."""

    line: int
    response: Response
    key: str | None
    prompt: str | None

    def answers(self, read: ReadItem) -> bool:
        """Whether this is the response to that row."""
        key, prompt = _names(read)
        if key is not None and self.key is not None:
            return key == self.key
        return prompt is not None and prompt == self.prompt


@dataclass(slots=True)
class Join:
    """Finds the response of one row after another; `problems` fills as it goes."""

    path: Path
    by_position: bool = False
    problems: list[Diagnostic] = field(default_factory=list)
    _file: BufferedReader | None = None
    _line: int = 0
    _by_key: dict[str, list[int]] | None = None
    _by_prompt: dict[int, list[int]] = field(default_factory=dict)
    _lines: dict[int, int] = field(default_factory=dict)
    _left: dict[int, str] = field(default_factory=dict)

    def responses(self, reads: Iterator[ReadItem]) -> Iterator[tuple[ReadItem, Response | None]]:
        """Each row with its response, in the order of the rows.

        Raises:
            OSError: the file of responses cannot be read.
        """
        with open(self.path, "rb") as self._file:
            for read in reads:
                yield read, self._response(read)
            self._finish()

    def _response(self, read: ReadItem) -> Response | None:
        if self._by_key is None:
            place = self._tell()
            recorded = self._next()
            if recorded is None:
                return None
            if self.by_position or recorded.answers(read):
                return recorded.response
            self._index(place)
        return self._look_up(read)

    def _look_up(self, read: ReadItem) -> Response | None:
        assert self._by_key is not None
        key, prompt = _names(read)
        places = self._by_key.get(key, []) if key is not None else []
        if not places and prompt is not None:
            places = self._by_prompt.get(hash(prompt), [])
        for place in places:
            recorded = self._at(place)
            if place in self._left and recorded is not None and recorded.answers(read):
                del self._left[place]
                return recorded.response
        return None

    def _index(self, start: int) -> None:
        """Note where each response from `start` on stands, under its key and the hash of its prompt."""
        assert self._file is not None
        self._by_key = {}
        self._line -= 1
        self._file.seek(start)
        while True:
            place = self._tell()
            recorded = self._next()
            if recorded is None:
                return
            self._lines[place] = recorded.line
            self._left[place] = recorded.key or (recorded.prompt or "")[:60]
            if recorded.key is not None:
                self._by_key.setdefault(recorded.key, []).append(place)
            if recorded.prompt is not None:
                self._by_prompt.setdefault(hash(recorded.prompt), []).append(place)

    def _finish(self) -> None:
        """Report the responses that no row took."""
        if self._by_key is None:
            place = self._tell()
            if self._next() is not None:
                self._line -= 1
                self._index(place)
        for number, (place, name) in enumerate(self._left.items()):
            if number == MAX_LISTED:
                rest = f"{len(self._left) - MAX_LISTED} more responses belong to no row"
                self._problem(self._lines[place], rest, codes.UNMATCHED_RESPONSE)
                break
            message = f"this response belongs to no row: nothing asks {quoted(name)}"
            self._problem(self._lines[place], message, codes.UNMATCHED_RESPONSE)

    def _tell(self) -> int:
        assert self._file is not None
        return self._file.tell()

    def _at(self, place: int) -> Recorded | None:
        assert self._file is not None
        back = self._tell()
        self._file.seek(place)
        recorded = self._read(self._file.readline(), self._lines[place], report=False)
        self._file.seek(back)
        return recorded

    def _next(self) -> Recorded | None:
        """The next response that can be read; None at the end. Lines that cannot be are reported."""
        assert self._file is not None
        while True:
            raw = self._file.readline()
            if not raw:
                return None
            self._line += 1
            recorded = self._read(raw, self._line, report=True)
            if recorded is not None:
                return recorded

    def _read(self, raw: bytes, line: int, *, report: bool) -> Recorded | None:
        if not raw.strip():
            return None
        try:
            value: Any = json.loads(raw)
            response, key, prompt = read_response(value)
        except (ValueError, RecursionError, RecordError) as error:
            if report:
                reason = str(error) if isinstance(error, RecordError) else "this line is no JSON"
                self._problem(line, reason, codes.MALFORMED_ROW)
            return None
        return Recorded(line, response, key, prompt)

    def _problem(self, line: int, message: str, code: codes.Code) -> None:
        self.problems.append(problem_at(str(self.path), line, "", message, code))


def _names(read: ReadItem) -> tuple[str | None, str | None]:
    if read.row is not None:
        return (None if read.row.raw_key is None else read.row.key), read.row.prompt
    return (None, None) if read.bad is None else (read.bad.key, read.bad.prompt)
