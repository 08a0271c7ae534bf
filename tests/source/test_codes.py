"""The catalogue of codes, and that each has its page."""

import re
from pathlib import Path

import pytest

from ifdsl.source import codes
from ifdsl.source.codes import CODES, Code, Severity, find_code

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "errors"
HEADINGS = ["## What it means", "## Example", "## Mended"]


def test_numbers_and_names_are_unique() -> None:
    assert len({code.number for code in CODES}) == len(CODES)
    assert len({code.name for code in CODES}) == len(CODES)


@pytest.mark.parametrize("code", CODES, ids=str)
def test_a_code_is_named_like_its_constant(code: Code) -> None:
    assert getattr(codes, code.name.upper().replace("-", "_")) is code
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code.name)
    assert 100 < code.number < 10_000
    assert code.title[0].islower() or code.title[0] == "`"
    assert not code.title.endswith(".")


def test_a_code_is_found_by_number_id_and_name() -> None:
    expected = codes.UNKNOWN_CONSTRAINT
    for text in (302, "302", "0302", "IF0302", "if302", " unknown-constraint "):
        assert find_code(text) is expected
    for text in (999_999, "IF9999", "", "if", "unknown", "\u0663\u0660\u0662", "9" * 5000):
        assert find_code(text) is None


def test_a_code_prints_its_id_and_name() -> None:
    assert str(codes.UNREADABLE_FILE) == "IF0101 unreadable-file"
    assert codes.UNREADABLE_FILE.page == "docs/errors/IF0101-unreadable-file.md"
    assert codes.UNUSED_IMPORT.severity is Severity.WARNING


@pytest.mark.parametrize("code", CODES, ids=str)
def test_every_code_has_a_page_of_the_fixed_shape(code: Code) -> None:
    text = (ROOT / code.page).read_text(encoding="utf-8")
    assert text.startswith(f"# {code}\n\n{code.severity.capitalize()}: {code.title}.\n")
    assert re.findall(r"^## .*$", text, re.MULTILINE) == HEADINGS
    example, mended = text.split("## Example\n")[1].split("## Mended\n")
    for part in (example, mended):
        assert len(re.findall(r"^```(?:ifc|console)\n(?:.|\n)+?^```$", part, re.MULTILINE)) == 1
    if "```ifc" in example:
        assert "```ifc\n" in mended


def test_every_page_is_that_of_a_code() -> None:
    assert {path.name for path in PAGES.iterdir()} == {"index.md"} | {Path(code.page).name for code in CODES}


def test_the_index_lists_every_code_in_order() -> None:
    text = (PAGES / "index.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[(\S+)\]\((\S+)\) \| (\S+) \| (.+) \|$", text, re.MULTILINE)
    assert rows == [(str(c).split()[0], Path(c.page).name, c.name, c.title) for c in CODES]
