"""Take a page of Markdown; give the tests of this folder its fenced blocks, and play them in a folder of its own.

What a page promises, in the order in which it stands there:

- an `ifc` block builds; one that begins with a comment such as `# blurb.ifc` is also written to that file;
- a `python` block runs, in one namespace per page, and prints what the `text` block right after it shows;
- a `console` block with `$` lines is a session: each is run and gives the lines below it. `cat` of a file that is not
  there yet makes it. A line `…` stands for any lines, and `…` in a line for anything. Without `$` nothing is run.

A comment right before a block changes that: `<!-- continues -->` (goes on from the page's `ifc` blocks so far),
`<!-- wrong -->` (the block has errors), `<!-- not run -->`.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

_FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,})(?P<language>\w*)\s*$")
_MARK = re.compile(r"<!-- (?P<mark>[a-z ]+) -->\s*$")
_FILE = re.compile(r"# (?P<name>[\w./-]+\.ifc)\n")
_ELSEWHERE = ("pip ", "python ", "export ", "curl ", "vllm ", "git ", "#")
"""Beginnings of commands that a page shows and a test does not run."""


@dataclass(frozen=True)
class Block:
    """A fenced block: the line it opens on, its language, its text, and the heading and the mark before it."""

    line: int
    language: str
    text: str
    heading: str
    mark: str

    @property
    def file(self) -> str | None:
        """The file that an `ifc` block says it is."""
        named = _FILE.match(self.text)
        return named["name"] if named and self.language == "ifc" else None


def blocks_of(page: str) -> list[Block]:
    """The fenced blocks of a page in order."""
    found: list[Block] = []
    heading = mark = fence = language = indent = ""
    body: list[str] = []
    start = 0
    for number, line in enumerate(page.split("\n"), start=1):
        if fence:
            if line.strip() == fence:
                found.append(Block(start, language, "".join(body), heading, mark))
                fence = mark = ""
            else:
                body.append(line.removeprefix(indent) + "\n")
            continue
        opening = _FENCE.match(line)
        if opening:
            indent, fence, language = opening["indent"], opening["fence"], opening["language"]
            body, start = [], number
        elif line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.strip():
            marked = _MARK.match(line.strip())
            mark = marked["mark"] if marked else ""
    return found


def with_version(text: str) -> str:
    """An `ifc` block with its version line, which a page may leave out."""
    return text if re.search(r"^ifdsl 1$", text, re.MULTILINE) else f"ifdsl 1\n\n{text}"


@dataclass
class Player:
    """Plays the blocks of one page in `folder`."""

    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "page"})
    sources: list[str] = field(default_factory=list)
    printed: str | None = None

    def play(self, block: Block) -> None:
        """Play one block.

        Raises:
            AssertionError: it does not do what the page says.
        """
        printed, self.printed = self.printed, None
        if block.mark == "not run":
            return
        if block.language == "ifc":
            self.build(block)
        elif block.language == "python":
            self.printed = self.python(block)
        elif block.language == "console" and "$ " in block.text:
            for command, expected in commands_of(block.text):
                self.command(command, expected, block)
        elif block.language == "text" and printed is not None:
            assert agrees(block.text, printed), f"line {block.line}: this was printed:\n{printed}"

    def build(self, block: Block) -> None:
        from ifdsl.ir.build import build_text

        text = block.text
        if block.mark == "continues":
            uses = [line for line in text.split("\n") if line.startswith("use ")]
            rest = "\n".join(line for line in text.split("\n") if not line.startswith("use "))
            earlier = "\n".join(_without_version(source) for source in self.sources)
            text = "\n".join(["ifdsl 1", *uses, earlier, rest])
        text = with_version(text)
        if block.file:
            path = self.folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        built = build_text(text, root=self.folder)
        errors = [f"{d.code.id} {d.message}" for d in built.diagnostics if d.severity == "error"]
        if block.mark == "wrong":
            assert errors, f"line {block.line}: this has no error"
            return
        assert not errors, f"line {block.line}: {errors}"
        self.sources.append(block.text)

    def python(self, block: Block) -> str:
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(block.text, f"<line {block.line}>", "exec"), self.names)  # noqa: S102 - our own pages
        return output.getvalue()

    def command(self, command: str, expected: str, block: Block) -> None:
        if command.startswith(_ELSEWHERE):
            return
        words = shlex.split(command, comments=True)
        made = self.folder / words[-1]
        if words[0] == "cat" and len(words) == 2 and not made.exists():
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_text(expected, encoding="utf-8")
            return
        given = run(words) if words[0] == "ifdsl" and not {"|", ">", "<", "&&"} & set(words) else shell(command)
        assert agrees(expected, given), f"line {block.line}: `{command}` gave:\n{given}"


def _without_version(text: str) -> str:
    return re.sub(r"^ifdsl 1$", "", text, flags=re.MULTILINE)


def commands_of(session: str) -> list[tuple[str, str]]:
    """The commands of a console block with the output below each; without `$` lines, all lines are commands."""
    session = session.replace("\\\n", " ")
    if not any(line.startswith("$ ") for line in session.split("\n")):
        return [(line, "") for line in session.split("\n") if line.strip()]
    found: list[tuple[str, str]] = []
    for line in session.splitlines():
        if line.startswith("$ "):
            found.append((line[2:].strip(), ""))
        else:
            command, output = found[-1]
            found[-1] = (command, f"{output}{line}\n")
    return found


def run(words: list[str]) -> str:
    """What the command line prints, both streams together."""
    from ifdsl.cli import main

    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output), contextlib.suppress(SystemExit):
        main(words[1:])
    return output.getvalue()


def shell(command: str) -> str:
    """What a shell prints, where the command is more than one of ours."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PATH": path},
        timeout=60,
        check=False,
    )
    return done.stdout.decode("utf-8")


def agrees(expected: str, given: str) -> bool:
    """Whether an output is what a page shows; the width of gaps, and blank lines around it, do not matter."""
    lines = [_narrow(line) for line in expected.strip().split("\n")]
    given = "\n".join(_narrow(line) for line in given.strip().split("\n"))
    pattern = ""
    for line in lines:
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += re.escape(line).replace("…", ".*") + r"\n"
    return re.fullmatch(pattern, given + "\n") is not None


def _narrow(line: str) -> str:
    return re.sub(r"  +", "  ", line.rstrip())


@pytest.fixture
def blocks() -> Any:
    return blocks_of


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Player:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    return Player(tmp_path)


@pytest.fixture
def commands() -> Any:
    return commands_of
