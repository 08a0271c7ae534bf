"""The published verdicts of IFEval and IFBench, every one, through the command line: by data, by spec, imported."""

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
    "ifeval/gpt4": (541, 834),
    "ifeval/okatanaaa_en": (541, 834),
    "ifeval/extended_gpt4o_mini": (500, 727),
    "ifeval/extended_llama_3_8b": (500, 726),
    "ifbench/sample_even": (147, 167),
}
PUBLISHED = {"prompt": (417, 431, 541), "requirement": (698, 714, 834)}
"""Of the GPT-4 responses published with IFEval: prompts and instructions that pass, strict and loose, of how many."""
IFBENCH_EVEN = {"prompt": (45, 50, 147), "requirement": (53, 61, 167)}
"""The same of every other response of the sample published with IFBench."""

SPECS = Path(__file__).parents[2] / "specs"


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
    recorded, benchmark = corpus(f"{name}.jsonl"), name.partition("/")[0]
    words = ["eval", "--from", benchmark, str(recorded), "--responses", str(recorded), "--out", str(tmp_path)]
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
    words = ["eval", str(SPECS / "ifeval.ifc"), "--data", str(corpus("published")), "--responses", str(responses)]
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


def test_ifbench_by_its_published_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the spec, with the sample that came with the benchmark, which misses 7 of the 300 prompts."""
    responses = corpus("published", "ifbench_sample_output_294.jsonl")
    words = ["eval", str(SPECS / "ifbench.ifc"), "--data", str(corpus("published")), "--responses", str(responses)]
    assert main([*words, "--out", str(tmp_path), "--quiet", "--format", "plain"]) == OK
    assert capsys.readouterr().err.count("IF0805") == 7
    found = {row["key"]: row for row in rows(tmp_path / "eval_results_strict.jsonl")}
    assert len(found) == 300
    recorded = list(rows(corpus("ifbench", "sample_even.jsonl")))
    compared = [row for row in recorded if found[row["key"]]["response"] == row["response"]]
    assert len(compared) >= len(recorded) - 1, "one row of the recorded verdicts was joined by hand"
    for row in compared:
        assert found[row["key"]]["follow_instruction_list"] == row["strict"], row["key"]


def test_ifbench_imported_gives_the_same_verdicts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, recorded = tmp_path / "ifbench.ifc", corpus("ifbench", "sample_even.jsonl")
    assert main(["import", "ifbench", str(recorded), "-o", str(spec)]) == OK
    assert main(["eval", str(spec), "--responses", str(recorded), "--out", str(tmp_path / "out"), "--quiet"]) == OK
    assert capsys.readouterr().err == ""
    assert summary(tmp_path / "out") == IFBENCH_EVEN


@pytest.mark.parametrize("name", ["ifbench_test_300", "ifbench_test_older_kwargs"])
@pytest.mark.parametrize("revision", ["ifbench", "ifbench@2025-12", "ifbench@2025-08"])
def test_every_published_row_of_ifbench_is_read(
    name: str, revision: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = corpus("published", f"{name}.jsonl")
    assert main(["import", revision, str(path), "-o", str(tmp_path / "rows.ifc")]) == OK
    assert capsys.readouterr().err == ""


def test_every_multi_turn_row_of_ifbench_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    path, made = corpus("published", "ifbench_multiturn_test.parquet"), tmp_path / "made.jsonl"
    made.write_text('{"key": 5, "response": "Prices fall; demand rises."}\n', encoding="utf-8")
    words = ["eval", "--from", "ifbench", str(path), "--responses", str(made), "--out", str(tmp_path / "out")]
    assert main([*words, "--quiet", "--format", "plain"]) == OK
    assert capsys.readouterr().err.count("IF0805") == 1_386
    first = next(rows(tmp_path / "out" / "results.jsonl"))
    assert [message["role"] for message in first["prompt"]["messages"]] == ["user", "assistant", "user"]
    assert first["strict"] is not None


@pytest.mark.parametrize("name", ["ifevalpp_ifeval_original_541", "ifevalpp_ifeval_original_fix_541"])
def test_every_published_row_of_ifeval_pp_is_read(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = corpus("published", f"{name}.jsonl")
    assert main(["import", "ifeval-pp", str(path), "-o", str(tmp_path / "rows.ifc")]) == OK
    assert capsys.readouterr().err == ""


def test_the_originals_of_ifeval_pp_by_the_spec(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The revised checkers change few verdicts; one prompt differs from IFEval's, so that its response is not found."""
    words = ["eval", str(SPECS / "ifevalpp.ifc"), "--data", str(corpus("published")), "--out", str(tmp_path)]
    assert main([*words, "--responses", str(corpus("ifeval", "gpt4.jsonl")), "--quiet", "--format", "plain"]) == OK
    assert capsys.readouterr().err.count("IF0805") == 1
    recorded = {row["key"]: row["strict"] for row in rows(corpus("ifeval", "gpt4.jsonl"))}
    found = {row["key"]: row for row in rows(tmp_path / "eval_results_strict.jsonl")}
    assert found.keys() == recorded.keys()
    pairs = [
        pair
        for key, row in found.items()
        if row["response"]
        for pair in zip(row["follow_instruction_list"], recorded[key], strict=True)
    ]
    assert len(pairs) > 830
    assert sum(one != other for one, other in pairs) == 9
    log = json.loads((tmp_path / "eval_results_strict_log.json").read_text(encoding="utf-8"))
    assert log["prompt_level_accuracy"] == sum(row["follow_all_instructions"] for row in found.values()) / 541
    assert "reliable_at_k" not in log, "originals alone have no groups"


def test_muldimif_by_its_published_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Texts that satisfy the released checkers, where these are not known to err, mostly satisfy the sentences too."""
    responses = corpus("muldimif", "witness.jsonl")
    words = ["eval", str(SPECS / "muldimif.ifc"), "--data", str(corpus("muldimif")), "--responses", str(responses)]
    main([*words, "--out", str(tmp_path), "--limit", "200", "--quiet", "--format", "plain"])
    found = capsys.readouterr().err.splitlines()
    assert all("IF0802" in line or "IF0805" in line for line in found), "every row is read"
    items = list(rows(tmp_path / "judges.jsonl"))
    assert len(items) == 200
    ungraded = sum(item["judges"].count(None) for item in items)
    assert sum("IF0802" in line for line in found) >= ungraded
    assert ungraded < 0.2 * sum(len(item["judges"]) for item in items)
    erring = {(row["id"], row["i"]) for row in rows(corpus("muldimif", "checker_disagreements.jsonl"))}
    answered = {row["id"] for row in rows(responses)}
    judges = [
        judge
        for item in items
        if item["id"] in answered
        for place, judge in enumerate(item["judges"])
        if judge is not None and (item["id"], place) not in erring
    ]
    assert sum(judges) > 0.9 * len(judges)
    score = json.loads((tmp_path / "score.json").read_text(encoding="utf-8"))
    decided = [item for item in items if 0 in item["judges"] or None not in item["judges"]]
    passed = sum(0 not in item["judges"] for item in decided)
    assert score["Overall"] == f"{passed}/{len(decided)}={passed / len(decided)}"
