"""Take judged items; give what their answers took: tokens, further attempts, and the time of half and of nearly all."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ifdsl.store.records import ItemResult


class Usage(NamedTuple):
    """What the answers of a run took.

    `prompt_tokens` and `completion_tokens` are sums over the `counted` answers for which the server gave them.
    `p50` and `p95` are seconds of the last attempt, over the `timed` answers that took any; `None` where none did.
    """

    counted: int
    prompt_tokens: int
    completion_tokens: int
    retried: int
    timed: int
    p50: float | None
    p95: float | None


@dataclass(slots=True)
class UsageMeter:
    """Adds up items as they come. Memory: eight bytes for each answer, since percentiles need them all."""

    _counted: int = 0
    _prompt: int = 0
    _completion: int = 0
    _retried: int = 0
    _seconds: array[float] = field(default_factory=lambda: array("d"))

    def add(self, item: ItemResult) -> None:
        response = item.response
        if response is None:
            return
        asked, answered = response.usage
        self._counted += asked is not None or answered is not None
        self._prompt += asked or 0
        self._completion += answered or 0
        self._retried += response.attempts > 1
        if response.latency > 0:
            self._seconds.append(response.latency)

    def usage(self) -> Usage:
        seconds = sorted(self._seconds)
        return Usage(
            counted=self._counted,
            prompt_tokens=self._prompt,
            completion_tokens=self._completion,
            retried=self._retried,
            timed=len(seconds),
            p50=_percentile(seconds, 50),
            p95=_percentile(seconds, 95),
        )


def _percentile(ordered: Sequence[float], percent: int) -> float | None:
    """The least value that `percent` of a hundred do not exceed (nearest rank)."""
    if not ordered:
        return None
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
