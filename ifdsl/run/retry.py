"""Take the failure of one attempt; give whether to try again and after how many seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite


def is_retried(http_status: int) -> bool:
    """Whether another attempt may go better: the request was not at fault, or may not have been seen."""
    return http_status in (408, 409, 429) or http_status >= 500


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often to try and how long to wait: exponential backoff with jitter drawn from a seed.

    All times are in seconds. The wait before try n + 1 lies between half of `first * 2**(n - 1)` and the
    whole, where `longest` caps it. A server's `Retry-After` takes the place of the backoff, with jitter on
    top, so that requests that were turned away together do not come back together.
    """

    attempts: int = 6
    first: float = 0.5
    longest: float = 30.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise ValueError(f"`attempts` is {self.attempts}; at least 1 is needed")
        if not (0 <= self.first <= self.longest):
            raise ValueError("`first` lies between 0 and `longest`")

    def delay(self, request: str, attempt: int, asked: float | None = None) -> float:
        """Seconds between failed attempt number `attempt` (from 1) and the next.

        The same key of a request, attempt and seed give the same delay, whatever else is under way.
        """
        import random

        # Not used for anything secret: jitter only has to differ from request to request.
        share = random.Random(f"{self.seed}:{attempt}:{request}").random()
        if asked is not None:
            return asked + share * self.first
        step = min(self.longest, self.first * 2.0 ** min(attempt - 1, 64))
        return step * (1 + share) / 2


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """The wait that a server asks for, in seconds, or `None`.

    Args:
        headers: the response's headers, with lower-case names or a mapping that ignores case.
        now: the time of day in seconds since the epoch, for a header that names a date.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _number(value)
    if seconds is not None or value is None:
        return seconds
    # Loading this takes as long as a hundred verdicts, and few servers name a date.
    from email.utils import parsedate_to_datetime

    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (TypeError, ValueError, OverflowError):
        return None


def _number(value: str | None) -> float | None:
    try:
        number = float(value) if value is not None else None
    except ValueError:
        return None
    return max(0.0, number) if number is not None and isfinite(number) else None
