"""Take nothing; give the tables of a run: items, requirements, requests, attempts, responses and verdicts.

They are the same in SQLite, where a file holds one run, and in PostgreSQL, where a database holds those of a team.
Texts that hold JSON are ASCII; other texts are written as `ifdsl.store.cells` says. `item` is the id of a prompt,
`request` the key of a request. Answers to yes or no are 1 or 0.
"""

from __future__ import annotations

VERSION = 1

TABLES = {
    "run": """CREATE TABLE IF NOT EXISTS run (
        run INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, manifest TEXT NOT NULL)""",
    # `verifier` is the fingerprint of what grades the item now.
    "item": """CREATE TABLE IF NOT EXISTS item (
        run INTEGER NOT NULL, id TEXT NOT NULL, place INTEGER NOT NULL, messages TEXT NOT NULL, meta TEXT NOT NULL,
        verifier TEXT NOT NULL, PRIMARY KEY (run, id))""",
    # Requirements as the item states them now; verdicts of its verifier have the same places.
    "requirement": """CREATE TABLE IF NOT EXISTS requirement (
        run INTEGER NOT NULL, item TEXT NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL,
        constraint_name TEXT NOT NULL, group_name TEXT NOT NULL, required INTEGER NOT NULL, source TEXT NOT NULL,
        phrases TEXT, PRIMARY KEY (run, item, place))""",
    # The current request for each answer to each item: a later turn is asked anew where the one before it was.
    "request": """CREATE TABLE IF NOT EXISTS request (
        run INTEGER NOT NULL, item TEXT NOT NULL, "repeat" INTEGER NOT NULL, key TEXT NOT NULL,
        PRIMARY KEY (run, item, "repeat"))""",
    # INVARIANT: the key holds all that tells one attempt from another, so that entering it twice enters it once.
    "attempt": """CREATE TABLE IF NOT EXISTS attempt (
        run INTEGER NOT NULL, request TEXT NOT NULL, number INTEGER NOT NULL, started DOUBLE PRECISION NOT NULL,
        seconds DOUBLE PRECISION NOT NULL, outcome TEXT NOT NULL, http_status INTEGER, message TEXT,
        retry_after DOUBLE PRECISION, prompt_tokens BIGINT, completion_tokens BIGINT,
        PRIMARY KEY (run, request, started, number))""",
    "response": """CREATE TABLE IF NOT EXISTS response (
        run INTEGER NOT NULL, request TEXT NOT NULL, status TEXT NOT NULL, answered INTEGER NOT NULL,
        text TEXT NOT NULL, raw TEXT, slices TEXT, reasoning TEXT, finish_reason TEXT, model TEXT NOT NULL,
        served_model TEXT, prompt_tokens BIGINT, completion_tokens BIGINT, seconds DOUBLE PRECISION NOT NULL,
        attempts INTEGER NOT NULL, error TEXT, error_kind TEXT, effective TEXT, PRIMARY KEY (run, request))""",
    # `evidence` is a JSON list of `[start, end, role, label]`.
    "verdict": """CREATE TABLE IF NOT EXISTS verdict (
        run INTEGER NOT NULL, request TEXT NOT NULL, verifier TEXT NOT NULL, place INTEGER NOT NULL,
        strict TEXT NOT NULL, loose TEXT NOT NULL, "view" TEXT NOT NULL, measured TEXT, expected TEXT,
        margin DOUBLE PRECISION, message TEXT NOT NULL, evidence TEXT, PRIMARY KEY (run, request, verifier, place))""",
}
INDEXES = ("CREATE UNIQUE INDEX IF NOT EXISTS item_place ON item (run, place)",)
