"""Waits between attempts."""

from datetime import UTC, datetime
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.run.retry import RetryPolicy, is_retried, retry_after

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
def test_statuses_that_may_pass_are_retried(status: int) -> None:
    assert is_retried(status)


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 413, 422])
def test_statuses_that_will_not_pass_are_not(status: int) -> None:
    assert not is_retried(status)


@given(st.text(), st.integers(1, 10_000), st.integers())
def test_backoff_doubles_within_its_bounds_and_is_repeatable(prompt_id: str, attempt: int, seed: int) -> None:
    policy = RetryPolicy(first=0.5, longest=30.0, seed=seed)
    delay = policy.delay(prompt_id, attempt)
    whole = min(30.0, 0.5 * 2.0 ** min(attempt - 1, 64))
    assert whole / 2 <= delay <= whole
    assert delay == policy.delay(prompt_id, attempt)


@given(st.text(), st.integers(1, 9), st.floats(0, 1e4))
def test_what_the_server_asks_for_is_never_undercut(prompt_id: str, attempt: int, asked: float) -> None:
    assert asked <= RetryPolicy().delay(prompt_id, attempt, asked) <= asked + 0.5


def test_prompts_and_seeds_spread_out() -> None:
    delays = {RetryPolicy(seed=seed).delay(str(n), 1) for n in range(20) for seed in range(2)}
    assert len(delays) == 40


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after": "-4"}, 0.0),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": format_datetime(NOW.replace(second=35), usegmt=True)}, 30.0),
        ({"retry-after": format_datetime(NOW.replace(second=0), usegmt=True)}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, NOW.timestamp()) == seconds


@given(st.text())
def test_no_header_breaks_the_reader(value: str) -> None:
    seconds = retry_after({"retry-after": value, "retry-after-ms": value}, 0.0)
    assert seconds is None or seconds >= 0


@pytest.mark.parametrize("arguments", [{"attempts": 0}, {"first": -1}, {"first": 5, "longest": 1}])
def test_a_policy_that_makes_no_sense_is_refused(arguments: dict) -> None:
    with pytest.raises(ValueError, match=r"`(attempts|first)`"):
        RetryPolicy(**arguments)
