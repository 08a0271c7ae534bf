"""Take requests, answer them with an offline vLLM engine in a process of its own; what goes wrong is a failure."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from itertools import count, takewhile
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import IO, Any, Self

from ifdsl.primitives.extras import MissingExtra
from ifdsl.run.address import ClientSetupError
from ifdsl.run.marks import USUAL, Marks
from ifdsl.run.protocol import Answer, Failure, plain, read_answer
from ifdsl.run.vllm_sampling import Drawing, drawing
from ifdsl.run.weights import revision_of
from ifdsl.source.file import system_reason
from ifdsl.store.records import Request, Sampling, Subject

NO_OPTIONS: Mapping[str, object] = MappingProxyType({})
SLOTS = 256
"""How many requests vLLM works on at once where nothing else is said (`max_num_seqs`)."""

_PROGRAM = Path(__file__).with_name("vllm_worker.py")
_END_SECONDS = 15.0
_LONGEST_LINE = 64 * 1024 * 1024
_CAUSE = re.compile(r"(?:^|[\s.])([A-Z]\w*(?:Error|Exception)): (\S.*)")
_NO_CAUSE = ("Engine core initialization failed", "WorkerProc initialization failed")
"""Errors that say no more than that another process has failed: what it said stands before them."""


class VllmEngine:
    """The client behind `vllm:MODEL`.

    Requests that wait at the same time are worked on together; each has its answer as soon as it is done. The engine's
    own messages go to a log file. When the engine ends by itself, what is under way and all that is asked later fails
    with the kind `engine`.

    Args:
        model: a folder with a model in the Hugging Face layout, or a name that vLLM can load.
        options: arguments of `vllm.LLM`, JSON values: `max_model_len`, `tensor_parallel_size`, `dtype`, …
        slots: how many requests are handed to the engine at once.
        log: the file of the engine's messages; `None` keeps them until the engine ends.
        reasoning: how reasoning in the text is told from the answer. Whether the chat template opened it is seen in
            the rendered prompt, unless it is said here.
        start_seconds: until the engine must be ready. Loading a large model takes minutes.

    Raises:
        MissingExtra: vLLM is not installed.
        ClientSetupError: the model's folder is not there, or the options are not JSON values.
    """

    def __init__(
        self,
        model: str,
        options: Mapping[str, object] = NO_OPTIONS,
        *,
        slots: int = SLOTS,
        log: str | Path | None = None,
        reasoning: Marks = USUAL,
        start_seconds: float = 1800.0,
    ) -> None:
        if find_spec("vllm") is None:
            raise MissingExtra("an offline engine", "vllm")
        if slots < 1:
            raise ClientSetupError(f"`slots` is {slots}; at least 1 is needed")
        self.slots = slots
        self.facts: Mapping[str, object] = {}
        """What the engine said of itself when it was ready: its version, `dtype`, `max_model_len`, …"""
        try:
            self._options = json.dumps(dict(options), sort_keys=True, allow_nan=False)
        except (TypeError, ValueError):
            raise ClientSetupError("the options of the engine hold a value that JSON cannot express") from None
        self.subject = Subject("vllm", model, revision_of(model, options))
        self._log_path = None if log is None else Path(log)
        self._reasoning = reasoning
        self._start_seconds = start_seconds
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[bytes]] = {}
        self._process: Process | None = None
        self._listener: asyncio.Task[None] | None = None
        self._log: IO[bytes] | None = None
        self._ended: str | None = None

    def __repr__(self) -> str:
        return f"VllmEngine({self.subject.model!r}, {self._options})"

    @property
    def pid(self) -> int | None:
        """The id of the engine's process, which leads a process group, while it runs."""
        return None if self._process is None else self._process.pid

    async def __aenter__(self) -> Self:
        """Start the engine and wait until it is ready.

        Raises:
            ClientSetupError: it ended, or was not ready in time; the text gives the cause from its log.
        """
        self._ended = None
        self._log = self._open_log()
        # By its path and with `-P`, no file of the current folder can take the place of a module. In a session of its
        # own the engine does not see the Ctrl-C that is meant for the run.
        command = ["-P", str(_PROGRAM), f"--model={self.subject.model}", f"--options={self._options}"]
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=self._log,
                limit=_LONGEST_LINE,
                start_new_session=True,
            )
            self.facts = await self._ready(self._process)
        except BaseException:
            await self._end()
            raise
        self._listener = asyncio.create_task(self._listen(self._process))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._end()

    async def attempt(self, request: Request, sampling: Sampling, limit: float) -> Answer | Failure:
        """Ask once, and wait for at most `limit` seconds; a request that is given up is taken from the engine."""
        try:
            asked = drawing(sampling.of_repeat(request.repeat))
        except ValueError as error:
            return Failure("invalid_request", str(error), retried=False)
        number = next(self._numbers)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            async with asyncio.timeout(limit):
                self._order(_order(number, request, asked))
                line = await answer
        except TimeoutError:
            return Failure("timeout", f"no complete answer within {limit:.3g} s", retried=True, status="timeout")
        finally:
            del self._waiting[number]
            if not answer.done() or answer.cancelled():
                self._order({"id": number, "cancel": True})
        return self._read(line, asked)

    def _order(self, order: Mapping[str, object]) -> None:
        if self._ended is not None or self._process is None or self._process.stdin is None:
            number = order["id"]
            waiting = self._waiting.get(number) if isinstance(number, int) else None
            if waiting is not None and not waiting.done():
                waiting.set_result(b"")
            return
        # Not drained: what is under way is bounded by the slots, and the engine reads without delay.
        self._process.stdin.write(json.dumps(order).encode("ascii") + b"\n")

    def _read(self, line: bytes, asked: Drawing) -> Answer | Failure:
        if not line:
            return Failure("engine", self._ended or "the engine is not running", retried=False)
        told = json.loads(line)
        error = told.get("error")
        if error is not None:
            fault = error["kind"] == "template_error"
            return Failure(
                kind=error["kind"],
                message=plain(error["message"]),
                retried=error["kind"] == "engine",
                status="template_error" if fault else "api_error",
            )
        more = told["told"]
        answer = read_answer(line, self._marks(more["prompt_end"]))
        if isinstance(answer, Failure):
            return answer
        effective: dict[str, object] = {**self.facts, "sampling": more["sampling"], "stop_reason": more["stop_reason"]}
        if asked.template:
            effective["chat_template_kwargs"] = dict(asked.template)
        return replace(answer, effective=effective)

    def _marks(self, prompt_end: str) -> Marks:
        if self._reasoning.opened is not None:
            return self._reasoning
        opened = any(re.search(rf"(?:{each.opening})\s*\Z", prompt_end) for each in self._reasoning.families)
        return replace(self._reasoning, opened=opened)

    def _open_log(self) -> IO[bytes]:
        if self._log_path is None:
            return tempfile.TemporaryFile()
        try:
            return self._log_path.open("w+b")
        except OSError as error:
            words = f"the log of the engine, `{self._log_path}`, cannot be written: {system_reason(error)}"
            raise ClientSetupError(words) from None

    async def _ready(self, process: Process) -> Mapping[str, object]:
        assert process.stdout is not None
        try:
            async with asyncio.timeout(self._start_seconds):
                line = await process.stdout.readline()
        except TimeoutError:
            words = f"the engine was not ready within {self._start_seconds:g} s: {self._cause()}"
            raise ClientSetupError(words) from None
        if not line:
            await process.wait()
            raise ClientSetupError(f"the engine cannot start: {self._cause()}")
        facts: dict[str, object] = json.loads(line)["ready"]
        return facts

    async def _listen(self, process: Process) -> None:
        """Hand each line to whoever waits for it; when there are no more, say so to all who wait."""
        assert process.stdout is not None
        while line := await process.stdout.readline():
            waiting = self._waiting.get(json.loads(line)["id"])
            if waiting is not None and not waiting.done():
                waiting.set_result(line)
        code = await process.wait()
        self._ended = f"the engine ended with code {code}: {self._cause()}"
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result(b"")

    def _cause(self) -> str:
        """The error that the log tells of, on one line."""
        assert self._log is not None
        self._log.seek(max(0, self._log.seek(0, os.SEEK_END) - 1024 * 1024))
        lines = self._log.read().decode("utf-8", "replace").splitlines()
        # Processes that start one another each report the failure of the next: the first report is the cause.
        for number, line in enumerate(lines):
            found = _CAUSE.search(line)
            if found is not None and not found[2].startswith(_NO_CAUSE):
                # Some errors say on further lines, set in, what they are about.
                more = list(takewhile(lambda each: each.startswith("  "), lines[number + 1 : number + 3]))
                return plain(" ".join([f"{found[1]}: {found[2]}", *more]), 600)
        last = [line.strip() for line in lines if line.strip()][-3:]
        return plain(" / ".join(last), 600) or "it left no message"

    async def _end(self) -> None:
        """End the engine with all its processes: gently first, as it then frees the memory of its devices in order."""
        process, self._process = self._process, None
        listener, self._listener = self._listener, None
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.close()
            try:
                # An engine that is still starting does not look at its input.
                async with asyncio.timeout(0.0 if listener is None else _END_SECONDS):
                    await process.wait()
            except TimeoutError:
                pass
            finally:
                # INVARIANT: no process of the engine outlives the client, or its memory would stay taken.
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
                if listener is not None:
                    await listener
                # Else the transport is found open when it is collected.
                await process.stdout.read()
        if self._log is not None:
            self._log.close()


def _order(number: int, request: Request, asked: Drawing) -> dict[str, Any]:
    return {
        "id": number,
        "messages": [{"role": m.role, "content": m.content} for m in request.prompt.messages],
        "params": asked.params,
        "structured": asked.structured,
        "template": asked.template,
    }
