"""Take the page of each diagnostic; ask that its example gives just that code, and that the mended one does not."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ifdsl.source.codes import CODES, Code

ROOT = Path(__file__).resolve().parents[2]


def _page(code: Code) -> str:
    return (ROOT / code.page).read_text(encoding="utf-8")


def _sections(page: str) -> tuple[str, str, str]:
    """What a page says before its example, the example and the mended example."""
    before, rest = page.split("\n## Example\n", 1)
    example, mended = rest.split("\n## Mended\n", 1)
    return before, example, mended


def _codes(text: str) -> set[str]:
    from ifdsl.analysis.specs import findings
    from ifdsl.flows.proving import golden_faults
    from ifdsl.ir.build import build_text

    built = build_text(text, root=Path())
    return {diagnostic.code.id for diagnostic in (*built.diagnostics, *findings(built), *golden_faults(built))}


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_the_example_gives_the_code_and_the_mended_one_does_not(
    code: Code, blocks: Any, player: Any, tmp_path: Path
) -> None:
    _, example, mended = _sections(_page(code))
    SET_UP.get(code.id, lambda folder: None)(tmp_path)
    for part, is_example in ((example, True), (mended, False)):
        (block,) = blocks(part)
        if block.language == "ifc":
            # Another code may come along where the page says so.
            allowed = set(re.findall(r"IF\d{4}", re.sub(r"```.*?```", "", part, flags=re.DOTALL)))
            assert _codes(block.text) - allowed == ({code.id} if is_example else set())
        else:
            player.play(block)
            assert (code.id in block.text) is is_example


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_a_page_begins_with_its_code_severity_and_title(code: Code) -> None:
    opening = f"# {code}\n\n{code.severity.value.capitalize()}: {code.title}.\n\n## What it means\n"
    assert _page(code).startswith(opening)


# ---------------------------------------------------------------- what no page can show


def _latin_1(folder: Path) -> None:
    text = 'ifdsl 1\nuse std.length\n\nspec blurb {\n  task "Describe a café."\n  must word_count(80..120)\n}\n'
    (folder / "blurb.ifc").write_bytes(text.encode("latin-1"))


def _too_large(folder: Path) -> None:
    (folder / "dump.ifc").write_text("# " + "x" * (4 << 20) + "\n", encoding="utf-8")


def _linked(folder: Path) -> None:
    outside = folder.parent / f"{folder.name}_outside"
    outside.mkdir()
    body = 'check "secret" not in response\n  render listing "Tell no secret."'
    (outside / "secrets.ifc").write_text(f"ifdsl 1\n\nconstraint nothing_secret() {{\n  {body}\n}}\n", encoding="utf-8")
    os.symlink(outside / "secrets.ifc", folder / "secrets.ifc")


SET_UP: dict[str, Callable[[Path], None]] = {
    "IF0102": _latin_1,
    "IF0103": _too_large,
    "IF0106": _linked,
}
"""Files that an example needs and a page cannot hold."""
