"""Models for dialogues: golden answers that every check accepts, and users' words that keep what checks rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.checking.compile import load
from ifdsl.flows.posing import posings
from ifdsl.flows.turns import with_turns
from ifdsl.generation.expand import Expanded, expanded
from ifdsl.generation.goldens import GRADER, Goldens, with_goldens
from ifdsl.generation.phrasing import NOT_KEPT, OTHER_NAME, phrased
from ifdsl.generation.turn_words import LABELS
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file, build_text
from ifdsl.ir.printer import print_program
from ifdsl.run.items import Rendering
from ifdsl.store.records import Prompt, Response
from ifdsl.variation.revising import Question

pytestmark = pytest.mark.skipif(find_spec("z3") is None, reason="drawing needs the extra `smt`")

SUITE = """ifdsl 1
use std.case
use std.flows
use std.length
use std.tasks

suite talks {
  seed  3
  cases 4
  flows from std.flows.revision, std.flows.follow_and_return, std.flows.follow_then_sum
  draw  1 from std.length, std.case
  tasks from std.tasks.letters
}
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Expanded:
    path = tmp_path_factory.mktemp("talks") / "talks.ifc"
    path.write_text(SUITE, encoding="utf-8")
    return expanded(build_file(path))


def assert_golden(found: Goldens) -> None:
    """Each turn has a golden answer, and each is accepted by the checks of its turn with those before it."""
    program = found.expanded.program
    assert all(flow.context == "golden" for flow in program.flows)
    for turn in posings(program, load(with_turns(program)), Rendering()):
        golden = turn.turn.turn.golden
        assert golden is not None
        (text,) = golden.parts
        assert isinstance(text, str)
        assert GRADER.grade(turn.item(), Response(turn.id, text, "ok", "")).strict
    again = build_text(print_program(program), path="made.ifc", name="made")
    assert again.program is not None
    assert [flow.turns for flow in again.program.flows] == [flow.turns for flow in program.flows]


def test_the_oracle_gives_every_golden_answer(made: Expanded) -> None:
    found = with_goldens(made)
    assert_golden(found)
    assert (found.of_model, found.of_oracle) == (0, sum(len(one.flow.turns) for one in made.flows))
    assert (found.rejected, found.missing) == ((), ())


def test_a_models_answer_is_taken_where_every_check_accepts_it(made: Expanded) -> None:
    right = with_goldens(made).expanded
    known = {
        turn.id: turn.turn.turn.golden.parts[0]
        for turn in posings(right.program, load(with_turns(right.program)), Rendering())
        if turn.turn.turn.golden is not None
    }
    asked: list[int] = []

    def model(prompts: Sequence[Prompt]) -> Mapping[str, str]:
        asked.append(len(prompts))
        # Right in first turns, wrong in second ones, silent in the rest.
        said = {":t1": lambda id_: f"{known[id_]}\n", ":t2": lambda _: "no."}
        return {one.id: said[one.id[-3:]](one.id) for one in prompts if one.id[-3:] in said}

    found = with_goldens(made, model)
    assert_golden(found)
    assert asked == [4, 4, sum(len(one.flow.turns) > 2 for one in made.flows)]
    assert found.of_model + len(found.rejected) == 8
    assert found.of_model >= 1
    assert {one.turn[-3:] for one in found.rejected} >= {":t2"}
    assert all(one.why for one in found.rejected)


def said(made: Expanded) -> list[str]:
    return ["".join(map(str, turn.user.parts)) for one in made.flows for turn in one.flow.turns]


def test_words_that_keep_what_counts_are_taken(made: Expanded) -> None:
    asked: list[Question] = []

    def model(questions: Sequence[Question]) -> Mapping[str, str]:
        asked.extend(questions)
        return {one.id: f"Well then. {one.text}" for one in questions}

    found = phrased(made.flows, model)
    assert [one.text for one in asked] == said(made)
    assert sum(one.rewritten for one in found) == len(asked)
    assert [one.refused for one in found] == [()] * len(found)
    assert [turn.user.parts for one in found for turn in one.flow.turns] == [
        (f"Well then. {text}",) for text in said(made)
    ]
    assert [one.flow.turns[0].steps for one in found] == [one.flow.turns[0].steps for one in made.flows]


def test_words_that_lose_a_name_or_give_another_are_refused(made: Expanded) -> None:
    def without(questions: Sequence[Question]) -> Mapping[str, str]:
        return {
            one.id: " ".join(word for word in one.text.split() if word.strip(".,!?“”") not in LABELS)
            for one in questions
        }

    def more(questions: Sequence[Question]) -> Mapping[str, str]:
        return {one.id: f"{one.text} Not {next(each for each in LABELS if each not in one.text)}!" for one in questions}

    for model, reason in ((without, NOT_KEPT), (more, OTHER_NAME)):
        found = phrased(made.flows, model)
        assert {each.reason for one in found for each in one.refused} == {reason}
        assert [one.flow for one in found] == [one.flow for one in made.flows]


@cache
def dialogue() -> Expanded:
    turn = n.Turn(name="t1", user=n.Template(parts=("Tell me of bees in 40 words. Call it Plover.",)))
    flow = n.Flow(name="bees", turns=(turn,), meta=(("user", "expert"),))
    from ifdsl.generation.dialogues import MadeFlow

    return Expanded(n.Program(module="bees"), (), (MadeFlow(flow, {}, frozenset(), 0),))


@given(st.text(st.characters(exclude_categories=[]), max_size=30))
def test_whatever_a_model_says_a_turn_keeps_its_name_and_numbers(text: str) -> None:
    (found,) = phrased(dialogue().flows, lambda questions: {one.id: text for one in questions})
    (words,) = found.flow.turns[0].user.parts
    assert isinstance(words, str)
    assert "Plover" in words
    assert "40" in words
    assert len(found.refused) + found.rewritten == 1
    program = replace(dialogue().program, flows=(found.flow,))
    assert build_text(print_program(program), path="made.ifc", name="made").program is not None


def test_the_command_writes_golden_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from ifdsl.cli import main

    path, out = tmp_path / "talks.ifc", tmp_path / "made.ifc"
    path.write_text(SUITE, encoding="utf-8")
    assert main(["generate", str(path), "--golden", "oracle", "-o", str(out), "--quiet"]) == 0
    assert "golden answers: 0 of the model, 10 of the oracle" in capsys.readouterr().out
    assert main(["check", str(out)]) == 0
    assert main(["eval", str(out), "--model", "oracle", "--quiet"]) == 0
