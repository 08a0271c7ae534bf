"""Turns that ask specs over rows: a dialogue for each row, graded as the same specs are by themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import FAILED, OK, main
from ifdsl.ir.build import build_text
from ifdsl.ir.json import from_json, to_json
from ifdsl.ir.printer import print_program

HEAD = """ifdsl 1

use answers
use std.format
use std.length

source quiz from jsonl "quiz.jsonl" {
  id: text
  question: text
  options: list[text]
  gold: int
}

spec plain on q in quiz {
  task "{q.question}\\n{q.options:labelled}\\nEnd with `Response:` and the answer."
  given gold = q.options[q.gold]
  answer after_last("Response:")
  expect gold
  match exact
}

spec reversed on q in quiz {
  task "Now give it in reverse, under the key `answer`."
  given gold = q.options[q.gold]
  answer in_json(response)
  expect reverse_by(gold)
  match exact, plain
  must json_object()
}

spec shift(by: int) on q in quiz if is_numeral(q.options[q.gold]) {
  task "Add {by} to it."
  given gold = q.options[q.gold]
  answer after_last("Response:")
  expect increment(gold, by=by)
  match exact
  for by in [1, 2]
}
"""
FLOW = """
flow talk(topic: text) {
  context CONTEXT
  turn open { user "A quiz about {topic}?" golden "Yes." add session short: word_count(..60) }
  turn quiz follows open { ask plain }
  turn back refines quiz { ask reversed  must word_count(..5) }
  turn once refines back { user "Say it once more." change short -> word_count(..50) }
  for topic in ["Norway"]
}
"""
ROWS = [
    {"id": "no", "question": "Capital of Norway?", "options": ["Oslo", "Bergen", "Rome"], "gold": 0},
    {"id": "sum", "question": "2 + 3?", "options": ["4", "5", "6.50"], "gold": 1},
]


def written(folder: Path, text: str, rows: list[dict[str, Any]] = ROWS) -> str:
    (folder / "quiz.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "talk.ifc").write_text(HEAD + text, encoding="utf-8")
    return str(folder / "talk.ifc")


def results(folder: Path) -> dict[str, dict[str, Any]]:
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return {one["prompt_id"]: one for one in map(json.loads, lines)}


@pytest.mark.parametrize("context", ["self", "golden"])
def test_the_oracle_passes_every_turn_of_a_dialogue_for_each_row(context: str, tmp_path: Path) -> None:
    # The turn `once` has no golden answer and needs none: nothing comes after it.
    path = written(tmp_path, FLOW.replace("CONTEXT", context))
    assert main(["check", path]) == OK
    assert main(["eval", path, "--model", "oracle", "--out", str(tmp_path / "run"), "--quiet"]) == OK
    found = results(tmp_path / "run")
    # `plain` and `reversed` are asked in the turns alone; `shift` is asked by no turn.
    assert list(found) == [
        *("shift(by=1)[sum]", "shift(by=2)[sum]"),
        *(f"talk(topic=Norway)[{row}]:{turn}" for row in ("no", "sum") for turn in ("open", "quiz", "back", "once")),
    ]
    assert all(one["strict"] for one in found.values())
    history = [one["content"] for one in found["talk(topic=Norway)[no]:back"]["prompt"]["messages"]]
    assert history[2].startswith("Capital of Norway?\nA. Oslo")
    if context == "golden":
        assert [history[1], history[3]] == ["Yes.", "Response: Oslo"]


def test_what_is_in_force_and_what_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, FLOW.replace("CONTEXT", "self"))
    assert main(["eval", path, "--model", "oracle", "--out", str(tmp_path / "run"), "--quiet"]) == OK
    capsys.readouterr()
    found = results(tmp_path / "run")
    ids = {
        name.rpartition(":")[2]: [
            one["id"].partition(".")[0] + "." * ("." in one["id"]) for one in item["requirements"]
        ]
        for name, item in found.items()
        if "[no]" in name
    }
    # What `plain` asked is over where the next spec is asked; what that asked holds on where it is refined.
    assert ids["quiz"] == ["short", "quiz."]
    assert ids["back"] == ["short", "back.", "back.", "word_count.", "back."]
    assert sorted(ids["once"]) == sorted(["short", "back.", "back.", "word_count.", "stale.", "back."])
    prompts = "\n".join(item["prompt"]["messages"][-1]["content"] for item in found.values())
    assert "olsO" not in prompts
    assert (
        "Write the whole response as one JSON object"
        in found["talk(topic=Norway)[no]:back"]["prompt"]["messages"][-1]["content"]
    )


def test_wrong_answers_tell_the_same_in_a_turn(tmp_path: Path) -> None:
    path = written(tmp_path, FLOW.replace("CONTEXT", "self"))
    said = {
        "quiz": ("Response: Bergen", "knowledge"),
        "back": ('{"answer": "Oslo"}', "instruction"),
        "once": ('{"answer": "negreB"}', "knowledge"),
        "open": ("Yes.", None),
    }
    lines = [{"key": f"talk(topic=Norway)[no]:{turn}", "response": text} for turn, (text, _) in said.items()]
    (tmp_path / "said.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    out = tmp_path / "run"
    command = ["eval", path, "--responses", str(tmp_path / "said.jsonl"), "--out", str(out), "--report", "--quiet"]
    main(command)
    found = results(out)
    for turn, (_, fault) in said.items():
        item = found[f"talk(topic=Norway)[no]:{turn}"]
        told = [piece.get("label") for one in item["requirements"] for piece in one.get("evidence", ())]
        assert [label for label in told if label] == ([] if fault is None else [fault])
    figures = json.loads((out / "summary.json").read_text(encoding="utf-8"))["knowledge"]
    assert figures["errors"]["kinds"]["knowledge"] == 1
    assert figures["errors"]["kinds"]["instruction"] == 1
    assert 'id="knowledge-heading"' in (out / "report.html").read_text(encoding="utf-8")


def test_rows_that_a_spec_passes_over_and_values_that_it_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [*ROWS, {**ROWS[1], "question": "Again?"}]
    path = written(tmp_path, "flow sums { turn a { ask plain } turn b follows a { ask shift } }\n", rows)
    assert main(["render", path, "--json"]) == OK
    prompts = {one["id"]: one["prompt"] for one in json.loads(capsys.readouterr().out)}
    flows = {id_: text for id_, text in prompts.items() if id_.startswith("sums")}
    assert [*dict.fromkeys(id_.rpartition(":")[0] for id_ in flows)] == [
        *("sums[sum(by=1)]", "sums[sum(by=2)]", "sums[sum(by=1)]#2", "sums[sum(by=2)]#2"),
    ]
    assert flows["sums[sum(by=2)]#2:b"] == "Add 2 to it."
    assert flows["sums[sum(by=2)]#2:a"].startswith("Again?")


def test_a_row_without_a_golden_answer_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = """
spec both on q in quiz {
  task "{q.question}"
  given gold = q.options[q.gold]
  answer after_last("Response:")
  expect gold
  match exact
  must json_object()
}
flow talk { context golden turn a { ask both } turn b follows a { user "Thanks." } }
"""
    path = written(tmp_path, spec)
    assert main(["render", path, "--format", "plain"]) == FAILED
    said = capsys.readouterr()
    assert "IF1110" in said.out + said.err
    assert "quiz.jsonl" in said.out + said.err


def test_flows_that_ask_survive_the_ways_round() -> None:
    built = build_text(HEAD + FLOW.replace("CONTEXT", "self"))
    assert built.program is not None
    assert [turn.asks for turn in built.program.flows[0].turns] == [None, "plain", "reversed", None]
    assert from_json(to_json(built.program)) == built.program
    again = build_text(print_program(built.program))
    assert again.program is not None
    assert again.program.flows == built.program.flows


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("flow f { turn a { ask plane } }", "IF0301"),
        ('flow f { turn a { ask plain user "Hi." } }', "IF0505"),
        ('spec own { task "Write." must word_count(..3) }\nflow f { turn a { ask own } }', "IF0301"),
    ],
)
def test_turns_that_cannot_ask(text: str, code: str) -> None:
    assert [one.code.id for one in build_text(HEAD + text).diagnostics] == [code]


def test_flows_of_different_sources_are_not_joined(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """
source other from jsonl "quiz.jsonl" { question: text }
spec odd on q in other {
  task "{q.question}"
  answer found_answer(response)
  expect q.question
  match exact
}
flow one { turn a { ask plain } }
flow two { turn b { ask odd } }
flow both = one then two
"""
    assert main(["render", written(tmp_path, text), "--format", "plain"]) == FAILED
    said = capsys.readouterr()
    assert "a dialogue is about a row of one source" in said.out + said.err
