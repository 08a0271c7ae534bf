"""A real vLLM engine, offline and served, with a small model: `.ci/vllm` installs both and runs these tests.

Where vLLM is not installed the tests that need it are skipped; those of the modules around it run anywhere.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from ifdsl.run.protocol import Answer, Failure
from ifdsl.run.vllm_engine import VllmEngine
from ifdsl.store.records import Prompt, Request, Sampling

CONTEXT = 512
OPTIONS: Mapping[str, object] = {
    "max_model_len": CONTEXT,
    # Processors without instructions for bfloat16 are several times slower at it.
    "dtype": "float32",
    # Compiling would take longer than all the tests.
    "enforce_eager": True,
    "reasoning_parser": "qwen3",
}
_START_SECONDS = 600


@dataclass
class Running:
    """An engine that is entered in an event loop of its own, so that it serves many tests."""

    engine: VllmEngine
    loop: asyncio.AbstractEventLoop

    def ask(self, *prompts: Prompt, sampling: Sampling, limit: float = 300.0) -> list[Answer | Failure]:
        """What came of the prompts, asked all at once."""

        async def all_at_once() -> list[Answer | Failure]:
            requests = [Request(prompt.id, prompt) for prompt in prompts]
            return await asyncio.gather(*(self.engine.attempt(each, sampling, limit) for each in requests))

        return asyncio.run_coroutine_threadsafe(all_at_once(), self.loop).result()

    def answer(self, text: str, sampling: Sampling) -> Answer:
        (answer,) = self.ask(Prompt.of_text("1", text), sampling=sampling)
        assert isinstance(answer, Answer), answer
        return answer


@pytest.fixture(scope="session")
def model() -> Path:
    folder = os.environ.get("IFDSL_VLLM_MODEL")
    if find_spec("vllm") is None or not folder:
        pytest.skip("needs vLLM and `IFDSL_VLLM_MODEL`: run `.ci/vllm`")
    return Path(folder)


@pytest.fixture(scope="session")
def offline(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The offline engine, ready."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    engine = VllmEngine(str(model), OPTIONS, log=tmp_path_factory.mktemp("vllm") / "engine.log")
    try:
        asyncio.run_coroutine_threadsafe(engine.__aenter__(), loop).result()
        try:
            yield Running(engine, loop)
        finally:
            asyncio.run_coroutine_threadsafe(engine.__aexit__(None, None, None), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@pytest.fixture(scope="session")
def served(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of vLLM's own server, ready; its model is called `small`."""
    port = _free_port()
    # The command `vllm serve` does the same; not every build of the package has it in order.
    command = [sys.executable, "-m", "vllm.entrypoints.openai.api_server", f"--model={model}"]
    command += ["--served-model-name=small", "--host=127.0.0.1", f"--port={port}", f"--max-model-len={CONTEXT}"]
    command += ["--enforce-eager", "--dtype=float32", "--reasoning-parser=qwen3"]
    log = tmp_path_factory.mktemp("vllm") / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)
        try:
            _wait(server, f"http://127.0.0.1:{port}/health", log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            server.terminate()
            server.wait()


def _free_port() -> int:
    import socket

    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
        return port


def _wait(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end:
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.5)
    pytest.fail(f"the server is not ready:\n{log.read_text(errors='replace')[-3000:]}")
