"""`ifdsl import`: what it writes builds and says the same; what the language has no words for is reported."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import FAILED, OK, main
from ifdsl.ir.build import build_file
from ifdsl.ir.instances import instances
from ifdsl.rendering.prompt import render

pytestmark = pytest.mark.skipif(find_spec("langdetect") is None, reason="the pack needs the extra `parity`")


def row(key: Any, prompt: str, *instructions: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    ids, arguments = zip(*instructions, strict=True)
    return {"key": key, "prompt": prompt, "instruction_id_list": list(ids), "kwargs": list(arguments)}


NO_COMMA = ("punctuation:no_comma", {})


def imported(
    tmp_path: Path, rows: list[dict[str, Any]], capsys: pytest.CaptureFixture[str], code: int = OK
) -> tuple[Path, str]:
    data, out = tmp_path / "rows.jsonl", tmp_path / "rows.ifc"
    data.write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    assert main(["import", "ifeval", str(data), "-o", str(out)]) == code
    return out, capsys.readouterr().err


def test_what_is_written_builds_and_gives_the_very_prompts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        row(1, "Plain.", NO_COMMA),
        row(2, 'Braces {x}, {{y}}, "quotes" and \\ a backslash.\nTwo lines\n\n  and a third ', NO_COMMA),
        row(3, '"""', ("keywords:existence", {"keywords": ['a"b', "{c}", "d\ne", "\\", "ü👍"]}), NO_COMMA),
        row(4, "\n\n", ("length_constraints:number_words", {"relation": "at least", "num_words": 7.0})),
        row(5, "\u202e\u2028\x00\x85", ("keywords:frequency", {"keyword": "x", "frequency": 2.5, "relation": "at least"})),  # noqa: E501
        row(6, "Small.", ("keywords:frequency", {"keyword": "x", "frequency": 1e-7, "relation": "at least"})),
    ]  # fmt: skip
    path, err = imported(tmp_path, rows, capsys)
    assert err == ""
    program = build_file(path).program
    assert program is not None
    prompts = [render(program, spec, instance.values) for spec in program.specs for instance in instances(spec)]
    assert prompts == [each["prompt"] for each in rows]
    assert [spec.name for spec in program.specs] == [f"prompt_{key}" for key in range(1, 7)]
    assert main(["fmt", "--check", str(path)]) == OK
    assert main(["check", str(path)]) == OK
    capsys.readouterr()


def test_names_come_from_keys_and_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = ["a", "a", "a_2", "a", "Ü!", "", 7, "7", "a-b c", "prompt", "x" * 300]
    path, _ = imported(tmp_path, [row(key, "p", NO_COMMA) for key in keys], capsys)
    program = build_file(path).program
    assert program is not None
    names = [spec.name for spec in program.specs]
    assert len(set(names)) == len(keys)
    assert names[:4] == ["prompt_a", "prompt_a_2", "prompt_a_2_2", "prompt_a_3"]
    assert names[6:8] == ["prompt_7", "prompt_7_2"]


def test_ten_thousand_equal_keys_take_no_time_to_tell_apart(tmp_path: Path) -> None:
    from ifdsl.published.benchmarks import BENCHMARKS
    from ifdsl.published.importing import specs_of

    data = tmp_path / "rows.jsonl"
    data.write_text((json.dumps(row("same", "p", NO_COMMA)) + "\n") * 10_000, encoding="utf-8")
    specs = list(specs_of(data, BENCHMARKS["ifeval"], []).specs())
    assert len(specs) == 10_000
    assert specs[-1].startswith("spec prompt_same_10000 {")


def test_rows_that_cannot_be_written_are_reported_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    huge = {"relation": "at least", "num_words": 10**20}
    rows = [
        row(1, "half a character: \ud800", NO_COMMA),
        row(2, "p", ("keywords:existence", {"keywords": ["\udfff"]})),
        row(3, "p", ("length_constraints:number_words", huge)),
        row(4, "p", ("nonsense:nonsense", {})),
        row(5, "p", ("keywords:frequency", {"keyword": "x"})),
        {"key": 6, "prompt": "p"},
        row(7, "Sound.", NO_COMMA),
    ]
    path, err = imported(tmp_path, rows, capsys, FAILED)
    for line in range(1, 7):
        assert f"{tmp_path / 'rows.jsonl'}:{line}:" in err
    assert "a lone surrogate has no literal" in err
    assert "a number has at most 18 digits" in err
    program = build_file(path).program
    assert program is not None
    assert [spec.name for spec in program.specs] == ["prompt_7"]


def test_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "a\nfn evil() -> int = 1\n.jsonl"
    data.write_text(json.dumps(row(1, "p", NO_COMMA)), encoding="utf-8")
    assert main(["import", "ifeval", str(data)]) == OK
    out = capsys.readouterr().out
    (tmp_path / "again.ifc").write_text(out, encoding="utf-8")
    assert build_file(tmp_path / "again.ifc").ok
    assert "\nfn evil" not in out, "the name of a file is no line of the language"


@pytest.mark.parametrize(("data", "out"), [("nowhere.jsonl", "a.ifc"), (".", "a.ifc"), ("rows.jsonl", "no/a.ifc")])
def test_files_that_cannot_be_read_or_written(
    data: str, out: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps(row(1, "p", NO_COMMA)), encoding="utf-8")
    assert main(["import", "ifeval", str(tmp_path / data), "-o", str(tmp_path / out)]) == FAILED
    assert ("IF0904" if data == "rows.jsonl" else "IF0101") in capsys.readouterr().err
    assert not (tmp_path / out).exists()


def test_a_file_too_large_to_be_read_again_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row(number, "p" * 1_000_000, NO_COMMA) for number in range(5)]
    _, err = imported(tmp_path, rows, capsys, FAILED)
    assert "IF0103 file-too-large" in err
