"""Take results one by one; write them to `results.jsonl` in the folder of --out."""

from __future__ import annotations

import os
from pathlib import Path

from ifdsl.store.jsonl import append_jsonl
from ifdsl.store.records import ItemResult

BATCH = 256
"""Results written at once: a batch is on the disk before the next is graded."""

RESULTS, SUMMARY, REPORT = "results.jsonl", "summary.json", "report.html"
WITNESSES = "oracle.jsonl"
"""The responses of the oracle, as a file that `--responses` reads."""


class Writer:
    """Writes results in batches; writes nothing without a folder.

    The results of an earlier run are there until this one has its first. Where the run ends with an error, what was
    graded by then is written all the same.
    """

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / RESULTS
        self._waiting: list[ItemResult] = []
        self._begun = False

    def __enter__(self) -> Writer:
        """
        Raises:
            OSError: the folder cannot be made.
        """
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *exception: object) -> None:
        self._flush()

    def add(self, result: ItemResult) -> None:
        """
        Raises:
            OSError: the file cannot be written.
        """
        self._waiting.append(result)
        if len(self._waiting) >= BATCH:
            self._flush()

    def _flush(self) -> None:
        if self._path is not None and self._waiting:
            if not self._begun:
                self._path.unlink(missing_ok=True)
                self._begun = True
            append_jsonl(self._path, self._waiting)
        self._waiting = []


def overwritten(read: list[Path], folder: Path, names: tuple[str, ...]) -> Path | None:
    """The first of the files `read` that is one of those called `names` in the folder, which are written."""
    for path in read:
        for name in names:
            if path.exists() and (folder / name).exists() and os.path.samefile(path, folder / name):
                return path
    return None
