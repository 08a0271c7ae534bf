"""`ifdsl eval --model oracle`: witnesses as responses, and the prompts that have none by name."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import FAILED, OK, USAGE
from ifdsl.cli.by_oracle import answered
from ifdsl.report.shortfall import MOST_NAMED
from ifdsl.run.schedule import INTERRUPTED
from tests.cli.evaluation import AT_LEAST_3, NEEDS_PARITY, NO_COMMA, ROWS, Folder, row
from tests.cli.test_eval_published import AT_MOST, CONVERSATIONS, ITEMS, QUESTION, table
from tests.cli.test_eval_published import item as muldimif_item

POSSIBLE = """
spec notes(word: text) {
  task "Write about {word}."
  must {
    keywords([word])
    each paragraph { word_count(5..20) }
    any_of { sentence_count(3)  no_commas() }
    if word == "tea" { paragraph_count(2) }
  }
  for word in ["tea", "salt"]
}
"""
IMPOSSIBLE = """
spec kettle {
  task "Describe a kettle."
  must { word_count(..20)  sentence_count(3..)  word_count(40..) }
}
"""
JUDGED = """
constraint witty() {
  check judge "Is it witty?"
  render listing "Be witty."
}

spec joke {
  task "Tell a joke."
  must { word_count(..20)  witty() }
}
"""


def ask(folder: Folder, text: str, *options: str) -> Folder:
    """Let the oracle answer the specs of a file; results are in `out`."""
    uses = "use std.length\nuse std.content\nuse std.punctuation\n"
    spec = folder.write("mine.ifc", f"ifdsl 1\n\n{uses}{text}".encode())
    words = ["eval", str(spec), "--model", "oracle", "--out", str(folder.path / "out"), "--quiet"]
    return folder.run([*words, *options])


def ask_published(folder: Folder, benchmark: str, data: Path, *options: str) -> Folder:
    words = ["eval", "--from", benchmark, str(data), "--model", "oracle", "--out", str(folder.path / "out"), "--quiet"]
    return folder.run([*words, *options])


def summary(folder: Folder) -> Any:
    return json.loads((folder.path / "out" / "summary.json").read_text(encoding="utf-8"))


def rates(folder: Folder) -> list[float]:
    figures = summary(folder)
    return [figures[level][reading]["rate"] for level in ("prompt", "requirement") for reading in ("strict", "loose")]


# ---------------------------------------------------------------- specs


def test_specs_that_can_be_passed_are_passed(folder: Folder) -> None:
    assert ask(folder, POSSIBLE).code == OK
    assert rates(folder) == [1.0] * 4
    assert summary(folder)["oracle"] == {"conflict": [], "unknown": []}
    assert "no response can pass" not in folder.out
    assert [one["response"]["status"] for one in folder.own()] == ["ok", "ok"]
    assert {one["response"]["model"] for one in folder.own()} == {"oracle"}


def test_its_results_are_responses_like_any_other(folder: Folder) -> None:
    ask(folder, POSSIBLE)
    made, again = folder.path / "out" / "oracle.jsonl", folder.path / "again"
    folder.run(["eval", str(folder.path / "mine.ifc"), "--responses", str(made), "--out", str(again), "--json"])
    assert folder.code == OK
    assert json.loads(folder.out)["prompt"]["strict"]["rate"] == 1.0


@NEEDS_PARITY
def test_data_is_not_written_over(folder: Folder) -> None:
    (folder.path / "out").mkdir()
    data = folder.write("out/oracle.jsonl", ROWS)
    before = data.read_bytes()
    assert ask_published(folder, "ifeval", data).code == FAILED
    assert "IF0904" in folder.err
    assert data.read_bytes() == before


def test_the_same_responses_every_time(folder: Folder) -> None:
    def results() -> list[bytes]:
        ask(folder, POSSIBLE + IMPOSSIBLE + JUDGED)
        return [(folder.path / "out" / name).read_bytes() for name in ("results.jsonl", "oracle.jsonl")]

    assert results() == results()


def test_an_impossible_spec_is_named_with_its_reason(folder: Folder) -> None:
    pytest.importorskip("z3", reason="the extra `smt` is not installed")
    assert ask(folder, POSSIBLE + IMPOSSIBLE).code == OK
    assert all(rate < 1 for rate in rates(folder))
    named = folder.out.split("no response can pass 1 prompt:\n")[1]
    assert named.startswith("  kettle: `word_count(..20)` and `word_count(40..)` cannot hold together")
    (found,) = summary(folder)["oracle"]["conflict"]
    assert found["key"] == "kettle"
    response = folder.own()[-1]["response"]
    assert (response["status"], response["text"], response["error_kind"]) == ("refused", "", "conflict")
    assert response["error"] == found["reason"]
    assert ask(folder, IMPOSSIBLE, "--json").code == OK
    assert json.loads(folder.out)["oracle"]["conflict"] == [found]


def test_a_judged_spec_is_named_apart(folder: Folder) -> None:
    assert ask(folder, JUDGED).code == OK
    named = folder.out.split("whether a response can pass 1 prompt is not known:\n")[1]
    assert named == "  joke: `witty()` asks a judge, and no text has its answer\n"
    assert [one["key"] for one in summary(folder)["oracle"]["unknown"]] == ["joke"]
    assert folder.own()[0]["response"]["error_kind"] == "unknown"


def test_a_check_in_python_is_run_only_where_that_is_allowed(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write("own_checks_of_oracle.py", b"def ok(text):\n    return 'e' in text\n")
    monkeypatch.syspath_prepend(str(folder.path))
    text = (
        '\nconstraint c() {\n  check python "own_checks_of_oracle:ok"\n  render listing "x"\n}\n\n'
        'spec s {\n  task "t"\n  must { c()  word_count(3..9) }\n}\n'
    )
    ask(folder, text)
    assert "  s: `c()` is checked in Python, which is not run here\n" in folder.out
    ask(folder, text, "--allow-python")
    assert rates(folder) == [1.0] * 4


def test_without_the_solver_witnesses_are_found_and_nothing_is_proved(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    assert ask(folder, POSSIBLE + IMPOSSIBLE).code == OK
    found = summary(folder)["oracle"]
    assert found["conflict"] == []
    assert [one["key"] for one in found["unknown"]] == ["kettle"]
    assert "ifdsl[smt]" in found["unknown"][0]["reason"]


def test_a_long_list_is_cut_on_the_terminal_alone(folder: Folder) -> None:
    words = ", ".join(f'"w{number}"' for number in range(MOST_NAMED + 5))
    ask(folder, JUDGED.replace("spec joke {", "spec joke(word: text) {").replace("a joke", "a {word}").replace(
        "witty() }\n}", f"witty() }}\n  for word in [{words}]\n}}"
    ))  # fmt: skip
    assert folder.out.endswith("\n  and 5 more\n")
    assert folder.out.count("  joke(word=w") == MOST_NAMED
    assert len(summary(folder)["oracle"]["unknown"]) == MOST_NAMED + 5


def test_a_limit(folder: Folder) -> None:
    ask(folder, POSSIBLE + JUDGED, "--limit", "2")
    assert rates(folder) == [1.0] * 4
    assert len(folder.own()) == 2


def test_files_with_nothing_to_answer(folder: Folder) -> None:
    assert ask(folder, "").code == FAILED
    assert "IF0903" in folder.err
    assert ask(folder, POSSIBLE.replace("keywords", "keywrods")).code == FAILED
    assert "IF0302" in folder.err
    assert folder.out == ""


@pytest.mark.parametrize(
    "option",
    [
        ["--base-url", "http://127.0.0.1:1/v1"],
        ["--key-variable", "K"],
        ["--max-tokens", "9"],
        ["--temperature", "0.5"],
        ["--concurrency", "2"],
        ["--gguf", "x.gguf"],
    ],
    ids=lambda option: option[0],
)
def test_options_that_speak_to_a_model(option: list[str], folder: Folder) -> None:
    with pytest.raises(SystemExit) as ended:
        ask(folder, POSSIBLE, *option)
    assert ended.value.code == USAGE
    assert f"{option[0]} has no meaning with `--model oracle`" in folder.capsys.readouterr().err
    assert not (folder.path / "out").exists()


def test_progress_has_no_total(folder: Folder) -> None:
    spec = folder.write("mine.ifc", f"ifdsl 1\nuse std.length\nuse std.content\nuse std.punctuation{POSSIBLE}".encode())
    assert folder.run(["eval", str(spec), "--model", "oracle"]).code == OK
    assert folder.err.startswith("2 responses, 0 errors, ")


def test_an_interruption_ends_the_rows() -> None:
    def rows() -> Iterator[Any]:
        yield 1, None, ()
        raise KeyboardInterrupt

    stopped: list[str] = []
    options = argparse.Namespace(quiet=True, seed=None, out=None)
    assert list(answered(rows(), options, stopped)) == [(1, None, None)]
    assert stopped == [INTERRUPTED]


# ---------------------------------------------------------------- published data

REPEAT = ("combination:repeat_prompt", {"prompt_to_repeat": "Tea, please."})
SPEECHLESS = row(9, "Tea, please.", REPEAT, NO_COMMA)
WORDS = (AT_LEAST_3[0], {**AT_LEAST_3[1], "num_words": 3})


@NEEDS_PARITY
def test_published_rows_and_an_impossible_one(folder: Folder) -> None:
    pytest.importorskip("z3", reason="the extra `smt` is not installed")
    data = folder.write("rows.jsonl", [*ROWS[:2], SPEECHLESS, ROWS[2]])
    assert ask_published(folder, "ifeval", data).code == OK
    assert rates(folder)[:2] == [0.75, 0.75]
    (found,) = summary(folder)["oracle"]["conflict"]
    assert found["key"] == "9"
    assert found["reason"].startswith("`combination:repeat_prompt` and `punctuation:no_comma` cannot hold together")
    assert f"no response can pass 1 prompt:\n  9: {found['reason']}\n" in folder.out
    assert [one["follow_all_instructions"] for one in folder.results()] == [True, True, False, True]
    assert folder.results("loose")[0]["response"] == folder.own()[0]["response"]["text"]


@NEEDS_PARITY
def test_rows_that_are_wrong_or_come_twice(folder: Folder) -> None:
    bad = row(7, "bad", ("keywords:existence", {"keyword": ["x"]}), NO_COMMA)
    data = folder.write("rows.jsonl", [{"key": 1}, bad, ROWS[0], ROWS[0]])
    assert ask_published(folder, "ifeval", data, "--format", "plain").code == FAILED
    assert [code for code, _, _ in folder.findings()] == ["IF0806", "IF0801", "IF0803"]
    (found,) = summary(folder)["oracle"]["unknown"]
    assert found["key"] == "7"
    assert "no parameter is called `keyword`" in found["reason"]
    assert [one["strict"] for one in folder.own()] == [False, True]


@NEEDS_PARITY
def test_a_suite_over_published_data(folder: Folder) -> None:
    folder.write("rows.jsonl", ROWS)
    suite = 'ifdsl 1\n\nsource prompts from ifeval "rows.jsonl"\n\nsuite published {\n  tasks from prompts\n}\n'
    spec = folder.write("suite.ifc", suite.encode())
    assert folder.run(["eval", str(spec), "--model", "oracle", "--out", str(folder.path / "out")]).code == OK
    assert rates(folder) == [1.0] * 4


@NEEDS_PARITY
def test_the_other_shapes(folder: Folder) -> None:
    def passed(benchmark: str, data: Path, files: list[str]) -> None:
        assert ask_published(folder, benchmark, data).code == OK, folder.err
        assert rates(folder) == [1.0] * 4
        assert all((folder.path / "out" / name).exists() for name in files)

    repeats = row("0", "p", ("words:repeats", {"small_n": 1.0}), NO_COMMA)
    passed("ifbench", folder.write("ifbench.jsonl", [repeats]), ["eval_results_loose.jsonl"])
    passed("ifeval-pp", folder.write("pp.jsonl", ROWS), ["eval_results_strict_log.json"])
    truth = str([{"instruction_id": ["keywords:word_once", NO_COMMA[0]], "kwargs": [{"keyword": "x"}, None]}])
    chat = [{"role": "user", "content": "Do it."}]
    trained = {"key": "a", "messages": chat, "ground_truth": truth, "dataset": "ifeval"}
    passed("iftrain", folder.write("iftrain.jsonl", [trained]), [])
    passed("multi-if", table(folder, "rows.csv", CONVERSATIONS), ["turns.json"])
    assert len(folder.own()) == 5, "every turn is answered"


def test_sentences(folder: Folder) -> None:
    pytest.importorskip("z3", reason="the extra `smt` is not installed")
    many = ("Length", "Words: At least", "The response must contain at least 20 words")
    items = [*ITEMS, muldimif_item("4", "Listing", "Level 1", AT_MOST, QUESTION, many)]
    assert ask_published(folder, "muldimif", folder.write("test.jsonl", items)).code == FAILED
    assert [one["strict"] for one in folder.own()] == [True, True, False, False]
    found = summary(folder)["oracle"]
    assert [one["key"] for one in found["unknown"]] == ["3"]
    assert found["unknown"][0]["reason"].startswith("constraint 1: not recognised")
    assert [one["key"] for one in found["conflict"]] == ["4"]
    assert f"`{AT_MOST[2]}` and `{many[2]}` cannot hold together" in found["conflict"][0]["reason"]


@NEEDS_PARITY
def test_the_published_prompts_of_ifeval(folder: Folder) -> None:
    """Five ask to repeat a text that breaks another rule of theirs; all others are answered."""
    pytest.importorskip("z3", reason="the extra `smt` is not installed")
    corpora = os.environ.get("IFDSL_CORPORA")
    if not corpora:
        pytest.skip("IFDSL_CORPORA is not set: there are no published prompts")
    ask_published(folder, "ifeval", Path(corpora) / "published" / "ifeval_input_data_541.jsonl")
    assert folder.code == OK
    figures = summary(folder)
    assert figures["statuses"] == {"ok": 536, "refused": 5}
    for reading in ("strict", "loose"):
        assert figures["prompt"][reading]["passed"] == 536
        assert figures["prompt"][reading]["answered"]["rate"] == 1.0
    assert {one["key"] for one in figures["oracle"]["conflict"]} == {"1627", "3369", "3371", "3718", "374"}
    assert figures["oracle"]["unknown"] == []
