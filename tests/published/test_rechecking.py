"""Certificates written to a file hold when they are checked again, and any that is tampered with does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl.cli import main
from ifdsl.published.rechecking import rechecked

pytest.importorskip("z3", reason="the extra `smt` is not installed")

SPECS = """ifdsl 1
use std.length
use std.content
use std.punctuation

spec good {
  task "Write."
  must {
    word_count(20..30)
    keywords(["river"])
    no_commas()
  }
}

spec idle {
  task "Write."
  must {
    word_count(20..30)
    word_count(10..)
    any_of {
      sentence_count(..4)
      sentence_count(2..)
    }
  }
}

spec bad(most: int) {
  for most in [5, 40]
  task "Write."
  must {
    word_count(..most)
    no_commas()
    word_count(20..)
  }
}
"""


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("certified")
    source = folder / "specs.ifc"
    source.write_text(SPECS, encoding="utf-8")
    assert main(["compile", str(source), "-o", str(folder / "out"), "--allow", "bad", "--certify"]) == 0
    text = (folder / "out" / "certificates.jsonl").read_text(encoding="utf-8")
    manifest = json.loads((folder / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert "certificates.jsonl" in manifest["files"]
    return [json.loads(line) for line in text.splitlines()]


def write(path: Path, lines: list[Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_what_is_written_holds(lines: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verdicts = {line["instance"]: line["verdict"] for line in lines[1:]}
    assert verdicts == {
        "good": "consistent",
        "idle": "consistent",
        "bad(most=5)": "conflict",
        "bad(most=40)": "consistent",
    }
    (idle,) = (line for line in lines if line.get("spec") == "idle")
    assert [(each["position"], each["by"]) for each in idle["implied"]] == [(1, [0]), (2, [])]
    (bad,) = (line for line in lines if line.get("verdict") == "conflict")
    assert bad["core"] == [0, 2]
    assert all(isinstance(text, str) for text in bad["without"])
    path = write(tmp_path / "certificates.jsonl", lines)
    assert [one.problems for one in rechecked(path)] == [()] * 4
    assert main(["certify", str(path)]) == 0
    assert "3 certificates of consistent, all of which hold" in capsys.readouterr().err
    assert main(["certify", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["verdicts"]["conflict"] == {"certificates": 1, "hold": 1}


@pytest.mark.parametrize(
    ("instance", "change", "said"),
    [
        ("good", {"witness": "A river."}, "the witness fails `word_count"),
        ("good", {"witness": "  "}, "the witness is blank"),
        ("good", {"verdict": "conflict", "core": [0, 1]}, "no contradiction is found in the core"),
        ("bad(most=5)", {"core": [0, 1, 2], "without": None}, "the core can be smaller"),
        ("bad(most=5)", {"without": ["", ""]}, "fails another member of the core"),
        ("bad(most=5)", {"verdict": "consistent", "witness": "A river."}, "the witness fails"),
        ("idle", {"implied": [{"position": 0, "by": []}]}, "asks for nothing more is not found"),
        ("idle", {"witness": 5}, "`witness` is no text"),
        ("idle", {"verdict": "maybe"}, "`verdict` is 'maybe'"),
        ("idle", {"implied": [{"position": 7, "by": []}]}, "no list of positions among 3 requirements"),
        ("idle", {"instance": "other"}, "the program has no instance `other`"),
        ("bad(most=5)", {"core": [True]}, "no list of positions"),
    ],
)
def test_what_was_tampered_with_does_not(
    lines: list[dict[str, Any]], tmp_path: Path, instance: str, change: dict[str, Any], said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    changed = [{**line, **change} if line.get("instance") == instance else line for line in lines]
    path = write(tmp_path / "certificates.jsonl", changed)
    assert main(["certify", "--format", "plain", str(path)]) == 1
    assert said in capsys.readouterr().err


MEMBERS = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.sampled_from(["conflict", "consistent", "ifeval", "good", ""]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["position", "by", "a"]), inner, max_size=2)
    ),
    max_leaves=6,
)
NAMES = (
    "spec", "instance", "verdict", "witness", "core", "without", "implied", "supposing", "benchmark", "key",
    "instruction_id_list", "kwargs", "program",
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.dictionaries(st.sampled_from(NAMES), MEMBERS), max_size=3), st.booleans())
def test_a_strangers_file_gives_problems_and_no_traceback(
    lines: list[dict[str, Any]], tmp_path: Path, drawn: list[dict[str, Any]], headed: bool
) -> None:
    path = write(tmp_path / "stranger.jsonl", [*(lines[:1] if headed else []), *drawn])
    for one in rechecked(path):
        for problem in one.problems:
            assert problem.message


def test_rows_of_a_published_file_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        {
            "key": 1,
            "prompt": "Write.",
            "instruction_id_list": ["punctuation:no_comma", "length_constraints:number_words"],
            "kwargs": [{}, {"num_words": 20, "relation": "at least"}],
        },
        {
            "key": 2,
            "prompt": "Write, please.",
            "instruction_id_list": ["punctuation:no_comma", "combination:repeat_prompt"],
            "kwargs": [{}, {"prompt_to_repeat": "Write, please."}],
        },
    ]
    data = write(tmp_path / "input.jsonl", rows)
    assert main(["check", "--from", "ifeval", str(data), "--json"]) == 1
    printed = capsys.readouterr().out
    found = [json.loads(line) for line in printed.splitlines()]
    assert [(one["key"], one["verdict"], one.get("core")) for one in found] == [
        (1, "consistent", None),
        (2, "conflict", [0, 1]),
    ]
    path = tmp_path / "certificates.jsonl"
    path.write_text(printed, encoding="utf-8")
    assert [one.problems for one in rechecked(path)] == [(), ()]
    found[1]["core"] = [1]
    found[1]["without"] = None
    (_, wrong) = rechecked(write(path, found))
    assert "no contradiction" in wrong.problems[0].message


SUITES = """ifdsl 1
use std.length
use std.case

suite types {
  seed 3
  cases 12
  draw 2..3 from length
}

suite groups {
  seed 3
  cases 6
  draw 1..2 groups of 1..2 from std.length, std.case
  reject conflicts
}
"""


def test_sets_of_suites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "suites.ifc"
    source.write_text(SUITES, encoding="utf-8")
    assert main(["check", "--certify", "--json", str(source)]) == 0
    printed = capsys.readouterr().out
    program, *rows = [json.loads(line) for line in printed.splitlines()]
    assert [row["spec"] for row in rows] == [f"types_{n:02}" for n in range(1, 13)] + [
        f"groups_{n}" for n in range(1, 7)
    ]
    assert [len(row["requirements"]) for row in rows[:12]] == [2, 3] * 6
    specs = {spec["name"]: spec for spec in program["program"]["specs"]}
    for number in range(1, 7):
        groups = {each["constraint"].split(".")[1] for each in specs[f"groups_{number}"]["must"]}
        assert len(groups) == 2 - number % 2
        assert len(groups) <= len(specs[f"groups_{number}"]["must"]) <= 2 * len(groups)
    assert all(row["verdict"] == "consistent" for row in rows)
    assert not any("implied" in row for row in rows[:12])
    path = tmp_path / "certificates.jsonl"
    path.write_text(printed, encoding="utf-8")
    assert [one.problems for one in rechecked(path)] == [()] * 18
    main(["check", "--certify", "--json", str(source)])
    assert capsys.readouterr().out == printed


def test_a_suite_that_draws_conflicts_alone_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "torn.ifc").write_text(
        "ifdsl 1\n\n"
        + "\n".join(
            f'constraint c{n}() {{\n  group g{n}\n  check {check}\n  render listing "x"\n}}\n'
            for n, check in enumerate(["len(response.words) > 4", "len(response.words) < 3"])
        ),
        encoding="utf-8",
    )
    path = tmp_path / "suite.ifc"
    path.write_text("ifdsl 1\nuse torn\n\nsuite s {\n  cases 3\n  draw 2 groups from torn\n}\n", encoding="utf-8")
    assert main(["check", "--certify", "--format", "plain", str(path)]) == 1
    assert (
        "IF0705 undrawable: item 1 of `s` was drawn 400 times in vain: no plain witness 400" in capsys.readouterr().err
    )


def test_a_file_without_certificates_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    assert main(["certify", str(tmp_path / "empty.jsonl")]) == 1
    assert "no certificates" in capsys.readouterr().err
    assert main(["certify", str(tmp_path / "absent.jsonl")]) == 1
    assert "IF0101" in capsys.readouterr().err
