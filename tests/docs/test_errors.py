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


def _codes(sources: list[Any]) -> set[str]:
    """The codes that the last of several modules gives; where more than one is shown, all say which file they are."""
    from ifdsl.ir.build import build_file, build_text

    for block in sources:
        if block.file:
            Path(block.file).parent.mkdir(parents=True, exist_ok=True)
            Path(block.file).write_text(block.text, encoding="utf-8")
    main = sources[-1]
    built = build_file(main.file) if main.file else build_text(main.text, root=Path())
    return {diagnostic.code.id for diagnostic in built.diagnostics}


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_the_example_gives_the_code_and_the_mended_one_does_not(
    code: Code, blocks: Any, player: Any, tmp_path: Path
) -> None:
    _, example, mended = _sections(_page(code))
    SET_UP.get(code.id, lambda folder: None)(tmp_path)
    for part, is_example in ((example, True), (mended, False)):
        found = blocks(part)
        assert found, "no block in this section"
        # Another code may come along where the page says so, with a link or by its number.
        allowed = set(re.findall(r"IF\d{4}", re.sub(r"```.*?```", "", part, flags=re.DOTALL)))
        sources = [block for block in found if block.language == "ifc"]
        assert all(block.file for block in sources[:-1])
        if sources:
            given = _codes(sources)
            assert given - allowed == ({code.id} if is_example else set())
            assert not is_example or code.id in given
        for block in found:
            if block.language == "console":
                player.play(block)
        sessions = "".join(block.text for block in found if block.language == "console")
        if not sources:
            assert (code.id in sessions) is is_example


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
    (outside / "secrets.ifc").write_text("ifdsl 1\n", encoding="utf-8")
    os.symlink(outside / "secrets.ifc", folder / "secrets.ifc")


SET_UP: dict[str, Callable[[Path], None]] = {
    "IF0102": _latin_1,
    "IF0103": _too_large,
    "IF0106": _linked,
}
"""Files that an example needs and a page cannot hold."""
