"""How many requests may be under way: grows while all goes well, shrinks when told so, never beyond the most."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.run.pacing import Pace


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Traffic:
    """Requests that enter and leave a pace one step at a time, by a clock of their own."""

    most: int
    start: float = 1.0
    clock: Clock = field(default_factory=Clock)
    waiting: list[asyncio.Task[float]] = field(default_factory=list)
    inside: list[float] = field(default_factory=list)
    """When those under way began."""

    def __post_init__(self) -> None:
        self.pace = Pace(self.most, self.start, self.clock)

    async def settle(self) -> None:
        """Let all that have a place go in; those who came first are the first."""
        for _ in range(4):
            await asyncio.sleep(0)
        done = [task.done() for task in self.waiting]
        assert done == sorted(done, reverse=True), "somebody was passed over"
        self.inside += [task.result() for task in self.waiting if task.done()]
        self.waiting = [task for task in self.waiting if not task.done()]

    async def enter(self, count: int = 1) -> None:
        self.waiting += [asyncio.ensure_future(self._begin()) for _ in range(count)]
        await self.settle()

    async def _begin(self) -> float:
        await self.pace.enter()
        return self.clock()

    async def leave(self, which: int = 0, **signs: bool) -> None:
        self.pace.leave(self.inside.pop(which % len(self.inside)), **signs)
        await self.settle()

    async def give_up(self, which: int) -> None:
        task = self.waiting.pop(which % len(self.waiting))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await self.settle()

    async def end(self) -> None:
        for task in self.waiting:
            task.cancel()
        await asyncio.gather(*self.waiting, return_exceptions=True)

    async def round_trip(self, **signs: bool) -> None:
        """All that are under way end, a moment later, and others take their places."""
        count = len(self.inside)
        self.clock.now += 1
        for _ in range(count):
            await self.leave(**signs)
        await self.enter(2 * self.most - len(self.waiting))


steps = st.lists(
    st.one_of(
        st.tuples(st.just("enter"), st.integers(1, 5)),
        st.tuples(st.sampled_from(["good", "good", "refused", "troubled"]), st.integers(0, 50)),
        st.tuples(st.just("give up"), st.integers(0, 50)),
        st.tuples(st.just("tick"), st.integers(1, 4)),
    ),
    max_size=80,
)


@given(st.integers(1, 12), st.floats(0, 20), steps)
def test_the_limit_holds_and_everybody_gets_a_place(most: int, start: float, taken: list[tuple[str, int]]) -> None:
    async def go() -> None:
        traffic = Traffic(most, start)
        pace = traffic.pace
        last_cut = float("-inf")
        for step, value in taken:
            before, inside = pace.limit, len(traffic.inside)
            if step == "enter":
                await traffic.enter(value)
            elif step == "tick":
                traffic.clock.now += value
            elif step == "give up":
                if traffic.waiting:
                    await traffic.give_up(value)
            elif traffic.inside:
                began = traffic.inside[value % len(traffic.inside)]
                await traffic.leave(value, refused=step == "refused", troubled=step == "troubled")
                if pace.limit < before:
                    assert step == "refused"
                    assert began > last_cut, "one round trip has one cut at most"
                    last_cut = traffic.clock.now
                if pace.limit > before:
                    assert step == "good"
                    assert began > last_cut, "what was asked before a cut says nothing of the limit after it"
            # INVARIANT: nobody goes in beyond the limit, and nobody waits while there is room.
            assert 1 <= pace.limit <= most
            assert pace.under_way == len(traffic.inside)
            assert len(traffic.inside) <= max(int(pace.limit), inside)
            if traffic.waiting:
                assert pace.under_way >= int(pace.limit)
        while traffic.waiting:
            assert traffic.inside
            await traffic.leave()
        await traffic.end()

    asyncio.run(go())


def run(traffic: Traffic, *trips: dict[str, bool]) -> list[float]:
    """The limit after each round trip."""

    async def go() -> list[float]:
        await traffic.enter(3 * traffic.most)
        limits = []
        for signs in trips:
            await traffic.round_trip(**signs)
            limits.append(traffic.pace.limit)
        await traffic.end()
        return limits

    return asyncio.run(go())


GOOD: dict[str, bool] = {}


def test_it_doubles_until_it_is_told_that_it_is_too_much() -> None:
    assert run(Traffic(100), *[GOOD] * 8) == [2, 4, 8, 16, 32, 64, 100, 100]


def test_a_refusal_cuts_it_once_and_then_it_grows_by_one_a_round_trip() -> None:
    first, *after = run(Traffic(100, 64), {"refused": True}, *[GOOD] * 5)
    # The 64 requests that were refused together are one sign.
    assert first == pytest.approx(64 * 0.7)
    # Those that took the places of the refused began no later than the cut was made, by this clock.
    assert after[0] == first
    grown = [b - a for a, b in pairwise(after)]
    assert all(0.9 < each < 1.1 for each in grown), grown


def test_one_request_is_always_allowed() -> None:
    assert run(Traffic(4, 2), *[{"refused": True}] * 20)[-1] == 1


def test_trouble_of_the_server_holds_the_growth_for_a_while() -> None:
    limits = run(Traffic(100), GOOD, {"troubled": True}, *[GOOD] * 8)
    # A round trip takes a second, and the growth is held for five.
    assert limits[:8] == [2] * 8
    assert limits[9] > limits[8] > 2


def test_a_limit_that_is_not_reached_does_not_grow() -> None:
    async def go() -> float:
        traffic = Traffic(100, 10)
        for _ in range(50):
            await traffic.enter()
            traffic.clock.now += 1
            await traffic.leave()
        return traffic.pace.limit

    assert asyncio.run(go()) == 10


@pytest.mark.parametrize(("start", "limit"), [(-3, 1), (0.5, 1), (7, 7), (900, 64)])
def test_the_first_limit_is_within_the_bounds(start: float, limit: float) -> None:
    assert Pace(64, start, Clock()).limit == limit


def test_a_bound_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 is needed"):
        Pace(0, 1, Clock())


def test_a_place_that_was_given_to_one_who_gave_up_is_given_on() -> None:
    async def go() -> None:
        traffic = Traffic(1)
        await traffic.enter(3)
        assert len(traffic.inside) == 1
        # The place goes to the second at the very moment in which that gives up.
        traffic.pace.leave(traffic.inside.pop())
        traffic.waiting.pop(0).cancel()
        await traffic.settle()
        assert (len(traffic.inside), len(traffic.waiting)) == (1, 0)
        await traffic.end()

    asyncio.run(go())
