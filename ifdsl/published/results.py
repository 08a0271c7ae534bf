"""Take graded items of a published benchmark; write them in the shape that its own evaluator writes.

IFEval's evaluator (google-research/instruction_following_eval, evaluation_main.py) writes one file a reading, a row an
item in input order: `instruction_id_list`, `prompt`, `response`, `follow_all_instructions`, `follow_instruction_list`.
Rows here carry the `key` as well, and an `error` where something kept them from being checked.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from ifdsl.published.reading import ReadItem
from ifdsl.store.records import ItemResult, Verdict

FILES = ("eval_results_strict.jsonl", "eval_results_loose.jsonl")


class PublishedResults:
    """The two result files in a folder, written row by row."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: list[BinaryIO] = []

    def __enter__(self) -> Self:
        """
        Raises:
            OSError: one of the files cannot be written.
        """
        with ExitStack() as opened:
            self._files = [opened.enter_context(open(self._folder / name, "wb")) for name in FILES]
            opened.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files:
            file.close()

    def write(self, read: ReadItem, result: ItemResult | None) -> None:
        """Write one row to both files; a row without a result is written as not followed, with its error."""
        strict, loose = self._files
        head = _encoded(_head(read, result)).removesuffix(b"}")
        error = _error(read, result)
        requirements = () if result is None else result.requirements
        for file, verdicts in (
            (strict, [one.strict for one in requirements]),
            (loose, [one.loose for one in requirements]),
        ):
            tail = _encoded(_tail(verdicts, error)).removeprefix(b"{")
            file.write(b"%b, %b\n" % (head, tail))


def _head(read: ReadItem, result: ItemResult | None) -> dict[str, Any]:
    """What the rows of both files have in common."""
    row: dict[str, Any] = {}
    source = read.row if read.row is not None else read.bad
    if source is not None and source.raw_key is not None:
        row["key"] = source.raw_key
    row["instruction_id_list"] = list(read.row.instruction_ids) if read.row is not None else []
    row["prompt"] = source.prompt if source is not None else None
    row["response"] = result.response.text if result is not None and result.response is not None else None
    return row


def _tail(verdicts: list[Verdict], error: str) -> dict[str, Any]:
    followed = [verdict == "pass" for verdict in verdicts]
    row: dict[str, Any] = {
        "follow_all_instructions": bool(followed) and all(followed),
        "follow_instruction_list": followed,
    }
    if error:
        row["error"] = error
    return row


def _encoded(row: dict[str, Any]) -> bytes:
    try:
        return _AS_IT_IS.encode(row).encode("utf-8")
    except UnicodeEncodeError:
        # A model may send half of a surrogate pair; only an escape can carry it.
        return _ESCAPED.encode(row).encode("ascii")


_AS_IT_IS = json.JSONEncoder(ensure_ascii=False)
_ESCAPED = json.JSONEncoder()


def _error(read: ReadItem, result: ItemResult | None) -> str:
    problems = [problem.message for problem in read.problems]
    if result is None or result.response is None:
        problems.append("there is no response")
    return "; ".join(problems)
