"""Take how requests end; give how many may be under way at once: more while all goes well, fewer when told so.

The rule is that of congestion control (Chiu and Jain 1989; Jacobson 1988): the limit doubles per round trip until a
server first says that it is too much (HTTP 429), from then on it grows by one per round trip and shrinks by a factor
each time that is said again. Errors of the server are no sign of too many requests, but none of health either: they
hold the growth for a while.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

_FACTOR = 0.7
_PAUSE_SECONDS = 5.0


@dataclass(slots=True)
class Pace:
    """Bounds the requests under way to one endpoint.

    Attributes:
        most: the limit never goes beyond.
        limit: requests that may be under way now; a fraction is kept from round to round.
        clock: the time in seconds.
    """

    most: int
    limit: float
    clock: Callable[[], float]
    under_way: int = 0
    _slow_start: bool = True
    _cut: float = float("-inf")
    _paused_until: float = float("-inf")
    _waiting: deque[asyncio.Future[None]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        if self.most < 1:
            raise ValueError(f"the most requests at once are {self.most}; at least 1 is needed")
        self.limit = float(min(max(1.0, self.limit), self.most))

    async def enter(self) -> None:
        """Wait for a place."""
        # Whoever waits goes first, or a request could wait for ever.
        if self._waiting or self.under_way >= int(self.limit):
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            try:
                await place
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self._leave()
                raise
        else:
            self.under_way += 1

    def leave(self, began: float, *, refused: bool = False, troubled: bool = False) -> None:
        """Give a place back, and learn from how the request ended.

        Args:
            began: when the request went out, by the clock.
            refused: the server said that it was asked too much.
            troubled: the server failed, or nothing was heard of it.
        """
        if refused:
            self._shrink(began)
        elif troubled:
            self._paused_until = self.clock() + _PAUSE_SECONDS
        else:
            self._grow(began)
        self._leave()

    def _shrink(self, began: float) -> None:
        # Requests that were under way together are refused together: that is one sign, not many.
        if began > self._cut:
            self._slow_start = False
            self._cut = self.clock()
            self.limit = max(1.0, self.limit * _FACTOR)

    def _grow(self, began: float) -> None:
        # A limit that was not reached has not been shown to hold; an answer to a request from before the last cut
        # says nothing of the limit now.
        if began <= max(self._cut, self._paused_until) or self.under_way < int(self.limit):
            return
        self.limit = min(float(self.most), self.limit + (1.0 if self._slow_start else 1.0 / self.limit))

    def _leave(self) -> None:
        self.under_way -= 1
        while self._waiting and self.under_way < int(self.limit):
            place = self._waiting.popleft()
            if not place.done():
                self.under_way += 1
                place.set_result(None)
