"""Real servers for the tests of `run`: one that misbehaves on demand, and the local model."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ifdsl.primitives.extras import MissingExtra
from ifdsl.run.local import LocalServer
from ifdsl.store.runs import Run
from tests.run.plain_client import SUBJECT


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "local_model: needs the engine and the demonstration model (skips without)")


@dataclass
class Script:
    """What a scripted server does: one step per request, the last one again and again."""

    steps: list[Callable[[BaseHTTPRequestHandler], None]] = field(default_factory=list)
    bodies: list[dict] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    """Set at the end of the test, so that a hanging step ends with it."""
    base_url: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def then(self, *steps: Callable[[BaseHTTPRequestHandler], None]) -> Script:
        self.steps.extend(steps)
        return self

    def step(self, body: dict, headers: dict[str, str]) -> Callable[[BaseHTTPRequestHandler], None]:
        with self.lock:
            self.bodies.append(body)
            self.headers.append(headers)
            return self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]


@pytest.fixture
def script() -> Iterator[Script]:
    """A server on 127.0.0.1 that follows a script."""
    told = Script()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            told.step(body, {k.lower(): v for k, v in self.headers.items()})(self)

        def log_message(self, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """A client that hangs up is what some tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    told.base_url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield told
    finally:
        told.released.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """A run without anything in it."""
    with Run.write(tmp_path / "run", {"subject": SUBJECT._asdict(), "repeats": 1}) as made:
        yield made


@pytest.fixture(scope="session")
def local_model() -> Iterator[LocalServer]:
    """The demonstration model, served on this machine."""
    try:
        server = LocalServer(threads=1, slots=8, context=1024)
    except MissingExtra as missing:
        pytest.skip(str(missing))
    with server:
        yield server
