"""Which items belong to what is looked for."""

import pytest

from ifdsl.report.filtering import Filters, matches
from tests.report.drawn import failed, requirement

ITEM = failed(
    "p1",
    "Write ten words.",
    "Übung macht den Meister",
    requirement("length.words", "fail", "pass"),
    requirement("case.lower", "pass"),
    requirement("style.formal", "unknown"),
    meta={"pattern": "Listing", "level": 3},
)


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(), True),
        (Filters(verdict="failed"), True),
        (Filters(verdict="passed"), False),
        (Filters(verdict="failed", constraint="case.lower"), False),
        (Filters(verdict="passed", constraint="case.lower"), True),
        (Filters(verdict="rescued", constraint="length.words"), True),
        (Filters(verdict="undecided", group="style"), True),
        (Filters(group="style", constraint="case.lower"), False),
        (Filters(constraint="case.upper"), False),
        (Filters(status="ok"), True),
        (Filters(status="timeout"), False),
        (Filters(pattern="Listing", level="3"), True),
        (Filters(level="2"), False),
        (Filters(language="en"), False),
        (Filters(text="übung"), True),
        (Filters(text="TEN WORDS"), True),
        (Filters(text="p1"), True),
        (Filters(text="eleven"), False),
        (Filters(prompt="p1"), True),
        (Filters(prompt="p"), False),
    ],
)
def test_an_item_and_what_is_looked_for(filters: Filters, found: bool) -> None:
    assert matches(ITEM, filters) is found


def test_without_an_answer_every_requirement_has_failed() -> None:
    lost = failed("p2", "ask", "", requirement("case.lower", "pass"), status="refused")
    assert matches(lost, Filters(verdict="failed", constraint="case.lower"))
    assert not matches(lost, Filters(verdict="passed", constraint="case.lower"))
