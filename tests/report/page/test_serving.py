"""The report over HTTP, as a browser and as somebody with bad intent ask for it."""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from ifdsl.report.filtering import Filters
from ifdsl.report.page.gathering import RunResults
from ifdsl.report.page.serving import ADDRESS, MOST, PageOf, PortTaken, by_reading, server
from ifdsl.store.records import ItemResult
from tests.report.browser import Page
from tests.report.drawn import failed, requirement

ITEMS = [
    failed(
        f"p{i}",
        f"ask {i}",
        "<b>words</b>",
        requirement("length.words", "fail" if i % 2 else "pass"),
        meta={"level": i % 3},
    )
    for i in range(230)
]
RUNS = [RunResults("one", {}, ITEMS), RunResults("two", {}, ITEMS[:50])]


@contextmanager
def running(*runs: RunResults, pages: list[PageOf] | None = None) -> Iterator[int]:
    with server(runs or RUNS, pages=pages) as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield made.server_address[1]
        finally:
            made.shutdown()
            thread.join()


def ask(port: int, path: str, method: str = "GET", **headers: str) -> tuple[int, str, dict[str, str]]:
    connection = http.client.HTTPConnection(ADDRESS, port, timeout=30)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8"), dict(answer.getheaders())
    finally:
        connection.close()


def page_of(port: int, query: str) -> Any:
    status, body, _ = ask(port, f"/items?{query}")
    assert status == 200
    return json.loads(body)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with running() as found:
        yield found


def test_pages_follow_one_another(port: int) -> None:
    found = [page_of(port, f"offset={offset}&limit=50") for offset in range(0, 250, 50)]
    assert [item["id"] for each in found for item in each["items"]] == [item.prompt_id for item in ITEMS]
    assert {each["total"] for each in found} == {230}


def test_filters_and_runs(port: int) -> None:
    found = page_of(port, "verdict=failed&level=1&limit=3&run=1")
    wanted = [item.prompt_id for item in ITEMS[:50] if item.strict is False and item.prompt.meta["level"] == 1]
    assert [item["id"] for item in found["items"]] == wanted[:3]
    assert found["total"] == len(wanted)
    assert [item["run"] for item in found["items"]] == [1, 1, 1]
    assert page_of(port, "prompt=p7")["total"] == 1


def test_no_request_takes_more_than_it_may(port: int) -> None:
    assert len(page_of(port, "limit=99999")["items"]) == MOST


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("offset=-1", "a whole number"),
        ("limit=1e3", "a whole number"),
        ("limit=" + "9" * 5000, "a whole number"),
        ("run=2", "no run `2`"),
        ("verdict=good", "not a verdict"),
        ("colour=red", "nothing to choose by"),
        ("&".join("text=a" for _ in range(30)), "fields"),
    ],
)
def test_a_query_that_means_nothing(port: int, query: str, said: str) -> None:
    status, body, _ = ask(port, f"/items?{query}")
    assert status == 400
    assert said in body


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", ""])
def test_a_foreign_name_gets_nothing(port: int, host: str) -> None:
    for path in ("/", "/items"):
        status, body, _ = ask(port, path, Host=host.format(port=port))
        assert status == 421
        assert "words" not in body


def test_our_names_are_served_and_to_no_other_origin(port: int) -> None:
    for name in (ADDRESS, "localhost"):
        status, body, headers = ask(port, "/", Host=f"{name}:{port}", Origin="https://evil.example")
        assert status == 200
        assert "connect-src &#39;self&#39;" in body
        assert not [each for each in headers if each.lower().startswith("access-control")]
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "HEAD"])
def test_nothing_but_reading(port: int, method: str) -> None:
    assert ask(port, "/", method)[0] == 501


def test_nothing_else_is_there(port: int) -> None:
    assert ask(port, "/../../etc/passwd")[0] == 404
    assert ask(port, "/favicon.ico")[0] == 204


def test_a_store_can_give_the_pages() -> None:
    asked: list[tuple[int, int, Filters]] = []

    def pages(offset: int, limit: int, filters: Filters) -> tuple[list[ItemResult], int]:
        asked.append((offset, limit, filters))
        return ITEMS[:1], 7

    with running(RUNS[0], pages=[pages]) as port:
        assert page_of(port, "offset=5&limit=2&text=x%26y")["total"] == 7
    assert asked == [(5, 2, Filters(text="x&y"))]


def test_what_cannot_be_served(port: int) -> None:
    with pytest.raises(PortTaken, match=f"listens on port {port}"):
        server(RUNS, port)
    with pytest.raises(ValueError, match="1 page functions for 2 runs"):
        server(RUNS, pages=[by_reading(RUNS[0])])


def test_a_browser_goes_through_a_large_run(tab: Page, port: int) -> None:
    tab.show_as(1300, 900)
    tab.forget()
    tab.open(f"http://{ADDRESS}:{port}/")
    tab.wait("document.querySelector('#list li')")
    assert "all 280 answers can be looked at" in tab.run("document.body.innerText")
    assert tab.run("document.getElementById('found').textContent") == "1 of 115 found"
    tab.run("document.getElementById('later').click()")
    tab.wait("document.getElementById('found').textContent === '51 of 115 found'")
    tab.press("k")
    tab.wait("document.getElementById('found').textContent === '50 of 115 found'")
    tab.press("j")
    tab.wait("document.getElementById('found').textContent === '51 of 115 found'")
    assert tab.run("document.querySelector('#item .words b') === null")
    tab.run("document.querySelector('[name=text]').value = 'ask 7'")
    tab.run("document.querySelector('[name=text]').dispatchEvent(new Event('input', { bubbles: true }))")
    tab.wait("document.getElementById('found').textContent === '1 of 6 found'")
    tab.press("d")
    tab.wait("document.querySelector('.other')")
    assert tab.run("document.querySelector('.other .facts-line').textContent.startsWith('two')")
    assert tab.problems == []
    assert all(address.startswith(f"http://{ADDRESS}:{port}/") for address in tab.requests)
