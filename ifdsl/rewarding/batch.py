"""Take items and the rollouts of each; give their rewards in the same shape, from one process or several.

An item is compiled once, whatever the number of its rollouts, and the views of a rollout are computed once for all of
its requirements. Processes are spawned, never forked, so that nothing of the caller's threads and locks comes along: a
script keeps its calls under `if __name__ == "__main__":`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import TracebackType
from typing import Self, TypeAlias, cast, overload

from ifdsl.rewarding.kinds import Kind
from ifdsl.rewarding.reward import Reward, Rewardable, reward

Rollout: TypeAlias = str | None
"""A response, or None where there was no answer."""

CHUNK = 256
"""Rollouts that go to a process at once, at most."""


class Rewarder:
    """The rewards for some items, for one batch after another.

    `rewards` may be called from several threads at once, the main one or others. With `workers` processes it is a
    context manager, or `close` ends them; the items are sent to each process once.
    """

    def __init__(
        self,
        items: Sequence[Rewardable],
        kind: Kind = "fraction",
        *,
        loose: bool = False,
        graded: Callable[[str], str] | None = None,
        workers: int = 1,
    ) -> None:
        """
        Args:
            items: what the prompts ask, in the order that batches refer to them by; see `reward`.
            kind: see `kinds`.
            loose: see `reward`.
            graded: see `reward`; a function of a module, where there are several processes.
            workers: how many processes compute; 1 is the caller's own.

        Raises:
            ValueError: there is no such kind, an item is empty, or `workers` is below 1.
            TypeError: an item is none of what can be rewarded, or cannot be sent to a process.
        """
        if workers < 1:
            raise ValueError(f"`workers` is {workers}; at least 1 is needed")
        self._rewards = [reward(item, kind, loose=loose, graded=graded) for item in items]
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        if workers > 1:
            self._pool = ProcessPoolExecutor(
                workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(self._rewards,)
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the processes, where there are any."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    @overload
    def rewards(self, responses: Sequence[Sequence[Rollout]], prompts: None = None) -> list[list[float]]: ...

    @overload
    def rewards(self, responses: Sequence[Rollout], prompts: Sequence[int]) -> list[float]: ...

    def rewards(
        self, responses: Sequence[Sequence[Rollout]] | Sequence[Rollout], prompts: Sequence[int] | None = None
    ) -> list[list[float]] | list[float]:
        """The rewards of rollouts.

        Args:
            responses: for each item in order a list of its rollouts; or with `prompts` all rollouts in one list.
            prompts: for each rollout of that one list the place of its item, from 0.

        Returns:
            A reward for each rollout, in the shape of `responses`.

        Raises:
            ValueError: there are not as many lists as items, or not as many places as rollouts, or no item at a place.
            TypeError: a rollout is neither a text nor None.
            concurrent.futures.process.BrokenProcessPool: a process died.
        """
        if prompts is not None:
            return self._flat(_texts(responses), self._places(prompts, len(responses)))
        if len(responses) != len(self._rewards):
            raise ValueError(f"{len(responses)} lists of responses for {len(self._rewards)} items")
        lists = [_rollouts(place, of_item) for place, of_item in enumerate(responses)]
        places = [place for place, of_item in enumerate(lists) for _ in of_item]
        found = iter(self._flat([text for of_item in lists for text in of_item], places))
        return [[next(found) for _ in of_item] for of_item in lists]

    def _places(self, prompts: Sequence[int], count: int) -> list[int]:
        if len(prompts) != count:
            raise ValueError(f"{len(prompts)} places of prompts for {count} responses")
        wrong = next((place for place in prompts if not 0 <= place < len(self._rewards)), None)
        if wrong is not None:
            raise ValueError(f"there is no item at place {wrong}; there are {len(self._rewards)}, the first at 0")
        return list(prompts)

    def _flat(self, texts: list[Rollout], places: list[int]) -> list[float]:
        if self._pool is None:
            return [self._rewards[place](text) for place, text in zip(places, texts, strict=True)]
        # Each process gets its share of a small batch, too.
        size = max(1, min(CHUNK, -(-len(texts) // (4 * self._workers))))
        chunks = [(places[at : at + size], texts[at : at + size]) for at in range(0, len(texts), size)]
        return [one for found in self._pool.map(_of_chunk, chunks) for one in found]


@overload
def rewards(
    items: Sequence[Rewardable],
    responses: Sequence[Sequence[Rollout]],
    kind: Kind = "fraction",
    *,
    prompts: None = None,
    loose: bool = False,
    graded: Callable[[str], str] | None = None,
    workers: int = 1,
) -> list[list[float]]: ...


@overload
def rewards(
    items: Sequence[Rewardable],
    responses: Sequence[Rollout],
    kind: Kind = "fraction",
    *,
    prompts: Sequence[int],
    loose: bool = False,
    graded: Callable[[str], str] | None = None,
    workers: int = 1,
) -> list[float]: ...


def rewards(
    items: Sequence[Rewardable],
    responses: Sequence[Sequence[Rollout]] | Sequence[Rollout],
    kind: Kind = "fraction",
    *,
    prompts: Sequence[int] | None = None,
    loose: bool = False,
    graded: Callable[[str], str] | None = None,
    workers: int = 1,
) -> list[list[float]] | list[float]:
    """The rewards of one batch of rollouts; see `Rewarder`, which takes one batch after another.

    Args:
        items: what the prompts ask.
        responses: for each item a list of its rollouts; or with `prompts` all rollouts in one list.
        kind: see `kinds`.
        prompts: for each rollout of that one list the place of its item, from 0.
        loose: see `reward`.
        graded: see `reward`.
        workers: how many processes compute. Starting them takes about a second, which a large batch is worth.

    Raises:
        ValueError, TypeError: as `Rewarder` and its `rewards`.
    """
    with Rewarder(items, kind, loose=loose, graded=graded, workers=workers) as rewarder:
        if prompts is None:
            return rewarder.rewards(cast("Sequence[Sequence[Rollout]]", responses))
        return rewarder.rewards(cast("Sequence[Rollout]", responses), prompts)


def _rollouts(place: int, of_item: object) -> list[Rollout]:
    if isinstance(of_item, str) or not isinstance(of_item, Sequence):
        hint = "; in one list they need `prompts`" if isinstance(of_item, str | None) else ""
        raise TypeError(f"the responses to item {place} are a list, not {type(of_item).__name__}{hint}")
    return _texts(of_item)


def _texts(responses: Sequence[object]) -> list[Rollout]:
    def texts() -> Iterator[Rollout]:
        for one in responses:
            if one is not None and not isinstance(one, str):
                raise TypeError(f"a response is a text or None, not {type(one).__name__}")
            yield one

    return list(texts())


# ---------------------------------------------------------------- what runs in the processes


_held: list[Reward] = []
"""What this process rewards with; filled once, where it was started for that."""


def _begin(held: list[Reward]) -> None:
    import signal

    # Ctrl-C reaches every process of the terminal; whoever started this one ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _held[:] = held


def _of_chunk(chunk: tuple[list[int], list[Rollout]]) -> list[float]:
    return [_held[place](text) for place, text in zip(*chunk, strict=True)]
