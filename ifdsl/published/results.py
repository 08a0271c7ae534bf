"""Take graded rows of a published benchmark; write them in the shape of its own evaluator, one function a shape.

Each takes the folder of results and gives a function that is called with one row after another. Files that hold figures
over all rows are written when the rows are through; a run that ends early leaves none. The evaluators of MulDimIF and
Multi-IF have modules of their own, `muldimif` and `multi_if`.

IFEval (google-research/instruction_following_eval, evaluation_main.py) writes one file a reading, a row an item in
input order: `instruction_id_list`, `prompt`, `response`, `follow_all_instructions`, `follow_instruction_list`. IFBench
(allenai/IFBench, evaluation_lib.py) and IFTrain (open-instruct, IFEvalG) write the same; since 2026-05 IFBench counts a
prompt without a response as failed, with an empty response. IFEval++ (jianshuod/IFEval-pp, src/evaluation_lib.py)
grades strictly alone, keeps the `key`, and writes a log of figures. Rows here carry the `key` as well, and an `error`
where something kept them from being checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from ifdsl.published.reading import ReadItem
from ifdsl.published.reliability import Tally
from ifdsl.store.records import ItemResult, Verdict

Write: TypeAlias = Callable[[ReadItem, ItemResult | None], None]
"""Writes one row; a row without a result is one that cannot be read, and counts as not followed."""

STRICT, LOOSE, LOG = "eval_results_strict.jsonl", "eval_results_loose.jsonl", "eval_results_strict_log.json"


@contextmanager
def ifeval(folder: Path, missing: str | None = None) -> Iterator[Write]:
    """
    Args:
        folder: where the two files are written.
        missing: what stands as the response of a prompt that has none.

    Raises:
        OSError: one of the files cannot be written; so may each row.
    """
    with ExitStack() as opened:
        strict, loose = (opened.enter_context(open(folder / name, "wb")) for name in (STRICT, LOOSE))

        def write(read: ReadItem, result: ItemResult | None) -> None:
            head = encoded(_head(read, result, missing)).removesuffix(b"}")
            error = _error(read, result)
            requirements = () if result is None else result.requirements
            for file, verdicts in (
                (strict, [one.strict for one in requirements]),
                (loose, [one.loose for one in requirements]),
            ):
                tail = encoded(_tail(verdicts, error)).removeprefix(b"{")
                file.write(b"%b, %b\n" % (head, tail))

        yield write


@contextmanager
def ifbench(folder: Path) -> Iterator[Write]:
    """
    Raises:
        OSError: one of the files cannot be written; so may each row.
    """
    with ifeval(folder, missing="") as write:
        yield write


@contextmanager
def ifeval_pp(folder: Path) -> Iterator[Write]:
    """
    Raises:
        OSError: one of the files cannot be written; so may each row.
    """
    tally = Tally()
    with open(folder / STRICT, "wb") as strict:

        def write(read: ReadItem, result: ItemResult | None) -> None:
            head = _head(read, result, "")
            tail = _tail([] if result is None else [one.strict for one in result.requirements], _error(read, result))
            strict.write(encoded({**head, **tail}) + b"\n")
            tally.add(
                head.get("key"), str(head["prompt"]), head["instruction_id_list"], tail["follow_instruction_list"]
            )

        yield write
    (folder / LOG).write_text(json.dumps(tally.log(), indent=2) + "\n", encoding="utf-8")


def _head(read: ReadItem, result: ItemResult | None, missing: str | None) -> dict[str, Any]:
    """What the rows of both files have in common."""
    row: dict[str, Any] = {}
    source = read.row if read.row is not None else read.bad
    if source is not None and source.raw_key is not None:
        row["key"] = source.raw_key
    row["instruction_id_list"] = list(read.row.instruction_ids) if read.row is not None else []
    row["prompt"] = source.prompt if source is not None else None
    row["response"] = result.response.text if result is not None and result.response is not None else missing
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


def _error(read: ReadItem, result: ItemResult | None) -> str:
    problems = [problem.message for problem in read.problems]
    if result is None or result.response is None:
        problems.append("there is no response")
    return "; ".join(problems)


def encoded(row: dict[str, Any]) -> bytes:
    """A row as JSON in UTF-8."""
    try:
        return _AS_IT_IS.encode(row).encode("utf-8")
    except UnicodeEncodeError:
        # A model may send half of a surrogate pair; only an escape can carry it.
        return _ESCAPED.encode(row).encode("ascii")


_AS_IT_IS = json.JSONEncoder(ensure_ascii=False)
_ESCAPED = json.JSONEncoder()
