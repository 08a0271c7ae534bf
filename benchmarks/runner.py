"""Ask an instant server on this machine: requests a second against the bare `openai` client; then writes, and resuming.

- *asking*: `ifdsl.run.asking.ask`, which writes each answer to a run's database and waits for the disk, against
  `AsyncOpenAI` with `asyncio.gather` and a semaphore, which keeps nothing. Both have 64 requests under way at most, and
  no retries happen. The server is a process of its own that answers at once, with a text of 1 kB, so that what is
  measured is the client; rounds of both take turns. Requests exist before the clock starts, as the bare client's do.
- *writing*: entries of about 1.4 kB a second, each of them durable, handed in one by one and in batches.
- *resuming*: seconds from `ask` over many answered requests and one new one to the moment that one goes out.

    python -m compileall -q ifdsl    # where byte code is not written by itself
    python benchmarks/runner.py      # with the extra `openai`
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

from clock import describe_machine

from ifdsl.run.asking import Manner, ask
from ifdsl.run.clients import Endpoint, OpenAIClient
from ifdsl.run.function import Function
from ifdsl.store.database import Entry, StoredItem
from ifdsl.store.records import Attempt, Prompt, Request, Response, Sampling, Subject, Usage, request_of
from ifdsl.store.runs import Run

CONCURRENCY = 64
SUBJECT = Subject("openai", "m")
SAMPLING = Sampling(max_tokens=256)
MANIFEST = {"subject": SUBJECT._asdict(), "repeats": 1}
TEXT = ("A sentence of an answer, as models write them. " * 25)[:1000]
PROMPT = ("Write a text about number {}. " + "It has a dozen rules of this kind. " * 8)[:300]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=3000, help="in each round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--writes", type=int, default=20_000)
    parser.add_argument("--finished", type=int, default=200_000, help="requests that a resumed run has answers to")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        asyncio.run(serve())
        return
    print(describe_machine())
    with tempfile.TemporaryDirectory() as name:
        compare(Path(name), options.requests, options.rounds)
        write(Path(name), options.writes)
        resume(Path(name), options.finished)


# The server


class Instant(asyncio.Protocol):
    """Answers each request on a connection as soon as it is there in full."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._read += data
        while True:
            head, end, rest = self._read.partition(b"\r\n\r\n")
            if not end:
                return
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            if len(rest) < length:
                return
            self._read = rest[length:]
            self._transport.write(self._answer)


async def serve() -> None:
    """Serve until the process ends; the port is the first line on standard output."""
    message = {"role": "assistant", "content": TEXT}
    answer = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 70, "completion_tokens": 220, "total_tokens": 290},
    }
    body = json.dumps(answer).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Instant(head.encode() + body), "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


# Asking


def requests_of(count: int) -> list[Request]:
    return [request_of(SUBJECT, SAMPLING, Prompt.of_text(str(n), PROMPT.format(n))) for n in range(count)]


async def bare(base_url: str, requests: list[Request]) -> None:
    """The usual loop over the package's own client."""
    import openai

    gate = asyncio.Semaphore(CONCURRENCY)
    async with openai.AsyncOpenAI(base_url=base_url, api_key="none", max_retries=0) as api:

        async def one(request: Request) -> str:
            messages: Any = [{"role": m.role, "content": m.content} for m in request.prompt.messages]
            async with gate:
                answer = await api.chat.completions.create(
                    model="m", messages=messages, max_tokens=256, temperature=0.0
                )
            return answer.choices[0].message.content or ""

        texts = await asyncio.gather(*(one(request) for request in requests))
    assert all(text == TEXT for text in texts)


def ours(base_url: str, folder: Path, requests: list[Request]) -> None:
    with Run.write(folder, MANIFEST) as run:
        client = OpenAIClient(Endpoint("m", base_url))
        outcome = ask(run, requests, client, SAMPLING, Manner(most=CONCURRENCY))
        assert (outcome.asked, outcome.stopped) == (len(requests), None)


class Took(NamedTuple):
    """Seconds of one round, by the clock and of this process's CPU."""

    wall: float
    cpu: float


def compare(folder: Path, count: int, rounds: int) -> None:
    requests = requests_of(count)
    with subprocess.Popen([sys.executable, __file__, "--serve"], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            base_url = f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
            asyncio.run(bare(base_url, requests[:200]))
            ours(base_url, folder / "warm", requests[:200])
            theirs, own = [], []
            for number in range(rounds):
                theirs.append(clocked(lambda: asyncio.run(bare(base_url, requests))))
                own.append(clocked(lambda number=number: ours(base_url, folder / f"run{number}", requests)))  # type: ignore[misc]
        finally:
            server.kill()
    print(f"asking, {count} requests a round, {rounds} rounds, {CONCURRENCY} at once")
    for name, took in (("bare openai", theirs), ("ifdsl", own)):
        rates = sorted(count / one.wall for one in took)
        cpu = statistics.median(one.cpu for one in took) / count * 1e6
        print(
            f"  {name:12} {statistics.median(rates):7.0f} a second ({rates[0]:.0f}..{rates[-1]:.0f}), {cpu:.0f} µs CPU"
        )
    ratios = sorted(a.wall / b.wall for a, b in zip(theirs, own, strict=True))
    print(f"  ratio        {statistics.median(ratios):7.2f} ({ratios[0]:.2f}..{ratios[-1]:.2f} over the rounds)")


def clocked(do: Any) -> Took:
    wall, cpu = perf_counter(), process_time()
    do()
    return Took(perf_counter() - wall, process_time() - cpu)


# The store


def entry_of(request: Request) -> Entry:
    """An answered request whose texts come to about 1.4 kB with the prompt's."""
    usage = Usage(70, 220)
    response = Response(request.prompt.id, TEXT, "ok", "m", request.key, "stop", usage, latency=0.5)
    return Entry(request, (Attempt(1, 1.7e9, 0.5, usage=usage),), response)


def write(folder: Path, count: int) -> None:
    entries = [entry_of(request) for request in requests_of(count)]
    print("writing entries of 1.4 kB, each of them durable")
    for size in (1, 16, 256):
        some = entries[: max(size, count // (256 // size))]
        with Run.write(folder / f"write{size}", MANIFEST) as run:
            begun = perf_counter()
            for start in range(0, len(some), size):
                run.enter(some[start : start + size])
            took = perf_counter() - begun
        print(f"  {size:3} in a transaction: {len(some) / took:9.0f} a second")


def resume(folder: Path, finished: int) -> None:
    begun = perf_counter()
    requests = requests_of(finished + 1)
    named = perf_counter() - begun
    entries = [entry_of(request) for request in requests[:-1]]
    with Run.write(folder / "resumed", MANIFEST) as run:
        run.database.put_items(StoredItem(request.prompt, (), "v") for request in requests)
        for start in range(0, finished, 5000):
            run.enter(entries[start : start + 5000])
    went_out: list[Took] = []

    async def answer(messages: object, sampling: object) -> str:
        went_out.append(Took(perf_counter(), process_time()))
        return "fine"

    begun, cpu = perf_counter(), process_time()
    with Run.write(folder / "resumed", MANIFEST) as run:
        opened = perf_counter() - begun
        outcome = ask(run, requests, Function(answer), SAMPLING)
    assert (outcome.kept, outcome.asked) == (finished, 1)
    (first,) = went_out
    print(f"resuming a run with {finished:,} answers")
    took = Took(first.wall - begun, first.cpu - cpu)
    print(
        f"  until the first new request goes out: {took.wall:.2f} s ({took.cpu:.2f} s CPU), {opened:.2f} s to open it"
    )
    print(f"  naming the requests before that: {named:.2f} s")


if __name__ == "__main__":
    main()
