"""Banks of tasks: every task has an id, a text and a place, and what stands twice is reported at its second place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.datasets.tasks import Task, bank
from ifdsl.ir import nodes as n
from ifdsl.source.diagnostic import Diagnostic

PLAIN = {"task": "text"}
WHOLE = {"id": "text", "task": "text", "kind": '"poem" | "story"', "topic": "text"}


def source(name: str, fields: dict[str, str], location: str = "") -> n.Source:
    declared = tuple(n.Parameter(name=field, type=type_) for field, type_ in fields.items())
    return n.Source(name=name, format="jsonl", location=location or f"{name}.jsonl", fields=declared)


def written(path: Path, *values: dict[str, Any]) -> None:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")


def read(folder: Path, *sources: n.Source) -> tuple[tuple[Task, ...], list[Diagnostic]]:
    problems: list[Diagnostic] = []
    return bank([(source, folder) for source in sources], problems), problems


def test_a_task_has_what_its_source_declares(tmp_path: Path) -> None:
    row = {"id": "one", "task": "Write a poem about rain.", "kind": "poem", "topic": "weather"}
    written(tmp_path / "poems.jsonl", row)
    (task,), problems = read(tmp_path, source("poems", WHOLE))
    assert problems == []
    assert task[:4] == ("one", "Write a poem about rain.", "poem", "weather")
    assert (task.place.file.path, task.place.file.first) == (str(tmp_path / "poems.jsonl"), 1)


def test_without_an_id_of_its_own_it_has_that_of_its_row(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"task": "First."}\n\n{"task": "Second."}\n', encoding="utf-8")
    tasks, problems = read(tmp_path, source("a", PLAIN))
    assert problems == []
    assert [(task.id, task.kind, task.topic) for task in tasks] == [("a.1", "", ""), ("a.3", "", "")]
    written(tmp_path / "b.jsonl", {"id": 7, "task": "Seventh."})
    assert [task.id for task in read(tmp_path, source("b", {"id": "int", "task": "text"}))[0]] == ["7"]


def test_what_stands_twice_is_reported_and_the_first_stands(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl", {"id": "x", "task": "Describe rain."}, {"id": "x", "task": "Describe snow."})
    written(tmp_path / "b.jsonl", {"id": "y", "task": "describe   RAIN."}, {"id": "z", "task": "Describe hail."})
    fields = {"id": "text", "task": "text"}
    tasks, problems = read(tmp_path, source("a", fields), source("b", fields))
    assert [task.id for task in tasks] == ["x", "z"]
    assert [(one.code.id, one.message) for one in problems] == [
        ("IF0806", "two tasks have the id `x`; the first stands"),
        ("IF0806", "two tasks have the same text; the first stands"),
    ]
    for problem, name, line in zip(problems, "ab", (2, 1), strict=True):
        assert (problem.primary.file.path, problem.primary.file.first) == (str(tmp_path / f"{name}.jsonl"), line)
        (first,) = problem.secondary
        assert (first.file.path, first.file.first) == (str(tmp_path / "a.jsonl"), 1)


def test_a_source_named_twice_counts_once(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl", {"task": "Describe rain."})
    tasks, problems = read(tmp_path, source("a", PLAIN), source("a", PLAIN))
    assert ([task.id for task in tasks], problems) == (["a.1"], [])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"question": "text"}, "the source `a` has no field `task: text`, so it holds no tasks"),
        ({"task": "int"}, "the field `task` of a bank of tasks is a text, not `int`"),
        ({"task": "text", "topic": "list[text]"}, "the field `topic` of a bank of tasks is a text, not `list[text]`"),
    ],
)
def test_a_source_that_is_no_bank(fields: dict[str, str], message: str, tmp_path: Path) -> None:
    tasks, problems = read(tmp_path, source("a", fields))
    assert tasks == ()
    assert [(one.code.id, one.message) for one in problems] == [("IF0808", message)]


def test_rows_that_are_no_tasks(tmp_path: Path) -> None:
    fields = {"id": "text", "task": "text"}
    written(tmp_path / "a.jsonl", {"id": "x", "task": " \n"}, {"id": "", "task": "Go."}, {"id": "z"})
    tasks, problems = read(tmp_path, source("a", fields))
    assert tasks == ()
    assert [one.message for one in problems] == ["`task` is blank", "`id` is blank", "`task` is missing"]
    assert [one.primary.file.first for one in problems] == [1, 2, 3]


def test_a_bank_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ifdsl.datasets.tasks.MAX_TASKS", 2)
    written(tmp_path / "a.jsonl", *({"task": f"Describe it {place}."} for place in range(4)))
    tasks, problems = read(tmp_path, source("a", PLAIN))
    assert [task.id for task in tasks] == ["a.1", "a.2"]
    assert [one.message for one in problems] == ["more than 2 tasks"]


_WORDS = st.text(st.sampled_from("ab \n"), max_size=4)


@settings(max_examples=100, deadline=None)
@given(values=st.lists(st.fixed_dictionaries({"id": _WORDS, "task": _WORDS}), max_size=8))
def test_every_row_is_a_task_or_a_problem(
    values: list[dict[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp() / "bank"
    folder.mkdir(exist_ok=True)
    written(folder / "a.jsonl", *values)
    tasks, problems = read(folder, source("a", {"id": "text", "task": "text"}))
    assert len(tasks) + len(problems) == len(values)
    assert len({task.id for task in tasks}) == len({" ".join(task.text.split()) for task in tasks}) == len(tasks)
    assert [task.place.file.first for task in tasks] == sorted({task.place.file.first for task in tasks})
    assert all(task.text.strip() and task.id.strip() for task in tasks)
