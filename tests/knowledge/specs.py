"""Specs over rows for these tests, and strategies for their parts: pipelines, rows, subjects."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from ifdsl.checking.compile import load
from ifdsl.ir.build import build_text
from ifdsl.knowledge.asking import Asked, asked_of
from ifdsl.source.diagnostic import Diagnostic

HEAD = """ifdsl 1

use answers

source quiz from jsonl "quiz.jsonl" {
  id: text
  question: text
  options: list[text]
  gold: int
}
"""

ROWS: tuple[dict[str, Any], ...] = (
    {"id": "a", "question": "Capital of Norway?", "options": ["Oslo", "Bergen", "Rome"], "gold": 0},
    {"id": "b", "question": "2 + 3?", "options": ["4", "5", "6.50"], "gold": 1},
    {"id": "c", "question": "How much?", "options": ["$1,999", "50 %", "none"], "gold": 0},
)

PIPELINES = (
    "gold.upper",
    "gold.lower",
    "reverse_by(gold)",
    "gold.reverse",
    'alternate_case(gold, "lower", "letters")',
    "alternate_case(reverse_by(gold))",
    "increment(gold, by=1) if is_numeral(gold, currency, percent) else gold",
    'with_places(gold, 3, "half_even") if is_numeral(gold) else gold',
    "number_words(gold) if is_numeral(gold) else gold",
    'gold + "!"',
    'written_list([option for option in q.options if option != gold], "json")',
    'written_list(sorted_by([option.upper for option in q.options if option != gold], "numeric"), "lines")',
    'join([last_char(option) for option in q.options if option != gold], "")',
    "label",
)
"""What may be expected, over `gold`, `label` and the row."""


def spec(expect: str, match: str = "exact, loose(edits=2)", name: str = "asked", more: str = "") -> str:
    """A spec over `quiz` that expects that."""
    return f"""
spec {name} on q in quiz {{
  task   "{{q.question}}\\n{{q.options:labelled}}"
  given  gold = q.options[q.gold]
  given  label = ["A", "B", "C", "D"][q.gold]
  answer after_last("Response:")
  expect {expect}
  match  {match}
{more}}}
"""


def write(folder: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / "quiz.jsonl").write_text(lines, encoding="utf-8")


def asked_by(
    text: str, folder: Path, rows: Sequence[Mapping[str, Any]] = ROWS, problems: list[Diagnostic] | None = None
) -> list[Asked]:
    """What the specs of a text ask of some rows; there is nothing wrong with it unless `problems` takes that."""
    write(folder, rows)
    built = build_text(HEAD + text, path=str(folder / "specs.ifc"), name="specs")
    assert built.program is not None, [one.message for one in built.diagnostics]
    found: list[Diagnostic] = []
    asked = list(asked_of(built.program, load(built.program), folder, found))
    if problems is None:
        assert found == []
    else:
        problems += found
    return asked


OPTIONS = st.lists(
    st.one_of(
        st.text(alphabet="abcdefgh XYZ'", min_size=1, max_size=8).filter(str.strip),
        st.integers(0, 5000).map(lambda value: f"{value:,}"),
        st.decimals(min_value=0, max_value=99, places=2).map(str),
        st.integers(0, 99).map(lambda value: f"${value}"),
    ),
    min_size=2,
    max_size=4,
    unique=True,
)


@st.composite
def rows(draw: st.DrawFn) -> dict[str, Any]:
    """A row with two to four different options."""
    options = draw(OPTIONS)
    return {"id": "r", "question": "?", "options": options, "gold": draw(st.integers(0, len(options) - 1))}
