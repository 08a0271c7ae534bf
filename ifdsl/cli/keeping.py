"""Take the results of a command one by one; keep them in its run, some at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from ifdsl.cli.writing import BATCH
from ifdsl.store.database import Entry, Graded, StoredItem
from ifdsl.store.records import ItemResult, Prompt, Request

if TYPE_CHECKING:
    from ifdsl.store.runs import Run


class Keeper:
    """Keeps results in a run.

    Args:
        run: where to; `None` keeps nothing.
        named: names the requests of responses that were made elsewhere, which are kept with their results; `None`
            where the responses are in the run already.
    """

    def __init__(self, run: Run | None, named: Callable[[Prompt, int], Request] | None) -> None:
        self._run = run
        self._named = named
        self._waiting: list[ItemResult] = []
        self._names: dict[str, int] = {}

    def add(self, result: ItemResult) -> ItemResult:
        """Keep a result; give it under the name by which it is kept.

        Raises:
            StoreError: the run cannot be written.
        """
        kept = result if self._named is None else self._apart(result)
        if self._run is not None:
            self._waiting.append(kept)
            if len(self._waiting) >= BATCH:
                self.flush()
        return kept

    def flush(self) -> None:
        """Write what waits.

        Raises:
            StoreError: the run cannot be written.
        """
        results, self._waiting = self._waiting, []
        if self._run is None or not results:
            return
        answered = [(result.response, result) for result in results if result.response is not None]
        if self._named is None:
            # A turn of a conversation that broke off before it was not asked, and is not there yet.
            if len(answered) < len(results):
                self._run.database.put_items(_item_of(one) for one in results if one.prompt_id not in self._there)
            keys = [response.request for response, _ in answered]
        else:
            self._run.database.put_items(map(_item_of, results))
            entries = [Entry(self._named(result.prompt, result.repeat), (), response) for response, result in answered]
            self._run.enter(entries)
            keys = [entry.request.key for entry in entries]
        self._run.database.put_verdicts(
            Graded(key, result.verifier, result.requirements) for key, (_, result) in zip(keys, answered, strict=True)
        )

    @cached_property
    def _there(self) -> frozenset[str]:
        """The items of the run. All are asked before the first result is kept, so that these are looked up once."""
        assert self._run is not None
        return frozenset(self._run.database.prompts())

    def _apart(self, result: ItemResult) -> ItemResult:
        """The result under a name of its own: several rows of recorded data may have one key."""
        count = self._names[result.prompt_id] = self._names.get(result.prompt_id, 0) + 1
        if count == 1:
            return result
        id_ = f"{result.prompt_id}#{count}"
        return result._replace(prompt_id=id_, prompt=result.prompt._replace(id=id_))


def _item_of(result: ItemResult) -> StoredItem:
    return StoredItem(result.prompt, tuple(one.unjudged() for one in result.requirements), result.verifier)
