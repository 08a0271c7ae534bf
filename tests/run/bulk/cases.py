"""Specs and responses for the tests of bulk verification."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ifdsl.run.bulk.checks import Checks, OwnItems

SPEC = """
ifdsl 1

use std.length
use std.position
use std.punctuation

spec note {
  task "Write a note."
  must {
    starts_with("Dear Ada")
    line_count(3)
  }
  should no_commas()
}

spec short {
  task "Be brief."
  must word_count(..5)
}
"""

HANGING = """
ifdsl 1

constraint civil() {
  check python "bulk_civility:civil"
  render listing "Be civil."
}

spec civil_note {
  task "Write a note."
  must civil()
}
"""
"""A check that sleeps, or ends its process, where the text says so: `bulk_civility` is what `CIVILITY` holds."""

CIVILITY = """
import os
import time


def civil(text):
    if "sleep" in text:
        time.sleep(600)
    if "die" in text:
        os._exit(7)
    return "please" in text
"""

RESPONSES = (
    "Dear Ada\nall is well\nYours",
    "Sure!\nDear Ada,\nall is well.",
    "one two three",
    "one two three four five six",
    "",
    "  \n",
    "Dear Ada, *this* is\n\nlonger than three lines\nare, after all.\n",
)


def own_checks(folder: Path, text: str = SPEC, **settings: Any) -> Checks:
    path = folder / "spec.ifc"
    path.write_text(text.lstrip(), encoding="utf-8")
    return Checks(OwnItems(path, allow_python=True), **settings)


def rows(count: int) -> list[dict[str, Any]]:
    """Rows of both prompts in turn; one in eleven cannot be graded."""
    found: list[dict[str, Any]] = []
    for number in range(count):
        key = "none" if number % 11 == 7 else ("note", "short")[number % 2]
        found.append({"key": key, "response": f"{RESPONSES[number % 7]}{number % 3 or ''}", "repeat": number // 2})
    return found


def write_jsonl(path: Path, values: Iterable[object]) -> Path:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


def write_parquet(path: Path, values: Sequence[Mapping[str, Any]], row_group: int = 7) -> Path:
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.Table.from_pylist(list(values)), path, row_group_size=row_group)
    return path


def verdicts_in(out: Path) -> list[dict[str, Any]]:
    """The rows of all parts of a job, in order."""
    from pyarrow import parquet

    return [row for part in sorted(out.glob("part-*.parquet")) for row in parquet.read_table(part).to_pylist()]


def bytes_of(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}
