"""Take checks and a stream of Arrow batches; give their verdicts in the same order, from several processes.

Processes are spawned, never forked, so that nothing of the caller's threads and locks comes along. Each says which row
it is at; one that stays at a row for longer than the deadline is killed from outside, and so is one that dies counted,
and its place is taken by a new process that goes on without that row. Verifiers are linear in the text, so that this
is a last resort, but nothing inside a verifier could be one: signals reach the main thread alone.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ifdsl.run.bulk.checks import Checks
from ifdsl.run.bulk.rows import CRASHED, DEADLINE, Trouble

if TYPE_CHECKING:
    import pyarrow as pa

DEADLINE_SECONDS = 60.0
"""For one row. Most take less than a thousandth of a second; a machine that is busy elsewhere may take its time."""
AHEAD = 4
"""Batches for each process that are read before the first of them has its verdicts: what memory holds."""
LOST = 3
"""Times that a process may die on one batch between its rows, where no row can be made out that is to blame."""

T = TypeVar("T")


class WorkerLost(RuntimeError):
    """A process died and no row can be made out that is to blame; another try would end the same way."""


@dataclass(slots=True)
class _Task:
    """One batch on its way; `data` and `result` are Arrow streams."""

    tag: Any
    data: bytes
    given_up: dict[int, Trouble] = field(default_factory=dict)
    lost: int = 0
    result: bytes | None = None


@dataclass(slots=True)
class _Worker:
    """A process, our end of its pipe, the row it is at (or -1), its batch, and what it was seen at since when."""

    process: Any
    pipe: Any
    row: Any
    ready: bool = False
    task: _Task | None = None
    seen: int = -1
    since: float = 0.0

    def begin(self, task: _Task) -> None:
        self.task, self.seen = task, -1
        # One that has died is found by the sentinel of its process at once, and the batch is still here.
        with suppress(OSError):
            self.pipe.send((task.data, task.given_up))


class Pool:
    """Processes that verify batches, from `start` to `close`; as a context manager it does both."""

    def __init__(
        self, checks: Checks, workers: int, *, keep: Sequence[str] = (), deadline: float = DEADLINE_SECONDS
    ) -> None:
        """
        Args:
            checks: what to grade with; it is pickled.
            workers: how many processes, at least 1.
            keep: columns that are passed through.
            deadline: seconds that one row may take.
        """
        if workers < 1:
            raise ValueError(f"`workers` is {workers}; at least 1 is needed")
        if not deadline > 0:
            raise ValueError(f"`deadline` is {deadline}; more than 0 seconds are needed")
        self._checks = checks
        self._keep = tuple(keep)
        self._count = workers
        self._deadline = deadline
        self._workers: list[_Worker] = []

    def start(self) -> Self:
        """Start the processes; what they are to check with may still be in the making when this returns."""
        self._workers = [self._spawn() for _ in range(self._count)]
        return self

    def close(self) -> None:
        """End the processes, whatever they are at."""
        for worker in self._workers:
            _end(worker)
        self._workers = []

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def verify(self, batches: Iterable[tuple[T, pa.RecordBatch]]) -> Iterator[tuple[T, pa.RecordBatch]]:
        """The verdicts on each batch, in the order of the batches, each with its tag.

        At most `AHEAD` batches for each process are taken before the first of them is given.

        Raises:
            WorkerLost: processes die, and no row is to blame.
        """
        from ifdsl.store.columns import from_bytes, to_bytes

        source = iter(batches)
        waiting: deque[_Task] = deque()
        under_way: deque[_Task] = deque()
        more = True
        while True:
            while more and len(under_way) < AHEAD * self._count:
                taken = next(source, None)
                if taken is None:
                    more = False
                else:
                    task = _Task(taken[0], to_bytes(taken[1]))
                    under_way.append(task)
                    waiting.append(task)
                    self._hand_out(waiting)
            if not under_way:
                return
            while under_way[0].result is None:
                self._hand_out(waiting)
                self._wait(waiting)
            self._hand_out(waiting)
            first = under_way.popleft()
            assert first.result is not None
            yield first.tag, from_bytes(first.result)

    def _hand_out(self, waiting: deque[_Task]) -> None:
        for worker in self._workers:
            if waiting and worker.ready and worker.task is None:
                worker.begin(waiting.popleft())

    def _wait(self, waiting: deque[_Task]) -> None:
        """Wait until a process has something to say, has died, or may be late; act on it."""
        from multiprocessing.connection import wait

        ends = [end for worker in self._workers for end in (worker.pipe, worker.process.sentinel)]
        wait(ends, timeout=min(self._deadline / 4, 1.0))
        now = monotonic()
        for place, worker in enumerate(self._workers):
            if self._heard(worker):
                continue
            if not worker.process.is_alive():
                code = worker.process.exitcode
                how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
                self._replace(place, waiting, Trouble(CRASHED, f"the process {how}"))
            elif self._late(worker, now):
                self._replace(place, waiting, Trouble(DEADLINE, f"checking took longer than {self._deadline:g} s"))

    def _heard(self, worker: _Worker) -> bool:
        """Whether the process said something: that it is ready, or the verdicts on its batch."""
        try:
            if not worker.pipe.poll():
                return False
            said = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            return False  # it died, maybe in the middle of a word
        if worker.task is not None:
            worker.task.result, worker.task = said, None
        worker.ready = True
        return True

    def _late(self, worker: _Worker, now: float) -> bool:
        row = int(worker.row[0])
        if worker.task is None or row != worker.seen:
            worker.seen, worker.since = row, now
        return row >= 0 and now - worker.since > self._deadline

    def _replace(self, place: int, waiting: deque[_Task], trouble: Trouble) -> None:
        """Put a new process in the place of one that is dead or is to be; its batch comes first, without the row."""
        worker = self._workers[place]
        worker.process.kill()
        worker.process.join()
        # INVARIANT: only now, when nobody writes it any more, is the row read that is to blame.
        row, task = int(worker.row[0]), worker.task
        if not worker.ready:
            raise WorkerLost(f"{trouble.message} before it had begun")
        if task is not None:
            if row >= 0:
                task.given_up[row] = trouble
            else:
                task.lost += 1
                if task.lost >= LOST:
                    raise WorkerLost(f"{trouble.message} between rows, after {LOST - 1} others on the same batch")
            waiting.appendleft(task)
        self._workers[place] = self._spawn()
        _end(worker)

    def _spawn(self) -> _Worker:
        from multiprocessing import get_context

        context = get_context("spawn")
        ours, theirs = context.Pipe()
        row = context.RawArray("q", [-1])
        process = context.Process(target=_work, args=(theirs, row, self._checks, self._keep), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours, row)


def _end(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.process.close()
    worker.pipe.close()


def _work(pipe: Any, row: Any, checks: Checks, keep: Sequence[str]) -> None:
    """What a process does until its pipe is closed."""
    from ifdsl.run.bulk.batch import BatchVerifier
    from ifdsl.store.columns import from_bytes, to_bytes

    # Ctrl-C reaches every process of the terminal; whoever started this one ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    verifier = BatchVerifier(checks)

    def begin(place: int) -> None:
        row[0] = place

    # Where whoever started this process is gone, there is nobody left to tell.
    with suppress(EOFError, ConnectionError):
        pipe.send_bytes(b"ready")
        while True:
            data, given_up = pipe.recv()
            found = verifier.verify_batch(from_bytes(data), keep=keep, given_up=given_up, begin=begin)
            row[0] = -1
            pipe.send_bytes(to_bytes(found))
