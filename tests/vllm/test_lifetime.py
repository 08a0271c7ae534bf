"""The engine's process: it cannot start, it ends by itself, and it goes when the run goes."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ifdsl.run.address import ClientSetupError
from ifdsl.run.protocol import Answer, Failure
from ifdsl.run.vllm_engine import VllmEngine
from ifdsl.store.records import Prompt, Request, Sampling
from tests.vllm.conftest import OPTIONS

_PATIENCE_SECONDS = 120


def start(engine: VllmEngine) -> None:
    async def once() -> None:
        async with engine:
            pass

    asyncio.run(once())


def is_gone(group: int) -> bool:
    """Whether no process of the group is left, or all of them have ended and nobody has looked yet."""
    end = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < end:
        states = [_state(each) for each in Path("/proc").iterdir() if each.name.isdigit()]
        if not any(of == group and state != "Z" for of, state in states):
            return True
        time.sleep(0.2)
    return False


def _state(process: Path) -> tuple[int, str]:
    try:
        fields = (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0, "Z"
    return int(fields[2]), fields[0]


def test_an_option_that_the_engine_does_not_know(model: Path) -> None:
    with pytest.raises(ClientSetupError, match=r"cannot start: .*no_such_option"):
        start(VllmEngine(str(model), {"no_such_option": 1}))


def test_a_folder_without_a_model(model: Path, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ClientSetupError, match=r"the engine cannot start: \w"):
        start(VllmEngine(str(tmp_path), OPTIONS))


def test_an_engine_that_ends_by_itself_fails_what_is_under_way(model: Path, tmp_path: Path) -> None:
    endless = Sampling(max_tokens=400, extra={"ignore_eos": True})
    requests = [Request(str(n), Prompt.of_text(str(n), "Write a long story.")) for n in range(4)]

    async def once() -> tuple[int, Answer | Failure, list[Answer | Failure], Answer | Failure]:
        async with VllmEngine(str(model), OPTIONS, log=tmp_path / "log") as engine:
            assert engine.pid is not None
            before = await engine.attempt(requests[0], Sampling(max_tokens=2), 300.0)
            under_way = [asyncio.create_task(engine.attempt(each, endless, 300.0)) for each in requests]
            await asyncio.sleep(0)
            pid = engine.pid
            os.kill(pid, signal.SIGKILL)
            failed = await asyncio.gather(*under_way)
            return pid, before, failed, await engine.attempt(requests[0], endless, 300.0)

    pid, before, failed, later = asyncio.run(once())
    assert isinstance(before, Answer)
    for each in (*failed, later):
        assert isinstance(each, Failure)
        assert (each.kind, each.status, each.retried) == ("engine", "api_error", False)
        assert each.message.startswith("the engine ended with code -9")
    assert (tmp_path / "log").stat().st_size > 0
    assert is_gone(pid)


# No guard around the main part: a script of a user may not have one.
_SCRIPT = """
import asyncio, json, sys
from ifdsl.run.vllm_engine import VllmEngine
from ifdsl.store.records import Prompt, Request, Sampling

async def once():
    async with VllmEngine(sys.argv[1], json.loads(sys.argv[2])) as engine:
        print(engine.pid, flush=True)
        request = Request("1", Prompt.of_text("1", "Write a long story."))
        for _ in range(1000):
            await engine.attempt(request, Sampling(max_tokens=400, extra={"ignore_eos": True}), 300.0)

asyncio.run(once())
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_the_engine_goes_when_the_run_is_ended(model: Path, tmp_path: Path, how: signal.Signals) -> None:
    import json

    command = [sys.executable, "-c", _SCRIPT, str(model), json.dumps(dict(OPTIONS))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        group = int(run.stdout.readline())
        run.send_signal(how)
        output, errors = run.communicate()
    # Nothing of the engine's own messages stands between the lines of the run.
    assert output == ""
    assert "vllm" not in errors.lower() or "KeyboardInterrupt" in errors
    assert is_gone(group)
