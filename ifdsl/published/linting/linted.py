"""Give what a row of a published file comes to once it is looked over: its prompt, its parameters and the findings."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from ifdsl.linting import Finding, Prompt
from ifdsl.published.reading import ReadItem
from ifdsl.published.rows import Row
from ifdsl.source.diagnostic import Diagnostic


class Linted(NamedTuple):
    """A row of a file, with what is wrong with it.

    Attributes:
        line: its line, or its place in a table.
        key: its key, as messages have it.
        raw_key: its key as it stands in the file.
        prompt: what is asked; None where the row cannot be read.
        findings: what was found in its prompt and parameters.
        problems: what kept it, or one of its instructions, from being read.
        parameters: what it is graded on as it stands in the file, by the names of the columns.
    """

    line: int
    key: str
    raw_key: int | str | None
    prompt: Prompt | None
    findings: tuple[Finding, ...]
    problems: tuple[Diagnostic, ...]
    parameters: dict[str, Any]


def mark_of(row: Linted, finding: Finding) -> str:
    """What tells a finding from all others and stays with it while its row and its words stay: 16 hexadecimal digits.

    What else stands in the file makes no difference to it.
    """
    text = "" if row.prompt is None else row.prompt.text
    said = [row.key, text, finding.code.id, finding.spans, finding.paths, finding.message]
    return sha256(json.dumps(said).encode()).hexdigest()[:16]


def unread(read: ReadItem) -> Linted:
    """A row of which nothing can be read."""
    assert read.bad is not None
    key = read.bad.key or f"line {read.line}"
    return Linted(read.line, key, read.bad.raw_key, None, (), read.problems, {})


class Asked:
    """What the model has been asked by the time of a row: of a conversation, all of its turns so far.

    What one turn asks for is graded on the later ones too.
    """

    def __init__(self) -> None:
        self._turns: dict[str, list[str]] = {}

    def prompt(self, row: Row) -> Prompt:
        """The text of a row, after those of the turns before it."""
        if "conversation" not in row.meta:
            return Prompt(_with_messages(row))
        turns = self._turns.setdefault(str(row.meta["conversation"]), [])
        turns.append(row.prompt)
        return Prompt("\n\n".join(turns))


def _with_messages(row: Row) -> str:
    said = [message.content for message in row.messages if message.role == "user"]
    return row.prompt if all(_held(text, row.prompt) for text in said) else "\n\n".join(said)


def _held(text: str, prompt: str) -> bool:
    return " ".join(text.split()) in " ".join(prompt.split())


def repeats(members: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The places of members that stand there once more, each with the place of the first."""
    seen: dict[str, int] = {}
    for place, member in enumerate(members):
        first = seen.setdefault(member, place)
        if first != place:
            yield place, first
