"""The published verdicts of IFEval, every one of them, through the command line: by data, by spec, imported."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import OK, main

CORPORA = os.environ.get("IFDSL_CORPORA")
pytestmark = [
    pytest.mark.skipif(CORPORA is None, reason="IFDSL_CORPORA does not say where the recorded verdicts are"),
    pytest.mark.skipif(
        find_spec("langdetect") is None or find_spec("punkt") is None, reason="the pack needs the extra `parity`"
    ),
]

SETS = {
    "gpt4": (541, 834),
    "okatanaaa_en": (541, 834),
    "extended_gpt4o_mini": (500, 727),
    "extended_llama_3_8b": (500, 726),
}
PUBLISHED = {"prompt": (417, 431, 541), "requirement": (698, 714, 834)}
"""Of the GPT-4 responses published with IFEval: prompts and instructions that pass, strict and loose, of how many."""

SPEC = Path(__file__).parents[2] / "specs" / "ifeval.ifc"


def corpus(*parts: str) -> Path:
    assert CORPORA is not None
    return Path(CORPORA, *parts)


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def summary(out: Path) -> dict[str, tuple[int, int, int]]:
    found = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    return {
        level: (found[level]["strict"]["passed"], found[level]["loose"]["passed"], found[level]["strict"]["total"])
        for level in ("prompt", "requirement")
    }


@pytest.mark.parametrize("name", SETS)
def test_every_recorded_verdict_is_reproduced(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded = corpus("ifeval", f"{name}.jsonl")
    words = ["eval", "--from", "ifeval", str(recorded), "--responses", str(recorded), "--out", str(tmp_path)]
    assert main(words) == OK
    assert capsys.readouterr().err == f"results are in {tmp_path}\n"
    wanted = list(rows(recorded))
    assert (len(wanted), sum(len(row["strict"]) for row in wanted)) == SETS[name]
    for reading in ("strict", "loose"):
        results = list(rows(tmp_path / f"eval_results_{reading}.jsonl"))
        assert [(row["key"], row["prompt"], row["instruction_id_list"], row["response"]) for row in results] == [
            (row["key"], row["prompt"], row["instruction_id_list"], row["response"]) for row in wanted
        ]
        differing = [
            (result["key"], reading, result["follow_instruction_list"], row[reading])
            for result, row in zip(results, wanted, strict=True)
            if result["follow_instruction_list"] != row[reading]
        ]
        assert differing == []
        assert all(row["follow_all_instructions"] is all(row["follow_instruction_list"]) for row in results)


def test_the_published_figures_come_from_the_published_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the header of `specs/ifeval.ifc` says, as it says it."""
    responses = corpus("published", "ifeval_responses_gpt4_20231107_541.jsonl")
    words = ["eval", str(SPEC), "--data", str(corpus("published")), "--responses", str(responses)]
    assert main([*words, "--join", "position", "--out", str(tmp_path)]) == OK
    out, err = capsys.readouterr()
    assert err == f"results are in {tmp_path}\n"
    assert summary(tmp_path) == PUBLISHED
    prompt, instruction = (next(line.split() for line in out.splitlines() if level in line)
                           for level in ("prompt-level", "instruction-level"))  # fmt: skip
    assert (prompt[1], prompt[4], instruction[1], instruction[4]) == ("0.7708", "0.7967", "0.8369", "0.8561")
    wanted = {row["key"]: row for row in rows(corpus("ifeval", "gpt4.jsonl"))}
    for reading in ("strict", "loose"):
        for row in rows(tmp_path / f"eval_results_{reading}.jsonl"):
            assert (row["key"], row["follow_instruction_list"]) == (row["key"], wanted[row["key"]][reading])


def test_the_imported_file_gives_the_same_verdicts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, recorded = tmp_path / "ifeval_541.ifc", corpus("ifeval", "gpt4.jsonl")
    assert main(["import", "ifeval", str(corpus("published", "ifeval_input_data_541.jsonl")), "-o", str(spec)]) == OK
    assert capsys.readouterr().err == ""
    # The keys of the rows are not those of the specs, so the responses are joined by the very prompts.
    assert main(["eval", str(spec), "--responses", str(recorded), "--out", str(tmp_path / "out")]) == OK
    assert capsys.readouterr().err == f"results are in {tmp_path / 'out'}\n"
    assert summary(tmp_path / "out") == PUBLISHED
    by_prompt = {row["prompt"]: row for row in rows(recorded)}
    for result in rows(tmp_path / "out" / "results.jsonl"):
        wanted = by_prompt.pop(result["prompt"]["messages"][0]["content"])
        for reading in ("strict", "loose"):
            verdicts = [requirement[reading] == "pass" for requirement in result["requirements"]]
            assert verdicts == wanted[reading], (wanted["key"], reading)
    assert not by_prompt
