"""Files of responses in published shapes, and how responses find their rows where that is not by key."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ifdsl.published.joining import By, Join
from ifdsl.published.reading import ReadItem
from ifdsl.published.responses import Answers, of_conversation, of_turns, opened
from ifdsl.published.rows import Row


def written(path: Path, values: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


def answers(take: Callable[..., Any], value: dict[str, Any]) -> list[dict[str, Any]]:
    return [dict(one) for one in take(value)]


def joined(path: Path, rows: list[tuple[str | None, str]], by: By, take: Answers | None = None) -> list[str | None]:
    reads = [
        ReadItem(line, Row(line, key or str(line), key, prompt, ("a:b",), ({},)), None, (), ())
        for line, (key, prompt) in enumerate(rows, start=1)
    ]
    found = Join(path, by, take).responses([(read, None) for read in reads])
    return [None if response is None else response.text for _, _, response in found]


def test_blanks_around_a_prompt(tmp_path: Path) -> None:
    made = [{"prompt": " one\n", "response": "1"}, {"prompt": "two", "response": "2"}]
    path = written(tmp_path / "r.jsonl", made)
    for order in ([0, 1], [1, 0]):
        rows = [[(None, "one"), (None, "two ")][place] for place in order]
        assert joined(path, rows, "stripped") == [str(place + 1) for place in order]
        assert joined(path, rows, "key") == [None, None]


def test_by_the_prompt_alone(tmp_path: Path) -> None:
    """Samples of one key, in any order."""
    made = [{"key": "1:original", "prompt": f"p--kk--{number}", "response": str(number)} for number in (2, 0, 1)]
    path = written(tmp_path / "r.jsonl", made)
    rows = [("1:original", f"p--kk--{number}") for number in range(3)]
    assert joined(path, rows, "prompt") == ["0", "1", "2"]


def test_by_the_key_alone(tmp_path: Path) -> None:
    path = written(tmp_path / "r.jsonl", [{"prompt": "same", "response": "x"}, {"key": "b", "response": "y"}])
    assert joined(path, [("a", "same"), ("b", "same")], "only_key") == [None, "y"]


# ---------------------------------------------------------------- turns

STEP = {
    "key": "7:1:en", "turn_index": "3", "turn_3_prompt": '{"role": "user", "content": "c"}', "responses": "three",
    "turns": json.dumps([{"role": role, "content": role[0]} for role in ("user", "assistant", "user", "assistant")]),
}  # fmt: skip


def test_the_answers_of_a_conversation() -> None:
    assert answers(of_turns, STEP) == [
        {"key": "7:1:en:turn_1", "response": "a"},
        {"key": "7:1:en:turn_2", "response": "a"},
        {"key": "7:1:en:turn_3", "response": "three"},
    ]
    listed = {**STEP, "turns": "", "responses": '[{"response": "3"}]'}
    assert answers(of_turns, listed) == [{"key": "7:1:en:turn_3", "response": "3"}]
    assert answers(of_turns, {**STEP, "turn_3_prompt": "None"}) == []
    assert answers(of_turns, {"key": "k", "turn": 2, "response": "x"})[0]["key"] == "k:turn_2"
    own = {"prompt_id": "k:turn_2", "status": "ok", "text": "x"}
    assert answers(of_turns, own) == [own]


def test_a_table_of_answers_is_joined_to_turns(tmp_path: Path) -> None:
    path = tmp_path / "step_3.csv"
    second = {**STEP, "key": "8:1:en", "turns": "[{]"}
    with open(path, "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(STEP))
        table.writeheader()
        table.writerows([STEP, second])
    rows = [(f"7:1:en:turn_{turn}", "p") for turn in (1, 2, 3)]
    assert joined(path, rows, "only_key", of_turns) == ["a", "a", "three"]
    found = opened(path, of_turns)
    assert [(problem.primary.file.first, problem.message) for problem in found.problems] == [
        (3, "`turns` holds no chat as JSON")
    ]
    assert found.lines == [2, 2, 2]


@pytest.mark.parametrize("turn", ["x", "-1", "1.0", "9" * 30])
def test_a_turn_that_is_no_number(turn: str, tmp_path: Path) -> None:
    found = opened(written(tmp_path / "r.jsonl", [{"key": "k", "turn": turn, "response": "x"}]), of_turns)
    assert [problem.message.partition("`")[2].split("`")[1] for problem in found.problems] == [
        " is no number of a turn"
    ]


# ---------------------------------------------------------------- conversations


def test_the_answer_at_the_end_of_a_conversation() -> None:
    chat = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]
    assert answers(of_conversation, {"id": "1", "conversations": chat, "judges": [1]}) == [
        {"id": "1", "prompt": "q", "response": "a"}
    ]
    for value in ({"id": "1", "conversations": chat[:1]}, {"id": "1", "response": "x"}, {"conversations": "x"}):
        assert answers(of_conversation, value) == [value]


def test_a_json_list_of_answers(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_text(json.dumps([{"key": 1, "response": "x"}, 3, {"key": 2, "response": "y"}], indent=1))
    found = Join(path)
    reads = [ReadItem(n, Row(n, str(n), n, "p", ("a:b",), ({},)), None, (), ()) for n in (1, 2)]
    assert [response.text for _, _, response in found.responses([(read, None) for read in reads]) if response] == [
        "x", "y",
    ]  # fmt: skip
    assert [(problem.primary.file.first, problem.message) for problem in found.problems] == [
        (6, "this member of the list is no JSON object")
    ]
