"""Take graded items of a published benchmark; write them in the shape that its own evaluator writes.

IFEval's evaluator (google-research/instruction_following_eval, evaluation_main.py) writes one file a reading, a row an
item in input order: `instruction_id_list`, `prompt`, `response`, `follow_all_instructions`, `follow_instruction_list`.
Rows here carry the `key` as well, and an `error` where something kept them from being checked.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from ifdsl.published.reading import ReadItem
from ifdsl.store.records import ItemResult

FILES = ("eval_results_strict.jsonl", "eval_results_loose.jsonl")


class PublishedResults:
    """The two result files in a folder, written row by row."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: list[TextIO] = []

    def __enter__(self) -> Self:
        self._files = [open(self._folder / name, "w", encoding="utf-8", newline="\n") for name in FILES]  # noqa: SIM115
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files:
            file.close()

    def write(self, read: ReadItem, result: ItemResult | None) -> None:
        """Write one row to both files; a row without a result is written as not followed, with its error."""
        strict, loose = self._files
        strict.write(_row(read, result, "strict"))
        loose.write(_row(read, result, "loose"))


def _row(read: ReadItem, result: ItemResult | None, reading: str) -> str:
    row: dict[str, Any] = {}
    source = read.row if read.row is not None else read.bad
    if source is not None and source.raw_key is not None:
        row["key"] = source.raw_key
    row["instruction_id_list"] = list(read.row.instruction_ids) if read.row is not None else []
    row["prompt"] = source.prompt if source is not None else None
    row["response"] = result.response.text if result is not None and result.response is not None else None
    followed = [getattr(one, reading) == "pass" for one in result.requirements] if result is not None else []
    row["follow_all_instructions"] = bool(followed) and all(followed)
    row["follow_instruction_list"] = followed
    error = _error(read, result)
    if error:
        row["error"] = error
    text = json.dumps(row, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        # A model may send half of a surrogate pair; only an escape can carry it.
        text = json.dumps(row)
    return text + "\n"


def _error(read: ReadItem, result: ItemResult | None) -> str:
    problems = [problem.message for problem in read.problems]
    if result is None or result.response is None:
        problems.append("there is no response")
    return "; ".join(problems)
