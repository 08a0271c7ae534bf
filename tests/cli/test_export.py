"""`ifdsl export --to`: what is written, where, and what is refused; and round the corner, `ifdsl import` and `eval`."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import FAILED, OK, USAGE, main

SPECS = Path(__file__).parents[2] / "specs"
NOTES = """ifdsl 1
use ifeval
use std.length

spec calm {
  prompt "Write a note without commas."
  must no_comma()
}

spec short {
  prompt "Write a note of at most 50 words. Ü"
  must word_count(..50)
}
"""


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "notes.ifc"
    path.write_text(NOTES, encoding="utf-8")
    return path


needs_parity = pytest.mark.skipif(find_spec("langdetect") is None, reason="the pack needs the extra `parity`")


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@needs_parity
@pytest.mark.parametrize("words", [["rows.jsonl"], ["--out", "rows.jsonl"], ["-o", "rows.jsonl"]])
def test_what_can_be_said_is_written_and_the_rest_reported(
    words: list[str], notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "notes.ifc", *words, "--to", "ifeval", "--format", "plain"]) == FAILED
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("notes.ifc:12:8: error IF0809 no-place: `std.length.word_count` is no instruction of IFEval")
    assert [row["key"] for row in rows(notes.with_name("rows.jsonl"))] == ["calm"]


@needs_parity
def test_rows_go_to_standard_output_and_come_back(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "notes.ifc", "--to", "muldimif"]) == OK
    out, err = capsys.readouterr()
    assert "IF0810" in err
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["calm", "short"]
    assert "Ü" in out, "what a person can read stays readable"
    Path("rows.json").write_text(out, encoding="utf-8")
    Path("rows.jsonl").write_text(out, encoding="utf-8")
    assert main(["import", "muldimif", "rows.jsonl", "-o", "again.ifc"]) == OK
    assert "meta   level" in Path("again.ifc").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export", "notes.ifc"], "say with --to what `notes.ifc` is written as"),
        (["export", "notes.ifc", "--to", "csv"], "`csv` is none of ifeval, ifeval-pp, muldimif"),
        (["export", "notes.ifc", "a.jsonl", "--to", "ifeval", "--out", "b.jsonl"], "both say where to write"),
        (["export", "runs/mine"], "say which file the answers are written to"),
        (["export", "runs/mine", "answers.csv"], "ends neither in .jsonl nor in .parquet"),
    ],
)
def test_wrong_usage(words: list[str], said: str, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == USAGE
    assert said in capsys.readouterr().err


@needs_parity
def test_what_is_read_is_not_written_over(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("house.ifc").write_text("ifdsl 1\n\nfn n() -> int = 3\n", encoding="utf-8")
    notes.write_text(NOTES.replace("use ifeval\n", "use ifeval\nuse house\n"), encoding="utf-8")
    before = notes.read_text(encoding="utf-8"), Path("house.ifc").read_text(encoding="utf-8")
    Path("linked.jsonl").symlink_to("house.ifc")
    for target in ("notes.ifc", "house.ifc", "linked.jsonl"):
        assert main(["export", "notes.ifc", target, "--to", "muldimif", "--format", "plain"]) == FAILED
        assert "rows would be written over this file, which is read" in capsys.readouterr().err
    assert (notes.read_text(encoding="utf-8"), Path("house.ifc").read_text(encoding="utf-8")) == before
    data = Path("rows.jsonl")
    data.write_text('{"key": 1, "prompt": "p", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}\n')
    assert main(["import", "ifeval", "rows.jsonl", "-o", "rows.jsonl"]) == FAILED
    assert "specs would be written over this file, which is read" in capsys.readouterr().err
    assert data.read_text(encoding="utf-8").startswith('{"key": 1')


def test_a_file_that_is_wrong_or_has_nothing_to_write(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {
        "wrong.ifc": ("ifdsl 1\n\nspec a {\n}\n", "IF0603"),
        "empty.ifc": ("ifdsl 1\n\nfn n() -> int = 3\n", "the file has no spec"),
        "drawn.ifc": (
            "ifdsl 1\nuse std.length\nuse std.case\n\nsuite core {\n  draw 1 from std.length, std.case\n}\n",
            "still to be drawn; help: write them with `ifdsl generate drawn.ifc -o prompts.ifc`",
        ),
    }
    for name, (text, said) in files.items():
        Path(name).write_text(text, encoding="utf-8")
        assert main(["export", name, "rows.jsonl", "--to", "muldimif", "--format", "plain"]) == FAILED
        assert said in capsys.readouterr().err
    assert main(["export", "nowhere.ifc", "--to", "muldimif", "--format", "plain"]) == FAILED
    assert "IF0101" in capsys.readouterr().err
    assert main(["export", "notes.ifc", "no/rows.jsonl", "--to", "muldimif", "--format", "plain"]) == FAILED
    assert "IF0904" in capsys.readouterr().err
    assert not Path("rows.jsonl").exists()


# ---------------------------------------------------------------- groups, from the spec to the published figure


def group(base: str, size: int) -> list[str]:
    """Specs of one group: an original, and cousins of each kind in turn."""
    kinds = ["original", *(("rephrasing", "distractor", "ct_alteration")[at % 3] for at in range(size - 1))]
    return [
        f'spec g{base}_{at} {{\n  meta base "{base}"\n  meta kind "{kind}"\n'
        f'  prompt "Write note {base} in form {at}, without commas."\n  must no_comma()\n}}\n'
        for at, kind in enumerate(kinds)
    ]


@needs_parity
def test_groups_that_are_exported_are_graded_as_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three groups of ten, one of which has one response with a comma: two of three are reliable."""
    monkeypatch.chdir(tmp_path)
    specs = [one for base in ("1", "2", "3") for one in group(base, 10)]
    Path("groups.ifc").write_text("\n".join(["ifdsl 1", "use ifeval", "", *specs]), encoding="utf-8")
    data = Path("data")
    data.mkdir()
    # What the paper calls it is understood too.
    target = data / "ifeval_pp_verified.jsonl"
    assert main(["export", "groups.ifc", "--to", "ifevalpp", "--out", str(target), "--quiet"]) == OK
    written = rows(target)
    assert [row["key"] for row in written[:5]] == [
        "1:original", "1:rephrasing:1", "1:distractor:1", "1:ct_alteration:1", "1:rephrasing:2",
    ]  # fmt: skip
    responses = [
        {"prompt": row["prompt"], "response": "Well, no." if row["key"] == "2:distractor:3" else "Yes."}
        for row in written
    ]
    Path("responses.jsonl").write_text("".join(json.dumps(one) + "\n" for one in responses), encoding="utf-8")
    words = ["eval", str(SPECS / "ifevalpp.ifc"), "--data", "data", "--responses", "responses.jsonl", "--out", "out"]
    assert main([*words, "--quiet"]) == OK
    log = json.loads(Path("out", "eval_results_strict_log.json").read_text(encoding="utf-8"))
    assert log["prompt_level_accuracy"] == pytest.approx(29 / 30)
    assert log["reliable_at_k"]["reliable_at_k_all"] == pytest.approx(2 / 3)
    assert log["reliable_at_k"]["reliable_at_k_distractor_at_4"] == pytest.approx(2 / 3)
    assert log["reliable_at_k"]["reliable_at_k_rephrasing_at_4"] == 1
    kinds = [row["prompt"]["meta"] for row in rows(Path("out", "results.jsonl"))]
    assert kinds[1] == {"base": "1", "kind": "rephrasing"}
    capsys.readouterr()


@needs_parity
def test_the_first_source_that_is_there_is_graded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    row = {"key": 1, "prompt": "p", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
    Path("responses.jsonl").write_text('{"prompt": "p", "response": "Yes."}\n', encoding="utf-8")
    words = ["eval", str(SPECS / "ifevalpp.ifc"), "--data", ".", "--responses", "responses.jsonl", "--format", "plain"]
    assert main(words) == FAILED
    assert "`ifeval_pp_verified.jsonl` is not in `.`" in capsys.readouterr().err
    Path("ifevalpp_ifeval_original_541.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert main(words) == OK
    assert capsys.readouterr().out.startswith("1 prompt, 1 answered")
    Path("ifeval_pp_verified.jsonl").write_text(
        "".join(json.dumps({**row, "key": f"1:{kind}"}) + "\n" for kind in ("original", "rephrasing:1")),
        encoding="utf-8",
    )
    main(words)
    assert capsys.readouterr().out.startswith("2 prompts, ")
