"""Take rows and a file of responses; give each row its response, with memory for one row where the files go in step.

Rows are joined by `key` where both sides have one, else by the exact prompt; some benchmarks join otherwise, see `By`.
Files that their authors made together go in step, and then nothing is held. From the first row that does not fit, the
rest of the responses is indexed by place in the file, and read again when its row comes.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple, TypeAlias

from ifdsl.published.reading import ReadItem
from ifdsl.published.records import problem_at
from ifdsl.published.responses import Answers, opened
from ifdsl.run.grading import Item
from ifdsl.run.recorded import read_response
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, quoted
from ifdsl.store.encoding import RecordError
from ifdsl.store.records import Response

MAX_LISTED = 20
"""Responses without a row that are listed one by one; the rest is counted."""

By: TypeAlias = Literal["key", "stripped", "prompt", "only_key", "position"]
"""How a response finds its row.

`key`: by key where both sides have one, else by the exact prompt. `stripped`: the same, but blanks at the ends of a
prompt count for nothing. `prompt`: by the exact prompt alone, for several rows of one key. `only_key`: by key, for
prompts that say little by themselves. `position`: the n-th line that is not blank answers the n-th row; a line that
cannot be read keeps its place.
"""


class Recorded(NamedTuple):
    """One line of the file of responses."""

    place: int
    line: int
    response: Response
    key: str | None
    prompt: str | None

    def answers(self, key: str | None, prompt: str | None) -> bool:
        """Whether this is the response to the row of those names."""
        if key is not None and self.key is not None:
            return key == self.key
        return prompt is not None and prompt == self.prompt


@dataclass(slots=True)
class Join:
    """Finds the response of one row after another; `problems` fills as it goes."""

    path: Path
    by: By = "key"
    answers: Answers | None = None
    problems: list[Diagnostic] = field(default_factory=list)
    _file: BinaryIO | None = None
    _places: list[int] | None = None
    _read_lines: int = 0
    _rows: int = 0
    _indexed: bool = False
    _by_key: dict[str, deque[int]] = field(default_factory=dict)
    _by_prompt: dict[int, deque[int]] = field(default_factory=dict)
    _keyless: dict[int, deque[int]] = field(default_factory=dict)
    _lines: dict[int, int] = field(default_factory=dict)
    _left: dict[int, str] = field(default_factory=dict)

    def responses(
        self, pairs: Iterable[tuple[ReadItem, Item | None]], *, whole: bool = True
    ) -> Iterator[tuple[ReadItem, Item | None, Response | None]]:
        """Each row with its item and its response, in the order of the rows.

        Args:
            pairs: the rows with their items.
            whole: whether they are all that there are, so that a response which none of them takes is reported.

        Raises:
            OSError: the file of responses cannot be read.
            MissingExtra: it is in a format whose extra is not installed.
        """
        found = opened(self.path, self.answers)
        self.problems.extend(found.problems)
        self._places = found.lines
        with found.file as self._file:
            for read, item in pairs:
                self._rows += 1
                yield read, item, self._in_turn() if self.by == "position" else self._response(read)
            if whole:
                self._finish()

    def _in_turn(self) -> Response | None:
        raw, place = self._next_line()
        recorded = self._read(raw, place, self._line, report=True) if raw else None
        return None if recorded is None else recorded.response

    def _response(self, read: ReadItem) -> Response | None:
        if not self._indexed:
            recorded = self._next()
            if recorded is None:
                return None
            if recorded.answers(*self._names(read)):
                return recorded.response
            self._index(recorded)
        return self._look_up(read)

    def _look_up(self, read: ReadItem) -> Response | None:
        key, prompt = self._names(read)
        if key is not None and key in self._by_key:
            places = self._by_key[key]
        elif prompt is not None:
            # Where both sides have keys and these differ, an equal prompt counts for nothing.
            places = (self._by_prompt if key is None else self._keyless).get(hash(prompt), deque())
        else:
            return None
        while places:
            place = places.popleft()
            recorded = self._at(place) if place in self._left else None
            if recorded is not None and recorded.answers(key, prompt):
                del self._left[place]
                return recorded.response
        return None

    def _index(self, first: Recorded | None) -> None:
        """Note where each response from `first` on stands, under its key and the hash of its prompt."""
        self._indexed = True
        recorded = first
        while recorded is not None:
            place = recorded.place
            self._lines[place] = recorded.line
            self._left[place] = recorded.key or (recorded.prompt or "")[:60]
            if recorded.key is not None:
                self._by_key.setdefault(recorded.key, deque()).append(place)
            if recorded.prompt is not None:
                self._by_prompt.setdefault(hash(recorded.prompt), deque()).append(place)
                if recorded.key is None:
                    self._keyless.setdefault(hash(recorded.prompt), deque()).append(place)
            recorded = self._next()

    def _finish(self) -> None:
        """Report the responses that no row took."""
        if self.by == "position":
            self._finish_in_turn()
            return
        if not self._indexed:
            self._index(self._next())
        for number, (place, name) in enumerate(self._left.items()):
            if number == MAX_LISTED:
                rest = f"{len(self._left) - MAX_LISTED} more responses belong to no row"
                self._problem(self._lines[place], rest, codes.UNMATCHED_RESPONSE)
                break
            message = f"this response belongs to no row: nothing asks {quoted(name)}"
            self._problem(self._lines[place], message, codes.UNMATCHED_RESPONSE)

    def _finish_in_turn(self) -> None:
        first, count = 0, 0
        while self._next_line()[0]:
            first, count = first or self._line, count + 1
        if count:
            these = "one response" if count == 1 else f"{count} responses"
            message = f"from here on, {these} belong to no row: there are {self._rows} rows"
            self._problem(first, message, codes.UNMATCHED_RESPONSE)

    def _at(self, place: int) -> Recorded | None:
        assert self._file is not None
        back = self._file.tell()
        self._file.seek(place)
        recorded = self._read(self._file.readline(), place, self._lines[place], report=False)
        self._file.seek(back)
        return recorded

    def _next(self) -> Recorded | None:
        """The next response that can be read; None at the end. Lines that cannot be are reported."""
        while True:
            raw, place = self._next_line()
            if not raw:
                return None
            recorded = self._read(raw, place, self._line, report=True)
            if recorded is not None:
                return recorded

    def _next_line(self) -> tuple[bytes, int]:
        """The next line that is not blank, and where it starts; empty at the end."""
        assert self._file is not None
        while True:
            place = self._file.tell()
            raw = self._file.readline()
            self._read_lines += 1
            if not raw or raw.strip():
                return raw, place

    @property
    def _line(self) -> int:
        """The line of the file that the last line read stood on."""
        read = self._read_lines
        return read if self._places is None or read > len(self._places) else self._places[read - 1]

    def _read(self, raw: bytes, place: int, line: int, *, report: bool) -> Recorded | None:
        try:
            value: Any = json.loads(raw)
            response, key, prompt = read_response(value)
        except (ValueError, RecursionError, RecordError) as error:
            if report:
                reason = str(error) if isinstance(error, RecordError) else "this line is no JSON"
                self._problem(line, reason, codes.MALFORMED_ROW)
            return None
        return Recorded(place, line, response, *self._kept(key, prompt))

    def _problem(self, line: int, message: str, code: codes.Code) -> None:
        self.problems.append(problem_at(str(self.path), line, "", message, code))

    def _names(self, read: ReadItem) -> tuple[str | None, str | None]:
        """The key and the prompt that a row is joined by."""
        if read.row is not None:
            return self._kept(None if read.row.raw_key is None else read.row.key, read.row.prompt)
        return (None, None) if read.bad is None else self._kept(read.bad.key, read.bad.prompt)

    def _kept(self, key: str | None, prompt: str | None) -> tuple[str | None, str | None]:
        """What of the names of a row or a response counts."""
        match self.by:
            case "stripped":
                return key, None if prompt is None else prompt.strip()
            case "prompt":
                return None, prompt
            case "only_key":
                return key, None
            case _:
                return key, prompt
