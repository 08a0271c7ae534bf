"""Take things as they are done; give one line of progress on a terminal, plain lines now and then elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

from ifdsl.source.diagnostic import counted
from ifdsl.store.records import Response

_REDRAW_SECONDS = 0.1


@dataclass(slots=True)
class Meter:
    """How far work on many things is: done of total, rate, time left. `total` is None where it is not known beforehand.

    On a terminal one line is drawn over; elsewhere a line is printed every `every` seconds, and one at the end.
    `quiet` prints nothing. `noun` is what one of the things is called.
    """

    total: int | None
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    quiet: bool = False
    every: float = 10.0
    clock: Callable[[], float] = time.monotonic
    noun: str = "item"
    done: int = 0
    _started: float = 0.0
    _shown: float = 0.0
    _width: int = 0

    def __post_init__(self) -> None:
        self._started = self._shown = self.clock()

    def count(self) -> None:
        """Count one thing as done."""
        self.done += 1
        now = self.clock()
        if self.quiet or now - self._shown < (_REDRAW_SECONDS if self.stream.isatty() else self.every):
            return
        self._shown = now
        if self.stream.isatty():
            self._draw(self.line(now))
        else:
            print(self.line(now), file=self.stream, flush=True)

    def wipe(self) -> None:
        """Take the line off the terminal, so that something else can stand there."""
        if self._width:
            self._draw("")
            self.stream.write("\r")

    def close(self) -> None:
        """Print the last state, and end the line."""
        if self.quiet:
            return
        if self.stream.isatty():
            self._draw(self.line(self.clock()))
            print(file=self.stream, flush=True)
        else:
            print(self.line(self.clock()), file=self.stream, flush=True)

    def line(self, now: float) -> str:
        """The state in words, such as `120/541 responses, 4.1/s, 1:43 left`."""
        return ", ".join(self._words(now))

    def _words(self, now: float) -> list[str]:
        elapsed = now - self._started
        words = [counted(self.done, self.noun) if self.total is None else f"{self.done}/{self.total} {self.noun}s"]
        if self.done and elapsed > 0:
            rate = self.done / elapsed
            words.append(f"{rate:.1f}/s")
            if self.total is not None and self.done < self.total:
                words.append(f"{_clock((self.total - self.done) / rate)} left")
            else:
                words.append(f"in {_clock(elapsed)}")
        return words

    def _draw(self, line: str) -> None:
        # A line that wraps could not be drawn over; blanks wipe what is left of a longer one.
        line = line[: max(1, shutil.get_terminal_size().columns - 1)]
        self.stream.write("\r" + line.ljust(self._width))
        self.stream.flush()
        self._width = len(line)


@dataclass(slots=True)
class Progress(Meter):
    """How far a run is: with the failures, the tokens and what is under way."""

    noun: str = "response"
    errors: int = 0
    tokens: int = 0
    _state: str = ""

    def update(self, response: Response, *, under_way: int = 0, limit: int = 0, cost: float | None = None) -> None:
        """Count one response; an error is one that did not arrive, or that a filter held back.

        Args:
            response: the response.
            under_way: requests that are asked at the moment.
            limit: how many may be.
            cost: what was spent so far.
        """
        self.errors += response.error is not None or response.status == "content_filter"
        self.tokens += response.usage.completion_tokens or 0
        self._state = f", {under_way} of {limit} under way" if limit else ""
        self._state += "" if cost is None else f", {cost:.2f} spent"
        self.count()

    def line(self, now: float) -> str:
        """The state in words, such as `120/541 responses, 2 errors, 4.1/s, 1:43 left`."""
        done, *rest = self._words(now)
        elapsed = now - self._started
        if rest and self.tokens:
            rest.insert(1, f"{self.tokens / elapsed:.0f} tokens/s")
        return ", ".join([done, counted(self.errors, "error"), *rest]) + self._state


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
