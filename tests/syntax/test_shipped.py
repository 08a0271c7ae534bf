"""The files that ship are in the house format, as every author's are after `ifdsl fmt`."""

from pathlib import Path

import pytest

from ifdsl.source.file import SourceFile, read_source
from ifdsl.syntax.printer import format_file

ROOT = Path(__file__).parents[2]
SHIPPED = sorted([*(ROOT / "stdlib").rglob("*.ifc"), *(ROOT / "specs").rglob("*.ifc")])


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_shipped_file_is_formatted(path: Path) -> None:
    source = read_source(path)
    assert isinstance(source, SourceFile)
    assert format_file(source) == source.text
