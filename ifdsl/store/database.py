"""Take a run's place in a database; give its items, requests, attempts, responses and verdicts, written and read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ifdsl.store import results, schema
from ifdsl.store.cells import text_cell, text_of
from ifdsl.store.choosing import Filters, conditions
from ifdsl.store.link import Link, StoreError
from ifdsl.store.records import (
    UNDELIVERED,
    Attempt,
    ItemResult,
    Message,
    Prompt,
    Request,
    RequirementResult,
    Response,
)
from ifdsl.store.rows import (
    ATTEMPT,
    PROMPT,
    RESPONSE,
    STATED,
    VERDICT,
    attempt_of,
    attempt_row,
    columns,
    marks,
    messages_of,
    prompt_row,
    response_of,
    response_row,
    stated_row,
    verdict_row,
)

_REPLACED = ", ".join(f"{name} = excluded.{name}" for name in RESPONSE.split(", "))


class StoredItem(NamedTuple):
    """An item as a run keeps it: the prompt, what each requirement is reported under, and what grades it.

    `requirements` have an id, a constraint, a group, whether they are required, and maybe a source and phrases; their
    verdicts say nothing.
    """

    prompt: Prompt
    requirements: tuple[RequirementResult, ...]
    verifier: str


class Entry(NamedTuple):
    """What came of one request: the attempts, and the response at their end."""

    request: Request
    attempts: tuple[Attempt, ...]
    response: Response


class Graded(NamedTuple):
    """The verdicts of one verifier on the response to a request, one for each requirement of the item."""

    request: str
    verifier: str
    requirements: tuple[RequirementResult, ...]


class Spent(NamedTuple):
    """What the attempts of a run came to, as far as the servers said."""

    requests: int
    prompt_tokens: int
    completion_tokens: int


class Database:
    """One run in a database. Its methods may be called from several threads, one of which waits for the other.

    Args:
        link: the connection, which this closes.
        name: the run's, unique in the database.
        manifest: makes the run where it is not there, with its tables, and takes it for writing; None only looks.

    Raises:
        StoreError: the run is not there, is of a newer version, or another process writes it; or, here and from each
            method, the database cannot be used.
    """

    def __init__(self, link: Link, name: str, manifest: str | None = None) -> None:
        self.link = link
        if manifest is not None:
            self._make(name, manifest)
        found = link.run("SELECT run, version, manifest FROM run WHERE name = ?", (name,))
        if not found:
            raise StoreError(f"there is no run `{name}` in the database")
        self._run, version, self.manifest = int(found[0][0]), int(found[0][1]), str(found[0][2])
        if version > schema.VERSION:
            raise StoreError(f"the run `{name}` was written by a newer version of ifdsl")
        claim = link.dialect.claim
        if manifest is not None and claim is not None and not link.run(claim, (self._run,))[0][0]:
            raise StoreError(f"another process writes to the run `{name}`")

    def _make(self, name: str, manifest: str) -> None:
        link = self.link
        with link.transaction():
            if link.dialect.alone is not None:
                link.run(link.dialect.alone)
            for statement in (*schema.TABLES.values(), *schema.INDEXES):
                link.run(statement)
            if not link.run("SELECT run FROM run WHERE name = ?", (name,)):
                number = link.run("SELECT coalesce(max(run), 0) + 1 FROM run")[0][0]
                values = (number, name, schema.VERSION, manifest)
                link.run("INSERT INTO run (run, name, version, manifest) VALUES (?, ?, ?, ?)", values)

    def close(self) -> None:
        self.link.close()

    def empty(self, manifest: str) -> None:
        """Take out all that the run holds, and give it another manifest."""
        with self.link.transaction():
            for table in schema.TABLES:
                if table != "run":
                    self.link.run(f"DELETE FROM {table} WHERE run = ?", (self._run,))
            self.link.run(
                "UPDATE run SET manifest = ?, version = ? WHERE run = ?", (manifest, schema.VERSION, self._run)
            )
        self.manifest = manifest

    # Items

    def put_items(self, items: Iterable[StoredItem]) -> None:
        """Enter items, or what has changed of those that are there; a new one comes after all others."""
        items = list(items)
        with self.link.transaction():
            last = self.link.run("SELECT coalesce(max(place), -1) FROM item WHERE run = ?", (self._run,))[0][0]
            self.link.run_all(
                f"INSERT INTO item (run, {PROMPT}, place, verifier) VALUES (?, {marks(PROMPT)}, ?, ?) "
                "ON CONFLICT (run, id) DO UPDATE SET messages = excluded.messages, meta = excluded.meta, "
                "verifier = excluded.verifier",
                (
                    (self._run, *prompt_row(item.prompt), place, text_cell(item.verifier))
                    for place, item in enumerate(items, start=last + 1)
                ),
            )
            self._state(items)

    def regrade(self, items: Iterable[StoredItem]) -> None:
        """Say what grades items from now on, and what their requirements are; the prompts stay as they were asked.

        Items that the run does not have are passed over. Verdicts by earlier verifiers stay, and count again where
        items go back to these.
        """
        items = list(items)
        with self.link.transaction():
            there = {row[0] for row in self.link.run("SELECT id FROM item WHERE run = ?", (self._run,))}
            items = [item for item in items if text_cell(item.prompt.id) in there]
            self.link.run_all(
                "UPDATE item SET verifier = ? WHERE run = ? AND id = ?",
                ((text_cell(item.verifier), self._run, text_cell(item.prompt.id)) for item in items),
            )
            self._state(items)

    def _state(self, items: Sequence[StoredItem]) -> None:
        """Enter what the requirements of items are, in the place of what they were."""
        by_id = {text_cell(item.prompt.id): item.requirements for item in items}
        gone = "DELETE FROM requirement WHERE run = ? AND item = ?"
        self.link.run_all(gone, ((self._run, id_) for id_ in by_id))
        self.link.run_all(
            f"INSERT INTO requirement (run, item, place, {STATED}) VALUES (?, ?, ?, {marks(STATED)})",
            (
                (self._run, id_, place, *stated_row(one))
                for id_, requirements in by_id.items()
                for place, one in enumerate(requirements)
            ),
        )

    def prompts(self) -> dict[str, tuple[Message, ...]]:
        """The messages of each item's prompt, by its id."""
        rows = self.link.run("SELECT id, messages FROM item WHERE run = ? ORDER BY place", (self._run,))
        return {text_of(id_): messages_of(messages) for id_, messages in rows}

    # Requests and responses

    def answered(self) -> set[str]:
        """The keys of the requests whose response arrived."""
        lost = ", ".join(f"'{status}'" for status in sorted(UNDELIVERED))
        rows = self.link.run(f"SELECT request FROM response WHERE run = ? AND status NOT IN ({lost})", (self._run,))
        return {row[0] for row in rows}

    def enter(self, entries: Sequence[Entry]) -> None:
        """Enter what came of some requests, all of it or nothing; a response replaces an earlier one of its request.

        Entered again, an entry changes nothing.
        """
        run = self._run
        with self.link.transaction():
            self._point(entry.request for entry in entries)
            self.link.run_all(
                f"INSERT INTO attempt (run, request, {ATTEMPT}) VALUES (?, ?, {marks(ATTEMPT)}) ON CONFLICT DO NOTHING",
                ((run, entry.request.key, *attempt_row(one)) for entry in entries for one in entry.attempts),
            )
            self.link.run_all(
                f"INSERT INTO response (run, request, {RESPONSE}) VALUES (?, ?, {marks(RESPONSE)}) "
                f"ON CONFLICT (run, request) DO UPDATE SET {_REPLACED}",
                ((run, entry.request.key, *response_row(entry.response)) for entry in entries),
            )

    def point(self, requests: Iterable[Request]) -> None:
        """Say which request stands for which answer to an item."""
        with self.link.transaction():
            self._point(requests)

    def _point(self, requests: Iterable[Request]) -> None:
        self.link.run_all(
            'INSERT INTO request (run, item, "repeat", key) VALUES (?, ?, ?, ?) ON CONFLICT (run, item, "repeat") '
            # A run that is gone on with says again what it said before: nothing is to be written then.
            "DO UPDATE SET key = excluded.key WHERE request.key <> excluded.key",
            ((self._run, text_cell(one.prompt.id), one.repeat, one.key) for one in requests),
        )

    def response(self, request: Request) -> Response | None:
        """The response to a request, whatever became of it; None where it was not asked."""
        rows = self.link.run(f"SELECT {RESPONSE} FROM response WHERE run = ? AND request = ?", (self._run, request.key))
        return response_of(rows[0], request.prompt.id, request.key, request.repeat) if rows else None

    def responses_to(self, prompt_id: str) -> list[Response]:
        """The current responses to an item, one for each answer that was asked for and came, in their order."""
        rows = self.link.run(
            f'SELECT q.key, q."repeat", {columns("r", RESPONSE)} FROM request AS q JOIN response AS r '
            'ON r.run = q.run AND r.request = q.key WHERE q.run = ? AND q.item = ? ORDER BY q."repeat"',
            (self._run, text_cell(prompt_id)),
        )
        return [response_of(row[2:], prompt_id, row[0], row[1]) for row in rows]

    def attempts(self, key: str) -> list[Attempt]:
        """The attempts at a request, in the order in which they were made."""
        rows = self.link.run(
            f"SELECT {ATTEMPT} FROM attempt WHERE run = ? AND request = ? ORDER BY started, number", (self._run, key)
        )
        return [attempt_of(row) for row in rows]

    def spent(self) -> Spent:
        """What the attempts came to so far."""
        rows = self.link.run(
            "SELECT count(*), coalesce(sum(prompt_tokens), 0), coalesce(sum(completion_tokens), 0) "
            "FROM attempt WHERE run = ?",
            (self._run,),
        )
        return Spent(*(int(number) for number in rows[0]))

    # Verdicts

    def put_verdicts(self, graded: Iterable[Graded]) -> None:
        """Enter the verdicts on some responses, in the place of those by the same verifier; others stay."""
        graded, run = list(graded), self._run
        with self.link.transaction():
            self.link.run_all(
                "DELETE FROM verdict WHERE run = ? AND request = ? AND verifier = ?",
                ((run, one.request, text_cell(one.verifier)) for one in graded),
            )
            self.link.run_all(
                f"INSERT INTO verdict (run, request, verifier, place, {VERDICT}) VALUES (?, ?, ?, ?, {marks(VERDICT)})",
                (
                    (run, one.request, text_cell(one.verifier), place, *verdict_row(requirement))
                    for one in graded
                    for place, requirement in enumerate(one.requirements)
                ),
            )

    # Results

    def results(self) -> Iterator[ItemResult]:
        """Each answer to each item with its verdicts, in the order of the items; an item without any stands once.

        A few hundred items are in memory at a time, and no transaction is open while they are looked at.
        """
        return results.every(self.link, self._run)

    def page(self, offset: int, limit: int, filters: Filters) -> tuple[list[ItemResult], int]:
        """`limit` of the results that `filters` look for, from number `offset` (from 0), and how many there are in all.

        They are those of `results`, in its order, for which `ifdsl.report.filtering.matches` holds.

        Raises:
            ValueError: the verdict is none of those that can be looked for.
        """
        return results.page(self.link, self._run, offset, limit, conditions(filters))
