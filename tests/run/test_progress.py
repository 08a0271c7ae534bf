"""Progress on a terminal and elsewhere."""

import io
import os

import pytest

from ifdsl.run.progress import Progress
from ifdsl.store.records import Response

GOOD = Response("1", "x", "ok", "m")
BAD = Response("1", "", "api_error", "m", error="no")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_line_says_done_errors_rate_and_time_left() -> None:
    clock = Clock()
    progress = Progress(400, io.StringIO(), clock=clock)
    assert progress.line(0.0) == "0/400 responses, 0 errors"
    for _ in range(9):
        progress.update(GOOD)
    progress.update(BAD)
    assert progress.line(5.0) == "10/400 responses, 1 error, 2.0/s, 3:15 left"
    assert progress.line(1000.0) == "10/400 responses, 1 error, 0.0/s, 10:50:00 left"


def test_the_last_line_says_how_long_it_took() -> None:
    progress = Progress(1, io.StringIO(), clock=Clock())
    progress.update(GOOD)
    assert progress.line(75.0) == "1/1 responses, 0 errors, 0.0/s, in 1:15"


def test_elsewhere_lines_come_now_and_then_and_at_the_end() -> None:
    clock, stream = Clock(), io.StringIO()
    progress = Progress(60, stream, every=10.0, clock=clock)
    for second in range(1, 26):
        clock.now = float(second)
        progress.update(GOOD)
    progress.close()
    lines = stream.getvalue().splitlines()
    assert [line.split()[0] for line in lines] == ["10/60", "20/60", "25/60"]
    assert "\r" not in stream.getvalue()


def test_on_a_terminal_one_line_is_drawn_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((30, 24)))
    clock, stream = Clock(), Terminal()
    progress = Progress(3, stream, clock=clock)
    for _ in range(3):
        clock.now += 1.0
        progress.update(GOOD)
    progress.close()
    text = stream.getvalue()
    assert text.count("\n") == 1
    assert text.endswith("\n")
    assert text.count("\r") == 4
    assert all(len(part.rstrip("\n")) <= 29 for part in text.split("\r"))


def test_a_terminal_is_not_flooded() -> None:
    clock, stream = Clock(), Terminal()
    progress = Progress(1000, stream, clock=clock)
    for _ in range(1000):
        clock.now += 0.001
        progress.update(GOOD)
    assert stream.getvalue().count("\r") <= 11


def test_a_shorter_line_wipes_the_longer_one() -> None:
    stream = Terminal()
    progress = Progress(10, stream, clock=Clock())
    progress._draw("a long line")
    progress._draw("short")
    assert stream.getvalue() == "\ra long line\rshort      "


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()], ids=["file", "terminal"])
def test_quiet_says_nothing(stream: io.StringIO) -> None:
    clock = Clock()
    progress = Progress(2, stream, quiet=True, clock=clock)
    clock.now = 100.0
    progress.update(BAD)
    progress.close()
    assert stream.getvalue() == ""
    assert (progress.done, progress.errors) == (1, 1)
