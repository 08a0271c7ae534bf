"""Take a seed and the faults to make; give a server of chat completions on 127.0.0.1 that fails by that plan.

What comes of a request is decided by the seed, by what is asked (the prompt and its seed), and by how often that was
asked before: the same questions meet the same faults in whatever order they come. The server counts what it was asked
and what it answered in full, which is what a real one bills.
"""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections import Counter
from collections.abc import Sequence
from email.utils import formatdate
from types import TracebackType
from typing import Any, NamedTuple, Self

from ifdsl.store.records import Status

PASSING = (
    *("429_seconds", "429_date", "429", "500", "502", "503", "dropped_before", "dropped_within"),
    *("not_json", "cut_json", "no_choices", "broken_stream", "stalled"),
)
"""Faults after which another try may go better."""
LASTING: dict[str, Status] = {
    "null_content": "empty",
    "truncated": "truncated",
    "refusal": "refused",
    "reasoning_only": "reasoning_only",
    "filtered": "content_filter",
    "filter_error": "content_filter",
    "context_length": "api_error",
    "template_error": "template_error",
    "unauthorised": "api_error",
}
"""What comes again each time that the same is asked, with the status that it has."""
_ERRORS = {
    "filter_error": {"code": "content_filter", "message": "the prompt was filtered"},
    "context_length": {"code": "context_length_exceeded", "message": "maximum context length is 10 tokens"},
    "template_error": {"message": "chat template error: roles must alternate"},
    "unauthorised": {"message": "the key is wrong"},
}
_ANSWERED = frozenset({"answer", "slow", "null_content", "truncated", "refusal", "reasoning_only", "filtered"})

_FOR_EVER = 600.0
"""Seconds for which no test has patience; the end of the server comes before."""

Asked = tuple[str, int | None]
"""What is asked: the last message, and the seed."""


class Plan(NamedTuple):
    """When which fault comes.

    Attributes:
        seed: decides all that is drawn.
        passing: the passing faults that are drawn from; each question meets up to `most` of them, one after another.
        lasting: the lasting ones that are drawn from.
        share: how many of the tries fail in passing, and how many of the questions lastingly.
        most: of passing faults in a row.
        delay: seconds that an answer takes, from the least to the most.
        wait: seconds that a 429 asks for.
        answers: how many requests are answered at all; those after them hang. None sets no end.
    """

    seed: int = 0
    passing: Sequence[str] = ()
    lasting: Sequence[str] = ()
    share: float = 0.3
    most: int = 3
    delay: tuple[float, float] = (0.0, 0.0)
    wait: float = 0.02
    answers: int | None = None

    def fault(self, asked: Asked, number: int) -> str:
        """What comes of try `number` (from 0) at a question."""
        drawn = random.Random(f"{self.seed}:{asked}:{number}")
        if self.passing and number < self.most and drawn.random() < self.share:
            return drawn.choice(self.passing)
        return self.lasting_fault(asked) or ("slow" if self.passing and drawn.random() < 0.05 else "answer")

    def lasting_fault(self, asked: Asked) -> str | None:
        """The fault that a question always meets in the end, or `None`."""
        drawn = random.Random(f"{self.seed}:{asked}")
        return drawn.choice(self.lasting) if self.lasting and drawn.random() < self.share else None

    def seconds(self, asked: Asked, number: int) -> float:
        return random.Random(f"{self.seed}:{asked}:{number}:delay").uniform(*self.delay)


def text_of(asked: Asked) -> str:
    """What the server answers to a question; it is made of the question alone."""
    return f"answer to {asked[0]}, seed {asked[1]}"


class FaultyServer:
    """The server, in a thread of its own; a `with` block starts and ends it.

    Attributes:
        asked: how often each question came.
        in_full: how often each was answered in full, as far as the system took the answer.
        faults: how often each fault was made.
    """

    def __init__(self, plan: Plan | None = None) -> None:
        self.plan = plan or Plan()
        self.asked: Counter[Asked] = Counter()
        self.in_full: Counter[Asked] = Counter()
        self.faults: Counter[str] = Counter()
        self.bodies: list[dict[str, Any]] = []
        self.under_way = self.most_under_way = 0
        self.base_url = ""
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="faulty-server")
        self._ended: asyncio.Event | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._ended is not None
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join()

    def _serve(self) -> None:
        try:
            self._loop.run_until_complete(self._run())
        finally:
            self._loop.close()

    async def _run(self) -> None:
        self._ended = asyncio.Event()
        self._open: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=1024)
        self.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        self._ready.set()
        await self._ended.wait()
        server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
        await server.wait_closed()

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Not a coroutine: a cancelled one would be told of by the event loop.
        task = self._loop.create_task(self._talk(reader, writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
                body = json.loads(await reader.readexactly(length))
                self.under_way += 1
                self.most_under_way = max(self.most_under_way, self.under_way)
                try:
                    goes_on = await self._answer(body, writer)
                finally:
                    self.under_way -= 1
                if not goes_on:
                    return
        except (ConnectionError, asyncio.IncompleteReadError):
            return  # The client is gone, which some tests are about.
        finally:
            writer.close()

    async def _answer(self, body: dict[str, Any], writer: asyncio.StreamWriter) -> bool:
        """Answer one request; give whether the connection is there for another."""
        asked: Asked = (body["messages"][-1]["content"], body.get("seed"))
        number = self.asked[asked]
        self.asked[asked] += 1
        hangs = self.plan.answers is not None and self.asked.total() > self.plan.answers
        self.bodies.append(body)
        fault = self.plan.fault(asked, number)
        self.faults[fault] += 1
        await asyncio.sleep(self.plan.seconds(asked, number))
        if hangs:
            await asyncio.sleep(_FOR_EVER)
        if fault == "dropped_before":
            return False
        whole = self._written(fault, asked)
        if fault in ("dropped_within", "stalled", "broken_stream"):
            if fault == "broken_stream":
                head, _, rest = whole.partition(b"\r\n\r\n")
                head = b"\r\n".join(line for line in head.split(b"\r\n") if not line.startswith(b"Content-Length"))
                piece = rest[: len(rest) // 2]
                whole = head + b"\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n" % len(piece) + piece + b"\r\n"
                writer.write(whole)
            else:
                writer.write(whole[: len(whole) - 20])
            await writer.drain()
            if fault == "stalled":
                await asyncio.sleep(_FOR_EVER)
            return False
        for piece in _pieces(whole, 5) if fault == "slow" else [whole]:
            writer.write(piece)
            await writer.drain()
            if fault == "slow":
                await asyncio.sleep(0.01)
        if fault in _ANSWERED and not writer.is_closing():
            self.in_full[asked] += 1
        return True

    def _written(self, fault: str, asked: Asked) -> bytes:
        if fault.startswith("429"):
            wait = {
                "429_seconds": f"Retry-After: {self.plan.wait}\r\n",
                "429_date": f"Retry-After: {formatdate(usegmt=True)}\r\n",
            }
            return _http(429, b'{"error": {"message": "too many requests"}}', wait.get(fault, ""))
        if fault in ("500", "502", "503"):
            return _http(int(fault), b"<html>the server is not well</html>")
        if fault in _ERRORS:
            status = 401 if fault == "unauthorised" else 400
            return _http(status, json.dumps({"error": _ERRORS[fault]}).encode())
        whole = json.dumps(_completion(fault, asked)).encode()
        if fault == "not_json":
            whole = b"<html>busy</html>"
        elif fault == "cut_json":
            whole = whole[: len(whole) // 2]
        elif fault == "no_choices":
            whole = b'{"choices": []}'
        return _http(200, whole)


def _completion(fault: str, asked: Asked) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": text_of(asked)}
    finish = "stop"
    if fault == "null_content":
        message["content"] = None
    elif fault == "refusal":
        message.update(content=None, refusal="I cannot help with that.")
    elif fault == "reasoning_only":
        message.update(content="", reasoning_content="Let me think about it")
        finish = "length"
    elif fault == "truncated":
        finish = "length"
    elif fault == "filtered":
        message["content"] = ""
        finish = "content_filter"
    usage = {"prompt_tokens": len(asked[0].split()), "completion_tokens": 5}
    return {"model": "served", "choices": [{"message": message, "finish_reason": finish}], "usage": usage}


def _http(status: int, body: bytes, more: str = "") -> bytes:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n{more}Content-Length: {len(body)}\r\n\r\n"
    return head.encode("ascii") + body


def _pieces(whole: bytes, count: int) -> list[bytes]:
    size = -(-len(whole) // count)
    return [whole[start : start + size] for start in range(0, len(whole), size)]
