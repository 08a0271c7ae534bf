"""Take the connection to a run and its number; give its results: each answer to each item with the verdicts on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ifdsl.store.cells import text_of
from ifdsl.store.choosing import LOOKED_AT, Conditions
from ifdsl.store.link import Link, Row
from ifdsl.store.records import ItemResult
from ifdsl.store.rows import PROMPT, RESPONSE, STATED, VERDICT, columns, judged_of, prompt_of, response_of

PAGE = 256
"""Items that are read at a time: a run of any length is read in the same memory."""
_SCANNED = 4096

_ANSWERS = (
    "FROM {items} AS i LEFT JOIN request AS q ON q.run = i.run AND q.item = i.id "
    "LEFT JOIN response AS r ON r.run = q.run AND r.request = q.key "
    # A request without a response is no result, save for one of each item that has no other.
    "WHERE (r.status IS NOT NULL OR (NOT EXISTS (SELECT 1 FROM request AS a JOIN response AS b "
    "ON b.run = a.run AND b.request = a.key WHERE a.run = i.run AND a.item = i.id) AND (q.key IS NULL OR "
    'q."repeat" = (SELECT min(a."repeat") FROM request AS a WHERE a.run = i.run AND a.item = i.id))))'
)
_ALL_ANSWERS = _ANSWERS.format(items="item")
_REPEAT = 'CASE WHEN r.status IS NULL THEN 0 ELSE q."repeat" END'


def every(link: Link, run: int) -> Iterator[ItemResult]:
    """All results, in the order of the items; an item without any response stands once."""
    after = -1
    while True:
        found = _results(link, run, "place > ? ORDER BY place LIMIT ?", (after, PAGE))
        if not found:
            return
        yield from (result for _, result in found)
        after = found[-1][0]


def page(link: Link, run: int, offset: int, limit: int, wanted: Conditions) -> tuple[list[ItemResult], int]:
    """`limit` of the results that meet conditions, from number `offset` (from 0), and how many meet them."""
    found: Sequence[Row]
    if wanted.test is None:
        total = int(_answers(link, run, "count(*)", wanted)[0][0])
        order = f"ORDER BY i.place, {_REPEAT} LIMIT ? OFFSET ?"
        found = _answers(link, run, f"i.place, {_REPEAT}", wanted, order, (limit, offset))
    else:
        all_found = list(_tested(link, run, wanted))
        total, found = len(all_found), all_found[offset : offset + limit]
    if not found:
        return [], total
    places = list(dict.fromkeys(place for place, _ in found))
    chosen = _results(link, run, f"place IN ({', '.join('?' * len(places))})", places)
    by_answer = {(place, result.repeat): result for place, result in chosen}
    # What was found may have become something else in between, where somebody writes.
    return [by_answer[place, repeat] for place, repeat in found if (place, repeat) in by_answer], total


def _tested(link: Link, run: int, wanted: Conditions) -> Iterator[tuple[int, int]]:
    """The place and the repeat of each result that meets conditions and their test."""
    assert wanted.test is not None
    after = (-1, -1)
    onward = f"AND (i.place > ? OR (i.place = ? AND {_REPEAT} > ?)) ORDER BY i.place, {_REPEAT} LIMIT ?"
    while True:
        values = (after[0], *after, _SCANNED)
        rows = _answers(link, run, f"i.place, {_REPEAT}, {LOOKED_AT}", wanted, onward, values)
        if not rows:
            return
        yield from ((row[0], row[1]) for row in rows if wanted.test(row[2:]))
        after = rows[-1][0], rows[-1][1]


def _answers(link: Link, run: int, chosen: str, wanted: Conditions, rest: str = "", values: Row = ()) -> list[Row]:
    statement = f"SELECT {chosen} {_ALL_ANSWERS} AND i.run = ? AND {wanted.sql} {rest}"
    return link.run(statement, (run, *wanted.values, *values))


def _results(link: Link, run: int, condition: str, values: Row) -> list[tuple[int, ItemResult]]:
    """The results of the items that a condition names, each with the item's place, in order."""
    chosen = f"(SELECT * FROM item WHERE run = ? AND {condition})"
    values = (run, *values)
    rows = link.run(
        f"SELECT i.place, i.verifier, {_REPEAT}, q.key, {columns('i', PROMPT)}, {columns('r', RESPONSE)} "
        f"{_ANSWERS.format(items=chosen)} ORDER BY i.place, {_REPEAT}",
        values,
    )
    stated: dict[int, list[Row]] = defaultdict(list)
    for place, *one in link.run(
        f"SELECT i.place, {columns('p', STATED)} FROM {chosen} AS i JOIN requirement AS p "
        "ON p.run = i.run AND p.item = i.id ORDER BY i.place, p.place",
        values,
    ):
        stated[place].append(one)
    verdicts: dict[str, dict[int, Row]] = defaultdict(dict)
    for key, number, *verdict in link.run(
        f"SELECT q.key, v.place, {columns('v', VERDICT)} FROM {chosen} AS i "
        "JOIN request AS q ON q.run = i.run AND q.item = i.id "
        "JOIN verdict AS v ON v.run = q.run AND v.request = q.key AND v.verifier = i.verifier",
        values,
    ):
        verdicts[key][number] = verdict
    return [(int(row[0]), _result(row, stated[row[0]], verdicts.get(row[3], {}))) for row in rows]


def _result(row: Row, stated: Sequence[Row], verdicts: dict[int, Row]) -> ItemResult:
    _, verifier, repeat, key, *rest = row
    prompt, response = prompt_of(rest[:3]), rest[3:]
    came = None if response[0] is None else response_of(response, prompt.id, key, repeat)
    # What no verdict of the item's own verifier is about is unknown.
    judged = [judged_of(one, verdicts.get(place)) for place, one in enumerate(stated)]
    return ItemResult.of(prompt, came, judged)._replace(verifier=text_of(verifier))
