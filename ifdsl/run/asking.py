"""Take a run, requests and a client; ask what the run has no answer to, and write what comes; Ctrl-C ends it softly."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from ifdsl.run.budget import UNLIMITED, Budget, Limits, Prices
from ifdsl.run.clients import Client
from ifdsl.run.schedule import INTERRUPTED, Breaker, Patience, Schedule
from ifdsl.source.diagnostic import counted
from ifdsl.store.database import Entry
from ifdsl.store.records import Request, Sampling
from ifdsl.store.runs import Run, StoreError
from ifdsl.store.writing import Writer


@dataclass(frozen=True, slots=True)
class Manner:
    """How a run asks: `most` requests at once, with what patience, within which limits."""

    most: int = 64
    patience: Patience = field(default_factory=Patience)
    limits: Limits = UNLIMITED
    prices: Prices | None = None
    stop_after: int = 10


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of asking.

    Attributes:
        kept: requests whose answer was there already.
        asked: requests whose response came now, whatever it is.
        stopped: why the run ended before all was asked, in plain words; `None` where it did not.
        lost: responses that came and could not be written.
    """

    kept: int
    asked: int
    stopped: str | None
    lost: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """How a run stands, for whoever watches: `limit` requests may be under way at once, and `to_ask` were to be asked
    at its beginning."""

    to_ask: int
    under_way: int
    limit: int
    budget: Budget


Watcher = Callable[[Sequence[Entry], State], None]
"""Called with entries once they outlive a crash, and with how the run stands."""


def ask(
    run: Run,
    requests: Sequence[Request],
    client: Client,
    sampling: Sampling,
    manner: Manner | None = None,
    on_written: Watcher | None = None,
) -> Outcome:
    """Ask the requests that the run has no answer to; what failed to arrive before is asked again.

    The first Ctrl-C (or SIGTERM) asks nothing more and waits for what is under way; the second gives that up.

    Raises:
        ValueError: two requests are the same one.
        StoreError: the run cannot be read.
        whatever entering the client raises, and whatever `on_written` does, once all that came is written.
    """
    manner = manner or Manner()
    if len({request.key for request in requests}) < len(requests):
        raise ValueError("two of the requests are the same one")
    there = run.database.answered()
    left = [request for request in requests if request.key not in there]
    run.database.point(requests)
    kept = len(requests) - len(left)
    if not left:
        return Outcome(kept, 0, None)
    return asyncio.run(_ask(run, left, client, sampling, manner, on_written, kept))


async def _ask(
    run: Run,
    left: Sequence[Request],
    client: Client,
    sampling: Sampling,
    manner: Manner,
    on_written: Watcher | None,
    kept: int,
) -> Outcome:
    asked = 0
    fault: Exception | None = None

    def written(entries: list[Entry]) -> None:
        nonlocal asked, fault
        asked += len(entries)
        if on_written is None or fault is not None:
            return
        try:
            on_written(entries, State(len(left), schedule.pace.under_way, int(schedule.pace.limit), schedule.budget))
        except Exception as error:  # noqa: BLE001 - the event loop would only print it; it is raised where the run ends
            fault = error
            schedule.stop(f"the progress cannot be told: {error}")

    def failed(error: StoreError) -> None:
        schedule.stop(str(error))

    async with Writer(run, written, failed) as writer:
        schedule = Schedule(
            client,
            sampling,
            writer.put,
            most=min(manner.most, len(left)),
            patience=manner.patience,
            budget=Budget.after(run.database.spent(), manner.limits, manner.prices),
            breaker=Breaker(manner.stop_after),
        )
        with _stoppable(schedule):
            try:
                await schedule.ask_all(left)
            except asyncio.CancelledError:
                schedule.stop(INTERRUPTED)
    if fault is not None:
        raise fault
    return Outcome(kept, asked, schedule.stopped, writer.lost)


@contextmanager
def _stoppable(schedule: Schedule) -> Iterator[None]:
    """Let signals stop the schedule, where the system and the thread allow it; else Ctrl-C cancels it."""
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    assert task is not None

    signals = count(1)

    def stop() -> None:
        # Not by the reason for the stop: the run may have met a limit before, and waits for what is under way.
        if next(signals) > 1:
            task.cancel()
            return
        schedule.stop(INTERRUPTED)
        if schedule.pace.under_way:
            waited = f"waiting for {counted(schedule.pace.under_way, 'answer')} under way; Ctrl-C again waits no longer"
            print(f"\n{waited}", file=sys.stderr, flush=True)

    heard = [
        number for number in (signal.SIGINT, signal.SIGTERM) if _listens(partial(loop.add_signal_handler, number, stop))
    ]
    try:
        yield
    finally:
        for number in heard:
            loop.remove_signal_handler(number)


def _listens(add: Callable[[], None]) -> bool:
    try:
        add()
    except (NotImplementedError, ValueError, RuntimeError):
        return False  # Windows, or another thread than the main one
    return True
