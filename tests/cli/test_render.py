"""`ifdsl render`: the prompts of a file's specs, in patterns, languages, wordings and templates of the user's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ifdsl.cli import FAILED, OK, main

SPEC = """ifdsl 1

use std.length

constraint polite() {
  check response.contains("please")
  render listing "Say please."
  also listing "Do not forget the magic word."
}

spec note(name: text) {
  task "Write to {name}."
  must {
    word_count(2..4)
    polite()
  }
  for name in ["Ann", "Zoë", "{Bo}"]
}
"""
HOSTILE = [
    "{{ ''.__class__.__mro__ }}",
    "{{ task.__init__.__globals__ }}",
    "{{ cycler.__init__.__globals__.os.system('touch PWNED') }}",
    "{% include '/etc/passwd' %}",
    "{% import 'os' as os %}",
    "{% for i in range(1000000000) %}{% for j in range(1000000000) %}x{% endfor %}{% endfor %}",
    "{{ task * 1000000000 }}",
    "{{ 'x' ~ ('y' * 100000000) }}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "{{ 10 ** 10 ** 10 }}",
    "{{ '%999999999d' % 1 }}",
    "{{ '{:>999999999}'.format(1) }}",
    "{{ lipsum(n=1000000) }}",
    "{{ task | center(1000000000) }}",
    "{{ self }}",
    "{% if",
    "{{ nothing.at.all }}",
]


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "note.ifc"
    path.write_text(SPEC, encoding="utf-8")
    return path


def rendered(spec: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, str]]:
    assert main(["render", str(spec), "--json", *options]) == OK
    out, err = capsys.readouterr()
    assert err == ""
    found: list[dict[str, str]] = json.loads(out)
    return found


def test_prompts_for_people(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", str(spec), "--limit", "2"]) == OK
    rules = "Follow these rules:\n1. Use between 2 and 4 words.\n2. Say please.\n"
    expected = f"== note(name=Ann)\nWrite to Ann.\n\n{rules}\n== note(name=Zoë)\nWrite to Zoë.\n\n{rules}\n"
    assert capsys.readouterr() == (expected, "")


def test_prompts_for_programs(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = rendered(spec, capsys)
    assert [row["id"] for row in rows] == ["note(name=Ann)", "note(name=Zoë)", "note(name={Bo})"]
    assert rows[2]["prompt"].startswith("Write to {Bo}.\n"), "a value is never read as a template"
    assert rendered(spec, capsys, "--limit", "1") == rows[:1]


def test_wordings(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (rendered(spec, capsys, "--wording", number, "--limit", "1")[0]["prompt"] for number in "01")
    assert "Say please." in first
    assert "Do not forget the magic word." in second
    with pytest.raises(SystemExit) as stopped:
        main(["render", str(spec), "--wording", "-1"])
    assert stopped.value.code == 2
    capsys.readouterr()


def test_languages_and_patterns(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    woven = rendered(spec, capsys, "--pattern", "incorporation", "--limit", "1")
    assert woven != rendered(spec, capsys, "--limit", "1")
    assert main(["render", str(spec), "--pattern", "nonsense"]) == FAILED
    assert "nonsense" in capsys.readouterr().err


def test_a_template_of_the_users_own(spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "listing.en.j2").write_text("TASK: {{ task }}\n", encoding="utf-8")
    (row,) = rendered(spec, capsys, "--templates", str(folder), "--limit", "1")
    assert row["prompt"].startswith("TASK: Write to Ann.")


@pytest.mark.parametrize("template", HOSTILE)
def test_a_hostile_template_is_a_finding(
    template: str, spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "listing.en.j2").write_text(template, encoding="utf-8")
    assert main(["render", str(spec), "--templates", str(folder)]) == FAILED
    out, err = capsys.readouterr()
    assert out == ""
    assert "IF0607 unrenderable" in err
    assert not (tmp_path / "PWNED").exists()


def test_a_file_with_errors_and_templates_that_are_not_there(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", str(spec), "--templates", str(tmp_path / "nowhere")]) == FAILED
    assert "IF0607" in capsys.readouterr().err
    assert main(["render", str(tmp_path / "nowhere.ifc")]) == FAILED
    assert "IF0101" in capsys.readouterr().err
    spec.write_text(SPEC.replace("polite()\n  }", "pollite()\n  }"), encoding="utf-8")
    assert main(["render", str(spec), "--json"]) == FAILED
    assert json.loads(capsys.readouterr().out)[0]["code"] == "IF0302"


def test_instances_are_made_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numbers = ", ".join(map(str, range(100)))
    path = tmp_path / "many.ifc"
    path.write_text(
        SPEC.partition("spec note")[0]
        + f'spec many(a: int, b: int) {{\n  task "{{a}} {{b}}"\n  must polite()\n  for a in [{numbers}]\n'
        f"  for b in [{numbers}]\n}}\n",
        encoding="utf-8",
    )
    assert [row["id"] for row in rendered(path, capsys, "--limit", "2")] == ["many(a=0, b=0)", "many(a=0, b=1)"]
