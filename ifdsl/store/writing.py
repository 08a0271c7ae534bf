"""Take what comes of requests, from an event loop; write it to a run in a thread of its own, all that waits at once."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from ifdsl.store.database import Entry
from ifdsl.store.runs import DiskFull, Run, StoreError

_BATCH = 256
"""Entries in a transaction at most: fewer than fit into what a run sets aside for a full disk."""


class Writer:
    """Writes entries in the order in which they come, while others are waited for. Entered inside the event loop.

    Many entries share a transaction, and so the sync to the disk, exactly when they come faster than that takes.

    Args:
        run: where to.
        on_written: called in the event loop with entries that outlive a crash from then on.
        on_error: called in the event loop where entries could not be written, or where these were the last that can.
    """

    def __init__(
        self, run: Run, on_written: Callable[[list[Entry]], None], on_error: Callable[[StoreError], None]
    ) -> None:
        self._run = run
        self._on_written = on_written
        self._on_error = on_error
        self._queue: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="ifdsl-writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._fault: Exception | None = None
        self.lost = 0
        """Entries that could not be written."""

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._thread.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._queue.put(None)
        ended = asyncio.create_task(asyncio.to_thread(self._thread.join))
        cancelled: asyncio.CancelledError | None = None
        # INVARIANT: a run does not end before all that came in is written, also where it was cancelled.
        while not ended.done():
            try:
                await asyncio.shield(ended)
            except asyncio.CancelledError as error:
                cancelled = error
        if self._fault is not None:
            raise self._fault
        if cancelled is not None:
            raise cancelled

    def put(self, entry: Entry) -> None:
        """Hand over an entry; it is written soon."""
        self._queue.put(entry)

    def _work(self) -> None:
        assert self._loop is not None
        try:
            self._drain()
        except Exception as error:  # noqa: BLE001 - it is raised where the run ends
            # A fault of this program: the run is to end with it, and not to wait for a thread that is gone.
            self._fault = error
            self._loop.call_soon_threadsafe(self._on_error, StoreError(f"a record cannot be written: {error}"))

    def _drain(self) -> None:
        going = True
        while going:
            batch: list[Entry] = []
            entry = self._queue.get()
            while entry is not None:
                batch.append(entry)
                if len(batch) == _BATCH or self._queue.empty():
                    break
                entry = self._queue.get()
            going = entry is not None
            if batch:
                self._write(batch)

    def _write(self, batch: list[Entry]) -> None:
        assert self._loop is not None
        try:
            self._run.enter(batch)
        except StoreError as error:
            if not (isinstance(error, DiskFull) and error.kept):
                self.lost += len(batch)
                self._loop.call_soon_threadsafe(self._on_error, error)
                return
            self._loop.call_soon_threadsafe(self._on_error, error)
        self._loop.call_soon_threadsafe(self._on_written, batch)
