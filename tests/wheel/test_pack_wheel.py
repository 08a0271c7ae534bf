"""A pack of somebody else's, installed as a wheel: made just as the page on writing packs shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.wheel.environment import Installed, build_wheel

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "write-a-pack.md"
SPEC = """ifdsl 1

use acme

spec note() {
  task "Write a note."
  must word_limit(2, "at most")
}
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def with_pack(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    project = tmp_path_factory.mktemp("acme")
    (module,) = blocks("ifc")
    (settings,) = blocks("toml")
    (project / "acme_pack").mkdir()
    (project / "acme_pack" / "acme.ifc").write_text(module, encoding="utf-8")
    (project / "pyproject.toml").write_text(settings, encoding="utf-8")
    installed.install(build_wheel(project, tmp_path_factory.mktemp("acme-wheel")))
    (installed.folder / "acme_note.ifc").write_text(SPEC, encoding="utf-8")
    return installed


def test_from_python_as_the_page_shows(with_pack: Installed) -> None:
    (code,) = blocks("python")
    assert with_pack.run("-c", code) == "fail\n"


def test_in_the_language(with_pack: Installed) -> None:
    assert with_pack.run(with_pack.command, "check", "acme_note.ifc") == ""
    code = "import ifdsl; print(ifdsl.load('acme_note.ifc').spec('note').check('one -').passed)"
    assert with_pack.run("-c", code) == "True\n"


def test_on_the_command_line(with_pack: Installed) -> None:
    assert with_pack.run(with_pack.command, "explain", "acme.word_limit").startswith("word_limit(limit: int")
    assert with_pack.run(with_pack.command, "explain", "length:word_limit").startswith("word_limit(limit: int")
    assert "word_limit" in with_pack.run(with_pack.command, "explain", "acme")


def test_a_name_that_no_pack_has(with_pack: Installed) -> None:
    code = "import ifdsl\ntry:\n  ifdsl.constraint('acme.word_limits')\nexcept LookupError as error:\n  print(error)"
    assert with_pack.run("-c", code) == "there is no constraint `word_limits`; the nearest is `word_limit`\n"
    code = "import ifdsl\ntry:\n  ifdsl.constraint('acne.word_limit')\nexcept LookupError as error:\n  print(error)"
    assert with_pack.run("-c", code) == "there is no module `acne`; the nearest is `acme`\n"
