"""Take the page on segmenters; ask that its tables by language and by character are so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.table import TABLE

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "segmenters.md"


def table(heading: str) -> tuple[list[str], list[list[str]]]:
    """The head of the table below a heading and its rows, cells stripped."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    head, _, *rows = [line.strip("|").split("|") for line in section.split("\n") if line.startswith("|")]
    return [cell.strip() for cell in head], [[cell.strip() for cell in row] for row in rows]


HEAD, LANGUAGES = table("By language")


@pytest.mark.parametrize("row", LANGUAGES, ids=lambda row: row[0])
def test_the_table_by_language_is_true(row: list[str]) -> None:
    missing = []
    for column, cell in zip(HEAD[2:], row[2:], strict=True):
        match = re.fullmatch(r"(\w+) `(\w+)`", column)
        assert match, column
        view, rule = match.groups()
        try:
            assert str(TABLE[view].rules[rule].size(row[1].strip("`"))) == cell, column
        except MissingExtra as error:
            missing.append(str(error))
    if missing:
        pytest.skip("; ".join(missing))


@pytest.mark.parametrize("heading", ["Characters", "Simplified and traditional Chinese"])
def test_the_tables_of_characters_are_true(heading: str) -> None:
    head, rows = table(heading)
    assert len(rows) >= 4
    for text, *cells in rows:
        counts = [str(len(TABLE[name.strip("`")].rules["standard"].spans(text.strip("`")))) for name in head[1:]]
        assert counts == cells, text
