"""`ifdsl eval --from` and `ifdsl import` for the benchmarks beside IFEval: their data, their responses, their files."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import FAILED, OK
from ifdsl.ir.build import build_file
from tests.cli.evaluation import AT_LEAST_3, NEEDS_PARITY, NO_COMMA, RUN_FILES, Folder, row

pytestmark = NEEDS_PARITY

WORDS = (AT_LEAST_3[0], {**AT_LEAST_3[1], "num_words": 3})


def evaluate(folder: Folder, benchmark: str, data: Path, responses: Path, *options: str) -> list[str]:
    """Run, and give the names of the benchmark's own files that came of it."""
    words = ["eval", "--from", benchmark, str(data), "--responses", str(responses), "--out", str(folder.path / "out")]
    folder.run([*words, "--format", "plain", *options])
    found = {path.name for path in (folder.path / "out").iterdir()}
    assert found >= set(RUN_FILES)
    return sorted(found - set(RUN_FILES))


def imported(folder: Folder, benchmark: str, data: Path, code: int = OK) -> str:
    out = folder.path / "imported.ifc"
    assert folder.run(["import", benchmark, str(data), "-o", str(out)]).code == code
    built = build_file(out)
    assert built.ok, built.diagnostics
    assert folder.run(["fmt", "--check", str(out)]).code == OK
    return out.read_text(encoding="utf-8")


def read(folder: Folder, name: str) -> Any:
    return json.loads((folder.path / "out" / name).read_text(encoding="utf-8"))


# ---------------------------------------------------------------- IFBench

REPEATS = ("words:repeats", {"small_n": 1.0, "N": None, "keyword": None})


def test_ifbench_is_over_ifeval(folder: Folder) -> None:
    data = folder.write("rows.jsonl", [row("0", "p", REPEATS, NO_COMMA), row("1", " q ", REPEATS), row("2", "r")])
    made = folder.write("made.jsonl", [{"prompt": "q", "response": "a a"}, {"prompt": "p", "response": "a b"}])
    assert evaluate(folder, "ifbench", data, made) == [
        "eval_results_loose.jsonl", "eval_results_strict.jsonl",
    ]  # fmt: skip
    assert folder.code == OK
    assert [(found["response"], found["follow_instruction_list"]) for found in folder.results()] == [
        ("a b", [True, True]), ("a a", [False]), ("", [False]),
    ]  # fmt: skip
    assert read(folder, "summary.json")["benchmark"] == {"name": "ifbench", "packs": ["ifbench", "ifeval"]}


@pytest.mark.parametrize("revision", ["2025-08", "2025-12", "2026-05"])
def test_revisions_of_ifbench(revision: str, folder: Folder) -> None:
    name = f"ifbench@{revision}"
    data = folder.write("rows.jsonl", [row("0", "p", REPEATS), row("1", "q")])
    made = folder.write("made.jsonl", [{"key": "0", "response": "a b"}, {"key": "1", "response": "c"}])
    evaluate(folder, name, data, made)
    assert (folder.code, [found["follow_all_instructions"] for found in folder.results()]) == (OK, [True, True])
    summary = read(folder, "summary.json")["benchmark"]
    assert (summary["name"], summary["packs"][-2:]) == (name, ["ifbench", "ifeval"])
    (folder.path / "suite.ifc").write_text(
        f'ifdsl 1\n\nsource prompts from {name.replace("@", "_").replace("-", "_")} "rows.jsonl"\n\n'
        "suite published {\n  tasks from prompts\n}\n"
    )
    words = ["eval", str(folder.path / "suite.ifc"), "--responses", str(made), "--out", str(folder.path / "out")]
    assert folder.run(words).code == OK
    assert read(folder, "summary.json")["benchmark"] == summary


def test_a_chat_in_a_table(folder: Folder) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    from pyarrow import parquet

    chat = [{"role": role, "content": role} for role in ("user", "assistant", "user")]
    rows = [{**row(number, f"p{number}", REPEATS), "messages": chat} for number in range(3)]
    parquet.write_table(pyarrow.Table.from_pylist(rows), folder.path / "rows.parquet")
    made = folder.write("made.jsonl", [{"key": 1, "response": "a a"}, {"key": 0, "response": "a b"}])
    evaluate(folder, "ifbench", folder.path / "rows.parquet", made)
    assert folder.code == OK
    assert [found["follow_instruction_list"] for found in folder.results()] == [[True], [False], [False]]
    assert folder.own()[0]["prompt"]["messages"] == chat


# ---------------------------------------------------------------- IFTrain


def test_iftrain(folder: Folder) -> None:
    truth = str([{"instruction_id": ["keywords:word_once", NO_COMMA[0]], "kwargs": [{"keyword": "x"}, None]}])
    chat = [{"role": "user", "content": "Do it."}]
    data = folder.write("rows.jsonl", [{"key": "a/1", "messages": chat, "ground_truth": truth, "dataset": "ifeval"}])
    made = folder.write("made.jsonl", [{"prompt": "Do it.", "response": "x, y"}])
    evaluate(folder, "iftrain", data, made)
    assert folder.code == OK
    assert folder.results()[0] == {
        "key": "a/1",
        "instruction_id_list": ["keywords:word_once", "punctuation:no_comma"],
        "prompt": "Do it.",
        "response": "x, y",
        "follow_all_instructions": False,
        "follow_instruction_list": [True, False],
    }
    text = imported(folder, "iftrain", data)
    assert 'use ifeval\nuse iftrain\n\nspec prompt_a_1 {\n  meta   key "a/1"\n  prompt "Do it."' in text


@pytest.mark.parametrize("named", [True, False], ids=["from", "suite"])
def test_a_run_is_graded_again_at_scale(named: bool, folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of a run have no text to be joined by, and what its spec reads may be in another folder."""
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    (folder.path / "short_answers.py").write_text("def answer(messages, sampling):\n    return 'one two three'\n")
    monkeypatch.syspath_prepend(str(folder.path))
    (folder.path / "rows").mkdir()
    data = folder.write("rows/rows.jsonl", [row("1:original", "p"), row("2:original", "q", WORDS)])
    suite = 'ifdsl 1\n\nsource prompts from ifeval_pp "rows.jsonl"\n\nsuite published {\n  tasks from prompts\n}\n'
    spec = folder.write("suite.ifc", suite.encode())
    asked = ["--from", "ifeval-pp", str(data)] if named else [str(spec), "--data", str(data.parent)]
    run = str(folder.path / "run")
    assert folder.run(["eval", *asked, "--model", "python:short_answers:answer", "--out", run, "--quiet"]).code == OK
    verdicts = str(folder.path / "verdicts")
    assert folder.run(["verify", run, "--out", verdicts, "--workers", "1", "--quiet", "--json"]).code == OK
    found = json.loads(folder.out)
    assert (found["rows"], found["strict"]["pass"]) == (2, 2)


# ---------------------------------------------------------------- IFEval++


def test_ifeval_pp(folder: Folder) -> None:
    members = [
        "original", "rephrasing:1", "rephrasing:2", "rephrasing:3", "distractor:1", "distractor:2", "distractor:3",
        "ct_alteration:1", "ct_alteration:2", "ct_alteration:3",
    ]  # fmt: skip
    rows = [
        {**row(f"{group}:{each}", f"{group} {each}"), "original_prompt": "o"} for group in (1, 2) for each in members
    ]
    responses = [
        {"key": each["key"], "prompt": each["prompt"], "response": "a, b" if each["key"] == "2:distractor:1" else "a"}
        for each in rows
    ]
    responses[0]["response"] = "<think>a, b</think>\n\nfine"
    data, made = folder.write("rows.jsonl", rows), folder.write("made.jsonl", responses)
    assert evaluate(folder, "ifeval-pp", data, made) == [
        "eval_results_strict.jsonl", "eval_results_strict_log.json",
    ]  # fmt: skip
    assert folder.code == OK
    assert folder.results()[0]["response"] == "fine"
    log = read(folder, "eval_results_strict_log.json")
    assert list(log) == [
        "prompt_level_accuracy", "instruction_level_accuracy", "tier0", "tier1", "reliable_at_k",
    ]  # fmt: skip
    assert (log["prompt_level_accuracy"], log["reliable_at_k"]["reliable_at_k_all"]) == (0.95, 0.5)
    assert log["reliable_at_k"]["reliable_at_k_distractor_at_2"] == 0.5


def test_samples_of_ifeval_pp(folder: Folder) -> None:
    rows = [row("1:original", f"p--kk--{sample}") for sample in (0, 1)]
    made = [
        {"key": "1:original", "prompt": f"p--kk--{sample}", "response": "a," * (1 - sample) or "a"} for sample in (1, 0)
    ]
    evaluate(folder, "ifeval-pp", folder.write("rows.jsonl", rows), folder.write("made.jsonl", made))
    assert [found["follow_all_instructions"] for found in folder.results()] == [False, True]


# ---------------------------------------------------------------- Multi-IF


def conversation(key: str, language: str, *turns: list[tuple[str, dict[str, Any]]]) -> dict[str, str]:
    found = {"key": key, "language": language, "turn_index": "0", "turns": "", "responses": ""}
    for number in (1, 2, 3):
        asked = turns[number - 1] if number <= len(turns) else None
        message = {"role": "user", "content": f"{key} {number}"}
        found[f"turn_{number}_prompt"] = "None" if asked is None else json.dumps(message)
        found[f"turn_{number}_instruction_id_list"] = json.dumps([id_ for id_, _ in asked or []])
        found[f"turn_{number}_kwargs"] = json.dumps([json.dumps(given) for _, given in asked or []])
    return found


CONVERSATIONS = [
    conversation("1:en", "English", [NO_COMMA], [NO_COMMA, WORDS], [NO_COMMA, WORDS]),
    conversation("2:de", "German", [NO_COMMA], [NO_COMMA, WORDS]),
]


def table(folder: Folder, name: str, rows: list[dict[str, str]]) -> Path:
    with open(folder.path / name, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return folder.path / name


def test_multi_if_from_the_evaluators_own_table(folder: Folder) -> None:
    chat = [{"role": role, "content": text} for role, text in (
        ("user", "u"), ("assistant", "a, b"), ("user", "u"), ("assistant", "one two three"), ("user", "u"),
    )]  # fmt: skip
    step = {**CONVERSATIONS[0], "turn_index": "3", "turns": json.dumps(chat), "responses": "one two"}
    ended = {**CONVERSATIONS[1], "turn_index": "3", "turns": '[{"role": "user", "content": "None"}]', "responses": "?"}
    data, made = table(folder, "rows.csv", CONVERSATIONS), table(folder, "step_3.csv", [step, ended])
    assert evaluate(folder, "multi-if", data, made) == [
        "eval_result_step_1_metric.csv", "eval_result_step_2_metric.csv", "eval_result_step_3_metric.csv",
        "turns.json",
    ]  # fmt: skip
    assert folder.code == OK
    assert [found["prompt_id"] for found in folder.own()] == [
        "1:en:turn_1", "1:en:turn_2", "1:en:turn_3", "2:de:turn_1", "2:de:turn_2",
    ]  # fmt: skip
    assert [found["strict"] for found in folder.own()] == [False, True, False, False, False]
    turns = read(folder, "turns.json")
    english = [turns[f"turn_{turn}"]["English"] for turn in (1, 2, 3)]
    assert [(one["prompt_strict"], one["instruction_strict"]) for one in english] == [(0, 0), (1, 1), (0, 0.5)]
    assert [turns[f"turn_{turn}"]["all_languages"]["prompts"] for turn in (1, 2, 3)] == [2, 2, 1]


def test_multi_if_turn_by_turn(folder: Folder) -> None:
    data = table(folder, "rows.csv", CONVERSATIONS)
    made = [
        {"key": "2:de", "turn": 2, "response": "eins zwei drei"},
        {"key": "2:de", "turn": 1, "response": "eins"},
        {"key": "1:en", "turn": 3, "response": "one, two"},
        {"prompt": "1:en 1", "response": "no key"},
    ]
    evaluate(folder, "multi-if", data, folder.write("made.jsonl", made))
    assert folder.code == OK
    assert {found["prompt_id"]: found["strict"] for found in folder.own() if found["response"]} == {
        "1:en:turn_3": False, "2:de:turn_1": True, "2:de:turn_2": True,
    }  # fmt: skip
    assert sorted(code for code, _, _ in folder.findings()) == ["IF0804", "IF0805", "IF0805"]


def test_multi_if_a_turn_that_is_wrong(folder: Folder) -> None:
    broken = {**CONVERSATIONS[0], "turn_2_kwargs": '["{"]'}
    data = table(folder, "rows.csv", [broken, CONVERSATIONS[1]])
    made = folder.write("made.jsonl", [{"key": "1:en", "turn": turn, "response": "a"} for turn in (1, 2, 3)])
    evaluate(folder, "multi-if", data, made)
    assert folder.code == FAILED
    assert ("IF0801", 2, "turn 2: 2 instructions, but 1 in `turn_2_kwargs`") in folder.findings() or any(
        code == "IF0801" and line == 2 and message.startswith("turn 2:") for code, line, message in folder.findings()
    )
    assert [found["strict"] for found in folder.own()][:2] == [True, False]


def test_multi_if_asks_turn_by_turn(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "def answer(messages, sampling):\n    return 'answer to ' + messages[-1]['content']\n"
    (folder.path / "turn_by_turn.py").write_text(code)
    monkeypatch.syspath_prepend(str(folder.path))
    data = table(folder, "rows.csv", CONVERSATIONS)
    words = ["eval", "--from", "multi-if", str(data), "--out", str(folder.path / "out"), "--quiet"]
    words += ["--model", "python:turn_by_turn:answer"]
    assert folder.run(words).code == OK
    asked = {found["prompt_id"]: found["prompt"]["messages"] for found in folder.own()}
    assert [message["content"] for message in asked["2:de:turn_2"]] == ["2:de 1", "answer to 2:de 1", "2:de 2"]
    assert [message["role"] for message in asked["1:en:turn_3"]] == ["user", "assistant"] * 2 + ["user"]
    assert all(found["strict"] for found in folder.own())


def test_multi_if_as_flows(folder: Folder) -> None:
    text = imported(folder, "multi-if", table(folder, "rows.csv", CONVERSATIONS))
    assert "flow conversation_2_de {" in text
    assert "turn turn_2 follows turn_1 {" in text
    # What all later turns have is added for the topic, and stands there once.
    assert text.count("add topic i1_1: ifeval.no_comma()") == 2
    assert text.count("must i2_2") == 1
    made = [{"key": f"conversation_2_de:turn_{turn}", "response": "eins zwei drei"} for turn in (1, 2)]
    words = ["eval", str(folder.path / "imported.ifc"), "--responses", str(folder.write("made.jsonl", made))]
    assert folder.run([*words, "--out", str(folder.path / "out"), "--quiet"]).code == OK
    found = {one["prompt_id"]: one for one in folder.own()}
    assert found["conversation_2_de:turn_2"]["strict"] is True
    assert [message["role"] for message in found["conversation_2_de:turn_2"]["prompt"]["messages"]] == [
        "user", "assistant", "user",
    ]  # fmt: skip


# ---------------------------------------------------------------- MulDimIF


def item(id_: str, pattern: str, level: str, *constraints: tuple[str, str, str]) -> dict[str, Any]:
    return {
        "id": id_, "conversations": [{"role": "user", "content": f"Task {id_}."}],
        "constraints": [list(one) for one in constraints], "constraint_pattern": pattern, "difficulty": level,
    }  # fmt: skip


AT_MOST = ("Length", "Words: At most", "The response must contain no more than 5 words")
QUESTION = ("Punctuation", "Ending punctuation", "The response must end with a question mark")
NONSENSE = ("Content", "Keywords", "Zxqv the wug with 17 blickets")
ITEMS = [
    item("1", "Listing", "Level 1", AT_MOST),
    item("2", "Example", "Level 2", AT_MOST, QUESTION),
    item("3", "Example", "Level 2", NONSENSE, AT_MOST),
]


@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_muldimif(ending: str, folder: Folder) -> None:
    data = folder.path / f"test.{ending}"
    data.write_text(json.dumps(ITEMS) if ending == "json" else "".join(json.dumps(one) + "\n" for one in ITEMS))
    answered = [
        {**one, "conversations": [*one["conversations"], {"role": "assistant", "content": text}]}
        for one, text in zip(ITEMS, ("one two", "one two three four five six?", "a b c"), strict=True)
    ]
    made = folder.path / f"made.{ending}"
    made.write_text(json.dumps(answered) if ending == "json" else "".join(json.dumps(one) + "\n" for one in answered))
    assert evaluate(folder, "muldimif", data, made) == ["judges.jsonl", "score.json"]
    assert folder.code == FAILED, "a sentence that is not recognised is an error"
    ((code, line, message),) = folder.findings()
    assert (code, line) == ("IF0802", 1 if ending == "json" else 3)
    assert message.startswith("constraint 1: ")
    lines = (folder.path / "out" / "judges.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["judges"] for line in lines] == [[1], [0, 1], [None, 1]]
    assert read(folder, "score.json") == {
        "constraint_pattern_list": {"Listing": "1/1=1.0"},
        "constraint_category_list": {"Length": "2/3=0.6666666666666666", "Content": "1/1=1.0"},
        "constraint_category_second_list": {
            "Length_Words": "2/3=0.6666666666666666", "Content_Punctuation": "1/1=1.0",
        },
        "constraint_difficulty_list": {"Level 1": "1/1=1.0"},
        "Overall": "1/2=0.5",
        "Ungraded": {"items": "1/3=0.3333333333333333", "constraints": "1/5=0.2"},
    }  # fmt: skip


def test_muldimif_as_specs(folder: Folder) -> None:
    data = folder.write("test.jsonl", [*ITEMS, item("4", "Listing", "Level 1", NONSENSE)])
    text = imported(folder, "muldimif", data, FAILED)
    assert f"    # {AT_MOST[2]}\n    " in text
    assert f"    # not recognised: {NONSENSE[2]}\n" in text
    assert "spec prompt_3 {" in text
    assert "spec prompt_4 {" not in text, "nothing of it is recognised"


# ---------------------------------------------------------------- what they have in common


HOSTILE = [b"", b"\xff\xfe\x00", b"[" * 10_000, b"{}\n[]\nnull\n", b'{"key": 1}\n']


@pytest.mark.parametrize(
    ("benchmark", "ending"),
    [("iftrain", "jsonl"), ("ifeval-pp", "json"), ("multi-if", "csv"), ("ifbench", "csv"), ("muldimif", "json")],
)
@pytest.mark.parametrize("content", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_data(benchmark: str, ending: str, content: bytes, folder: Folder) -> None:
    data = folder.write(f"rows.{ending}", content)
    made = folder.write("made.jsonl", [{"key": 1, "response": "x"}])
    folder.run(["eval", "--from", benchmark, str(data), "--responses", str(made), "--format", "plain"])
    assert folder.code == FAILED
    assert folder.err
    folder.run(["import", benchmark, str(data), "--format", "plain"])
    assert folder.code == FAILED
