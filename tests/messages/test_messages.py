"""Take the failing example of each page in `docs/errors`; ask that its message is the snapshot beside this file.

`IFDSL_UPDATE=1 pytest tests/messages` writes the snapshots anew; what changed is then to be read, not believed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ifdsl.source.codes import CODES, Code

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

_BLOCK = re.compile(r"^```ifc\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"# (\S+\.ifc)\n")


def _example(code: Code) -> list[str]:
    page = (ROOT / code.page).read_text(encoding="utf-8")
    return _BLOCK.findall(page.split("\n## Example\n", 1)[1].split("\n## Mended\n", 1)[0])


ABOUT_TEXT = [code for code in CODES if _example(code)]
"""The codes whose example is `.ifc` text; the others are about files, data and runs."""


@pytest.mark.parametrize("code", ABOUT_TEXT, ids=lambda code: code.id)
def test_message(code: Code, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ifdsl.ir.build import build_file, build_text
    from ifdsl.source.render import render_human

    monkeypatch.chdir(tmp_path)
    texts = _example(code)
    named = [_FILE.match(text) for text in texts]
    for text, file in zip(texts, named, strict=True):
        if file:
            Path(file[1]).parent.mkdir(parents=True, exist_ok=True)
            Path(file[1]).write_text(text, encoding="utf-8")
    main = named[-1]
    built = build_file(main[1]) if main else build_text(texts[-1], path="example.ifc", root=Path())
    given = render_human(built.diagnostics).replace(f"{tmp_path}/", "")
    snapshot = HERE / f"{code.id}.txt"
    if os.environ.get("IFDSL_UPDATE"):
        snapshot.write_text(given, encoding="utf-8")
    assert snapshot.read_text(encoding="utf-8") == given


def test_every_snapshot_belongs_to_a_code() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == {code.id for code in ABOUT_TEXT}
