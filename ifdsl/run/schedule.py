"""Take prompts and a client; ask a bounded number at a time, write each response as it comes, go on after a stop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ifdsl.run.clients import Client
from ifdsl.store.encoding import decode_response
from ifdsl.store.jsonl import append_jsonl, read_jsonl
from ifdsl.store.records import UNDELIVERED, Problem, Prompt, Response, Sampling, fingerprint

PROMPT_FAULTS = frozenset({"context_length", "invalid_prompt"})
"""Kinds of error that are about one prompt: they say nothing of the next one."""
INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run has: a response per prompt id, whether asked now or kept from before, in order of the prompts."""

    responses: dict[str, Response]
    kept: int
    """How many responses an earlier run had left."""
    asked: int
    """How many responses came in this run."""
    stopped: str | None
    """Why the run ended before every prompt had its response, in plain words; `None` where it did not."""
    problems: tuple[Problem, ...] = ()
    """What was wrong with lines of the file of responses."""


@dataclass(slots=True)
class Breaker:
    """Stops a run whose requests all fail alike: a wrong key or a server that is gone costs `limit` requests.

    A failure counts when it is final (not worth another attempt, or out of attempts) and not about one prompt.
    An answer, of whatever quality, sets the count back; so does a timeout, which may come of a long answer.
    """

    limit: int = 10
    count: int = 0
    reason: str | None = None

    def note(self, response: Response) -> None:
        if response.status != "api_error":
            self.count = 0
        elif response.error_kind not in PROMPT_FAULTS:
            self.count += 1
            if self.count >= self.limit and self.reason is None:
                self.reason = f"{self.count} requests in a row failed, the last with: {response.error}"


async def ask_all(
    prompts: Sequence[Prompt],
    client: Client,
    sampling: Sampling,
    on_result: Callable[[Response], None],
    *,
    concurrency: int = 8,
    stop_after: int = 10,
) -> str | None:
    """Ask every prompt, at most `concurrency` at a time, and hand over each response when it is there.

    Args:
        prompts: what to ask; begun in this order, finished in any.
        client: entered and left here.
        sampling: the same for all.
        on_result: called in the event loop; what it raises ends the run and is raised from here.
        concurrency: requests under way at once, at least 1.
        stop_after: how many failures in a row end the run (see `Breaker`).

    Returns:
        Why the run was stopped early, or `None`.
    """
    if concurrency < 1:
        raise ValueError(f"`concurrency` is {concurrency}; at least 1 is needed")
    waiting = iter(prompts)
    breaker = Breaker(stop_after)
    async with client:
        workers = [
            asyncio.create_task(_work(waiting, client, sampling, on_result, breaker))
            for _ in range(min(concurrency, len(prompts)))
        ]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
    return breaker.reason


async def _work(
    waiting: Iterator[Prompt],
    client: Client,
    sampling: Sampling,
    on_result: Callable[[Response], None],
    breaker: Breaker,
) -> None:
    for prompt in waiting:
        response = await client.ask(prompt, sampling)
        # INVARIANT: nothing is awaited between an answer's arrival and its delivery, so none that was paid for
        # is lost to an interruption.
        on_result(response)
        breaker.note(response)
        if breaker.reason is not None:
            return


def run(
    prompts: Sequence[Prompt],
    client: Client,
    sampling: Sampling,
    *,
    path: str | Path | None = None,
    on_result: Callable[[Response], None] | None = None,
    concurrency: int = 8,
    stop_after: int = 10,
) -> Outcome:
    """Ask the prompts that the file at `path` has no response to yet; write each response there as it comes.

    Ctrl-C ends the run with what is there. A response counts as there when it answers the same messages, by the
    same model under the same sampling; one that failed to arrive (`api_error`, `timeout`) is asked for again,
    and the later line then stands for the prompt.

    Args:
        prompts: with ids that differ.
        path: a JSONL file of responses, made where it does not exist; `None` keeps them in memory alone.
        on_result: called with each response that comes in this run, after it is written.

    Raises:
        ValueError: two prompts have one id.
        OSError: the file cannot be read or written.
    """
    wanted = _fingerprints(prompts, client.model, sampling)
    found, problems = _found(path, wanted)
    kept = {id: response for id, response in found.items() if response.status not in UNDELIVERED}
    book = _Book(dict(found), path, on_result)
    left = [prompt for prompt in prompts if prompt.id not in kept]
    try:
        stopped = asyncio.run(
            ask_all(left, client, sampling, book.enter, concurrency=concurrency, stop_after=stop_after)
        )
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    ordered = {p.id: book.responses[p.id] for p in prompts if p.id in book.responses}
    return Outcome(ordered, len(kept), book.entered, stopped, problems)


@dataclass(slots=True)
class _Book:
    """Where responses are entered as they come: on the disk first, then here, then to whoever watches."""

    responses: dict[str, Response]
    path: str | Path | None
    watcher: Callable[[Response], None] | None
    entered: int = field(default=0)

    def enter(self, response: Response) -> None:
        if self.path is not None:
            append_jsonl(self.path, [response])
        self.responses[response.prompt_id] = response
        self.entered += 1
        if self.watcher is not None:
            self.watcher(response)


def _fingerprints(prompts: Sequence[Prompt], model: str, sampling: Sampling) -> dict[str, str]:
    wanted: dict[str, str] = {}
    for prompt in prompts:
        if prompt.id in wanted:
            raise ValueError(f"two prompts have the id `{prompt.id}`")
        wanted[prompt.id] = fingerprint(model, sampling, prompt.messages)
    return wanted


def _found(path: str | Path | None, wanted: dict[str, str]) -> tuple[dict[str, Response], tuple[Problem, ...]]:
    """The responses of the file that answer these very requests; a later one replaces an earlier one."""
    if path is None or not Path(path).exists():
        return {}, ()
    read = read_jsonl(path, decode_response)
    found: dict[str, Response] = {}
    for response in read.records:
        if wanted.get(response.prompt_id) != response.request:
            continue
        earlier = found.get(response.prompt_id)
        # A failure on a later line does not undo an answer.
        if earlier is None or earlier.status in UNDELIVERED or response.status not in UNDELIVERED:
            found[response.prompt_id] = response
    return found, read.problems
