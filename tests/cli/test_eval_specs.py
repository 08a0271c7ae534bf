"""`ifdsl eval` on an `.ifc` file: its own specs, and published data that a suite draws from."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ifdsl.cli import FAILED, OK
from tests.cli.evaluation import NEEDS_PARITY, RESPONSES, ROWS, RUN_FILES, VERDICTS, Folder

pytestmark = NEEDS_PARITY


OWN = """ifdsl 1

use std.length

spec hello(name: text) {
  task "Greet {name}."
  must word_count(2..3)
  should sentence_count(1)
  for name in ["Ann", "Bo"]
}

spec bye {
  task "Say goodbye."
  must { word_count(..2) }
}
"""
OWN_RESPONSES = [
    {"key": "hello(name=Ann)", "response": "Hello Ann"},
    {"key": "bye", "response": "Bye now then"},
    {"key": "hello(name=Bo)", "response": "Hello. Bo."},
]


def own(folder: Folder, responses: Any, *options: str) -> Folder:
    spec, made = folder.write("mine.ifc", OWN.encode()), folder.write("made.jsonl", responses)
    out = str(folder.path / "out")
    return folder.run(["eval", str(spec), "--responses", str(made), "--out", out, "--format", "plain", *options])


def strict(folder: Folder) -> dict[str, bool]:
    return {result["prompt_id"]: result["strict"] for result in folder.own()}


OWN_VERDICTS = {"hello(name=Ann)": True, "hello(name=Bo)": True, "bye": False}


def test_a_results_folder_in_the_folder_of_the_spec(folder: Folder) -> None:
    """What a run writes is never taken for a module or for data."""
    spec = folder.write("mine.ifc", OWN.encode())
    made = folder.write("made.jsonl", OWN_RESPONSES)
    words = ["eval", str(spec), "--responses", str(made), "--out", str(folder.path)]
    assert folder.run(words).code == OK
    first = (folder.path / "results.jsonl").read_bytes()
    assert folder.run(words).code == OK
    assert (folder.path / "results.jsonl").read_bytes() == first


def test_own_specs_by_key_prompt_and_position(folder: Folder) -> None:
    assert own(folder, OWN_RESPONSES).code == OK
    assert strict(folder) == OWN_VERDICTS
    assert list(strict(folder)) == list(OWN_VERDICTS)
    prompts = {result["prompt_id"]: result["prompt"]["messages"][0]["content"] for result in folder.own()}
    assert (
        own(folder, [{"prompt": prompts[made["key"]], "completion": made["response"]} for made in OWN_RESPONSES]).code
        == OK
    )
    assert strict(folder) == OWN_VERDICTS
    in_order = [OWN_RESPONSES[place] for place in (0, 2, 1)]
    assert own(folder, [{"response": made["response"]} for made in in_order], "--join", "position").code == OK
    assert strict(folder) == OWN_VERDICTS


def test_own_specs_with_responses_that_do_not_fit(folder: Folder) -> None:
    own(folder, [{"key": "nobody", "response": "x"}, *OWN_RESPONSES[:2], {"key": "bye", "response": "Bye"}])
    assert folder.code == OK
    assert [(code, line) for code, line, _ in folder.findings()] == [("IF0804", 1), ("IF0805", 1), ("IF0804", 4)]
    assert strict(folder) == {**OWN_VERDICTS, "hello(name=Bo)": False}
    own(folder, [*OWN_RESPONSES, {"key": "bye"}, {"key": "bye", "response": 5}])
    assert folder.code == FAILED
    assert [(code, line) for code, line, _ in folder.findings()] == [("IF0801", 4), ("IF0801", 5)]
    lines = b"\n\n".join(json.dumps(each).encode() for each in OWN_RESPONSES) + b"\n\n"
    assert own(folder, lines).code == OK
    assert folder.findings() == []


def test_own_specs_with_a_limit(folder: Folder) -> None:
    assert own(folder, OWN_RESPONSES, "--limit", "1").code == OK
    assert folder.findings() == []
    assert list(strict(folder)) == ["hello(name=Ann)"]


def test_own_specs_write_no_published_files(folder: Folder) -> None:
    own(folder, OWN_RESPONSES)
    assert sorted(path.name for path in (folder.path / "out").iterdir()) == RUN_FILES


def test_nothing_to_evaluate(folder: Folder) -> None:
    spec = folder.write("empty.ifc", b"ifdsl 1\n")
    made = folder.write("made.jsonl", OWN_RESPONSES)
    assert folder.run(["eval", str(spec), "--responses", str(made)]).code == FAILED
    assert "IF0903 nothing-to-run" in folder.err
    assert folder.run(["eval", str(made), "--responses", str(made)]).code == FAILED
    assert "--from" in folder.err
    spec = folder.write("wrong.ifc", OWN.replace("word_count", "wrod_count").encode())
    assert folder.run(["eval", str(spec), "--responses", str(made), "--json"]).code == FAILED
    assert folder.out == ""
    assert {finding["code"] for finding in json.loads(folder.err)} == {"IF0302"}


def test_python_checks_are_run_only_where_that_is_allowed(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write("evil_checks.py", b"from pathlib import Path\nPath('RAN').touch()\ndef ok(text):\n    return True\n")
    monkeypatch.syspath_prepend(str(folder.path))
    monkeypatch.chdir(folder.path)
    text = (
        'ifdsl 1\n\nconstraint c() {\n  check python "evil_checks:ok"\n  render listing "x"\n}\n\n'
        'spec s {\n  task "t"\n  must c()\n}\n'
    )
    spec, made = folder.write("mine.ifc", text.encode()), folder.write("made.jsonl", [{"key": "s", "response": "x"}])
    words = ["eval", str(spec), "--responses", str(made), "--out", str(folder.path / "out")]
    for command in (words, ["check", str(spec)], ["test", str(spec)], ["render", str(spec)], ["explain", str(spec)]):
        folder.run(command)
        assert not (folder.path / "RAN").exists()
    assert folder.own()[0]["requirements"][0]["strict"] == "unknown"
    assert folder.run([*words, "--allow-python"]).code == OK
    assert (folder.path / "RAN").exists()
    assert folder.own()[0]["requirements"][0]["strict"] == "pass"


# ---------------------------------------------------------------- sources

SUITE = """ifdsl 1

use ifeval

  source prompts from ifeval "{location}"

suite published {{
  tasks from prompts
}}
"""


def test_a_suite_over_published_data(folder: Folder) -> None:
    (folder.path / "data").mkdir()
    folder.write("data/rows.jsonl", ROWS)
    made = folder.write("made.jsonl", RESPONSES)
    spec = folder.write("suite.ifc", SUITE.format(location="rows.jsonl").encode())
    words = ["eval", str(spec), "--responses", str(made), "--out", str(folder.path / "out")]
    assert folder.run(words).code == FAILED
    assert "name the folder that holds it with --data" in folder.err
    assert folder.run([*words, "--data", str(folder.path / "data")]).code == OK
    assert [result["follow_instruction_list"] for result in folder.results()] == list(VERDICTS.values())
    spec = folder.write("suite.ifc", SUITE.format(location="data/rows.jsonl").encode())
    assert folder.run(words).code == OK


@pytest.mark.parametrize(
    ("location", "code"),
    [
        ("../secret.jsonl", "IF0106"),
        ("{absolute}", "IF0106"),
        ("a/../../secret.jsonl", "IF0106"),
        ("link.jsonl", "IF0106"),
        ("linked/secret.jsonl", "IF0106"),
        ("loop.jsonl", "IF0101"),
        (".", "IF0101"),
        ("", "IF0101"),
        ("nowhere.jsonl", "IF0101"),
        ("x" * 5_000, "IF0101"),
        ("\\u{0}", "IF0101"),
    ],
)
def test_a_source_stays_in_its_folder(location: str, code: str, folder: Folder) -> None:
    secret = folder.write("secret.jsonl", ROWS)
    home = folder.path / "home"
    home.mkdir()
    (home / "link.jsonl").symlink_to(secret)
    (home / "linked").symlink_to(folder.path)
    (home / "loop.jsonl").symlink_to(home / "loop.jsonl")
    made = folder.write("made.jsonl", RESPONSES)
    text = SUITE.format(location=location.replace("{absolute}", str(secret)))
    spec = folder.write("home/suite.ifc", text.encode())
    assert folder.run(["eval", str(spec), "--responses", str(made)]).code == FAILED
    assert code in folder.err
    assert folder.out == ""
