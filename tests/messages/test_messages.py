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

_IFC = re.compile(r"^```ifc\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"^\$ cat (\S+\.ifc)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_CHECKED = re.compile(r"^\$ ifdsl check .*?(\S+\.ifc)$", re.MULTILINE)


def _example(code: Code) -> tuple[str, dict[str, str]]:
    """The file that is checked in the example of a page, and all files that it shows."""
    page = (ROOT / code.page).read_text(encoding="utf-8")
    example = page.split("\n## Example\n", 1)[1].split("\n## Mended\n", 1)[0]
    text = _IFC.search(example)
    if text:
        return "example.ifc", {"example.ifc": text[1]}
    session = _CONSOLE.search(example)
    assert session
    checked = _CHECKED.search(session[1])
    return (checked[1] if checked else ""), dict(_FILE.findall(session[1]))


ABOUT_TEXT = [code for code in CODES for name, files in [_example(code)] if name in files]
"""The codes whose example is `.ifc` text; the others are about unreadable files, data and runs."""


@pytest.mark.parametrize("code", ABOUT_TEXT, ids=lambda code: code.id)
def test_message(code: Code, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ifdsl.analysis.specs import findings
    from ifdsl.flows.proving import golden_faults
    from ifdsl.ir.build import build_file
    from ifdsl.source.render import render_human

    monkeypatch.chdir(tmp_path)
    name, files = _example(code)
    for path, text in files.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
    built = build_file(name)
    given = render_human([*built.diagnostics, *findings(built), *golden_faults(built)]).replace(f"{tmp_path}/", "")
    snapshot = HERE / f"{code.id}.txt"
    if os.environ.get("IFDSL_UPDATE"):
        snapshot.write_text(given, encoding="utf-8")
    assert snapshot.read_text(encoding="utf-8") == given


def test_every_snapshot_belongs_to_a_code() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == {code.id for code in ABOUT_TEXT}
