"""The pytest plugin: facts as tests, only of files that are asked for, and no cost where there are none."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from ifdsl.testing import items
from tests.cli.test_test import SOUND, WRONG

pytest_plugins = ["pytester"]

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = any(point.name == "ifdsl" for point in entry_points(group="pytest11"))
PLUGIN = () if INSTALLED else ("-p", "ifdsl.testing.plugin")
"""How a run of its own gets the plugin: by its entry point, where the metadata of the package are of this source."""


def write(pytester: pytest.Pytester, name: str, text: str) -> None:
    (pytester.path / name).write_text(text, encoding="utf-8")


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess(*PLUGIN, "-p", "no:cacheprovider", *words)


def test_a_file_that_is_named_is_run(pytester: pytest.Pytester) -> None:
    write(pytester, "sound.ifc", SOUND)
    done = run(pytester, "sound.ifc", "-v")
    assert done.ret == 0
    lines = [line for line in done.outlines if "PASSED" in line]
    assert any("sound.ifc::word_limit::example 1 (line 6) PASSED" in line for line in lines)
    near = "word_limit::near_miss 1 [word_limit(2..3), words: below the lower bound] (line 6)"
    assert any(near in line for line in lines)
    done.assert_outcomes(passed=len(lines))
    assert len(lines) == 5 + 9


def test_a_failure_shows_the_line(pytester: pytest.Pytester) -> None:
    write(pytester, "wrong.ifc", WRONG)
    done = run(pytester, "wrong.ifc")
    assert done.ret == 1
    assert done.parseoutcomes()["failed"] == 1
    done.stdout.fnmatch_lines(
        [
            "error[[]IF0506 example-contradicted[]]: this line says that `word_limit` gives fail, but it gives pass*",
            "*wrong.ifc:7:3",
            '*fail word_limit(2..3) on "two words"',
        ]
    )
    assert "Traceback" not in done.stdout.str()


def test_one_fact_can_be_picked(pytester: pytest.Pytester) -> None:
    write(pytester, "wrong.ifc", WRONG)
    run(pytester, "wrong.ifc", "-k", "wording").assert_outcomes(passed=1, deselected=13)
    run(pytester, "wrong.ifc::word_limit").assert_outcomes(passed=13, failed=1)
    run(pytester, "wrong.ifc::word_limit::example 2 (line 7)").assert_outcomes(failed=1)
    near = "near_miss 2 [word_limit(2..3), words: above the upper bound] (line 6)"
    run(pytester, f"wrong.ifc::word_limit::{near}").assert_outcomes(passed=1)


def test_a_file_that_does_not_build_is_an_error_of_collection(pytester: pytest.Pytester) -> None:
    write(pytester, "broken.ifc", SOUND.replace("response.words", "response.wrods"))
    done = run(pytester, "broken.ifc")
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["error[[]IF0308 unknown-view[]]*", "*broken.ifc:4:*"])


def test_folders_are_left_alone(pytester: pytest.Pytester) -> None:
    write(pytester, "wrong.ifc", WRONG)
    pytester.makepyfile("def test_own(): pass")
    run(pytester).assert_outcomes(passed=1)
    run(pytester, ".").assert_outcomes(passed=1)


def test_folders_are_run_where_the_project_asks_for_it(pytester: pytest.Pytester) -> None:
    write(pytester, "sound.ifc", SOUND)
    write(pytester, "other.txt", SOUND)
    pytester.makepyfile("def test_own(): pass")
    pytester.makeini("[pytest]\nifdsl_collect = true\n")
    run(pytester).assert_outcomes(passed=1 + 14)


def test_python_runs_only_where_the_project_allows_it(pytester: pytest.Pytester) -> None:
    text = (
        SOUND.replace("check len(response.words) in words", 'check python "operator:not_"')
        .replace("(words: range)", "()")
        .replace("{words}", "no")
        .replace("(2..3)", "()")
    )
    write(pytester, "hatch.ifc", text.replace('on "two words"', 'on ""'))
    assert run(pytester, "hatch.ifc").parseoutcomes()["failed"] == 2
    pytester.makeini("[pytest]\nifdsl_allow_python = true\n")
    assert "failed" not in run(pytester, "hatch.ifc").parseoutcomes()


def test_another_error_shows_as_any_error_does(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    write(pytester, "sound.ifc", SOUND)

    def broken(facts: object) -> list[object]:
        raise OSError("out of order")

    monkeypatch.setattr(items, "diagnostics_of", broken)
    done = run(pytester, "sound.ifc", "-k", "wording")
    assert done.parseoutcomes()["failed"] == 1
    done.stdout.fnmatch_lines(["*OSError: out of order"])


def test_without_such_a_file_nothing_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text(
        "import sys\n\n\ndef test_own():\n"
        "    loaded = {name for name in sys.modules if name.split('.')[0] in ('ifdsl', 'lark', 'hypothesis', 'z3')}\n"
        "    assert loaded <= {'ifdsl', 'ifdsl.testing', 'ifdsl.testing.plugin'}, loaded\n",
        encoding="utf-8",
    )
    (tmp_path / "lying_about.ifc").write_text(WRONG, encoding="utf-8")
    blocked = ["-p", "no:hypothesispytest", "-p", "no:cacheprovider", *PLUGIN]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "pytest", *blocked, "-q", str(tmp_path)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


def test_the_plugin_is_declared() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"ifdsl": "ifdsl.testing.plugin"}
    assert any(one.startswith("hypothesis") for one in project["optional-dependencies"]["testing"])
