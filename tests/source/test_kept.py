"""Findings that are kept come back as they were, as long as the files they speak of are there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ifdsl.ir.build import build_file
from ifdsl.source.codes import CODES
from ifdsl.source.kept import decoded, encoded

PAGES = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("code", [code for code in CODES if code.number // 100 in (2, 3, 4, 5, 6)], ids=str)
def test_findings_come_back(code: object, tmp_path: Path) -> None:
    page = (PAGES / code.page).read_text(encoding="utf-8")  # type: ignore[attr-defined]
    example = page.split("\n## Example\n", 1)[1].partition("```ifc")[2].partition("\n")[2].partition("```")[0]
    path = tmp_path / "example.ifc"
    path.write_text(example, encoding="utf-8")
    found = build_file(path).diagnostics
    data = json.loads(json.dumps(encoded(found)))
    assert decoded(data) == found
    path.unlink()
    if found:
        assert decoded(data) is None
