"""`ifdsl` as a whole: help, version, wrong usage, interruption, and what starting it loads."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

from ifdsl.cli import COMMANDS, FAILED, INTERRUPTED, OK, USAGE, main

HEAVY = ("pydantic", "pydantic_core", "lark", "jinja2", "numpy", "openai", "regex", "re2", "langdetect", "py3langid")
SPEC = 'ifdsl 1\n\nuse std.length\n\nspec s {\n  task "Wörter 👍 …"\n  must word_count(..3)\n}\n'


def usage(*words: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(list(words))
    assert isinstance(stopped.value.code, int)
    return stopped.value.code


def shell(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "ifdsl.cli", *words], capture_output=True, env={**os.environ, **environment}, check=False
    )


def loaded(words: list[str]) -> set[str]:
    """The modules that are loaded when a command has run, in a process of its own."""
    code = (
        "import sys\nfrom ifdsl.cli import main\n"
        f"try:\n    code = main({words!r})\nexcept SystemExit as stopped:\n    code = stopped.code\n"
        "assert code == 0, code\nprint('modules:', *sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("modules:")[2].split())


def among(modules: set[str], names: tuple[str, ...]) -> set[str]:
    return {module for module in modules for name in names if module == name or module.startswith(f"{name}.")}


# ---------------------------------------------------------------- usage


def test_help_names_every_command_and_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert usage("--help") == OK
    out = capsys.readouterr().out
    assert all(f"\n    {command}" in out for command in COMMANDS)
    assert "exit codes: 0 all well, 1 something is wrong with the input, 2 wrong usage, 130 stopped" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert usage(command, "--help") == OK
    out = capsys.readouterr().out
    assert f"usage: ifdsl {command}" in out
    assert f"  ifdsl {command}" in out.partition("options:")[2]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == OK
    assert capsys.readouterr().out == version("ifdsl") + "\n"


def test_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == USAGE
    assert "usage: ifdsl" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["check"],
        ["check", "--nonsense", "a.ifc"],
        ["check", "a.ifc", "--format", "xml"],
        ["eval", "a.ifc"],
        ["eval", "a.ifc", "--responses", "r.jsonl", "--model", "local"],
        ["eval", "a.ifc", "--responses", "r.jsonl", "--limit", "0"],
        ["eval", "a.ifc", "--responses", "r.jsonl", "--limit", "-3"],
        ["eval", "a.ifc", "--model", "m", "--concurrency", "0"],
        ["eval", "a.ifc", "--model", "m", "--max-tokens", "many"],
        ["eval", "--from", "nonsense", "a.jsonl", "--responses", "r.jsonl"],
        ["render", "a.ifc", "--limit", "-1"],
        ["compile", "a.ifc"],
        ["import", "nonsense", "a.jsonl"],
        ["check", "a\0b.ifc"],
    ],
)
def test_wrong_usage_is_exit_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert usage(*words) == USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert "error: " in err


def test_an_interruption_is_exit_code_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(options: object) -> int:
        raise KeyboardInterrupt

    module: ModuleType = __import__("ifdsl.cli.check", fromlist=["run"])
    monkeypatch.setattr(module, "run", stop)
    assert main(["check", "a.ifc"]) == INTERRUPTED
    assert capsys.readouterr().err == "stopped\n"


@pytest.mark.parametrize("words", [["explain", "std.length.word_count"], ["--version"]])
def test_a_reader_that_goes_away_is_no_error(words: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "ifdsl.cli", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == OK


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_a_disk_that_is_full_is_said_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.ifc"
    path.write_text(SPEC, encoding="utf-8")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ifdsl.cli", "render", str(path)], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == FAILED
    assert done.stderr == b"error: what is printed cannot be written: no space left on device\n"


# ---------------------------------------------------------------- what is printed, whatever the terminal


def test_prompts_and_paths_are_printed_whatever_the_locale_says(tmp_path: Path) -> None:
    name = os.fsdecode(b"spec-\xff.ifc")
    path = tmp_path / name
    try:
        path.write_text(SPEC, encoding="utf-8")
    except (OSError, UnicodeEncodeError):
        pytest.skip("the file system takes no such name")
    plain = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    done = shell("render", str(path), **plain)
    assert done.returncode == OK
    assert "Wörter 👍 …".encode() in done.stdout
    assert b"Traceback" not in done.stderr
    wrong = tmp_path / os.fsdecode(b"wrong-\xff.ifc")
    wrong.write_text("ifdsl 1\nnonsense\n", encoding="utf-8")
    for format_ in ("human", "json"):
        done = shell("check", str(wrong), "--format", format_, **plain)
        assert done.returncode == FAILED
        assert b"Traceback" not in done.stderr
        assert b"IF0201" in done.stdout + done.stderr


# ---------------------------------------------------------------- what is loaded


def test_help_and_version_load_nothing_heavy() -> None:
    for words in (["--help"], ["--version"]):
        modules = loaded(words)
        assert not among(modules, (*HEAVY, "ifdsl.syntax", "ifdsl.model", "ifdsl.ir", "ifdsl.checking"))


def test_warm_evaluation_of_published_data_loads_no_compiler(tmp_path: Path) -> None:
    data, responses = tmp_path / "rows.jsonl", tmp_path / "responses.jsonl"
    data.write_text(
        '{"key": 1, "prompt": "p", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}\n', encoding="utf-8"
    )
    responses.write_text('{"key": 1, "response": "none"}\n', encoding="utf-8")
    words = ["eval", "--from", "ifeval", str(data), "--responses", str(responses), "--out", str(tmp_path / "out")]
    loaded(words)
    compiler = ("ifdsl.syntax", "ifdsl.model", "ifdsl.ir", "ifdsl.rendering", "ifdsl.checking.compile")
    assert not among(loaded(words), (*HEAVY, *compiler))
