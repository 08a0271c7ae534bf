"""StructFlowBench's dialogues as flows, what code reads of their questions, their faults, and the judge beside code."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from ifdsl.flows.proving import golden_faults
from ifdsl.flows.turns import graded_turns
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_text
from ifdsl.ir.printer import print_expression
from ifdsl.published.structflow.dialogues import Dialogue, Question, read_dialogues
from ifdsl.published.structflow.faults import faults
from ifdsl.published.structflow.flows import flow_of
from ifdsl.published.structflow.importing import flows_built, flows_text
from ifdsl.published.structflow.questions import Questions, statement_of
from ifdsl.published.structflow.regrading import agreement, compared, read_responses
from ifdsl.published.structflow.verdicts import Recorded, read_verdicts
from ifdsl.source.diagnostic import Diagnostic

CORPORA = os.environ.get("IFDSL_CORPORA")
needs_corpora = pytest.mark.skipif(CORPORA is None, reason="IFDSL_CORPORA is not set: no published dialogues")


@pytest.fixture(scope="module")
def questions() -> Questions:
    return Questions.of_pack()


def folder() -> Path:
    return Path(str(CORPORA), "structflow")


@pytest.fixture(scope="module")
def published() -> list[Dialogue]:
    return [one for one in read_dialogues(folder() / "StructFlowBench.json") if isinstance(one, Dialogue)]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Is the response limited to 40 words?", "structflow.words(..40)"),
        ("Is the answer kept under 70 words?", "structflow.words(..69)"),
        ("Is the response at least 120 words long?", "structflow.words(120..)"),
        ("Is the summary limited to 30 words or less?", "structflow.words(..30)"),
        ("Is the response limited to exactly two sentences?", "structflow.sentences(2..2)"),
        ("Is the response structured in four sentences?", "structflow.sentences(4..4)"),
        ("Is the response limited to one paragraph?", "structflow.paragraphs(..1)"),
        ("Is the response exactly 6 lines long?", "structflow.lines(6..6)"),
        ("Is the information given in JSON format?", "structflow.json()"),
        ("Is the response limited to 40 words per tip?", None),
        ("Is each tip limited to 40 words?", None),
        ("Is the response about 40 words long?", None),
        ("Is the response kept short?", None),
        ("Does the response name two rivers?", None),
        ("Is it limited to 40 words?", None),
    ],
)
def test_a_question_that_says_what_to_count_is_read(question: str, wanted: str | None, questions: Questions) -> None:
    found = questions.decided(Question("Quantity Format Constraint", question, ""))
    written = None if found is None else f"{found.constraint}({', '.join(map(print_expression, found.arguments))})"
    assert written == wanted


def test_questions_become_statements() -> None:
    assert statement_of("Is the response kept short?") == "The response must be kept short."
    assert statement_of("Does the answer end well?") == "The answer must end well."
    assert statement_of("Are the words few?") is None


def test_a_question_on_a_relation_is_a_judge_s(questions: Questions) -> None:
    assert questions.decided(Question("recall", "Is the response limited to 40 words?", "")) is None


def turn(name: str, prompt: str, golden: str, *items: tuple[str, str]) -> dict[str, object]:
    constraints = [{"type": type_, "content": content, "explanation": ""} for type_, content in items]
    return {"name": name, "user prompt": prompt, "assistant answer": golden, "constraints": constraints}


def written(tmp_path: Path, *dialogues: list[dict[str, object]], relations: tuple[str, ...] = ("refinement",)) -> Path:
    edges = [
        {"source": [f"c{place}"], "target": [f"c{place + 1}"], "relation": relation}
        for place, relation in enumerate(relations, start=1)
    ]
    about = {"conv_purpose": "p", "conv_topic": "t", "conv_task": "K: k", "user_type": 1, "structure": edges}
    path = tmp_path / "talks.json"
    path.write_text(json.dumps([{**about, "whole_conv": turns} for turns in dialogues]), encoding="utf-8")
    return path


WORDS, STYLE = "Quantity Format Constraint", "Style Constraint"
TWO = [
    turn(
        "c1", "Tides, in 9 words.", "The moon pulls.", (WORDS, "Is the response limited to 9 words?"), (STYLE, "Calm?")
    ),
    turn("c2", "In 5.", "The moon.", (WORDS, "Is the response limited to 5 words?"), ("refinement", "Is it?")),
]


def test_a_refinement_changes_what_is_counted_and_drops_the_rest(tmp_path: Path, questions: Questions) -> None:
    (dialogue,) = read_dialogues(written(tmp_path, TWO))
    assert isinstance(dialogue, Dialogue)
    flow = flow_of(dialogue, questions)
    assert dict(flow.meta) == {"topic": "t", "task": "K", "user": "expert"}
    assert [type(step) for step in flow.turns[1].steps] == [n.Drop, n.Change, n.Add]
    program = flows_built(written(tmp_path, TWO), []).program
    assert program is not None
    graded = graded_turns(flow, program.constraints)[1]
    assert {id_: (role.kind, role.relation) for id_, role in graded.roles.items()} == {
        "q1_1": ("changed", "refines"),
        "q2_2": ("new", "refines"),
        "stale.q1_1": ("stale", "refines"),
    }


def test_the_text_builds_to_the_same_flows(tmp_path: Path) -> None:
    path = written(tmp_path, TWO, TWO)
    text, count = flows_text(path, [])
    assert count == 2
    built, made = build_text(text, name="dialogues"), flows_built(path, [])
    assert built.diagnostics == ()
    assert built.program is not None
    assert made.program is not None
    assert built.program.flows == made.program.flows


def test_faults_are_found_where_they_are(tmp_path: Path, questions: Questions) -> None:
    long = "The moon pulls the sea up and down all day long."
    first = [
        turn("c1", "Tides, in 9 words.", long, (WORDS, "Is the response limited to 9 words?")),
        turn("c1", "In a table.", "| a |", ("Basic Format Constraint", "Is the response in JSON format?")),
    ]
    second = [*TWO, turn("c3", "Briefly.", "So.", (WORDS, "Is the response kept short?"))]
    second[1] = {**second[1], "constraints": [{"type": STYLE, "content": "Is it?", "exclusion": "x"}]}
    path = written(tmp_path, first, second, TWO, relations=("recall",))
    found = [f"{one.code.id} {one.message}" for one in faults(list(read_dialogues(path)), questions)]  # type: ignore[arg-type]
    assert [one.split(":")[0] for one in found] == [
        "IF1021 dialogue 0",
        "IF1103 dialogue 0, turn 2",
        "IF1111 dialogue 0, turn 1",
        "IF1111 dialogue 0, turn 2",
        "IF1001 dialogue 0, turn 2",
        "IF1103 dialogue 1, turn 2", "IF1020 dialogue 1, turn 3", "IF0801 dialogue 1, turn 2",
        "IF1019 dialogue 2, turn 1", "IF1103 dialogue 2, turn 2",
    ]  # fmt: skip


@needs_corpora
def test_all_published_dialogues_become_flows(published: list[Dialogue], tmp_path: Path) -> None:
    problems: list[Diagnostic] = []
    text, count = flows_text(folder() / "StructFlowBench.json", problems)
    built = build_text(text, path=str(tmp_path / "dialogues.ifc"), name="dialogues")
    assert (count, problems, built.diagnostics) == (155, [], ())
    assert built.program is not None
    assert sum(len(flow.turns) for flow in built.program.flows) == 643
    steps = [step for flow in built.program.flows for turn in flow.turns for step in turn.steps]
    asked = [step.requirement for step in steps if isinstance(step, n.Add | n.Change)]
    assert len(asked) == 1775
    kinds = Counter(one.constraint.rpartition(".")[2] for one in asked if isinstance(one, n.Demand))
    assert {kind: kinds[kind] for kind in ("words", "sentences", "paragraphs", "lines", "json")} == {
        "words": 89, "sentences": 13, "paragraphs": 10, "lines": 1, "json": 33,
    }  # fmt: skip
    broken = Counter(one.primary.file.text[: one.primary.span.start].count("\nflow d") for one in golden_faults(built))
    assert sum(broken.values()) == 17
    assert all(broken[number + 1] for number in (0, 1, 5, 11, 15, 17, 49, 153))


@needs_corpora
def test_published_faults(published: list[Dialogue], questions: Questions) -> None:
    found = list(faults(published, questions))
    assert Counter(one.code.name for one in found) == {
        "other-type": 47, "golden-fails": 17, "unstated": 3, "malformed-row": 2, "restarted-names": 1,
        "repeated-turns": 1,
    }  # fmt: skip
    messages = [one.message for one in found]
    for start in (
        "dialogue 136: the names of turns begin anew",
        "dialogue 142, turn 4: turns 4 to 6 are turns 4 to 6 of dialogue 137",
        "dialogue 140, turn 4: an item has `exclusion`",
        "dialogue 49, turn 1: `Is the response in the form of an email?` is called a Basic Format Constraint",
    ):
        assert any(message.startswith(start) for message in messages), start
    assert {message.partition(":")[0] for message in messages if "the prompt says nothing" in message} >= {
        "dialogue 50, turn 3", "dialogue 78, turn 4",
    }  # fmt: skip


@needs_corpora
def test_the_judge_passes_two_thirds_of_what_breaks_a_word_limit(
    published: list[Dialogue], questions: Questions
) -> None:
    rows = read_verdicts(folder() / "judge_verdicts.jsonl")
    verdicts = {row.where: row for row in rows if isinstance(row, Recorded)}
    found = []
    for path in sorted(folder().glob("responses_*.jsonl")):
        responses = dict(row for row in read_responses(path) if isinstance(row, tuple))
        found += compared(published, responses, verdicts, path.stem.removeprefix("responses_"), questions)
    counts = {kind: agreement([one for one in found if one.kind == kind]) for kind in ("words", "sentences", "json")}
    assert {kind: (one.total, one.violations, one.judge_alone, one.code_alone) for kind, one in counts.items()} == {
        "words": (267, 66, 45, 27), "sentences": (39, 17, 12, 0), "json": (99, 44, 16, 5),
    }  # fmt: skip
    assert counts["json"].kappa == pytest.approx(0.5594, abs=1e-4)
