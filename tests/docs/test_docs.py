"""Take the pages of the documentation and the README; ask that what they show is so."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import COMMANDS, OK, main

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
PLAYED = [page for page in PAGES if "errors" not in page.parts]
"""The pages on errors show what is wrong on purpose; `test_errors` plays them."""

_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"```.*?^\s*```\s*$|`[^`\n]*`", re.DOTALL | re.MULTILINE)


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PLAYED, ids=_name)
def test_a_page_does_what_it_shows(page: Path, blocks: Any, player: Any) -> None:
    for block in blocks(page.read_text(encoding="utf-8")):
        player.play(block)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_the_command_line_takes_every_command(
    page: Path, blocks: Any, commands: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in COMMANDS:
        module = import_module(f"ifdsl.cli.{name.replace('-', '_').replace('import', 'import_')}")
        monkeypatch.setattr(module, "run", lambda options: OK)
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language != "console":
            continue
        for command, _ in commands(block.text):
            for part in re.split(r"\s(?:\||&&|>)\s", command):
                words = shlex.split(part, comments=True)
                if words[:1] == ["ifdsl"]:
                    assert _status(words[1:]) == OK, f"line {block.line}: {part}\n{capsys.readouterr().err}"


def _status(words: list[str]) -> object:
    try:
        return main(words)
    except SystemExit as ended:
        return ended.code


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_link_leads_somewhere(page: Path) -> None:
    text = _CODE.sub("", page.read_text(encoding="utf-8"))
    for target in _LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{page.name} links to {target}, which is not there"
        if anchor:
            assert anchor in _anchors(there), f"{page.name} links to {target}, which has no such heading"


@cache
def _anchors(page: Path) -> frozenset[str]:
    """The anchors that MkDocs gives the headings of a page."""
    from markdown import Markdown

    made = Markdown(extensions=["fenced_code", "tables", "toc"]).convert(page.read_text(encoding="utf-8"))
    return frozenset(re.findall(r'<h[1-6] id="([^"]+)"', made))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_on_the_command_line_names_every_option(name: str) -> None:
    page = (DOCS / "reference" / "cli.md").read_text(encoding="utf-8")
    section = _section(page, name)
    if "[the options of `eval`](#eval)" in section:
        section += _section(page, "eval")
    shared = {"-h", "--help", "--format", "--json", "--no-colour", "--no-color"}
    parser = argparse.ArgumentParser()
    import_module(f"ifdsl.cli.{name.replace('-', '_').replace('import', 'import_')}").configure(parser)
    for action in parser._actions:
        for option in set(action.option_strings) - shared:
            assert f"`{option}" in section, option


def _section(page: str, name: str) -> str:
    return page.split(f"\n## {name}\n", 1)[1].split("\n## ", 1)[0]


def test_generated_pages_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, str(DOCS / "_generate.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


# ---------------------------------------------------------------- tables of figures


def _rows(page: Path, heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, cells stripped, the head first."""
    section = page.read_text(encoding="utf-8").split(f"\n{heading}\n", 1)[1]
    lines = [line for line in section.split("\n## ", 1)[0].split("\n") if line.startswith("|")]
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return [row for row in rows if not set("".join(row)) <= set("-:")]


@pytest.mark.parametrize("view", ["words", "sentences", "paragraphs"])
def test_the_table_of_segmenters_is_true(view: str) -> None:
    pytest.importorskip("punkt", reason="the extra `parity` is not installed")
    pytest.importorskip("icu4py", reason="the extra `icu` is not installed")
    from ifdsl.primitives.table import TABLE

    head, *rows = _rows(DOCS / "reference" / "segmenters.md", f"## {view.capitalize()}: one text, several counts")
    assert len(rows) >= 6
    assert head[1:] == [f"`{rule}`" for rule in TABLE[view].rules]
    for row in rows:
        text = "" if row[0] == "(empty)" else row[0].strip("`").replace("⏎", "\n")
        counts = [str(rule.size(text)) for rule in TABLE[view].rules.values()]
        assert row[1:] == counts, text


def test_the_readme_gives_the_published_figures_of_ifeval(capsys: pytest.CaptureFixture[str]) -> None:
    corpora = os.environ.get("IFDSL_CORPORA")
    if not corpora:
        pytest.skip("IFDSL_CORPORA does not say where recorded responses are")
    data = Path(corpora) / "published"
    prompts, responses = data / "ifeval_input_data_541.jsonl", data / "ifeval_responses_gpt4_20231107_541.jsonl"
    command = ["eval", "--from", "ifeval", str(prompts), "--responses", str(responses), "--join", "position", "--json"]
    assert main(command) == OK
    figures = json.loads(capsys.readouterr().out)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, level in (("prompt-level", "prompt"), ("instruction-level", "requirement")):
        cells = [f"{one['rate']:.4f} ({one['passed']}/{one['total']})" for one in _readings(figures[level])]
        assert f"| {name} accuracy | {cells[0]} | {cells[1]} |" in readme


def _readings(level: Any) -> list[Any]:
    return [level["strict"], level["loose"]]


def test_the_first_two_console_blocks_of_the_readme_are_commands_alone(blocks: Any, commands: Any) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first, second = [block.text for block in blocks(readme) if block.language == "console"][:2]
    assert "$ " not in first + second
    assert [command for command, _ in commands(first)][-1] == "ifdsl eval specs/quickstart.ifc --model local"
    assert [command for command, _ in commands(second)][-1] == "pytest"
