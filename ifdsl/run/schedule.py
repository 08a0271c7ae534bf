"""Take requests and a client; ask as many at once as the endpoint bears, again where that helps, and hand over entries.

What came of a request (`ifdsl.store.database.Entry`) is handed over the moment it is there. A run ends early at a
limit of its budget, when requests keep failing alike, or when it is told to; what is under way then is waited for,
since it is paid for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ifdsl.run.budget import Budget, Reservation, reserved
from ifdsl.run.clients import Client
from ifdsl.run.pacing import Pace
from ifdsl.run.protocol import Answer, Failure, unaskable
from ifdsl.run.retry import RetryPolicy
from ifdsl.store.database import Entry
from ifdsl.store.records import Attempt, Request, Response, Sampling, Usage

RECORDED = "recorded"
"""The kind of an error that somebody else met, and that a file tells of."""
PROMPT_FAULTS = frozenset({"context_length", "invalid_prompt", "template_error", "no_recorded_answer", RECORDED})
"""Kinds of error that are about one prompt: they say nothing of the next one."""
_MAY_HAVE_COST = frozenset({"timeout", "malformed", "too_large", "broken_off"})
"""Kinds of error after which the answer may have been paid for all the same."""
INTERRUPTED = "interrupted"
_START = 8


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a request may take: `timeout` bounds an attempt, `deadline` all of them and the waits between, in s."""

    retry: RetryPolicy = field(default_factory=RetryPolicy)
    timeout: float = 120.0
    deadline: float = 600.0


@dataclass(slots=True)
class Breaker:
    """Stops a run whose requests all fail alike: a wrong key or a server that is gone costs `limit` requests.

    A failure counts when it is final (not worth another attempt, or out of attempts) and not about one prompt.
    An answer, of whatever quality, sets the count back; so does a timeout, which may come of a long answer.
    """

    limit: int = 10
    count: int = 0

    def note(self, response: Response) -> str | None:
        """Count one response; give why the run is to stop, or `None`."""
        if response.status != "api_error":
            self.count = 0
        elif response.error_kind not in PROMPT_FAULTS:
            self.count += 1
            if self.count >= self.limit:
                return f"{self.count} requests in a row failed, the last with: {response.error}"
        return None


class Schedule:
    """Asks requests within a pace, a budget and a patience.

    Args:
        client: entered and left by `ask_all`.
        sampling: the same for all requests.
        deliver: called in the event loop with each entry when it is there; nothing is awaited in between.
        most: requests under way at once, at most.
        patience: for each request.
        budget: of the run.
        breaker: when failures end the run.
    """

    def __init__(
        self,
        client: Client,
        sampling: Sampling,
        deliver: Callable[[Entry], None],
        *,
        most: int = 64,
        patience: Patience | None = None,
        budget: Budget | None = None,
        breaker: Breaker | None = None,
    ) -> None:
        start = _START if client.slots is None else client.slots
        self.pace = Pace(most if client.slots is None else min(most, client.slots), start, time.monotonic)
        self.budget = budget or Budget()
        self.stopped: str | None = None
        """Why the run was stopped early, in plain words."""
        self._client = client
        self._sampling = sampling
        self._deliver = deliver
        self._patience = patience or Patience()
        self._breaker = breaker or Breaker()
        self._stop = asyncio.Event()
        self._settled = asyncio.Event()

    def stop(self, reason: str) -> None:
        """Ask nothing more; what is under way is waited for. The first reason stands."""
        if self.stopped is None:
            self.stopped = reason
        self._stop.set()
        self._settled.set()

    async def ask_all(self, requests: Iterable[Request]) -> None:
        """Ask every request, in this order as far as that goes. Called once.

        What `deliver` raises ends the run, and is raised from here.
        """
        waiting = iter(requests)
        async with self._client:
            workers = [asyncio.create_task(self._work(waiting)) for _ in range(self.pace.most)]
            try:
                await asyncio.gather(*workers)
            finally:
                for worker in workers:
                    worker.cancel()
                await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, waiting: Iterator[Request]) -> None:
        while not self._stop.is_set():
            request = next(waiting, None)
            if request is None:
                return
            entry = await self._settle(request)
            if entry is None:
                return
            # INVARIANT: nothing is awaited between an answer's arrival and its delivery, so none that was paid for
            # is lost to an interruption.
            self._deliver(entry)
            reason = self._breaker.note(entry.response)
            if reason is not None:
                self.stop(reason)

    async def _settle(self, request: Request) -> Entry | None:
        """Ask until there is an answer or no hope of one; `None` where the run ended before the first attempt."""
        fault = unaskable(request.prompt)
        if fault is not None:
            failure = Failure("invalid_prompt", fault, retried=False)
            return self._entry(request, [], failure)
        most = reserved(request.prompt, self._sampling)
        tried: list[Attempt] = []
        failed: Failure | None = None
        end = float("inf")
        while True:
            if not await self._admitted(most, end):
                return None if failed is None else self._entry(request, tried, failed, self._late(0.0, end))
            if not tried:
                end = time.monotonic() + self._patience.deadline
            result = await self._attempt(request, most, tried, end)
            if isinstance(result, Answer):
                return self._entry(request, tried, result)
            failed = result
            if not failed.retried or len(tried) >= self._patience.retry.attempts:
                return self._entry(request, tried, failed)
            wait = self._patience.retry.delay(request.key, len(tried), failed.retry_after)
            late = self._late(wait, end)
            if late or await self._stopped_within(wait):
                return self._entry(request, tried, failed, late)

    async def _admitted(self, most: Reservation, end: float) -> bool:
        """Wait for a place within pace and budget; give whether there was one before `end`."""
        await self.pace.enter()
        admitted = False
        try:
            while not self._stop.is_set() and time.monotonic() < end:
                reason = self.budget.admit(most)
                if reason is None:
                    admitted = True
                    return True
                if not self.budget.holds:
                    self.stop(reason)
                    break
                # What is under way may come to less than is held for it.
                self._settled.clear()
                await self._settled.wait()
        finally:
            if not admitted:
                self.pace.leave(float("-inf"))
        return False

    def _late(self, wait: float, end: float) -> str:
        """What there is to say where another try after `wait` seconds would be too late; empty where it would not."""
        if time.monotonic() + wait < end:
            return ""
        return f"the next try would come after the deadline of {self._patience.deadline:g} s"

    async def _attempt(self, request: Request, most: Reservation, tried: list[Attempt], end: float) -> Answer | Failure:
        at = time.time()
        started = time.monotonic()
        limit = max(0.001, min(self._patience.timeout, end - started))
        result: Answer | Failure = Failure("cancelled", "the run was stopped", retried=False)
        try:
            result = await self._client.attempt(request, self._sampling, limit)
        finally:
            usage = _usage(result, most)
            self.budget.settle(most, usage)
            self._settled.set()
            self.pace.leave(started, **_signs(result))
        seconds = round(time.monotonic() - started, 6)
        if isinstance(result, Answer):
            tried.append(Attempt(len(tried) + 1, at, seconds, usage=usage))
        else:
            told = (result.kind, _http_status(result.kind), result.message, result.retry_after)
            tried.append(Attempt(len(tried) + 1, at, seconds, *told, usage))
        return result

    async def _stopped_within(self, seconds: float) -> bool:
        """Wait; give whether the run was stopped meanwhile."""
        try:
            async with asyncio.timeout(seconds):
                await self._stop.wait()
        except TimeoutError:
            return False
        return True

    def _entry(self, request: Request, tried: list[Attempt], result: Answer | Failure, note: str = "") -> Entry:
        response = response_of(request, self._client.subject.model, result, len(tried))
        if note:
            response = response._replace(error=f"{response.error}; {note}")
        return Entry(request, tuple(tried), response._replace(latency=tried[-1].seconds if tried else 0.0))


def response_of(request: Request, model: str, result: Answer | Failure, attempts: int) -> Response:
    """The response that an answer, or what went wrong at the last attempt, makes."""
    blank = Response(
        prompt_id=request.prompt.id,
        text="",
        status="api_error",
        model=model,
        request=request.key,
        attempts=attempts,
        repeat=request.repeat,
    )
    if isinstance(result, Failure):
        return blank._replace(status=result.status, error=result.message, error_kind=result.kind)
    return blank._replace(
        text=result.text,
        status=result.status,
        finish_reason=result.finish_reason,
        usage=result.usage,
        reasoning=result.reasoning,
        served_model=result.served_model,
        raw=result.raw,
        slices=result.slices,
        effective=result.effective,
    )


def _usage(result: Answer | Failure, most: Reservation) -> Usage:
    """What an attempt came to: as the server counted, or the most that it can have been where that is not known."""
    if isinstance(result, Answer):
        prompt, completion = result.usage
        return Usage(
            most.prompt_tokens if prompt is None else prompt,
            most.completion_tokens if completion is None else completion,
        )
    return Usage(*most) if result.kind in _MAY_HAVE_COST else Usage(0, 0)


def _signs(result: Answer | Failure) -> dict[str, bool]:
    """What an ended attempt tells the pace."""
    if isinstance(result, Answer) or not result.retried:
        return {}
    return {"refused": True} if result.kind == "http_429" else {"troubled": True}


def _http_status(kind: str) -> int | None:
    return int(kind.removeprefix("http_")) if kind.startswith("http_") else None
