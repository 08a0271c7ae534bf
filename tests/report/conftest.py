"""A browser for the tests that look at pages; they are skipped where there is none."""

from collections.abc import Iterator

import pytest

from tests.report import browser


@pytest.fixture(scope="module")
def tab() -> Iterator[browser.Page]:
    path = browser.find()
    if path is None:
        pytest.skip("no Chromium was found; its path may be given in the environment variable `CHROMIUM`")
    with browser.browsing(path) as page:
        yield page
