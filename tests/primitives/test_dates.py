"""Dates of a form, against the calendar of Python."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.primitives.dates import is_date


def exists(year: int, month: int, day: int) -> bool:
    try:
        datetime.date(year, month, day)
    except ValueError:
        return False
    return True


@given(st.integers(1, 9999), st.integers(0, 13), st.integers(0, 32))
def test_a_date_is_a_day_of_the_calendar(year: int, month: int, day: int) -> None:
    expected = exists(year, month, day)
    assert is_date(f"{year:04}-{month:02}-{day:02}", "YYYY-MM-DD") == expected
    assert is_date(f" {day}.{month}.{year:04}\n", "D.M.YYYY") == expected


@given(st.dates())
def test_months_by_name(day: datetime.date) -> None:
    name = [
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ][day.month - 1]  # fmt: skip
    assert is_date(f"{name} {day.day}, {day.year:04}", "MMMM D, YYYY")
    assert is_date(f"{day.day:02} {name[:3]} {day.year:04}", "DD MMM YYYY")


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("1900-02-29", "YYYY-MM-DD", False),
        ("2000-02-29", "YYYY-MM-DD", True),
        ("0000-02-29", "YYYY-MM-DD", True),
        ("1800-00-00", "YYYY-MM-DD", False),
        ("1800-1-1", "YYYY-MM-DD", False),
        ("01.1.1800", "D.M.YYYY", False),
        ("1800-01-01 or so", "YYYY-MM-DD", False),
        ("１８００-01-01", "YYYY-MM-DD", False),
        ("29 February", "D MMMM", True),
        ("30 February", "D MMMM", False),
        ("may 1", "MMMM D", False),
        ("2000", "YYYY", True),
        ("2000 2000", "YYYY YYYY", False),
        ("day", "day", True),
        ("", "YYYY", False),
        ("", "", True),
    ],
)
def test_forms(text: str, form: str, expected: bool) -> None:
    assert is_date(text, form) is expected
