"""Generated dialogues can be passed, and subjects with known faults fail the checks that these faults are seen by."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from ifdsl.checking.compile import load
from ifdsl.checking.lenient import LENIENT
from ifdsl.flows.posing import Posing, posings
from ifdsl.flows.results import Fault, faults, judged, role_of
from ifdsl.flows.subjects import SUBJECTS, answered
from ifdsl.flows.turns import with_turns
from ifdsl.generation.expand import expanded
from ifdsl.generation.shelf import CannotDraw
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file, build_text
from ifdsl.ir.printer import print_program
from ifdsl.run.grading import Grader
from ifdsl.run.items import Rendering
from ifdsl.store.records import ItemResult

needs_solver = pytest.mark.skipif(find_spec("z3") is None, reason="drawing constraints needs the extra `smt`")

SUITE = """ifdsl 1
use std.case
use std.flows
use std.length
use std.tasks

flow departing = follow_and_return then revision

suite talks {{
  seed {seed}
  cases {cases}
  flows from {flows}
  draw 1..2 groups from std.length, std.case
  tasks from std.tasks.letters, std.tasks.ideas
}}
"""


def made(folder: Path, flows: str, cases: int = 1, seed: int = 1) -> n.Program:
    path = folder / "talks.ifc"
    path.write_text(SUITE.format(seed=seed, cases=cases, flows=flows), encoding="utf-8")
    built = build_file(path)
    assert built.ok, [one.message for one in built.diagnostics]
    return expanded(built).program


def turns_of(program: n.Program) -> list[Posing]:
    return list(posings(program, load(with_turns(program)), Rendering()))


def results_of(program: n.Program, subject: str) -> list[ItemResult]:
    return answered(turns_of(program), SUBJECTS[subject], Grader(LENIENT["ifeval"]))


def failing(results: list[ItemResult]) -> Counter[tuple[str, str, bool]]:
    """How many checks of each kind and relation failed, and how many did not."""
    return Counter(
        (role.kind, role.relation, one.strict == "fail")
        for result in results
        for one in result.requirements
        if one.strict != "not_applicable"
        for role in [role_of(result, one)]
        if role.structural
    )


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> n.Program:
    if find_spec("z3") is None:
        pytest.skip("drawing constraints needs the extra `smt`")
    names = "two_threads, revise_then_sum, return_and_follow, expansion, return_follow_sum"
    flows = ", ".join(f"std.flows.{name}" for name in names.split(", "))
    return made(tmp_path_factory.mktemp("talks"), f"{flows}, departing", cases=6)


def test_all_templates_are_dialogues_that_can_be_read_again(program: n.Program) -> None:
    templates = [dict(flow.meta)["template"] for flow in program.flows]
    assert sorted(templates) == [
        "departing", "expansion", "return_and_follow", "return_follow_sum", "revise_then_sum", "two_threads",
    ]  # fmt: skip
    assert {dict(flow.meta)["user"] for flow in program.flows} == {"expert", "layperson"}
    built = build_text(print_program(program), name=program.module)
    assert built.diagnostics == ()
    assert built.program is not None
    assert built.program.flows == program.flows


def test_the_oracle_passes_every_turn(program: n.Program) -> None:
    results = results_of(program, "oracle")
    assert all(one.strict != "fail" for result in results for one in result.requirements)
    assert all(result.answered for result in results)
    assert list(failing(results)) == [key for key in failing(results) if not key[2]]


def test_a_goldfish_fails_what_the_history_alone_tells(program: n.Program) -> None:
    found = failing(results_of(program, "goldfish"))
    hidden = {("mention", "follows"), ("mention", "recalls"), ("cover", "summarizes")}
    assert {key[:2] for key in found if key[2]} == hidden
    assert all(not found[kind, relation, False] for kind, relation in hidden)
    assert {key[:2] for key in found if not key[2]} >= {("mention", "expands"), ("stale", "refines")}


def test_a_parrot_mentions_nothing_of_later_turns(program: n.Program) -> None:
    results = results_of(program, "parrot")
    found = failing(results)
    for kind in ("mention", "cover"):
        assert {key[2] for key in found if key[0] == kind} == {True}
    for kind in ("avoid", "leak"):
        assert {key[2] for key in found if key[0] == kind} == {False}
    ignored = [one for result in results for one in faults(result) if one.kind == "ignored change"]
    assert len(ignored) == sum(count for key, count in found.items() if key[0] == "stale" and key[2])


def test_a_hoarder_carries_everything_across(program: n.Program) -> None:
    found = failing(results_of(program, "hoarder"))
    for kind in ("avoid", "leak"):
        assert {key[2] for key in found if key[0] == kind} == {True}
    for kind in ("mention", "cover"):
        assert {key[2] for key in found if key[0] == kind} == {False}


@needs_solver
def test_the_same_seed_gives_the_same_dialogues(tmp_path: Path) -> None:
    one, other = (made(tmp_path, "std.flows.revision", cases=2, seed=5).flows for _ in range(2))
    assert one == other
    assert made(tmp_path, "std.flows.revision", cases=2, seed=6).flows != one


@needs_solver
def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "talks.ifc"
    text = SUITE.format(seed=1, cases=1, flows="std.flows").replace(
        "  tasks from std.tasks.letters, std.tasks.ideas\n", ""
    )
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CannotDraw, match="dialogues need tasks"):
        expanded(build_file(path))


@pytest.mark.parametrize(
    ("flows", "message"),
    [
        ("std.flows.fann", "no flow template in use is called `std.flows.fann`"),
        ("std.tasks", "no flow template in use is called `std.tasks`"),
        ("departed", "no flow template in use is called `departed`"),
    ],
)
def test_a_template_that_is_not_there_is_reported(flows: str, message: str) -> None:
    built = build_text(SUITE.format(seed=1, cases=1, flows=flows))
    assert message in [one.message for one in built.diagnostics]


TALK = """ifdsl 1
use std.length

flow talk {
  turn ask { user "A town?"  must size: word_count(..3)  capture town = first(response.words) }
  turn more refines ask { user "Longer."  change size -> word_count(4..)
    mention [town]  not_mention ["sea"]  weight 3 }
}
"""


def test_verdicts_become_figures_and_faults() -> None:
    program = build_text(TALK, name="t").program
    assert program is not None
    grader = Grader(LENIENT["ifeval"])
    ask, more = turns_of(program)

    def graded(text: str) -> ItemResult:
        from ifdsl.flows.dialogue import Exchange
        from ifdsl.store.records import Response

        item = more.item([Exchange(ask.item(), "Bergen.")])
        assert [message.content for message in item.prompt.messages][1] == "Bergen."
        return grader.grade(item, Response(item.prompt.id, text, "ok", "m"))

    def kinds(text: str) -> list[tuple[str, str]]:
        return [(one.kind, one.requirement.partition(".")[0]) for one in faults(graded(text))]

    assert kinds("Bergen is a very old town.") == []
    assert kinds("Old town") == [("ignored change", "stale"), ("lost referent", "mention")]
    assert kinds("The sea is not far away.") == [("wrong referent", "avoid")]
    rows = {(one.type, one.relation, one.requirement, one.weight, one.passed) for one in judged(graded("The sea."))}
    assert rows == {
        ("length.words", "refines", "size@more", 3.0, False),
        ("", "refines", "", 6.0, False),
    }
    assert all(one.passed is False for one in judged(grader.grade(more.item(), None)))
    assert list(faults(grader.grade(more.item(), None))) == []
    assert Fault("forgot kept", "a", "refines", "ask").turn == "ask"
