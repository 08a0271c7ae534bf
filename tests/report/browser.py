"""Take a page; give what a headless Chromium makes of it. The browser is driven by the DevTools protocol over a pipe.

Its path is that of the environment variable `CHROMIUM`, or the first known name that is found.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 60.0
"""Seconds that an answer of the browser may take before a test fails."""
KEYS = {"Escape": ("Escape", 27), "Tab": ("Tab", 9), "Enter": ("Enter", 13)}


def find() -> str | None:
    """The browser's path; `None` where there is none."""
    return os.environ.get("CHROMIUM") or next((path for path in map(shutil.which, NAMES) if path), None)


class Page:
    """One tab. `problems` collects what the browser logged: errors of scripts, violations of the policy, requests."""

    def __init__(self, pipe: "Pipe", session: str) -> None:
        self._pipe, self._session = pipe, session
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> Any:
        return self._pipe.call(method, self._session, **parameters)

    def open(self, url: str) -> None:
        """Go to `url` and wait until it is there, its script run."""
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def forget(self) -> None:
        """Begin anew with what `problems` and `requests` tell of."""
        self._pipe.events.clear()

    def run(self, script: str) -> Any:
        """The JSON value of an expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise AssertionError(json.dumps(answer["exceptionDetails"])[:2000])
        return answer["result"].get("value")

    def wait(self, condition: str) -> None:
        """Return when the expression is true."""
        self.run(
            "new Promise((done, fail) => { let left = 600; const look = () => { "
            f"if ({condition}) done(true); else if (left-- > 0) setTimeout(look, 50); "
            "else fail(new Error('never true')); }; look(); })"
        )

    def press(self, key: str) -> None:
        """Press and release one key, as a keyboard does."""
        name, code = KEYS[key] if key in KEYS else (key, ord(key.upper()))
        text = {} if key in KEYS and key != "Enter" else {"text": "\r" if key == "Enter" else key}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    def show_as(self, width: int, height: int, scheme: str = "light") -> None:
        """Take this size and these colours. Nothing moves: what is looked at next is already as it stays."""
        wanted = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=wanted)

    def shoot(self, path: Path, *, whole: bool = False) -> None:
        """Write what is seen as a PNG file."""
        found = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))

    @property
    def problems(self) -> list[str]:
        """What went wrong so far, in the browser's words."""
        told = []
        for event in self._pipe.events:
            if event.get("sessionId") != self._session:
                continue
            if event["method"] == "Log.entryAdded":
                told.append(event["params"]["entry"]["text"])
            elif event["method"] in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled"):
                told.append(json.dumps(event["params"])[:1000])
        return told

    @property
    def requests(self) -> list[str]:
        """The addresses that were asked for."""
        return [
            event["params"]["request"]["url"]
            for event in self._pipe.events
            if event["method"] == "Network.requestWillBeSent" and event.get("sessionId") == self._session
        ]


class Pipe:
    """Sends commands and takes answers, each a JSON value that ends in a zero byte."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._to, self._from = to_browser, from_browser
        self._rest = b""
        self._number = 0
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, session: str | None = None, **parameters: Any) -> Any:
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            command["sessionId"] = session
        message = json.dumps(command).encode("ascii") + b"\0"
        while message:
            message = message[os.write(self._to, message) :]
        while True:
            answer = self._next()
            if answer.get("id") != self._number:
                self.events.append(answer)
            elif "error" in answer:
                raise AssertionError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            if not select.select([self._from], [], [], PATIENCE)[0]:
                raise AssertionError("the browser does not answer")
            part = os.read(self._from, 1 << 20)
            if not part:
                raise AssertionError("the browser has ended")
            self._rest += part
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found


@contextmanager
def browsing(path: str) -> Iterator[Page]:
    """A browser with one tab, ended at the end of the block."""
    ours_in, theirs_out = os.pipe()
    theirs_in, ours_out = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        # The browser reads commands from descriptor 3 and writes to descriptor 4.
        command = f'exec "$0" "$@" 3<&{theirs_in} 4>&{theirs_out}'
        flags = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--remote-debugging-pipe",
            "--hide-scrollbars",
            "--no-first-run",
            f"--user-data-dir={profile}",
            "about:blank",
        ]
        process = subprocess.Popen(
            ["/bin/bash", "-c", command, path, *flags],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        pipe = Pipe(ours_out, ours_in)
        try:
            target = pipe.call("Target.createTarget", url="about:blank")["targetId"]
            session = pipe.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            yield Page(pipe, session)
            pipe.call("Browser.close")
        finally:
            os.close(ours_out)
            os.close(ours_in)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
