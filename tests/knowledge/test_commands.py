"""Knowledge tasks from end to end: rows made, prompts shown, answers graded by recorded responses and by the oracle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import FAILED, OK, main

ROOT = Path(__file__).resolve().parents[2]
SPECS = ROOT / "specs" / "kcif.ifc"

MATHQA = [
    {
        "Problem": f"What is {a} + {b} ?",
        "options": f"a ) {a} , b ) {a + b} , c ) {b} , d ) none , e ) 0.5",
        "correct": "b",
    }
    for a, b in ((2, 3), (40, 2), (7, 7), (1234, 1))
]
PIQA = [
    {"goal": "Boil an egg.", "sol1": "Put it in hot water.", "sol2": "Put it in cold sand.", "label": 0},
    {"goal": "Open a jar.", "sol1": "Paint the lid.", "sol2": "Turn the lid.", "label": 1},
]
WINOGRANDE = [{"sentence": "Ann met Bea, and _ left.", "option1": "Ann", "option2": "Bea", "answer": "2"}]
BOOLQ = [{"question": "is water wet", "passage": "Water is wet.", "answer": True}]
MMLU_PRO = [
    {"question_id": 1, "question": "How much?", "options": ["$5", "50%", "no"], "answer_index": 1, "category": "law"}
]
DATA = {"mathqa": MATHQA, "piqa": PIQA, "winogrande": WINOGRANDE, "boolq": BOOLQ, "mmlu-pro": MMLU_PRO}


def lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the rows of a small benchmark."""
    folder = tmp_path_factory.mktemp("data")
    options = []
    for name, rows in DATA.items():
        path = folder / f"{name}.jsonl"
        path.write_text(lines(rows), encoding="utf-8")
        options += [f"--{name}", str(path)]
    assert main(["subset", str(SPECS), *options, "--size", "lite", "-o", str(folder / "made")]) == OK
    return folder / "made"


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_rows_have_the_instructions_that_they_are_taken_for(data: Path) -> None:
    rows = read(data / "kcif.jsonl")
    assert [row["id"] for row in rows] == sorted(row["id"] for row in rows)
    assert len(rows) == 9
    assert all(len(row["instructions"]) == 15 for row in rows)


def test_the_same_rows_come_of_another_way_to_hash(data: Path, tmp_path: Path) -> None:
    options = [word for name in DATA for word in (f"--{name}", str(data.parent / f"{name}.jsonl"))]
    command = ["subset", str(SPECS), *options, "-o", str(tmp_path)]
    code = f"import sys; from ifdsl.cli import main; sys.exit(main({command!r}))"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": "5"}, check=True)
    assert (tmp_path / "kcif.jsonl").read_bytes() == (data / "kcif.jsonl").read_bytes()


@pytest.mark.parametrize("name", ["kcif.ifc", "kcif_as_released.ifc"])
def test_the_oracle_answers_every_prompt(
    name: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    specs = str(ROOT / "specs" / name)
    assert main(["eval", specs, "--data", str(data), "--model", "oracle", "--out", str(tmp_path), "--quiet"]) == OK
    items = read(tmp_path / "results.jsonl")
    assert len(items) == 9 * 15
    assert all(item["strict"] for item in items)
    assert "knowledge tasks, as KCIF counts" in capsys.readouterr().out


def test_prompts_give_no_answer_away(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", str(SPECS), "--data", str(data), "--json"]) == OK
    prompts = {one["id"]: one["prompt"] for one in json.loads(capsys.readouterr().out)}
    assert len(prompts) == 9 * 15
    reverse = prompts["reverse_correct_answer[piqa-1]"]
    assert "reverse order" in reverse
    assert reverse.endswith("Question: Open a jar.\nA. Paint the lid.\nB. Turn the lid.")
    assert ".dil eht nruT" not in reverse
    assert (
        "Passage: Water is wet.\nQuestion: is water wet\nA. True\nB. False" in prompts["print_correct_answer[boolq-0]"]
    )
    assert "Sentence: Ann met Bea, and _ left.\nA. Ann\nB. Bea" in prompts["print_correct_answer[winogrande-0]"]


def test_wrong_answers_tell_what_went_wrong(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = {
        "reverse_correct_answer[piqa-1]": ("Let me think.\nResponse: .dil eht nruT", None),
        "reverse_correct_answer[piqa-0]": ("Response: .dnas dloc ni ti tuP", "knowledge"),
        "capitalize_correct_answer[piqa-0]": ("Response: Put it in hot water.", "instruction"),
        "capitalize_correct_answer[piqa-1]": ("Response: A", "both"),
        "increment_correct_numeric_answer_by_one[mathqa-0]": ("Response: 6", None),
        "increment_correct_numeric_answer_by_one[mathqa-1]": ("Response: 43.0", "unclassified"),
        "increment_correct_numeric_answer_by_one[mathqa-2]": ("I do not know.", "unclassified"),
        "increment_correct_numeric_answer_by_one[mmlu_pro-1]": ("Response: 51%", None),
        "sort_only_incorrect_answers[winogrande-0]": ("Response: ['Ann']", None),
    }
    path = tmp_path / "responses.jsonl"
    path.write_text(lines([{"key": key, "response": text} for key, (text, _) in said.items()]), encoding="utf-8")
    out = tmp_path / "run"
    command = ["eval", str(SPECS), "--data", str(data), "--responses", str(path), "--out", str(out), "--report"]
    assert main([*command, "--quiet"]) == OK
    capsys.readouterr()
    for item in read(out / "results.jsonl"):
        if item["prompt_id"] in said:
            deciding = item["requirements"][0]
            labels = [one["label"] for one in deciding.get("evidence", ()) if one.get("label")]
            fault = said[item["prompt_id"]][1]
            assert (deciding["strict"], labels) == (("pass", []) if fault is None else ("fail", [fault]))
            if fault is not None:
                assert f"{fault}: " in deciding["message"]
    figures = json.loads((out / "summary.json").read_text(encoding="utf-8"))["knowledge"]
    kinds = figures["errors"]["kinds"]
    assert {name: kinds.get(name, 0) for name in ("knowledge", "instruction", "both", "unclassified")} == {
        "knowledge": 1, "instruction": 1, "both": 1, "unclassified": 2,
    }  # fmt: skip
    page = (out / "report.html").read_text(encoding="utf-8")
    assert 'id="knowledge-heading"' in page
    assert "told-instruction" in page


def test_what_follows_is_printed_and_written(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    released = str(ROOT / "specs" / "kcif_as_released.ifc")
    out = tmp_path / "derived.jsonl"
    assert main(["derive", str(SPECS), "--data", str(data), "--beside", released, "-o", str(out)]) == OK
    told = capsys.readouterr().out
    assert "numformat_numeric_answer" in told
    # Nothing is a number among PIQA's options, and the code takes their commas away, of which there are none.
    assert "In brackets" in told
    rows = {row["id"]: row for row in read(out)}
    assert len(rows) == 9 * 15
    one = rows["increment_correct_numeric_answer_by_one[mathqa-0]"]
    assert (one["expected"], one["gold"], one["effect"]) == ("6", "5", True)
    assert {"3", "4", "none", "1.5"} == set(one["knowledge"])
    idle = rows["capitalize_correct_answer[mathqa-0]"]
    assert (idle["effect"], idle["idle"]) == (False, ["upper"])


def test_files_that_cannot_be_used_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, code in (
        (["derive", str(SPECS), "--data", str(tmp_path)], "IF0101"),
        (["render", str(SPECS), "--data", str(tmp_path)], "IF0101"),
        (["eval", str(SPECS), "--data", str(tmp_path), "--model", "oracle", "--quiet"], "IF0101"),
        (["subset", str(SPECS), "-o", str(tmp_path / "out")], "IF0903"),
        (["subset", str(SPECS), "--piqa", str(tmp_path / "none.jsonl"), "-o", str(tmp_path / "out")], "IF0101"),
        (["subset", str(ROOT / "specs" / "quickstart.ifc"), "-o", str(tmp_path / "out")], "IF0903"),
    ):
        assert main([*command, "--format", "plain"]) == FAILED
        said = capsys.readouterr()
        assert code in said.out + said.err, command


def test_an_answer_may_have_to_be_of_a_form_besides(tmp_path: Path) -> None:
    (tmp_path / "quiz.jsonl").write_text(
        lines([{"question": "Capital of Norway?", "options": ["Oslo", "Rome"], "gold": 0}]), encoding="utf-8"
    )
    specs = tmp_path / "specs.ifc"
    specs.write_text(
        "ifdsl 1\nuse answers\nuse std.format\n"
        'source quiz from jsonl "quiz.jsonl" { question: text  options: list[text]  gold: int }\n'
        "spec reversed on q in quiz {\n"
        '  task "{q.question}\\n{q.options:labelled}\\nGive the right option, reversed, under the key `answer`."\n'
        "  given gold = q.options[q.gold]\n"
        "  answer in_json(response)\n"
        "  expect reverse_by(gold)\n"
        "  match exact\n"
        '  must json_keys(["answer"])\n'
        "}\n",
        encoding="utf-8",
    )
    assert main(["eval", str(specs), "--model", "oracle", "--out", str(tmp_path / "oracle"), "--quiet"]) == OK
    (item,) = read(tmp_path / "oracle" / "results.jsonl")
    assert item["strict"] is True
    assert json.loads(item["response"]["text"]) == {"answer": "olsO"}
    for text, verdicts in (
        ('{"answer": "olsO"}', ["pass", "pass"]),
        ('{"answer": "Oslo"}', ["fail", "pass"]),
        ('{"reply": "olsO"}', ["fail", "fail"]),
    ):
        path = tmp_path / "responses.jsonl"
        path.write_text(lines([{"key": item["prompt_id"], "response": text}]), encoding="utf-8")
        out = tmp_path / f"run{verdicts}"
        assert main(["eval", str(specs), "--responses", str(path), "--out", str(out), "--quiet"]) == OK
        (found,) = read(out / "results.jsonl")
        assert [one["strict"] for one in found["requirements"]] == verdicts
