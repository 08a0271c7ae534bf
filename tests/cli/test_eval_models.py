"""`ifdsl eval` with models that answer: a function, recorded answers, and a server that fails, also when killed."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ifdsl.cli import FAILED, INTERRUPTED, OK, USAGE
from ifdsl.store.runs import Run
from tests.cli.evaluation import Folder
from tests.run.faulty_server import Asked, FaultyServer, Plan, text_of

needs_openai = pytest.mark.skipif(find_spec("openai") is None, reason="needs the extra `openai`")
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key of the user's is not for these servers."""
    monkeypatch.setenv("OPENAI_API_KEY", "")


def spec(folder: Folder, count: int) -> str:
    names = ", ".join(f'"N{number}"' for number in range(count))
    text = f"""ifdsl 1

use std.length

spec greet(name: text) {{
  task "Greet {{name}}."
  must word_count(2..40)
  for name in [{names}]
}}
"""
    return str(folder.write("mine.ifc", text.encode()))


def evaluated(folder: Folder, count: int, *options: str, out: str = "out") -> Folder:
    return folder.run(
        ["eval", spec(folder, count), "--out", str(folder.path / out), "--format", "plain", "--no-report", *options]
    )


def rows(folder: Folder, out: str = "out") -> list[dict[str, Any]]:
    return read_rows(folder.path / out / "results.jsonl")


def read_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# A function


ANSWERS = """
def answer(messages, sampling):
    return f"{messages[-1]['content'].split()[1]} hello {sampling['seed']}"
"""


def command(*words: str) -> list[str]:
    # As the installed script is run: without the folder in which it is called on the path.
    return [sys.executable, "-P", "-m", "ifdsl.cli", "eval", *words]


def test_a_function_in_the_folder_answers(folder: Folder) -> None:
    (folder.path / "answers.py").write_text(ANSWERS)
    words = command(spec(folder, 3), "--model", "python:answers:answer", "--repeats", "2", "--seed", "3")
    done = subprocess.run(
        words, cwd=folder.path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "Traceback" in done.stderr) == (OK, False), done.stderr
    found = rows(folder, "runs/mine-answers-answer")
    texts = [(row["prompt_id"], row.get("repeat", 0), row["response"]["text"]) for row in found]
    assert texts == [(f"greet(name=N{n})", k, f"N{n}. hello {3 + k}") for n in range(3) for k in range(2)]
    assert (folder.path / "runs/mine-answers-answer/report.html").exists()


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("python:no_such_module:f", "the function `no_such_module:f` is not there: No module named 'no_such_module'"),
        ("python:json:nothing", "the function `json:nothing` is not there: "),
        ("python:json", "`json` names no function: it looks like `module:function`"),
        ("python:json:__doc__", "`json:__doc__` is no function"),
        ("replay:nowhere.jsonl", "`nowhere.jsonl` cannot be read: no such file"),
        ("python:", "a model is named like `python:MODULE:FUNCTION`"),
        ("openai:", "a model is named like `openai:NAME`"),
        ("openai:gpt", "`api.openai.com` needs a key: `OPENAI_API_KEY` is not set"),
    ],
)
def test_a_model_that_is_not_there_is_told_in_plain_words(model: str, message: str, folder: Folder) -> None:
    done = evaluated(folder, 1, "--model", model)
    assert done.code == FAILED
    assert message in done.err
    assert not (folder.path / "out").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--max-cost", "2"], "--max-cost needs the prices of the model: --prices IN,OUT"),
        (["--batch-out", "b.jsonl"], "batch files are for a model on a server, `openai:NAME`"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(options: list[str], message: str, folder: Folder) -> None:
    with pytest.raises(SystemExit) as ended:
        evaluated(folder, 1, "--model", "python:json:dumps", *options)
    assert ended.value.code == USAGE
    assert message in folder.capsys.readouterr().err
    assert not (folder.path / "out").exists()


# A server


def served(server: FaultyServer, *options: str) -> list[str]:
    return ["--model", "m", "--base-url", server.base_url, *options]


@needs_openai
def test_answers_of_a_server_are_graded_and_not_asked_for_again(folder: Folder) -> None:
    with FaultyServer() as server:
        assert evaluated(folder, 4, *served(server)).code == OK
        first = rows(folder)
        assert evaluated(folder, 6, *served(server)).code == OK
        assert "4 responses were there already and were not asked for again" in folder.err
        assert "2/2 responses, 0 errors" in folder.err
        assert evaluated(folder, 6, *served(server), "--quiet").code == OK
        assert folder.err == ""
    assert [row["response"]["text"] for row in rows(folder)] == [text_of(asked) for asked in sorted(server.asked)]
    assert set(server.asked.values()) == {1}
    assert rows(folder)[:4] == first


@needs_openai
def test_another_model_in_a_folder_is_refused_before_it_is_asked(folder: Folder) -> None:
    with FaultyServer() as server:
        evaluated(folder, 2, *served(server))
        asked = server.asked.copy()
        done = evaluated(folder, 2, *served(server, "--temperature", "0.5"))
        assert (done.code, server.asked) == (FAILED, asked)
    assert "temperature" in done.err
    assert "name another folder with --out" in done.err


@needs_openai
def test_each_status_is_in_the_figures(folder: Folder) -> None:
    lasting = ["truncated", "refusal", "reasoning_only", "null_content", "filtered", "context_length", "template_error"]
    plan = Plan(3, lasting=lasting, share=0.7)
    with FaultyServer(plan) as server:
        assert evaluated(folder, 40, *served(server)).code == FAILED
    statuses = Counter(row["response"]["status"] for row in rows(folder))
    assert set(statuses) == {
        *("ok", "truncated", "refused", "reasoning_only", "empty", "content_filter", "api_error", "template_error")
    }
    summary = json.loads((folder.path / "out" / "summary.json").read_text())
    assert summary["statuses"] == dict(statuses)
    assert f"{statuses['content_filter'] + statuses['api_error'] + statuses['template_error']} errors" in folder.err


@needs_openai
def test_a_limit_stops_the_run_and_a_higher_one_goes_on_with_it(folder: Folder) -> None:
    with FaultyServer() as server:
        done = evaluated(folder, 9, *served(server, "--max-requests", "4"))
        assert (done.code, len(server.asked)) == (FAILED, 4)
        assert "stopped early: the limit of 4 requests is reached" in done.err
        assert sum("response" in row and row["response"] is not None for row in rows(folder)) == 4
        assert evaluated(folder, 9, *served(server, "--max-requests", "9")).code == OK
    assert set(server.asked.values()) == {1}
    assert len(server.asked) == 9


@needs_openai
def test_a_dry_run_asks_nothing_and_makes_nothing(folder: Folder) -> None:
    with FaultyServer() as server:
        done = evaluated(folder, 5, *served(server, "--dry-run", "--prices", "1,2", "--max-tokens", "1000"))
        assert done.code == OK
        assert not (folder.path / "out").exists()
        assert done.out.splitlines()[0] == "5 requests, 0 answered already, 5 to ask"
        assert "answers: at most 5000 tokens" in done.out
        cost = re.search(r"cost: about (\S+) \(with empty answers\) to (\S+) \(with the longest ones\)", done.out)
        assert cost is not None
        assert 0 < float(cost[1]) < 0.001
        assert 0.01 < float(cost[2]) < 0.011
        assert not server.asked
        evaluated(folder, 2, *served(server))
        assert evaluated(folder, 5, *served(server, "--dry-run")).out.startswith(
            "5 requests, 2 answered already, 3 to ask"
        )


@needs_openai
def test_to_say_or_write_down_what_would_be_asked_takes_no_key(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    elsewhere = ("--model", "openai:some")
    assert evaluated(folder, 2, *elsewhere, "--dry-run").code == OK
    assert evaluated(folder, 2, *elsewhere, "--batch-out", str(folder.path / "b.jsonl")).code == OK
    assert len(read_rows(folder.path / "b.jsonl")) == 2
    done = evaluated(folder, 2, *elsewhere)
    assert done.code == FAILED
    assert "`OPENAI_API_KEY` is not set" in done.err


@needs_openai
def test_a_wrong_key_costs_ten_requests(folder: Folder) -> None:
    with FaultyServer(Plan(lasting=["unauthorised"], share=1.0)) as server:
        done = evaluated(folder, 60, *served(server, "--concurrency", "4"))
    assert done.code == FAILED
    assert "stopped early: 10 requests in a row failed" in done.err
    assert 10 <= len(server.asked) <= 13


@needs_openai
def test_recorded_answers_of_a_run_give_its_verdicts(folder: Folder) -> None:
    lasting = ["truncated", "refusal", "null_content", "context_length", "unauthorised"]
    with FaultyServer(Plan(5, lasting=lasting, share=0.9)) as server:
        evaluated(folder, 30, *served(server, "--repeats", "2", "--seed", "1", "--temperature", "0.7"))
    exported = str(folder.path / "export.jsonl")
    assert folder.run(["export", str(folder.path / "out"), exported, "--quiet"]).code == OK
    for source in (exported, str(folder.path / "out" / "results.jsonl")):
        out = Path(source).stem
        evaluated(folder, 30, "--model", f"replay:{source}", "--repeats", "2", out=out)
        assert "stopped early" not in folder.err
        for one, other in zip(rows(folder), rows(folder, out), strict=True):
            assert one["prompt_id"] == other["prompt_id"]
            assert one.get("repeat") == other.get("repeat")
            assert one["requirements"] == other["requirements"]
            assert (one["strict"], one["loose"]) == (other["strict"], other["loose"])
            for name in ("text", "status", "finish_reason", "usage", "reasoning", "raw", "error"):
                assert one["response"].get(name) == other["response"].get(name), name


@needs_openai
def test_a_batch_goes_out_and_its_answers_come_in(folder: Folder) -> None:
    out, back = str(folder.path / "asked.jsonl"), folder.path / "answers.jsonl"
    with FaultyServer() as server:
        marks = ["--reasoning", "off"]
        done = evaluated(folder, 3, *served(server, *marks, "--batch-out", out))
        assert (done.code, len(server.asked)) == (OK, 0)
        lines = read_rows(Path(out))
        assert [line["body"]["messages"][0]["content"].split("\n")[0] for line in lines] == [
            f"Greet N{n}." for n in range(3)
        ]
        choice = {"message": {"content": "<think>hm</think>hello there"}, "finish_reason": "stop"}
        answers = [
            {"custom_id": line["custom_id"], "response": {"status_code": 200, "body": {"choices": [choice]}}}
            for line in lines[:2]
        ]
        folder.write("answers.jsonl", answers)
        done = evaluated(folder, 3, *served(server, *marks, "--batch-in", str(back)))
        assert "stopped early: the batch has no answer to 1 request" in done.err
        texts = [row["response"] and row["response"]["text"] for row in rows(folder) if row.get("response")]
        # The marks of the command hold for answers of a batch too.
        assert texts == ["<think>hm</think>hello there"] * 2
        assert evaluated(folder, 3, *served(server, *marks)).code == OK
        assert len(server.asked) == 1


# The local model


@needs_openai
@pytest.mark.local_model
def test_the_local_model_from_end_to_end(folder: Folder) -> None:
    from ifdsl.primitives.extras import MissingExtra
    from ifdsl.run.local import LocalServer

    try:
        LocalServer()
    except MissingExtra as missing:
        pytest.skip(str(missing))
    drawn = ["--model", "local", "--max-tokens", "16", "--repeats", "2", "--temperature", "0.7", "--seed", "1"]
    # Some of the answers first; then the rest of them, where those that are there stand as they are.
    assert evaluated(folder, 2, *drawn).code == OK
    first = rows(folder)
    assert evaluated(folder, 4, *drawn).code == OK
    assert "4 responses were there already" in folder.err
    found = rows(folder)
    assert found[:4] == first
    assert [(row["prompt_id"], row.get("repeat", 0)) for row in found] == [
        (f"greet(name=N{n})", repeat) for n in range(4) for repeat in range(2)
    ]
    assert all(row["response"]["status"] in ("ok", "truncated") for row in found)
    assert len({row["response"]["text"] for row in found}) > 4, "a seed of its own makes another answer"
    assert all(0 < row["response"]["usage"]["completion_tokens"] <= 16 for row in found)
    exported = str(folder.path / "export.jsonl")
    assert folder.run(["export", str(folder.path / "out"), exported, "--quiet"]).code == OK
    assert evaluated(folder, 4, "--model", f"replay:{exported}", "--repeats", "2", out="again").code == OK
    for one, other in zip(found, rows(folder, "again"), strict=True):
        assert one["response"]["text"] == other["response"]["text"]
        assert [one[name] for name in ("requirements", "strict", "loose")] == [
            other[name] for name in ("requirements", "strict", "loose")
        ]
    assert _summary(folder, "again")["statuses"] == _summary(folder, "out")["statuses"]


# A run that ends before its time


class Started:
    """The command in a process of its own, whose progress is drawn on a terminal."""

    def __init__(self, words: list[str], where: Path) -> None:
        import pty

        self.terminal, end = pty.openpty()
        os.set_blocking(self.terminal, False)
        environment = {**os.environ, "COLUMNS": "200", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ifdsl.cli", *words],
            cwd=where,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=end,
        )
        os.close(end)
        self._said = b""

    def __enter__(self) -> Started:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def said(self) -> str:
        """What stands on the terminal so far."""
        try:
            while part := os.read(self.terminal, 65536):
                self._said += part
        except (BlockingIOError, OSError):
            pass  # Nothing more for now, or the other end is closed.
        return self._said.decode(errors="replace")

    def told(self) -> int:
        """How many responses the line of progress counts."""
        return max((int(count) for count in re.findall(r"(\d+)/\d+ responses", self.said())), default=0)

    def wait(self) -> int:
        # A terminal that is full would hold the program up.
        while self.process.poll() is None:
            self.said()
            time.sleep(0.01)
        return self.process.returncode


def words_of(folder: Folder, server: FaultyServer, count: int, out: str) -> list[str]:
    own = ["--out", str(folder.path / out), "--no-report", "--concurrency", "8"]
    return ["eval", spec(folder, count), *served(server), *own]


def there(folder: Path) -> dict[str, str]:
    """The answers that a run has, by prompt id; none where there is no run yet."""
    if not (folder / "run.db").exists():
        return {}
    with Run.read(folder) as run:
        return {
            result.prompt_id: result.response.text
            for result in run.database.results()
            if result.response is not None and result.response.error is None
        }


@posix
@needs_openai
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminate"])
def test_a_command_that_is_stopped_grades_what_it_has(how: signal.Signals, folder: Folder) -> None:
    with FaultyServer(Plan(delay=(0.05, 0.1))) as server:
        with Started(words_of(folder, server, 100, "out"), folder.path) as command:
            while len(server.in_full) < 20:
                assert command.process.poll() is None, command.said()
                time.sleep(0.01)
            command.process.send_signal(how)
            assert command.wait() == INTERRUPTED
            said = command.said()
        assert "stopped early: interrupted" in said
        assert "Traceback" not in said
        found = [row for row in rows(folder) if row.get("response")]
        assert len(found) == len(server.in_full) == len(there(folder.path / "out")) < 100
        assert all(row["requirements"][0]["strict"] == "pass" for row in found)


@posix
@needs_openai
def test_no_kill_loses_or_doubles_anything(folder: Folder) -> None:
    """A run that is killed again and again ends as one that is left alone, and pays for no answer twice."""
    kills = 100 if os.environ.get("IFDSL_WHOLE") else 12
    count = 30 * kills
    plan = Plan(
        seed=8,
        passing=["429", "500", "dropped_within", "cut_json"],
        lasting=["truncated", "refusal", "null_content"],
        share=0.05,
        most=2,
        delay=(0.01, 0.05),
    )
    drawn = random.Random(kills)
    allowed: Counter[Asked] = Counter()
    before: dict[str, str] = {}
    died = landed = lost_under_way = 0
    with FaultyServer(plan) as server:
        words = words_of(folder, server, count, "out")
        while died < kills:
            asked, answered = server.asked.copy(), server.in_full.total()
            with Started(words, folder.path) as command:
                # Most kills land among answers, some anywhere: at the start, or before the first answer.
                if drawn.random() < 0.9:
                    wanted = answered + drawn.randint(1, 20)
                    while server.in_full.total() < wanted and command.process.poll() is None:
                        command.said()
                        time.sleep(0.002)
                    time.sleep(drawn.uniform(0, 0.03))
                else:
                    time.sleep(drawn.uniform(0, 1.5))
                command.process.send_signal(signal.SIGKILL)
                assert command.wait() == -signal.SIGKILL, "the run was to be longer than the kills"
                died += 1
                landed += server.in_full.total() > answered
                told = command.told()
            _settled(server)
            now = there(folder.path / "out")
            # INVARIANT: what was acknowledged, in the database or on the terminal, is there after the kill.
            assert before.items() <= now.items()
            assert len(now) - len(before) >= told - _failures(folder.path / "out")
            # What was there at the kill before was not asked for again.
            for question, times in server.asked.items():
                if _id(question) in before:
                    assert times == asked[question], question
            missing = [each for each in server.in_full if _id(each) not in now and server.in_full[each] > allowed[each]]
            # Eight were under way, and a few had come that the disk was being told of.
            assert len(missing) <= 24
            # These alone may be paid for once more: they were under way at the kill.
            allowed.update(missing)
            lost_under_way += len(missing)
            before = now
        with Started(words, folder.path) as command:
            assert command.wait() == OK, command.said()
    assert len(there(folder.path / "out")) == len(server.asked) == count
    doubled = {each: times for each, times in server.in_full.items() if times > 1 + allowed[each]}
    assert doubled == {}
    assert landed >= 0.7 * kills
    assert len(before) >= kills, "kills were to find answers that are kept"
    print(f"{kills} kills, {landed} among answers: {len(before)} were kept, {lost_under_way} under way; {count} in all")
    with FaultyServer(plan) as server, Started(words_of(folder, server, count, "whole"), folder.path) as command:
        assert command.wait() == OK, command.said()
    assert [timeless(row) for row in rows(folder)] == [timeless(row) for row in rows(folder, "whole")]
    assert _summary(folder, "out") == _summary(folder, "whole")


def _id(question: Asked) -> str:
    name = re.match(r"Greet (N\d+)\.", question[0])
    assert name is not None
    return f"greet(name={name[1]})"


def _settled(server: FaultyServer) -> None:
    """Wait until the server knows that its client is gone, and has done with what it was asked."""
    end = time.monotonic() + 10
    while server.under_way and time.monotonic() < end:
        time.sleep(0.002)
    assert not server.under_way


def _failures(folder: Path) -> int:
    """How many responses of a run are errors, which count as responses on the terminal too."""
    if not (folder / "run.db").exists():
        return 0
    with Run.read(folder) as run:
        return sum(r.response is not None and r.response.error is not None for r in run.database.results())


def timeless(row: dict[str, Any]) -> dict[str, Any]:
    """A row without what differs from run to run: how long it took, and how many tries."""
    response = {name: value for name, value in row["response"].items() if name not in ("latency", "attempts")}
    return {**row, "response": response}


def _summary(folder: Folder, out: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder.path / out / "summary.json").read_text())
    return found
