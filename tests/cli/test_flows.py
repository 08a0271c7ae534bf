"""`ifdsl eval` and `ifdsl judge` with dialogues: histories, going on after a limit, recorded answers, and a judge."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import FAILED, OK
from tests.cli.evaluation import Folder
from tests.run.faulty_server import FaultyServer, Plan

TALK = """ifdsl 1

use std.length

constraint warm() {
  group style.tone
  check judge "Is the reply written in a warm tone?"
  render listing "Write warmly."
}

flow talk(city: text) {
  turn ask {
    user "Tell me of {city}."
    must size: word_count(2..8)
  }
  turn short refines ask {
    user "Shorter."
    change size -> word_count(..2)
    must warm()
  }
  turn back recalls ask, follows short {
    user "Which city was it?"
    mention [city]
  }
  for city in ["Bergen", "Turku"]
}

flow golden_one {
  context golden
  turn first { user "Say a." golden "a a" must size: word_count(2) }
  turn second follows first { user "Say b." golden "b" must word_count(..3) }
}
"""
MODELS = """
import json
from pathlib import Path

ASKED = Path(__file__).parent / "asked.jsonl"


def kept(messages):
    with ASKED.open("a") as file:
        file.write(json.dumps([message["content"] for message in messages]) + "\\n")


def chatty(messages, sampling):
    kept(messages)
    return f"{sampling['seed']} answer {len(messages)} to " + messages[0]["content"].split()[2].rstrip(".")


def judge(messages, sampling):
    kept(messages)
    return json.dumps({"answers": [{"number": 1, "answer": "no" if "Turku" in str(messages) else "yes"}]})


def mumbling(messages, sampling):
    kept(messages)
    return "Well."
"""
IDS = [f"talk(city={city}):{turn}" for city in ("Bergen", "Turku") for turn in ("ask", "short", "back")] + [
    "golden_one:first",
    "golden_one:second",
]


@pytest.fixture
def talks(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> Folder:
    folder.write("talk.ifc", TALK.encode())
    module = f"models_of_{folder.path.name.replace('-', '_')}"
    (folder.path / f"{module}.py").write_text(MODELS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder.path))
    return folder


def model(folder: Folder, name: str) -> str:
    return f"python:models_of_{folder.path.name.replace('-', '_')}:{name}"


def evaluated(folder: Folder, *options: str, out: str = "out") -> Folder:
    words = ["eval", str(folder.path / "talk.ifc"), "--out", str(folder.path / out), "--quiet", "--no-report"]
    return folder.run([*words, *options])


def asked(folder: Folder) -> list[list[str]]:
    return [json.loads(line) for line in (folder.path / "asked.jsonl").read_text().splitlines()]


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def without_times(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for row in found:
        row["response"].pop("latency", None)
    return found


def texts(row: dict[str, Any]) -> list[str]:
    return [message["content"] for message in row["prompt"]["messages"]]


def test_a_turn_is_asked_with_what_was_answered_before(talks: Folder) -> None:
    assert evaluated(talks, "--model", model(talks, "chatty"), "--seed", "5").code == OK
    found = talks.own()
    assert [row["prompt_id"] for row in found] == IDS
    last = found[2]
    assert texts(last)[1::2] == ["5 answer 1 to of", "5 answer 3 to of"]
    assert texts(last)[4] == "Which city was it?"
    assert [message["role"] for message in last["prompt"]["messages"]] == ["user", "assistant"] * 2 + ["user"]
    # Golden answers stand in the history whatever the model said.
    assert texts(found[-1])[1] == "a a"
    assert found[-1]["response"]["text"].startswith("5 answer 3")


def test_a_dialogue_whose_history_is_the_models_own_is_asked_once(talks: Folder) -> None:
    done = evaluated(talks, "--model", model(talks, "chatty"), "--repeats", "2")
    assert done.code == FAILED
    assert "dialogues whose history is the model's own are asked once" in done.err


def test_the_figures_of_turns_are_told(talks: Folder) -> None:
    evaluated(talks, "--model", model(talks, "chatty"))
    assert "turns of dialogues" in talks.out
    assert "what went wrong with relations" in talks.out
    assert "lost referent                2" in talks.out
    turns = json.loads((talks.path / "out" / "summary.json").read_text())["turns"]
    assert turns["dialogues"] == 3


def test_a_run_of_dialogues_that_is_stopped_goes_on(talks: Folder) -> None:
    chatty = ["--model", model(talks, "chatty"), "--seed", "1"]
    stopped = evaluated(talks, *chatty, "--max-requests", "3")
    assert stopped.code == FAILED
    assert "stopped early: the limit of 3 requests is reached" in stopped.err
    assert len(asked(talks)) == 3
    assert evaluated(talks, *chatty).code == OK
    whole = asked(talks)
    assert len(whole) == len(IDS)
    assert len({tuple(one) for one in whole}) == len(IDS)
    gone_on = without_times(talks.own())
    evaluated(talks, *chatty, out="at_once")
    assert gone_on == without_times(rows(talks.path / "at_once" / "results.jsonl"))
    assert evaluated(talks, *chatty).code == OK
    assert len(asked(talks)) == 2 * len(IDS)


def test_recorded_answers_are_the_history_of_later_turns(talks: Folder) -> None:
    recorded = [{"key": id_, "response": f"{id_} said"} for id_ in IDS if id_ != "talk(city=Turku):ask"]
    talks.write("said.jsonl", recorded)
    evaluated(talks, "--responses", str(talks.path / "said.jsonl"))
    assert "`talk(city=Turku):ask` has no response" in talks.err
    found = {row["prompt_id"]: row for row in talks.own()}
    assert texts(found["talk(city=Bergen):back"])[1::2] == [
        f"talk(city=Bergen):{turn} said" for turn in ("ask", "short")
    ]
    assert texts(found["golden_one:second"])[1] == "a a"
    assert found["talk(city=Turku):ask"]["response"] is None


def test_a_limit_of_prompts_takes_the_first_turns(talks: Folder) -> None:
    evaluated(talks, "--model", model(talks, "chatty"), "--limit", "4")
    assert [row["prompt_id"] for row in talks.own()] == IDS[:4]


# ---------------------------------------------------------------- a judge


def judged(folder: Folder, name: str, *options: str) -> Folder:
    words = ["judge", str(folder.path / "out"), "--model", model(folder, name), "--quiet", *options]
    return folder.run(words)


def verdicts(folder: Folder) -> dict[str, Any]:
    return {row["prompt_id"]: row["strict"] for row in folder.own() if row["prompt_id"].endswith("short")}


def test_a_judge_decides_what_no_code_does(talks: Folder) -> None:
    recorded = [{"key": id_, "response": "Dear Bergen" if "Bergen" in id_ else "Off, Turku"} for id_ in IDS]
    talks.write("said.jsonl", recorded)
    evaluated(talks, "--responses", str(talks.path / "said.jsonl"))
    assert verdicts(talks) == {"talk(city=Bergen):short": None, "talk(city=Turku):short": None}
    assert judged(talks, "judge").code == OK
    assert verdicts(talks) == {"talk(city=Bergen):short": True, "talk(city=Turku):short": False}
    assert len(asked(talks)) == 2
    assert "warm tone" in asked(talks)[0][-1]
    # Going on asks nothing twice, and grading again uses the answers.
    assert judged(talks, "judge").code == OK
    assert len(asked(talks)) == 2
    assert talks.run(["verify", str(talks.path / "out"), "--quiet"]).code == OK
    assert verdicts(talks) == {"talk(city=Bergen):short": True, "talk(city=Turku):short": False}


def test_a_judge_is_compared_with_people(talks: Folder) -> None:
    talks.write("said.jsonl", [{"key": id_, "response": "Dear Bergen"} for id_ in IDS])
    evaluated(talks, "--responses", str(talks.path / "said.jsonl"))
    judged(talks, "judge")
    answers = rows(talks.path / "out" / "judge" / "answers.jsonl")
    assert len(answers) == 2
    talks.write("people.jsonl", answers[:1])
    assert judged(talks, "judge", "--against", str(talks.path / "people.jsonl")).code == OK
    assert "against people.jsonl: 1 question that both answered, agreed 1.0000" in talks.out


def test_what_a_judge_does_not_say_is_asked_again_and_stays_unknown(talks: Folder) -> None:
    talks.write("said.jsonl", [{"key": id_, "response": "Dear Bergen"} for id_ in IDS])
    evaluated(talks, "--responses", str(talks.path / "said.jsonl"))
    judged(talks, "mumbling", "--attempts", "2")
    assert len(asked(talks)) == 4
    assert talks.code == FAILED
    assert set(verdicts(talks).values()) == {None}
    assert "2 requirements unknown" in talks.out


@pytest.mark.skipif(find_spec("openai") is None, reason="needs the extra `openai`")
def test_a_server_is_held_to_the_form_of_the_answers(talks: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "")
    talks.write("said.jsonl", [{"key": id_, "response": "Dear Bergen"} for id_ in IDS])
    evaluated(talks, "--responses", str(talks.path / "said.jsonl"))
    judge = ["judge", str(talks.path / "out"), "--model", "m", "--quiet", "--attempts", "1"]
    with FaultyServer() as server:
        done = talks.run([*judge, "--base-url", server.base_url])
        assert {body["response_format"]["type"] for body in server.bodies} == {"json_schema"}
    # What the server wrote is no answer.
    assert done.code == FAILED
    with FaultyServer(Plan(lasting=["template_error"], share=1.0)) as server:
        out = ["--no-schema", "--out", str(talks.path / "other")]
        done = talks.run([*judge, "--base-url", server.base_url, *out])
        assert [body for body in server.bodies if "response_format" in body] == []
    assert done.code == FAILED
    assert "2 requests to the judge got no answer" in done.err
    assert "roles must alternate" in done.err


# ---------------------------------------------------------------- StructFlowBench


WORDS, STYLE = "Quantity Format Constraint", "Style Constraint"


def turn(name: str, prompt: str, golden: str, *items: tuple[str, str]) -> dict[str, Any]:
    constraints = [{"type": type_, "content": content, "explanation": ""} for type_, content in items]
    return {"name": name, "user prompt": prompt, "assistant answer": golden, "constraints": constraints}


def published(folder: Folder) -> str:
    turns = [
        turn("c1", "Tides, in 3 words.", "The moon pulls.", (WORDS, "Is the response limited to 3 words?")),
        turn("c2", "In 2, kindly.", "The dear moon.", (WORDS, "Is the response limited to 2 words?"), (STYLE, "Kind?")),
    ]
    edge = {"source": ["c1"], "target": ["c2"], "relation": "refinement"}
    about = {"conv_purpose": "p", "conv_topic": "t", "conv_task": "K: k", "user_type": 1, "structure": [edge]}
    path = folder.path / "talks.json"
    path.write_text(json.dumps([{**about, "whole_conv": turns}]), encoding="utf-8")
    return str(path)


def test_published_dialogues_are_imported_and_linted(folder: Folder) -> None:
    data = published(folder)
    assert folder.run(["import", "structflow", data, "-o", str(folder.path / "talks.ifc")]).code == OK
    text = (folder.path / "talks.ifc").read_text()
    assert "turn c2 refines c1 {" in text
    assert "change q1_1 -> structflow.words(..2)" in text
    assert folder.run(["check", str(folder.path / "talks.ifc"), "--format", "plain"]).code == FAILED
    assert [code for code, _, _ in folder.findings()] == ["IF1111"]
    folder.run(["lint", "--benchmark", "structflow", data, "--format", "plain"])
    assert "dialogue 0, turn 2: the golden answer breaks" in folder.out + folder.err


def test_published_dialogues_are_graded_by_code_and_the_recorded_judge(folder: Folder) -> None:
    data = published(folder)
    said = folder.write("said.jsonl", [{"d": 0, "t": 1, "response": "It pulls."}, {"d": 0, "t": 2, "response": "Dear"}])
    asked = {
        "d": 0,
        "t": 2,
        "c": 1,
        "type": STYLE,
        "content": "Kind?",
        "verdicts": {"some_model": "No", "other": "Yes"},
    }
    answers = folder.write("answers.jsonl", [asked])
    words = [
        "eval",
        "--from",
        "structflow",
        data,
        "--responses",
        str(said),
        "--out",
        str(folder.path / "out"),
        "--quiet",
    ]
    assert folder.run(words).code == OK
    assert [row["strict"] for row in folder.own()] == [True, None]
    words += ["--answers", str(answers), "--answers-of"]
    for name, verdict in (("some_model", False), ("other", True)):
        assert folder.run([*words, name]).code == OK
        assert [row["strict"] for row in folder.own()] == [True, verdict]
    assert folder.run([*words, "nobody"]).code == OK
    assert "there are no verdicts on `nobody`" in folder.err
    assert "`other`, `some_model`" in folder.err


def test_a_judge_is_compared_with_the_recorded_one(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    data = published(folder)
    said = folder.write("said.jsonl", [{"d": 0, "t": turn, "response": "Dear"} for turn in (1, 2)])
    row = {"d": 0, "t": 2, "c": 1, "type": STYLE, "content": "Kind?", "verdicts": {"mine": "Yes", "other": "No"}}
    recorded = str(folder.write("recorded.jsonl", [row]))
    out = ["--out", str(folder.path / "out"), "--quiet"]
    folder.run(["eval", "--from", "structflow", data, "--responses", str(said), *out])
    (folder.path / f"models_of_{folder.path.name.replace('-', '_')}.py").write_text(MODELS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder.path))
    for name, told in (("mine", "both yes 1"), ("other", "judge alone 1")):
        assert judged(folder, "judge", "--against", recorded, "--against-of", name).code == OK
        assert "1 question that both answered" in folder.out
        assert told in folder.out
