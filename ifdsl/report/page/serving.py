"""Take one or several runs; serve their report to a browser on this machine, the answers page by page.

Nobody but this machine can connect, and no other web page can read from it: the server listens on the loopback address,
answers only to its own names (so that a foreign name that resolves here gets nothing), and allows no other origin.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ifdsl.report.filtering import WANTED, Filters, matches
from ifdsl.report.page.embedded import embedded
from ifdsl.report.page.gathering import RunResults, compare_all, gather
from ifdsl.report.page.items import row
from ifdsl.report.page.sampling import Sampler
from ifdsl.report.page.wording import number
from ifdsl.report.page.write import page
from ifdsl.store.records import ItemResult

ADDRESS = "127.0.0.1"
MOST = 200
"""Answers that one request may ask for."""

PageOf = Callable[[int, int, Filters], tuple[list[ItemResult], int]]
"""Takes an offset, a limit and filters; gives the items of that page, and how many match in all; from any thread."""


class BadRequest(ValueError):
    """A query that means nothing; the text says why, in plain words."""


class PortTaken(OSError):
    """Another program listens on the port."""


def by_reading(run: RunResults) -> PageOf:
    """Pages of a run whose items can only be read one after another: each page reads all of them."""

    def pages(offset: int, limit: int, filters: Filters) -> tuple[list[ItemResult], int]:
        found, total = [], 0
        for item in run.items:
            if matches(item, filters):
                if offset <= total < offset + limit:
                    found.append(item)
                total += 1
        return found, total

    return pages


def server(runs: Sequence[RunResults], port: int = 0, *, pages: Sequence[PageOf] | None = None) -> ThreadingHTTPServer:
    """A server that is ready to run; its port is in `server_address`. The figures are counted before it returns.

    Args:
        runs: at least one.
        port: 0 takes a free one.
        pages: one for each run; where none are given, every page reads the whole run.

    Raises:
        ValueError: there is no run, or `pages` are not as many.
        PortTaken: another program listens on the port.
    """
    pages = [by_reading(run) for run in runs] if pages is None else pages
    if len(pages) != len(runs):
        raise ValueError(f"{len(pages)} page functions for {len(runs)} runs; one each is needed")
    site = _Site(_markup(runs), tuple(pages))
    try:
        made = ThreadingHTTPServer((ADDRESS, port), _handler(site))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"another program listens on port {port}") from None
        raise
    made.daemon_threads = True
    return made


def serve(
    runs: Sequence[RunResults],
    port: int = 0,
    *,
    pages: Sequence[PageOf] | None = None,
    told: Callable[[str], object] = print,
) -> None:
    """Serve until interrupted; `told` is given the address as soon as it can be opened. See `server`."""
    with server(runs, port, pages=pages) as made:
        told(f"http://{ADDRESS}:{made.server_address[1]}/")
        made.serve_forever()


@dataclass(frozen=True, slots=True)
class _Site:
    markup: bytes
    pages: tuple[PageOf, ...]


def _markup(runs: Sequence[RunResults]) -> bytes:
    nothing = Sampler(0)
    gathered = [gather(run, nothing) for run in runs]
    data = {"served": True, "runs": [run.name for run in runs], "items": []}
    total = sum(run.metrics.items for run in gathered)
    extent = f"all {number(total)} answers can be looked at"
    return page(gathered, compare_all(runs), data, title="", extent=extent, connect="'self'").encode("utf-8")


def _items(site: _Site, query: Mapping[str, list[str]]) -> bytes:
    asked = {name: values[-1] for name, values in query.items()}
    offset, limit = _whole(asked.pop("offset", "0"), "offset"), _whole(asked.pop("limit", "50"), "limit")
    run = _whole(asked.pop("run", "0"), "run")
    if run >= len(site.pages):
        raise BadRequest(f"there is no run `{run}`")
    unknown = sorted(asked.keys() - set(Filters._fields))
    if unknown:
        raise BadRequest(f"`{unknown[0]}` is nothing to choose by")
    if asked.get("verdict", "") not in WANTED:
        raise BadRequest(f"`{asked['verdict']}` is not a verdict")
    items, total = site.pages[run](offset, min(limit, MOST), Filters(**asked))  # type: ignore[arg-type]
    return embedded({"items": [row(item, run) for item in items], "total": total}).encode("utf-8")


def _whole(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadRequest(f"`{name}` is `{text[:40]}`; a whole number is needed")
    return int(text)


def _handler(site: _Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Answers one request; methods other than GET are refused by the base class."""

        server_version, sys_version = "ifdsl", ""

        def do_GET(self) -> None:
            if not self._is_for_us():
                return self._send(HTTPStatus.MISDIRECTED_REQUEST, b"this name is not served here\n")
            address = urlsplit(self.path)
            if address.path == "/":
                return self._send(HTTPStatus.OK, site.markup, "text/html; charset=utf-8")
            if address.path == "/favicon.ico":
                return self._send(HTTPStatus.NO_CONTENT, b"")
            if address.path != "/items":
                return self._send(HTTPStatus.NOT_FOUND, b"there is nothing here\n")
            try:
                found = _items(site, parse_qs(address.query, max_num_fields=20, errors="replace"))
            except ValueError as error:
                return self._send(HTTPStatus.BAD_REQUEST, f"{error}\n".encode("utf-8", "replace"))
            return self._send(HTTPStatus.OK, found, "application/json")

        def _is_for_us(self) -> bool:
            # A foreign site may make its own name point here, and would then be of one origin with the report.
            names = [f"{name}:{self.connection.getsockname()[1]}" for name in (ADDRESS, "localhost")]
            return self.headers.get_all("Host", []) in ([name] for name in names)

        def _send(self, status: HTTPStatus, body: bytes, kind: str = "text/plain; charset=utf-8") -> None:
            self.send_response(status)
            for name, value in {
                "Content-Type": kind,
                "Content-Length": str(len(body)),
                "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
                "Cross-Origin-Resource-Policy": "same-origin",
                "Cross-Origin-Opener-Policy": "same-origin",
                "Content-Security-Policy": "frame-ancestors 'none'",
            }.items():
                self.send_header(name, value)
            try:
                self.end_headers()
                self.wfile.write(body)
            except ConnectionError:
                # The reader has gone; whatever else it asked on this connection is of no use to it either.
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing: the terminal is the user's."""

    return Handler
